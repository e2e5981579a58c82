"""Tables for a person at a terminal."""

from collections.abc import Sequence
from textwrap import fill

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from tpu_zones.records.table import Sheet, cell, plain_table

_LONG = 24
"""Characters above which a text may leave its column."""


def show_table(fields: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print a table that fits the terminal; NO_COLOR is honoured."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    for number, field in enumerate(fields):
        table.add_column(field, overflow="fold", style="bold" if number == 0 else "", no_wrap=number == 0)
    for row in rows:
        table.add_row(*(Text(cell(value)) for value in row))
    Console(highlight=False).print(table)


def show_sheet(sheet: Sheet) -> None:
    """Print a card that fits the terminal: where a table is too wide, its long texts go below each row."""
    console = Console(highlight=False)
    for number, line in enumerate(sheet.lines):
        console.print(Text(_folded(line, console.width), style="" if number else "bold"))
    for title, headers, rows, more in sheet.tables:
        console.print(Text(f"\n{title}", style="bold"))
        texts = [[cell(value) for value in row] for row in rows]
        wide = sum(max(map(len, column)) + 2 for column in zip(headers, *texts, strict=True)) > console.width
        long = {i for i in range(len(headers)) if wide and any(len(row[i]) > _LONG for row in texts)}
        short = [i for i in range(len(headers)) if i not in long]
        head, *lines = plain_table([headers[i] for i in short], [[row[i] for i in short] for row in texts]) or [""]
        console.print(Text(f"  {head}", style="dim"))
        for number, row in enumerate(texts):
            below = (_folded(f"      {row[i]}", console.width) for i in sorted(long) if row[i])
            console.print(Text("\n".join([*(f"  {line}" for line in lines[number : number + 1]), *below])))
        if more > 0:
            console.print(Text(f"  and {more} more"))


def _folded(line: str, width: int) -> str:
    return fill(line, width, subsequent_indent=" " * 8, break_on_hyphens=False)
