"""What people write for a place -> its zones."""

from tpu_zones.errors import UnknownName, WrongUsage, did_you_mean, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any

    from tpu_zones.records.places import Place
    from tpu_zones.records.regions import Region
    from tpu_zones.records.zones import Zone

MOST_NAMES = 1000
"""In one parameter."""
_LIMIT = 100
_MOST_COMMAS = 2
"""In the name of one place."""
EARTH_RADIUS_KM = 6371.0
"""Mean radius (IUGG)."""


def too_many() -> WrongUsage:
    """Return the error for a parameter that names more than can be meant."""
    return WrongUsage(f"a parameter takes up to {MOST_NAMES:,} names, and more are given")


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

    @property
    def is_zone(self) -> bool:
        """Whether it is one zone, also one that nobody confirmed."""
        return self.region not in (None, self.name)

    @property
    def regions(self) -> tuple[str, ...]:
        """The regions in it, or around it, in the order of its zones; there may be none."""
        return (self.region,) if self.region else tuple(dict.fromkeys([zone.region for zone in self.zones]))


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
        try:
            names = (within,) if isinstance(within, (str, bytes, type)) else tuple(within)
        except TypeError:  # what cannot be walked
            names = (within,)  # type: ignore[assignment]
        found: list[Covered] = []
        for name in names:
            if not isinstance(name, str):
                raise WrongUsage(f"a place is named by text such as NL, Europe or us-central1, not by {shown(name)}")
            if len(names) == 1 and "," not in name:
                return (self._one(name),)
            found += self._several(name)
            if len(found) > MOST_NAMES:
                raise too_many()
        if not found:
            raise UnknownName("no place is named", name="")
        return tuple({(one.kind, one.name, one.place and one.place.code): one for one in found}.values())

    def _several(self, text: str) -> list[Covered]:
        """Split at commas, but keep what names one place: `Columbus, Ohio`, `Osaka, Japan`, `Council Bluffs, Iowa, US`.

        A city or a state followed by what it lies in is one place. Followed by what it does not lie in, it is refused
        where a blank follows the comma (`Paris, Texas` is meant as one), and else one of several (`Paris,Texas`).
        """
        if text.count(",") >= MOST_NAMES:
            raise too_many()
        found, parts = [], [part for part in text.split(",") if part.strip()]
        while parts:
            name = next((name for name in self._joined(parts) if key(name) in self._named_by(parts[0])), parts[0])
            del parts[: name.count(",") + 1]
            meant, qualified = self._meant(name), "," in name
            while parts and meant and (around := self._around(parts[0])):
                inside = [place for place in meant if _lies_in(place, around)]
                if inside:
                    name, meant, qualified = f"{name},{parts.pop(0)}", inside, True
                elif not qualified and meant[0].kind == "city" and parts[0][0].isspace():
                    raise self._not_in(name, parts[0], meant)
                else:
                    break
            found.append(self._place(name, meant) if meant else self._one(name))
        return found

    def _not_in(self, name: str, around: str, meant: "list[Place]") -> UnknownName:
        name, around, known = name.strip(), around.strip(), tuple(map(self._own_name, meant))
        if len(meant) == 1:
            known = name, f"{name},{around}"
        text = (
            f"no {name} in {around} is known, only in {' or '.join(dict.fromkeys(str(one.country) for one in meant))}"
        )
        return UnknownName(
            f"{text}; did you mean {' or '.join(known)}?",
            name=f"{name}, {around}",
            suggestions=known,
            reason="the one does not lie in the other",
        )

    def _joined(self, parts: "list[str]") -> "list[str]":
        """Return what the first parts may be as one name, the longest first."""
        return [",".join(parts[:size]) for size in range(min(len(parts), _MOST_COMMAS + 1), 1, -1)]

    def _named_by(self, first: str) -> "Mapping[str, list[Place]]":
        """Return the table to look for a name with commas in: elsewhere only if its first part is not here."""
        word = first.strip().casefold()
        here = word in self.zones or word in self._by_region or key(word) in self._here
        return self._here if here or len(word) > _LIMIT else {**self._elsewhere, **self._here}

    def _meant(self, name: str) -> "list[Place]":
        word = name.strip().casefold()
        if word in self.zones or word in self._by_region or not word or len(word) > _LIMIT:
            return []
        return self._here.get(key(name)) or self._elsewhere.get(key(name)) or []

    def _around(self, name: str) -> "Place | None":
        """Return the country or the state of a name, which may follow that of a place in it."""
        found = [place for place in self._meant(name) if place.kind in ("country", "state")]
        return found[0] if len(found) == 1 else next((one for one in found if one.kind == "country"), None)

    def _one(self, name: str) -> Covered:
        word = name.strip().casefold()
        if zone := self.zones.get(word):
            return Covered(word, "zone", (zone,), region=zone.region)
        if of_region := self._by_region.get(word):
            return Covered(word, "region", tuple(of_region), region=word)
        if not word or len(word) > _LIMIT:
            raise UnknownName(f"no name of a place: {name[:_LIMIT]!r}", name=name[:_LIMIT])
        meant = self._meant(name)
        return self._place(name, meant) if meant else self._unlisted(name, word)

    def _place(self, name: str, meant: "list[Place]") -> Covered:
        if len(meant) > 1:
            ways = [_full_name(place) for place in meant]
            raise UnknownName(
                f"{name.strip()!r} has several meanings: {'; '.join(ways)}",
                name=name,
                suggestions=tuple(map(self._own_name, meant)),
                reason="it has several meanings",
            )
        zones = [zone for region in meant[0].regions for zone in self._by_region.get(region, ())]
        return Covered(meant[0].name, meant[0].kind, tuple(zones), place=meant[0])

    def _own_name(self, place: "Place") -> str:
        """Return a spelling that names this place alone: one with its state or country before its code."""
        ways = sorted((place.name, *place.names), key=lambda name: "," not in name and "(" not in name)
        return next((name for name in ways if self._meant(name) == [place]), place.name)

    def _unlisted(self, name: str, word: str) -> Covered:
        """Return a region that is not public, or an unconfirmed zone of a restricted one."""
        for region in self._regions:
            zone = word.removeprefix(f"{region.region}-")  # a letter, or one behind more: ai1a
            unconfirmed = region.status != "public" and zone != word and zone.isalnum() and zone[-1].isalpha()
            if word == region.region or unconfirmed:
                return Covered(word, "unconfirmed", (), region=region.region)
        from tpu_zones.names import nearest_names

        known = [*self.zones, *self._by_region, *self.known()]
        nearest = nearest_names(name, known)
        meant = did_you_mean(nearest) or "; a place is a continent, EU, a country, a city, a region or a zone"
        raise UnknownName(f"no place is called {name.strip()!r}{meant}", name=name, suggestions=nearest)

    def known(self) -> list[str]:
        """Return the names of places, for suggestions and completion."""
        places = {
            id(place): place for table in (self._here, self._elsewhere) for found in table.values() for place in found
        }
        return [
            name
            for place in places.values()
            for name in (place.name, *place.names)
            if len(name) > 1 and self._meant(name) == [place]
        ]

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


def _lies_in(place: "Place", around: "Place") -> bool:
    """Return whether a city or a state lies in a country, or a city in a state, as far as the table says."""
    if place is around or place.kind not in ("city", "state"):
        return False
    if around.kind == "country":
        return place.country == around.country
    of_state = {key(f"{name},{state}") for name in (place.name, *place.names) for state in (around.name, *around.names)}
    if place.kind != "city" or place.country != around.country:
        return False
    if place.regions:
        return set(place.regions) <= set(around.regions)
    told = any("," in name for name in place.names)  # else nobody says in which state it is
    return not told or not of_state.isdisjoint(place.keys)


def _full_name(place: "Place") -> str:
    """Return the spelling that names this place alone."""
    longest = max((name for name in (place.name, *place.names) if "," in name), key=len, default=place.name)
    return f"{longest} ({place.kind})"
