"""Which snapshot serves, and how old it is."""

import datetime as dt

from tpu_zones.facts.serving import folder, last_results
from tpu_zones.records.refreshed import SourceResult
from tpu_zones.records.rows import Note, Rows
from tpu_zones.records.status import Status, TableSize
from tpu_zones.version import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from tpu_zones.facts.load import Snapshot


def status(snapshot: "Snapshot", today: dt.date, granted: tuple[str, ...] = ()) -> Status:
    """Return what serves, as the manifest of the snapshot has it; no table is read."""
    manifest = snapshot.manifest
    compiled, newest = dt.date.fromisoformat(snapshot.compiled), manifest["evidence_date"]
    sizes = (TableSize(table=name, rows=entry["rows"]) for name, entry in manifest["tables"].items())
    return Status(
        sources=Rows(_last(), record=SourceResult),
        version=__version__,
        origin=snapshot.origin,
        hash=snapshot.hash,
        granted=granted,
        schema_version=manifest["schema_version"],
        compiled=compiled,
        age_days=(today - compiled).days,
        evidence_date=dt.date.fromisoformat(newest) if newest else None,
        tables=Rows(sorted(sizes, key=lambda one: one.table), record=TableSize),
        notes=tuple(Note(code=snapshot.remark_code, text=text) for text in snapshot.remarks),
    )


def _last() -> "Iterator[SourceResult]":
    """Yield what came of asking each source the last time, as this user's folder keeps it."""
    for name, kept in sorted(last_results(folder()).items()):
        day = str(kept.get("day") or "")
        yield SourceResult(
            source=name,
            result=str(kept.get("result")),
            day=dt.date.fromisoformat(day) if _is_day(day) else None,
            asked=_text(kept, "asked"),
            project=_text(kept, "project"),
            code=_text(kept, "code"),
            text=_text(kept, "text"),
        )


def _text(kept: "Mapping[str, Any]", field: str) -> str | None:
    return str(kept[field]) if kept.get(field) else None


def _is_day(text: str) -> bool:
    try:
        dt.date.fromisoformat(text)
    except ValueError:
        return False
    return True
