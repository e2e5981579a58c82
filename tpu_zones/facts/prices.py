"""What a chip-hour costs: a price a zone, form and option, and the prices of regions without a zone."""

import datetime as dt

from tpu_zones.facts.ask import options
from tpu_zones.facts.dates import newest_day
from tpu_zones.facts.notes import on_zones
from tpu_zones.facts.readings import forms, has_form, is_stale, no_price, reading, stale_note
from tpu_zones.facts.where import Question, evidence_date, search, understand
from tpu_zones.names import Hardware
from tpu_zones.records.prices import Price
from tpu_zones.records.rows import Note, Rows
from tpu_zones.records.words import Evidence, Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tpu_zones.facts.index import Index
    from tpu_zones.places import Covered


def prices(
    index: "Index",
    tpu: str | None,
    within: "str | Iterable[str] | None",
    option: "str | Iterable[str] | None",
    evidence: str,
    today: dt.date,
) -> Rows[Price]:
    """Return the prices of a TPU in places: by generation, then zones in the order of places, form, option."""
    question = understand(index, tpu, within, None, None, evidence)
    wanted = options(option)
    if len(wanted) == len(Option):  # all of them: those that have a price
        wanted = ()
    rows: dict[tuple[str, str | None, str, str | None, str], Price] = {}
    for generation in [question.generation] if question.generation else index.generations:
        hardware = question.hardware or Hardware(generation, generation, "generation")
        for place in question.places or (None,):
            part = Question(hardware, (place,) if place else None, (), None, question.levels)
            for one in _in_place(index, part, hardware, wanted, today):
                # What does a zone cost? What is not known to be there is no answer, unless it was named.
                if question.hardware or one.evidence or not (place and place.is_zone):
                    rows.setdefault((one.generation, one.zone, one.region, one.form, one.option), one)
    found = list(rows.values())
    answered = search(index, question)
    return Rows(
        found,
        record=Price,
        notes=[*on_zones(index, question, answered), *_notes(found, today)],
        evidence_date=newest_day([one.read_on for one in found], evidence_date(index, question, answered)),
    )


def _in_place(
    index: "Index", question: Question, hardware: Hardware, wanted: "Sequence[Option]", today: dt.date
) -> "Iterator[Price]":
    """Yield the prices in one place, or everywhere: of its zones, then of regions that have none."""
    generation, found = hardware.generation, search(index, question)
    known = index.priced_options.get(generation, ())
    ways = [option for option in Option if option in wanted] or known
    asked = forms(index, hardware)
    zoned = set()
    for one in found.kept:
        for form in asked if one.zone else ():
            if has_form(one, form):
                zoned.add((one.region, form))
                for option in ways:
                    yield _price(index, generation, form, one.region, option, today, one.zone, one.evidence)
    place = question.places[0] if question.places else None
    for region in _regions(index, generation, place):
        for form in asked:
            there = [one for one in (*found.kept, *found.below) if one.region == region and has_form(one, form)]
            priced = [option for option in known if reading(index, generation, form, region, option)[0]]
            elsewhere = not there and any(one.region == region and one.zone for one in found.undersized)
            if (region, form) in zoned or elsewhere or not (there or priced):
                continue
            best = next((one for one in Evidence if one in [offering.evidence for offering in there]), None)
            why = _no_zone(index, generation, form, region, place)
            for option in [option for option in ways if option in (wanted or priced)] or [Option.ON_DEMAND]:
                yield _price(index, generation, form, region, option, today, None, best, why)


def _regions(index: "Index", generation: str, place: "Covered | None") -> list[str]:
    """Return the regions of a place where the generation has an offering or a price, by name."""
    known = {one.region for one in index.offerings[generation]} | {
        region for _, region, _ in index.prices.get(generation, ())
    }
    if place:
        known.intersection_update(place.regions)
    return sorted(known)


def _price(
    index: "Index",
    generation: str,
    form: str | None,
    region: str,
    option: Option,
    today: dt.date,
    zone: str | None,
    evidence: Evidence | None,
    why: str | None = None,
) -> Price:
    now, earlier = reading(index, generation, form, region, option)
    if now is None:
        why = "; ".join(filter(None, (no_price(index, generation, form, region, option), why)))
    elif why:
        why = f"a price, not an offer: {why}"
    return Price(
        generation=generation,
        form=form,
        zone=zone,
        region=region,
        option=option,
        usd_per_chip_hour=now.usd_per_chip_hour if now else None,
        read_on=now.read_on if now else None,
        rounded=now.rounded if now else False,
        stale=is_stale(now, today),
        evidence=evidence,
        reason=why,
        sources=now.sources if now else (),
        confidence=now.confidence if now else None,
        earlier=tuple(earlier),
        note=now.note if now else None,
    )


def _no_zone(index: "Index", generation: str, form: str | None, region: str, place: "Covered | None") -> str:
    """Say why a price belongs to no zone."""
    there = [one for one in index.offerings[generation] if one.region == region]
    known = [one for one in there if has_form(one, form)]
    if there and not known:
        return f"no zone of {region} is known for {generation} {form} sizes"
    heading = index.regions[region].heading
    section = index.sections.get((generation, heading or ""))
    listed = f"not on Google's list for {heading} ({section.seen})" if section else "on none of Google's lists"
    zones = [f"{one.zone} ({one.evidence})" for one in known if one.zone]
    seen = f"known in {region}: {', '.join(zones)}" if zones else "no zone is known"
    if known and not zones:
        seen = f"its machine types are published there without a zone ({known[0].last_seen})"
    return f"{generation} in {place.name if place and place.is_zone else region} is {listed}; {seen}"


def _notes(rows: "Sequence[Price]", today: dt.date) -> "Iterator[Note]":
    if any(one.usd_per_chip_hour for one in rows):
        text = (
            "USD per chip-hour, list prices before tax and discounts; a price is no offer, and no sign of free capacity"
        )
        yield Note(code="list-price", text=text)
    yield from stale_note([one.region for one in rows if one.stale], today)
