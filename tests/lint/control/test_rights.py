"""What the user has no right to read or write is said, and the rest goes on."""

import json
import os

import pytest

ROOT = not hasattr(os, "geteuid") or os.geteuid() == 0
without_rights = pytest.mark.skipif(ROOT, reason="root may read and write everything")
DENIED = "Permission denied"


@pytest.fixture
def closed():
    """Take rights from files and folders; they come back afterwards, so that pytest can remove them."""
    given = []

    def close(path, mode=0):
        given.append((path, path.stat().st_mode))
        path.chmod(mode)

    yield close
    for path, mode in reversed(given):
        path.chmod(mode)


@without_rights
def test_what_a_walk_cannot_read_is_told_and_the_rest_is_checked(write, run, pool, closed):
    write("a/main.tf", pool(nodes="7"))
    closed(write("b/secret.tf", pool(nodes="8")))
    closed(write("c/main.tf", pool(nodes="9")).parent)
    closed(write("d/main.tf", pool(nodes="9")).parent, 0o444)  # its names can be read, and no file in it
    closed(write(".gitignore", "a/\n"))
    code, out, err = run(".")
    assert (code, err) == (1, "")
    assert [line for line in out.splitlines() if "TPZ" in line] == [
        out.splitlines()[1],
        f"b/secret.tf:1:1: info TPZ902 not-checked: cannot be read: {DENIED}",
        f"c:1:1: info TPZ902 not-checked: the folder cannot be read: {DENIED}",
        f"d/main.tf:1:1: info TPZ902 not-checked: cannot be read: {DENIED}",
    ]
    assert out.splitlines()[1].startswith("a/main.tf:6:20: error TPZ311 node-count: 7 nodes asked for")


@without_rights
@pytest.mark.parametrize(
    ("named", "told"),
    [("b/secret.tf", "cannot be read"), ("c", "the folder cannot be read"), ("c/main.tf", "cannot be read")],
)
def test_what_was_named_and_cannot_be_read_is_no_verdict(write, run, pool, closed, named, told):
    write("a/main.tf", pool(nodes="7"))
    closed(write("b/secret.tf", pool()))
    closed(write("c/main.tf", pool()).parent)
    code, out, _ = run("a", named)
    assert code == 3 and f"{named}:1:1: error TPZ901 not-readable: {told}: {DENIED}" in out
    assert "a/main.tf:6:20: error TPZ311" in out


@without_rights
def test_a_baseline_without_rights(write, run, pool, closed, tmp_path):
    write("main.tf", pool(nodes="7"))
    folder = write("ci/base.json", "old").parent
    closed(folder, 0o500)
    assert run(".", "--baseline", "ci/base.json", "--update-baseline")[::2] == (
        2,
        f"tpu-zones: cannot write the baseline 'ci/base.json': {DENIED}\n",
    )
    closed(write("base.json", "old"))
    told = run(".", "--baseline", "base.json")
    assert told[::2] == (2, f"tpu-zones: baseline 'base.json': cannot be read: {DENIED}\n")
    assert run(".", "--baseline", "base.json", "--update-baseline")[0] == 2
    (tmp_path / "base.json").chmod(0o444)  # read-only, in a folder that is not
    assert run(".", "--baseline", "base.json", "--update-baseline")[0] == 2
    assert (tmp_path / "base.json").read_text() == "old"


@without_rights
def test_a_report_that_is_read_only_stays_what_it_was(write, run, closed, tmp_path):
    closed(write("out.json", "old"), 0o444)
    assert run(".", "--output", "json=out.json")[::2] == (2, f"tpu-zones: cannot write 'out.json': {DENIED}\n")
    assert (tmp_path / "out.json").read_text() == "old"


def test_the_other_reports_are_written_nevertheless(write, run, pool, tmp_path):
    write("main.tf", pool(nodes="7"))
    code, out, err = run(".", "--output", "sarif=none/a.sarif", "--output", "json=b.json")
    assert code == 2 and "error TPZ311" in out
    assert err == "tpu-zones: cannot write 'none/a.sarif': No such file or directory\n"
    assert json.loads((tmp_path / "b.json").read_text())["findings"][0]["rule"] == "TPZ311"


@pytest.mark.parametrize(("nodes", "code"), [("4", 0), ("7", 1)])
def test_a_job_summary_that_cannot_be_written_takes_no_verdict_away(write, run, pool, monkeypatch, nodes, code):
    write("main.tf", pool(nodes=nodes))
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "none/summary.md")
    assert run(".", "--format", "github")[::2] == (
        code,
        "tpu-zones: cannot write 'none/summary.md': No such file or directory\n",
    )
