"""Who says what."""

from tpu_zones.facts.where import understand
from tpu_zones.records.claims import Claim, Scope
from tpu_zones.records.rows import Note, Rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from tpu_zones.facts.index import Index


def claims(
    index: "Index",
    tpu: str | None,
    within: "str | Iterable[str] | None",
    option: "str | Iterable[str] | None",
    surface: str | None,
) -> Rows[Claim]:
    """Return the claims on a generation in places, the newest first.

    A claim on a region is no claim on its zones: it comes back where the region or more was asked for.
    """
    question = understand(index, tpu, within, option, surface, "any")
    generations = [question.generation] if question.generation else list(index.claims)
    found = [claim for generation in generations for claim in index.claims.get(generation, ())]
    if question.places is not None:
        zones = {zone.zone for place in question.places for zone in place.zones}
        regions = {place.region for place in question.places if place.kind != "zone"}
        regions |= {zone.region for place in question.places if place.kind != "zone" for zone in place.zones}
        found = [
            claim for claim in found if claim.zone in zones or (claim.scope is Scope.REGION and claim.region in regions)
        ]
    if question.options:
        found = [claim for claim in found if claim.option in question.options]
    if question.surface:
        found = [claim for claim in found if claim.surface in (question.surface, None)]
    found.sort(key=lambda claim: claim.seen.age, reverse=True)
    days = [claim.seen.day for claim in found if claim.seen.day]
    notes = [] if found else [Note(code="no-claim", text="no source says anything on it")]
    return Rows(found, record=Claim, notes=notes, evidence_date=max(days, default=None))
