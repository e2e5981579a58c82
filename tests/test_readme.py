"""Every command and snippet of the README does what the README says."""

import doctest
import os
import re
import shlex

import pytest
from support import ROOT, cli

import tpu_zones
from tpu_zones.cli.commands import COMMANDS
from tpu_zones.cli.main import DATA, FAULT, NO, UNKNOWN, USAGE, YES
from tpu_zones.records.codes import CODES

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
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    assert f"\n{commands[1]} || exit 1\n" in script, "a failure before the last `&&` would not end the script"
    assert script.count(" && ") == 2, "no other line may swallow a failure"


def test_figures_of_the_introduction_are_those_of_the_claims():
    claims = [claim for claim in tpu_zones.claims("v6e") if claim.what == "type" and claim.zone]
    api = {claim.zone for claim in claims if claim.surface == "cloud-tpu-api"}
    newest = next(claim.source for claim in claims if "skypilot-catalog" in claim.source)
    catalog = {claim.zone for claim in claims if claim.source == newest}
    days = {str(claim.seen) for claim in claims if claim.source == newest}
    days_of_api = {str(claim.seen) for claim in claims if claim.surface == "cloud-tpu-api"}
    shown = re.search(
        r"Google's list names (\d+) zones, the Cloud TPU API showed (\d+) \((\S+)\), SkyPilot's catalog (\d+) \((\S+)\)",
        README,
    )
    assert shown is not None
    counts = [len(tpu_zones.zones("v6e")), len(api), days_of_api.pop(), len(catalog), days.pop()]
    assert list(shown.groups()) == list(map(str, counts))
    assert not days and not days_of_api


def test_codes_and_exit_codes_are_in_the_readme():
    codes = dict(re.findall(r"^\| `([a-z-]+)` \| (.+) \|$", README.partition("## Codes of notes")[2], re.M))
    assert codes == CODES
    table = README.partition("| exit | means |")[2].partition("\n\n")[0]
    exits = [int(code) for code in re.findall(r"^\| (\d+) \| ", table, re.M)]
    assert exits == sorted(exits) and {YES, NO, USAGE, DATA, UNKNOWN, FAULT, 130} <= set(exits)


def test_every_command_is_in_the_readme():
    for name in COMMANDS:
        assert f"tpu-zones {name}" in README, name


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
@pytest.mark.parametrize("name", ["check", "table"])
def test_pictures_of_the_terminal_show_what_it_prints(name):
    from tools.draw_pictures import PICTURES, shot

    drawn = (PICTURES / f"{name}.svg").read_text("utf-8")
    assert shot(name) == drawn, "python tests/tools/draw_pictures.py draws it anew"
    assert f"fixtures/pictures/{name}.svg" in README


def test_no_registry_is_named_by_host():
    for file in [ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / ".github").rglob("*.yml")]:
        assert not re.search(r"https?://[\w.]*(pypi|pythonhosted|npmjs)", file.read_text("utf-8")), file
