"""The card of a place that covers regions, or none."""

from tpu_zones.facts.cards.parts import fact, newest, table, tables
from tpu_zones.facts.notes import nearest_regions
from tpu_zones.records.cards import Card, Fact
from tpu_zones.records.rows import Rows
from tpu_zones.records.words import Evidence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tpu_zones.facts.index import Index
    from tpu_zones.places import Covered


def card(index: "Index", covered: "Covered") -> Card:
    """Return the regions of a place and the generations that they offer."""
    place = covered.place
    regions = covered.regions
    offered = [one for of_one in index.offerings.values() for one in of_one if one.region in regions]
    documented: dict[str, list[str]] = {}
    for one in offered:
        if one.evidence is Evidence.DOCUMENTED and one.zone:
            documented.setdefault(one.generation, []).append(one.zone)
    facts = []
    if place:
        others = {place.code, *place.names}
        facts += [fact("names", tuple(sorted(one for one in others if one.casefold() != place.name.casefold())), place)]
        if place.country and place.country != place.code:
            facts += [fact("country", place.country)]
    for generation, zones in documented.items():
        facts += [fact(generation, tuple(zones))]
    if regions and not documented:
        facts += [fact("TPUs", "on none of Google's lists")]
    if not regions:
        facts += [fact("regions", "no Google Cloud region")]
    if not regions and (near := nearest_regions(index, covered)):
        facts += [fact("nearest", near)]
    return Card(
        kind=covered.kind,
        name=covered.name,
        facts=Rows(facts, record=Fact),
        tables=tables(
            table("regions", [index.regions[one] for one in regions], "region place country status"),
            table("TPUs", offered, "zone region generation evidence last_seen sizes surfaces"),
        ),
        evidence_date=newest(offered),
    )
