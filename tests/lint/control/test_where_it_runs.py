"""The hook for pre-commit and the GitHub Action, as they are in the repository."""

import os
import re
import shutil
import subprocess
import sys

import pytest
import yaml
from support import ROOT

ACTION = ROOT / ".github" / "actions" / "check" / "action.yml"


def test_the_hook_takes_the_files_that_the_check_reads():
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    assert (hook["id"], hook["entry"], hook["language"]) == ("tpu-zones-check", "tpu-zones check", "python")
    names = "main.tf a/b.tfvars pool.yaml x.yml plan.json x.tf.json run.sh a.bash b.zsh".split()
    assert all(re.search(hook["files"], name) for name in names)
    assert not [name for name in ("README.md", "main.tfstate", "a.py", "push") if re.search(hook["files"], name)]


def test_the_action_names_no_host_and_puts_no_input_into_a_script():
    text = ACTION.read_text("utf-8")
    action = yaml.safe_load(text)
    assert set(action["inputs"]) == {"path", "args", "version", "sarif"} and action["runs"]["using"] == "composite"
    assert "://" not in text
    assert not [step for step in action["runs"]["steps"] if "${{" in step["run"]]


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
    binary = write("bin", f'#!/bin/sh\nexec "{sys.executable}" -m tpu_zones "$@"\n')
    binary.chmod(0o755)
    step = yaml.safe_load(ACTION.read_text("utf-8"))["runs"]["steps"][-1]
    env = {"ARGS": "", "SARIF": "", **given, "PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)}
    env |= {"TPU_ZONES_BIN": str(binary), "GITHUB_OUTPUT": "outputs", "GITHUB_STEP_SUMMARY": "summary.md"}
    done = subprocess.run(["bash", "-c", step["run"]], env=env, capture_output=True, text=True)
    assert done.returncode == code, done.stderr
    assert (tmp_path / "outputs").read_text() == f"exit-code={code}\n"
    assert not (tmp_path / "hacked").exists()
    if code in (0, 1):
        assert (tmp_path / "summary.md").read_text().startswith("### tpu-zones: ")
        assert ("::error file=bad.tf,line=6" in done.stdout) == (code == 1)
    assert (tmp_path / "out put.sarif").exists() == ("SARIF" in given)
