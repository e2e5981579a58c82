"""What a plan is asked for: every name resolved, exactly one size."""

from tpu_zones.errors import NoSuchSlice, WrongUsage, shown
from tpu_zones.facts.amounts import count, duration
from tpu_zones.facts.ask import levels, options, surface_named
from tpu_zones.facts.where import Question
from tpu_zones.names import Hardware
from tpu_zones.records.words import Option, Stage
from tpu_zones.shapes import parse_topology, topology_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from decimal import Decimal
    from typing import Any

    from tpu_zones.facts.catalog import Catalog
    from tpu_zones.places import Covered
    from tpu_zones.records.rows import Rows
    from tpu_zones.records.slices import Slice
    from tpu_zones.records.words import Evidence, Surface


class Ask:
    """The question. `slices` are those of each generation that has one of the size, the newest generation first."""

    __slots__ = (
        "catalog",
        "count",
        "evidence",
        "hardware",
        "hours",
        "limit",
        "near",
        "options",
        "places",
        "slices",
        "surface",
    )

    def __init__(
        self,
        catalog: "Catalog",
        tpu: str | None,
        size: "tuple[int | None, str | None]",
        slices: int,
        within: "str | Iterable[str] | None",
        option: "str | Iterable[str] | None",
        surface: str | None,
        hours: "float | str | Decimal | None",
        near: "str | Iterable[str] | None",
        evidence: str,
        limit: int,
    ) -> None:
        self.catalog = catalog
        index = catalog.index
        self.hardware = None if tpu is None else index.names.parse(tpu)
        chips, topology = count("chips", size[0]), size[1]
        _one_size(self.hardware, chips, topology)
        self.count = count("slices", slices) or 1
        self.hours: Decimal | None = None if hours is None else duration(hours)
        self.limit = count("limit", limit) or 20
        self.places: tuple[Covered, ...] | None = None if within is None else index.places.find(within)
        self.near: tuple[Covered, ...] = () if near is None else index.places.find(near)
        self.options = options(option) or (Option.ON_DEMAND,)
        self.surface: Surface | None = surface_named(surface)
        self.evidence: tuple[Evidence, ...] = levels(evidence)
        self.slices = _slices(catalog, self.hardware, tpu, chips, topology)

    def question(self, generation: str) -> Question:
        """Return the question where the generation is offered, by whatever option."""
        hardware = self.hardware or Hardware(generation, generation, "generation")
        return Question(hardware, self.places, (), self.surface, self.evidence)

    def widened(self, **constraints: "Any") -> "Ask":
        """Return the same question with other constraints."""
        twin = object.__new__(Ask)
        for slot in self.__slots__:
            setattr(twin, slot, constraints.get(slot, getattr(self, slot)))
        return twin


def _one_size(hardware: Hardware | None, chips: int | None, topology: str | None) -> None:
    own = hardware.accelerator_type if hardware else None
    named = {"chips": chips, "topology": topology, "accelerator type": own}
    given = [
        f"{what} {value if isinstance(value, str) else shown(value)}"
        for what, value in named.items()
        if value is not None
    ]
    if len(given) != 1:
        said = " and ".join(given)
        wrong = (
            f"the size is given {'twice' if len(given) == 2 else 'three times'}, as {said}." if given else "how large?"
        )
        raise WrongUsage(f"{wrong} Say one of chips (of one slice), topology, or an accelerator type such as v5p-16")


def _slices(
    catalog: "Catalog", hardware: Hardware | None, tpu: str | None, chips: int | None, topology: str | None
) -> "Mapping[str, Rows[Slice]]":
    if hardware and tpu is not None:
        return {hardware.generation: catalog.slices(tpu, chips=chips, topology=topology)}
    sides = parse_topology(topology) if topology is not None else None
    found, index = {}, catalog.index
    newest_first = sorted(index.generations.values(), key=lambda one: (one.ordinal, one.generation), reverse=True)
    for one in newest_first:
        if one.stage is Stage.AVAILABLE:
            try:
                found[one.generation] = catalog.slices(one.generation, chips=chips, topology=topology)
            except NoSuchSlice:
                continue
    if found:
        return found
    if sides:
        raise NoSuchSlice(
            f"no generation has a slice of topology {topology_name(sides)}; tpu-zones slices TPU lists them"
        )
    sizes = sorted({size for one in newest_first if one.stage is Stage.AVAILABLE for size in index.names.sizes(one)})
    near = [
        max((n for n in sizes if n < (chips or 0)), default=0),
        min((n for n in sizes if n > (chips or 0)), default=0),
    ]
    nearest = tuple(str(size) for size in near if size)
    raise NoSuchSlice(
        f"no generation has a slice of {chips} chips; nearest sizes: {', '.join(nearest)}", nearest=nearest
    )
