"""stdout and stderr that are closed, full, or without a reader; what is written where."""

import json
import os
import subprocess
import sys

import pytest
from support import ROOT, cli

YES = ("zones", "v5p", "--within", "Europe")
NO = ("zones", "v5p", "--within", "Ireland")
UNKNOWN = ("availability", "v6e", "us-east5-c")
WRONG = ("zones", "v5q")
ALL = {YES: 0, NO: 1, UNKNOWN: 5, WRONG: 2}


def shell(redirection, words, **env):
    """Run the command under a shell with its streams redirected."""
    command = f'"$0" -m tpu_zones "$@" {redirection}'
    base = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", "HOME": "/dev/null"}
    return subprocess.run(
        ["bash", "-c", command, sys.executable, *words],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**base, **env},
        timeout=60,
    )


@pytest.mark.parametrize(("words", "code"), ALL.items())
def test_a_reader_that_goes_away_changes_no_exit_code(words, code):
    ran = shell("| true; exit ${PIPESTATUS[0]}", words)
    assert ran.returncode == code
    assert "roken" not in ran.stderr and "fault" not in ran.stderr


def test_a_reader_that_takes_one_line_changes_no_exit_code():
    ran = shell("| head -1; exit ${PIPESTATUS[0]}", ("availability", "v6e", "us-east5-c"))
    assert ran.returncode == 5 and len(ran.stdout.splitlines()) == 1
    ran = shell("| head -1; exit ${PIPESTATUS[0]}", ("prices", "--option", "all", "--format", "json"))
    assert ran.returncode == 0


@pytest.mark.parametrize("redirection", ["2>/dev/full", "2>&-", "2> >(true)"])
@pytest.mark.parametrize(("words", "code"), ALL.items())
def test_stderr_changes_no_exit_code_and_never_goes_to_stdout(words, code, redirection):
    ran = shell(redirection, words)
    assert ran.returncode == code
    assert ran.stdout == cli(*words).out


@pytest.mark.parametrize("redirection", [">/dev/full", ">&-"])
@pytest.mark.parametrize(
    "words", [YES, UNKNOWN, ("zones", "--help"), ("--help",), ("status",), (*YES, "--format", "csv")]
)
def test_stdout_that_cannot_be_written_is_said_in_one_line(words, redirection):
    ran = shell(redirection, words)
    assert ran.returncode == 3
    said = [line for line in ran.stderr.splitlines() if line.startswith("tpu-zones: ")]
    assert len(said) == 1 and said[0].startswith("tpu-zones: stdout cannot be written: ")
    assert "Traceback" not in ran.stderr and "fault of ours" not in ran.stderr


@pytest.mark.parametrize("words", [NO, WRONG])
def test_stdout_that_is_not_needed_may_be_closed(words):
    assert shell(">&-", words).returncode == ALL[words]
    assert shell(">&- 2>&-", words).returncode == ALL[words]


def test_both_closed():
    assert shell(">&- 2>&-", YES).returncode == 3


@pytest.mark.parametrize(
    ("words", "code"), [(WRONG, 2), (("plan", "v5p", "--chips", "8", "--within", "IE", "--emit", "gcloud"), 1)]
)
def test_debug_keeps_the_exit_code(words, code):
    ran = cli(*words, "--debug")
    assert ran.code == code and "Traceback (most recent call last)" in ran.err
    assert "Traceback" not in cli(*words).err


def test_debug_of_a_snapshot_at_fault_keeps_the_exit_code():
    ran = cli("zones", "v5p", "--debug", TPU_ZONES_SNAPSHOT="/nonexistent")
    assert ran.code == 4 and "Traceback" in ran.err


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_json_is_valid_in_every_encoding(encoding):
    words = ("zones", "v6e", "--within", "São Paulo", "--format", "json", "--allow-empty")
    plain = cli(*words)
    ran = subprocess.run(
        [sys.executable, "-m", "tpu_zones", *words],
        capture_output=True,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": encoding, "HOME": "/dev/null"},
        timeout=60,
    )
    assert plain.code == 0 and "ã" in plain.out
    assert json.loads(ran.stdout.decode(encoding)) == json.loads(plain.out)


def test_a_complaint_cannot_steer_a_terminal():
    for words in (
        ("zones", "v5p", "--\x1b[31mred"),
        ("zones", "v5p", "--evil\x1b]0;x\x07"),
        ("slices", "v5p", "--chips", "\x1b[31m"),
    ):
        ran = cli(*words)
        assert ran.code == 2 and "\x1b" not in ran.err and "\\x1b" in ran.err


@pytest.mark.parametrize("number", ["\u0668", "1_0", " 8", "8.0", "+8", "", pytest.param("9" * 5000, id="long")])
def test_counts_are_ascii_digits(number):
    ran = cli("slices", "v5p", "--chips", number)
    assert ran.code == 2 and "is no whole number such as 8" in ran.err
    assert len(ran.err) < 1500
    assert cli("zones", "--limit", number).code == 2


@pytest.mark.parametrize("words", [("check", "."), ("page", "-o", "a.html"), ("zones", "v5p", "--granted")])
def test_a_current_folder_that_is_gone_is_said_in_one_line(words, tmp_path):
    (tmp_path / "gone").mkdir()
    moved = 'cd "$0" && rmdir "$0" && exec "$@"'
    ran = subprocess.run(
        ["bash", "-c", moved, str(tmp_path / "gone"), sys.executable, "-m", "tpu_zones", *words],
        capture_output=True,
        text=True,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "HOME": "/dev/null"},
    )
    assert (ran.returncode, ran.stdout) == (3, "")
    assert ran.stderr == "tpu-zones: the current folder is gone: go to another one\n"


def test_a_standard_input_that_is_closed_is_no_verdict():
    ran = shell("<&-", ("check", "-", "--stdin-filename", "pool.sh"))
    assert (ran.returncode, ran.stderr) == (3, "")
    assert "\npool.sh:1:1: error TPZ901 not-readable: the standard input cannot be read\n" in ran.stdout


def test_a_further_report_goes_into_a_file(tmp_path):
    ran = cli("check", str(tmp_path), "--output", "json=-")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "tpu-zones: --output json=-: it takes a file; what goes to stdout is said by --format json\n"
