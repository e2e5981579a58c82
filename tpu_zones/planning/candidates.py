"""Which zone, slice and option answer a plan, and which is the better of two."""

from tpu_zones.facts.near import nearest
from tpu_zones.facts.options import taken
from tpu_zones.facts.readings import form_of, forms, is_stale, reading
from tpu_zones.facts.where import search
from tpu_zones.names import Hardware
from tpu_zones.records.words import Access, Answer, Evidence, Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from tpu_zones.facts.index import Index
    from tpu_zones.facts.where import Found
    from tpu_zones.planning.ask import Ask
    from tpu_zones.records.offerings import Offering
    from tpu_zones.records.prices import PriceReading
    from tpu_zones.records.slices import Slice

_EVIDENCE = {one: rank for rank, one in enumerate(Evidence)}


class Candidate:
    """A slice in a zone by an option; `price` is that of a chip-hour, `stale` an old Spot reading."""

    __slots__ = ("answer", "form", "kilometres", "offering", "option", "price", "slice", "stale")

    def __init__(
        self,
        one: "Slice",
        offering: "Offering",
        option: Option,
        answer: Answer,
        kilometres: int | None,
        form: str | None,
        price: "PriceReading | None",
        stale: bool,
    ) -> None:
        self.slice, self.offering, self.option, self.answer = one, offering, option, answer
        self.kilometres, self.form, self.price, self.stale = kilometres, form, price, stale


class Group:
    """The candidates of one generation, best first, and what failed in one respect only.

    `refused` are offerings with the option that is not taken there, `undersized` those listed for other sizes;
    `found` is the search by place, evidence and surface.
    """

    __slots__ = ("candidates", "found", "generation", "refused", "undersized")

    def __init__(self, generation: str, found: "Found") -> None:
        self.generation, self.found = generation, found
        self.candidates: list[Candidate] = []
        self.refused: list[tuple[Offering, Option]] = []
        self.undersized: list[Offering] = list(found.undersized)


def groups(ask: "Ask") -> "list[Group]":
    """Return the candidates of every generation that has the size, newest generation first."""
    return [_group(ask, generation, slices) for generation, slices in ask.slices.items()]


def _group(ask: "Ask", generation: str, slices: "Sequence[Slice]") -> Group:
    index = ask.catalog.index
    group = Group(generation, search(index, ask.question(generation)))
    slices = [one for one in slices if ask.surface is None or ask.surface in one.surfaces]
    if not slices:
        return group
    away = _kilometres(ask, group.found.kept)
    known = forms(index, Hardware(generation, generation, "generation"))
    form = known[0] if len(known) == 1 else form_of(slices[0].chips)
    steady = {one.machine_type for one in index.table("machine_types") if one.flex_start is False}
    ranked: list[tuple[Any, Candidate]] = []
    for offering in group.found.kept:
        if offering.zone is None:
            continue
        fitting = [
            (rank, one)
            for rank, one in enumerate(slices)
            if not offering.sizes or one.accelerator_type in offering.sizes
        ]
        if not fitting:
            group.undersized.append(offering)
            continue
        for order, option in enumerate(ask.options):
            answer = taken(index, offering, option, ask.surface)[0]
            any_machine = option is not Option.FLEX_START
            suited = [pair for pair in fitting if any_machine or pair[1].machine_type not in steady]
            if answer is Answer.NO or not suited:
                group.refused.append((offering, option))
                continue
            price, _ = reading(index, generation, form, offering.region, option)
            stale = is_stale(price, ask.catalog.today)
            place = _rank(index, offering, answer, away.get(offering.zone), None if stale else price)
            for rank, one in suited:
                found = Candidate(one, offering, option, answer, away.get(offering.zone), form, price, stale)
                ranked.append(((*place, offering.zone, rank, order), found))
    ranked.sort(key=lambda pair: pair[0])
    group.candidates = [candidate for _, candidate in ranked]
    return group


def _kilometres(ask: "Ask", offered: "Sequence[Offering]") -> "dict[str, int | None]":
    if not ask.near:
        return {}
    return {one.zone: one.kilometres for one in nearest(ask.catalog.index, offered, ask.near)}


def _rank(
    index: "Index", one: "Offering", answer: Answer, away: int | None, price: "PriceReading | None"
) -> "tuple[Any, ...]":
    """Return what comes before the names: evidence, option, access, distance, price; the unknown comes last."""
    return (
        _EVIDENCE[one.evidence],
        answer is not Answer.YES,
        one.zone is not None and index.zones[one.zone].access is not Access.OPEN,
        away is None,
        away or 0,
        price is None,
        price.usd_per_chip_hour if price else 0,
    )
