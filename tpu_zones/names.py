"""What people write for hardware -> what this catalog calls it, with units.

Names are compared without case, blanks, `-` and `_`. A number behind a name keeps its unit: `v5p-8` is
8 TensorCores = 4 chips, `v5litepod-8` is 8 chips (source: Google's page on the system architecture).
"""

from functools import cached_property

from tpu_zones.errors import NoSuchSlice, UnknownName, WrongUsage, did_you_mean, shown
from tpu_zones.records.words import Answer, Stage, Unit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any

    from tpu_zones.records.aliases import Alias
    from tpu_zones.records.generations import Generation
    from tpu_zones.records.machines import MachineType

CORES_PER_COUNTED_CHIP = 2
"""TensorCores of a chip in the generations whose accelerator types count TensorCores (v2, v3, v4, v5p, tpu7x).

Source: Google's page on the TPU system architecture, read 2026-04-09.
"""
_DROPPED = str.maketrans("", "", " -_")
_DASHES = str.maketrans(" _", "--")
_LIMIT = 100


class Hardware:
    """What a name means.

    `name` is as written; `kind` the kind of name (generation, gke-label, machine-type, accelerator-type,
    marketing, ...); `machine_types` what it narrows the generation to, empty where it does not; `note`
    says what it was taken for, where that may surprise.
    """

    __slots__ = ("accelerator_type", "chips", "generation", "kind", "machine_types", "name", "note", "tensorcores")

    def __init__(
        self,
        name: str,
        generation: str,
        kind: str,
        *,
        machine_types: tuple[str, ...] = (),
        accelerator_type: str | None = None,
        chips: int | None = None,
        tensorcores: int | None = None,
        note: str | None = None,
    ) -> None:
        self.name, self.generation, self.kind = name, generation, kind
        self.machine_types, self.accelerator_type = machine_types, accelerator_type
        self.chips, self.tensorcores, self.note = chips, tensorcores, note


class Names:
    """The names of one catalog's hardware; `table` returns those tables that only some names need."""

    def __init__(
        self,
        generations: "Mapping[str, Generation]",
        table: "Callable[[str], tuple[Any, ...]]",
    ) -> None:
        self._generations = generations
        self._table = table

    @cached_property
    def _aliases(self) -> "Mapping[str, Alias]":
        return {key(one.alias): one for one in self._table("aliases")}

    @property
    def _machines(self) -> "tuple[MachineType, ...]":
        return self._table("machine_types")

    def parse(self, name: str, *, suggest: bool = True) -> Hardware:
        """Return what a name of hardware means.

        suggest: whether the error for an unknown name looks for the nearest ones, which takes milliseconds

        Raises `UnknownName` with the nearest known names, or with the meanings of an ambiguous one,
        and `NoSuchSlice` for an accelerator type whose size no slice has.
        """
        if not isinstance(name, str):
            raise WrongUsage(f"a TPU is named by one text such as v5p, Trillium or v5litepod-16, not by {shown(name)}")
        if not name.strip() or len(name) > _LIMIT:
            raise UnknownName(f"no name of TPU hardware: {shown(name)}", name=name[:_LIMIT])
        wanted = key(name)
        if wanted in self._generations:
            return Hardware(name, wanted, "generation")
        alias = self._aliases.get(wanted)
        if alias and alias.kind != "wrong-label":  # those are machine types
            return self._meaning(name, alias)
        for machine in self._machines:
            if wanted in map(key, (machine.machine_type, *machine.aliases)):
                return Hardware(
                    name, machine.generation, "machine-type", machine_types=(machine.machine_type,), chips=machine.chips
                )
        if found := self._accelerator_type(name):
            return found
        raise self._unknown(name, suggest)

    def _meaning(self, name: str, alias: "Alias") -> Hardware:
        if alias.verdict == "ambiguous":
            meanings = ", ".join(alias.generations)
            raise UnknownName(
                f"{shown(name)} has several meanings: {meanings}",
                name=name,
                suggestions=tuple(alias.generations),
                reason="it has several meanings",
            )
        if alias.verdict == "reject":
            raise UnknownName(f"{shown(name)} is no name to use: {alias.note}", name=name, reason=alias.note)
        note = f"{name.strip()} was taken for {alias.generations[0]}: {alias.note}"
        return Hardware(
            name,
            alias.generations[0],
            alias.kind,
            machine_types=self._narrowed(alias),
            note=note if alias.verdict == "note" else None,
        )

    def _narrowed(self, alias: "Alias") -> tuple[str, ...]:
        """Return the machine types of a GKE label or a machine family, where the generation has others."""
        if alias.kind not in ("gke-label", "machine-family"):
            return ()
        word = key(alias.alias)
        mine = [one for one in self._machines if one.generation == alias.generations[0] and one.gke_accelerator]
        some = [one for one in mine if word in (key(one.gke_accelerator or ""), key(one.family))]
        return tuple(one.machine_type for one in some) if len(some) < len(mine) else ()

    def _accelerator_type(self, name: str) -> Hardware | None:
        """Return the meaning of `prefix-number`; None where the name is not of that form."""
        stem, _, digits = "-".join(filter(None, name.strip().casefold().translate(_DASHES).split("-"))).rpartition("-")
        if not (stem and digits.isascii() and digits.isdigit()):
            return None
        alias = self._aliases.get(key(stem))
        if alias is None:
            return None
        base = self._meaning(stem, alias)
        generation = self._generations[base.generation]
        if generation.accelerator_type_prefix is None or generation.accelerator_type_unit is None:
            return None
        number, unit = int(digits), generation.accelerator_type_unit
        proper = f"{generation.accelerator_type_prefix}-{number}"
        per_chip = 1 if unit is Unit.CHIPS else CORES_PER_COUNTED_CHIP
        chips, rest = divmod(number, per_chip)
        sizes = self.sizes(generation)
        if rest or chips not in sizes:
            raise _no_slice(proper, number, unit, per_chip, sizes, generation)
        return Hardware(
            name,
            base.generation,
            "accelerator-type",
            accelerator_type=proper,
            chips=chips,
            tensorcores=number if unit is Unit.TENSORCORES else None,
            note=_spelling(name, proper, generation),
        )

    def sizes(self, generation: "Generation") -> "Sequence[int]":
        """Return the sizes of a generation's slices in chips, in order."""
        from tpu_zones.shapes import custom_sizes

        per_chip = 1 if generation.accelerator_type_unit is Unit.CHIPS else CORES_PER_COUNTED_CHIP
        rule = next((one for one in self._table("shape_rules") if one.generation == generation.generation), None)
        if rule is None:
            return sorted(int(one.rpartition("-")[2]) // per_chip for one in generation.accelerator_types)
        listed = {one.chips for one in self._table("shapes") if one.machine_type == rule.machine_type}
        return sorted(listed.union(custom_sizes(rule)))

    def _unknown(self, name: str, suggest: bool) -> UnknownName:
        from fnmatch import fnmatchcase

        wanted = name.strip().casefold()
        hint = next(
            (
                one.reason
                for one in self._table("rejected_names")
                if one.topology is None and fnmatchcase(wanted, one.name)
            ),
            None,
        )
        nearest = nearest_names(name, self.known(), count=4) if suggest else ()
        meant = self._meant(name, nearest) if suggest else ""
        text = f"no TPU is called {shown(name)}{f' ({hint})' if hint else ''}{meant}"
        return UnknownName(text, name=name, suggestions=nearest, reason=hint)

    def _meant(self, name: str, nearest: "Sequence[str]") -> str:
        """Return what may have been meant by a name that nobody knows."""
        if "," in name:
            return "; one TPU is named at a time: ask for each"
        wanted = key(name)
        places = [known for one in self._table("places") for known in (one.name, *one.names)]
        places += [known for one in self._table("zones") for known in (one.zone, one.region)]
        if wanted in map(key, places):
            return "; it is a place, which within takes"
        if nearest:
            return did_you_mean(nearest)
        there = (one.generation for one in self._generations.values() if one.stage is Stage.AVAILABLE)
        return f"; there are {', '.join(there)}"

    def known(self) -> list[str]:
        """Return the names that people may use, for suggestions and completion."""
        hidden = {one.generation for one in self._generations.values() if one.stage is Stage.UNDOCUMENTED}
        usable = ("accept", "note")
        return [
            *(one.generation for one in self._generations.values() if one.generation not in hidden),
            *(
                one.alias
                for one in self._aliases.values()
                if one.verdict in usable and one.generations[0] not in hidden
            ),
            *(one.machine_type for one in self._machines if one.status == "documented"),
            *(name for one in self._generations.values() for name in one.accelerator_types),
        ]


def key(name: str) -> str:
    """Return what names are compared by: without case, blanks, `-`, `_` and the Cloud of Cloud TPU.

    >>> key("TPU v5 Lite") == key("tpu-v5_lite") == key("Cloud TPU v5 Lite")
    True
    """
    bare = name.strip().casefold().translate(_DROPPED)
    return bare[5:] if bare.startswith("cloudtpu") else bare


def nearest_names(name: str, known: "Iterable[str]", *, count: int = 3) -> tuple[str, ...]:
    """Return the known names that look most like a name, the best first."""
    from difflib import get_close_matches

    by_key: Mapping[str, str] = {key(one): one for one in reversed(list(known))}
    return tuple(by_key[one] for one in get_close_matches(key(name)[:_LIMIT], by_key, n=count, cutoff=0.6))


def _spelling(name: str, proper: str, generation: "Generation") -> str | None:
    if generation.cloud_tpu_api is not Answer.YES:
        return f"{proper} is a name of tools, counted in TensorCores; the Cloud TPU API does not make it"
    return None if key(name).removeprefix("tpu") == key(proper) else f"{name.strip()} was taken for {proper}"


def _no_slice(
    proper: str, number: int, unit: Unit, per_chip: int, sizes: "Sequence[int]", generation: "Generation"
) -> NoSuchSlice:
    """Say which sizes are nearest, in the unit that the name counts."""
    from tpu_zones.records.table import counted

    chips = number / per_chip
    written = f"{number // per_chip}{'.5' if number % per_chip else ''}"
    cores = f"{number} TensorCores are {written} chips; " if unit is Unit.TENSORCORES else ""
    name = f"{generation.accelerator_type_prefix}-".__add__
    below = [size for size in sizes if size < chips][-1:]
    above = [size for size in sizes if size > chips][:1]
    nearest = tuple(name(str(size * per_chip)) for size in (*below, *above))
    where = " or ".join(f"{one} ({counted(size, 'chip')})" for one, size in zip(nearest, (*below, *above), strict=True))
    if not below:
        where = f"the smallest {generation.generation} is {nearest[0]} = {counted(above[0], 'chip')}, one host"
    elif not above:
        where = f"the largest {generation.generation} is {where}"
    else:
        where = f"nearest are {where}"
    return NoSuchSlice(f"there is no {proper}: {cores}{where}", nearest=nearest)
