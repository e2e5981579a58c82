"""What the charts share: a figure measured in inches, its texts, its colours, its title and its foot.

This module imports matplotlib; the charts ask for it through `drawing`, which says what to install.
"""

import io
from collections import Counter
from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any, NamedTuple

import matplotlib as mpl
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from tpu_zones.notebook.signs import SIGNS, Sign
from tpu_zones.notebook.text import clipped

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.text import Text

    from tpu_zones.facts.catalog import Catalog

SMALL, USUAL, LARGE = 7, 8, 11
"""Sizes of text, in points."""
FONT = "DejaVu Sans"
"""Comes with matplotlib, and has every sign."""
_SIGNS = frozenset(one.sign for one in SIGNS.values())
_LAST_LETTER = 0x52F
"""Latin, Greek and Cyrillic: letters behind it may be missing from the font, and are written out."""
MARGIN = 0.15
LINE = 0.16
"""Inches, of a line of small text."""
GAP = 0.08
"""Inches between a legend and what is below it."""


class Scheme(NamedTuple):
    """The colours of a chart beside those of the signs."""

    page: str
    ink: str
    faint: str
    land: str


SCHEMES = {
    "light": Scheme(page="#ffffff", ink="#1a1d20", faint="#c9ced3", land="#e3e6e8"),
    "dark": Scheme(page="#111418", ink="#eceff1", faint="#4a5057", land="#30353a"),
}


class Chart(Figure):
    """A figure of matplotlib, made without pyplot, that a notebook shows as a vector picture."""

    def _repr_svg_(self) -> str:
        text = io.StringIO()
        with mpl.rc_context({"svg.hashsalt": "tpu-zones"}):  # the same answer gives the same picture
            self.savefig(text, format="svg", metadata={"Date": None})
        return text.getvalue()


class Canvas:
    """A figure under construction, with one set of axes in inches from its upper left corner."""

    def __init__(self, width: float, height: float, scheme: str) -> None:
        self.width, self.height = width, height
        self.scheme, self.name = SCHEMES[scheme], scheme
        self.figure = Chart(figsize=(width, height), facecolor=self.scheme.page)
        self.axes: Axes = self.figure.add_axes((0, 0, 1, 1))
        self.axes.set_axis_off()
        self.axes.set_xlim(0, width)
        self.axes.set_ylim(height, 0)
        self._agg = FigureCanvasAgg(self.figure)

    def text(self, x: float, y: float, text: str, *, size: float = USUAL, colour: str = "", **more: Any) -> "Text":
        """Write a text as it is: no mathematics, no TeX, nothing that steers."""
        return self.axes.text(
            x,
            y,
            lettered(text),
            fontsize=size,
            color=colour or self.scheme.ink,
            family=FONT,
            parse_math=False,
            usetex=False,
            **{"va": "center", **more},
        )

    def size(self, text: "Text") -> tuple[float, float]:
        """Return width and height of a text, in inches."""
        box = text.get_window_extent(self._agg.get_renderer())  # type: ignore[no-untyped-call]
        return box.width / self.figure.dpi, box.height / self.figure.dpi

    def colours(self, sign: Sign) -> tuple[str, str]:
        """Return the colour of a sign, and of the ink on it."""
        return (sign.light, sign.light_ink) if self.name == "light" else (sign.dark, sign.dark_ink)

    def box(self, x: float, y: float, width: float, height: float, sign: Sign) -> None:
        """Draw a sign in a box of its colour, from the upper left corner."""
        fill, ink = self.colours(sign)
        self.axes.add_patch(Rectangle((x, y), width, height, facecolor=fill, edgecolor="none"))
        self.text(x + width / 2, y + height / 2, sign.sign, size=LARGE - 2, colour=ink, ha="center")

    def legend(self, y: float, signs: "Iterable[Sign]") -> float:
        """Write the signs with word and meaning, one below the other; return where it ends."""
        for sign in signs:
            self.box(MARGIN, y, 0.3, LINE - 0.02, sign)
            meaning = short(f"{sign.word}: {sign.meaning}", int(self.width * 14))
            self.text(MARGIN + 0.38, y + LINE / 2 - 0.01, meaning, size=SMALL)
            y += LINE + 0.02
        return y + GAP

    def foot(self, y: float, lines: "Iterable[str]") -> None:
        """Write lines of small text, one below the other."""
        for number, line in enumerate(lines):
            self.text(MARGIN, y + LINE * (number + 0.5), line, size=SMALL)


def lettered(text: str, most: int = 200) -> str:
    r"""Return a text of characters that the font has.

    >>> lettered("Zürich ● \u202e \u4e1c")
    'Zürich ● \\u202e \\u4e1c'
    """
    return "".join(c if ord(c) <= _LAST_LETTER or c in _SIGNS else ascii(c)[1:-1] for c in clipped(text, most))


def short(text: str, most: int) -> str:
    """Return a text that fits a place, its end cut off."""
    shown = lettered(text)
    return shown if len(shown) <= most else f"{shown[: most - 1]}…"


def titled(canvas: Canvas, title: str, below: "Sequence[str]") -> None:
    """Write the title, and the lines that belong below it."""
    canvas.text(MARGIN, 0.22, short(title, int(canvas.width * 9)), size=LARGE, weight="bold")
    canvas.foot(0.37, below)


def folded(lines: "Iterable[str]", width: float) -> list[str]:
    """Return lines of small text that fit a width in inches."""
    return [part for line in lines for part in wrap(lettered(line, 400), int(width * 15.5), break_on_hyphens=False)]


def dated(catalog: "Catalog", evidence_date: object, sources: "Iterable[Sequence[str]]") -> list[str]:
    """Return what the data of a chart is, as of when, and who says so."""
    snapshot = catalog.snapshot
    seen = f"newest evidence {evidence_date}" if evidence_date else "no dated evidence"
    lines = [f"tpu_zones data ({snapshot.origin}), compiled {snapshot.compiled}; {seen}"]
    count = Counter(source for several in sources for source in several)
    if count:
        often = count.most_common(1)[0][0]
        lines.append(f"source: {often}" if len(count) == 1 else f"{len(count)} sources, most often {often}")
    return lines
