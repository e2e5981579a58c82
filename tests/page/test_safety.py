"""The page makes no request, runs under a strict policy, stays small and quick, and shows whatever it is given as text."""

import json
import re
import shutil
from types import SimpleNamespace

import pytest
from local_server import serve
from support import DATA

from tpu_zones.facts.catalog import Catalog
from tpu_zones.facts.outside import hash_of
from tpu_zones.page.build import _safe, availability_page
from tpu_zones.page.texts import _address
from tpu_zones.update.write import digest

MOST_BYTES = 400_000
MOST_MICROSECONDS = 50_000
NASTY = "</script><!--<script>document.title='got'</script></td></title>&\x1b[31m\u202e\u2028{{data}}" + "n" * 10_000


def test_is_small_and_asks_nobody(look, html):
    assert len(html.encode()) < MOST_BYTES
    one = look()
    one.page.route("http*://**", lambda route: route.abort())
    one.go("#tpu=v6e&cell=v6e/us-east5-a")
    one.ask("#within=Europe")
    assert one.asked == [one.address]
    assert one.said == []


def test_needs_no_more_than_its_hashes(look, html):
    """Served with a policy that lets through nothing but the page's own script and style."""
    script, style = re.search(r"script-src '(sha256-\S+)'; style-src '(sha256-\S+)'", html).groups()
    policy = f"default-src 'none'; script-src '{script}'; style-src '{style}'; base-uri 'none'; form-action 'none'"
    with serve() as site:
        site.page("/", html, kind="text/html; charset=utf-8", headers={"Content-Security-Policy": policy})
        one = look(at=site.url("/")).go("#tpu=v6e&within=NL&cell=v6e/europe-west4-a")
        assert one.zones == ["europe-west4-a"]
        assert one.page.evaluate("getComputedStyle(document.querySelector('dialog')).borderRadius") == "14px"
        assert one.said == []
    assert not re.search(r"<[^>]+\s(style|on\w+)=", html.partition("<script")[0])


def test_without_a_script_everything_is_there(look):
    one = look(java_script_enabled=False)
    one.page.goto(one.address)
    assert one.page.locator("#matrix tbody tr").count() == 41
    assert one.page.locator(".tile").count() == 76
    assert "To filter, this page needs its script" in one.text("#count")


def test_no_task_is_long(look, browser):
    """Processor time of the tasks of the page's own thread, after it has loaded; one quiet run of three is enough."""
    assert any(longest_task(look, browser) < MOST_MICROSECONDS for _ in range(3))


def longest_task(look, browser):
    one = look()
    browser.start_tracing(page=one.page, categories=["toplevel", "devtools.timeline"])
    one.go()
    for fragment in (
        "#tpu=v6e",
        "#within=Europe",
        "#evidence=any",
        "#tpu=v5e&evidence=any",
        "#cell=v6e/us-east5-a",
        "#",
    ):
        one.ask(fragment)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    process = next(e["pid"] for e in events if e["name"] == "ParseHTML" and "availability.html" in str(e["args"]))
    threads = {e["tid"] for e in events if e["pid"] == process and e["args"].get("name") == "CrRendererMain"}
    loaded = max(e["ts"] for e in events if e["name"] == "MarkLoad" and e["pid"] == process)
    tasks = [
        e["tdur"]
        for e in events
        if e["name"].endswith("RunTask") and (e["pid"], e["ts"] > loaded) == (process, True) and e["tid"] in threads
        if "tdur" in e
    ]
    assert len(tasks) > 20
    return max(tasks)


def test_a_hostile_snapshot_is_shown_as_text(look, tmp_path):
    """Where a table has free text, all of it is nasty."""
    home = tmp_path / "snapshot"
    shutil.copytree(DATA, home)
    spoil(home, "zones", place=NASTY)
    spoil(home, "offerings", note=NASTY, qualifiers=[NASTY])
    spoil(home, "claims", note=NASTY)
    spoil(home, "generations", name=NASTY)
    spoil(home, "disagreements", topic=f"v6e v5p us-east5-a {NASTY}", trust=NASTY)
    spoil(home, "sources", url="javascript:document.title='got'")
    page = tmp_path / "hostile.html"
    page.write_text(availability_page(catalog=Catalog.load(home)), "utf-8")
    one = look(width=390, at=page.as_uri()).go("#tpu=v6e&evidence=any")
    one.ask("#tpu=v6e&evidence=any&cell=v6e/us-east5-a")
    assert one.page.title() == "Google Cloud TPU availability"
    assert one.text("#generation-name").startswith(
        "</script><!--<script>document.title='got'</script></td></title>&\\x1b[31m\\u202e"
    )
    assert "</td></title>" in one.text("#cell") and len(one.zones) == 23
    assert one.page.locator("#cell a").count() == 0
    assert one.page.evaluate("document.documentElement.scrollWidth") <= 390
    assert one.page.locator("#matrix tbody tr:not([hidden])").first.bounding_box()["height"] < 120
    assert one.page.locator("script").count() == 2
    assert one.said == []


@pytest.mark.parametrize(
    ("url", "path", "address"),
    [
        ("https://a.example/b?c=d%20e#f", None, "https://a.example/b?c=d%20e#f"),
        ('https://a.example/b c/\u00fc\u202e\ud800"<', None, "https://a.example/b%20c/%C3%BC%E2%80%AE?%22%3C"),
        ("https://a.example/", "docs/a b#1?.md", "https://github.com/o/r/blob/c0ffee/docs/a%20b%231%3F.md"),
        ("https://a.example/", "docs/\u6771.md", "https://github.com/o/r/blob/c0ffee/docs/%E6%9D%B1.md"),
        ("https://a.example/", "docs/a.md, docs/b.md", "https://github.com/o/r/tree/c0ffee"),
        ("javascript:alert(1)", "docs/a.md", None),
    ],
)
def test_an_address_leads_to_what_is_meant(url, path, address):
    source = SimpleNamespace(url=url, path=path, repository=path and "o/r", commit=path and "c0ffee")
    assert _address(source) == address


def test_data_ends_no_element_and_steers_nothing():
    assert _safe(["</a>&\u202e\u2028\x7f\ud800é"]) == '["\\u003c/a\\u003e\\u0026\\u202e\\u2028\\u007f\\ud800é"]'


def spoil(home, table, **values):
    """Give every row of a table these values, and the manifest its hash."""
    file, listing = home / f"{table}.json", home / "MANIFEST.json"
    rows = [{**row, **values} for row in json.loads(file.read_text("utf-8"))]
    file.write_text(json.dumps(rows), "utf-8")
    manifest = json.loads(listing.read_text("utf-8"))
    manifest["tables"][table]["sha256"] = digest(file.read_text("utf-8"))
    manifest["hash"] = hash_of({name: entry["sha256"] for name, entry in manifest["tables"].items()})
    listing.write_text(json.dumps(manifest), "utf-8")
