"""Who says what."""

from tpu_zones.facts import grounds
from tpu_zones.facts.dates import newest_day, of_generation
from tpu_zones.facts.where import understand
from tpu_zones.names import Hardware
from tpu_zones.records.claims import Claim, Scope
from tpu_zones.records.rows import Note, Rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tpu_zones.facts.index import Index
    from tpu_zones.facts.where import Question
    from tpu_zones.places import Covered


def claims(
    index: "Index",
    tpu: str | None,
    within: "str | Iterable[str] | None",
    option: "str | Iterable[str] | None",
    surface: str | None,
) -> Rows[Claim]:
    """Return the claims on a generation in places, the newest first; on a zone all that its availability stands on.

    A claim on a region is no claim on its zones, unless it is the only word on them.
    """
    question = understand(index, tpu, within, option, surface, "any")
    if question.places is None:
        found = [*_of(index, question), *(() if tpu is None else index.claims.get("any", ()))]
    else:
        found = [claim for place in question.places for claim in _inside(index, question, place)]
    if question.options:
        found = [claim for claim in found if claim.option in question.options]
    if question.surface:
        found = [claim for claim in found if claim.surface in (question.surface, None)]
    found = sorted(dict.fromkeys(found), key=lambda claim: claim.seen.age, reverse=True)
    notes = [] if found else [Note(code="no-claim", text="no source says anything on it")]
    day = newest_day(claim.seen for claim in found) or of_generation(index, question.generation)
    return Rows(found, record=Claim, notes=notes, evidence_date=day)


def _of(index: "Index", question: "Question") -> "Iterator[Claim]":
    """Yield the claims on the generation that is asked about, or on any."""
    for generation in [question.generation] if question.generation else index.claims:
        yield from index.claims.get(generation, ())


def _inside(index: "Index", question: "Question", place: "Covered") -> "Iterator[Claim]":
    """Yield the claims in a place: on its zones, and unless it is one, on its regions."""
    zones = {zone.zone for zone in place.zones}
    there = [claim for claim in _of(index, question) if claim.zone in zones]
    yield from there
    if not place.is_zone:
        for claim in (*_of(index, question), *index.claims.get("any", ())):
            if claim.scope is Scope.REGION and claim.region in place.regions:
                yield claim
        return
    for generation in [question.generation] if question.generation else {claim.generation for claim in there}:
        hardware = Hardware(generation, generation, "generation")
        for option in question.options or (None,):
            yield from grounds.claims(index, grounds.Asked(index, hardware, place, option, question.surface))
