"""The baseline: what was there before is counted, what is new is reported."""

import json
import os
import stat

import pytest

import tpu_zones as tz
from tpu_zones.lint.control import baseline

ROW = {
    "path": "main.tf",
    "rule": "TPZ311",
    "subject": "node pool google_container_node_pool.tpu",
    "value": "7",
    "count": 1,
}


def rows(file="base.json"):
    with open(file, encoding="utf-8") as opened:
        return json.load(opened)["findings"]


def test_what_is_written_is_not_reported_again(write, run, pool, tmp_path):
    write("main.tf", pool(nodes="7"))
    assert run(".", "--baseline", "base.json", "--update-baseline") == (
        0,
        run(".", "--baseline", "base.json")[1],
        "tpu-zones: base.json has 1 finding now\n",
    )
    assert (tmp_path / "base.json").read_text() == json.dumps({"version": 1, "findings": [ROW]}, indent=1) + "\n"
    code, out, err = run(".", "--baseline", "base.json")
    assert (code, err) == (0, "") and out.splitlines()[1:] == ["no findings in 1 node pool, 1 file, 1 in the baseline"]
    report = tz.check(".", baseline="base.json")
    assert report.ok and report.summary["baselined"] == 1 and not report.notes
    assert sorted(path.name for path in tmp_path.iterdir()) == [".git", "base.json", "main.tf"]


def test_lines_may_move_and_values_may_not(write, run, pool):
    write("main.tf", pool(nodes="7"))
    run(".", "--baseline", "base.json", "--update-baseline")
    write("main.tf", "\n\n# a line more\n" + pool(nodes="7"))
    assert run(".", "--baseline", "base.json")[0] == 0
    write("main.tf", pool(nodes="8"))
    code, out, _ = run(".", "--baseline", "base.json")
    assert code == 1 and "main.tf:6:20: error TPZ311" in out
    assert "note: base.json: 1 entry matches nothing any more; --update-baseline leaves them out\n" in out
    assert [note.code for note in tz.check(".", baseline="base.json").notes] == ["stale-baseline"]
    write("main.tf", pool(name="other", nodes="7"))
    assert run(".", "--baseline", "base.json")[0] == 1


def test_more_and_fewer_of_the_same(write, run):
    line = "gcloud container node-pools create a --cluster=c --location=europe-west4 --machine-type=ct5p-hightpu-4t --node-locations=europe-west4-a\n"
    write("a.sh", line * 2)
    run(".", "--baseline", "base.json", "--update-baseline")
    assert [(row["rule"], row["count"]) for row in rows()] == [("TPZ201", 2)]
    assert run(".", "--baseline", "base.json")[0] == 0
    write("a.sh", line * 3)
    code, out, _ = run(".", "--baseline", "base.json")
    assert code == 1 and out.count("TPZ201") == 1 and "a.sh:3:" in out and out.endswith("2 in the baseline\n")
    write("a.sh", line)
    code, out, _ = run(".", "--baseline", "base.json")
    assert code == 0 and "1 entry matches nothing any more" in out and out.endswith("1 in the baseline\n")


def test_paths_count_from_the_folder_of_the_baseline(write, run, pool, tmp_path, monkeypatch):
    write("infra/eu/main.tf", pool(nodes="7"))
    write(".ci/keep", "")
    assert run("infra", "--baseline", ".ci/base.json", "--update-baseline")[0] == 0
    assert rows(".ci/base.json")[0]["path"] == "../infra/eu/main.tf"
    monkeypatch.chdir(tmp_path / "infra")
    assert run(".", "--baseline", "../.ci/base.json")[0] == 0
    assert run(tmp_path / "infra" / "eu", "--baseline", tmp_path / ".ci" / "base.json")[0] == 0


def test_entries_of_files_that_were_not_asked_for_are_not_called_old(write, run, pool, tmp_path):
    write("a/main.tf", pool(nodes="7"))
    write("b/main.tf", pool(nodes="7"))
    run(".", "--baseline", "base.json", "--update-baseline")
    assert "note" not in run("a", "--baseline", "base.json")[1]
    (tmp_path / "b" / "main.tf").unlink()
    assert "1 entry matches nothing" in run("a", "--baseline", "base.json")[1]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "no JSON"),
        ('{"version": 1, "findings": [', "no JSON"),
        ("[" * 100_000, "no JSON"),
        (b"\xff\xfe{}", "no JSON"),
        ("[]", "no baseline of version 1"),
        ('{"version": 2, "findings": []}', "no baseline of version 1"),
        ('{"version": 1, "findings": {}}', "no baseline of version 1"),
        *(
            (json.dumps({"version": 1, "findings": found}), f"finding {len(found)} is none: it needs path, rule")
            for found in (
                [7],
                [{**ROW, "count": 0}],
                [{**ROW, "count": 10**9 + 1}],
                [{**ROW, "count": True}],
                [{**ROW, "count": "1"}],
                [{**ROW, "line": 1}],
                [{**ROW, "path": None}],
                [ROW, ROW],
                [{"path": "a"}],
            )
        ),
    ],
)
def test_a_broken_baseline_is_wrong_usage(write, run, pool, text, told):
    write("main.tf", pool(nodes="7"))
    write("base.json", text)
    code, out, err = run(".", "--baseline", "base.json")
    assert (code, out) == (2, "") and err.startswith("tpu-zones: baseline 'base.json': ") and told in err
    assert run(".", "--baseline", "base.json", "--update-baseline")[0] == 0
    assert rows() == [ROW]


def test_a_baseline_that_is_not_there(write, run, tmp_path):
    assert run(".", "--baseline", "base.json")[::2] == (
        2,
        "tpu-zones: baseline 'base.json': there is no such file; --update-baseline writes it\n",
    )
    assert run(".", "--baseline", tmp_path)[0] == 2
    assert run(".", "--update-baseline")[::2] == (
        2,
        "tpu-zones: --update-baseline needs the file to write: --baseline FILE, or baseline in the config file\n",
    )
    assert run("-", "--baseline", "base.json", "--update-baseline")[0] == 2


def test_what_cannot_be_written_leaves_nothing_behind(write, run, tmp_path, monkeypatch):
    assert run(".", "--baseline", "no/such/base.json", "--update-baseline")[0] == 2
    write("base.json", "old")

    def refuse(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", refuse)
    os.mkfifo("pipe")
    code, _, err = run(".", "--baseline", "pipe", "--update-baseline")
    assert (code, err) == (2, "tpu-zones: cannot write the baseline 'pipe': it is no regular file\n")
    assert stat.S_ISFIFO(os.stat("pipe").st_mode)
    os.unlink("pipe")
    assert run(".", "--baseline", "base.json", "--update-baseline")[::2] == (
        2,
        "tpu-zones: cannot write the baseline 'base.json': No space left on device\n",
    )
    assert (tmp_path / "base.json").read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == [".git", "base.json"]


def test_an_incomplete_check_neither_writes_nor_hides(write, run, pool, tmp_path):
    write("main.tf", pool(nodes="7"))
    write("b/broken.tf", "# tpu\nresource {")
    code, out, err = run(".", "--baseline", "base.json", "--update-baseline")
    assert (
        code == 3 and err == "tpu-zones: base.json is left as it is: something could not be read\n" and "TPZ311" in out
    )
    assert not (tmp_path / "base.json").exists()
    row = {"path": "b/broken.tf", "rule": "TPZ901", "subject": "file", "value": "", "count": 1}
    write("base.json", json.dumps({"version": 1, "findings": [row]}))
    code, out, _ = run(".", "--baseline", "base.json")
    assert code == 3 and "TPZ901" in out


def test_odd_names_survive(write, tmp_path):
    write(
        "a b/ü\u202e\u2028\x7f.sh",
        "gcloud container node-pools create a --cluster=c --location=europe-west4 --machine-type=ct5p-hightpu-4t --node-locations=europe-west4-a\n",
    )
    report = tz.check(".")
    assert baseline.write("base.json", report.findings) == 1
    assert tz.check(".", baseline="base.json").summary["baselined"] == 1
    assert not set("\u202e\u2028\x7f") & set((tmp_path / "base.json").read_text("utf-8"))
    assert "ü" in (tmp_path / "base.json").read_text("utf-8")
    assert rows() == sorted(rows(), key=lambda row: row["path"])


def test_the_settings_name_it_and_the_command_line_goes_first(write, run, pool, tmp_path, monkeypatch):
    write("main.tf", pool(nodes="7"))
    write("sub/main.tf", pool(nodes="8"))
    write(".tpu-zones.toml", 'baseline = ".ci/base.json"\n')
    write(".ci/keep", "")
    missing = "tpu-zones: baseline '.ci/base.json': there is no such file; --update-baseline writes it\n"
    assert run(".")[::2] == (2, missing)
    assert run(".", "--update-baseline")[::2] == (0, "tpu-zones: .ci/base.json has 2 findings now\n")
    assert [row["path"] for row in rows(".ci/base.json")] == ["../main.tf", "../sub/main.tf"]
    assert run(".")[1].endswith("no findings in 2 node pools, 2 files, 2 in the baseline\n")
    assert tz.check(".", config=".tpu-zones.toml").summary["baselined"] == 2
    assert len(tz.check(".", config=".tpu-zones.toml", baseline="").findings) == 2
    assert run(".", "--no-baseline")[0] == run(".", "--no-config")[0] == 1
    assert run(".", "--no-baseline", "--update-baseline")[0] == 2
    assert run(".", "--no-baseline", "--baseline", "other.json")[0] == 2
    write("other.json", '{"version": 1, "findings": []}')
    assert run(".", "--baseline", "other.json")[0] == 1
    assert run("main.tf", "--baseline", "other.json", "--update-baseline")[0] == 0
    assert (len(rows("other.json")), len(rows(".ci/base.json"))) == (1, 2)
    monkeypatch.chdir(tmp_path / "sub")
    assert run(".")[1].endswith("1 in the baseline\n")


def test_a_baseline_of_the_settings_stays_inside_the_repository(write, run, pool, tmp_path):
    write("main.tf", pool(nodes="7"))
    write(".tpu-zones.toml", 'baseline = "base.json"\n')
    (tmp_path / "base.json").symlink_to(tmp_path.parent / "elsewhere.json")
    told = "tpu-zones: .tpu-zones.toml: baseline: 'base.json' lies outside of the repository\n"
    assert run(".", "--update-baseline")[::2] == (2, told)
    assert not (tmp_path.parent / "elsewhere.json").exists()
