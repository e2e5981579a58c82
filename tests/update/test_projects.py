"""What one project sees: kept beside the rest, shown on request, never part of the default answers."""

import json
import shutil

import pytest
from support import DATA, FIXTURES

from tpu_zones.cli.main import main
from tpu_zones.cli.refresh import EXAMPLES
from tpu_zones.facts.catalog import Catalog

TOKEN = "ya29.never-show-this-token"  # noqa: S105 - made up
KEY = "AIza-never-show-this-key"
PROJECT = "projects/example-project"
V6E = ("v6e", "--format", "names", "--evidence", "any")


def raw(name):
    return (FIXTURES / "http" / name).read_bytes()


@pytest.fixture
def apis(site, cache, monkeypatch):
    """The APIs, on this machine."""
    for name, path in {"COMPUTE": "/compute/", "TPU": "/tpu/", "BILLING": "/billing/", "DOCS": "/docs"}.items():
        monkeypatch.setenv(f"TPU_ZONES_{name}_URL", site.url(path))
    monkeypatch.setenv("TPU_ZONES_ACCESS_TOKEN", TOKEN)
    monkeypatch.setenv("TPU_ZONES_API_KEY", KEY)
    page = json.loads(raw("compute_machine_types_aggregated_page2.json"))
    page["items"]["zones/us-west1-b"] = {"machineTypes": [{"name": "ct6e-standard-4t", "zone": "us-west1-b"}]}
    site.compute = page
    site.page(f"/compute/{PROJECT}/aggregated/machineTypes", json.dumps(page), kind="application/json")
    site.page(f"/tpu/{PROJECT}/locations", raw("tpu_locations.json"), kind="application/json")
    for one in json.loads(raw("tpu_locations.json"))["locations"]:
        path = f"/tpu/{PROJECT}/locations/{one['locationId']}/acceleratorTypes"
        site.page(path, raw("tpu_accelerator_types_us-central1-b.json"), kind="application/json")
    for service in ("6F81-5844-456A", "E000-3F24-B8AA"):
        site.page(f"/billing/services/{service}/skus", raw("billing_skus_sample.json"), kind="application/json")
    site.page("/docs", raw("regions_zones_page.md.txt"))
    return site


@pytest.fixture
def run(apis, monkeypatch, capsys):
    monkeypatch.setattr("tpu_zones.update._http.Session.wait", _no_wait)

    def start(*words):
        monkeypatch.setattr(Catalog, "_default", None)
        code = main(list(words))
        out, err = capsys.readouterr()
        assert TOKEN not in out + err and KEY not in out + err
        return code, out, err

    return start


def _no_wait(self, asked, otherwise, why):
    if (otherwise if asked is None else asked) >= self.left():
        raise why


def test_the_default_answers_stay_what_they_were(run, cache):
    before = run("zones", *V6E)[1]
    code, out, err = run("refresh", "compute", "--project", "example-project")
    assert code == 0, err
    assert "compute (example-project): read" in err and "evidence\tadded\tv6e\tus-west1-b" in out
    assert run("zones", *V6E)[1] == before
    assert run("status")[1].splitlines()[1] == "snapshot       bundled"
    code, out, err = run("zones", *V6E, "--project", "example-project")
    assert code == 0 and "us-west1-b" in out.split()
    assert "note: with what the project example-project saw on 20" in err
    assert sorted(file.name for file in cache.iterdir()) == [
        "lock",
        "project-example-project-v1.tpu-zones",
        "sources-v1.json",
    ]


def test_all_sources_at_once(run, apis, cache):
    code, out, err = run(
        "refresh", "docs", "compute", "billing", "tpu-api", "--project", "example-project", "--format", "json"
    )
    found = json.loads(out)
    assert code == 0 and [one["result"] for one in found["sources"]] == ["read"] * 4, err
    assert {row["kind"] for row in found["rows"]} <= {"price", "zone"} and found["project_rows"]
    tokens = [
        (path.split("/")[1], headers.get("Authorization"), headers.get("X-Goog-Api-Key"))
        for path, headers in apis.asked
    ]
    assert set(tokens) == {
        ("docs", None, None),
        ("compute", f"Bearer {TOKEN}", None),
        ("tpu", f"Bearer {TOKEN}", None),
        ("billing", None, KEY),
    }
    stored = b"".join(file.read_bytes() for file in cache.iterdir())
    assert TOKEN.encode() not in stored and KEY.encode() not in stored
    sources = json.loads(run("status", "--format", "json")[1])["sources"]
    assert [(one["source"], one["project"]) for one in sources] == [
        ("billing", None),
        ("compute", "example-project"),
        ("docs", None),
        ("tpu-api", "example-project"),
    ]


def test_prices_of_the_catalog_become_current(run):
    code, _, err = run("refresh", "billing")
    assert code == 0, err
    catalog = (setattr(Catalog, "_default", None), Catalog.default())[1]
    fresh = [one for one in catalog.snapshot.table("prices") if any("/billing/" in name for name in one.sources)]
    assert fresh and all(one.current for one in fresh)
    keys = [
        (one.generation, one.form, one.region, one.option) for one in catalog.snapshot.table("prices") if one.current
    ]
    assert len(keys) == len(set(keys))
    assert run("refresh", "billing")[1] == ""


def test_a_zone_that_the_project_no_longer_sees_goes(run, apis):
    run("refresh", "compute", "--project", "example-project")
    del apis.compute["items"]["zones/us-west1-b"]
    path = f"/compute/{PROJECT}/aggregated/machineTypes"
    apis.page(path, json.dumps(apis.compute), kind="application/json")
    assert run("refresh", "compute", "--project", "example-project")[0] == 0
    assert "us-west1-b" not in run("zones", *V6E, "--project", "example-project")[1].split()


def test_what_was_not_reached_stays(run, apis):
    run("refresh", "compute", "--project", "example-project")
    apis.compute["items"]["zones/us-west1-b"] = {
        "warning": {"code": "UNREACHABLE", "data": [{"key": "scope", "value": "zones/us-west1-b"}]}
    }
    path = f"/compute/{PROJECT}/aggregated/machineTypes"
    apis.page(path, json.dumps(apis.compute), kind="application/json")
    code, _, err = run("refresh", "compute", "--project", "example-project")
    assert code == 0, err
    assert "us-west1-b" in run("zones", *V6E, "--project", "example-project")[1].split()


def test_one_project_is_not_another(run, apis):
    run("refresh", "compute", "--project", "example-project")
    code, _, err = run("zones", "v6e", "--project", "other-project")
    assert code == 4 and "nothing was refreshed for the project 'other-project'" in err


def test_the_view_follows_the_default(run, apis):
    run("refresh", "compute", "--project", "example-project")
    page = raw("regions_zones_page.md.txt").replace(b"- `us-south1-ai1b` |", b"- `us-south1-ai1b` - `us-east5-c` |")
    apis.page("/docs", page)
    assert run("refresh", "docs")[0] == 0
    shown = run("zones", "v6e", "--format", "names", "--project", "example-project")[1].split()
    assert "us-east5-c" in shown
    assert "us-west1-b" in run("zones", *V6E, "--project", "example-project")[1].split()


def test_a_published_folder_has_it_apart(run, tmp_path):
    folder = tmp_path / "public"
    code, _, err = run("refresh", "docs", "compute", "--project", "example-project", "--write", str(folder))
    assert code == 0, err
    plain, view = Catalog.load(folder), Catalog.load(folder / "projects" / "example-project")
    assert ("v6e", "us-west1-b") not in plain.index.offering
    assert ("v6e", "us-west1-b") in view.index.offering
    assert {file.name for file in folder.glob("*.json")} == {file.name for file in DATA.glob("*.json")}


def test_without_a_project_or_credentials(run, apis, monkeypatch, tmp_path):
    code, _, err = run("refresh", "compute")
    assert code == 4 and "name it with --project" in err
    monkeypatch.delenv("TPU_ZONES_ACCESS_TOKEN")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("GOOGLE_APPLICATION_CREDENTIALS", str(tmp_path / "none.json"))
    code, _, err = run("refresh", "compute", "--project", "example-project")
    assert code == 4 and "compute needs credentials, and there are none: run `gcloud auth" in err
    assert apis.asked == []


def test_gcloud_gives_a_token(run, apis, monkeypatch, tmp_path):
    monkeypatch.delenv("TPU_ZONES_ACCESS_TOKEN")
    monkeypatch.setenv("GOOGLE_APPLICATION_CREDENTIALS", str(tmp_path / "none.json"))
    gcloud = tmp_path / "gcloud"
    gcloud.write_text(f"#!{shutil.which('sh')}\ntest \"$1 $2\" = 'auth print-access-token' && echo {TOKEN}\n")
    gcloud.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert run("refresh", "compute", "--project", "example-project")[0] == 0
    assert apis.asked[0][1]["Authorization"] == f"Bearer {TOKEN}"


def test_docs_look_for_no_credentials(run, apis, monkeypatch):
    def never(*_):
        raise AssertionError("looked for credentials")

    monkeypatch.setattr("tpu_zones.update.credentials._token", never)
    monkeypatch.setattr("tpu_zones.update.credentials._api_key", never)
    assert run("refresh", "docs")[0] == 0


def test_the_examples_of_refresh_run(run, apis, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    apis.pages |= {path.replace("example-project", "my-project"): page for path, page in apis.pages.items()}
    for line in EXAMPLES:
        command, *words = line.split()
        code, _, err = run(*words)
        assert (command, code) == ("tpu-zones", 0), f"{line}: {err}"
    assert (tmp_path / "public" / "tpu-zones" / "MANIFEST.json").exists()
