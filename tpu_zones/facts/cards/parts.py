"""What every card is made of."""

from tpu_zones.facts import dates
from tpu_zones.records.cards import CardTable, Fact
from tpu_zones.records.rows import Rows
from tpu_zones.records.table import cell

TYPE_CHECKING = False
if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable, Sequence
    from typing import Any

    from tpu_zones.records.generations import Generation
    from tpu_zones.records.offerings import Offering

UNKNOWN = "unknown"


def fact(name: str, value: object, of: "Any" = None) -> Fact:
    """Return a line of a card: None is written out as unknown, a list with commas.

    `of` is the record that the value comes from: it brings the period and the sources.
    """
    if isinstance(value, tuple):
        text = ", ".join(map(cell, value)) or "none"
    else:
        text = UNKNOWN if value is None else cell(value)
    return Fact(name=name, text=text, seen=getattr(of, "seen", None), sources=getattr(of, "sources", ()))


def table(title: str, records: "Sequence[Any]", columns: str, *, limit: int | None = None) -> CardTable | None:
    """Return a table of records with the columns that are named, by blank; None where there is no record."""
    if not records:
        return None
    rows = Rows(records[:limit], record=type(records[0]))
    return CardTable(title=title, rows=rows, columns=tuple(columns.split()), more=len(records) - len(rows))


def tables(*found: CardTable | None) -> tuple[CardTable, ...]:
    """Return the tables that have rows."""
    return tuple(one for one in found if one)


def newest(records: "Iterable[Offering | Generation]") -> "dt.date | None":
    """Return the newest exact day among the claims behind records."""
    return dates.newest(one.newest_day for one in records)
