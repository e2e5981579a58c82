"""What a chip-hour costs: a row a region, a mark an option."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from tpu_zones.facts.ask import walked
from tpu_zones.facts.readings import FRESH
from tpu_zones.notebook.asking import asked, drawing, named
from tpu_zones.notebook.signs import ANNOUNCED, NO_CLAIM, SIGNS
from tpu_zones.records.words import Evidence, Option

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from tpu_zones.facts.catalog import Catalog
    from tpu_zones.notebook.canvas import Canvas, Chart
    from tpu_zones.records.prices import Price
    from tpu_zones.records.rows import Rows

_WIDTH, _LABEL, _ROW, _SCALE = 9.0, 2.6, 0.2, 0.55
"""Inches: a chart, the names of its rows, the height of a row and of the scale below them."""
_MOST = 120
MARKS: dict[str, tuple[str, str]] = {
    Option.ON_DEMAND: ("o", Evidence.DOCUMENTED),
    Option.SPOT: ("v", Evidence.DOUBTFUL),
    Option.FLEX_START: ("^", Evidence.OBSERVED),
    Option.CALENDAR: ("D", Evidence.WITHDRAWN),
    Option.RESERVATION: ("P", NO_CLAIM),
    Option.COMMIT_1Y: ("s", ANNOUNCED),
    Option.COMMIT_3Y: ("X", ANNOUNCED),
    Option.CAPACITY_OPTIMIZED: ("*", Evidence.DOUBTFUL),
}
"""Option -> the shape of its mark, which no other has, and the sign whose colour it borrows."""


def prices(
    tpu: str | None = None,
    within: "str | Iterable[str] | None" = None,
    *,
    option: "str | Iterable[str] | None" = None,
    evidence: str = "documented",
    catalog: "Catalog | None" = None,
    scheme: str = "light",
) -> "Chart":
    """Return a figure of matplotlib: USD per chip-hour, a row a generation and region, a mark an option.

    List prices before tax and discounts. A row without a mark has no known price. It shows as a vector
    picture in a notebook; `savefig` writes SVG, PDF or PNG. Raises `MissingExtra` where matplotlib is not
    installed.

    tpu: any name of hardware: v5p, Trillium, ct6e-standard-4t, v5litepod-16 (default: any TPU)
    within: places, by comma: a continent, EU, a country, a city, a region, a zone
    option: how to buy, by comma: on-demand, spot, flex-start, calendar, commit-1y, commit-3y; or all
    evidence: documented (Google's newest list), observed (adds what a source saw), any (adds withdrawn, doubtful)
    catalog: the one to ask (default: the one that the functions of the package ask)
    scheme: light; or dark, for a notebook with a dark theme, which a figure cannot follow by itself

    >>> figure = prices("v6e", within="NL", option="on-demand,spot")
    >>> [line.get_xdata().tolist() for line in figure.axes[1].lines if line.get_label() in ("on-demand", "spot")]
    [[2.97], [1.782]]
    """
    draw, catalog = drawing(scheme), asked(catalog)
    within, option = walked(within), walked(option)
    rows = catalog.prices(tpu, within, option=option, evidence=evidence)
    found = _found(rows)
    shown = dict(list(found.items())[:_MOST])
    words = {str(price.option) for several in shown.values() for price in several}
    used = [*(word for word in MARKS if word in words), *sorted(words.difference(MARKS))]
    dates = draw.folded([*draw.dated(catalog, rows.evidence_date, (row.sources for row in rows)), *_read(rows)], _WIDTH)
    said = [note.text for note in rows.notes]
    if any(price.stale for several in shown.values() for price in several):
        said.insert(0, f"a hollow mark: a Spot price that was read more than {FRESH.days} days ago")
    if any(row.zone is None for row in rows):
        said.insert(0, "no zone: there is a price, and no zone of the evidence asked for")
    if len(found) > len(shown):
        said.append(f"and {len(found) - len(shown)} more rows")
    lines = draw.folded(said, _WIDTH)
    top = 0.6 + draw.LINE * len(dates)
    below = top + _ROW * len(shown) + _SCALE
    end = below + (draw.LINE + 0.02) * len(used) + draw.GAP
    canvas = draw.Canvas(_WIDTH, end + draw.LINE * len(lines) + 0.15, scheme)
    draw.titled(canvas, f"USD per chip-hour: {named(tpu, within, option)}", dates)
    if shown:
        _plot(canvas, shown, top)
    for number, word in enumerate(used):
        y = below + (draw.LINE + 0.02) * number
        _mark(canvas, canvas.axes, (draw.MARGIN + 0.1, y), word)
        canvas.text(draw.MARGIN + 0.28, y, draw.short(word, 100), size=draw.SMALL)
    canvas.foot(end, lines)
    chart: Chart = canvas.figure
    return chart


def _found(rows: "Rows[Price]") -> "dict[str, list[Price]]":
    """Return the known prices of each row by its label: by generation, then the least first."""
    found: dict[tuple[str, str], list[Price]] = {}
    for row in rows:
        form = f" {row.form}" if row.form else ""
        place = row.region if row.zone else f"{row.region} (no zone)"
        several = found.setdefault((row.generation, f"{row.generation}{form} {place}"), [])
        if row.usd_per_chip_hour is not None:
            several.append(row)
    order = list(dict.fromkeys(row.generation for row in rows))
    return {key[1]: found[key] for key in sorted(found, key=lambda key: (order.index(key[0]), _least(found[key]), key))}


def _least(several: "Sequence[Price]") -> tuple[bool, object]:
    """Return a sort key: by the price on demand, else by the lowest, and those without any last."""
    known = [(one.option != Option.ON_DEMAND, one.usd_per_chip_hour) for one in several]
    return not known, min(known)[1] if known else 0


def _read(rows: "Rows[Price]") -> list[str]:
    """Return the line on when the prices were read."""
    days = [row.read_on for row in rows if row.read_on]
    first, last = (min(one.first for one in days), max(one.last for one in days)) if days else ("", "")
    return [f"list prices before tax and discounts, read {first} to {last}"] if days else []


def _plot(canvas: "Canvas", found: "Mapping[str, Sequence[Price]]", top: float) -> None:
    """Draw the rows, with a scale of their own."""
    from tpu_zones.notebook.canvas import FONT, SMALL, short

    height = _ROW * len(found)
    left, size = _LABEL / canvas.width, (canvas.width - _LABEL - 0.3) / canvas.width
    axes = canvas.figure.add_axes((left, 1 - (top + height) / canvas.height, size, height / canvas.height))
    amounts = [price.usd_per_chip_hour or 0 for several in found.values() for price in several]
    axes.set_xlim(0, float(max(amounts, default=0)) * 1.05 or 1)
    axes.set_ylim(len(found), 0)
    axes.set_facecolor("none")
    axes.set_yticks([])
    axes.grid(axis="x", color=canvas.scheme.faint, linewidth=0.5)
    axes.tick_params(axis="x", colors=canvas.scheme.ink, labelsize=SMALL, labelfontfamily=FONT)
    axes.xaxis.set_major_formatter("${x:g}")
    for spine in axes.spines.values():
        spine.set_color(canvas.scheme.faint)
    axes.set_axisbelow(True)
    for number, (label, several) in enumerate(found.items()):
        y = number + 0.5
        canvas.text(_LABEL - 0.1, top + _ROW * y, short(label, 38), ha="right")
        if several:
            axes.axhline(y, color=canvas.scheme.faint, linewidth=0.5, zorder=1)
        else:
            canvas.text(_LABEL + 0.1, top + _ROW * y, "no known price", size=SMALL)
        for price in sorted(several, key=lambda one: _size(one.option), reverse=True):
            _mark(canvas, axes, (float(price.usd_per_chip_hour or 0), y), price.option, hollow=price.stale)


def _mark(canvas: "Canvas", axes: "Axes", point: tuple[float, float], option: str, *, hollow: bool = False) -> None:
    shape, sign = MARKS.get(option, ("d", NO_CLAIM))
    fill, _ = canvas.colours(SIGNS[sign])
    axes.plot(
        [point[0]],
        [point[1]],
        linestyle="none",
        marker=shape,
        markersize=_size(option),
        markerfacecolor=canvas.scheme.page if hollow else fill,
        markeredgecolor=canvas.scheme.ink,
        markeredgewidth=0.7,
        label=str(option),
        clip_on=False,
        zorder=3,
    )


def _size(option: str) -> float:
    """Return the size of a mark in points: each one smaller than those before, so that none hides another."""
    return 9.5 - 0.45 * [*MARKS].index(option) if option in MARKS else 4
