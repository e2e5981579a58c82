"""Google's pages on TPU locations, as Markdown: text in, tables out.

Pages drift: titles of columns, headings and languages change, the zones stand in lists or in plain text.
What stays: pipe tables under headings of continents, the generation in brackets in the header row (or in
a cell of each row), zones by their ids. Prose is never read for zones.
"""

import re
from collections.abc import Iterator, Sequence

from tpu_zones.update.faults import SourceFailed

_OPEN, _CLOSE = "(\uff08", ")\uff09"
"""Brackets, also those of Chinese and Japanese."""
ZONE = re.compile(r"[a-z]+-[a-z]+\d+-(?:ai\d+)?[a-z]")
_ZONE_LIKE = re.compile(
    r"(?<![\w-])([a-z]+-[a-z]+\d+(?:-[a-z0-9]+)?)(?![\w-])"
    rf"(?:`?\s*[{_OPEN}]([^{_CLOSE}]{{1,80}})[{_CLOSE}])?"
)
_HEADING = re.compile(r"(#{1,6})\s+(.*)")
_LINK = re.compile(r"\[([^\[\]]*)\]\(([^()\s]*)(?:\s[^()]*)?\)")
_BRACKETS = re.compile(rf"[{_OPEN}]([^{_OPEN}{_CLOSE}]+)[{_CLOSE}]")
"""Neither looks past the next opening bracket: a page of nothing else would take the square of its length."""
_SEPARATOR = re.compile(r"\|[\s:|-]+\|")
_CELL = re.compile(r"(?<!\\)\|")
_GENERATION = re.compile(
    r"(?<![\w-])(?:(?:Cloud )?TPU[ -]?)?(v\d+(?:[a-z]+)?(?:litepod)?|tpu\d+[a-z]*|\d+x)(?![\w.-])", re.I
)
_SIZE = re.compile(r"(v\d+[a-z]*)-(\d+)")


class Row:
    """A row of a table: generations as written, sizes that it is limited to, zones with what is said of each.

    `slips` are words that look like a zone and are none.
    """

    __slots__ = ("generations", "sizes", "slips", "zones")

    def __init__(self, generations: Sequence[str], sizes: Sequence[str], cell: str) -> None:
        self.generations, self.sizes = tuple(generations), tuple(sizes)
        found = [(match[1], match[2]) for match in _ZONE_LIKE.finditer(cell)]
        self.zones = [(name, said) for name, said in found if ZONE.fullmatch(name)]
        self.slips = [name for name, _ in found if not ZONE.fullmatch(name)]


class Page:
    """What a page shows: headings in order, and under each the rows of its tables."""

    __slots__ = ("headings", "links", "sections", "strange")

    def __init__(self) -> None:
        self.headings: list[str] = []
        self.sections: list[tuple[str, Row]] = []
        self.strange: list[str] = []
        """Header rows of tables with zones of which it was not understood what they are about."""
        self.links: list[str] = []


def read(text: str) -> Page:
    """Return what a page shows; `SourceFailed` where it is cut off inside a table."""
    page = Page()
    page.links = [match[2] for match in _LINK.finditer(text)]
    heading = ""
    for block, table in _blocks(text):
        if block:
            heading = block
            page.headings.append(heading)
        elif table:
            _table(page, heading, table)
    return page


def _blocks(text: str) -> Iterator[tuple[str, list[list[str]]]]:
    """Yield headings, and tables as rows of cells."""
    table: list[list[str]] = []
    for line in [*map(str.strip, text.splitlines()), ""]:
        if line.startswith("|"):
            if not (len(line) > 1 and line.endswith("|")):
                raise SourceFailed("cut-off", "the page breaks off inside a table")
            if not _SEPARATOR.fullmatch(line):
                table.append([cell.strip() for cell in _CELL.split(line)[1:-1]])
            continue
        if table:
            yield "", table
            table = []
        if match := _HEADING.match(line):
            yield _plain(match[2]), []


def _plain(cell: str) -> str:
    """Return the text of a cell or heading: links by their words, without marks of emphasis and code."""
    return _LINK.sub(r"\1", cell).replace("**", "").replace("`", "").strip()


def _table(page: Page, heading: str, table: list[list[str]]) -> None:
    header, *rows = [[_plain(cell) for cell in row] for row in table]
    about = next((match[1] for match in map(_BRACKETS.search, header[:1]) if match), None)
    generation = _GENERATION.fullmatch(about.strip()) if about else None
    for cells in rows:
        at = max((i for i, cell in enumerate(cells) if _ZONE_LIKE.search(cell)), default=None)
        if at is None:
            if generation:
                page.sections.append((heading, Row([generation[0]], _sizes(cells), "")))
            continue
        others = [cell for i, cell in enumerate(cells) if i != at]
        named = [generation[0]] if generation else _named(others)
        if named:
            page.sections.append((heading, Row(named, _sizes(others), cells[at])))
        elif any(ZONE.fullmatch(match[1]) for match in _ZONE_LIKE.finditer(cells[at])):
            page.strange.append(" | ".join(header)[:200])


def _named(cells: Sequence[str]) -> list[str]:
    """Return the generations that cells name: by themselves, or as types such as v3-8."""
    found = [match[1] for cell in cells for match in _GENERATION.finditer(cell)]
    return list(dict.fromkeys([*found, *(match[1] for cell in cells for match in _SIZE.finditer(cell))]))


def _sizes(cells: Sequence[str]) -> list[str]:
    """Return the accelerator types that a row is limited to: those that its first cell consists of."""
    words = re.split(r"[\s,]+", cells[0]) if cells else []
    return words if words and all(_SIZE.fullmatch(word) for word in words) else []
