"""What the README says on where the check runs: its shell lines are run, its settings loaded, its names looked up."""

import os
import re
import shutil
import subprocess
import sys

import pytest
import yaml
from support import FIXTURES, ROOT

from tpu_zones.lint.control.config import load
from tpu_zones.lint.control.rule_names import ids

SECTION = (ROOT / "README.md").read_text("utf-8").partition("## A repository with GKE configs")[2].partition("\n## ")[0]
SHELL = re.findall(r"^```bash\n(.*?)^```$", SECTION, re.M | re.S)
YAML = [yaml.safe_load(block) for block in re.findall(r"^```yaml\n(.*?)^```$", SECTION, re.M | re.S)]
SPANS = re.findall(r"`((?:cat \S+ \| )?tpu-zones (?:check|rules|availability \w)[^`\n]*)`", SECTION)
OURS = f'#!/bin/sh\nexec "{sys.executable}" -P -m tpu_zones "$@"\n'
ENVIRONMENT = '#!/bin/sh\nmkdir -p "$3/bin" && cp "$(dirname "$0")/pip" "$(dirname "$0")/tpu-zones" "$3/bin/"\n'

pytestmark = pytest.mark.skipif(os.name == "nt" or not shutil.which("bash"), reason="needs bash")


@pytest.fixture
def bash(tmp_path, monkeypatch):
    """Return a function that runs a line in a repository with two errors; pip and python3 -m venv are played."""
    repository, tools = tmp_path / "repository", tmp_path / "tools"
    tools.mkdir()
    shutil.copytree(FIXTURES / "example", repository)
    for name, text in (("tpu-zones", OURS), ("pip", "#!/bin/sh\n"), ("python3", ENVIRONMENT), ("git", "#!/bin/sh\n")):
        (tools / name).write_text(text)
        (tools / name).chmod(0o755)
    env = {"PATH": f"{tools}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT), "HOME": "/dev/null"}

    def run(line):
        done = subprocess.run(["bash", "-c", line], cwd=repository, env=env, capture_output=True, text=True)
        assert "usage:" not in done.stderr, done.stderr
        return done.returncode, done.stdout + done.stderr

    run.folder = repository
    return run


def test_five_minutes(bash):
    adopt = next(block for block in SHELL if "--update-baseline" in block)
    assert bash("tpu-zones check .")[0] == 1
    codes = [bash(line)[0] for line in adopt.splitlines()]
    assert codes == [0, 0, 0]
    assert "3 in the baseline" in bash(adopt.splitlines()[-1])[1]
    shutil.copy(bash.folder / "pools.tf", bash.folder / "new.tf")
    assert bash(adopt.splitlines()[-1])[0] == 1


def test_a_plain_shell(bash, tmp_path):
    plain = next(block for block in SHELL if "venv" in block)
    assert plain.count("/tmp/tpu-zones") == 3  # noqa: S108 - as it is written
    code, out = bash(plain.replace("/tmp/tpu-zones", str(tmp_path / "venv")))  # noqa: S108
    assert code == 1 and "pools.tf:2:13: error TPZ201" in out


def test_gitlab(bash):
    (job,) = [one["tpu-zones"] for one in YAML if "tpu-zones" in one]
    assert [bash(line)[0] for line in job["script"]] == [0, 1]
    assert (bash.folder / job["artifacts"]["reports"]["junit"]).read_text().count("<testsuite ") == 1


def test_pre_commit():
    (repository,) = next(one["repos"] for one in YAML if "repos" in one)
    known = [hook["id"] for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))]
    assert [hook["id"] for hook in repository["hooks"]] == known


def test_github():
    (workflow,) = [one for one in YAML if "jobs" in one]
    steps = workflow["jobs"]["tpu-zones"]["steps"]
    ours, upload = steps[1:]
    folder = ours["uses"].removeprefix("OWNER/REPO/").removesuffix("@TAG")
    action = yaml.safe_load((ROOT / folder / "action.yml").read_text("utf-8"))
    assert set(ours["with"]) <= set(action["inputs"])
    assert upload["if"] == "always()" and upload["with"]["sarif_file"] == ours["with"]["sarif"]


def test_settings(tmp_path):
    (block,) = re.findall(r"^```toml\n(.*?)^```$", SECTION, re.M | re.S)
    (tmp_path / "infra").mkdir()
    (tmp_path / ".tpu-zones.toml").write_text(block)
    config = load(str(tmp_path / ".tpu-zones.toml"))
    assert config.granted and config.severity and config.groups and config.roots


@pytest.mark.parametrize("span", SPANS)
def test_commands_in_the_text(bash, span):
    (bash.folder / "prod.tfvars").write_text("")
    assert bash(span)[0] in (0, 1)


def test_rules_that_are_named_are_there():
    assert set(re.findall(r"\bTPZ\d{3}\b", SECTION)) <= set(map(str.upper, ids()))
    assert len(SPANS) >= 5
