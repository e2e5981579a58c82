"""The outlines of land."""

from itertools import pairwise

from tpu_zones.notebook.land import outlines


def holds(ring, x, y):
    """Whether a point lies in a ring: an odd number of its edges lies to the right."""
    crossed = (((a, b), (c, d)) for (a, b), (c, d) in pairwise((*ring, ring[0])) if (b > y) != (d > y))
    return sum(x < (c - a) * (y - b) / (d - b) + a for (a, b), (c, d) in crossed) % 2 == 1


def is_land(x, y):
    return sum(holds(ring, x, y) for ring in outlines()) % 2 == 1


def test_land_is_where_it_is():
    inland = {"Berlin": (13.4, 52.5), "Iowa": (-95.9, 41.3), "Delhi": (77.2, 28.6), "Alice Springs": (133.9, -23.7)}
    water = {"Atlantic": (-40, 30), "Pacific": (-150, 0), "Caspian Sea": (51, 41), "Tasman Sea": (160, -40)}
    assert {name for name, point in inland.items() if not is_land(*point)} == set()
    assert {name for name, point in water.items() if is_land(*point)} == set()


def test_nothing_of_it_leaves_the_map():
    points = [point for ring in outlines() for point in ring]
    assert all(-180 <= x <= 180 and -60 < y < 84 for x, y in points)
    assert all(abs(a[0] - c[0]) < 60 for ring in outlines() for a, c in pairwise((*ring, ring[0])))
    assert all(len(ring) >= 3 for ring in outlines())
