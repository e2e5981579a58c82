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
        ("Atlantis", "no place is called 'Atlantis'; did you mean Atlanta, Albania, Tunis?"),
        ("global", "no place is called 'global'; a place is a continent, EU, a country, a city, a region or a zone"),
        ("us-central1-", "no place is called 'us-central1-'"),
    ],
)
def test_unknown_and_ambiguous_places(name, said):
    with pytest.raises(tz.UnknownName) as error:
        PLACES.find(name)
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Iowa, USA", ["Iowa"]),
        ("Texas, US", ["Texas"]),
        ("Council Bluffs, Iowa, US", ["Council Bluffs"]),
        ("Osaka, Japan", ["Osaka"]),
        ("Osaka,Japan", ["Osaka"]),
        ("Portland, Oregon", ["Portland"]),
        ("Portland, Oregon, USA", ["Portland"]),
        ("Seattle, Washington", ["Seattle"]),
        ("Amman, Jordan", ["Amman"]),
        ("Washington, D.C., USA", ["Washington, D.C."]),
        ("Tokyo, Japan, Osaka, Japan", ["Tokyo", "Osaka"]),
        ("Columbus, Ohio, NL", ["Columbus", "Netherlands"]),
        ("Georgia, US", ["Georgia"]),
        ("Paris,Texas", ["Paris", "Texas"]),
        ("Texas, Iowa", ["Texas", "Iowa"]),
        ("Japan, Tokyo", ["Japan", "Tokyo"]),
        ("NL, BE", ["Netherlands", "Belgium"]),
        ("Europe, NL", ["Europe", "Netherlands"]),
        ("us-central1,US", ["us-central1", "United States"]),
        (["Osaka", "Japan"], ["Osaka", "Japan"]),
    ],
)
def test_a_place_and_what_it_lies_in_are_one(text, names):
    assert [place.name for place in PLACES.find(text)] == names


def test_the_countries_of_cities_and_states_tell_those_of_one_name_apart():
    assert PLACES.find("Hyderabad, Pakistan")[0].place.country == "PK"
    assert PLACES.find("San José, California")[0].place.country == "US"
    for text, said in (
        ("Paris, Texas", "no Paris in Texas is known, only in FR"),
        ("Columbus, Texas", "no Columbus in"),
    ):
        with pytest.raises(tz.UnknownName, match=said) as error:
            PLACES.find(text)
        assert all(PLACES.find(one) for one in error.value.suggestions) and error.value.suggestions


def test_every_city_and_state_followed_by_its_country_is_itself():
    countries = {
        row["code"]: row["name"] for row in table("places") + table("places_elsewhere") if row["kind"] == "country"
    }
    rows = [row for row in table("places") + table("places_elsewhere") if row["kind"] in ("city", "state")]
    for row in rows:
        if "," in countries[row["country"]]:
            continue
        text = f"{row['name']}, {countries[row['country']]}"
        try:
            found = PLACES.find(text)
        except tz.UnknownName as error:
            assert error.reason == "it has several meanings", text
            continue
        assert len(found) == 1 and found[0].place.country == row["country"], text


@pytest.mark.parametrize("name", [["NL", 5], 5, list, [None], b"NL", [b"NL"]])
def test_a_place_is_text(name):
    with pytest.raises(tz.WrongUsage, match="a place is named by text such as NL, Europe or us-central1, not by "):
        PLACES.find(name)


@pytest.mark.parametrize("name", ["Ireland", "Dublin", "IE", "Éire", "Amsterdam", "Norway", "Kenya", "San Francisco"])
def test_a_place_without_a_region_is_an_answer(name):
    place = PLACES.find(name)[0]
    assert place.zones == () and place.place is not None


@pytest.mark.parametrize(
    "name",
    ["us-central2-a", "us-central2-d", "us-central2-ai1a", "us-east7", "us-east7-ai1b", "us-west8-a", "europe-west5"],
)
def test_unconfirmed_zones_and_unlisted_regions_are_known_names(name):
    place = PLACES.find(name)[0]
    assert place.zones == () and place.kind == "unconfirmed"
    region = "-".join(name.split("-")[:2])
    assert (place.is_zone, place.region, place.regions) == (name != region, region, (region,))


@pytest.mark.parametrize(
    "name", ["us-central1-ai1", "us-central1-z", "us-central2-", "us-central2-1", "us-central2-a-b"]
)
def test_no_other_spelling_is_a_zone(name):
    with pytest.raises(tz.UnknownName):
        PLACES.find(name)


def test_what_is_a_zone_and_which_regions_a_place_has():
    found = {place.name: place for place in PLACES.find("us-south1-ai1b,us-south1,NL,Ireland,Texas")}
    assert [place.is_zone for place in found.values()] == [True, False, False, False, False]
    assert [place.regions for place in found.values()] == [
        ("us-south1",),
        ("us-south1",),
        ("europe-west4",),
        (),
        ("us-south1",),
    ]


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
