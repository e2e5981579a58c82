"""Machine types, shapes and statements of a catalog, by what rules ask them for."""

from functools import cached_property

from tpu_zones.errors import TpuZonesError
from tpu_zones.records.period import dated
from tpu_zones.records.words import EARLY, Confidence
from tpu_zones.shapes import limit, volume

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from tpu_zones.facts.index import Index
    from tpu_zones.names import Hardware
    from tpu_zones.ordering import GkeKey
    from tpu_zones.records.availability import Availability
    from tpu_zones.records.machines import MachineType, Shape, ShapeRule
    from tpu_zones.records.statements import Statement
    from tpu_zones.records.versions import Version
    from tpu_zones.records.words import Answer
    from tpu_zones.shapes import Sides

OK, DISPUTED, UNSORTED, WRONG_RANK, NONE, UNKNOWN = "ok", "disputed", "unsorted", "wrong rank", "none", "unknown"
SUGGESTED = 200
"""Unknown names in one run for which near ones are looked up: each takes milliseconds."""
SLICES = (OK, DISPUTED, UNSORTED)
"""States of a fit whose number of nodes means something."""


class Fit:
    """How a topology fits a machine type.

    `sides` are as given, `proper` as they are to be written, where the shape exists. `nodes` is the number of
    VMs, None where the chips are no multiple of the machine's. `state` is ok, disputed (above the documented limit,
    within the tools'), unsorted, wrong rank, none (no such shape) or unknown (no shape of the machine is known).
    """

    __slots__ = ("chips", "nodes", "proper", "sides", "state")

    def __init__(self, sides: "Sides", chips: int, nodes: int | None, state: str, proper: "Sides | None") -> None:
        self.sides, self.chips, self.nodes, self.state, self.proper = sides, chips, nodes, state, proper


class Tables:
    """What rules know of hardware; built once for a catalog."""

    def __init__(self, index: "Index") -> None:
        self.index = index
        self._fits: dict[tuple[str, Sides], Fit] = {}
        self._floors: dict[tuple[str, GkeKey], tuple[Answer, Version | None]] = {}
        self._hardware: dict[str, Hardware | TpuZonesError] = {}
        self._near: dict[tuple[str, tuple[str, ...]], tuple[str, ...]] = {}
        self._suggested = 0
        self.answers: dict[tuple[str, str], Availability] = {}
        """What the catalog says of a generation in a zone, once it was asked."""

    def hardware(self, name: str) -> "Hardware | TpuZonesError":
        """Return what a name of hardware means, or the error that says why it means nothing."""
        if name not in self._hardware:
            try:
                self._hardware[name] = self.index.names.parse(name, suggest=self._suggested < SUGGESTED)
            except TpuZonesError as error:
                self._suggested += 1
                self._hardware[name] = error
        return self._hardware[name]

    def near(self, name: str, known: "Iterable[str]", count: int = 3) -> tuple[str, ...]:
        """Return the known names that look most like a name: nothing any more after so many names in one run."""
        asked = (name, tuple(known))
        if asked not in self._near:
            from tpu_zones.names import nearest_names

            self._suggested += 1
            self._near[asked] = nearest_names(*asked, count=count) if self._suggested <= SUGGESTED else ()
        return self._near[asked]

    @cached_property
    def machines(self) -> "Mapping[str, MachineType]":
        """Machine types by name, also by the names that only Compute Engine takes."""
        rows: tuple[MachineType, ...] = self.index.table("machine_types")
        return {name: one for one in rows for name in (*one.aliases, one.machine_type)}

    @cached_property
    def families(self) -> "Mapping[str, str]":
        """Generation of each machine family."""
        return {one.family: one.generation for one in self.machines.values()}

    @cached_property
    def doubtful_families(self) -> "tuple[str, ...]":
        """Families of which Google's code or listings show more than its pages: an unknown name of them may exist."""
        known = {one.family for one in self.machines.values() if one.status == "undocumented"}
        rows = self.index.table("rejected_names")
        rumoured = {one.name[:-1] for one in rows if one.name.endswith("*") and one.confidence is Confidence.LOW}
        return tuple(sorted(known | rumoured))

    @cached_property
    def labels(self) -> "Mapping[str, Sequence[MachineType]]":
        """Machine types by the accelerator label of their nodes."""
        found: dict[str, list[MachineType]] = {}
        rows: Iterable[MachineType] = self.index.table("machine_types")
        for one in rows:
            if one.gke_accelerator:
                found.setdefault(one.gke_accelerator, []).append(one)
        return found

    @cached_property
    def shapes(self) -> "Mapping[str, Mapping[Sides, Shape]]":
        """Listed shapes by machine type."""
        found: dict[str, dict[Sides, Shape]] = {}
        for one in self.index.table("shapes"):
            found.setdefault(one.machine_type, {})[tuple(map(int, one.topology.split("x")))] = one
        return found

    @cached_property
    def _rules(self) -> "Mapping[str, ShapeRule]":
        return {one.machine_type: one for one in self.index.table("shape_rules")}

    @cached_property
    def dimensions(self) -> "Mapping[str, int]":
        """Sides of a generation's topologies."""
        return {one.generation: len(sides) for shapes in self.shapes.values() for sides, one in shapes.items()}

    def claim(self, statement: str | None) -> str | None:
        """Return who says a statement, and when; None for none, or one that the snapshot does not have."""
        found = self.index.statements.get(statement or "")
        return said(found) if found else None

    @cached_property
    def placed_by_policy(self) -> "frozenset[str]":
        """Generations whose multi-host slices are placed by a workload policy."""
        return frozenset(one.generation for one in self.machines.values() if one.workload_policy)

    @cached_property
    def longest_run(self) -> int | None:
        """Seconds that a flex-start run lasts at most; None where the snapshot does not say."""
        return self.index.value("flex-start-shape", "longest_run_seconds")  # type: ignore[no-any-return]

    def in_sandbox(self, generation: str) -> bool:
        """Whether GKE Sandbox is listed for a generation, or nobody says for which it is."""
        listed = self.index.value("sandbox", "generations")
        return listed is None or generation in listed

    def takes_unsorted(self, generation: str) -> bool:
        """Whether some tools take a generation's topologies with their sides in any order."""
        return generation in (self.index.value("topology-order", "generations") or ())

    def no_multislice(self, generation: str | None) -> "Statement | None":
        """Return the statement that excludes a generation from Multislice, if one does."""
        rows = (self.index.statements.get(name) for name in ("multislice", "multislice-v2"))
        return next((one for one in rows if one and generation in (self.index.value(one.id, "excluded") or ())), None)

    def generation(self, machine_type: str) -> str | None:
        """Return the generation that the name of a machine type speaks of, also one that does not exist."""
        family = machine_type.casefold().partition("-")[0]
        if family.startswith("ct") and f"v{family[2:]}" in self.index.generations:
            return f"v{family[2:]}"
        return self.families.get(family)

    def fit(self, machine: "MachineType", sides: "Sides") -> Fit:
        """Return how a topology fits a machine type."""
        key = machine.machine_type, sides
        if key not in self._fits:
            chips = volume(sides)
            nodes, rest = divmod(chips, machine.chips)
            self._fits[key] = Fit(sides, chips, None if rest else nodes, *self._state(machine, sides, chips))
        return self._fits[key]

    def _state(self, machine: "MachineType", sides: "Sides", chips: int) -> "tuple[str, Sides | None]":
        listed = self.shapes.get(machine.machine_type)
        if listed is None:
            return UNKNOWN, None
        if len(sides) != self.dimensions[machine.generation]:
            return WRONG_RANK, None
        rule = self._rules.get(machine.machine_type)
        disputed = rule is not None and chips > rule.max_chips
        proper = next((one for one in listed if sorted(one) == sorted(sides)), None)
        if proper is None and rule and rule.above_chips < chips <= limit(rule):
            proper = tuple(sorted(sides)) if not any(side % rule.multiple_of for side in sides) else None
        if proper is None:
            return NONE, None
        return (UNSORTED if proper != sides else DISPUTED if disputed else OK), proper

    def floor(self, generation: str, have: "GkeKey") -> "tuple[Answer, Version | None]":
        """Return whether a GKE version is enough for a generation on Standard clusters, and the floor that decides."""
        if (generation, have) not in self._floors:
            from tpu_zones.facts.floors import enough

            self._floors[generation, have] = enough(self.index, generation, "standard", have)
        return self._floors[generation, have]

    def attached(self, generation: str) -> "list[str] | None":
        """Return the disk types that all machines of a generation attach; None where that is not known of one."""
        kinds = [one.attach_disk_types for one in self.machines_of(generation)]
        if not kinds or None in kinds:
            return None
        return [kind for kind in kinds[0] or () if all(kind in (others or ()) for others in kinds)]

    def shape_claim(self, machine_type: str) -> str | None:
        """Return who lists the shapes of a machine type, and when."""
        rule, listed = self._rules.get(machine_type), self.shapes.get(machine_type, {})
        return said(rule or next(iter(listed.values()))) if rule or listed else None

    def topologies(self, generation: str) -> "set[Sides]":
        """Return the listed topologies of a generation, of any of its machine types."""
        return {
            sides for shapes in self.shapes.values() for sides, one in shapes.items() if one.generation == generation
        }

    def machines_of(self, generation: str) -> "list[MachineType]":
        """Return the documented machine types of a generation."""
        rows: Iterable[MachineType] = self.index.table("machine_types")
        return [one for one in rows if one.generation == generation and one.status == "documented"]


def newer_than(index: "Index", name: str, stems: "tuple[str, ...]") -> str | None:
    """Return whether a name is of an `announced` generation, or of one `newer` than the data; None: of neither.

    The number behind a stem tells: the eighth generation is announced, a ninth would be newer.
    """
    word = name.casefold().replace("_", "-")
    stem = next((one for one in stems if word.startswith(one) and word[len(one) : len(one) + 1].isdigit()), None)
    if stem is None:
        return None
    rest = word[len(stem) :]
    digits = rest[: len(rest) - len(rest.lstrip("0123456789"))]
    if len(digits) > 3:
        return None
    known = index.generations.values()
    early = {one.ordinal for one in known if one.stage in EARLY}
    number = int(digits)
    if number in early:
        return "announced"
    return "newer" if number > max(one.ordinal for one in known) else None


def said(record: "Any") -> str:
    """Return the first source of a record, with its period."""
    source = record.sources[0] if hasattr(record, "sources") else record.source
    return f"{source} ({dated(record.seen)})"
