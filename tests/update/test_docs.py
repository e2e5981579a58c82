"""Google's page, as it is and as it was: what is read equals what is known, and what is no such page is refused."""

import datetime as dt

import pytest
from mangled import limited
from support import FIXTURES
from zone_pages import WORDS, documented, listed, lists, page

from tpu_zones.facts.index import Index
from tpu_zones.facts.load import bundled
from tpu_zones.records.words import Stage
from tpu_zones.update import guard
from tpu_zones.update.faults import SourceFailed
from tpu_zones.update.settings import Settings
from tpu_zones.update.sources.base import Known
from tpu_zones.update.sources.docs import source

URL = Settings().docs_url
COMPUTE = "https://docs.cloud.google.com/compute/docs/regions-zones/tpu-regions-zones.md.txt"
INDEX = Index(bundled())
SAMPLE = (FIXTURES / "http" / "regions_zones_page.md.txt").read_text("utf-8")
VARIANTS = (FIXTURES / "http" / "regions_zones_page_variants.md.txt").read_text("utf-8")


class Reply:
    not_modified, validators, day = False, {"If-None-Match": "x"}, dt.date(2026, 12, 7)

    def __init__(self, url, text):
        self.url = self.address = url
        self._text = text

    def text(self):
        return self._text


class Http:
    def __init__(self, **pages):
        self.pages, self.asked = pages, []

    def get(self, url, **_):
        self.asked.append(url)
        text = self.pages["compute" if "/compute/" in url else "tpu"]
        if isinstance(text, SourceFailed):
            raise text
        return Reply(url, text)


def read(text, **more):
    return source.fetch(Http(tpu=text, **more), Known(INDEX), Settings())


def pairs(found):
    return {(one.generation, one.zone) for one in found.claims}


def test_today_s_page_says_what_the_catalog_says():
    found = read(SAMPLE)
    assert pairs(found) == {(generation, zone) for generation, zone, _, _ in documented()}
    assert found.remarks == () and guard.lost(source, Known(INDEX), found) == ()
    one = next(one for one in found.claims if one.zone == "us-central1-a" and one.generation == "v2")
    assert one.sizes == ("v2-32", "v2-128", "v2-256", "v2-512")
    assert (one.list, str(one.seen), one.source) == ("docs-2026-12-07", "2026-12-07", URL)
    assert (found.zones, found.regions, found.generations) == ((), (), ())
    assert len(found.lists[0].covers) == 7 * 4 and "tpu7x/Asia Pacific" in found.lists[0].covers


@pytest.mark.parametrize("language", WORDS)
@pytest.mark.parametrize("name", [name for name in lists() if listed(name)])
def test_every_known_version_in_every_language(name, language):
    rows = listed(name)
    found = read(page(rows, language))
    assert pairs(found) == {(generation, zone) for generation, zone, _, _ in rows}
    assert {part for part in found.shape if part.startswith("heading")} == {
        f"heading {one}" for one in ("North America", "Europe", "Asia Pacific", "South America")
    }
    sizes = {(generation, zone): sizes for generation, zone, sizes, _ in rows}
    for one in found.claims:
        assert set(one.sizes) == set(sizes[one.generation, one.zone]), one


@pytest.mark.parametrize(
    "drift",
    [
        {"bold": False},
        {"code": False},
        {"reverse": True},
        {"memory": True},
        {"headings": False},
        {"bold": False, "code": False, "memory": True},
    ],
)
def test_drift_of_layout(drift):
    found = read(page(documented(), **drift))
    assert pairs(found) == {(generation, zone) for generation, zone, _, _ in documented()}
    assert guard.lost(source, Known(INDEX), found) == ()


def test_what_is_said_of_a_zone_is_kept():
    found = read(
        page(
            [("v6e", "us-east5-c", (), "single-tenant"), ("v6e", "us-west1-c", (), "single-tenant, except spot quota")]
        )
    )
    assert [one.note for one in found.claims] == ["single-tenant", "single-tenant, Spot quota excepted"]


def test_the_variants():
    found = read(VARIANTS)
    assert {("v6e", "us-east5-c"), ("v5e", "us-west4-a"), ("v2", "us-central1-b"), ("v6e", "europe-west4-a")} <= pairs(
        found
    )
    assert ("tpu8z", "newcontinent-north12-ai10c") in pairs(found)
    assert [one.generation for one in found.generations] == ["tpu8z"]
    assert [one.region for one in found.regions] == ["newcontinent-north12"]
    said = "\n".join(found.remarks)
    assert "us-east5-c stands under Europe, and belongs to North America" in said
    assert "tpu8z under Future continent: no zone: us-central1-ai1" in said
    assert "tpu8z/Future continent" not in found.lists[0].covers
    lost = guard.lost(source, Known(INDEX), found)
    assert lost == ("generation tpu7x", "generation v3", "generation v4", "generation v5p")


def test_a_list_that_shrank_is_news():
    rows = [
        row
        for row in documented()
        if row[:2]
        not in {("v6e", "us-east5-a"), ("v6e", "us-east1-d"), ("v5e", "us-west4-a"), ("v6e", "southamerica-west1-a")}
    ]
    found = read(page(rows))
    assert guard.lost(source, Known(INDEX), found) == () and len(found.claims) == len(documented()) - 4


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("", "shape", "is empty"),
        ("# TPU regions and zones\n\nThis page moved.\n", "shape", "no table of TPU zones"),
        ("# TPU regions and zones\n\n### North America\n\n### Europe\n", "shape", "no table of TPU zones"),
        (SAMPLE[: SAMPLE.index("us-west1-c")], "cut-off", "breaks off inside a table"),
        ("| a | b |\n|---|---|\n| `us-east5-a` | `us-east5-b` |\n", "shape", "no table of TPU zones"),
        ('{"error": {}}', "shape", "no table of TPU zones"),
    ],
)
def test_what_is_no_such_page(text, code, said):
    with pytest.raises(SourceFailed, match=said) as error:
        read(text)
    assert error.value.code == code


def test_a_page_that_breaks_off_between_tables_is_refused_by_its_shape():
    found = read(SAMPLE[: SAMPLE.index("### Asia Pacific")])
    assert guard.lost(source, Known(INDEX), found) == ("heading Asia Pacific", "heading South America")
    with pytest.raises(SourceFailed, match="no longer shows what it showed before: heading Asia Pacific"):
        guard.check(source, Known(INDEX), found, accept_loss=False)
    assert guard.check(source, Known(INDEX), found, accept_loss=True) == guard.lost(source, Known(INDEX), found)


def test_slips_withdraw_nothing():
    found = read(SAMPLE.replace("`us-central1-ai1a`", "`us-central1-ai1`"))
    assert ("tpu7x", "us-central1-ai1a") not in pairs(found) and ("tpu7x", "us-central1-c") in pairs(found)
    assert "tpu7x/North America" not in found.lists[0].covers and "tpu7x/Europe" in found.lists[0].covers
    assert found.remarks == ("tpu7x under North America: no zone: us-central1-ai1; nothing is withdrawn there",)


def test_an_ambiguous_generation_is_left_out():
    found = read(SAMPLE.replace("(v5p)", "(v5)").replace("All v5p", "All v5"))
    assert "generation v5p" in guard.lost(source, Known(INDEX), found)
    assert any("several meanings" in remark for remark in found.remarks)


def test_an_announced_generation_that_is_listed_is_available():
    found = read(
        SAMPLE + "\n\n### Europe\n\n| **TPU type (TPU8t)** | c | z |\n|---|---|---|\n| All | x | - `europe-west4-a` |\n"
    )
    one = next(one for one in found.generations if one.generation == "tpu8t")
    assert one.stage is Stage.AVAILABLE and ("tpu8t", "europe-west4-a") in pairs(found)


def test_a_new_zone_in_a_known_region():
    found = read(SAMPLE.replace("`europe-west4-a` |", "`europe-west4-a` - `europe-west4-ai2b` - `europe-west4-z` |", 1))
    ai, plain = found.zones
    assert (ai.zone, ai.kind, ai.access, ai.parent_zone, ai.country, ai.eu) == (
        "europe-west4-ai2b",
        "ai",
        "ai",
        "europe-west4-b",
        "NL",
        True,
    )
    assert (plain.zone, plain.kind, plain.access) == ("europe-west4-z", "standard", "open")


LINK = f"\nSee [TPU locations]({COMPUTE}#tpu).\n"
ZONES_FIRST = """# TPU locations

## Europe

| Zone | Location | TPU versions |
|------|----------|--------------|
| `europe-west4-a` | Eemshaven | v6e, v3, v2 |
| `europe-west4-b` | Eemshaven | v5p and v5e |
| `europe-west1-d` | St. Ghislain | v5p |
"""


def test_a_linked_page_adds_its_zones():
    http = Http(tpu=SAMPLE + LINK, compute=ZONES_FIRST)
    found = source.fetch(http, Known(INDEX), Settings())
    assert http.asked == [URL, COMPUTE]
    assert ("v5p", "europe-west1-d") in pairs(found)
    assert next(one.source for one in found.claims if one.zone == "europe-west1-d") == COMPUTE
    assert [one.source for one in found.cited] == [URL, COMPUTE]
    assert set(found.validators) == {URL, COMPUTE}


def test_a_page_that_only_links_is_as_good():
    moved = "# TPU regions and zones\n\nSee [here](/compute/docs/regions-zones/tpu-regions-zones).\n"
    http = Http(tpu=moved, compute=page(documented()))
    assert pairs(source.fetch(http, Known(INDEX), Settings())) == {(g, z) for g, z, _, _ in documented()}
    assert http.asked == [URL, COMPUTE]


def test_a_linked_page_that_fails():
    gone = SourceFailed("status", "gone", status=404)
    found = read(SAMPLE + LINK, compute=gone)
    assert "was not read" in found.remarks[0] and len(found.claims) == len(documented())
    with pytest.raises(SourceFailed, match="gone"):
        read(LINK, compute=gone)
    before = read(SAMPLE + LINK, compute=ZONES_FIRST)
    known = Known(INDEX, mine=before.claims)
    with pytest.raises(SourceFailed, match="gone"):
        source.fetch(Http(tpu=SAMPLE + LINK, compute=gone), known, Settings())


def test_pages_that_are_made_to_cost():
    ran = limited(
        "from tpu_zones.update.sources.zone_page import read\n"
        "for text in each(['[' * 500_000, '[](' * 200_000, '[](' + 'a' * 500_000, '[a](b ' * 100_000, '(' * 500_000,\n"
        "                  '| TPU ' + '(' * 500_000 + ' |\\n| us-central1-a |', '#' * 500_000, '|' * 500_000,\n"
        "                  '| us-central1-a' + ' (' * 200_000 + ' |', '| ' + 'v1' * 200_000 + ' |', '| [' * 100_000 + '|']):\n"
        "    read(text)\n"
        "    print(text[:9])\n"
    )
    assert (ran.code, ran.out.count("\n")) == (0, 11), (ran.code, ran.out, ran.err[-300:])
