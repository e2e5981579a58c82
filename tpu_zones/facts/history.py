"""What changed: computed from the versions of Google's zone lists, the machine type listing, and the launches."""

import datetime as dt

from tpu_zones.facts.dates import newest_day
from tpu_zones.facts.notes import not_yet, on_zones
from tpu_zones.facts.where import evidence_date, search, understand
from tpu_zones.records.history import Change
from tpu_zones.records.period import Period
from tpu_zones.records.rows import Note, Rows
from tpu_zones.records.words import Confidence, Surface, What

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from tpu_zones.facts.index import Index
    from tpu_zones.facts.where import Question
    from tpu_zones.records.claims import Claim, ZoneList

    Listed = Mapping[tuple[str, str | None], Mapping[str, Claim]]

_FIRM = (Confidence.HIGH, Confidence.MEDIUM)
_DAY = dt.timedelta(days=1)


def history(index: "Index", tpu: str | None, within: "str | Iterable[str] | None") -> Rows[Change]:
    """Return the changes of a generation in places, the oldest first."""
    question = understand(index, tpu, within, None, None, "documented")
    generations = [question.generation] if question.generation else list(index.generations)
    end = max((one.seen.last for one in index.table("claims") if _is_window(one)), default=dt.date.min)
    found = [
        change
        for generation in generations
        for change in (*_on_lists(index, generation), *_in_listing(index, generation, end))
        if _inside(question, change)
    ]
    found += _launches(index, question)
    found.sort(key=lambda change: change.when.age)
    answered = search(index, question)
    return Rows(
        found,
        record=Change,
        notes=_notes(index, question, found, end) if found else [*on_zones(index, question, answered), _NOTHING],
        evidence_date=newest_day(change.when for change in found) or evidence_date(index, question, answered),
    )


_NOTHING = Note(code="no-change", text="no source that was read shows a change there")


def _inside(question: "Question", change: Change) -> bool:
    """Return whether a change is in the places; one of a region is none of its zones."""
    if question.places is None:
        return True
    for place in question.places:
        if change.zone or place.is_zone:
            if change.zone in {zone.zone for zone in place.zones}:
                return True
        elif change.region in place.regions:
            return True
    return False


def _on_lists(index: "Index", generation: str) -> "Iterator[Change]":
    """Yield what the versions of Google's zone lists added and removed, heading by heading."""
    lists = [one for one in index.table("lists") if one.about == "zones" and one.confidence in _FIRM]
    lists.sort(key=lambda one: one.seen.age)
    listed: dict[tuple[str, str | None], dict[str, Claim]] = {}
    for claim in index.claims.get(generation, ()):
        firm = claim.confidence in _FIRM and not claim.weak
        if claim.what is What.LISTED and claim.list and claim.zone and claim.option is None and firm:
            heading = index.regions[index.zones[claim.zone].region].heading
            listed.setdefault((claim.list, heading), {})[claim.zone] = claim
    for heading in dict.fromkeys(heading for _, heading in listed):
        yield from _under(index, generation, heading, lists, listed)


def _under(
    index: "Index", generation: str, heading: str | None, lists: "Sequence[ZoneList]", listed: "Listed"
) -> "Iterator[Change]":
    """Yield the changes under one heading.

    A list that does not cover the generation there in full may confirm a zone, and removes none.
    """
    there: dict[str, Claim] = {}
    covering: ZoneList | None = None
    for one in lists:
        now = listed.get((one.list, heading), {})
        for zone, claim in now.items():
            was = there.get(zone)
            if was is None and covering:
                sources = one.source, covering.source
                yield _change(claim, "added", one.seen, covering.seen, sources, claim.note, one.list)
            elif was is None:
                yield _change(claim, "first listed", one.seen, None, (one.source,), claim.note, one.list)
            elif _sizes(index, was) != _sizes(index, claim):
                text = f"was {_said(was)}, now {_said(claim)}"
                yield _change(claim, "sizes", one.seen, was.seen, (one.source, was.source), text, one.list)
            there[zone] = claim
        if f"{generation}/{heading}" in one.covers:
            for zone in [zone for zone in there if zone not in now]:
                was = there.pop(zone)
                yield _change(was, "removed", one.seen, was.seen, (one.source, was.source), was.note, one.list)
            covering = one


def _change(
    claim: "Claim",
    what: str,
    when: Period,
    before: Period | None,
    sources: tuple[str, ...],
    note: str | None,
    shown_by: str | None = None,
) -> Change:
    return Change(
        generation=claim.generation,
        zone=claim.zone,
        region=claim.region,
        what=what,
        when=when,
        before=before,
        sizes=claim.sizes,
        list=shown_by,
        sources=sources,
        confidence=claim.confidence,
        note=note,
    )


def _sizes(index: "Index", claim: "Claim") -> frozenset[str]:
    return frozenset(claim.sizes or index.generations[claim.generation].accelerator_types)


def _said(claim: "Claim") -> str:
    sizes = ", ".join(claim.sizes) or "all sizes"
    return f"{sizes} ({claim.note})" if claim.note else sizes


def _in_listing(index: "Index", generation: str, end: dt.date) -> "Iterator[Change]":
    """Yield what appeared and disappeared in the machine type listing, which ends on a day: its claims are windows."""
    windows = [one for one in index.claims.get(generation, ()) if _is_window(one)]
    windows.sort(key=lambda one: one.seen.age)
    for number, one in enumerate(windows):
        same = [
            two
            for two in windows[:number]
            if (two.zone, two.region) == (one.zone, one.region) and set(two.sizes) & set(one.sizes)
        ]
        before, note = None, None
        if same:
            before, why = same[-1].seen, same[-1].note
            note = f"shown before, to {before.last}" + (f": {why}" if why else "")
        yield _change(one, "appeared", _day(one.seen.first), before, (one.source,), note)
        if one.seen.last < end:
            yield _change(one, "disappeared", _day(one.seen.last + _DAY), one.seen, (one.source,), one.note)


def _day(day: dt.date) -> Period:
    return Period(first=day, last=day)


def _is_window(claim: "Claim") -> bool:
    return claim.what is What.TYPE and claim.surface is Surface.COMPUTE_ENGINE


def _launches(index: "Index", question: "Question") -> "Iterator[Change]":
    """Yield the steps of generations and options; they have no place."""
    for one in index.table("launches") if question.places is None else ():
        if question.generation in (None, one.generation):
            yield Change(
                generation=one.generation,
                zone=None,
                region=None,
                what=one.event,
                when=_day(one.date),
                before=None,
                sizes=(),
                list=None,
                sources=one.sources,
                confidence=one.confidence,
            )


def _notes(index: "Index", question: "Question", found: "Sequence[Change]", end: dt.date) -> "Iterator[Note]":
    if question.hardware and question.hardware.note:
        yield Note(code="name", text=question.hardware.note)
    if question.hardware and (early := not_yet(index, index.generations[question.hardware.generation])):
        yield early
    if any(change.list for change in found):
        text = "added and removed speak of Google's lists alone; what a copy does not show in full is not covered"
        newest = [
            f"{heading} {one.seen}"
            for (generation, heading), one in index.sections.items()
            if generation == question.generation and heading in _headings(index, found)
        ]
        yield Note(code="covered", text=text + (f"; read in full to: {', '.join(newest)}" if newest else ""))
    if any(change.what in ("appeared", "disappeared") for change in found):
        text = f"the machine type listing (to {end}) shows what one project could see: a type that"
        yield Note(code="listing", text=f"{text} disappears from it is not withdrawn by that")


def _headings(index: "Index", found: "Iterable[Change]") -> set[str | None]:
    return {index.regions[change.region].heading for change in found if change.list and change.region}
