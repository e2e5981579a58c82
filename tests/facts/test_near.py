"""Distances: against a second formula, and in order."""

import itertools
import math

import pytest
from support import table

import tpu_zones as tz
from tpu_zones.facts.near import nearest
from tpu_zones.places import EARTH_RADIUS_KM, kilometres

REGIONS = [row for row in table("regions") if row["status"] == "public"]
INDEX = tz.Catalog.default().index


def by_chord(a, b):
    """The angle between two vectors from the centre of the earth, by their cross and dot product."""

    def vector(row):
        latitude, longitude = math.radians(row["latitude"]), math.radians(row["longitude"])
        return (
            math.cos(latitude) * math.cos(longitude),
            math.cos(latitude) * math.sin(longitude),
            math.sin(latitude),
        )

    u, v = vector(a), vector(b)
    cross = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
    return EARTH_RADIUS_KM * math.atan2(math.hypot(*cross), sum(x * y for x, y in zip(u, v, strict=True)))


def test_two_formulas_agree_over_all_pairs_of_public_regions():
    pairs = list(itertools.combinations(REGIONS, 2))
    assert len(pairs) == 43 * 42 / 2
    for a, b in pairs:
        found = kilometres(a["latitude"], a["longitude"], b["latitude"], b["longitude"])
        assert found == pytest.approx(by_chord(a, b), rel=0.01), (a["region"], b["region"])
        assert found == kilometres(b["latitude"], b["longitude"], a["latitude"], a["longitude"])
        assert 40 < found < 20_016


@pytest.mark.parametrize(
    ("a", "b", "about"),
    [("europe-west2", "europe-west9", 344), ("us-east5", "us-central1", 1094), ("asia-northeast1", "us-west1", 7800)],
)
def test_known_distances(a, b, about):
    by_id = {row["region"]: row for row in REGIONS}
    a, b = by_id[a], by_id[b]
    assert kilometres(a["latitude"], a["longitude"], b["latitude"], b["longitude"]) == pytest.approx(about, rel=0.02)


def near(places):
    return [(one.zone, one.kilometres) for one in nearest(INDEX, INDEX.offerings["v5p"], INDEX.places.find(places))][:3]


def test_from_a_zone_a_region_several_places_and_a_place_without_a_region():
    home = [("europe-west4-b", 0), ("europe-west1-b", 388), ("europe-west1-c", 388)]
    assert near("europe-west4") == near("europe-west4-c") == near("Netherlands") == home
    assert near("Ireland")[0] == ("europe-west1-b", 763)
    assert near("Netherlands,us-east5")[:2] == [("europe-west4-b", 0), ("us-east5-a", 0)]


def test_regions_without_coordinates_come_last():
    found = nearest(INDEX, INDEX.offerings["v6e"], INDEX.places.find("NL"))
    assert [(one.zone, one.kilometres, one.distance) for one in found][-1:] == [
        ("us-central2-b", None, "distance unknown")
    ]
    assert {one.kilometres for one in nearest(INDEX, INDEX.offerings["v5p"], INDEX.places.find("us-east7"))} == {None}
