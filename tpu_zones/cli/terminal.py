"""Tables for a person at a terminal."""

from collections.abc import Sequence
from textwrap import fill

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from tpu_zones.cli.fitting import GAP, LONG, fitting, folded
from tpu_zones.records.table import Sheet, cell, plain_table
from tpu_zones.records.words import Answer, Evidence

_NARROWEST, _USUAL = 20, 80
_COLOURS = {
    Answer.YES: "green",
    Answer.NO: "red",
    Answer.UNKNOWN: "yellow",
    Evidence.DOCUMENTED: "green",
    Evidence.OBSERVED: "yellow",
    Evidence.WITHDRAWN: "red",
    Evidence.DOUBTFUL: "magenta",
}
"""Of the words that decide; the word is there without its colour too."""


def show_table(fields: Sequence[str], rows: Sequence[Sequence[object]], name: str | None = None) -> list[str]:
    """Print a table that fits the terminal, NO_COLOR honoured; return the columns that did not fit.

    `name` is the column that names a row, and stays; None: every column stays.
    """
    console = _console()
    texts = [[cell(value) for value in row] for row in rows]
    columns, gone = fitting(fields, texts, console.width, name)
    head = "  ".join(_padded(one.name, one.width) for one in columns)
    console.print(Text(head.rstrip(), style="bold"), soft_wrap=True)
    for row, values in zip(texts, rows, strict=True):
        cells = [folded(row[one.number], one.width) for one in columns]
        for number in range(max(map(len, cells))):
            line = Text()
            for one, parts in zip(columns, cells, strict=True):
                part = parts[number] if number < len(parts) else ""
                style = "bold" if one is columns[0] else _colour(values[one.number])
                line.append(_padded(part, one.width), style=style)
                line.append(" " * GAP)
            line.rstrip()
            console.print(line, soft_wrap=True)
    return gone


def _padded(text: str, width: int) -> str:
    return text + " " * (width - cell_len(text))


def _console() -> Console:
    """Return where to print: a terminal that does not say its width has a usual one, a narrow one holds a word."""
    console = Console(highlight=False)
    console.width = max(console.width, _NARROWEST) if console.width else _USUAL
    return console


def _colour(value: object) -> str:
    return _COLOURS.get(value, "") if isinstance(value, (Answer, Evidence)) else ""


def show_sheet(sheet: Sheet) -> None:
    """Print a card that fits the terminal: where a table is too wide, its long texts go below each row."""
    console = _console()
    width = console.width
    for number, line in enumerate(sheet.lines):
        console.print(Text(_folded(line, width), style="" if number else "bold"))
    for title, headers, rows, more in sheet.tables:
        console.print(Text(f"\n{title}", style="bold"))
        texts = [[cell(value) for value in row] for row in rows]
        wide = sum(max(map(len, column)) + 2 for column in zip(headers, *texts, strict=True)) > width
        long = {i for i in range(len(headers)) if wide and any(len(row[i]) > LONG for row in texts)}
        short = [i for i in range(len(headers)) if i not in long]
        head, *lines = plain_table([headers[i] for i in short], [[row[i] for i in short] for row in texts]) or [""]
        console.print(Text(f"  {head}", style="dim"))
        for number, row in enumerate(texts):
            below = (_folded(f"      {row[i]}", width) for i in sorted(long) if row[i])
            console.print(Text("\n".join([*(f"  {line}" for line in lines[number : number + 1]), *below])))
        if more > 0:
            console.print(Text(f"  and {more} more"))


def _folded(line: str, width: int) -> str:
    return fill(line, width, subsequent_indent=" " * 8, break_on_hyphens=False)
