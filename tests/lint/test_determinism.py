"""The same files give the same bytes: in every format, in any order, split or whole, whatever the seed of hashes."""

import json
import random

import pytest
from support import FIXTURES, python

import tpu_zones as tz
from tpu_zones.cli.check import FORMATS
from tpu_zones.cli.main import main

CASES = sorted(
    case
    for case in (FIXTURES / "configs").iterdir()
    if not json.loads((case / "expect.json").read_text("utf-8")).get("asked")
)
LEAVE = ("--exclude", "expect.json", "--config", ".tpu-zones.toml")
OUTPUTS = [word for form in FORMATS for word in ("--output", f"{form}=out.{form}")]


@pytest.fixture
def files(tmp_path, monkeypatch):
    """A folder with files of all kinds: bad and good ones, several of which are wrong in the same place."""
    monkeypatch.chdir(tmp_path)
    for case in CASES:
        for file in sorted(case.rglob("*")):
            if file.is_file() and file.name != "expect.json":
                to = tmp_path / case.name / file.relative_to(case)
                to.parent.mkdir(parents=True, exist_ok=True)
                to.write_bytes(file.read_bytes())
    for name in "zbyax":
        (tmp_path / f"{name}.tf").write_text("resource { # tpu")
        (tmp_path / f"{name}.md").write_text("of a tpu")
        (tmp_path / f"out-{name}.tf").write_text("# tpu")
    (tmp_path / "shared.tf").write_text(
        "".join(
            f'resource "google_container_node_pool" "{name}" {{\n  location = "europe-west4"\n  cluster = "c"\n'
            '  node_locations = ["europe-west4-b"]\n  node_count = local.nodes\n'
            '  node_config { machine_type = "ct6e-standard-4t" }\n'
            '  placement_policy {\n    type = "COMPACT"\n    tpu_topology = "4x4"\n  }\n}\n'
            for name in "dbcae"
        )
        + "locals { nodes = 7 }\n"
    )
    (tmp_path / ".tpu-zones.toml").write_text('exclude = ["out-*"]\n')
    single = [f"{start}{name}.{end}" for name in "abxyz" for start, end in (("", "tf"), ("", "md"), ("out-", "tf"))]
    return [*sorted(case.name for case in CASES), "shared.tf", *single]


def printed(capsys, *words):
    code = main(["check", *words, *LEAVE])
    return code, capsys.readouterr().out


def reports(folder):
    """What every format says, as bytes."""
    return {form: (folder / f"out.{form}").read_bytes() for form in FORMATS}


def test_the_order_of_arguments_does_not_matter(files, capsys, tmp_path):
    code, out = printed(capsys, *files, *OUTPUTS)
    assert code == 3 and "left out by exclude" in out and "nothing was checked" in out
    first = reports(tmp_path)
    assert min(map(len, first.values())) > 1000
    for seed in range(2):
        mixed = random.Random(seed).sample(files, len(files))  # noqa: S311 - an order, no secret
        assert printed(capsys, *mixed, *mixed[:9], *OUTPUTS) == (code, out)
        assert reports(tmp_path) == first


def test_the_seed_of_hashes_does_not_matter_and_two_runs_are_alike(files, tmp_path):
    words = ["check", *files, *LEAVE, *OUTPUTS]
    code = f"import os; os.chdir({str(tmp_path)!r}); from tpu_zones.cli.main import main; print(main({words!r}))"
    found = []
    for seed in ("0", "0", "1", "4242", "random"):
        ran = python(code, PYTHONHASHSEED=seed)
        assert ran.err == "" and ran.out.endswith("\n3\n")
        found.append({**reports(tmp_path), "": ran.out.encode()})
    assert [other == found[0] for other in found[1:]] == [True] * 4


def test_files_split_over_several_runs_are_the_whole(files):
    """What a run in parallel would do; rules across files look no further than one folder."""
    whole = tz.check(*(case.name for case in CASES), exclude="expect.json")
    parts = [tz.check(case.name, exclude="expect.json") for case in CASES]
    assert len(whole.findings) > 80
    assert list(whole.findings) == sorted(
        (one for part in parts for one in part.findings), key=lambda one: (one.path, one.line, one.column, one.rule)
    )
    for what, count in whole.summary.items():
        assert count == sum(part.summary[what] for part in parts), what
    assert whole.ok is all(part.ok for part in parts)


@pytest.mark.parametrize("fail_on", ["error", "warning"])
def test_both_exits_are_those_of_the_parts(files, capsys, fail_on):
    codes = {case.name: printed(capsys, case.name, "--fail-on", fail_on)[0] for case in CASES}
    assert set(codes.values()) == {0, 1, 3}
    assert printed(capsys, *codes, "--fail-on", fail_on)[0] == 3
    readable = [name for name, code in codes.items() if code != 3]
    assert printed(capsys, *readable, "--fail-on", fail_on)[0] == 1
    good = [name for name, code in codes.items() if code == 0]
    assert printed(capsys, *good, "--fail-on", fail_on)[0] == 0
