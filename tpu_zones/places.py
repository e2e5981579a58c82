"""What people write for a place -> its zones."""

from tpu_zones.errors import UnknownName

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any

    from tpu_zones.records.places import Place
    from tpu_zones.records.regions import Region
    from tpu_zones.records.zones import Zone

_LIMIT = 100
_MOST_COMMAS = 2
"""In the name of one place."""
EARTH_RADIUS_KM = 6371.0
"""Mean radius (IUGG)."""


class Covered:
    """A place as it was written, and the zones in it; there may be none.

    `region` is set for a region, and for a zone.
    """

    __slots__ = ("kind", "name", "place", "region", "zones")

    def __init__(
        self,
        name: str,
        kind: str,
        zones: "tuple[Zone, ...]",
        *,
        place: "Place | None" = None,
        region: str | None = None,
    ) -> None:
        self.name, self.kind, self.zones, self.place, self.region = name, kind, zones, place, region


class Places:
    """The places of one catalog; `table` returns those tables that only some questions need."""

    def __init__(
        self, zones: "Mapping[str, Zone]", places: "Iterable[Place]", table: "Callable[[str], tuple[Any, ...]]"
    ) -> None:
        self.zones = zones
        self._by_region: dict[str, list[Zone]] = {}
        for zone in zones.values():
            self._by_region.setdefault(zone.region, []).append(zone)
        self._here = _named(places)
        self._table = table
        self._there: Mapping[str, list[Place]] | None = None

    @property
    def _regions(self) -> "tuple[Region, ...]":
        return self._table("regions")

    @property
    def _elsewhere(self) -> "Mapping[str, list[Place]]":
        """Return the places without a region, by key."""
        if self._there is None:
            self._there = _named(self._table("places_elsewhere"))
        return self._there

    def find(self, within: "str | Iterable[str]") -> tuple[Covered, ...]:
        """Return the places that `within` names, in its order; a string may name several, by comma.

        Raises `UnknownName` with the nearest known names, or with the meanings of an ambiguous one.
        """
        names = [within] if isinstance(within, str) or not hasattr(within, "__iter__") else list(within)
        found = []
        for name in names:
            if not isinstance(name, str):
                raise UnknownName(f"no name of a place: {name!r}", name=str(name))
            if len(names) == 1 and "," not in name:
                return (self._one(name),)
            found += self._several(name)
        if not found:
            raise UnknownName("no place is named", name="")
        return tuple(found)

    def _several(self, text: str) -> list[Covered]:
        """Split at commas, but keep a name that has a comma of its own, such as `Columbus, Ohio`."""
        parts, found = text.split(","), []
        while parts:
            for size in range(min(len(parts), _MOST_COMMAS + 1), 0, -1):
                name = ",".join(parts[:size]).strip()
                if size == 1 or key(name) in self._here:
                    if name:
                        found.append(self._one(name))
                    del parts[:size]
                    break
        return found

    def _one(self, name: str) -> Covered:
        word = name.strip().casefold()
        if zone := self.zones.get(word):
            return Covered(word, "zone", (zone,), region=zone.region)
        if of_region := self._by_region.get(word):
            return Covered(word, "region", tuple(of_region), region=word)
        if not word or len(word) > _LIMIT:
            raise UnknownName(f"no name of a place: {name[:_LIMIT]!r}", name=name[:_LIMIT])
        meant = self._here.get(key(name)) or self._elsewhere.get(key(name))
        if not meant:
            return self._unlisted(name, word)
        if len(meant) > 1:
            ways = [_full_name(place) for place in meant]
            raise UnknownName(
                f"{name.strip()!r} has several meanings: {'; '.join(ways)}",
                name=name,
                suggestions=tuple(ways),
                reason="it has several meanings",
            )
        zones = tuple(zone for region in meant[0].regions for zone in self._by_region[region])
        return Covered(meant[0].name, meant[0].kind, zones, place=meant[0])

    def _unlisted(self, name: str, word: str) -> Covered:
        """Return a region that is not public, or an unconfirmed zone of a restricted one."""
        for region in self._regions:
            if word == region.region or (
                region.status != "public" and word[:-2] == region.region and word[-2] == "-" and word[-1].isalpha()
            ):
                return Covered(word, "unconfirmed", (), region=region.region)
        from tpu_zones.names import nearest_names

        known = [*self.zones, *self._by_region, *self.known()]
        nearest = nearest_names(name, known)
        suggestion = f"; did you mean {', '.join(nearest)}?" if nearest else ""
        raise UnknownName(f"no place is called {name.strip()!r}{suggestion}", name=name, suggestions=nearest)

    def known(self) -> list[str]:
        """Return the names of places, for suggestions and completion."""
        places = {
            id(place): place for table in (self._here, self._elsewhere) for found in table.values() for place in found
        }
        return [name for place in places.values() for name in (place.name, *place.names) if len(name) > 1]

    def nearest_regions(self, latitude: float, longitude: float) -> "list[tuple[float, Region]]":
        """Return the public regions by distance, nearest first, each with its kilometres."""
        public = (one for one in self._regions if one.status == "public" and one.latitude is not None)
        return sorted(
            (
                (kilometres(latitude, longitude, one.latitude, one.longitude or 0.0), one)
                for one in public
                if one.latitude is not None
            ),
            key=lambda pair: (pair[0], pair[1].region),
        )


def key(name: str) -> str:
    """Return what places are compared by: letters and digits, without case and accents.

    >>> key("São Paulo") == key("sao-paulo")
    True
    """
    if not name.isascii():
        import unicodedata

        name = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
    return "".join(filter(str.isalnum, name.casefold()))


def kilometres(latitude: float, longitude: float, other_latitude: float, other_longitude: float) -> float:
    """Return the great-circle distance of two points, by the haversine formula.

    >>> round(kilometres(52.37, 4.9, 53.43, 6.86))
    177
    """
    from math import asin, cos, radians, sin, sqrt

    a, b = radians(latitude), radians(other_latitude)
    half = sin((b - a) / 2) ** 2 + cos(a) * cos(b) * sin(radians(other_longitude - longitude) / 2) ** 2
    return 2 * EARTH_RADIUS_KM * asin(sqrt(half))


def _named(places: "Iterable[Place]") -> "Mapping[str, list[Place]]":
    found: dict[str, list[Place]] = {}
    for place in places:
        for word in place.keys:
            found.setdefault(word, []).append(place)
    return found


def _full_name(place: "Place") -> str:
    """Return the spelling that names this place alone."""
    longest = max((name for name in (place.name, *place.names) if "," in name), key=len, default=place.name)
    return f"{longest} ({place.kind})"
