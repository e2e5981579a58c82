"""Generations by zones, and the evidence of each pair."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tpu_zones.facts.ask import walked
from tpu_zones.notebook.asking import asked, drawing, named
from tpu_zones.notebook.signs import ANNOUNCED, NO_CLAIM, SIGNS, sign_of, signs_of
from tpu_zones.records.words import EARLY

if TYPE_CHECKING:
    from tpu_zones.facts.catalog import Catalog
    from tpu_zones.notebook.canvas import Chart
    from tpu_zones.records.offerings import Offering
    from tpu_zones.records.rows import Rows

_LABEL, _COLUMN, _ROW, _LEAST = 2.15, 0.72, 0.2, 6.0
"""Inches: the names of the zones, a column, a row, the least width."""
_MOST_ROWS, _MOST_COLUMNS = 150, 20


def matrix(
    tpu: str | None = None,
    within: "str | Iterable[str] | None" = None,
    *,
    option: "str | Iterable[str] | None" = None,
    surface: str | None = None,
    evidence: str = "any",
    catalog: "Catalog | None" = None,
    scheme: str = "light",
) -> "Chart":
    """Return a figure of matplotlib: a row a zone, a column a generation, the evidence as colour and sign.

    A pair without evidence is `no claim`, which is not a no. It shows as a vector picture in a notebook;
    `savefig` writes SVG, PDF or PNG. Raises `MissingExtra` where matplotlib is not installed.

    tpu: any name of hardware: v5p, Trillium, ct6e-standard-4t, v5litepod-16 (default: any TPU)
    within: places, by comma: a continent, EU, a country, a city, a region, a zone
    option: how to buy, by comma: on-demand, spot, flex-start, calendar, reservation; or all: any of them
    surface: where to create: gke, compute-engine, cloud-tpu-api
    evidence: documented (Google's newest list), observed (adds what a source saw), any (adds withdrawn, doubtful)
    catalog: the one to ask (default: the one that the functions of the package ask)
    scheme: light; or dark, for a notebook with a dark theme, which a figure cannot follow by itself

    >>> figure = matrix("v6e", within="Europe")
    >>> [text.get_text() for text in figure.axes[0].texts[:1]]
    ['Evidence by zone: v6e within Europe']
    """
    draw, catalog = drawing(scheme), asked(catalog)
    within, option = walked(within), walked(option)
    rows = catalog.offerings(tpu, within, option=option, surface=surface, evidence=evidence)
    generations, places = _generations(catalog, rows), _places(catalog, rows)
    columns, shown = generations[:_MOST_COLUMNS], places[:_MOST_ROWS]
    pairs = {(row.zone or row.region, row.generation): row.evidence for row in rows}
    others = {(row.zone or row.region, row.generation) for row in catalog.offerings(evidence="any")} - set(pairs)
    cells = [(place, name) for _, place, _ in shown for name in columns]
    signs = signs_of(pairs.get(cell, NO_CLAIM) for cell in cells if cell not in others)
    said = [*(note.text for note in rows.notes), *_not_yet(catalog, tpu)]
    if others.intersection(cells):
        said.append("an empty cell is not in the answer to this question")
    if len(places) > len(shown) or len(generations) > len(columns):
        said.append(f"and {len(places) - len(shown)} more rows, {len(generations) - len(columns)} more columns")
    width = max(_LEAST, _LABEL + _COLUMN * len(columns) + draw.MARGIN)
    dates = draw.folded(draw.dated(catalog, rows.evidence_date, (row.sources for row in rows)), width)
    lines = draw.folded(said, width)
    top = 0.75 + draw.LINE * len(dates)
    groups = list(dict.fromkeys(group for group, _, _ in shown))
    below = top + _ROW * (len(shown) + len(groups))
    height = below + 0.2 + (draw.LINE + 0.02) * len(signs) + draw.GAP + draw.LINE * len(lines) + 0.1
    canvas = draw.Canvas(width, height, scheme)
    draw.titled(canvas, f"Evidence by zone: {named(tpu, within, option, surface)}", dates)
    for number, name in enumerate(columns):
        canvas.text(_LABEL + _COLUMN * (number + 0.5), top - 0.12, draw.short(name, 9), ha="center", weight="bold")
    y = top
    for group in groups:
        canvas.text(draw.MARGIN, y + _ROW / 2 + 0.01, draw.short(group, 30), size=draw.SMALL, weight="bold")
        for _, place, label in [one for one in shown if one[0] == group]:
            y += _ROW
            canvas.text(draw.MARGIN + 0.1, y + _ROW / 2, draw.short(label, 28))
            for number, name in enumerate(columns):
                if (place, name) in others:
                    continue
                sign = sign_of(pairs.get((place, name)))
                canvas.box(_LABEL + _COLUMN * number + 0.02, y + 0.01, _COLUMN - 0.04, _ROW - 0.02, sign)
        y += _ROW
    end = canvas.legend(below + 0.15, signs)
    canvas.foot(end, lines)
    chart: Chart = canvas.figure
    return chart


def _generations(catalog: "Catalog", rows: "Rows[Offering]") -> list[str]:
    """Return the generations of the rows, the oldest first."""
    order = [*catalog.index.generations]
    found = dict.fromkeys(row.generation for row in rows)
    return sorted(found, key=lambda one: order.index(one) if one in order else len(order))


def _places(catalog: "Catalog", rows: "Rows[Offering]") -> list[tuple[str, str, str]]:
    """Return continent, zone and label of each row, in that order; of a region whose zone is unknown the region."""
    regions = catalog.index.regions
    found = {
        (regions[row.region].continent if row.region in regions else "", row.zone or row.region): row for row in rows
    }
    return [
        (group, place, place if row.zone else f"{place} (zone unknown)")
        for (group, place), row in sorted(found.items(), key=lambda one: one[0])
    ]


def _not_yet(catalog: "Catalog", tpu: str | None) -> list[str]:
    """Return the line on generations that are in no zone yet."""
    names = [] if tpu else [one.generation for one in catalog.generations() if one.stage in EARLY]
    return [f"{SIGNS[ANNOUNCED].meaning}: {', '.join(names)}"] if names else []
