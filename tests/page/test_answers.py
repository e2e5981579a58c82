"""The page answers as `Catalog.zones` does, whatever is asked."""

import random
from urllib.parse import urlencode

import pytest

from tpu_zones.errors import TpuZonesError

OPTIONS = [
    None,
    None,
    "on-demand",
    "spot",
    "flex-start",
    "calendar",
    "reservation",
    "commit-1y",
    "all",
    "spot,flex-start",
]
SURFACES = [None, None, "gke", "compute-engine", "cloud-tpu-api"]
TPUS = (
    "v2 v3 v4 v5e v5p v6e tpu7x tpu8t tpu8i-max Trillium Ironwood TPU_V5P ct6e-standard-4t ct5lp-hightpu-8t v5p-8 v5p-10"
    " v5p-7 v2-8 v3-32 v3-2048 v5litepod-16 v5e-8 trillium-8 tpu-v5-lite-podslice v5 v9 constructor __proto__"
    " Cloud_TPU_v5p cloud-tpu-v5p-16"
).split()
PLACES = (
    "Europe|EU|NL|Netherlands|Nederland|Asia|US|us-central1|us-central1-ai1a|us-central2|Ireland|Atlantis|São Paulo|sao-paulo"
    "|Osaka, Japan|Council Bluffs, Iowa, US|Columbus, Ohio|Paris, Texas|Paris,Texas|US,NL|NL,US|us-east5-b,us-east5|me-central2-x"
    "|us-east7|us-east7-a|Georgia|Κύπρος|Amsterdam|Australia|,,|toString|Antarctica"
).split("|")
ASK = """hash => {
  history.pushState(null, "", hash);
  dispatchEvent(new PopStateEvent("popstate"));
}"""


def questions():
    chance = random.Random(7)  # noqa: S311
    for tpu in TPUS:
        yield {"tpu": tpu, "evidence": "any"}
    for place in PLACES:
        yield {"within": place, "evidence": "observed"}
    for _ in range(40):
        asked = {
            "tpu": chance.choice([None, *TPUS]),
            "within": chance.choice([None, *PLACES]),
            "option": chance.choice(OPTIONS),
            "surface": chance.choice(SURFACES),
            "evidence": chance.choice(["documented", "observed", "any"]),
        }
        yield {name: value for name, value in asked.items() if value}


def answer(catalog, asked):
    """The zones in their order; None where the question is refused."""
    named = dict(asked)
    try:
        return [one.zone for one in catalog.zones(named.pop("tpu", None), named.pop("within", None), **named)]
    except TpuZonesError:
        return None


def test_the_same_answer_as_the_library(look, catalog):
    one, wrong, empty = look().go(), [], 0
    for asked in questions():
        one.page.evaluate(ASK, "#" + urlencode(asked))
        one.ready()
        shown = one.zones if one.page.get_attribute("#answer", "data-state") == "answered" else None
        if shown != (told := answer(catalog, asked)):
            wrong.append((asked, shown, told))
        empty += not told
    assert wrong == []
    assert 20 < empty < 80  # of 100: many have zones, many have none
    assert one.said == []


@pytest.mark.parametrize("evidence", ["documented", "observed", "any"])
def test_the_cells_are_the_offerings(look, catalog, evidence):
    one = look().go(f"#within=US&option=spot&evidence={evidence}")
    told = catalog.offerings(within="US", option="spot", evidence=evidence)
    assert sorted(one.cells) == sorted(f"{row.generation}/{row.zone}" for row in told if row.zone)


def test_prices_are_the_librarys(look, catalog):
    one = look().go("#tpu=v6e&within=NL&option=spot&cell=v6e/europe-west4-a")
    (price,) = catalog.prices("v6e", "NL", option="spot")
    assert f"${price.usd_per_chip_hour:.2f}" in one.text("#matrix tbody tr:not([hidden])")
    lines = one.page.locator("#cell tr", has_text="spot").all_inner_texts()
    assert any(f"${price.usd_per_chip_hour}\t{price.read_on}" in line for line in lines)


def test_a_page_of_a_place_has_its_zones_only(catalog):
    from tpu_zones.page.build import availability_page

    html = availability_page(iter(["NL", "BE"]), catalog=catalog)
    told = [one.zone for one in catalog.zones(within="NL,BE", evidence="any")]
    assert sorted(told) == sorted(part.partition('"')[0] for part in html.split('<tr data-zone="')[1:])
    assert "<title>Google Cloud TPU availability: Netherlands, Belgium</title>" in html
    assert "zone not known" not in html and "zone not known" in availability_page("GB,US", catalog=catalog)
    marks = [part.partition('"')[0] for part in html.split('class="mark" href="#within=')[1:]]
    assert sorted(marks) == ["europe-west1", "europe-west4"]


def test_regions_know_whether_any_zone_of_them_is_known(catalog):
    from tpu_zones.page.places import places
    from tpu_zones.page.texts import Texts

    rows = {row[0]: row for row in places(catalog, {"europe-west4-a": 0}, Texts())["regions"]}
    assert (rows["europe-west4"][2], rows["europe-west4"][4]) == ([0], True)
    assert (rows["us-east1"][2], rows["us-east1"][4]) == ([], True)
    without = ["europe-west15", "europe-west5", "us-east2", "us-east7", "us-west8"]
    assert [name for name, row in rows.items() if not row[4]] == without
