"""Values as text of an HTML page: whatever a file or a source wrote, it is text."""

import html

from tpu_zones.notebook.signs import SIGNS, sign_of
from tpu_zones.records.period import Period, dated
from tpu_zones.records.rows import Rows
from tpu_zones.records.words import Answer, Evidence

MOST_CHARACTERS, MOST_VALUES = 400, 6
"""Of a text, and of a list in a cell."""


def clipped(text: str, most: int = MOST_CHARACTERS) -> str:
    r"""Return the text without what steers or hides others, and with its end cut where it is very long.

    >>> clipped("a\x1b[1m\u202eb"), clipped("x" * 10_000, 3)
    ('a\\x1b[1m\\u202eb', 'xxx... (10,000 characters)')
    """
    end = f"... ({len(text):,} characters)" if len(text) > most else ""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text[:most]) + end


def escaped(text: str, most: int = MOST_CHARACTERS) -> str:
    """Return the text as HTML.

    >>> escaped("</td><script>")
    '&lt;/td&gt;&lt;script&gt;'
    """
    return html.escape(clipped(text, most))


def cell(value: object, column: str = "") -> str:
    """Return a value as the HTML of a table's cell: of many values the first, evidence with its sign."""
    if isinstance(value, Evidence) or (column == "evidence" and isinstance(value, str)):
        return _evidence(value)
    if isinstance(value, Answer):
        return f"<b>{value}</b>"
    if isinstance(value, (tuple, list)) and not isinstance(value, Rows):
        return _several(value, 1 if column == "sources" else MOST_VALUES)
    return escaped(_plain(value))


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Rows):
        return repr(value)
    if isinstance(value, Period):
        return dated(value)
    return "" if value is None else str(value)


def _evidence(evidence: str) -> str:
    one = sign_of(evidence)
    known = f" tz-{one.word}" if evidence in SIGNS else ""
    return f'<span class="tz-sign{known}"><span aria-hidden="true">{one.sign}</span> {escaped(one.word)}</span>'


def _several(values: "tuple[object, ...] | list[object]", most: int) -> str:
    more = f" and {len(values) - most} more" if len(values) > most else ""
    shown = [*map(cell, values[:most])]
    if any(", " in one for one in shown):  # a comma would not part them
        return "".join(f"<div>{one}</div>" for one in shown) + more
    return ", ".join(shown) + more
