"""What is to be said of a whole plan: what was left out and why, what failed, and the gates that come next."""

import datetime as dt

from tpu_zones.facts import notes
from tpu_zones.facts.dates import newest_day
from tpu_zones.facts.readings import FRESH, stale_note
from tpu_zones.facts.where import evidence_date
from tpu_zones.records.rows import Note
from tpu_zones.records.words import EARLY, Option, Surface

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tpu_zones.planning.ask import Ask
    from tpu_zones.planning.candidates import Group
    from tpu_zones.records.placements import Placement

_OF_SLICES = ("unit", "disputed", "machine-type", "no-shape", "no-topology")


def remarks(
    ask: "Ask", found: "Sequence[Group]", rows: "Sequence[Placement]"
) -> "tuple[tuple[Note, ...], dt.date | None]":
    """Return the notes of a plan, none twice, and the newest day of its evidence."""
    snapshot = ask.catalog.snapshot
    newer = [Note(code=snapshot.remark_code, text=text) for text in snapshot.remarks]
    said = [*newer, *_of_search(ask, found), *_of_options(found), *_left_out(found, rows)]
    if rows:
        said += _of_money(ask, rows)
        said += _gates()
    elif any(ask.slices.values()):
        from tpu_zones.planning.unmet import unmet

        said += unmet(ask)
    index = ask.catalog.index
    days = [evidence_date(index, ask.question(group.generation), group.found) for group in found]
    return tuple(dict.fromkeys(said)), newest_day([row.read_on for row in rows], max(filter(None, days), default=None))


def _of_search(ask: "Ask", found: "Sequence[Group]") -> "Iterator[Note]":
    """Say what the slices and the search say; without a TPU only which generations are not there."""
    index = ask.catalog.index
    if ask.hardware:
        for group in found:
            yield from notes.on_zones(index, ask.question(group.generation), group.found)
            yield from (note for note in ask.slices[group.generation].notes if note.code in _OF_SLICES)
        return
    for group in found:
        yield from notes.granted(index, ask.question(group.generation), group.found.kept)
    absent = [group.generation for group in found if not group.candidates]
    if absent and len(absent) < len(found):
        yield Note(code="left-out", text=f"of the same size, and no placement to these terms: {', '.join(absent)}")
    early = [one.generation for one in index.generations.values() if one.stage in EARLY]
    yield Note(code="announced", text=f"announced or reported, in no zone yet: {', '.join(early)}")


def _of_options(found: "Sequence[Group]") -> "Iterator[Note]":
    """Name the refused ones, and zones of other sizes."""
    for group in found:
        refused: dict[str, list[str]] = {}
        for offering, option in group.refused:
            refused.setdefault(option, []).append(offering.zone or offering.region)
        for way, zones in refused.items():
            yield Note(code="option-refused", text=f"{group.generation} {way} refused, left out: {notes.some(zones)}")
        others = [f"{one.zone} ({notes.sizes(one)})" for one in group.undersized if one.zone]
        if others:
            yield Note(code="size", text=f"{group.generation}: only other sizes are listed in {notes.some(others)}")


def _left_out(found: "Sequence[Group]", rows: "Sequence[Placement]") -> "Iterator[Note]":
    shown: dict[str, int] = {}
    for row in rows:
        shown[row.generation] = shown.get(row.generation, 0) + 1
    more = [
        f"{group.generation} {left}"
        for group in found
        if (left := len(group.candidates) - shown.get(group.generation, 0)) > 0
    ]
    if more:
        yield Note(code="limit", text=f"more placements than the limit: {', '.join(more)}; a higher limit shows them")


def _of_money(ask: "Ask", rows: "Sequence[Placement]") -> "Iterator[Note]":
    if any(row.usd_per_hour is not None for row in rows):
        text = "USD, list prices before tax and discounts, for chips and their hosts alone"
        yield Note(code="list-price", text=f"{text}; a price does not mean capacity")
    today = ask.catalog.today
    spot = [row for row in rows if row.option is Option.SPOT]
    yield from stale_note([row.region for row in spot if row.read_on and row.read_on.last < today - FRESH], today)
    if len({row.generation for row in rows}) > 1:
        text = "chips of different generations are not the same work: compare USD per bf16 PFLOP/s-hour"
        yield Note(code="compare", text=f"{text}, which is a peak on paper")
    if ask.count > 1 and any(row.multi_host for row in rows) and ask.surface is Surface.GKE:
        floor = next((one for one in ask.catalog.index.table("gke_versions") if one.id == "multislice-std"), None)
        if floor:
            text = f"several slices as one Multislice job: GKE {floor.min_version} or newer, not on v3"
            yield Note(code="multislice", text=text)


def _gates() -> "Iterator[Note]":
    """Name the two gates that come after this catalog's."""
    yield Note(code="gate-quota", text="next gate: quota; each placement says what to ask for")
    yield Note(code="gate-stock", text="then stock: whether capacity is free when you ask, which no catalog knows")
