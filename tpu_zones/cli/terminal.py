"""Tables for a person at a terminal."""

from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from tpu_zones.records.table import cell


def show_table(fields: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print a table that fits the terminal; NO_COLOR is honoured."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    for number, field in enumerate(fields):
        table.add_column(field, overflow="fold", style="bold" if number == 0 else "", no_wrap=number == 0)
    for row in rows:
        table.add_row(*(Text(cell(value)) for value in row))
    Console(highlight=False).print(table)
