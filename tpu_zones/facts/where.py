"""Where: which zones offer a TPU, which generations a place has, and the offerings behind both."""

from tpu_zones.facts import notes
from tpu_zones.facts.ask import levels, options, surface_named
from tpu_zones.facts.dates import newest, of_generation
from tpu_zones.records.rows import Rows
from tpu_zones.records.words import Answer, Stage
from tpu_zones.records.zones import Zone

TYPE_CHECKING = False
if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from tpu_zones.facts.index import Index
    from tpu_zones.names import Hardware
    from tpu_zones.places import Covered
    from tpu_zones.records.generations import Generation
    from tpu_zones.records.machines import MachineType
    from tpu_zones.records.offerings import Offering
    from tpu_zones.records.words import Evidence, Option, Surface


class Question:
    """What was asked, with every name resolved."""

    __slots__ = ("generation", "hardware", "levels", "options", "places", "surface")

    def __init__(
        self,
        hardware: "Hardware | None",
        places: "tuple[Covered, ...] | None",
        options: "tuple[Option, ...]",
        surface: "Surface | None",
        levels: "tuple[Evidence, ...]",
    ) -> None:
        self.hardware, self.places, self.options, self.surface, self.levels = hardware, places, options, surface, levels
        self.generation = hardware.generation if hardware else None


class Found:
    """The offerings that answer a question (`kept`), and those that fail it in one respect only.

    `below` are in place and of the right size, but not of the evidence asked for; `unsure` those whose
    option is not known, `refused` those whose option or surface is; `undersized` are listed for other
    sizes only. `more` of those below would be kept, were it not for their evidence.
    """

    __slots__ = ("below", "kept", "more", "refused", "undersized", "unsure")

    def __init__(self) -> None:
        self.kept: list[Offering] = []
        self.below: list[Offering] = []
        self.more: list[Offering] = []
        self.unsure: list[Offering] = []
        self.refused: list[Offering] = []
        self.undersized: list[Offering] = []


def understand(
    index: "Index",
    tpu: str | None,
    within: "str | Iterable[str] | None",
    option: "str | Iterable[str] | None",
    surface: str | None,
    evidence: str,
) -> Question:
    """Return the question with its names resolved; raises `UnknownName` or `NoSuchSlice`."""
    return Question(
        None if tpu is None else index.names.parse(tpu),
        None if within is None else index.places.find(within),
        options(option),
        surface_named(surface),
        levels(evidence),
    )


def search(index: "Index", question: Question) -> Found:
    """Return the offerings for a question: in the order of its places, open zones first, then by name."""
    found = Found()
    hardware = question.hardware
    generations = [hardware.generation] if hardware else index.generations
    candidates = [one for generation in generations for one in index.offerings[generation]]
    fits = sizes_that_fit(index, hardware)
    for one in candidates if question.places is None else _in_order(candidates, question.places):
        if not fits(one):
            found.undersized.append(one)
        elif one.evidence not in question.levels and (one.generation, one.zone) not in index.granted:
            found.below.append(one)
            if _bucket(index, question, one, found) is found.kept:
                found.more.append(one)
        else:
            _bucket(index, question, one, found).append(one)
    return found


def _bucket(index: "Index", question: Question, one: "Offering", found: Found) -> "list[Offering]":
    """Return the list that an offering belongs to, by option and surface."""
    hardware, surface = question.hardware, question.surface
    if not question.options:
        served = surface is None or (surface in one.surfaces and not refused_as_machine(index, hardware, None, surface))
        return found.kept if served else found.refused
    from tpu_zones.facts.options import taken

    answers = [
        taken(index, one, option, surface)[0]
        for option in question.options
        if not refused_as_machine(index, hardware, option, surface)
    ]
    if Answer.YES in answers:
        return found.kept
    return found.unsure if Answer.UNKNOWN in answers else found.refused


def _in_order(candidates: "Sequence[Offering]", places: "Iterable[Covered]") -> "Iterable[Offering]":
    """Return the offerings in places, in the order of the places; none twice."""
    found: dict[int, Offering] = {}
    for place in places:
        zones = {zone.zone for zone in place.zones}
        for one in candidates:
            if one.zone in zones or (one.zone is None and not place.is_zone and one.region in place.regions):
                found[id(one)] = one
    return found.values()


def sizes_that_fit(index: "Index", hardware: "Hardware | None") -> "Callable[[Offering], bool]":
    """Return a test of whether an offering has the size or the machine type that a name means."""
    if hardware is None:
        return _anything
    if own := hardware.accelerator_type:
        return lambda one: not one.sizes or own in one.sizes
    if not hardware.machine_types:
        return _anything
    regions = unusual(index, hardware)
    if regions is not None:
        return lambda one: one.region in regions
    types = {one.accelerator_type for one in index.table("shapes") if one.machine_type in hardware.machine_types}
    return lambda one: not one.sizes or one.zone is None or not types.isdisjoint(one.sizes)


def _anything(_: "Offering") -> bool:
    """Fit where nothing restricts the size."""
    return True


def unusual(index: "Index", hardware: "Hardware") -> "list[str] | None":
    """Return the regions whose listing shows the undocumented machine types of a name; None: it has none."""
    machines = _machines(index, hardware)
    if not machines or any(one.status == "documented" for one in machines):
        return None
    return sorted({region for one in machines for region in one.regions})


def refused_as_machine(
    index: "Index", hardware: "Hardware | None", option: "Option | None", surface: "Surface | None"
) -> bool:
    """Whether the machine types that a name narrows to are known not to take the option, or the surface them."""
    if hardware is None or not hardware.machine_types or (option is None and surface is None):
        return False
    machines = _machines(index, hardware)
    served = {"gke": [one.gke for one in machines], "compute-engine": [one.compute_engine for one in machines]}
    return (option == "flex-start" and all(one.flex_start is False for one in machines)) or (
        surface in served and all(answer is Answer.NO for answer in served[surface])
    )


def _machines(index: "Index", hardware: "Hardware") -> "list[MachineType]":
    return [one for one in index.table("machine_types") if one.machine_type in hardware.machine_types]


def zones(index: "Index", *asked: "Any") -> Rows[Zone]:
    """Return the zones that answer a question; `asked` is what `understand` takes."""
    question = understand(index, *asked)
    found = search(index, question)
    kept = [index.zones[zone] for zone in dict.fromkeys([one.zone for one in found.kept if one.zone])]
    if question.hardware is None and question.places is None:
        kept.sort(key=lambda zone: (zone.access != "open", zone.zone))
    elif question.hardware is None:
        kept = _by_place(kept, question.places or ())
    return Rows(
        kept,
        record=Zone,
        notes=notes.on_zones(index, question, found),
        evidence_date=evidence_date(index, question, found),
    )


def _by_place(found: "Sequence[Zone]", places: "Iterable[Covered]") -> list[Zone]:
    """Return zones in the order of places, within a place open ones first, then by name."""
    ordered = sorted(found, key=lambda zone: (zone.access != "open", zone.zone))
    return list(dict.fromkeys(zone for place in places for zone in ordered if zone in place.zones))


def offerings(index: "Index", *asked: "Any") -> "Rows[Offering]":
    """Return the offerings that answer a question; `asked` is what `understand` takes."""
    from tpu_zones.records.offerings import Offering

    question = understand(index, *asked)
    found = search(index, question)
    return Rows(
        found.kept,
        record=Offering,
        notes=notes.on_zones(index, question, found),
        evidence_date=evidence_date(index, question, found),
    )


def generations(index: "Index", *asked: "Any") -> "Rows[Generation]":
    """Return the generations that answer a question; all that Google or an article names, if nothing is asked."""
    from tpu_zones.records.generations import Generation

    question = understand(index, None, *asked)
    open_question = question.places is None and not question.options and question.surface is None
    found = search(index, question)
    offered = {one.generation for one in found.kept if one.zone}
    kept = [
        one
        for one in index.generations.values()
        if (one.generation in offered or open_question) and one.stage is not Stage.UNDOCUMENTED
    ]
    return Rows(
        kept,
        record=Generation,
        notes=notes.on_generations(index, question, found, kept),
        evidence_date=evidence_date(index, question, found),
    )


def evidence_date(index: "Index", question: Question, found: Found) -> "dt.date | None":
    """Return the newest exact day among the claims behind the rows, else among the generation's."""
    return newest(one.newest_day for one in found.kept) or of_generation(index, question.generation)
