"""How far it is: zones by their distance from places."""

from tpu_zones.places import kilometres
from tpu_zones.records.availability import Near
from tpu_zones.records.rows import Rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from tpu_zones.facts.index import Index
    from tpu_zones.places import Covered
    from tpu_zones.records.offerings import Offering
    from tpu_zones.records.places import Place
    from tpu_zones.records.regions import Region


def nearest(index: "Index", offered: "Iterable[Offering]", places: "Iterable[Covered]") -> Rows[Near]:
    """Return the zones of offerings: those in the places' own regions first, then by distance.

    The distance is the shortest from any region of the places, or from a place without a region.
    """
    home: set[str] = set()
    points: list[Region | Place] = []
    for place in places:
        home.update(place.regions)
        points += [index.regions[region] for region in place.regions] or filter(None, [place.place])
    known = [(p.latitude, p.longitude) for p in points if p.latitude is not None and p.longitude is not None]

    def away(region: str) -> int | None:
        if region in home:
            return 0
        there = index.regions[region]
        if there.latitude is None or there.longitude is None or not known:
            return None
        return round(min(kilometres(*point, there.latitude, there.longitude) for point in known))

    found = [Near(zone=one.zone, region=one.region, kilometres=away(one.region)) for one in offered if one.zone]
    found.sort(key=lambda near: (near.kilometres is None, near.kilometres))  # stable: open zones stay first
    return Rows(found, record=Near)
