"""What people write for places."""

import math
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import table

import tpu_zones as tz
from tpu_zones.places import key, kilometres

PLACES = tz.Catalog.bundled().index.places
EU = set("AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE".split())


def zones(within):
    return [zone.zone for place in PLACES.find(within) for zone in place.zones]


@pytest.mark.parametrize(
    "name",
    [
        "Netherlands",
        "the netherlands",
        "Nederland",
        "NL",
        "nld",
        "Holland",
        "europe-west4",
        "Eemshaven",
        "EUROPE-WEST4",
    ],
)
def test_every_name_of_the_netherlands(name):
    assert zones(name) == ["europe-west4-a", "europe-west4-b", "europe-west4-c"]


@pytest.mark.parametrize(
    ("name", "region"),
    [
        ("London", "europe-west2"),
        ("UK", "europe-west2"),
        ("England", "europe-west2"),
        ("Zürich", "europe-west6"),
        ("zurich", "europe-west6"),
        ("Montréal", "northamerica-northeast1"),
        ("montreal", "northamerica-northeast1"),
        ("São Paulo", "southamerica-east1"),
        ("Singapore", "asia-southeast1"),
        ("Iowa", "us-central1"),
        ("Columbus, Ohio", "us-east5"),
        ("Oklahoma", "us-central2"),
        ("Belgique", "europe-west1"),
        ("België", "europe-west1"),
        ("日本", "asia-northeast1"),
        ("대한민국", "asia-northeast3"),
    ],
)
def test_places_in_their_own_words(name, region):
    assert region in {zone.region for place in PLACES.find(name) for zone in place.zones}


def test_iso_codes_win():
    assert {zone.region for zone in PLACES.find("CA")[0].zones} == {
        "northamerica-northeast1",
        "northamerica-northeast2",
    }
    assert PLACES.find("DE")[0].name == "Germany" and PLACES.find("IN")[0].name == "India"


def test_groups_are_their_members():
    in_eu = {row["region"] for row in table("regions") if row["country"] in EU and row["status"] == "public"}
    assert {zone.region for zone in PLACES.find("EU")[0].zones} == in_eu
    assert {zone.region for zone in PLACES.find("EEA")[0].zones} == in_eu
    assert "europe-west2" not in in_eu and "europe-west6" not in in_eu
    asia = {row["region"] for row in table("regions") if row["heading"] == "Asia Pacific"}
    assert {zone.region for zone in PLACES.find("Asia Pacific")[0].zones} == asia
    for continent in ("Africa", "Asia", "Europe", "Middle East", "North America", "Oceania", "South America"):
        here = {row["region"] for row in table("zones") if row["continent"] == continent}
        assert {zone.region for zone in PLACES.find(continent)[0].zones} == here, continent


def test_several_places_keep_their_order():
    assert [p.name for p in PLACES.find("us-central1-b, Netherlands,EU")] == [
        "us-central1-b",
        "Netherlands",
        "European Union",
    ]
    assert [p.name for p in PLACES.find(["NL", "Columbus, Ohio"])] == ["Netherlands", "Columbus"]
    assert [p.name for p in PLACES.find("Columbus, Ohio,NL")] == ["Columbus", "Netherlands"]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Holand", "did you mean Holland"),
        ("us-central1-ai1", "did you mean us-central1-ai1a"),
        ("europe-west44", "did you mean europe-west4"),
        ("europe-west4-d", "did you mean europe-west4"),
        ("Georgia", "several meanings: Georgia (country); Georgia, USA (state)"),
        ("Columbus", "several meanings: Columbus, Georgia (city); Columbus, Ohio (city)"),
        ("", "no name of a place: ''"),
        (" , ", "no place is named"),
        ("x" * 5000, "no name of a place"),
        ("Atlantis", "no place is called 'Atlantis'"),
        ("us-central1-", "no place is called 'us-central1-'"),
        (["NL", 5], "no name of a place: 5"),
        (5, "no name of a place: 5"),
    ],
)
def test_unknown_and_ambiguous_places(name, said):
    with pytest.raises(tz.UnknownName) as error:
        PLACES.find(name)
    assert said in str(error.value)


@pytest.mark.parametrize("name", ["Ireland", "Dublin", "IE", "Éire", "Amsterdam", "Norway", "Kenya", "San Francisco"])
def test_a_place_without_a_region_is_an_answer(name):
    place = PLACES.find(name)[0]
    assert place.zones == () and place.place is not None


@pytest.mark.parametrize("name", ["us-central2-a", "us-central2-d", "us-east7", "us-west8-a", "europe-west5"])
def test_unconfirmed_zones_and_unlisted_regions_are_known_names(name):
    place = PLACES.find(name)[0]
    assert place.zones == () and place.kind == "unconfirmed"


def test_every_region_is_reached_by_its_places():
    for row in table("regions"):
        if row["status"] == "unlisted":
            continue
        zone_ids = {zone["zone"] for zone in table("zones") if zone["region"] == row["region"]}
        for name in (row["region"], row["country"], row["continent"]):
            assert zone_ids <= set(zones(name)), (row["region"], name)


def test_every_name_leads_to_its_place():
    by_key: dict[str, set[str]] = {}
    rows = table("places") + table("places_elsewhere")
    for row in rows:
        for word in row["keys"]:
            by_key.setdefault(word, set()).add(row["code"])
    assert len({row["code"] for row in rows}) == len(rows)
    ambiguous = {word for word, codes in by_key.items() if len(codes) > 1}
    assert ambiguous == {
        "georgia",
        "columbus",
        "congo",
        "hyderabad",
        "sanjose",
        "valencia",
        "victoria",
        "washington",
        key("عمان"),
    }
    assert not {k for r in table("places") for k in r["keys"]} & {
        k for r in table("places_elsewhere") for k in r["keys"]
    }
    for row in rows:
        assert row["keys"] == sorted({key(name) for name in (row["name"], *row["names"])})


def test_distances_agree_with_a_second_formula():
    def by_chord(lat1, lon1, lat2, lon2):
        def vector(lat, lon):
            lat, lon = math.radians(lat), math.radians(lon)
            return math.cos(lat) * math.cos(lon), math.cos(lat) * math.sin(lon), math.sin(lat)

        return 6371.0 * 2 * math.asin(math.dist(vector(lat1, lon1), vector(lat2, lon2)) / 2)

    points = [(row["latitude"], row["longitude"]) for row in table("regions") if row["latitude"] is not None]
    assert len(points) == 43
    for one, other in combinations(points, 2):
        assert kilometres(*one, *other) == pytest.approx(by_chord(*one, *other), rel=0.01)
    assert kilometres(52.3676, 4.9041, 51.5074, -0.1278) == pytest.approx(358, abs=2)  # Amsterdam to London


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.text(max_size=30))
def test_any_text_is_a_place_or_one_clear_error(text):
    try:
        assert PLACES.find(text)
    except tz.UnknownName as error:
        assert str(error)
