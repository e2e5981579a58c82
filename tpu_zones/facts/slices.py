"""Slices: from a name, a size, a topology and a machine type to the slices that they leave."""

from tpu_zones.errors import WrongUsage, shown
from tpu_zones.facts.ask import whole
from tpu_zones.facts.dates import newest_day, of_generation
from tpu_zones.facts.known_slices import above, known_slices, rule_of
from tpu_zones.records.machines import Tier
from tpu_zones.records.rows import Note, Rows
from tpu_zones.records.slices import Slice
from tpu_zones.records.words import Stage
from tpu_zones.shapes import cubic, parse_topology, topology_name, volume

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tpu_zones.facts.index import Index
    from tpu_zones.names import Hardware
    from tpu_zones.records.generations import Generation
    from tpu_zones.records.machines import Shape
    from tpu_zones.shapes import Sides

_MANY, _SHOWN = 10**7, 40


class Wanted:
    """What was asked for, with every name resolved.

    `machines` are the machine types that it is narrowed to (empty: all), `named` those whose legacy and
    undocumented shapes come back too, `own` is an accelerator type.
    """

    __slots__ = ("chips", "generation", "hardware", "machines", "named", "own", "sides")

    def __init__(
        self,
        index: "Index",
        hardware: "Hardware",
        machines: frozenset[str],
        chips: int | None = None,
        sides: "Sides | None" = None,
    ) -> None:
        self.generation: Generation = index.generations[hardware.generation]
        self.hardware, self.machines, self.named, self.sides = hardware, machines, machines, sides
        self.own = hardware.accelerator_type
        self.chips = hardware.chips if self.own else chips
        if not machines and hardware.kind in ("gke-label", "machine-family"):  # one that all of them share
            of_generation = (one for one in index.table("machine_types") if one.generation == hardware.generation)
            self.named = frozenset(one.machine_type for one in of_generation)

    def has(self, machine_type: str) -> bool:
        """Return whether a machine type is among those asked for; an accelerator type means its own one."""
        return not self.machines or machine_type in self.machines or self.own is not None

    def fits(self, sides: "Sides") -> bool:
        """Return whether a shape has the size and the sides asked for; an accelerator type means its own ones."""
        shaped = self.sides is None or sides == self.sides or self.own is not None
        return shaped and (self.chips is None or volume(sides) == self.chips)


def slices(
    index: "Index", tpu: str, chips: int | None, topology: str | None, machine_type: str | None
) -> "Rows[Slice]":
    """Return the slices that fit: fewest hosts first, then the most cubic, then by name."""
    wanted = _understand(index, tpu, chips, topology, machine_type)
    found, hidden = known_slices(index, wanted)
    rows = sorted(found, key=_rank)
    if wanted.own and rows:
        rows = [_own(wanted, rows)]
    elif not rows and (wanted.chips or wanted.sides):
        every, _ = known_slices(index, Wanted(index, wanted.hardware, wanted.machines))
        if every:
            from tpu_zones.facts.no_slice import no_slice

            raise no_slice(index, wanted, sorted(every, key=_rank), hidden)
    notes = _notes(index, wanted, rows, hidden)
    day = newest_day(one.seen for one in rows) or of_generation(index, wanted.generation.generation)
    return Rows(rows, record=Slice, notes=notes, evidence_date=day)


def _understand(index: "Index", tpu: str, chips: int | None, topology: str | None, machine_type: str | None) -> Wanted:
    hardware = index.names.parse(tpu)
    count = whole(chips)
    if chips is not None and (count is None or not 0 < count < _MANY):
        many = "so many" if count and count >= _MANY else shown(chips, _SHOWN)
        raise WrongUsage(f"chips {many}: a slice has a whole number of chips, from 1 to a few thousand")
    chips = count
    sides = None if topology is None else parse_topology(topology)
    if chips and sides and volume(sides) != chips:
        raise WrongUsage(f"topology {topology_name(sides)} is {volume(sides)} chips, not {chips}: give one of the two")
    asked = volume(sides) if sides else chips
    if hardware.accelerator_type and asked not in (None, hardware.chips):
        cores = f" ({hardware.tensorcores} TensorCores)" if hardware.tensorcores else ""
        raise WrongUsage(
            f"{hardware.accelerator_type} is {hardware.chips} chips{cores}, not {asked}:"
            f" ask for {hardware.generation} with the size that is meant"
        )
    machines = frozenset(hardware.machine_types)
    if machine_type is not None:
        machines = _narrowed(index, hardware, machines, machine_type)
    return Wanted(index, hardware, machines, chips, sides)


def _narrowed(index: "Index", hardware: "Hardware", machines: frozenset[str], machine_type: str) -> frozenset[str]:
    """Return the machine types that both the hardware's name and `machine_type` mean."""
    other = index.names.parse(machine_type)
    if not other.machine_types:
        raise WrongUsage(f"machine type {machine_type.strip()!r}: that is a name of {other.generation}, of no machine")
    both = machines.intersection(other.machine_types) if machines else frozenset(other.machine_types)
    if other.generation != hardware.generation or not both:
        raise WrongUsage(f"machine type {machine_type.strip()!r} is not one of {hardware.name.strip()}")
    return both


def _own(wanted: Wanted, rows: "Sequence[Slice]") -> Slice:
    """Return the slice that an accelerator type means; refuse a topology or machine type that is not its own."""
    row = next((one for one in rows if one.accelerator_type == wanted.own), rows[0])
    topology = topology_name(wanted.sides) if wanted.sides else row.topology
    if topology != row.topology or (wanted.machines and row.machine_type not in wanted.machines):
        raise WrongUsage(f"{wanted.own} is {row}: ask for {row.generation} where another slice is meant")
    return row


def _rank(one: Slice) -> "tuple[int, Sides, str, str]":
    sides = map(int, one.topology.split("x")) if one.topology else (one.chips,)
    return one.hosts, cubic(sides), one.topology or "", one.machine_type or ""


def _notes(index: "Index", wanted: Wanted, rows: "Sequence[Slice]", hidden: "Sequence[Shape]") -> "Iterator[Note]":
    generation = wanted.generation
    if wanted.hardware.note:
        yield Note(code="name", text=wanted.hardware.note)
    if not rows and not hidden:
        stage = "" if generation.stage is Stage.AVAILABLE else f" ({generation.stage})"
        name = wanted.hardware.name.strip()
        yield Note(code="no-shape", text=f"{name}{stage}: no documented shape of such a slice is known")
    if hidden and not (wanted.own and rows):
        machines = ", ".join(dict.fromkeys(one.machine_type for one in hidden))
        kinds = " and ".join(dict.fromkeys(one.tier for one in hidden))
        shapes = "shape" if len(hidden) == 1 else "shapes"
        yield Note(code="hidden", text=f"left out: {len(hidden)} {kinds} {shapes}; name the machine type ({machines})")
    if wanted.own and wanted.hardware.tensorcores:
        text = f"{wanted.own} counts TensorCores: {wanted.chips} chips; some tools count chips, its card names them"
        yield Note(code="unit", text=text)
    names = [one.topology for one in rows if one.topology]
    if len(set(names)) < len(names):
        twice = ", ".join(dict.fromkeys(one for one in names if names.count(one) > 1))
        text = f"{twice}: several slices; the machine type, or the chips that a Pod asks for, decides"
        yield Note(code="machine-type", text=text)
    if rows and not names:
        text = f"{generation.generation}: shapes are not known; chips and hosts follow from the accelerator type"
        yield Note(code="no-topology", text=text)
    custom = [one for one in rows if one.tier is Tier.CUSTOM]
    rule = rule_of(index, custom[0].machine_type) if custom else None
    if rule:
        text = f"custom, by the rule for more than {rule.above_chips} chips"
        text = f"{len(custom)} {text}: sides in order, each a multiple of {rule.multiple_of}"
        yield Note(code="custom", text=text)
        if disputed := sum(one.disputed for one in custom):
            yield Note(code="disputed", text=f"{disputed} {above(rule)}")
