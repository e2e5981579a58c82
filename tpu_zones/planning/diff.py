"""What two catalogs answer differently: zones, evidence, options, prices, versions. Answers, not bytes."""

from tpu_zones.facts.dates import of_generation
from tpu_zones.facts.notes import some
from tpu_zones.facts.options import taken
from tpu_zones.planning.sides import sides
from tpu_zones.records.differences import Difference
from tpu_zones.records.rows import Note, Rows
from tpu_zones.records.words import Evidence, Option, Surface

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tpu_zones.facts.catalog import Catalog
    from tpu_zones.planning.sides import Given, Side

    Key = tuple[str, str | None, Option | None, Surface | None, str]
    """Generation, place, option, surface, and an id where these name several."""

KINDS = ("zone", "evidence", "option", "price", "version")
_SHOWN = 12


def diff(old: "Given", new: "Given") -> Rows[Difference]:
    """Return what `new` answers otherwise than `old`: zones first, then evidence, options, prices, versions.

    Each side is a `Catalog`, the folder of a snapshot, `bundled`, or a day: then only Google's zone lists are
    compared, as they were read by that day. Options are compared in zones that both sides have documented.

    old: a snapshot's folder, bundled, or a day such as 2026-01-31
    new: the same, to compare with

    >>> [(one.what, one.place) for one in diff("2025-12-31", "bundled") if one.generation == "tpu7x"]
    [('added', 'us-central1-ai1a'), ('added', 'us-central1-c')]
    """
    before, after = sides(old, new)
    found = [*_zones(before, after)]
    if before.day is None and after.day is None:
        for kind, answers in _ANSWERS.items():
            was, now = answers(before.catalog), answers(after.catalog)
            found += _changes(kind, was, now)
    rank = {kind: number for number, kind in enumerate(KINDS)}
    order = {generation: number for number, generation in enumerate(after.catalog.index.generations)}
    found.sort(
        key=lambda one: (rank[one.kind], -order.get(one.generation, -1), one.generation, one.what, one.place or "")
    )
    newest = of_generation(after.catalog.index, None)
    return Rows(found, record=Difference, notes=_notes(before, after, found), evidence_date=newest)


def _zones(before: "Side", after: "Side") -> "Iterator[Difference]":
    was, now = before.zones, after.zones
    open_then, open_now = before.uncovered(), after.uncovered()
    for pair in sorted({*was, *now}):
        if (pair in was) == (pair in now):
            continue
        generation, zone = pair
        side, uncovered = (before, open_then) if pair in now else (after, open_now)
        heading = _heading(before, after, zone)
        unsure = (generation, heading) in uncovered
        yield Difference(
            kind="zone",
            what="added" if pair in now else "removed",
            generation=generation,
            place=zone,
            option=None,
            surface=None,
            before=was.get(pair) or _evidence_of(before, pair),
            after=now.get(pair) or _evidence_of(after, pair),
            note=f"no list read by {side.name} shows {generation} in {heading} in full" if unsure else None,
        )


def _heading(before: "Side", after: "Side", zone: str) -> str:
    for side in (after, before):
        index = side.catalog.index
        if zone in index.zones:
            return index.regions[index.zones[zone].region].heading or ""
    return ""


def _evidence_of(side: "Side", pair: tuple[str, str]) -> str | None:
    """Return the evidence of a pair that is not documented."""
    one = side.catalog.index.offering.get(pair) if side.day is None else None
    return str(one.evidence) if one else None


def _evidence(catalog: "Catalog") -> "dict[Key, str]":
    """Return the evidence of what is not documented; what becomes documented is a change of zones."""
    found: dict[Key, str] = {}
    for rows in catalog.index.offerings.values():
        for one in rows:
            place = one.zone or f"{one.region} (zone unknown)"
            found[one.generation, place, None, None, ""] = str(one.evidence)
    return found


def _options(catalog: "Catalog") -> "dict[Key, str]":
    index = catalog.index
    return {
        (one.generation, one.zone, option, surface, ""): str(taken(index, one, option, surface)[0])
        for one in index.offering.values()
        if one.evidence is Evidence.DOCUMENTED
        for option in Option
        for surface in Surface
    }


def _prices(catalog: "Catalog") -> "dict[Key, str]":
    return {
        (one.generation, f"{one.region} {one.form}" if one.form else one.region, one.option, None, ""): (
            f"{one.usd_per_chip_hour} USD (read {one.read_on})"
        )
        for one in catalog.index.table("prices")
        if one.current
    }


def _versions(catalog: "Catalog") -> "dict[Key, str]":
    return {
        (one.subject, one.mode, None, None, one.id): one.min_version or "unknown"
        for one in catalog.index.table("gke_versions")
    }


_ANSWERS = {"evidence": _evidence, "option": _options, "price": _prices, "version": _versions}


def _changes(kind: str, was: "Mapping[Key, str]", now: "Mapping[Key, str]") -> "Iterator[Difference]":
    """Yield the answers that differ; those that come or go with a zone are told with the zone."""
    for key in {**was, **now}:
        before, after = was.get(key), now.get(key)
        if before == after or (kind == "evidence" and Evidence.DOCUMENTED in (before, after)):
            continue
        if kind == "option" and None in (before, after):
            continue
        if kind == "price" and before and after and before.split(" ", 1)[0] == after.split(" ", 1)[0]:
            continue  # read again, and the same
        generation, place, option, surface, _ = key
        yield Difference(
            kind=kind,
            what="added" if before is None else "removed" if after is None else "changed",
            generation=generation,
            place=place,
            option=option,
            surface=surface,
            before=before,
            after=after,
        )


def _notes(before: "Side", after: "Side", found: "Iterable[Difference]") -> "Iterator[Note]":
    if not list(found):
        yield Note(code="same", text=f"nothing that is compared differs between {before.name} and {after.name}")
    for side in (before, after):
        snapshot = side.catalog.snapshot
        yield from (Note(code=snapshot.remark_code, text=f"{side.name}: {text}") for text in snapshot.remarks)
        if side.day is None:
            continue
        text = f"{side.name} stands for Google's zone lists as read by then"
        yield Note(code="lists-only", text=f"{text}; evidence, options, prices and versions are not compared")
        if uncovered := sorted(side.uncovered()):
            pairs = ", ".join(f"{generation} in {heading}" for generation, heading in uncovered)
            yield Note(code="uncovered", text=f"no list read by {side.name} shows in full: {pairs}")
        if around := side.around():
            changes = some(map(str, around), _SHOWN)
            yield Note(code="around", text=f"before or after {side.name}, the lists do not say: {changes}")
