"""Which snapshot serves."""

import datetime as dt
import json
import shutil

from support import DATA, table

from tpu_zones import Catalog, __version__
from tpu_zones.facts.tables import TABLES


def test_bundled():
    found = Catalog.bundled(today=dt.date(2026, 12, 10)).status()
    manifest = json.loads((DATA / "MANIFEST.json").read_text("utf-8"))
    assert (found.origin, found.hash, found.version) == ("bundled", manifest["hash"], __version__)
    assert (found.schema_version, found.compiled, found.age_days) == (1, dt.date(2026, 11, 30), 10)
    assert found.evidence_date == dt.date(2026, 11, 9)
    assert {one.table: one.rows for one in found.tables} == {name: len(table(name)) for name in TABLES}
    assert [one.table for one in found.tables] == sorted(TABLES)
    assert found.notes == ()


def test_text():
    lines = str(Catalog.bundled(today=dt.date(2026, 12, 1)).status()).splitlines()
    assert lines[0] == f"tpu-zones {__version__}"
    assert "compiled       2026-11-30, 1 day ago" in lines
    assert "evidence       2026-11-09, the newest exact day among all claims" in lines
    assert "  claims                  629" in lines
    assert lines[6].startswith(f"tables         {len(TABLES)}, ")


def test_a_clock_that_is_behind_is_not_hidden():
    found = Catalog.bundled(today=dt.date(2026, 11, 28)).status()
    assert found.age_days == -2
    assert "compiled       2026-11-30, 2 days after this machine's day" in str(found)


def test_a_snapshot_from_outside_has_its_counts_too(tmp_path):
    folder = tmp_path / "copy"
    shutil.copytree(DATA, folder)
    found = Catalog.load(folder, today=dt.date(2026, 11, 30)).status()
    bundled = Catalog.bundled(today=dt.date(2026, 11, 30)).status()
    assert (found.origin, found.hash, found.age_days) == (str(folder), bundled.hash, 0)
    assert (found.tables, found.evidence_date, found.schema_version) == (bundled.tables, bundled.evidence_date, 1)


def test_no_table_is_read_for_it(monkeypatch):
    catalog = Catalog.bundled()
    monkeypatch.setattr(catalog.snapshot, "_read", lambda name: 1 / 0)
    assert catalog.status().tables
