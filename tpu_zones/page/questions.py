"""Questions asked in advance: for every name, option and surface the zones that `Catalog.zones` answers.

The page only intersects these answers with places and evidence, so that it cannot answer otherwise.
"""

from tpu_zones.errors import NoSuchSlice, UnknownName
from tpu_zones.names import CORES_PER_COUNTED_CHIP, key
from tpu_zones.records.words import Option, Surface, Unit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from tpu_zones.facts.catalog import Catalog
    from tpu_zones.page.texts import Texts
    from tpu_zones.records.generations import Generation
    from tpu_zones.records.zones import Zone

WAYS = [(option, surface) for option in (None, *Option) for surface in (None, *Surface)]
"""What may be asked of option and surface, in the order of a meaning's sets."""


class Questions:
    """The answers for each name; `zones` are the numbers of the zones that the page shows."""

    def __init__(self, catalog: "Catalog", zones: "Mapping[str, int]", texts: "Texts") -> None:
        self._catalog, self._zones, self._texts = catalog, zones, texts
        self._generations = {name: number for number, name in enumerate(catalog.index.generations)}
        self._sets: dict[tuple[int, ...], int] = {}
        self._meanings: dict[tuple[int, ...], int] = {}
        self._known: dict[tuple[object, ...], int] = {}
        self.admission: dict[tuple[int, str], int] = {}
        """Generation and option -> what is to be said where a project has to be admitted."""

    def tables(self) -> "dict[str, Any]":
        """Return names with their meanings, meanings with their sets of zones, and names that are refused."""
        names: dict[str, list[int]] = {}
        refused: dict[str, int] = {}
        for name in self._names():
            try:
                hardware = self._catalog.index.names.parse(name)
            except (UnknownName, NoSuchSlice) as error:
                refused.setdefault(key(name), self._texts(error))
            else:
                narrowed = (hardware.generation, hardware.machine_types, hardware.accelerator_type)
                if narrowed not in self._known:
                    self._known[narrowed] = self._meaning(name, hardware.generation)
                names.setdefault(key(name), [self._known[narrowed], self._texts(hardware.note)])
        return {
            "names": [[word, *meaning] for word, meaning in names.items()],
            "whole": [names.get(key(name), [-1])[0] for name in self._generations],
            "refused": [[word, text] for word, text in refused.items()],
            "accelerators": list(self._accelerators()),
            "meanings": list(self._meanings),
            "sets": list(self._sets),
            "admission": [[generation, option, text] for (generation, option), text in self.admission.items()],
        }

    def _names(self) -> "Iterator[str]":
        """Yield generations first, so that their meanings have their numbers."""
        index = self._catalog.index
        yield from index.generations
        yield from (one.alias for one in index.table("aliases") if one.kind != "wrong-label")
        for machine in index.table("machine_types"):
            yield from (machine.machine_type, *machine.aliases)

    def _meaning(self, name: str, generation: str) -> int:
        sets = [self._asked(name, generation, option, surface) for option, surface in WAYS]
        meaning = (self._generations[generation], *sets)
        return self._meanings.setdefault(meaning, len(self._meanings))

    def _asked(self, name: str, generation: str, option: Option | None, surface: Surface | None) -> int:
        rows = self._catalog.zones(name, option=option, surface=surface, evidence="any")
        for note in rows.notes:
            if note.code == "allowlist" and option:
                self.admission[self._generations[generation], option] = self._texts(note)
        return self._set(rows)

    def _set(self, found: "tuple[Zone, ...]") -> int:
        numbers = tuple(sorted(self._zones[one.zone] for one in found if one.zone in self._zones))
        return self._sets.setdefault(numbers, len(self._sets))

    def _accelerators(self) -> "Iterator[list[object]]":
        """Yield a generation, the numbers behind its accelerator types, and which of them mean less than all of it."""
        for generation in self._catalog.index.generations.values():
            if not (generation.accelerator_type_prefix and generation.accelerator_type_unit):
                continue
            numbers = list(self._counted(generation))
            whole = set(self._catalog.zones(generation.generation, evidence="any"))
            less = []
            for number in numbers:
                name = f"{generation.accelerator_type_prefix}-{number}"
                if set(self._catalog.zones(name, evidence="any")) != whole:
                    less.append([number, self._meaning(name, generation.generation)])
            yield [self._generations[generation.generation], numbers, less]

    def _counted(self, generation: "Generation") -> "Iterator[int]":
        per_chip = 1 if generation.accelerator_type_unit is Unit.CHIPS else CORES_PER_COUNTED_CHIP
        for chips in self._catalog.index.names.sizes(generation):
            yield chips * per_chip
