"""Values as text that a terminal, a pipe or a log can be given."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

COLUMNS = {
    "Cost": "generation region zones option form chips hours chip_hours usd_per_chip_hour total_usd read_on "
    "rounded reason",
    "Generation": "generation name stage status gke compute_engine cloud_tpu_api newest_day sources",
    "Placement": "zone option evidence machine_type topology chips hosts slices nodes usd_per_hour total_usd read_on "
    "gke_version quota notes",
}
"""Of the records with too many fields for a page, those that a table shows."""
# Control characters, and those that change the direction of what follows them.
_ESCAPED = {
    **{i: f"\\x{i:02x}" for i in (*range(32), *range(127, 160))},
    **{
        i: f"\\u{i:04x}"
        for i in (0x061C, *range(0x200B, 0x2010), *range(0x2028, 0x202F), *range(0x2066, 0x206A), 0xFEFF)
    },
}


JSON_ESCAPES = {one: f"\\u{one:04x}" for one in _ESCAPED if one != ord("\n")}
"""For `str.translate` of written JSON, which may have lines: the same characters in its own escapes."""


def printable(text: str) -> str:
    r"""Return the text with everything escaped that could steer a terminal.

    >>> printable("a\x1b[31mb\u202ec")
    'a\\x1b[31mb\\u202ec'
    """
    return text if text.isascii() and text.isprintable() else text.translate(_ESCAPED)


def counted(count: int, one: str) -> str:
    """Return a count with its noun.

    >>> counted(1, "zone"), counted(2, "zone")
    ('1 zone', '2 zones')
    """
    return f"{count} {one}" if count == 1 else f"{count} {one}s"


def cell(value: object) -> str:
    """Return a value as the text of a table's cell: nothing for None, `yes` and `no`, lists with commas."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ",".join(map(cell, value))
    return printable(str(value))


def plain_table(headers: "Sequence[str]", rows: "Sequence[Sequence[object]]") -> list[str]:
    """Return the lines of a table in columns of their natural width, without colour or frame."""
    if not headers or not rows:
        return []
    lines = [list(headers), *([cell(value) for value in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return ["  ".join(f"{text:<{width}}" for text, width in zip(line, widths, strict=True)).rstrip() for line in lines]


class Sheet:
    """What a card shows: lines of text, then titled tables; `str` is its plain form.

    `tables` are tuples of title, headers, rows of values, and how many rows were left out.
    """

    __slots__ = ("lines", "tables")

    def __init__(self, lines: "Sequence[str]") -> None:
        self.lines = [printable(line) for line in lines]
        self.tables: list[tuple[str, Sequence[str], Sequence[Sequence[object]], int]] = []

    def add(self, title: str, headers: "Sequence[str]", rows: "Sequence[Sequence[object]]", more: int = 0) -> None:
        """Add a table without its empty columns; one without rows is left out."""
        filled = [i for i in range(len(headers)) if any(row[i] not in (None, "", ()) for row in rows)]
        if filled:
            self.tables.append((title, [headers[i] for i in filled], [[row[i] for i in filled] for row in rows], more))

    def __str__(self) -> str:
        lines = list(self.lines)
        for title, headers, rows, more in self.tables:
            lines += ["", title, *(f"  {line}" for line in plain_table(headers, rows))]
            if more > 0:
                lines.append(f"  and {more} more")
        return "\n".join(lines)
