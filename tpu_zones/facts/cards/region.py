"""The card of a region, public or not."""

from tpu_zones.facts.cards.parts import UNKNOWN, fact, newest, table, tables
from tpu_zones.records.cards import Card, Fact
from tpu_zones.records.claims import Scope
from tpu_zones.records.rows import Rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tpu_zones.facts.index import Index
    from tpu_zones.records.regions import Region

_CLAIMS = 10


def card(index: "Index", region: "Region", *, asked: str) -> Card:
    """Return what a region is and what its zones offer; `asked` may be a zone of it that nobody confirmed."""
    zones = [zone for zone in index.zones.values() if zone.region == region.region]
    offered = [one for of_one in index.offerings.values() for one in of_one if one.region == region.region]
    claims = [
        claim
        for of_one in index.claims.values()
        for claim in of_one
        if claim.scope is Scope.REGION and claim.region == region.region
    ]
    claims.sort(key=lambda claim: claim.seen.age, reverse=True)
    return Card(
        kind="region" if asked == region.region else f"no confirmed zone of the region {region.region}",
        name=asked,
        facts=Rows(_facts(region, bool(offered)), record=Fact),
        tables=tables(
            table("zones", zones, "zone kind access parent_zone"),
            table("TPUs", offered, "zone generation evidence last_seen sighting sizes qualifiers surfaces"),
            table("claims on the region, the newest first", claims, "generation what seen note source", limit=_CLAIMS),
        ),
        evidence_date=newest(offered),
    )


def _facts(region: "Region", offers: bool) -> "Iterator[Fact]":
    place = ", ".join(filter(None, (region.place, region.country, region.continent)))
    yield fact("place", place + (", EU" if region.eu else ""), region)
    yield fact("status", region.status)
    if region.note:
        yield fact("note", region.note)
    if region.latitude is None or region.longitude is None:
        yield fact("coordinates", UNKNOWN)
    else:
        source = (region.coordinates_source,) if region.coordinates_source else ()
        text = f"{region.latitude}, {region.longitude}"
        yield Fact(name="coordinates", text=text, seen=region.coordinates_seen, sources=source)
    carbon = (region.carbon_source,) if region.carbon_source else ()
    for name, value, unit in (
        ("carbon-free energy", region.cfe_fraction_2024, "of hours in 2024"),
        ("grid", region.grid_gco2eq_per_kwh_2024, "g CO2 eq per kWh in 2024"),
    ):
        shown = UNKNOWN if value is None else f"{value:g} {unit}"
        yield Fact(name=name, text=shown, seen=region.carbon_seen, sources=carbon)
    yield fact("low CO2", region.low_co2)
    yield fact("first seen", region.first_seen and f"{region.first_seen} in the machine type listing")
    if not offers:
        yield fact("TPUs", "on none of Google's lists, seen by no source")
