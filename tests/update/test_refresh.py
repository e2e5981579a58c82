"""The whole path, against a real server: what is good is kept and serves, what is bad changes nothing."""

import json
import logging
import os
import re
import socket
import threading
import tracemalloc

import pytest
from local_server import bomb, certificate, closed_port, cut, endless, redirect, serve, silent, trickle
from support import FIXTURES, cli
from zone_pages import documented, page

import tpu_zones as tz
from tpu_zones.cli.main import main
from tpu_zones.facts.catalog import Catalog

PAGE = "/tpu/docs/regions-zones.md.txt"
SAMPLE = (FIXTURES / "http" / "regions_zones_page.md.txt").read_text("utf-8")
GROWN = SAMPLE.replace("- `us-south1-ai1b` |", "- `us-south1-ai1b` - `us-east5-c` |")
SECRETS = {"TPU_ZONES_ACCESS_TOKEN": "ya29.never-show-this-token", "TPU_ZONES_API_KEY": "AIza-never-show-this-key"}


@pytest.fixture
def run(site, cache, monkeypatch, capsys):
    """Run the command in this process; each run is a new start."""
    monkeypatch.setenv("TPU_ZONES_DOCS_URL", site.url(PAGE))
    monkeypatch.setattr("tpu_zones.update._http.Session.wait", _no_wait)
    for name, value in SECRETS.items():
        monkeypatch.setenv(name, value)

    def start(*words):
        monkeypatch.setattr(Catalog, "_default", None)
        code = main(list(words))
        out, err = capsys.readouterr()
        for secret in SECRETS.values():
            assert secret not in out + err
        return code, out, err

    return start


def _no_wait(self, asked, otherwise, why):
    if (otherwise if asked is None else asked) >= self.left():
        raise why


def contents(folder):
    return {file.name: file.read_bytes() for file in sorted(folder.iterdir())} if folder.exists() else {}


def zones(run, *words):
    code, out, _ = run("zones", *words, "--format", "names")
    return out.split() if code == 0 else []


def test_a_page_that_grew_is_read_kept_and_serves(run, site, cache):
    site.page(PAGE, GROWN)
    assert "us-east5-c" not in zones(run, "v6e")
    code, out, err = run("refresh")
    assert code == 0, err
    assert re.search(r"^zone\tadded\tv6e\tus-east5-c\t\t\tobserved\tdocumented", out)
    assert "docs: read on " in err and f"kept in {cache}" in err
    assert "us-east5-c" in zones(run, "v6e")
    assert run("status")[1].splitlines()[1] == f"snapshot       {cache}/snapshot-v1.tpu-zones"
    assert run("zones", "v6e", "--format", "json")[1].count("snapshot-v1.tpu-zones") == 1


def test_the_second_time_is_conditional_and_unchanged(run, site, cache):
    site.page(PAGE, GROWN)
    run("refresh")
    before = contents(cache)
    code, out, _ = run("refresh", "--format", "json")
    found = json.loads(out)
    assert (code, found["sources"][0]["result"], found["rows"]) == (0, "unchanged", [])
    assert [headers.get("If-None-Match") is not None for _, headers in site.asked] == [False, True]
    after = contents(cache)
    assert after["snapshot-v1.tpu-zones"] == before["snapshot-v1.tpu-zones"]
    assert json.loads(after["sources-v1.json"])["docs"]["result"] == "unchanged"


def test_through_a_process_of_its_own(site, tmp_path):
    site.page(PAGE, GROWN)
    env = {"TPU_ZONES_CACHE": str(tmp_path / "c"), "TPU_ZONES_DOCS_URL": site.url(PAGE), **SECRETS}
    ran = cli("refresh", **env)
    assert ran.code == 0 and "us-east5-c" in ran.out, ran.err
    assert "us-east5-c" in cli("zones", "v6e", "--within", "US", "--format", "names", **env).out.split()
    status = cli("status", "--format", "json", **env)
    (docs,) = json.loads(status.out)["sources"]
    assert (docs["source"], docs["result"]) == ("docs", "read") and docs["asked"].endswith("+00:00")
    again = cli("refresh", **env)
    assert again.code == 0 and "docs: unchanged" in again.err and again.out == ""
    bundled = cli("zones", "v6e", "--within", "US", "--format", "names", TPU_ZONES_SNAPSHOT="bundled", **env)
    assert "us-east5-c" not in bundled.out.split()
    gone = cli("refresh", "--reset", **env)
    assert gone.code == 0 and "snapshot-v1.tpu-zones" in gone.err and not list((tmp_path / "c").iterdir())


def nothing_listens(site):
    return {"TPU_ZONES_DOCS_URL": closed_port() + PAGE}


def no_such_name(site):
    return {"TPU_ZONES_DOCS_URL": "https://no-such-host.invalid/page"}


def no_tls(site):
    return {"TPU_ZONES_DOCS_URL": site.url(PAGE).replace("http:", "https:")}


def page_of(*args, **more):
    return lambda site: site.page(PAGE, *args, **more)


def answer(function):
    return lambda site: site.pages.update({PAGE: function})


def not_gzip(request):
    request.reply(200, b"this is not gzip", {"Content-Encoding": "gzip"})


def headers_only(request):
    request.send_response(200)
    request.send_header("Content-Length", "1000")
    request.end_headers()
    request.wfile.flush()
    silent(1.0)(request)


LOGIN = "<!DOCTYPE html><html><title>Sign in</title><form action=/login></form></html>"
FAULTS = {
    "connection refused": (nothing_listens, "offline", "no connection"),
    "no such name": (no_such_name, "offline", "no connection"),
    "no TLS": (no_tls, "tls", "cannot be trusted"),
    "no answer in time": (answer(silent(1.0)), "timeout", "--timeout allows"),
    "no body in time": (answer(headers_only), "timeout", "--timeout allows"),
    "a body that trickles": (answer(trickle(SAMPLE.encode(), 0.01)), "timeout", "--timeout allows"),
    "cut in the body": (answer(cut(SAMPLE.encode(), 1500)), "cut-off", "broke"),
    "401": (page_of("{}", status=401), "credentials", "answered 401"),
    "403": (page_of("<html>no</html>", status=403), "denied", "answered 403"),
    "404": (page_of(LOGIN, status=404), "status", "nothing at this address"),
    "429": (page_of("", status=429), "busy", "too many requests"),
    "429 for an hour": (page_of("", status=429, headers={"Retry-After": "3600"}), "busy", "too many requests"),
    "500 with HTML": (page_of("<html>500</html>", status=500), "status", "answered 500"),
    "502 with HTML": (page_of("<html>502</html>", status=502), "status", "answered 502"),
    "503 with HTML": (page_of("<html>503</html>", status=503), "status", "answered 503"),
    "504 with HTML": (page_of("<html>504</html>", status=504), "status", "answered 504"),
    "login page with 200": (page_of(LOGIN, kind="text/html"), "shape", "a login page or a proxy?"),
    "empty body": (page_of(""), "shape", "is empty"),
    "another page": (page_of("# Something else\n\nHello.\n"), "shape", "no table of TPU zones"),
    "JSON": (page_of('{"a": [1, 2'), "shape", "no table of TPU zones"),
    "binary": (page_of(b"\x89PNG\r\n\x1a\n\xff\xfe"), "shape", "not text"),
    "not gzip": (answer(not_gzip), "cut-off", "not gzip"),
    "endless body": (answer(endless), "too-large", "more than 64 MiB"),
    "gzip bomb": (answer(bomb), "too-large", "more than 64 MiB"),
    "redirect to another host": (
        answer(redirect("https://evil.example/")),
        "redirect",
        "another host, https://evil.example/",
    ),
    "redirect to http": (answer(redirect("http://evil.example/")), "redirect", "not https"),
    "redirect loop": (answer(redirect(PAGE)), "redirect", "more than 5 times"),
    "table breaks off": (page_of(SAMPLE[: SAMPLE.index("us-west1-c")]), "cut-off", "breaks off inside a table"),
    "half a page": (page_of(SAMPLE[: SAMPLE.index("### Europe")]), "loss", "heading Asia Pacific, heading Europe"),
}
QUICK = {"no answer in time", "no body in time", "a body that trickles"}


@pytest.mark.parametrize("fault", FAULTS)
def test_faults_change_nothing_and_say_what_to_do(run, site, cache, monkeypatch, caplog, fault):
    make, code, said = FAULTS[fault]
    site.page(PAGE, GROWN)
    assert run("refresh")[0] == 0
    before = contents(cache)
    for name, value in (make(site) or {}).items():
        monkeypatch.setenv(name, value)
    caplog.set_level(logging.DEBUG)
    exit_code, out, err = run("refresh", "--format", "json", "--timeout", "0.2" if fault in QUICK else "20")
    (result,) = json.loads(out)["sources"]
    assert (exit_code, result["code"]) == (4, code), err
    assert said in result["text"] and result["text"] in err and "Traceback" not in err
    after = contents(cache)
    changed = {name for name in {*before, *after} if before.get(name) != after.get(name)}
    assert changed == {"sources-v1.json"}
    assert "us-east5-c" in zones(run, "v6e")
    status = run("status")[1]
    assert "source         docs: data of 20" in status and said in status
    everything = caplog.text + "".join(map(str, after.values()))
    for secret in SECRETS.values():
        assert secret not in everything


def test_faults_of_a_first_refresh_leave_the_bundled_data(run, site, cache):
    site.page(PAGE, LOGIN)
    code, out, err = run("refresh")
    assert (code, out) == (4, "") and "login page" in err
    assert set(contents(cache)) <= {"sources-v1.json", "lock"}
    assert run("zones", "v5p", "--within", "EU")[0] == 0


def test_304_though_nothing_is_known(run, site, cache):
    site.page(PAGE, "", status=304)
    code, _, err = run("refresh")
    assert code == 4 and "answered 304 though nothing was known of it" in err


def test_bombs_and_endless_bodies_cost_little_memory(run, site, cache):
    for function in (bomb, endless):
        site.pages[PAGE] = function
        tracemalloc.start()
        assert run("refresh")[0] == 4
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 160 * 2**20, peak


def test_a_loss_is_taken_when_it_is_accepted(run, site, cache):
    site.page(PAGE, page([row for row in documented() if row[0] != "v2"]))
    code, _, err = run("refresh")
    assert code == 4 and "refused" in err and "generation v2" in err and "--accept-loss" in err
    assert zones(run, "v2") != []
    code, out, err = run("refresh", "--accept-loss")
    assert code == 0 and "lost, and accepted: generation v2" in err and out.count("removed\tv2") == 5
    assert zones(run, "v2") == []


def test_a_list_that_shrank_is_news(run, site, cache):
    kept = [row for row in documented() if row[0] != "v6e" or row[1] in ("us-east5-a", "europe-west4-a")]
    site.page(PAGE, page(kept))
    code, out, _ = run("refresh")
    assert code == 0 and out.count("zone\tremoved\tv6e") == 6
    assert zones(run, "v6e") == ["europe-west4-a", "us-east5-a"]


def test_a_dry_run_shows_and_keeps_nothing(run, site, cache):
    site.page(PAGE, GROWN)
    code, out, _ = run("refresh", "--dry-run")
    assert code == 0 and "us-east5-c" in out and contents(cache) == {}
    assert "us-east5-c" not in zones(run, "v6e")


def test_markdown_is_the_body_of_a_pull_request(run, site, cache):
    site.page(PAGE, GROWN)
    code, out, _ = run("refresh", "--format", "markdown")
    assert code == 0 and out.startswith("# Changes from") and "| added | v6e | us-east5-c |" in out


def test_new_generations_and_zones_serve_at_once(run, site, cache):
    more = "\n\n### Asia Pacific\n\n| **TPU type (TPU9)** | c | z |\n|---|---|---|\n| All | x | - `asia-north7-b` |\n"
    site.page(PAGE, SAMPLE + more)
    code, _, err = run("refresh")
    assert code == 0 and "the generation tpu9 is new to this data" in err and "asia-north7 is new" in err
    assert zones(run, "tpu9") == ["asia-north7-b"]
    assert "asia-north7-b" in run("zones", "--within", "Asia", "--evidence", "any", "--format", "names")[1].split()


@pytest.mark.parametrize("damage", ["cut", "flip", "empty", "text", "other"])
def test_a_damaged_cache_is_a_warning_and_is_set_aside(run, site, cache, damage):
    site.page(PAGE, GROWN)
    run("refresh")
    file = cache / "snapshot-v1.tpu-zones"
    good = file.read_bytes()
    middle = len(good) // 2
    file.write_bytes(
        {
            "cut": good[:middle],
            "flip": good[:middle] + bytes([good[middle] ^ 1]) + good[middle + 1 :],
            "empty": b"",
            "text": b"hello",
            "other": b"[]\n" + good,
        }[damage]
    )
    code, out, err = run("zones", "v6e", "--format", "names")
    assert code == 0 and "us-east5-c" not in out.split()
    assert "the refreshed data is damaged" in err and "the bundled data serves" in err
    assert "damaged-cache" in run("zones", "v6e", "--format", "json")[1]
    assert "damaged" in run("status")[2]
    assert run("refresh")[0] == 0
    assert "us-east5-c" in zones(run, "v6e")
    assert set(contents(cache)) == {"lock", "snapshot-v1.tpu-zones", "snapshot-v1.tpu-zones.damaged", "sources-v1.json"}


def test_what_another_version_wrote_is_validated_and_serves(run, site, cache):
    site.page(PAGE, GROWN)
    run("refresh")
    file = cache / "snapshot-v1.tpu-zones"
    first, _, body = file.read_bytes().partition(b"\n")
    file.write_bytes(json.dumps({**json.loads(first), "version": "9.9.9", "unheard": [1]}).encode() + b"\n" + body)
    assert "us-east5-c" in zones(run, "v6e")
    assert run("refresh")[0] == 0 and json.loads(file.read_bytes().split(b"\n")[0])["version"] == tz.__version__


def test_a_cache_of_another_schema_is_not_touched(run, site, cache):
    cache.mkdir()
    (cache / "snapshot-v99.tpu-zones").write_bytes(b"from the future")
    site.page(PAGE, GROWN)
    assert run("refresh")[0] == 0
    assert (cache / "snapshot-v99.tpu-zones").read_bytes() == b"from the future"


def test_no_home_folder(site, tmp_path):
    site.page(PAGE, GROWN)
    env = {"HOME": "", "TPU_ZONES_DOCS_URL": site.url(PAGE)}
    ran = cli("refresh", **env)
    assert (ran.code, ran.out) == (4, "") and "set TPU_ZONES_CACHE to a folder" in ran.err
    assert site.asked == []
    assert cli("refresh", "--dry-run", **env).code == 0
    assert cli("zones", "v5p", "--within", "EU", **env).code == 0


@pytest.mark.skipif(os.name == "nt" or os.getuid() == 0, reason="root may write everywhere")
def test_a_cache_that_is_read_only(run, site, cache):
    site.page(PAGE, SAMPLE)
    run("refresh")
    before = contents(cache)
    cache.chmod(0o500)
    try:
        unchanged = run("refresh")
        site.page(PAGE, GROWN)
        code, out, err = run("refresh")
    finally:
        cache.chmod(0o700)
    assert unchanged[0] == 0 and "note: docs: the refreshed data cannot be kept in" in unchanged[2]
    assert (code, out) == (4, "") and "cannot be kept" in err and "Permission denied" in err
    assert contents(cache) == before


@pytest.mark.skipif(os.name == "nt" or os.getuid() == 0, reason="root may read everything")
def test_a_cache_that_cannot_be_read(run, site, cache):
    site.page(PAGE, GROWN)
    run("refresh")
    cache.chmod(0)
    try:
        code, _, err = run("zones", "v5p", "--within", "EU")
        assert code == 0 and "Permission denied): the bundled data serves; make it readable, or" in err
        assert run("status")[0] == 0
        code, _, err = run("zones", "v5p", "--project", "mine")
        assert code == 4 and "what was refreshed for 'mine' cannot be read" in err
        code, _, err = run("refresh", "--reset")
        assert (code, err) == (4, f"tpu-zones: {cache} cannot be read: Permission denied\n")
        code, out, err = run("refresh")
        assert (code, out) == (4, "") and "cannot be kept in" in err
    finally:
        cache.chmod(0o700)
    assert "us-east5-c" in zones(run, "v6e")


def test_a_cache_that_cannot_be(run, site, cache, monkeypatch):
    site.page(PAGE, GROWN)
    cache.write_text("a file where the folder should be")
    code, out, err = run("refresh")
    assert (code, out) == (4, "") and "the refreshed data cannot be kept in" in err and "TPU_ZONES_CACHE" in err
    assert run("zones", "v5p", "--within", "EU")[0] == 0


def test_wrong_usage(run, site, cache):
    assert run("refresh", "doc")[0] == 2
    for seconds, said in (("0", "0.0"), ("nan", "nan"), ("86401", "86401.0")):
        told = f"tpu-zones: timeout {said}: it takes seconds, more than 0 and up to 86,400\n"
        assert run("refresh", "--timeout", seconds) == (2, "", told)
    for wrong in (True, "60", None):
        with pytest.raises(tz.WrongUsage, match=f"^timeout {wrong!r}: it takes seconds"):
            tz.refresh(timeout=wrong)
    assert run("refresh", "--reset", "docs")[0] == 2
    code, _, err = run("zones", "v6e", "--project", "nobody")
    assert code == 4 and "tpu-zones refresh compute tpu-api --project nobody" in err
    assert site.asked == []


@pytest.mark.parametrize(
    "url", ["https://127.0.0.1:99999/", "https://127.0.0.1:0/", "https://127.0.0.1:x/", "https://:1/"]
)
def test_an_address_with_a_port_that_is_none(run, monkeypatch, url):
    monkeypatch.setenv("TPU_ZONES_DOCS_URL", url)
    code, _, err = run("refresh")
    assert code == 2 and "TPU_ZONES_DOCS_URL: only https is asked" in err


@pytest.mark.parametrize("name", ["TPU_ZONES_ACCESS_TOKEN", "TPU_ZONES_API_KEY"])
@pytest.mark.parametrize("secret", ["s\u00f6cret", "secret\r\nX-More: y", "secret\x1b[31m", "\udcffsecret"])
def test_a_credential_that_no_header_takes_is_not_shown(run, monkeypatch, name, secret):
    monkeypatch.setenv(name, secret)
    code, _, err = run("refresh", "billing")
    assert (code, err) == (2, f"tpu-zones: {name}: it has characters that no credential has\n")


def test_settings_that_are_unsafe(run, monkeypatch):
    monkeypatch.setenv("TPU_ZONES_DOCS_URL", "http://docs.example.com/x")
    code, _, err = run("refresh")
    assert code == 2 and "TPU_ZONES_DOCS_URL: only https is asked" in err
    monkeypatch.delenv("TPU_ZONES_DOCS_URL")
    assert run("refresh", "--project", "a/../b")[0] == 2


def test_the_library_returns_what_came_of_it(site, cache, monkeypatch):
    monkeypatch.setenv("TPU_ZONES_DOCS_URL", site.url(PAGE))
    site.page(PAGE, GROWN)
    catalog = Catalog.default()
    found = tz.refresh("docs")
    assert found.ok and found.sources.one().result == "read" and found.project is None
    assert next(str(one) for one in found.diff) == "zone added: v6e us-east5-c: observed -> documented"
    assert "us-east5-c" in {zone.zone for zone in found.catalog.zones("v6e")}
    assert Catalog.default() is catalog and "us-east5-c" not in {zone.zone for zone in catalog.zones("v6e")}
    with pytest.raises(TypeError, match=r"ask \.ok"):
        bool(found)


def test_a_source_alone_fails(run, site, cache, monkeypatch):
    site.page(PAGE, GROWN)
    monkeypatch.setenv("TPU_ZONES_SNAPSHOT_URL", site.url("/nothing"))
    code, out, err = run("refresh", "docs", "snapshot")
    assert code == 0 and "us-east5-c" in out
    assert "snapshot: failed: " in err and "answered 404" in err and "docs: read" in err


def test_a_source_that_never_ends_is_left_behind(run, site, cache, monkeypatch):
    site.page(PAGE, GROWN)
    end = threading.Event()
    monkeypatch.setattr("tpu_zones.update.refresh._GRACE", 0)
    monkeypatch.setattr("tpu_zones.update.sources.snapshot.Published.fetch", lambda *_: end.wait(30))
    monkeypatch.setenv("TPU_ZONES_SNAPSHOT_URL", site.url("/s"))
    code, _, err = run("refresh", "docs", "snapshot", "--timeout", "3")
    end.set()
    assert code == 0 and "snapshot: failed: it took longer than the 3 s" in err and "docs: read" in err


def test_what_is_unchanged_needs_no_cache_that_can_be_written(run, site, cache, monkeypatch):
    site.page(PAGE, GROWN)
    run("refresh")

    def refuse(*_, **__):
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr("tpu_zones.update.files.put", refuse)
    code, _, err = run("refresh")
    assert code == 0 and "docs: unchanged" in err and "Read-only file system" in err


def test_a_fault_of_ours_in_one_source_is_that_source_s(run, site, cache, monkeypatch):
    site.page(PAGE, GROWN)

    def broken(*_):
        raise KeyError("x")

    monkeypatch.setattr("tpu_zones.update.sources.snapshot.Published.fetch", broken)
    monkeypatch.setenv("TPU_ZONES_SNAPSHOT_URL", site.url("/s"))
    code, _, err = run("refresh", "docs", "snapshot")
    assert code == 0 and "a fault of ours: KeyError" in err


def test_proxies_of_the_environment_are_used(run, site, cache, monkeypatch):
    site.page("*", GROWN)
    monkeypatch.setenv("TPU_ZONES_DOCS_URL", "http://localhost:1/through-the-proxy")
    monkeypatch.setenv("HTTP_PROXY", site.base)
    assert run("refresh")[0] == 0
    assert site.asked[0][0] == "http://localhost:1/through-the-proxy"


def test_certificates_are_checked_and_those_of_a_company_can_be_given(run, cache, monkeypatch, tmp_path):
    made = certificate(tmp_path)
    if made is None:
        pytest.skip("no openssl")
    with serve(*made) as secure:
        secure.page(PAGE, GROWN)
        monkeypatch.setenv("TPU_ZONES_DOCS_URL", secure.url(PAGE))
        code, out, err = run("refresh", "--format", "json")
        (result,) = json.loads(out)["sources"]
        assert (code, result["code"]) == (4, "tls") and "cannot be trusted" in err
        assert secure.asked == []
        monkeypatch.setenv("SSL_CERT_FILE", str(made[1]))
        assert run("refresh")[0] == 0


def test_readings_of_the_same_do_not_pile_up(run, site, cache, monkeypatch):
    site.page(PAGE, GROWN, etag=False, headers={"Date": "x"})
    days = iter(["2027-01-04", "2027-01-11", "2027-01-18", "2027-01-25"])
    day = tz.Period.__annotations__["first"].fromisoformat
    for one in days:
        monkeypatch.setattr("tpu_zones.update._http.Session.day", lambda self, date, one=one: day(one))
        monkeypatch.setattr("tpu_zones.update._http.Session.clock_remark", lambda *_: None)
        assert run("refresh")[0] == 0
    monkeypatch.setattr(Catalog, "_default", None)
    catalog = Catalog.default()
    assert [one.list for one in catalog.snapshot.table("lists") if one.list.startswith("docs-")] == [
        "docs-2027-01-04",
        "docs-2027-01-25",
    ]
    assert catalog.snapshot.compiled == "2027-01-25"
    (change,) = [one for one in catalog.history("v6e", "us-east5-c") if one.list == "docs-2027-01-04"]
    assert change.what == "added"


def test_nothing_is_imported_or_opened_before_it_is_asked_for():
    ran = cli("zones", "v6e", TPU_ZONES_CACHE="/nonexistent")
    assert ran.code == 0
    from support import python

    ran = python(
        "import sys, tpu_zones as tz; tz.zones('v6e');"
        "print([m for m in sys.modules if m.startswith('tpu_zones.update') or m in ('httpx', 'zlib', 'hashlib', 'pathlib', 'pydantic')])"
    )
    assert ran.out.strip() == "[]"
    assert socket.getdefaulttimeout() is None


def test_a_person_sees_a_bar_for_each_source(run, site, cache, monkeypatch):
    site.page(PAGE, GROWN)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    code, _, err = run("refresh")
    assert code == 0 and "1/1" in err and "docs: read on" in err
