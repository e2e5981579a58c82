"""Which snapshot serves."""

import datetime as dt

from tpu_zones.records.dataclass import dataclass
from tpu_zones.records.refreshed import SourceResult
from tpu_zones.records.rows import Note, Rows
from tpu_zones.records.table import counted, printable


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSize:
    """A table of a snapshot and its number of rows."""

    table: str
    rows: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """The snapshot that answers, its dates and its contents; fields may be added."""

    version: str
    """Of this package."""
    origin: str
    """`bundled`, or a path."""
    hash: str
    schema_version: int
    compiled: dt.date
    age_days: int
    """Since it was compiled; negative where the clock is before that day."""
    evidence_date: dt.date | None
    """Newest exact day among all claims."""
    tables: Rows[TableSize]
    sources: Rows[SourceResult] = Rows(record=SourceResult)
    """What came of asking each source for newer facts the last time; only those that were asked."""
    granted: tuple[str, ...] = ()
    """Generation and zone of what the catalog takes as granted to the project that asks: `v6e:us-east5-c`."""
    notes: tuple[Note, ...] = ()

    def __str__(self) -> str:
        """Return the status as text."""
        days = counted(abs(self.age_days), "day")
        age = f"{days} ago" if self.age_days >= 0 else f"{days} after this machine's day"
        rows = sum(one.rows for one in self.tables)
        width = max((len(one.table) for one in self.tables), default=0)
        return "\n".join(
            printable(line)
            for line in [
                f"tpu-zones {self.version}",
                f"snapshot       {self.origin}",
                f"hash           {self.hash}",
                f"schema         {self.schema_version}",
                f"compiled       {self.compiled}, {age}",
                f"evidence       {self.evidence_date or 'unknown'}, the newest exact day among all claims",
                f"tables         {len(self.tables)}, {rows:,} rows",
                *(f"  {one.table:<{width}}  {one.rows:>5}" for one in self.tables),
                *(f"granted        {one}" for one in self.granted),
                *(_line(one) for one in self.sources),
            ]
        )


def _line(one: SourceResult) -> str:
    """Return a source's line: its data's day, and what came of the last request."""
    asked = f", asked {one.asked}" if one.asked else ""
    return f"source         {one.source}: data of {one.day or 'no day'}; {str(one).partition(': ')[2]}{asked}"
