"""tpu-zones status."""

import json
import shutil

from support import DATA, cli

from tpu_zones import __version__
from tpu_zones.facts.tables import TABLES


def test_text():
    ran = cli("status")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines()[:2] == [f"tpu-zones {__version__}", "snapshot       bundled"]


def test_json():
    found = json.loads(cli("status", "--format", "json").out)
    assert found["compiled"] == "2026-11-30"
    assert found["snapshot"]["origin"] == "bundled"
    assert found["query"] == {"command": "status"}
    assert (found["version"], found["schema_version"], found["evidence_date"]) == (__version__, 1, "2026-11-09")
    assert len(found["tables"]) == len(TABLES)
    assert {"table": "claims", "rows": 629} in found["tables"]
    assert isinstance(found["age_days"], int)


def test_of_another_snapshot(tmp_path):
    shutil.copytree(DATA, tmp_path / "mine")
    ran = cli("status", TPU_ZONES_SNAPSHOT=str(tmp_path / "mine"))
    assert f"snapshot       {tmp_path / 'mine'}" in ran.out
    assert "  claims                  629" in ran.out


def test_of_none(tmp_path):
    ran = cli("status", TPU_ZONES_SNAPSHOT=str(tmp_path))
    assert (ran.code, ran.out) == (4, "")
    assert ran.err.count("\n") == 1
