"""tpu-zones show."""

import json
import re

import pytest
from support import cli

from tpu_zones.cli.main import main


def test_card(capsys):
    assert main(["show", "v5p-8"]) == 0
    said = capsys.readouterr()
    assert said.out.splitlines()[0] == "v5p-8: accelerator type"
    assert "8 TensorCores = 4 chips" in said.out
    assert "its v5p-8 made two VMs" in said.out
    assert said.err == "data compiled 2026-11-30, newest evidence 2026-11-09\n"


def test_json(capsys):
    assert main(["show", "us-east5-c", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert list(found) == ["compiled", "evidence_date", "snapshot", "query", "kind", "name", "facts", "tables", "notes"]
    assert found["query"] == {"command": "show", "name": "us-east5-c"}
    assert found["facts"][1] == {"name": "access", "text": "every project sees it", "seen": None, "sources": []}
    tpus, claims = found["tables"]
    assert [row["evidence"] for row in tpus["rows"]] == ["withdrawn", "observed", "observed"]
    assert (len(claims["rows"]), claims["more"], claims["rows"][0]["seen"]) == (10, 12, "2026-08-12")


def test_json_keeps_values_that_are_lists_and_objects(capsys):
    main(["show", "tpu7x", "--format", "json"])
    chip = json.loads(capsys.readouterr().out)["tables"][0]["rows"]
    assert {row["name"]: row["value"] for row in chip}["frameworks"] == ["JAX", "PyTorch"]
    assert {row["name"]: row["value"] for row in chip}["peak_bf16"] == 2307


@pytest.mark.parametrize("name", ["", "x" * 10_000, "\x1b[31m", "v5", "Georgia", "NL,BE", "v5p-4", "nothing like it"])
def test_mistakes_give_one_sentence(name, capsys):
    assert main(["show", name]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert said.err.strip().isprintable()


def test_on_a_terminal_it_fits(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    for name in ("us-central1-a", "v5p", "TPUS-PER-TPU-FAMILY-per-project-region"):
        main(["show", name])
        lines = re.sub("\x1b\\[[0-9;]*m", "", capsys.readouterr().out).splitlines()
        assert max(map(len, lines)) <= 100


def test_in_a_pipe_it_is_plain():
    ran = cli("show", "Trillium")
    assert ran.code == 0
    assert "\x1b" not in ran.out
    assert "918" in ran.out
