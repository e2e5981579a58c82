"""Which columns of a table fit a terminal, and how wide each is."""

from collections.abc import Sequence
from textwrap import wrap

from rich.cells import cell_len

GAP = 2
LONG = 24
"""Characters above which a text may be folded, at blanks and commas; others keep their line."""
LEAST = (
    "disputed rounded ordinal seen surface parent_zone continent eu region kind usd_per_pflop_hour kilometres "
    "tensorcores multi_host chips_per_host accelerator_type_unit accelerator_type_prefix interconnect status "
    "sighting sighted qualifiers stale alternatives confidence chip_hours before reason surfaces form "
    "generation zones tier list hours last_seen gke_accelerator sizes scope read_on option_answer evidence "
    "place access accelerator_types usd_per_hour chips country hosts"
).split()
"""The columns that go first where there is no room: what others say too, or what was asked for; then from the right."""


class Column:
    """A column that is shown: its number, its width, and whether its rows differ."""

    __slots__ = ("most", "name", "number", "varied", "width")

    def __init__(self, number: int, name: str, texts: "Sequence[str]") -> None:
        self.number, self.name, self.varied = number, name, len(set(texts)) > 1
        self.most = max(map(cell_len, (name, *texts)))
        words = (word for text in texts for word in text.replace(",", ", ").split())
        self.width = max(cell_len(name), min(self.most, LONG), *map(cell_len, words), 0)


def fitting(
    fields: Sequence[str], rows: Sequence[Sequence[str]], width: int, name: str | None = None
) -> tuple[list[Column], list[str]]:
    """Return the columns that fit a width, at least one, and the names of those that do not.

    `name` is the column that goes last of all: it names a row, and the region does where it is empty. None: none
    may go.
    """
    columns = [Column(number, field, [row[number] for row in rows]) for number, field in enumerate(fields)]
    names = [one.name for one in columns if one.name == name]
    if name in fields and not all(row[fields.index(name)] for row in rows):
        names.append("region")
    gone = []
    while name is not None and len(columns) > 1 and _taken(columns) > width:
        least = min(columns, key=lambda one: _worth(one, names))
        columns.remove(least)
        gone.append(least.name)
    for one in columns:
        one.width += max(0, min(one.most - one.width, width - _taken(columns)))
    return columns, [field for field in fields if field in gone]


def _taken(columns: Sequence[Column]) -> int:
    return sum(one.width + GAP for one in columns) - GAP


def _worth(column: Column, names: Sequence[str]) -> tuple[bool, int, int]:
    told_apart = column.varied and column.name in ("generation", "form")  # rows are by it
    rank = len(LEAST) if told_apart or column.name not in LEAST else LEAST.index(column.name)
    return column.name in names, rank, -column.number


def folded(text: str, width: int) -> list[str]:
    """Return the lines of a cell, broken at blanks and commas."""
    if cell_len(text) <= width:
        return [text]
    return wrap(text.replace(",", ", ").replace(",  ", ", "), width, break_on_hyphens=False) or [""]
