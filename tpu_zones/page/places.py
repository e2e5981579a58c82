"""Places as the page's data has them: what they are called, their regions, and what is near where there is none."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from tpu_zones.facts.catalog import Catalog
    from tpu_zones.page.texts import Texts
    from tpu_zones.records.places import Place

_NEAREST = 3


def places(catalog: "Catalog", zones: "Mapping[str, int]", texts: "Texts") -> "dict[str, Any]":
    """Return regions with their zones, zones without a TPU, and places with their names; `zones` are numbered."""
    index = catalog.index
    regions = {region: number for number, region in enumerate(index.regions)}
    here, elsewhere = index.table("places"), index.table("places_elsewhere")
    words: dict[str, list[int]] = {}
    for number, place in enumerate(here):
        for word in place.keys:
            words.setdefault(word, []).append(number)
    known = frozenset(words)
    for number, place in enumerate(elsewhere, len(here)):
        for word in place.keys:
            if word not in known:
                words.setdefault(word, []).append(number)
    of_region: dict[str, list[int]] = {}
    for zone, number in zones.items():
        of_region.setdefault(index.zones[zone].region, []).append(number)
    zoned = {zone.region for zone in index.zones.values()}
    return {
        "regions": [
            [
                one.region,
                texts(one.place),
                of_region.get(one.region, []),
                texts(one.status),
                one.region in zoned,
                texts(one.heading),
            ]
            for one in index.regions.values()
        ],
        "elsewhere": [zone for zone in index.zones if zone not in zones],
        "here": len(here),
        "places": [_place(catalog, place, regions, texts) for place in (*here, *elsewhere)],
        "words": [[word, *numbers] for word, numbers in words.items()],
    }


def _place(catalog: "Catalog", place: "Place", regions: "Mapping[str, int]", texts: "Texts") -> "list[object]":
    near: list[int] = []
    if not place.regions and place.latitude is not None and place.longitude is not None:
        for kilometres, region in catalog.index.places.nearest_regions(place.latitude, place.longitude)[:_NEAREST]:
            near += [regions[region.region], round(kilometres)]
    return [texts(place.name), texts(place.kind), texts(place.country), [regions[one] for one in place.regions], near]
