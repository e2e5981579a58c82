"""Which snapshot serves, and how old it is."""

import datetime as dt

from tpu_zones.records.rows import Note, Rows
from tpu_zones.records.status import Status, TableSize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tpu_zones.facts.load import Snapshot


def status(snapshot: "Snapshot", today: dt.date) -> Status:
    """Return what serves, as the manifest of the snapshot has it; no table is read."""
    from tpu_zones import __version__

    manifest = snapshot.manifest
    compiled, newest = dt.date.fromisoformat(snapshot.compiled), manifest["evidence_date"]
    sizes = (TableSize(table=name, rows=entry["rows"]) for name, entry in manifest["tables"].items())
    return Status(
        version=__version__,
        origin=snapshot.origin,
        hash=snapshot.hash,
        schema_version=manifest["schema_version"],
        compiled=compiled,
        age_days=(today - compiled).days,
        evidence_date=dt.date.fromisoformat(newest) if newest else None,
        tables=Rows(sorted(sizes, key=lambda one: one.table), record=TableSize),
        notes=tuple(Note(code="newer-data", text=text) for text in snapshot.remarks),
    )
