"""All that is known of one name, on one card."""

import datetime as dt

from tpu_zones.records.dataclass import dataclass
from tpu_zones.records.period import Period, dated
from tpu_zones.records.rows import Note, Rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from tpu_zones.records.table import Sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One line of a card: what is known of one thing, by whose word, and since when."""

    name: str
    text: str
    seen: Period | None = None
    sources: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.name}: {self.text}"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardTable:
    """Records on a card, with the columns that are worth showing, and how many more there are."""

    title: str
    rows: Rows[object]
    columns: tuple[str, ...]
    more: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """What is known of a zone, a region, hardware, a label, a quota or a place; fields may be added."""

    kind: str
    name: str
    facts: Rows[Fact]
    tables: tuple[CardTable, ...] = ()
    evidence_date: dt.date | None = None
    notes: tuple[Note, ...] = ()

    def with_notes(self, notes: "Iterable[Note]") -> "Card":
        """Return the same card with further notes."""
        from dataclasses import replace

        return replace(self, notes=(*self.notes, *notes))

    def __repr__(self) -> str:
        return f"<Card {self.name}: {self.kind}>"

    def __str__(self) -> str:
        return str(self.sheet())

    def sheet(self) -> "Sheet":
        """Return the card to print."""
        from tpu_zones.records.table import Sheet

        width = max((len(fact.name) for fact in self.facts), default=0)
        facts = (f"  {fact.name:<{width}}  {fact.text}{_by_whose_word(fact)}" for fact in self.facts)
        card = Sheet([f"{self.name}: {self.kind}", *facts])
        for table in self.tables:
            rows = [[_shown(name, getattr(row, name)) for name in table.columns] for row in table.rows]
            card.add(table.title, table.columns, rows, table.more)
        return card


def _by_whose_word(fact: Fact) -> str:
    more = f" and {len(fact.sources) - 1} more" if len(fact.sources) > 1 else ""
    said = [*([dated(fact.seen)] if fact.seen else []), *(f"{source}{more}" for source in fact.sources[:1])]
    return f"  ({', '.join(said)})" if said else ""


def _shown(column: str, value: object) -> object:
    """Return a value as a card shows it: of several sources the first, an inferred period as such."""
    if isinstance(value, Period):
        return dated(value)
    if column == "sources" and isinstance(value, tuple) and len(value) > 1:
        return f"{value[0]} and {len(value) - 1} more"
    return ", ".join(map(str, value)) if isinstance(value, list) else value
