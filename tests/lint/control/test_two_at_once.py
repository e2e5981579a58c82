"""Two processes that write one file at once: what is there is always the whole of one of them."""

import json
import os
import stat
import subprocess
import sys

import pytest
from support import ROOT

REPORTS = """
import sys
from tpu_zones.cli.check import _written
for _ in range(20):
    assert _written("out.sarif", sys.argv[1] * int(sys.argv[2]))
"""
BASELINES = """
import sys
from tpu_zones.lint.control.baseline import write
from tpu_zones.records.findings import Finding, Severity
found = [
    Finding(rule="TPZ311", name="node-count", severity=Severity.ERROR, path=f"{sys.argv[1]}/{number}.tf", line=1,
            column=1, subject="pool", value="7", message="")
    for number in range(int(sys.argv[2]))
]
for _ in range(20):
    write("base.json", found)
"""


def started(*words):
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [sys.executable, *words], env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def seen_while(two, file):
    """Return every text that the file had while two processes wrote it, and after them."""
    seen = set()
    while any(one.poll() is None for one in two):
        if file.exists():
            seen.add(file.read_text())
    for one in two:
        _, err = one.communicate()
        assert (one.returncode, err) == (0, "")
    return seen | {file.read_text()}


def test_reports(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    two = [started("-c", REPORTS, "a", "2000000"), started("-c", REPORTS, "b", "1000000")]
    assert seen_while(two, tmp_path / "out.sarif") <= {"a" * 2_000_000, "b" * 1_000_000}
    assert [file.name for file in tmp_path.iterdir()] == ["out.sarif"]


def test_baselines(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    two = [started("-c", BASELINES, "a", "300"), started("-c", BASELINES, "b", "100")]
    for text in seen_while(two, tmp_path / "base.json"):
        paths = [row["path"] for row in json.loads(text)["findings"]]
        assert (len(paths), {path[0] for path in paths}) in ((300, {"a"}), (100, {"b"}))
    assert [file.name for file in tmp_path.iterdir()] == ["base.json"]


def test_commands(write, pool, tmp_path):
    write("a/main.tf", pool(nodes="7"))
    write("b/main.tf", pool(nodes="8"))
    words = "-m tpu_zones check {0} --no-config --baseline base.json --update-baseline --output json=out.json".split()
    two = [started(*(word.format(folder) for word in words)) for folder in ("a", "b")]
    for one in two:
        _, err = one.communicate()
        assert err == "tpu-zones: base.json has 1 finding now\n"
    (row,) = json.loads((tmp_path / "base.json").read_text())["findings"]
    assert (row["path"], row["value"]) in (("a/main.tf", "7"), ("b/main.tf", "8"))
    assert json.loads((tmp_path / "out.json").read_text())["version"]
    assert sorted(file.name for file in tmp_path.iterdir()) == [".git", "a", "b", "base.json", "out.json"]


@pytest.mark.skipif(os.name == "nt", reason="needs the rights of POSIX")
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644])
def test_a_report_stays_as_private_as_it_was(write, run, tmp_path, mode):
    write("out.json", "old").chmod(mode)
    (tmp_path / "link.json").symlink_to("out.json")
    assert run(".", "--output", "json=link.json")[0] == 0
    file = tmp_path / "out.json"
    assert json.loads(file.read_text())["findings"] == [] and (tmp_path / "link.json").is_symlink()
    assert stat.S_IMODE(file.stat().st_mode) == mode


def test_a_report_that_cannot_be_written_leaves_the_old_one(write, run, tmp_path, monkeypatch):
    write("out.json", "old")

    def refuse(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", refuse)
    assert run(".", "--output", "json=out.json")[::2] == (
        2,
        "tpu-zones: cannot write 'out.json': No space left on device\n",
    )
    assert (tmp_path / "out.json").read_text() == "old"
    assert sorted(file.name for file in tmp_path.iterdir()) == [".git", "out.json"]
    assert run(".", "--output", f"json={tmp_path}")[::2] == (
        2,
        f"tpu-zones: cannot write '{tmp_path}': Is a directory\n",
    )
