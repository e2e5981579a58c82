"""Facts that rules rest on are rows of the snapshot: their code names no hardware, place or date of its own."""

import ast
import dataclasses
import re
from pathlib import Path

import pytest
from support import python

import tpu_zones as tz
from tpu_zones.lint import rules, view
from tpu_zones.lint.rules import find
from tpu_zones.lint.rules.base import Ask, Rule
from tpu_zones.lint.things import Cluster, NodePool, TpuVm
from tpu_zones.lint.view.tables import Tables
from tpu_zones.lint.workloads import Workload
from tpu_zones.planning.emit.pool import _BY_POLICY

RULES = [rule for rule in rules.RULES if isinstance(rule, Rule)]
FACT = re.compile(
    r"\b(v[2-9][a-z]?|tpu[789]\w*|ct\d\w*|\w+-\w+\d-[a-z]|20\d\d(-\d\d)+)\b|\b\d+ (days|disks|nodes|chips)\b"
)
KEPT = {
    "runtime_version.py": {
        *("v6e", "tpu-ubuntu2204-base"),  # what a runtime does on another generation has no row yet
        *(
            "-v4",
            r"(?:tpu-vm-){1,2}tf-(\d{1,3})\.(\d{1,3})\.\d{1,3}(?:-pod)?(?P<kind>-v4|-pjrt|-se)?(?:-pod)?"
            r"(?:-(?P<only>v\d\w{0,2}(?:-and-v\d\w{0,2})*))?",
        ),  # a form of names
    },
}


def used(tree):
    """The texts that functions hold, and those of the constants that they use; no docstrings, no examples."""
    functions = [
        one
        for one in ast.walk(tree)
        if isinstance(one, (ast.FunctionDef, ast.Lambda)) and "_example" not in ast.dump(one)
    ]
    names = {one.id for function in functions for one in ast.walk(function) if isinstance(one, ast.Name)}
    constants = [
        one.value
        for one in tree.body
        if isinstance(one, ast.Assign) and any(isinstance(name, ast.Name) and name.id in names for name in one.targets)
    ]
    skipped = {id(one.value) for one in ast.walk(tree) if isinstance(one, ast.Expr)}
    for part in (*functions, *constants):
        for one in ast.walk(part):
            if isinstance(one, ast.Constant) and isinstance(one.value, str) and id(one) not in skipped:
                yield one.value


@pytest.mark.parametrize("package", [rules, view], ids=["rules", "view"])
def test_no_code_holds_a_fact_of_its_own(package, catalog):
    found, named = {}, {one.id for one in catalog.index.table("statements")}
    for file in Path(package.__file__).parent.glob("*.py"):
        texts = {text for text in used(ast.parse(file.read_text("utf-8"))) if FACT.search(text)}
        if texts := texts - named - KEPT.get(file.name, set()):
            found[file.name] = texts
    assert found == {}
    assert FACT.search("there are 3 nodes") and FACT.search("us-central2-b") and not FACT.search("jax-version v1")


def saying(catalog, statements):
    """The same catalog with other statements."""
    twin = tz.Catalog(catalog.snapshot, today=catalog.today)
    twin.index.__dict__["statements"] = statements
    return twin


def changed(catalog, **values):
    """A catalog whose statements have other values; None: where they are not there."""
    rows = dict(catalog.index.statements)
    for name, value in values.items():
        one = rows.pop(name.replace("_", "-"))
        if value is not None:
            rows[one.id] = dataclasses.replace(one, value=value)
    return saying(catalog, rows)


IRONWOOD = {"machine_type": "tpu7x-standard-4t", "policy": "wp", "form": "gcloud"}
FLEX = {"machine_type": "ct6e-standard-4t", "topology": "4x4", "flex_start": True, "max_nodes": 4}
CASES = [
    (TpuVm(accelerator_type="tpu7x-2"), "accelerator_types_seen", {}, "TPZ105 error", "TPZ105 warning"),
    (TpuVm(accelerator_type="v4-16", count=2), "multislice_v2", {"excluded": ["v4"]}, "TPZ320 warning", None),
    (TpuVm(accelerator_type="v2-8", count=2), "multislice_v2", {"excluded": []}, None, "TPZ320 warning"),
    (
        TpuVm(accelerator_type="v4-8", disk_types=["pd-balanced"] * 40),
        "disks_of_a_cloud_tpu_vm",
        {"v4": 40},
        "TPZ413 warning",
        None,
    ),
    (NodePool(**IRONWOOD), "node_count_default", {"nodes_per_zone": None}, None, "TPZ312 warning"),
    (NodePool(**FLEX, num_nodes=0, run_duration="8d"), "flex_start_shape", {"longest_run_seconds": 10**6}, None, "TPZ409 error"),
    (
        NodePool(machine_type="ct4p-hightpu-4t", topology="2x4x2", num_nodes=4),
        "topology_order",
        {"generations": []},
        "TPZ302 error",
        "TPZ302 warning",
    ),
    (
        NodePool(machine_type="tpu7x-standard-4t", sandbox="gvisor"),
        "sandbox",
        {"generations": ["tpu7x"]},
        None,
        "TPZ416 warning",
    ),
    (
        Workload(kind="Job", accelerator="tpu7x", topology="2x2x1", chips=4, sandbox="gvisor"),
        "sandbox",
        {"generations": ["tpu7x"]},
        None,
        "TPZ615 warning",
    ),
    (
        Workload(kind="Job", accelerator="tpu7x", topology="2x2x1", chips=4, run_duration="700000"),
        "flex_start_shape",
        {"longest_run_seconds": 10**6},
        None,
        "TPZ616 error",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("thing", "statement", "value", "then", "now"), CASES)
def test_another_value_of_the_statement_is_another_verdict(thing, statement, value, then, now, catalog):
    def rules_found(asked):
        found = find([thing], Ask(asked))
        return {f"{one.rule} {one.severity}" for one in found if one.rule == (now or then).split()[0]}

    assert rules_found(catalog) == ({now} if now else set())
    assert rules_found(changed(catalog, **{statement: value})) == ({then} if then else set())


@pytest.mark.parametrize(("thing", "statement"), [(case[0], case[1]) for case in CASES])
def test_a_snapshot_without_the_statement_breaks_nothing(thing, statement, catalog):
    find([thing], Ask(changed(catalog, **{statement: None})))


def test_the_claim_is_the_statement_of_the_generation(catalog):
    (v2,) = (one for one in find([TpuVm(accelerator_type="v2-8", count=2)], Ask(catalog)) if one.rule == "TPZ320")
    (v3,) = (one for one in find([TpuVm(accelerator_type="v3-8", count=2)], Ask(catalog)) if one.rule == "TPZ320")
    assert v2.claim == "github:AI-Hypercomputer/maxtext/issues/158 (2023-09-15)"
    assert v3.claim.startswith("https://docs.cloud.google.com/kubernetes-engine/docs/how-to/tpu-multislice (")


def test_messages_take_their_figures_from_the_rows(findings):
    pool = NodePool(**FLEX, form="gcloud", run_duration="8d")
    texts = " ".join(one.message for one in findings(NodePool(**IRONWOOD), pool, Cluster(enable_tpu=True)))
    assert "gcloud asks for 3 nodes in each zone" in texts and "ended on 2025-04-25" in texts
    assert "flex-start ends after 7 days (604800 s)" in texts
    (one,) = findings(NodePool(machine_type="ct3p-hightpu-4t"))
    assert one.message.startswith("ct3p-hightpu-4t has multi-host slices only (4x4 and larger)")
    (one,) = findings(NodePool(machine_type="ct5p-hightpu-1t"))
    assert one.message.endswith("GKE has ct5p-hightpu-4t")


def test_generations_that_a_workload_policy_places(catalog):
    placed = Tables(catalog.index).placed_by_policy
    assert placed == set(catalog.index.value("tpu7x-workload-policy", "generations")) == {"tpu7x", "tpu7"}
    assert set(_BY_POLICY) <= placed, "what the planner emits follows them"


def test_statements_are_read_only_for_what_needs_them():
    code = """
import tpu_zones as tz
catalog = tz.Catalog.bundled()
pool = tz.NodePool(machine_type="ct6e-standard-4t", topology="4x4", num_nodes=4, placement="COMPACT")
assert not tz.check_pools(pool, catalog=catalog).findings
print("statements" in catalog.snapshot._tables)
"""
    assert python(code).out == "False\n"


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_a_snapshot_without_statements_breaks_no_rule(rule, catalog):
    silent = saying(catalog, {})
    for example in (rule.wrong, rule.right):
        find(rule.example(example), Ask(silent))
