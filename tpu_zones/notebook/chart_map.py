"""A map of the world, and the zones that offer a TPU."""

from collections.abc import Iterable, Mapping, Sequence
from math import dist
from typing import TYPE_CHECKING, NamedTuple

from tpu_zones.facts.ask import walked
from tpu_zones.notebook.asking import asked, drawing, named
from tpu_zones.notebook.labels import Box, placed
from tpu_zones.notebook.land import outlines
from tpu_zones.notebook.signs import sign_of, signs_of
from tpu_zones.records.words import Evidence

if TYPE_CHECKING:
    from tpu_zones.facts.catalog import Catalog
    from tpu_zones.notebook.canvas import Canvas, Chart
    from tpu_zones.records.offerings import Offering
    from tpu_zones.records.rows import Rows

_WIDTH, _LOWEST, _HIGHEST = 10.0, 2.6, 5.4
"""Inches: width of a chart, and bounds on the height of its map."""
_WORLD = (-170.0, 180.0, -56.0, 78.0)
"""West, east, south and north, in degrees: all that is inhabited."""
_LEAST, _AROUND = 60.0, 6.0
"""Degrees: the narrowest map, and the room around the outermost points."""
_RADIUS = 0.075
_SHORT = 0.08
"""Inches: a name that is nearer to its point needs no line."""
_MOST, _LABEL = 100, 60
_RANKS: dict[str, int] = {word: number for number, word in enumerate(Evidence)}


class _Spot(NamedTuple):
    longitude: float
    latitude: float
    label: str
    evidence: str


def map(  # noqa: A001 - `notebook.map` is its name
    tpu: str | None = None,
    within: "str | Iterable[str] | None" = None,
    *,
    option: "str | Iterable[str] | None" = None,
    surface: str | None = None,
    evidence: str = "documented",
    catalog: "Catalog | None" = None,
    scheme: str = "light",
) -> "Chart":
    """Return a figure of matplotlib: a map with the regions that offer a TPU, and the letters of their zones.

    A region has the sign of its strongest evidence, a zone with another one its own. `within` also chooses
    the part of the world. It shows as a vector picture in a notebook; `savefig` writes SVG, PDF or PNG.
    Raises `MissingExtra` where matplotlib is not installed.

    tpu: any name of hardware: v5p, Trillium, ct6e-standard-4t, v5litepod-16 (default: any TPU)
    within: places, by comma: a continent, EU, a country, a city, a region, a zone
    option: how to buy, by comma: on-demand, spot, flex-start, calendar, reservation; or all: any of them
    surface: where to create: gke, compute-engine, cloud-tpu-api
    evidence: documented (Google's newest list), observed (adds what a source saw), any (adds withdrawn, doubtful)
    catalog: the one to ask (default: the one that the functions of the package ask)
    scheme: light; or dark, for a notebook with a dark theme, which a figure cannot follow by itself

    >>> [text.get_text() for text in map("v5p", within="Europe").axes[0].texts if "west4" in text.get_text()]
    ['europe-west4-b']
    """
    draw, catalog = drawing(scheme), asked(catalog)
    within, option = walked(within), walked(option)
    rows = catalog.offerings(tpu, within, option=option, surface=surface, evidence=evidence)
    zones = _zones(rows)
    spots, nowhere = _spots(catalog, zones)
    west, east, south, north = _part(spots) if within and spots else _WORLD
    width = _WIDTH - 2 * draw.MARGIN
    height = width * (north - south) / (east - west)
    dates = draw.folded(draw.dated(catalog, rows.evidence_date, (row.sources for row in rows)), _WIDTH)
    signs = signs_of(one for seen in zones.values() for one in seen.values())
    top = 0.6 + draw.LINE * len(dates)
    frame = Box(draw.MARGIN, top, width, height)
    scale = width / (east - west)
    points = [(frame.x + (one.longitude - west) * scale, frame.y + (north - one.latitude) * scale) for one in spots]

    canvas = draw.Canvas(_WIDTH, 1, scheme)  # to measure: the height of the real one follows from what finds room
    sizes = [_size(canvas, one.label) for one in spots]
    boxes = placed(points, sizes, frame, _RADIUS)
    roomless = [one.label for one, box in zip(spots, boxes, strict=True) if box is None]
    said = [note.text for note in rows.notes]
    if nowhere:
        said.insert(0, f"not on the map: {', '.join(nowhere)}")
    if roomless:
        said.insert(0, f"without a name on the map: {', '.join(roomless)}")
    lines = draw.folded(said, _WIDTH)
    below = frame.y + frame.height + 0.12
    end = below + (draw.LINE + 0.02) * len(signs) + draw.GAP

    canvas = draw.Canvas(_WIDTH, end + draw.LINE * len(lines) + 0.15, scheme)
    draw.titled(canvas, f"Zones that offer {named(tpu, within, option, surface)}", dates)
    _land(canvas, frame, west, north, scale)
    for spot, point, box in zip(spots, points, boxes, strict=True):
        _mark(canvas, spot, point, box)
    canvas.legend(below, signs)
    canvas.foot(end, lines)
    chart: Chart = canvas.figure
    return chart


def _zones(rows: "Rows[Offering]") -> dict[str, dict[str, str]]:
    """Return region -> zone -> the strongest evidence of any generation there."""
    zones: dict[str, dict[str, str]] = {}
    for row in rows:
        seen = zones.setdefault(row.region, {})
        name = row.zone or f"{row.region} (zone unknown)"
        if name not in seen or _rank(row.evidence) < _rank(seen[name]):
            seen[name] = row.evidence
    return zones


def _spots(catalog: "Catalog", zones: Mapping[str, Mapping[str, str]]) -> tuple[list[_Spot], list[str]]:
    """Return the regions whose place is known, and the labels of the rest."""
    spots: list[_Spot] = []
    nowhere = []
    for region, seen in zones.items():
        place = catalog.index.regions.get(region)
        strongest = min(seen.values(), key=_rank)
        label = _label(region, seen, strongest)
        if place is None or place.latitude is None or place.longitude is None or len(spots) == _MOST:
            nowhere.append(label)
        else:
            spots.append(_Spot(place.longitude, place.latitude, label, strongest))
    return spots, nowhere


def _rank(evidence: str) -> int:
    return _RANKS.get(evidence, len(_RANKS))


def _label(region: str, zones: Mapping[str, str], strongest: str) -> str:
    """Return `region-a` for one zone, `region-a, b` for two, with signs for those of weaker evidence."""
    names = [zone if zones[zone] == strongest else f"{zone} {sign_of(zones[zone]).sign}" for zone in sorted(zones)]
    return ", ".join([names[0], *(name.removeprefix(f"{region}-") for name in names[1:])])


def _part(spots: Sequence[_Spot]) -> tuple[float, float, float, float]:
    """Return the part of the world with all points in it, of a shape that fits the page."""
    longitudes, latitudes = [one.longitude for one in spots], [one.latitude for one in spots]
    wide = max(max(longitudes) - min(longitudes) + 2 * _AROUND, _LEAST)
    high = max(latitudes) - min(latitudes) + 2 * _AROUND
    wide = max(wide, high * _WIDTH / _HIGHEST)
    high = max(high, wide * _LOWEST / _WIDTH)
    x, y = (max(longitudes) + min(longitudes)) / 2, (max(latitudes) + min(latitudes)) / 2
    return x - wide / 2, x + wide / 2, y - high / 2, y + high / 2


def _size(canvas: "Canvas", label: str) -> tuple[float, float]:
    text = canvas.text(0, 0, label[:_LABEL])
    size = canvas.size(text)
    text.remove()
    return size


def _land(canvas: "Canvas", frame: Box, west: float, north: float, scale: float) -> None:
    from matplotlib.patches import PathPatch, Rectangle
    from matplotlib.path import Path

    rings = [[(frame.x + (x - west) * scale, frame.y + (north - y) * scale) for x, y in ring] for ring in outlines()]
    whole = Path.make_compound_path(*(Path([*ring, ring[0]], closed=True) for ring in rings))
    land = PathPatch(whole, facecolor=canvas.scheme.land, edgecolor=canvas.scheme.faint, linewidth=0.5)
    edge = Rectangle(frame[:2], frame.width, frame.height, fill=False, edgecolor=canvas.scheme.faint, linewidth=0.5)
    canvas.axes.add_patch(land)
    canvas.axes.add_patch(edge)
    land.set_clip_path(edge)


def _mark(canvas: "Canvas", spot: _Spot, point: tuple[float, float], box: Box | None) -> None:
    from matplotlib.patches import Circle

    sign = sign_of(spot.evidence)
    fill, ink = canvas.colours(sign)
    if box:
        end = box.nearest(*point)
        if dist(point, end) > _RADIUS + _SHORT:
            canvas.axes.plot(*zip(point, end, strict=True), color=canvas.scheme.ink, linewidth=0.5, zorder=2)
        canvas.text(box.x, box.y + box.height / 2, spot.label[:_LABEL], zorder=4)
    canvas.axes.add_patch(Circle(point, _RADIUS, facecolor=fill, edgecolor=canvas.scheme.ink, linewidth=0.5, zorder=3))
    canvas.text(*point, sign.sign, colour=ink, ha="center", zorder=4)
