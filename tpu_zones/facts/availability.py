"""Is it there: the answer for one zone, with the claims for and against."""

from tpu_zones.errors import NotOffered, UnknownName, WrongUsage, shown
from tpu_zones.facts import grounds, notes, where
from tpu_zones.facts.ask import LEVELS, options, surface_named
from tpu_zones.facts.dates import newest_day, of_generation
from tpu_zones.facts.grounds import Asked
from tpu_zones.facts.near import nearest
from tpu_zones.facts.quotas import quotas
from tpu_zones.places import Covered
from tpu_zones.records.availability import Availability
from tpu_zones.records.claims import Claim
from tpu_zones.records.quotas import Quota
from tpu_zones.records.rows import Note, Rows
from tpu_zones.records.words import Answer, Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from tpu_zones.facts.index import Index
    from tpu_zones.records.offerings import Offering
    from tpu_zones.records.zones import Zone

_LIMIT = 100


def availability(index: "Index", tpu: str, zone: str, option: str | None, surface: str | None) -> Availability:
    """Return whether a TPU is offered in a zone: no if any part of the question is, yes if every part is."""
    hardware = index.names.parse(tpu)
    asked = Asked(index, hardware, _zone(index, zone), _option(option), surface_named(surface))
    claims = sorted(grounds.claims(index, asked), key=lambda claim: claim.seen.age, reverse=True)
    parts = [grounds.evidence(index, asked, claims), grounds.size(index, asked), grounds.way(index, asked)]
    answers = [answer for answer, _ in parts]
    answer = next((one for one in (Answer.NO, Answer.UNKNOWN) if one in answers), Answer.YES)
    if answer is Answer.NO:
        parts = [part for part in parts if part[0] is Answer.NO]
    question = where.Question(
        hardware, None, (asked.option,) if asked.option else (), asked.surface, LEVELS["documented"]
    )
    offered = [one for one in where.search(index, question).kept if one.zone != asked.place.name]
    return Availability(
        tpu=tpu.strip(),
        generation=hardware.generation,
        zone=asked.place.name,
        option=asked.option,
        surface=asked.surface,
        answer=answer,
        evidence=asked.offering.evidence if asked.offering else None,
        reasons=tuple(reason for _, reasons in parts for reason in reasons),
        claims=Rows(claims, record=Claim),
        nearest=nearest(index, offered, [asked.place]),
        quota=Rows(quotas(index, asked.generation, asked.surface), record=Quota),
        evidence_date=newest_day(claim.seen for claim in claims) or of_generation(index, hardware.generation),
        notes=tuple(_notes(index, asked, question)),
    )


def require(index: "Index", *question: "Any") -> "Rows[Zone]":
    """Return the zones that answer a question; `NotOffered` says why there is none, and where it is offered."""
    tpu, within, *how = question
    index.names.parse(tpu)  # a generation has to be named
    zones = where.zones(index, *question)
    if zones:
        return zones
    anywhere = where.understand(index, tpu, None, *how)
    places = index.places.find(within) if within is not None else ()
    found = where.search(index, anywhere)
    near = nearest(index, found.kept, places)
    early = anywhere.generation and notes.not_yet(index, index.generations[anywhere.generation])
    unsure = where.search(index, where.understand(index, *question)).unsure
    verb = "is not known to be offered" if early or unsure else "is not offered"
    nowhere = "not known to be offered anywhere" if early or found.unsure else "offered nowhere"
    there = f" in {', '.join(place.name for place in places)}" if places else ""
    elsewhere = notes.some([str(one) if places else one.zone for one in near])
    asked = f"{tpu.strip()}{there}: "  # the first note begins with it, and the sentence has said it
    raise NotOffered(
        f"{tpu.strip()} {verb}{there}: "
        + "; ".join(
            [
                *(str(note).removeprefix(asked) for note in zones.notes),
                f"offered in {elsewhere}" if near else nowhere,
            ]
        ),
        nearest=tuple(one.zone for one in near),
    )


def _zone(index: "Index", name: str) -> "Covered":
    """Return the zone that is named; a region, or another place, is wrong usage that lists its zones."""
    if not isinstance(name, str):
        raise WrongUsage(f"availability takes one zone, as text such as europe-west4-b, and not {shown(name)}")
    if len(name) > _LIMIT:
        raise UnknownName(f"no name of a zone: {name[:_LIMIT]!r}", name=name[:_LIMIT])
    if zone := index.zones.get(name.strip().casefold()):  # the places need not be read
        return Covered(zone.zone, "zone", (zone,), region=zone.region)
    place, *others = index.places.find(name)
    if others:
        raise WrongUsage(f"availability takes one zone, not several: {name.strip()!r}")
    if place.is_zone:
        return place
    ids = [zone.zone for zone in place.zones]
    kind = "region" if place.region else place.kind
    listed = f"its zones are {notes.some(ids)}" if ids else "no zone of it is known"
    raise WrongUsage(f"availability takes a zone, and {place.name} is a {kind}: {listed}")


def _option(option: str | None) -> Option | None:
    named = options(option)
    if len(named) > 1:
        raise WrongUsage(f"availability takes one option, not several: {', '.join(named)}")
    return named[0] if named else None


def _notes(index: "Index", asked: Asked, question: where.Question) -> "Iterator[Note]":
    if asked.hardware.note:
        yield Note(code="name", text=asked.hardware.note)
    one: Offering | None = asked.offering
    if one is None:
        return
    yield from notes.access(index, [one])
    yield from notes.admission(index, question, [one])
    if one.note:
        yield Note(code="remark", text=one.note)
