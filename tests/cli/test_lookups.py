"""The command line: formats, exit codes, what goes where."""

import csv
import io
import json
import os
import pty
import re
import subprocess
import sys

import pytest
from support import ROOT, cli, run, shown_on

from tpu_zones import __version__
from tpu_zones.cli import output
from tpu_zones.cli.commands import COMMANDS
from tpu_zones.cli.main import main
from tpu_zones.facts.catalog import Catalog
from tpu_zones.records.rows import Rows


@pytest.mark.parametrize(
    ("words", "code", "names"),
    [
        ("zones v5p --within Europe", 0, ["europe-west4-b"]),
        ("zones v6e --within Netherlands", 0, ["europe-west4-a"]),
        ("zones v5e --within NL", 0, ["europe-west4-b"]),
        ("zones tpu7x --within Europe", 1, []),
        ("zones Ironwood", 0, ["us-central1-c", "us-central1-ai1a"]),
        ("zones v6e --option flex-start --surface gke", 0, ["asia-northeast1-b", "us-east5-a", "us-east5-b"]),
        ("zones v3-32", 0, ["europe-west4-a"]),
        ("zones v6e --within us-central1-b,us-central1-f,europe-west4-a", 0, ["us-central1-b", "europe-west4-a"]),
        ("zones v6e --within us-central1-b --within europe-west4-a", 0, ["us-central1-b", "europe-west4-a"]),
        ("zones 8i-Max", 1, []),
        ("zones v6e --within Ireland", 1, []),
        ("zones v6e --within Ireland --allow-empty", 0, []),
        ("zones --within NL", 0, ["europe-west4-a", "europe-west4-b"]),
        ("zones v6e --limit 2", 0, ["asia-northeast1-b", "europe-west4-a"]),
        ("offerings tpu7x --evidence observed", 0, ["us-central1-c", "us-central1-ai1a"]),
        ("generations --within NL", 0, ["v2", "v3", "v5e", "v5p", "v6e"]),
    ],
)
@pytest.mark.parametrize("form", ["names", "json", "tsv", "csv", "table"])
def test_answers_and_exit_codes_in_every_format(words, code, names, form, capsys):
    assert main([*words.split(), "--format", form]) == code
    out, err = capsys.readouterr()
    if form == "names":
        assert out.split() == names
    elif form == "json":
        rows = json.loads(out)["rows"]
        column = "generation" if words.startswith("generations") else "zone"
        assert [row[column] for row in rows if row[column]] == names
    else:
        found = [line for line in out.splitlines() if line]
        assert all(any(name in line for line in found) for name in names)
    assert (err == "") == (form == "json" and bool(names))
    assert "data compiled 2026-11-30" in err or form == "json"


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["zones", "v5q"], 2, "did you mean v5p, v5e?"),
        (["zones", "v6e", "--within", "Holand"], 2, "did you mean Holland"),
        (["zones", "ct5p-hightpu-8t"], 2, "did you mean ct5lp-hightpu-8t"),
        (["zones", "v5"], 2, "several meanings: v5e, v5p"),
        (["zones", "v5p-4"], 2, "the smallest v5p is v5p-8"),
        (["zones", "v6e", "--fields", "zone,x"], 2, "there is no column 'x'; there are zone, region"),
        (["zones", "v6e", "--fields", ","], 2, "no column is named"),
        (["zones", "v6e", "--limit", "0"], 2, "--limit 0"),
        (["zones", "v6e", "--option", "spott"], 2, "no option is called 'spott'"),
        (["zones", "v6e", "--widthin", "NL"], 2, "unrecognized arguments: --widthin NL; did you mean --within?"),
        (["zones", "v6e", "Europe"], 2, "unrecognized arguments: Europe; a place goes after --within"),
        (["slices", "v6e", "Europe"], 2, "unrecognized arguments: Europe\n"),
        (["zone", "v6e"], 2, "did you mean zones"),
        (["\x1b[31m"], 2, "there is no command '\\x1b[31m'"),
        ([], 2, ""),
    ],
)
def test_wrong_usage(words, code, said, capsys):
    assert main(words) == code
    out, err = capsys.readouterr()
    assert said in (err if words else out) and "Traceback" not in err and "\x1b" not in err


@pytest.mark.parametrize(
    "words", [["zones", "--nonsense"], ["zones", "v6e", "--format", "xml"], ["zones", "v6e", "--limit", "two"]]
)
def test_argparse_errors_are_wrong_usage(words, capsys):
    assert main(words) == 2
    assert "usage: tpu-zones zones" in capsys.readouterr().err


def test_json_steers_no_terminal(capsys):
    assert main(["zones", "v6e", "--within", "São Paulo,NL", "--format", "json"]) == 0
    assert "São Paulo" in capsys.readouterr().out
    output.document(Catalog.bundled(), "zones", {"tpu": "a\x1b\x7f\u202e\u2028é"}, Rows(), {})
    out = capsys.readouterr().out
    assert '"tpu": "a\\u001b\\u007f\\u202e\\u2028é"' in out and out.count("\n") > 5


def test_json_has_the_promised_keys(capsys):
    assert main("zones v5p --within Europe --format json".split()) == 0
    answer = json.loads(capsys.readouterr().out)
    assert list(answer) == ["compiled", "evidence_date", "snapshot", "query", "rows", "notes"]
    assert answer["compiled"] == "2026-11-30" and answer["evidence_date"] == "2026-11-09"
    assert answer["snapshot"]["origin"] == "bundled" and len(answer["snapshot"]["hash"]) == 64
    assert answer["query"] == {
        "command": "zones",
        "tpu": "v5p",
        "within": "Europe",
        "option": None,
        "surface": None,
        "evidence": "documented",
    }
    assert answer["rows"] == [
        {
            "zone": "europe-west4-b",
            "region": "europe-west4",
            "place": "Eemshaven",
            "country": "NL",
            "continent": "Europe",
            "eu": True,
            "kind": "standard",
            "access": "open",
            "parent_zone": None,
            "evidence": "documented",
            "last_seen": "2026-11-09",
            "surfaces": ["gke", "compute-engine", "cloud-tpu-api"],
        }
    ]
    assert [note["code"] for note in answer["notes"]] == ["also-seen"]


def test_fields_choose_and_order(capsys):
    assert main("zones v6e --within NL --fields region,zone --format tsv".split()) == 0
    assert capsys.readouterr().out == "europe-west4\teurope-west4-a\n"
    assert main("zones v6e --within NL --fields region,zone --format csv".split()) == 0
    assert list(csv.reader(io.StringIO(capsys.readouterr().out))) == [
        ["region", "zone"],
        ["europe-west4", "europe-west4-a"],
    ]


def test_limit_says_what_it_cut(capsys):
    main("zones v6e --limit 3 --format names".split())
    assert "note: 5 more rows" in capsys.readouterr().err


def test_help_and_version():
    assert cli("--version").out == f"tpu-zones {__version__}\n"
    ran = cli("--help")
    assert ran.code == 0 and all(f"  {name} " in ran.out for name in COMMANDS)


def test_a_pipe_gets_values_without_a_header():
    ran = cli("zones", "v5p", "--within", "Europe")
    assert (
        ran.out
        == "europe-west4-b\teurope-west4\tEemshaven\tNL\tEurope\tyes\tstandard\topen\t\tdocumented\t2026-11-09\tgke,compute-engine,cloud-tpu-api\n"
    )


def on_a_terminal(*words, **env):
    """Run with stdout on a pseudo-terminal; return what it shows."""
    leader, follower = pty.openpty()
    base = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "TERM": "xterm-256color", "COLUMNS": "200"}
    process = subprocess.Popen(
        [sys.executable, "-m", "tpu_zones", *words],
        stdout=follower,
        stderr=subprocess.DEVNULL,
        cwd=ROOT,
        env={**base, **env},
    )
    os.close(follower)
    shown = shown_on(leader)
    process.wait(timeout=30)
    return shown


def test_a_terminal_gets_a_table():
    shown = on_a_terminal("zones", "v5p", "--within", "Europe")
    assert "\x1b[1m" in shown and "europe-west4-b" in shown and "last_seen" in shown


def test_no_color_is_honoured():
    for words, colour in (
        (("zones", "v5p", "--within", "Europe"), "32"),
        (("offerings", "v5e", "--within", "us-east5-b", "--evidence", "any"), "31"),
        (("versions", "tpu7x", "--mode", "standard", "--gke", "1.34.0-gke.991000"), "31"),
    ):
        assert f"\x1b[{colour}m" in on_a_terminal(*words)
        plain = on_a_terminal(*words, NO_COLOR="1")
        assert plain and not re.search("\x1b\\[[0-9;]*[349][0-7]", plain)
        assert "\x1b[" not in cli(*words, "--format", "table").out


@pytest.mark.parametrize("words", [("zones", "v5p"), ("check", "fixtures/example")])
def test_where_colours_are(words):
    coloured = re.compile("\x1b\\[[0-9;]*[349][0-7]")
    for env in ({}, {"NO_COLOR": ""}):  # empty, it says nothing
        assert coloured.search(on_a_terminal(*words, **env))
    for env in ({"NO_COLOR": "1"}, {"TERM": "dumb"}, {"TERM": "unknown"}):
        shown = on_a_terminal(*words, **env)
        assert shown and not coloured.search(shown)


def test_a_closed_pipe_is_silent():
    command = f"{sys.executable} -m tpu_zones offerings --evidence any --format json | head -n 1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, cwd=ROOT, timeout=60)
    assert done.stdout == "{\n" and done.stderr == ""


def test_a_narrow_encoding_is_no_fault():
    ran = cli("zones", "v6e", "--within", "Ireland,Montréal", PYTHONIOENCODING="ascii", LC_ALL="C")
    assert ran.code == 1 and "fault" not in ran.err


def test_a_fault_of_ours_is_one_line_and_70(monkeypatch, capsys):
    def broken(*_args, **_more):
        raise RuntimeError("oh\x1b[31m")

    monkeypatch.setattr("tpu_zones.cli.zones.run", broken)
    assert main(["zones", "v5p"]) == 70
    assert (
        capsys.readouterr().err
        == "tpu-zones: a fault of ours: RuntimeError: oh\\x1b[31m (please report it; --debug shows more)\n"
    )
    assert main(["zones", "v5p", "--debug"]) == 70
    said = capsys.readouterr().err
    assert "Traceback" in said and "RuntimeError: oh\\x1b[31m" in said and "\x1b" not in said


def test_json_says_how_many_rows_were_cut(capsys):
    assert main(["zones", "v6e", "--format", "json", "--limit", "2"]) == 0
    cut = json.loads(capsys.readouterr().out)
    assert len(cut["rows"]) == 2 and cut["more"] == 6
    assert main(["zones", "v6e", "--format", "json"]) == 0
    assert "more" not in json.loads(capsys.readouterr().out)


def test_names_of_rows_that_have_none_are_said(capsys):
    assert main(["offerings", "tpu7x", "--within", "europe-west2", "--evidence", "any", "--format", "names"]) == 0
    done = capsys.readouterr()
    assert done.out == "" and "note: 1 row has no zone (in europe-west2)" in done.err
    assert main(["zones", "v6e", "--limit", "7"]) == 0
    assert "note: 1 more row; --limit shows it" in capsys.readouterr().err


def test_optimised_help_still_lists_every_parameter():
    for command in ("zones", "cost", "plan"):
        ran = run([sys.executable, "-OO", "-m", "tpu_zones", command, "--help"])
        assert ran.code == 0 and "--within" in ran.out and "None" not in ran.out, ran.err
