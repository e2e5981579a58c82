"""Using the page: filters, deep links, the back button, the keyboard, screen readers, print, small screens."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from tpu_zones.version import __version__

DETAIL = "#evidence=any&cell=v6e/us-south1-a"


def test_filters_write_the_address_and_back_undoes(look):
    one = look().go()
    all_zones = one.zones
    one.page.fill("#tpu", "TPU v5p")
    one.page.press("#tpu", "Tab")
    one.ready()
    assert one.zones == ["europe-west4-b", "us-central1-a", "us-east5-a"]
    one.page.select_option("#evidence", "observed")
    one.ready()
    assert one.hash == "#tpu=TPU+v5p&evidence=observed"
    assert one.text("#count") == "11 zones for TPU v5p (v5p), documented or observed."
    assert len(one.zones) == 11
    one.page.go_back()
    one.ready()
    assert (one.hash, one.page.input_value("#evidence"), len(one.zones)) == ("#tpu=TPU+v5p", "", 3)
    one.page.focus("#tpu")
    one.page.go_back()
    one.ready()
    assert (one.hash, one.page.input_value("#tpu"), one.zones) == ("", "", all_zones)


def test_what_is_typed_filters_at_once_and_is_one_step_back(look):
    one = look().go()
    one.page.type("#within", "us-east")  # "us-" still is the US; "us-east" is no place
    one.ready()
    assert (one.hash, one.page.input_value("#within"), one.text("#within-fault")) == ("#within=us-", "us-east", "")
    one.page.type("#within", "5")
    one.ready()
    assert (one.hash, one.zones) == ("#within=us-east5", ["us-east5-a", "us-east5-b"])
    one.page.keyboard.press("Enter")
    one.page.go_back()
    one.ready()
    assert (one.hash, one.page.input_value("#within"), len(one.zones)) == ("", "", 17)


def test_a_deep_link_fills_the_fields(look):
    one = look().go("#tpu=v6e&within=Europe,US&option=spot,flex-start&surface=gke&evidence=any")
    one.ask("#evidence=documented")
    assert one.page.input_value("#evidence") == "" and len(one.zones) == 17
    one.ask("#tpu=v6e&within=Europe,US&option=spot,flex-start&surface=gke&evidence=any")
    values = [one.page.input_value(f"#{field}") for field in ("tpu", "within", "option", "surface", "evidence")]
    assert values == ["v6e", "Europe,US", "spot,flex-start", "gke", "any"]
    assert one.zones[0] == "europe-west4-a"  # places keep their order
    assert "v6e in Europe, United States as spot or flex-start through gke" in one.text("#count")


def test_a_name_that_is_not_known_is_said_beside_its_field(look):
    one = look().go("#tpu=v99&within=Atlantis")
    assert one.zones == []
    assert one.text("#tpu-fault") == "No TPU is called “v99”."
    assert one.text("#within-fault") == "No place is called “Atlantis”."
    assert one.page.get_attribute("#tpu", "aria-invalid") == "true"
    one.ask("#tpu=v5")
    assert "v5e" in one.text("#tpu-fault") and "v5p" in one.text("#tpu-fault")


def test_nothing_there_says_why(look):
    one = look().go("#tpu=v6e&within=Ireland")
    assert one.text("#count") == "No zones for v6e in Ireland, documented by Google."
    assert one.text("#notes").startswith("No Google Cloud region in Ireland; nearest: europe-west2 (London, 462 km)")
    one.ask("#tpu=tpu8t")
    assert "announced by Google on 2026-04-22, no zone published" in one.text("#notes")
    one.ask("#tpu=v5p&within=us-west4")
    assert one.text("#notes") == "v5p is not on Google’s list for North America (2026-08-10) there"
    one.ask("#tpu=v4&within=US&option=flex-start")
    assert one.text("#notes") == "v4 is in us-central2-b, but not known to be had in that way or size"
    one.page.click("#notes button")
    one.ready()
    assert one.text("#cell-name") == "v4 in us-central2-b" and "flex-start no: " in one.page.text_content("#cell")
    one.page.click("#close")
    one.page.wait_for_function("() => !location.hash.includes('cell')")
    assert one.page.evaluate("document.activeElement.textContent") == "us-central2-b"
    one.ask("#tpu=v5p&within=us-east5-b")
    one.page.click("#notes button")
    one.ready()
    assert (one.zones, one.page.input_value("#evidence")) == (["us-east5-b"], "any")


def test_a_cell_tells_what_it_rests_on(look, catalog):
    one = look().go("#evidence=any")
    one.page.click('[data-cell="v6e/us-south1-a"]')
    one.ready()
    assert one.hash == DETAIL
    said = one.text("#cell")
    told = catalog.availability("v6e", "us-south1-a")
    assert all(reason in said for reason in told.reasons)
    assert all(claim.source in said for claim in told.claims)
    assert "against: absent\t2026-08-10" in said and "offered: unknown" in said
    assert "Conflicting: TPU API yes" in said
    links = one.page.eval_on_selector_all("#cell a", "links => links.map(link => link.href)")
    assert links and all(link.startswith("https://") for link in links)
    one.page.keyboard.press("Escape")
    one.page.wait_for_function("() => !location.hash.includes('cell')")
    one.ready()
    assert not one.page.is_visible("#cell")
    assert one.page.evaluate("document.activeElement.dataset.cell") == "v6e/us-south1-a"
    assert len(one.zones) == 41


def test_a_generation_tells_its_lists_and_who_disagrees(look):
    one = look().go()
    one.page.click("thead [data-tpu=v6e]")
    one.ready()
    assert one.hash == "#tpu=v6e"
    said = one.text("#generation")
    assert "Europe\t2026-11-09\thttps://docs.cloud.google.com/tpu/docs/regions-zones" in said
    assert "Width of the public list against the API" in said


def test_the_map_says_the_same(look):
    one = look().go("#tpu=v5p")
    marks = one.page.eval_on_selector_all(
        '.mark[tabindex="0"]', "all => all.map(mark => mark.getAttribute('aria-label'))"
    )
    assert sorted(marks) == [
        f"{region}: 1 zone in the answer" for region in ("europe-west4", "us-central1", "us-east5")
    ]
    one.page.focus('.mark[data-within="us-east5"]')
    one.page.keyboard.press("Enter")
    one.ready()
    assert (one.hash, one.zones) == ("#tpu=v5p&within=us-east5", ["us-east5-a"])


def test_everything_by_keyboard(look):
    one = look().go()
    keys = one.page.keyboard
    keys.press("Tab")
    assert one.page.evaluate("document.activeElement.className") == "skip"
    keys.press("Tab")
    assert one.page.evaluate("document.activeElement.id") == "tpu"
    keys.type("v5p")
    keys.press("Tab")
    keys.type("Europe")
    keys.press("Enter")
    one.ready()
    assert (one.hash, one.zones) == ("#tpu=v5p&within=Europe", ["europe-west4-b"])
    one.page.focus(".skip")
    keys.press("Enter")
    assert one.page.evaluate("document.activeElement.id") == "matrix"
    reached = []
    for _ in range(3):
        keys.press("Tab")
        reached.append(one.page.evaluate("document.activeElement.textContent"))
    assert reached[:2] == ["v5p", "europe-west4-b"] and reached[2].startswith("●documented$4.25")
    keys.press("Enter")
    one.ready()
    assert one.text("#cell-name") == "v5p in europe-west4-b"
    keys.press("Escape")
    one.page.wait_for_function("() => !location.hash.includes('cell')")
    one.page.click("#reset")
    one.ready()
    assert one.hash == "" and len(one.zones) == 17


def test_a_table_for_screen_readers(look):
    one = look().go()
    table = one.page.locator("#matrix")
    assert table.locator("thead th[scope=col]").count() == 8
    assert table.locator("tbody th[scope=row]").count() == 41
    assert table.locator("caption").count() == 1
    assert one.page.get_by_role("status").inner_text() == "17 zones for any TPU, documented by Google."
    assert one.page.get_by_role("button", name="documented $2.97").count() == 1
    assert one.page.get_by_role("button", name="observed $1.56").get_attribute("aria-description")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(look, scheme):
    one = look(scheme=scheme).go()
    for fragment in ("#evidence=any", "#tpu=v9&within=NL", "#tpu=v6e&within=NL&cell=v6e/europe-west4-a"):
        one.ask(fragment)
        found = Axe().run(one.page).response["violations"]
        assert [(rule["id"], [node["html"][:200] for node in rule["nodes"]]) for rule in found] == [], fragment


@pytest.mark.parametrize("width", [320, 768, 2200])
def test_nothing_flows_over_the_side(look, width):
    one = look(width=width).go("#evidence=any")
    for fragment in ("#", "#tpu=v6e&evidence=any", "#tpu=" + "x" * 300, DETAIL):
        one.ask(fragment)
        assert one.page.evaluate("document.documentElement.scrollWidth") <= width, fragment
        assert one.page.evaluate("document.querySelector('#cell').scrollWidth") <= width, fragment


def test_the_head_and_the_zones_stay_in_sight(look):
    one = look(height=500).go("#evidence=any")
    one.page.locator('tr[data-zone="us-west4-a"]').scroll_into_view_if_needed()
    assert one.page.evaluate("scrollY") > 500
    assert one.page.locator("#matrix thead th").first.bounding_box()["y"] == 0


def test_a_generation_alone_shows_why(look, catalog):
    one = look().go("#tpu=v6e&evidence=any")
    said = one.page.inner_text('[data-cell="v6e/us-east5-c"]')
    assert said.split("\n") == ["○", "observed", "$2.70", "seen 2026-08-12", "reservation, 2026-08-12"]
    (reason,) = catalog.availability("v6e", "us-east5-a").reasons
    assert one.page.inner_text('[data-cell="v6e/us-east5-a"] .why') == reason
    assert not one.page.is_visible("#regional")  # it speaks of another generation
    one.ask("#tpu=tpu7x")
    assert one.page.is_visible("#regional")


def test_what_answers_nothing_shows_no_empty_map_or_table(look):
    one = look().go("#tpu=v9")
    assert [one.page.is_visible(part) for part in ("#world", "#zones", "#count")] == [False, False, True]
    one.ask("#tpu=v5p")
    assert [one.page.is_visible(part) for part in ("#world", "#zones")] == [True, True]


@pytest.mark.parametrize(("width", "least"), [(360, 3), (768, 8), (1280, 10)])
def test_names_on_the_map_hide_no_mark_and_no_name(look, width, least):
    one = look(width=width).go("#evidence=any")
    boxes = one.page.evaluate("""() => {
      const box = (one) => { const { left, top, right, bottom } = one.getBoundingClientRect(); return [left, top, right, bottom]; };
      const marks = [...document.querySelectorAll('.mark[tabindex="0"]')];
      const names = marks.filter((mark) => mark.querySelector(".name").textContent);
      return { frame: box(document.querySelector("#world svg")), marks: marks.map((mark) => box(mark.querySelector("circle"))),
        names: names.map((mark) => [marks.indexOf(mark), box(mark.querySelector(".name"))]) };
    }""")
    frame, marks, names = boxes["frame"], boxes["marks"], boxes["names"]
    assert len(names) >= least
    for at, box in names:
        assert frame[0] <= box[0] and box[2] <= frame[2]
        middles = [((mark[0] + mark[2]) / 2, (mark[1] + mark[3]) / 2) for mark in marks]
        assert not any(box[0] < x < box[2] and box[1] < y < box[3] for x, y in middles)
        assert not any(
            box[0] < other[2] and other[0] < box[2] and box[1] + 3 < other[3] and other[1] + 3 < box[3]
            for number, other in names
            if number != at
        )


def test_prints_dark_on_white_with_prices_and_nothing_folded(look):
    one = look(scheme="dark", width=680).go("#tpu=v6e")
    page = one.page
    shown = "getComputedStyle(document.querySelector('.land')).fill"
    assert page.evaluate(shown) == "rgb(58, 65, 73)"
    page.emulate_media(media="print")
    assert page.evaluate(shown) == "rgb(221, 226, 231)"
    assert page.is_visible('[data-cell="v6e/us-east5-a"] .price')
    folded = "document.querySelectorAll('details:not([open])').length"
    before = page.evaluate(folded)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert (before, page.evaluate(folded)) == (9, 0)
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.evaluate(folded) == 9
    one.ask("#tpu=v6e&cell=v6e/us-east5-a")
    assert [page.is_visible(part) for part in ("#matrix", "#close", "#cell-name")] == [False, False, True]


def test_prints_the_answer_and_no_controls(look):
    one = look().go("#tpu=v6e")
    one.page.emulate_media(media="print")
    assert [one.page.is_visible(part) for part in ("#question", "#count", "#matrix", "footer")] == [
        False,
        True,
        True,
        True,
    ]
    assert one.page.pdf().startswith(b"%PDF")


def test_says_its_version_and_the_days_of_its_data(look):
    one = look().go()
    assert "Data compiled 2026-11-30, newest evidence 2026-11-09" in one.text("header")
    assert f"tpu_zones {__version__}, bundled snapshot " in one.text("footer")
