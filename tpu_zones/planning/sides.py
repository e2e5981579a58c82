"""The two sides of a comparison: a catalog, or a day that stands for the zone lists as they were."""

import datetime as dt

from tpu_zones.errors import WrongUsage
from tpu_zones.facts.catalog import Catalog
from tpu_zones.records.words import Evidence

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Mapping, Sequence

    from tpu_zones.records.history import Change

    Given = Catalog | str | os.PathLike[str] | dt.date

_ADDED = ("first listed", "added")


class Side:
    """One side: `day` is set where only the zone lists of that day are meant, out of the catalog's history."""

    __slots__ = ("catalog", "day", "name")

    def __init__(self, catalog: Catalog, name: str, day: dt.date | None = None) -> None:
        self.catalog, self.name, self.day = catalog, name, day

    @property
    def zones(self) -> "Mapping[tuple[str, str], str]":
        """Generation and zone of what Google's lists show, with the list or the evidence."""
        if self.day is None:
            return {
                pair: str(one.evidence)
                for pair, one in self.catalog.index.offering.items()
                if one.evidence is Evidence.DOCUMENTED
            }
        found: dict[tuple[str, str], str] = {}
        for change in self._changes():
            if change.generation and change.zone and change.when.last <= self.day:
                if change.what in _ADDED:
                    found[change.generation, change.zone] = f"on list {change.list}"
                elif change.what == "removed":
                    found.pop((change.generation, change.zone), None)
        return found

    def uncovered(self) -> "set[tuple[str, str]]":
        """Return the generations and headings that no list read by the day shows in full, though one does today."""
        if self.day is None:
            return set()
        index = self.catalog.index
        covered = {
            pair
            for one in index.table("lists")
            if one.about == "zones" and one.seen.last <= self.day
            for pair in one.covers
        }
        return {pair for pair in index.sections if "/".join(pair) not in covered}

    def around(self) -> "Sequence[Change]":
        """Return the changes of which it is not known whether they were before the day or after it."""
        day = self.day
        return [one for one in self._changes() if day and one.when.first <= day < one.when.last]

    def _changes(self) -> "Sequence[Change]":
        return [one for one in self.catalog.history() if one.list]


def sides(old: "Given", new: "Given") -> tuple[Side, Side]:
    """Return both sides; a day is looked up in the history of the other side's catalog, or of the default one."""
    days = [_day(old), _day(new)]
    catalogs = [None if day else _catalog(given) for given, day in zip((old, new), days, strict=True)]
    home = catalogs[1] or catalogs[0] or Catalog.default()
    found = [
        Side(catalog or home, str(day or _name(given)), day)
        for given, day, catalog in zip((old, new), days, catalogs, strict=True)
    ]
    return found[0], found[1]


def _day(given: "Given") -> dt.date | None:
    if isinstance(given, dt.date):
        return given
    if not isinstance(given, str) or len(given) != 10 or not given.replace("-", "").isdigit() or given.count("-") != 2:
        return None
    try:
        return dt.date.fromisoformat(given)
    except ValueError:
        raise WrongUsage(f"{given!r}: there is no such day; a day is written like 2026-08-10") from None


def _catalog(given: "Given") -> Catalog:
    if isinstance(given, Catalog):
        return given
    if given == "bundled":
        return Catalog.bundled()
    if isinstance(given, str) and not given.strip():
        raise WrongUsage("compare what? A snapshot's folder, `bundled`, or a day such as 2026-08-10")
    return Catalog.load(given)  # type: ignore[arg-type]


def _name(given: "Given") -> str:
    return given.snapshot.origin if isinstance(given, Catalog) else str(given)
