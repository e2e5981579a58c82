"""tpu-zones availability: exit codes, card, JSON."""

import json
import re

import pytest
from support import cli, table

from tpu_zones.cli.main import main


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("v5p europe-west4-b", 0),
        ("v5p europe-west4-a", 1),
        ("v5e us-east5-b", 1),
        ("v6e us-east5-c", 5),
        ("v5p europe-west4-b --option flex-start --surface cloud-tpu-api", 1),
        ("v5p europe-west4-b --option flex-start", 5),
        ("tpu7x europe-west2-a", 5),
        ("8t us-central1-a", 5),
        ("v5p europe-west4", 2),
        ("v5p Netherlands", 2),
        ("v5p us-central1-ai1", 2),
        ("v5 us-central1-a", 2),
        ("v5p-4 us-central1-a", 2),
        ("v5p us-central1-a --option on-demand,spot", 2),
    ],
)
def test_exit_codes_do_not_depend_on_the_format(words, code, capsys):
    assert main(["availability", *words.split()]) == code
    said = capsys.readouterr()
    assert main(["availability", *words.split(), "--format", "json"]) == code
    assert bool(said.out) == (code != 2)
    if code == 2:
        assert said.err.count("\n") == 1
        assert said.err.startswith("tpu-zones: ")


def test_card_goes_to_stdout_and_notes_to_stderr(capsys):
    main(["availability", "v6e", "us-east5-c"])
    said = capsys.readouterr()
    assert said.out.startswith("v6e in us-east5-c: unknown\n  observed: reservation, 2026-08-12\n")
    for claim in (
        "for      2026-08-12",
        "for      2026-08-10",
        "against  2026-08-10",
        "for      about 2025-03/2025-08",
    ):
        assert claim in said.out
    assert "us-east5-a      same region" in said.out
    assert said.err.splitlines() == [
        "note: Dropped from the public list by 2025-08/09; hardware still visible in the API where noted.",
        "data compiled 2026-11-30, newest evidence 2026-08-12",
    ]


def test_no_names_the_nearest(capsys):
    main(["availability", "v5p", "europe-west4-a"])
    out = capsys.readouterr().out
    assert "not on Google's list for Europe of 2026-11-09" in out
    assert "europe-west4-b  same region" in out


def test_json(capsys):
    main("availability v5p europe-west4-b --option flex-start --surface cloud-tpu-api --format json".split())
    said = capsys.readouterr()
    found = json.loads(said.out)
    assert said.err == ""
    assert list(found) == [
        *("compiled", "evidence_date", "snapshot", "query"),
        *("answer", "evidence", "reasons", "claims", "nearest", "quota", "notes"),
    ]
    assert found["query"] == {
        "command": "availability",
        "tpu": "v5p",
        "zone": "europe-west4-b",
        "option": "flex-start",
        "surface": "cloud-tpu-api",
    }
    assert (found["answer"], found["evidence"], found["evidence_date"]) == ("no", "documented", "2026-11-09")
    assert found["reasons"] == ["flex-start through cloud-tpu-api: refused (2026-08-10)"]
    assert found["nearest"] == [{"zone": "us-east5-a", "region": "us-east5", "kilometres": 6547}]
    refused = [claim for claim in found["claims"] if claim["what"] == "refused"]
    assert [(claim["seen"], claim["option"], claim["zone"]) for claim in refused] == [
        ("2026-08-10", "flex-start", "europe-west4-b")
    ]
    assert {one["quota_id"]: one["metric"] for one in found["quota"]} == {
        "TPUV5PPerProjectPerZoneForTPUAPI": None,
        "TPUV5PPreemptiblePerProjectPerZoneForTPUAPI": None,
    }
    assert set(found["quota"][0]) == set(table("quotas")[0]) | {"note"}


def test_json_of_nothing_known(capsys):
    main("availability 8t us-central1-a --format json".split())
    found = json.loads(capsys.readouterr().out)
    assert (found["answer"], found["evidence"], found["nearest"], found["quota"]) == ("unknown", None, [], [])


def test_hostile_names_give_one_sentence():
    for words in (
        ["x" * 10_000, "us-central1-a"],
        ["v5p", "x" * 10_000],
        ["", ""],
        ["v5p", ""],
        ["v5p", "\x1b[31mred\x07"],
    ):
        ran = cli("availability", *words)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.count("\n") == 1
        assert ran.err.strip().isprintable()
        assert len(ran.err) < 400
    assert cli("availability", "v5p").code == 2


def test_help_is_derived(capsys):
    assert main(["availability", "--help"]) == 0
    out = capsys.readouterr().out
    assert "never whether capacity is free" in out
    assert "a zone: europe-west4-b" in out
    assert "tpu-zones availability v5p europe-west4-a" in out


def test_on_a_terminal_it_fits(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert main(["availability", "v6e", "us-east5-c"]) == 5
    lines = re.sub("\x1b\\[[0-9;]*m", "", capsys.readouterr().out).splitlines()
    assert lines[0] == "v6e in us-east5-c: unknown"
    assert max(map(len, lines)) <= 80
    assert any("us-east5-a" in line and "same region" in line for line in lines)
