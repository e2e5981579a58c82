"""The help of every command ends with calls, and each of them runs; those of refresh run in `update/test_projects.py`."""

import shlex
import shutil
from argparse import ArgumentParser

import pytest
from support import FIXTURES, cli

from tpu_zones.choices import words
from tpu_zones.cli.commands import COMMANDS
from tpu_zones.cli.main import add_parameters, main

EXAMPLES = {name: __import__(f"tpu_zones.cli.{name}", fromlist=["EXAMPLES"]).EXAMPLES for name in COMMANDS}
ELSEWHERE = ("check", "mcp", "page", "refresh")
"""Those that need files, a client, a folder to write to, or a network."""
OTHERWISE = {
    "tpu-zones availability v5p europe-west4-a": 1,
    "tpu-zones availability v6e us-east5-c --format json": 5,
    "tpu-zones availability v5p europe-west4-b --option flex-start --surface cloud-tpu-api": 1,
    "tpu-zones versions Ironwood --gke 1.34.0-gke.991000": 1,
    "tpu-zones pathways tpu7x --within Europe --format json": 1,
}
"""The calls that exit with something else than 0."""


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_every_command_ends_with_calls(command):
    ran = cli(command, "--help")
    assert (ran.code, ran.err) == (0, "")
    shown = [line.strip() for line in ran.out.partition("examples:\n")[2].splitlines()]
    assert shown == list(EXAMPLES[command]) != []
    assert all(line.split()[:2] == ["tpu-zones", command] for line in shown)
    assert "exit codes: 0 yes; 1 no" in ran.out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_parameter_says_what_it_is_for_and_what_it_is_by_default(command):
    parser = ArgumentParser()
    add_parameters(parser, command)
    for action in parser._actions:
        assert action.help and len(action.help) > 10, action.dest
        plain = isinstance(action.default, str | float) and action.default != "==SUPPRESS=="
        assert not plain or "default" in action.help, action.dest
        if action.dest in ("evidence", "surface") and not action.choices:
            assert all(word in action.help for word in words(action.dest, "")), action.dest


@pytest.mark.parametrize("line", [line for name in COMMANDS if name not in ELSEWHERE for line in EXAMPLES[name]])
def test_calls_run(line, capsys):
    assert main(shlex.split(line)[1:]) == OTHERWISE.get(line, 0)
    done = capsys.readouterr()
    assert done.out and "fault" not in done.err


def test_a_width_that_is_none_is_no_fault():
    ran = cli("zones", "--help", COLUMNS="9" * 5000)
    assert (ran.code, ran.err) == (0, "") and ran.out.startswith("usage: tpu-zones zones")


def test_no_exit_code_is_left_over():
    assert OTHERWISE.keys() <= {line for lines in EXAMPLES.values() for line in lines}


@pytest.mark.parametrize("line", EXAMPLES["check"])
def test_calls_of_check_run(line, tmp_path, monkeypatch, capsys):
    """In a repository with the faults of `fixtures/example`: two errors."""
    example = FIXTURES / "example"
    (tmp_path / "infra").mkdir()
    shutil.copy(example / "pools.tf", tmp_path / "infra")
    shutil.copy(example / "pools.tf", tmp_path / "main.tf")
    shutil.copy(example / "pool.sh", tmp_path)
    (tmp_path / "prod.tfvars").write_text("")
    monkeypatch.chdir(tmp_path)
    with (tmp_path / "pool.sh").open() as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        code = main(shlex.split(line)[1:])
    done = capsys.readouterr()
    rule = "TPZ406" if "pool.sh" in line else "TPZ201"
    assert (code, rule in done.out, done.err) == (0 if "pool.sh" in line else 1, True, "")
    assert (tmp_path / "tpu.sarif").exists() is ("sarif=tpu.sarif" in line)


def test_the_call_of_mcp_runs_until_stdin_ends():
    [line] = EXAMPLES["mcp"]
    assert shlex.split(line) == ["tpu-zones", "mcp"]
    ran = cli("mcp", stdin="")
    assert (ran.code, ran.out, ran.err) == (0, "", "")
