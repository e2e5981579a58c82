"""Make the outlines of land for maps: `python tests/tools/draw_land.py LAND_110M_JSON`.

The file is `land-110m.json` of the npm package world-atlas (2.0.2): Natural Earth's land at 1:110 million,
public domain, as TopoJSON. Antarctica and the smallest islands are left out, the rest is simplified.
"""

import json
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

LAND = Path(__file__).parent.parent.parent / "tpu_zones" / "notebook" / "land.json"
TOLERANCE = 0.25
"""How far, in degrees, a simplified outline may lie beside the real one."""
SMALLEST = 0.7
"""Area in square degrees of the smallest island that is kept."""

Point = tuple[float, float]


def arcs(topology: dict) -> list[list[Point]]:
    """Return the arcs in degrees: TopoJSON stores whole steps from point to point."""
    (scale_x, scale_y), (left, bottom) = topology["transform"]["scale"], topology["transform"]["translate"]
    found = []
    for arc in topology["arcs"]:
        x = y = 0
        points = []
        for step_x, step_y in arc:
            x, y = x + step_x, y + step_y
            points.append((x * scale_x + left, y * scale_y + bottom))
        found.append(points)
    return found


def rings(topology: dict) -> list[list[Point]]:
    """Return every ring of land; a hole (the Caspian Sea) is a ring of its own."""
    lines = arcs(topology)
    polygons = [polygon for one in topology["objects"]["land"]["geometries"] for polygon in one["arcs"]]
    found = []
    for ring in (ring for polygon in polygons for ring in polygon):
        points: list[Point] = []
        for number in ring:
            line = lines[number] if number >= 0 else lines[~number][::-1]
            points += line[1:] if points else line
        found.append(points)
    return found


def parts(ring: list[Point]) -> Iterator[list[Point]]:
    """Yield a ring in parts that do not cross the 180th meridian; in the source some go round it."""
    unwound = ring[:1]
    for x, y in ring[1:]:
        unwound.append((x - 360 * round((x - unwound[-1][0]) / 360), y))
    shift = 360 if min(x for x, _ in unwound) < -180 else 0
    moved = [(x + shift, y) for x, y in unwound]
    if max(x for x, _ in moved) <= 180:
        yield moved
        return
    for side in (-1, 1):
        cut: list[Point] = []
        for (x, y), (u, v) in pairwise(moved):
            if (x - 180) * side >= 0:
                cut.append((x, y))
            if (x - 180) * (u - 180) < 0:
                cut.append((180.0, y + (v - y) * (180 - x) / (u - x)))
        if cut:
            yield [(x - 360 if side > 0 else x, y) for x, y in [*cut, cut[0]]]


def area(ring: list[Point]) -> float:
    """Return the area of a ring in square degrees."""
    return abs(sum(x * v - u * y for (x, y), (u, v) in pairwise(ring))) / 2


def simplified(line: list[Point]) -> list[Point]:
    """Return a line with fewer points, by Douglas and Peucker; its ends stay."""
    (x, y), (u, v) = line[0], line[-1]
    length = ((u - x) ** 2 + (v - y) ** 2) ** 0.5

    def away(point: Point) -> float:
        if not length:
            return float(((point[0] - x) ** 2 + (point[1] - y) ** 2) ** 0.5)
        return float(abs((u - x) * (y - point[1]) - (x - point[0]) * (v - y)) / length)

    farthest = max(range(1, len(line) - 1), key=lambda i: away(line[i]), default=0)
    if not farthest or away(line[farthest]) <= TOLERANCE:
        return [line[0], line[-1]]
    return simplified(line[: farthest + 1])[:-1] + simplified(line[farthest:])


def main() -> None:
    """Write the outlines: one ring a line, as `[longitude, latitude, longitude, latitude, ...]`."""
    whole = rings(json.loads(Path(sys.argv[1]).read_text("utf-8")))
    kept = [part for ring in whole for part in parts(ring) if area(part) >= SMALLEST]
    north = [ring for ring in kept if max(y for _, y in ring) > -60]
    small = sorted(map(simplified, north), key=area, reverse=True)
    flat = [[round(number, 1) for point in ring[:-1] for number in point] for ring in small if len(ring) > 3]
    lines = ",\n".join(json.dumps(ring, separators=(",", ":")).replace(".0", "") for ring in flat)
    LAND.write_text(f"[\n{lines}\n]\n", "utf-8")


if __name__ == "__main__":
    main()
