"""The map as SVG: land, and a mark for each region with a zone that the page shows."""

from math import log, pi, radians, tan

from tpu_zones.notebook.land import outlines
from tpu_zones.page.matrix import text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from tpu_zones.records.regions import Region

WIDTH = 1000
"""Of the whole world, in the units of the drawing."""
VIEW = (90, 20, 870, 400)
"""What of it is shown: left, top, width, height; the rest is open sea, ice, and no region."""


def point(longitude: float, latitude: float) -> tuple[float, float]:
    """Return where a place is drawn, by Miller's cylindrical projection.

    >>> point(-180, 0), point(0, 60)
    ((0.0, 290.0), (500.0, 99.5))
    """
    northing = 1.25 * log(tan(pi / 4 + 0.4 * radians(latitude)))
    return round((longitude + 180) / 360 * WIDTH, 1), round(290 - northing * WIDTH / (2 * pi), 1)


def land() -> str:
    """Return the land as one path."""
    drawn = []
    for ring in outlines():
        (x, y), *others = [point(*one) for one in ring]
        steps = []
        for u, v in others:
            steps.append(f"{u - x:.1f},{v - y:.1f}".replace(".0", ""))
            x, y = u, v
        start = point(*ring[0])
        drawn.append(f"M{start[0]:g},{start[1]:g}l{' '.join(steps)}z")
    return f'<path class="land" fill-rule="evenodd" d="{"".join(drawn)}"/>'


def marks(regions: "Iterable[Region]") -> str:
    """Return a link a region, where its coordinates are known; the page turns, sizes and names them."""
    found = []
    for one in regions:
        if one.latitude is not None and one.longitude is not None:
            x, y = point(one.longitude, one.latitude)
            name = text(one.region)
            found.append(
                f'<a class="mark" href="#within={name}" data-within="{name}" data-x="{x:g}" data-y="{y:g}"'
                f' transform="translate({x:g} {y:g})" aria-label="{name}">'
                '<circle r="9"/><text class="sign" dy=".35em">·</text><text class="name" y="-13"></text></a>'
            )
    return "".join(found)
