"""Real configs with the right verdict: what is found, at which line, with which value."""

import json
from pathlib import Path

import pytest

import tpu_zones as tz

CASES = sorted((Path(__file__).parents[2] / "fixtures" / "configs").iterdir())


def found(case: Path) -> list[list[object]]:
    """Return what the check finds in a case, as expect.json writes it."""
    asked = json.loads((case / "expect.json").read_text("utf-8")).get("asked", {})
    report = tz.check(case, exclude="expect.json", **asked)
    return [
        [one.rule, str(one.severity), Path(one.path).relative_to(case).as_posix(), one.line, one.value]
        for one in report.findings
    ]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_case_has_exactly_its_findings(case):
    expect = json.loads((case / "expect.json").read_text("utf-8"))
    assert found(case) == expect["findings"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_certain_case_is_faulty_exactly_where_its_faults_are(case):
    expect = json.loads((case / "expect.json").read_text("utf-8"))
    severe = [one for one in expect["findings"] if one[1] != "info"]
    assert "treated" in expect or not expect["certain"] or bool(severe) == bool(expect["faults"])


@pytest.mark.parametrize("case", [case for case in CASES if case.match("own-*-bad")], ids=lambda case: case.name)
def test_each_bad_config_of_ours_has_a_finding_of_its_own(case):
    expect = json.loads((case / "expect.json").read_text("utf-8"))
    severe = [path for _, severity, path, *_ in expect["findings"] if severity != "info"]
    names = [fault.partition(":")[0] for fault in expect["faults"]]
    assert len(names) >= 15
    assert [name for name in names if not any(path == name or path.startswith(f"{name}/") for path in severe)] == []


def test_there_are_cases():
    assert len(CASES) >= 68
