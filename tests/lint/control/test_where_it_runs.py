"""The hook for pre-commit and the GitHub Action, as they are in the repository."""

import os
import re
import shutil
import subprocess
import sys
import tomllib

import pytest
import yaml
from packaging.requirements import Requirement
from support import ROOT

ACTION = ROOT / ".github" / "actions" / "check" / "action.yml"


def test_the_hook_takes_the_files_that_the_check_reads():
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    assert (hook["id"], hook["entry"], hook["language"]) == ("tpu-zones-check", "tpu-zones check", "python")
    names = "main.tf a/b.tfvars pool.yaml x.yml plan.json x.tf.json run.sh a.bash b.zsh".split()
    assert all(re.search(hook["files"], name) for name in names)
    assert not [name for name in ("README.md", "main.tfstate", "a.py", "push") if re.search(hook["files"], name)]
    left_out = ".pre-commit-config.yaml a/.pre-commit-config.yaml".split()  # it names us, and speaks of no TPU
    assert [bool(re.search(hook["exclude"], name)) for name in left_out] == [True, False]


def test_the_action_names_no_host_and_puts_no_input_into_a_script():
    text = ACTION.read_text("utf-8")
    action = yaml.safe_load(text)
    assert set(action["inputs"]) == {"path", "args", "sarif"} and action["runs"]["using"] == "composite"
    assert "://" not in text
    assert not [step for step in action["runs"]["steps"] if "${{" in step["run"]]


def test_the_action_installs_what_the_project_needs_by_hash():
    text = (ACTION.parent / "requirements.txt").read_text("utf-8")
    assert "://" not in text
    pinned = {}
    for name, version, hashes in re.findall(r"^([a-z0-9-]+)==(\S+) \\\n((?: {4}--hash=sha256:.*\n)+)", text, re.M):
        pinned[name] = version
        assert all(re.fullmatch(r"    --hash=sha256:[0-9a-f]{64}( \\)?", line) for line in hashes.splitlines())
    assert len(pinned) == text.count("==")
    for needed in tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]:
        one = Requirement(needed)
        assert one.specifier.contains(pinned[one.name.lower()]), f"{needed}: see the head of requirements.txt"


PYTHON = """#!/bin/bash
echo "$(basename "$0") $*" >>"$CALLS"
case "$*" in
  "-I -c "*) exit "$OLD" ;;
  "-I -m venv "*) mkdir -p "$4/bin" && cp "$0" "$4/bin/python" ;;
esac
"""


@pytest.mark.skipif(os.name == "nt" or not shutil.which("bash"), reason="needs bash")
@pytest.mark.parametrize("old", [0, 1])
def test_the_step_that_installs(write, tmp_path, old):
    write("bin/python3", PYTHON).chmod(0o755)
    write("temp dir/x", "")
    step = yaml.safe_load(ACTION.read_text("utf-8"))["runs"]["steps"][0]
    env = {"PATH": f"{tmp_path}/bin:{os.environ['PATH']}", "CALLS": "calls", "OLD": str(old), "GITHUB_ENV": "env"}
    env |= {"RUNNER_TEMP": f"{tmp_path}/temp dir", "GITHUB_ACTION_PATH": "/an action"}
    done = subprocess.run(["bash", "-c", step["run"]], env=env, capture_output=True, text=True)
    calls = (tmp_path / "calls").read_text().splitlines()
    assert all(call.split()[1] == "-I" for call in calls)
    if old:
        assert (done.returncode, len(calls)) == (2, 1) and "::error title=tpu-zones::Python 3.11" in done.stdout
        return
    assert done.returncode == 0, done.stderr
    assert calls[1] == f"python3 -I -m venv {tmp_path}/temp dir/tpu-zones"
    assert calls[2].startswith("python -I -m pip install ")
    assert calls[2].endswith(" --only-binary=:all: --require-hashes -r /an action/requirements.txt")
    assert (tmp_path / "env").read_text() == f"TPU_ZONES_PYTHON={tmp_path}/temp dir/tpu-zones/bin/python\n"


@pytest.mark.skipif(os.name == "nt" or not shutil.which("bash"), reason="needs bash")
@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"PATHS": "."}, 1),
        ({"PATHS": "a b/good.tf\n\n"}, 0),
        ({"PATHS": "a b/good.tf\nbad.tf\n", "SARIF": "out put.sarif"}, 1),
        ({"PATHS": ".", "ARGS": "--exclude=bad.tf\r\n--gke-version=1.34\n"}, 0),
        ({"PATHS": "--help"}, 3),
        ({"PATHS": "none.tf"}, 3),
        ({"PATHS": ".", "ARGS": "--no-such"}, 2),
        ({"PATHS": "$(touch hacked); `touch hacked`"}, 3),
        ({"PATHS": ""}, 2),
    ],
)
def test_the_step_of_the_action(write, pool, tmp_path, given, code):
    write("bad.tf", pool(name="bad", nodes="7"))
    write("a b/good.tf", pool())
    for name in ("tpu_zones", "yaml", "re"):  # what is checked is not run
        write(f"{name}.py", 'raise SystemExit("hacked")')
    step = yaml.safe_load(ACTION.read_text("utf-8"))["runs"]["steps"][-1]
    env = {"ARGS": "", "SARIF": "", **given, "PATH": os.environ["PATH"], "GITHUB_ACTION_PATH": str(ACTION.parent)}
    env |= {"TPU_ZONES_PYTHON": sys.executable, "GITHUB_OUTPUT": "outputs", "GITHUB_STEP_SUMMARY": "summary.md"}
    done = subprocess.run(["bash", "-c", step["run"]], env=env, capture_output=True, text=True)
    assert done.returncode == code, done.stderr
    assert (tmp_path / "outputs").read_text() == f"exit-code={code}\n"
    assert not (tmp_path / "hacked").exists()
    if code in (0, 1):
        assert (tmp_path / "summary.md").read_text().startswith("### tpu-zones: ")
        assert ("::error file=bad.tf,line=6" in done.stdout) == (code == 1)
    assert (tmp_path / "out put.sarif").exists() == ("SARIF" in given)
