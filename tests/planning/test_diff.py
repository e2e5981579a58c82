"""What two catalogs answer differently, and how that reads as the body of a pull request."""

import datetime as dt
import json
import shutil

import pytest
from support import DATA

import tpu_zones as tz
from tpu_zones.facts.outside import hash_of
from tpu_zones.planning.changes_page import page
from tpu_zones.planning.diff import diff
from tpu_zones.update.write import digest

BUNDLED = tz.Catalog.bundled()


@pytest.fixture
def snapshot(tmp_path):
    folder = tmp_path / "next"
    shutil.copytree(DATA, folder)
    return folder


def rewrite(folder, name, change):
    """Change the rows of a table, and its hash with them."""
    file = folder / f"{name}.json"
    rows = json.loads(file.read_text("utf-8"))
    change(rows)
    file.write_text(json.dumps(rows), "utf-8")
    manifest = json.loads((folder / "MANIFEST.json").read_text("utf-8"))
    manifest["tables"][name] = {"rows": len(rows), "sha256": digest(file.read_text("utf-8"))}
    manifest["hash"] = hash_of({table: entry["sha256"] for table, entry in manifest["tables"].items()})
    (folder / "MANIFEST.json").write_text(json.dumps(manifest), "utf-8")


def row(rows, **wanted):
    return next(one for one in rows if all(one[key] == value for key, value in wanted.items()))


def short(rows):
    return [(one.kind, one.what, one.generation, one.place, one.before, one.after) for one in rows]


def texts(rows):
    return {note.code: note.text for note in rows.notes}


def test_the_same_data_differs_in_nothing(snapshot):
    for other in ("bundled", str(snapshot), snapshot, BUNDLED):
        rows = diff(BUNDLED, other)
        assert rows == () and "same" in texts(rows)
    assert "No answer differs" in page(diff(BUNDLED, BUNDLED), "bundled", "bundled")


def test_bytes_that_change_no_answer_are_no_difference(snapshot):
    def reread(rows):
        row(rows, region="europe-west4", generation="v6e", option="on-demand")["read_on"]["last"] = "2026-08-26"
        rows[0]["note"] = "another word"

    rewrite(snapshot, "prices", reread)
    assert diff("bundled", snapshot) == ()


def test_zones_and_evidence(snapshot):
    def change(rows):
        row(rows, generation="v6e", zone="us-east5-c")["evidence"] = "documented"
        row(rows, generation="v5p", zone="us-east5-a")["evidence"] = "withdrawn"
        row(rows, generation="v5p", zone="us-east5-b")["evidence"] = "withdrawn"
        rows.remove(row(rows, generation="v5e", zone="us-east5-a"))

    rewrite(snapshot, "offerings", change)
    rows = diff("bundled", snapshot)
    assert short(rows) == [
        ("zone", "added", "v6e", "us-east5-c", "observed", "documented"),
        ("zone", "removed", "v5p", "us-east5-a", "documented", "withdrawn"),
        ("evidence", "changed", "v5p", "us-east5-b", "observed", "withdrawn"),
        ("evidence", "removed", "v5e", "us-east5-a", "withdrawn", None),
    ]
    assert str(rows[0]) == "zone added: v6e us-east5-c: observed -> documented"
    assert short(diff(snapshot, "bundled"))[0] == ("zone", "removed", "v6e", "us-east5-c", "documented", "observed")


def test_options_prices_and_versions(snapshot):
    rewrite(
        snapshot,
        "options",
        lambda rows: row(rows, generation="v6e", zone="us-east5-a", option="flex-start", surface="gke").update(
            answer="no"
        ),
    )

    def dearer(rows):
        row(rows, generation="v6e", region="europe-west4", option="on-demand", current=True)["usd_per_chip_hour"] = (
            "3.10"
        )
        rows.remove(row(rows, generation="v5p", region="us-east5", option="spot", current=True))

    rewrite(snapshot, "prices", dearer)
    rewrite(snapshot, "gke_versions", lambda rows: row(rows, id="std-v5p").update(min_version="1.28.3-gke.1024000"))
    rows = diff("bundled", snapshot)
    assert [(*one[:4], *one[4:]) for one in short(rows)] == [
        ("option", "changed", "v6e", "us-east5-a", "yes", "no"),
        ("price", "changed", "v6e", "europe-west4", "2.97 USD (read 2026-08-25)", "3.10 USD (read 2026-08-25)"),
        ("price", "removed", "v5p", "us-east5", "1.299952 USD (read 2026-07)", None),
        ("version", "changed", "v5p", "standard", "unknown", "1.28.3-gke.1024000"),
    ]
    text = page(rows, "bundled", str(snapshot))
    assert "4 answers differ: option (1 changed); prices (1 changed, 1 removed); version (1 changed)." in text
    assert "| v6e | us-east5-a | flex-start | gke | yes | no |" in text
    assert "## Prices, USD per chip-hour: 1 changed, 1 removed" in text


def test_the_history_ends_where_the_catalog_is():
    rows = diff("2026-11-30", "bundled")
    assert rows == () and "lists-only" in texts(rows)
    assert "uncovered" not in texts(rows) and "around" not in texts(rows)


def test_a_day_stands_for_the_lists_of_that_day():
    rows = diff("2024-12-31", "2025-10-01")
    found = {(one.what, one.generation, one.place) for one in rows}
    assert ("removed", "v5p", "us-east5-b") not in found  # first listed, then gone, between two readings
    assert {("added", "v5p", "us-central1-a"), ("removed", "v2", "us-central1-f")} <= found
    assert ("added", "v6e", "us-east5-a") in found
    assert {one.kind for one in rows} == {"zone"}
    said = texts(rows)
    assert "not compared" in said["lists-only"] and "tpu7x in Europe" in said["uncovered"]


def test_what_a_copy_did_not_cover_is_said_with_the_zone():
    rows = diff("2025-12-31", "bundled")
    one = next(one for one in rows if one.place == "asia-northeast1-b")
    assert one.note == "no list read by 2025-12-31 shows v6e in Asia Pacific in full"
    assert next(one for one in rows if one.place == "us-south1-ai1b").note is None
    assert "us-south1-ai1b added 2025-11/2026-02" in texts(rows)["around"]


def test_days_before_and_after_everything():
    early = diff("2010-01-01", "bundled")
    assert len(early) == len([1 for one in BUNDLED.index.offering.values() if one.evidence == "documented"])
    assert diff("2040-01-01", "bundled") == ()
    assert diff(dt.date(2026, 11, 30), "bundled") == ()


def test_zones_without_evidence_of_their_own_come_from_the_right_history(snapshot):
    assert diff("2026-11-30", snapshot) == ()


def test_every_day_is_a_step_on_the_way():
    """From any day to today in two steps is the same as in one."""
    today = BUNDLED.index.offering
    documented = {pair for pair, one in today.items() if one.evidence == "documented"}
    for day in ("2019-01-01", "2024-06-01", "2025-01-01", "2025-06-01", "2025-12-01", "2026-03-01", "2026-08-10"):
        there = documented.copy()
        for one in diff(day, "bundled"):
            (there.discard if one.what == "added" else there.add)((one.generation, one.place))
        for one in diff(day, "2026-11-30"):
            (there.add if one.what == "added" else there.discard)((one.generation, one.place))
        assert there == documented


@pytest.mark.parametrize("given", ["2026-13-01", "2026-02-30", " ", ""])
def test_days_that_are_none(given):
    with pytest.raises(tz.WrongUsage):
        diff(given, "bundled")


@pytest.mark.parametrize("given", ["/nonexistent", "2026-1-1", "20260101"])
def test_snapshots_that_are_none(given):
    with pytest.raises(tz.SnapshotError, match="no snapshot can be read"):
        diff("bundled", given)


def test_a_broken_snapshot(snapshot):
    (snapshot / "zones.json").write_text("[", "utf-8")
    with pytest.raises(tz.SnapshotError, match="its hash is not the one"):
        diff("bundled", snapshot)


def test_markdown_is_escaped(snapshot, monkeypatch):
    monkeypatch.setattr("tpu_zones.facts.outside.faults", lambda table: ())  # which would refuse such a version

    def change(rows):
        rows[0]["min_version"] = "1.2|`x`<script>@all\n# *a*"

    rewrite(snapshot, "gke_versions", change)
    text = page(diff("bundled", snapshot), "a|b", "<c>`d`")
    line = next(line for line in text.splitlines() if "script" in line)
    assert line.replace("\\|", "").count("|") == 6
    assert "<" not in text and "@all" not in text and "# Changes from a\\|b to &lt;c&gt;\\`d\\`" in text
    assert "\\`x\\`&lt;script&gt;&#64;all\\\\x0a\\# \\*a\\*" in text
