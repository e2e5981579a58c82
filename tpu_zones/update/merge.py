"""Old tables + what a source said -> new tables, and the verdicts that follow from them.

Each function takes and returns whole sets of tables, by name; none changes what it was given. Nothing here
knows where tables are kept.
"""

import datetime as dt
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tpu_zones.facts.load import Snapshot
from tpu_zones.facts.tables import TABLES
from tpu_zones.records.claims import Claim, ZoneList
from tpu_zones.records.period import Period
from tpu_zones.records.prices import PriceReading
from tpu_zones.records.regions import ZoneSource
from tpu_zones.records.words import Confidence
from tpu_zones.update.build import computed
from tpu_zones.update.sources.base import READ, Fetched, Known

Tables = Mapping[str, tuple[Any, ...]]
_EMEA = ("Europe, Middle East and Africa",)
_GROUPS = {
    "Africa": _EMEA,
    "Asia": ("Asia Pacific",),
    "Europe": _EMEA,
    "Middle East": _EMEA,
    "North America": ("Americas",),
    "Oceania": ("Asia Pacific",),
    "South America": ("Americas", "Latin America"),
}
"""The groups of places that whole continents belong to."""
EARLIER = 3
"""Earlier prices of a source that are kept beside each current one."""


def tables_of(snapshot: Snapshot) -> Tables:
    """Return all tables of a snapshot."""
    return {name: snapshot.table(name) for name in TABLES}


def add(tables: Tables, fetched: Fetched) -> Tables:
    """Return the tables with what a source said; call `verdicts` when all sources are in."""
    lists, gone = _lists(tables, fetched)
    cited = {one.source for one in fetched.cited} | {one.source for one in fetched.claims}
    return {
        **tables,
        "lists": lists,
        "claims": (*(one for one in tables["claims"] if _stays(one, fetched, cited, gone)), *fetched.claims),
        "places": _places(tables, fetched),
        "prices": _prices(tables["prices"], fetched.prices),
        "sources": _by(lambda one: one.source, tables["sources"], fetched.cited),
        "zones": _by(lambda one: one.zone, tables["zones"], fetched.zones),
        "zone_sources": _by(lambda one: one.zone, _zone_sources(fetched), tables["zone_sources"]),
        "regions": _by(lambda one: one.region, tables["regions"], fetched.regions),
        "generations": tuple({one.generation: one for one in (*tables["generations"], *fetched.generations)}.values()),
    }


def verdicts(tables: Tables) -> Tables:
    """Return the tables with all that follows from their claims."""
    return {**tables, **{name: tuple(rows) for name, rows in computed(tables).items()}}


def again(fetched: Fetched, known: Known) -> Fetched:
    """Return what a source said before as of today, where it says that nothing has changed since."""
    seen = Period(first=fetched.day, last=fetched.day)
    name = f"{READ}{fetched.day}"
    lists = {one.list for one in known.mine if one.list}
    return Fetched(
        day=fetched.day,
        claims=[replace(one, seen=seen, list=one.list and name) for one in known.mine],
        lists=[replace(one, list=name, seen=seen) for one in known.index.table("lists") if one.list in lists],
        validators=known.validators,
        shape=known.shape,
        project=fetched.project,
        remarks=fetched.remarks,
        unchanged=True,
    )


def carried(old: Tables, base: Tables, sources: Collection[str] | None = None) -> Fetched:
    """Return what `old` has from refreshes and `base` does not: readings of lists, prices, or the claims of `sources`.

    With it, a base that is replaced (by a newer release, by a published snapshot) loses nothing that was read.
    """
    known = {one.list for one in base["lists"]}
    claims: Iterable[Claim]
    if sources is None:
        lists = [one for one in old["lists"] if one.list.startswith(READ) and one.list not in known]
        names = {one.list for one in lists}
        claims = [one for one in old["claims"] if one.list in names]
        newest = {_priced(one): one.read_on.age for one in base["prices"] if one.current}
        prices = [
            one
            for one in old["prices"]
            if one.current and (_priced(one) not in newest or one.read_on.age > newest[_priced(one)])
        ]
    else:
        lists, prices = [], []
        claims = [one for one in old["claims"] if one.source in sources]
    claims = list(claims)
    cites = {one.source for one in (*claims, *lists)} | {name for one in prices for name in one.sources}
    zones = {one.zone for one in claims} - {one.zone for one in base["zones"]}
    new_regions = {one.region for one in claims} - {one.region for one in base["regions"] if one.heading}
    new_generations = {one.generation for one in claims} - {one.generation for one in base["generations"]}
    return Fetched(
        day=max((one.seen.last for one in claims), default=dt.date.min),
        claims=claims,
        lists=lists,
        prices=prices,
        zones=[one for one in old["zones"] if one.zone in zones],
        regions=[one for one in old["regions"] if one.region in new_regions],
        generations=[one for one in old["generations"] if one.generation in new_generations],
        cited=[one for one in old["sources"] if one.source in cites],
        complete=False,
    )


def _places(tables: Tables, fetched: Fetched) -> tuple[Any, ...]:
    """Return the places, with new regions in their continents and in the groups that these make up."""
    known = {one.region for one in tables["regions"]}
    new: dict[str, list[str]] = {}
    for one in fetched.regions:
        if one.region not in known:
            for name in (one.continent, *_GROUPS.get(one.continent, ())):
                new.setdefault(name, []).append(one.region)
    return tuple(
        replace(one, regions=tuple(sorted({*one.regions, *new[one.name]})))
        if one.kind in ("continent", "group") and one.name in new
        else one
        for one in tables["places"]
    )


def _stays(claim: Claim, fetched: Fetched, cited: Collection[str], gone: Collection[str]) -> bool:
    """Whether an earlier claim stays beside what a source says now."""
    if claim.list is not None:
        return claim.list not in gone
    if claim.source not in cited:
        return True
    return (
        claim.zone in fetched.missing
        if fetched.complete or fetched.missing
        else _key(claim) not in map(_key, fetched.claims)
    )


def _key(claim: Claim) -> tuple[Any, ...]:
    return claim.generation, claim.zone, claim.region, claim.source, claim.option


def _lists(tables: Tables, fetched: Fetched) -> tuple[tuple[ZoneList, ...], set[str]]:
    """Return the lists, and the names of those whose claims go.

    Of readings in a row that show the same, the first and the newest stay: between them nothing changed.
    """
    gone = {one.list for one in fetched.lists}
    for one in fetched.lists:
        shown = _shown(fetched.claims, one)
        before = sorted(
            (other for other in tables["lists"] if other.list.startswith(READ) and other.seen.age < one.seen.age),
            key=_age,
        )[-2:]
        if one.list.startswith(READ) and len(before) == 2 and all(_shown(tables["claims"], b) == shown for b in before):
            gone.add(before[1].list)
    return (*(one for one in tables["lists"] if one.list not in gone), *fetched.lists), gone


def _shown(claims: Iterable[Claim], one: ZoneList) -> tuple[Any, ...]:
    """Return what a reading shows, without its day."""
    mine = {(c.generation, c.zone, c.sizes, c.source, c.note) for c in claims if c.list == one.list}
    return one.source, one.covers, mine


def _prices(old: Sequence[PriceReading], new: Sequence[PriceReading]) -> tuple[PriceReading, ...]:
    """Return the readings of prices: the newest is current, others are kept for comparison."""
    found: dict[tuple[Any, ...], list[PriceReading]] = {}
    for one in old:
        found.setdefault(_priced(one), []).append(one)
    for one in new:
        mine = found.setdefault(_priced(one), [])
        current = next((other for other in mine if other.current), None)
        if current and current.read_on.age > one.read_on.age:
            continue
        kept = [
            other for other in mine if (other.usd_per_chip_hour, other.sources) != (one.usd_per_chip_hour, one.sources)
        ]
        earlier = sorted((other for other in kept if other.sources == one.sources), key=lambda p: p.read_on.age)[
            :-EARLIER
        ]
        mine[:] = [one, *(replace(other, current=False) for other in kept if other not in earlier)]
    return tuple(one for readings in found.values() for one in readings)


def _priced(one: PriceReading) -> tuple[Any, ...]:
    return one.generation, one.form, one.region, one.option


def _age(one: ZoneList) -> Any:
    return one.seen.age


def _by(key: Callable[[Any], str], *rows: Iterable[Any]) -> tuple[Any, ...]:
    """Return rows by their key, in its order; of two with the same key the later."""
    found = {key(one): one for some in rows for one in some}
    return tuple(found[name] for name in sorted(found))


def _zone_sources(fetched: Fetched) -> list[ZoneSource]:
    """Return who says that the new zones exist."""
    seen = Period(first=fetched.day, last=fetched.day)
    cited = tuple(one.source for one in fetched.cited)
    return [ZoneSource(zone=one.zone, sources=cited, seen=seen, confidence=Confidence.HIGH) for one in fetched.zones]
