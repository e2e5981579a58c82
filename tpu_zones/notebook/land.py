"""Outlines of land, to draw zones on a map: Natural Earth at 1:110 million (public domain), simplified."""

import json
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    Ring = tuple[tuple[float, float], ...]


def outlines() -> "tuple[Ring, ...]":
    """Return rings of `(longitude, latitude)` in degrees, the largest first, without Antarctica.

    The last point is not the first one again. The Caspian Sea is a ring inside Eurasia: fill by the
    even-odd rule. No ring crosses the 180th meridian.

    >>> len(outlines()), outlines()[0][0]
    (99, (180, 69))
    """
    with open(os.path.join(os.path.dirname(__file__), "land.json"), encoding="utf-8") as file:
        return tuple(tuple(zip(flat[::2], flat[1::2], strict=True)) for flat in json.load(file))
