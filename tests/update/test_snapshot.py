"""A published snapshot: one request says whether there is a newer one; what is not whole is not taken."""

import datetime as dt
import json
import shutil

import pytest
from local_server import redirect
from support import DATA, FIXTURES, cli

from tpu_zones.cli.main import main
from tpu_zones.facts.catalog import Catalog
from tpu_zones.update.write import digest

PAGE = "/tpu/docs/regions-zones.md.txt"
GROWN = (
    (FIXTURES / "http" / "regions_zones_page.md.txt")
    .read_text("utf-8")
    .replace("- `us-south1-ai1b` |", "- `us-south1-ai1b` - `us-east5-c` |")
)


@pytest.fixture
def run(cache, monkeypatch, capsys):
    monkeypatch.setattr("tpu_zones.update._http.Session.wait", _no_wait)

    def start(*words):
        monkeypatch.setattr(Catalog, "_default", None)
        code = main(list(words))
        return code, *capsys.readouterr()

    return start


def _no_wait(self, asked, otherwise, why):
    return


@pytest.fixture
def published(run, site, cache, tmp_path, monkeypatch):
    """A folder that `refresh --write` made."""
    monkeypatch.setenv("TPU_ZONES_DOCS_URL", site.url(PAGE))
    site.page(PAGE, GROWN)
    folder = tmp_path / "public"
    code, out, err = run("refresh", "docs", "--write", str(folder))
    assert code == 0 and "us-east5-c" in out and f"kept in {folder}" in err
    assert not cache.exists()
    monkeypatch.setenv("TPU_ZONES_SNAPSHOT_URL", site.url("/public"))
    site.asked.clear()
    return folder


def put(site, folder):
    for file in folder.glob("*.json"):
        site.page(f"/public/{file.name}", file.read_bytes(), kind="application/json")


def change(folder, name, edit, **manifest):
    """Change the rows of a table, with its hash, and the manifest."""
    whole = json.loads((folder / "MANIFEST.json").read_text("utf-8"))
    if name:
        rows = json.loads((folder / f"{name}.json").read_text("utf-8"))
        edit(rows)
        (folder / f"{name}.json").write_text(json.dumps(rows), "utf-8")
        whole["tables"][name] = {"rows": len(rows), "sha256": digest(json.dumps(rows))}
    hashes = {key: entry["sha256"] for key, entry in whole["tables"].items()}
    whole["hash"] = digest("".join(hashes[key] for key in sorted(hashes)))
    (folder / "MANIFEST.json").write_text(json.dumps({**whole, **manifest}), "utf-8")


def zones(run):
    return run("zones", "v6e", "--format", "names")[1].split()


def test_what_is_written_is_what_the_package_has(published):
    assert {file.name for file in published.iterdir()} == {file.name for file in DATA.glob("*.json")}
    ran = cli("zones", "v6e", "--format", "names", TPU_ZONES_SNAPSHOT=str(published))
    assert "us-east5-c" in ran.out.split()
    from tpu_zones.update.build import main as build

    assert build([str(published), "--check"]) == 0
    assert cli("diff", "bundled", str(published)).out.count("us-east5-c") == 1


def test_writing_again_changes_only_what_changed(run, published):
    before = {file.name: file.stat().st_mtime_ns for file in published.iterdir()}
    assert run("refresh", "docs", "--write", str(published))[0] == 0
    assert {file.name: file.stat().st_mtime_ns for file in published.iterdir()} == before


def test_runners_take_it_and_then_ask_once(run, site, published, cache):
    put(site, published)
    assert "us-east5-c" not in zones(run)
    code, out, err = run("refresh")
    assert code == 0 and "us-east5-c" in out and "snapshot: read" in err
    assert "us-east5-c" in zones(run)
    assert len(site.asked) == 33
    site.asked.clear()
    code, out, err = run("refresh")
    assert (code, out) == (0, "") and "snapshot: unchanged" in err
    ((path, headers),) = site.asked
    assert path == "/public/MANIFEST.json" and "If-None-Match" in headers


@pytest.mark.parametrize("address", ["file://{}", "file://{}/", "file://{}/MANIFEST.json"])
def test_from_a_folder(run, published, monkeypatch, address):
    monkeypatch.setenv("TPU_ZONES_SNAPSHOT_URL", address.format(published))
    assert run("refresh")[0] == 0 and "us-east5-c" in zones(run)
    assert "snapshot: unchanged" in run("refresh")[2]


@pytest.mark.parametrize("ending", ["/public", "/public/", "/public/MANIFEST.json", "/public?token=x"])
def test_the_address_may_end_in_many_ways(run, site, published, monkeypatch, ending):
    put(site, published)
    monkeypatch.setenv("TPU_ZONES_SNAPSHOT_URL", site.url(ending))
    code, out, err = run("refresh")
    assert code == 0, err
    assert all(("token=x" in path) == ("token" in ending) for path, _ in site.asked)
    assert "token=x" not in out + err


def test_one_that_is_no_newer_is_left(run, site, published):
    shutil.copytree(DATA, published, dirs_exist_ok=True)
    put(site, published)
    code, out, err = run("refresh")
    assert (code, out) == (0, "") and len(site.asked) == 1
    change(published, None, None, compiled="2026-01-01", hash="0" * 64)
    put(site, published)
    code, out, err = run("refresh")
    assert code == 0 and "no later than what serves" in err and out == ""


def test_what_was_refreshed_here_stays(run, site, published, monkeypatch):
    """A published snapshot that is newer brings its tables; a later reading of this user's own stays on top."""
    site.page(PAGE, GROWN.replace("`us-east5-c`", "`us-east5-c` - `us-west1-c`"))
    monkeypatch.setattr("tpu_zones.update._http.Session.day", lambda *_: dt.date(2026, 12, 24))
    assert run("refresh", "docs")[0] == 0
    change(published, None, None, compiled="2999-01-01")
    monkeypatch.setattr("tpu_zones.update.sources.snapshot._DAY", dt.timedelta(days=999_999))
    put(site, published)
    assert run("refresh", "snapshot")[0] == 0
    assert "us-west1-c" in zones(run)


def wrong_hash(site, folder):
    put(site, folder)
    site.page("/public/zones.json", b"[]", kind="application/json")


def missing_table(site, folder):
    put(site, folder)
    del site.pages["/public/zones.json"]


def cut_manifest(site, folder):
    put(site, folder)
    site.page("/public/MANIFEST.json", (folder / "MANIFEST.json").read_bytes()[:500])


def other_manifest(site, folder):
    put(site, folder)
    site.page("/public/MANIFEST.json", b'{"hello": 1}')


def login(site, folder):
    site.page("*", "<html>Sign in</html>", kind="text/html")


def login_for_tables(site, folder):
    put(site, folder)
    site.page("/public/claims.json", "<html>Sign in</html>", kind="text/html")


def elsewhere(site, folder):
    site.pages["/public/MANIFEST.json"] = redirect("https://evil.example/MANIFEST.json")


def from_the_future(site, folder):
    change(folder, None, None, compiled="2099-01-01")
    put(site, folder)


def leads_nowhere(site, folder):
    change(folder, "offerings", lambda rows: rows[0].update(zone="mars-east1-a"))
    put(site, folder)


def lost_generation(site, folder):
    def lose(rows):
        rows[:] = [{**row, "stage": "announced"} if row["generation"] == "v5p" else row for row in rows]

    change(folder, "generations", lose)
    put(site, folder)


def schema_zero(site, folder):
    change(folder, None, None, schema_version=0)
    put(site, folder)


@pytest.mark.parametrize(
    ("make", "code", "said"),
    [
        (wrong_hash, "hash", "zones.json: its hash is not the one in MANIFEST.json"),
        (missing_table, "status", "nothing at this address"),
        (cut_manifest, "not-json", "cut off JSON"),
        (other_manifest, "shape", "another shape"),
        (login, "not-json", "a login page or a proxy?"),
        (login_for_tables, "hash", "claims.json: its hash is not the one"),
        (elsewhere, "redirect", "another host, https://evil.example"),
        (from_the_future, "clock", "compiled on 2099-01-01"),
        (leads_nowhere, "shape", "'mars-east1-a' is in no table"),
        (lost_generation, "loss", "generation v5p"),
        (schema_zero, "shape", "never existed"),
    ],
)
def test_what_is_not_whole_is_not_taken(run, site, published, cache, make, code, said):
    make(site, published)
    exit_code, out, err = run("refresh", "--format", "json")
    (result,) = json.loads(out)["sources"]
    assert (exit_code, result["code"]) == (4, code), err
    assert said in result["text"] and "Traceback" not in err
    assert not (cache / "snapshot-v1.tpu-zones").exists() and "us-east5-c" not in zones(run)


def test_one_that_is_replaced_while_it_is_read(run, site, published):
    """The manifest is the old one, the tables are new: it is asked for again, past all caches."""
    put(site, published)
    old = (published / "MANIFEST.json").read_bytes()
    change(published, "zones", lambda rows: rows[0].update(place="Elsewhere"))
    put(site, published)
    new = site.pages["/public/MANIFEST.json"]

    def first(request):
        site.pages["/public/MANIFEST.json"] = new
        request.reply(200, old, {"Content-Type": "application/json"})

    site.pages["/public/MANIFEST.json"] = first
    assert run("refresh")[0] == 0
    asked = [headers for path, headers in site.asked if path == "/public/MANIFEST.json"]
    assert [headers.get("Cache-Control") for headers in asked] == [None, "no-cache"]


def test_a_newer_schema_is_read_as_far_as_it_is_known(run, site, published):
    change(published, "claims", lambda rows: rows[0].update(what="guessed", unheard=1), schema_version=2, more=[1])
    put(site, published)
    code, _, err = run("refresh")
    assert code == 0 and "words of this snapshot are newer" in err, err
    assert "us-east5-c" in zones(run)
    assert "words of this snapshot are newer" in run("status")[2]
    assert run("refresh")[0] == 0


def test_none_is_named(run, cache):
    code, _, err = run("refresh", "snapshot")
    assert code == 4 and "set TPU_ZONES_SNAPSHOT_URL" in err


def test_writing_into_what_is_no_folder(run, site, published, tmp_path):
    (tmp_path / "file").write_text("x")
    code, out, err = run("refresh", "docs", "--write", str(tmp_path / "file"))
    assert (code, out) == (4, "") and "cannot be written to" in err


def test_a_dry_run_writes_nothing(run, published, tmp_path):
    assert run("refresh", "docs", "--write", str(tmp_path / "new"), "--dry-run")[0] == 0
    assert not (tmp_path / "new").exists()
