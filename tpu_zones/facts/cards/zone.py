"""The card of a zone."""

from tpu_zones.facts.cards.disputes import disputes
from tpu_zones.facts.cards.parts import UNKNOWN, fact, newest, table, tables
from tpu_zones.facts.claims import claims
from tpu_zones.records.cards import Card, Fact
from tpu_zones.records.rows import Rows
from tpu_zones.records.words import Access, ZoneKind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tpu_zones.facts.index import Index
    from tpu_zones.records.zones import Zone

ACCESS = {
    Access.OPEN: "every project sees it",
    Access.AI: "enabled per project",
    Access.ALLOWLIST: "only projects that Google admitted see it",
}
_CLAIMS = 10


def card(index: "Index", zone: "Zone") -> Card:
    """Return what a zone is, what it offers, and who says so."""
    offered = [one for of_one in index.offerings.values() for one in of_one if one.zone == zone.zone]
    options = [row for (_, where), rows in index.options.items() if where == zone.zone for row in rows]
    said = claims(index, None, zone.zone, None, None)
    return Card(
        kind="AI zone" if zone.kind is ZoneKind.AI else "zone",
        name=zone.zone,
        facts=Rows(_facts(index, zone, bool(offered)), record=Fact),
        tables=tables(
            table("TPUs", offered, "generation evidence last_seen sighting sighted sizes qualifiers surfaces note"),
            table("options, where a claim speaks", options, "generation option surface answer why seen sources"),
            table(
                "claims, the newest first",
                said,
                "generation what seen confidence option surface sizes list note source",
                limit=_CLAIMS,
            ),
            disputes(index, [zone.zone]),
        ),
        evidence_date=newest(offered),
    )


def _facts(index: "Index", zone: "Zone", offers: bool) -> "Iterator[Fact]":
    source = next((one for one in index.table("zone_sources") if one.zone == zone.zone), None)
    place = ", ".join(filter(None, (zone.place, zone.country, zone.continent)))
    yield fact("region", f"{zone.region} ({place}{', EU' if zone.eu else ''})", source)
    if zone.kind is ZoneKind.AI:
        yield fact("hangs on", zone.parent_zone, index.statements.get("ai-zones-1"))
    if hung := [one.zone for one in index.zones.values() if one.parent_zone == zone.zone]:
        yield fact("AI zones on it", tuple(hung), index.statements.get("ai-zones-1"))
    yield fact("access", ACCESS.get(zone.access, str(zone.access)))
    yield _cpu(index, zone)
    if not offers:
        yield fact("TPUs", "on none of Google's lists, seen by no source")
    for one in (one for of_one in index.offerings.values() for one in of_one):
        if one.zone is None and one.region == zone.region:
            text = f"machine types published in {one.region} without a zone ({one.last_seen})"
            yield fact(one.generation, text, one)


def _cpu(index: "Index", zone: "Zone") -> Fact:
    """Return the CPU machine families, which a cluster's other node pools need."""
    families = index.value("system-pool-families", zone.zone)
    if not families:
        return fact("CPU machine families", f"{UNKNOWN}: no source that was read lists them")
    text = f"{', '.join(families['present'])}; not {', '.join(families['absent'])}"
    return fact("CPU machine families", text, index.statements["system-pool-families"])
