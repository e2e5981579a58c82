"""Where the names on a map can stand: near their point, and clear of each other."""

from collections.abc import Iterator, Sequence
from math import cos, dist, pi, sin
from typing import NamedTuple

_GAP = 0.04
"""Inches between a name and anything else."""
_RINGS = (0.0, 0.16, 0.34, 0.55, 0.8, 1.1, 1.5)
_DIRECTIONS = 24


class Box(NamedTuple):
    """A rectangle; `y` counts down."""

    x: float
    y: float
    width: float
    height: float

    def overlaps(self, other: "Box") -> bool:
        """Return whether the two share a place."""
        return (
            self.x < other.x + other.width
            and other.x < self.x + self.width
            and self.y < other.y + other.height
            and other.y < self.y + self.height
        )

    def grown(self, by: float) -> "Box":
        """Return a box that is larger on each side."""
        return Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    def inside(self, other: "Box") -> bool:
        """Return whether all of it is in the other."""
        return (
            other.x <= self.x
            and self.x + self.width <= other.x + other.width
            and other.y <= self.y
            and self.y + self.height <= other.y + other.height
        )

    def nearest(self, x: float, y: float) -> tuple[float, float]:
        """Return the place in the box that is nearest to a point."""
        return min(max(x, self.x), self.x + self.width), min(max(y, self.y), self.y + self.height)


def placed(
    points: Sequence[tuple[float, float]], sizes: Sequence[tuple[float, float]], frame: Box, radius: float
) -> list[Box | None]:
    """Return the box of each name, by its point and size: as near as there is room; None where there is none.

    Names of crowded points go first. No name touches another, a point, or the line from another to its point.

    >>> placed([(1, 1), (1.1, 1)], [(0.5, 0.1)] * 2, Box(0, 0, 3, 2), 0.05)[0]
    Box(x=0.41000000000000003, y=0.95, width=0.5, height=0.1)
    """
    marks = [Box(x - radius, y - radius, 2 * radius, 2 * radius) for x, y in points]
    found: list[Box | None] = [None] * len(points)
    taken: list[Box] = list(marks)
    crowded = [sum(dist(one, other) < 1 for other in points) for one in points]
    for number in sorted(range(len(points)), key=lambda one: (-crowded[one], points[one])):
        others = [box for box in taken if box is not marks[number]]
        for box in _tries(points[number], sizes[number], radius):
            line = _line(points[number], box)
            clear = not any(box.grown(_GAP).overlaps(other) or _crosses(line, other) for other in others)
            if clear and box.inside(frame):
                found[number] = box
                taken += [box, *(Box(x - 0.01, y - 0.01, 0.02, 0.02) for x, y in line)]
                break
    return found


def _tries(point: tuple[float, float], size: tuple[float, float], radius: float) -> Iterator[Box]:
    (x, y), (width, height) = point, size
    for ring in _RINGS:
        away = ring + radius + _GAP
        yield Box(x - away - width, y - height / 2, width, height)
        yield Box(x + away, y - height / 2, width, height)
        for step in range(_DIRECTIONS):
            angle = 2 * pi * step / _DIRECTIONS
            middle_x = x + cos(angle) * (away + width / 2)
            middle_y = y + sin(angle) * (away + height / 2)
            yield Box(middle_x - width / 2, middle_y - height / 2, width, height)


def _line(point: tuple[float, float], box: Box) -> list[tuple[float, float]]:
    """Return points along the line from a name to its point."""
    (x, y), (a, b) = point, box.nearest(*point)
    steps = max(2, int(dist(point, (a, b)) / 0.03))
    return [(a + (x - a) * step / steps, b + (y - b) * step / steps) for step in range(steps)]


def _crosses(line: Sequence[tuple[float, float]], box: Box) -> bool:
    return any(box.x <= x <= box.x + box.width and box.y <= y <= box.y + box.height for x, y in line)
