"""Every command and snippet of the README does what the README says."""

import doctest
import re
import shlex

import pytest
from support import ROOT, cli

import tpu_zones
from tpu_zones.cli.commands import COMMANDS

README = (ROOT / "README.md").read_text("utf-8")
CONSOLE = "".join(re.findall(r"```console\n(.*?)```", README, re.S))
CALLS = re.findall(r"^\$ (.+)\n((?:(?!\$ ).*\n)*)", CONSOLE, re.M)


@pytest.mark.parametrize(("command", "shown"), CALLS, ids=[command for command, _ in CALLS])
def test_commands_print_what_is_shown(command, shown):
    words = shlex.split(command)
    assert words[0] == "tpu-zones"
    ran = cli(*words[1:])
    assert ran.out + ran.err == shown


def test_snippets_give_what_is_shown():
    results = doctest.testfile(
        str(ROOT / "README.md"), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL
    )
    assert results.failed == 0 and results.attempted > 5


def test_errors_are_shown_as_they_are():
    """Doctest compares the class of an error; this compares its words."""
    shown = re.findall(r"^>>> (tz\.\w+\(.*\))\nTraceback.*\ntpu_zones\.errors\.(\w+): (.+)$", README, re.M)
    assert len(shown) == 2
    for call, kind, message in shown:
        with pytest.raises(getattr(tpu_zones, kind)) as error:
            eval(call, {"tz": tpu_zones})  # noqa: S307 - our own README
        assert str(error.value) == message


def test_ci_runs_the_test_command_as_written():
    commands = re.findall(r"```sh\n(.*?)\n```", README, re.S)
    assert len(commands) == 2 and all(command.startswith("python3 -m venv .venv && ") for command in commands)
    assert f"\n{commands[1]}\n" in (ROOT / ".ci" / "run").read_text("utf-8")


def test_every_command_is_in_the_readme():
    for name in COMMANDS:
        assert f"tpu-zones {name}" in README, name


def test_no_registry_is_named_by_host():
    for file in [ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / ".github").rglob("*.yml")]:
        assert not re.search(r"https?://[\w.]*(pypi|pythonhosted|npmjs)", file.read_text("utf-8")), file
