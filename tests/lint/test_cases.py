"""Real configs with the right verdict: what is found, at which line, with which value."""

import datetime as dt
import json
from pathlib import Path

import pytest

import tpu_zones as tz

CONFIGS = Path(__file__).parents[2] / "fixtures" / "configs"
CATALOG = tz.Catalog.bundled(today=dt.date(2026, 12, 1))  # verdicts become milder with the age of the evidence
CASES = sorted(CONFIGS.iterdir())
LOOK_WRONG = {
    "two containers share the chips of a node": "own-workload-good/two-containers-share.yaml",
    "a job takes a part of a slice": "own-workload-good/sub-slicing.yaml",
    "a slice of cubes has no topology selector": "own-workload-good/super-slicing.yaml",
    "a leader without TPUs makes the group larger": "own-workload-good/lws-head-without-tpu.yaml",
    "a head job without TPUs": "own-workload-good/jobset-with-head.yaml",
    "several slices in one group": "own-workload-good/several-slices-in-one-job.yaml",
    "one chip of v5e": "own-workload-good/v5e-one-chip.yaml",
    "the number of nodes follows from the topology": "own-gcloud-good/derived-count.sh",
    "... in Cluster Toolkit": "own-toolkit-good/derived.yaml",
    "values are variables": "own-terraform-good/unknown-everything/main.tf",
    "... of a script": "own-gcloud-good/unknown.sh",
    "the zone stands in the provider": "own-terraform-good/provider-zone/main.tf",
    "... under another name": "own-terraform-good/provider-alias/main.tf",
    "Pods in the values of a chart": "own-workload-good/helm-values.yaml",
    "Pods in a template": "own-odd-good/template.tftpl",
    "a pool in a program": "own-odd-good/pools.py",
    "2x4 is one host of eight chips": "own-workload-good/two-by-four-one-host.yaml",
    "... or two of four": "own-workload-good/two-by-four-two-hosts.yaml",
    "... as node pools": "own-terraform-good/two-by-four-two-ways/main.tf",
}
"""Configs that look wrong and are right -> where they are."""


def found(case: Path) -> list[list[object]]:
    """Return what the check finds in a case, as expect.json writes it."""
    asked = json.loads((case / "expect.json").read_text("utf-8")).get("asked", {})
    report = tz.check(case, exclude="expect.json", catalog=CATALOG, **asked)
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


@pytest.mark.parametrize("path", LOOK_WRONG.values(), ids=LOOK_WRONG)
def test_what_looks_wrong_and_is_right_has_no_finding(path):
    report = tz.check(CONFIGS / path, catalog=CATALOG)
    assert (CONFIGS / path).is_file() and report.complete and not report.findings


def test_there_are_cases():
    assert len(CASES) >= 68
