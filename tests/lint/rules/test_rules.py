"""What holds for every rule, and how findings are made of what rules find."""

import itertools
import re
from pathlib import Path

import pytest
from support import python

import tpu_zones as tz
from tpu_zones.facts.tables import TABLES
from tpu_zones.lint import rules
from tpu_zones.lint.control import own
from tpu_zones.lint.rules import RULES as ALL
from tpu_zones.lint.rules.base import Rule
from tpu_zones.lint.things import Cluster, NodePool, Policy, TpuVm
from tpu_zones.lint.values import Spot, Value
from tpu_zones.lint.view.words import _FIELDS
from tpu_zones.records.findings import Finding, Location

KINDS = ("pool", "other pool", "vm", "cluster", "workload", "compute class", "flavor", "pathways")
RULES = tuple(rule for rule in ALL if isinstance(rule, Rule))
OWN = tuple(rule for rule in ALL if not isinstance(rule, Rule))
V6E = "ct6e-standard-4t"


def test_ids_are_unique_in_order_and_well_formed():
    ids = [rule.id for rule in ALL]
    assert ids == sorted(set(ids))
    assert all(re.fullmatch(r"TPZ[1-7][0-9]{2}", rule.id) for rule in RULES)
    assert all(re.fullmatch(r"TPZ9[0-9]{2}", rule.id) for rule in OWN)
    names = [rule.name for rule in ALL]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name) for name in names)


def test_every_file_is_a_rule_and_every_rule_is_loaded():
    files = {file.stem for file in Path(rules.__file__).parent.glob("*.py")} - {"__init__", "base"}
    assert {name for name, *_ in rules._MODULES} == files
    assert {rule.id for kind in KINDS for rule in rules.rules_for(kind)} == {rule.id for rule in RULES}


@pytest.fixture(scope="module")
def dated(catalog):
    """Sources that a row with a day rests on."""
    rows = [
        row for name in TABLES if name != "sources" for row in catalog.index.table(name) if getattr(row, "seen", None)
    ]
    return {one for row in rows for one in (getattr(row, "sources", None) or [getattr(row, "source", None)])}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_every_rule_says_why_and_who_says_so_and_when(rule, catalog, dated):
    assert len(rule.why) > 40 and rule.why.endswith((".", "?"))
    assert rule.source in {one.source for one in catalog.index.table("sources")} and rule.source in dated
    if rule.fact:
        (fact,) = (one for one in catalog.index.table("statements") if one.id == rule.fact)
        assert fact.seen.last and set(fact.sources) <= dated and fact.confidence != "unknown"


WITHOUT_CLAIM = {"TPZ101", "TPZ102", "TPZ104", "TPZ205", "TPZ507", "TPZ610", "TPZ611", "TPZ613", "TPZ618", "TPZ621"}
"""Rules whose finding is that no row has a name, or whose fact is no row yet: their source is the rule's alone."""


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_a_finding_names_the_claim_that_it_rests_on(rule, findings, dated):
    claims = [one.claim for one in findings(*rule.example(rule.wrong)) if one.rule == rule.id]
    if rule.id in WITHOUT_CLAIM:
        assert claims == [None] * len(claims) and not rule.fact
    else:
        assert all(any(claim.startswith(f"{source} (") for source in dated if source) for claim in claims)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_examples(rule, findings):
    wrong = [one for one in findings(*rule.example(rule.wrong)) if one.rule == rule.id]
    assert wrong[0].severity == {"TPZ408": "warning"}.get(rule.id, rule.severity)  # that one: refused, not only unknown
    assert wrong[0].name == rule.name and wrong[0].message[-1] != "." and "\n" not in wrong[0].message
    assert [one for one in findings(*rule.example(rule.right)) if one.severity != "info" or one.rule == rule.id] == []


def test_what_the_check_says_of_itself_is_described_as_a_rule():
    named = {one for one in vars(own).values() if isinstance(one, tuple) and one and str(one[0]).startswith("TPZ9")}
    assert {(rule.id, rule.name) for rule in OWN} == named
    assert all(len(rule.why) > 40 and rule.why.endswith(".") for rule in OWN)


@pytest.mark.parametrize("rule", OWN, ids=lambda rule: rule.id)
def test_examples_of_the_check_itself(rule):
    wrong = tz.check_text(rule.wrong, name=rule.path)
    assert [(one.rule, one.name, one.severity) for one in wrong.findings if one.rule >= "TPZ9"] == [
        (rule.id, rule.name, rule.severity)
    ]
    assert wrong.complete == (rule.id not in own.FIXED)
    right = tz.check_text(rule.right, name=rule.path)
    assert right.complete and not right.findings and right.summary["node_pool"] == 1


def test_only_the_rules_of_what_is_there_are_loaded():
    code = """
import sys
import tpu_zones as tz
from tpu_zones.lint.rules import find
from tpu_zones.lint.rules.base import Ask
from tpu_zones.lint.things import NodePool
find([NodePool(machine_type="n2-standard-4")], Ask(tz.Catalog.bundled()))
print([name for name in sys.modules if name.startswith("tpu_zones.lint.rules.")])
"""
    assert python(code).out.strip() == (
        "['tpu_zones.lint.rules.base', 'tpu_zones.lint.rules.tpu_as_accelerator',"
        " 'tpu_zones.lint.rules.system_machine_not_in_zone']"
    )


def test_a_finding_has_place_subject_value_fix_claim_and_related(findings):
    count = Value(16, Spot("a.tfvars", 3, 9), related=Spot("main.tf", 7, 3))
    (one,) = findings(NodePool(name="tpu", machine_type=V6E, topology="4x4", num_nodes=count, form="terraform"))
    assert str(one) == (
        "a.tfvars:3:9: error TPZ311 node-count: 16 nodes asked for, and topology 4x4 on ct6e-standard-4t is 4 nodes"
        " (16 chips, 4 in a node): set it to 4"
    )
    assert one.identity == ("a.tfvars", "TPZ311", "node pool tpu", "16")
    assert (one.fix.path, one.fix.line, one.fix.column, one.fix.old, one.fix.new) == ("a.tfvars", 3, 9, "16", "4")
    assert one.related == (Location(path="main.tf", line=7, column=3),)
    assert one.claim == "github:AI-Hypercomputer/xpk/issues/751 (2025-10-28)"


def test_no_fix_where_a_list_or_nothing_stands(findings):
    (one,) = findings(NodePool(machine_type="ct5p-hightpu-4t", locations=["europe-west4-a"]))
    assert one.fix is None and one.value == "europe-west4-a"
    own = Value("europe-west4-a", Spot("pool.yaml", 4, 5))
    (one,) = findings(NodePool(machine_type="ct5p-hightpu-4t", locations=[own]))
    assert (one.path, one.line, one.column, one.fix.new) == ("pool.yaml", 4, 5, "europe-west4-b")


@pytest.mark.parametrize(
    ("things", "message"),
    [
        (
            [NodePool(machine_type="ct5p-hightpu-4t", locations=["europe-west4-a"])],
            "europe-west4-a does not offer v5p; europe-west4-b in the same region does",
        ),
        (
            [NodePool(machine_type="ct5lp-hightpu-4t", topology="4x4", max_nodes=1, form="terraform")],
            "topology 4x4 on ct5lp-hightpu-4t is 4 nodes: set max_node_count = 4",
        ),
        (
            [NodePool(machine_type="ct4p-hightpu-4t", locations=["us-central1-a"])],
            "us-central1-a does not offer v4; only us-central2-b does",
        ),
        (
            [NodePool(machine_type="tpu7x-standard-4t", topology="2x2x2", num_nodes=2, form="gcloud")],
            "topology 2x2x2 on tpu7x-standard-4t is 2 nodes and needs a policy of type HIGH_THROUGHPUT with the"
            " accelerator topology; the call is accepted; the pool appears, and goes to ERROR minutes later, when its"
            " group is made",
        ),
        (
            [NodePool(machine_type="tpu9x-standard-4t")],
            "machine type tpu9x-standard-4t is not known; it may be newer than this data (2026-11-30)",
        ),
        ([NodePool(machine_type="tpu8i-standard-4t")], "machine type tpu8i-standard-4t: its generation is announced, nothing public yet"),
        (
            [NodePool(machine_type=V6E, locations=["europe-weast4-a"])],
            "there is no zone europe-weast4-a; did you mean europe-west4-a, europe-west9-a, europe-west8-a?",
        ),
        (
            [TpuVm(accelerator_type="v5p-4")],
            "there is no v5p-4: 4 TensorCores are 2 chips; the smallest v5p is v5p-8 = 4 chips, one host",
        ),
    ],
)  # fmt: skip
def test_messages(things, message, findings):
    assert [one.message for one in findings(*things)] == [message]


def test_fields_are_called_as_in_the_format(findings):
    for form in _FIELDS:
        (one,) = [
            one
            for one in findings(NodePool(machine_type=V6E, topology="4x4", total_max_nodes=4, num_nodes=0, form=form))
            if one.rule == "TPZ315"
        ]
        assert _FIELDS[form].get("max_nodes", "max_nodes") in one.message
    assert {name for fields in _FIELDS.values() for name in fields} <= {*NodePool.fields, *TpuVm.fields}


def test_order_does_not_depend_on_the_order_of_things(findings):
    things = [
        NodePool(machine_type=V6E, topology="2x8", spot=Spot(path, line), num_nodes=3, name=path)
        for path in ("b.tf", "a.tf")
        for line in (9, 2)
    ]
    found = findings(*things)
    assert found == findings(*reversed(things))
    assert [(one.path, one.line) for one in found] == sorted((one.path, one.line) for one in found)
    assert {type(one) for one in found} == {Finding}


def test_pools_find_clusters_and_policies_by_name_and_path(check):
    ironwood = {"machine_type": "tpu7x-standard-4t", "topology": "2x2x2", "num_nodes": 2}
    wrong = Policy(name="wp", type="HIGH_THROUGHPUT", topology="2x2x4")
    for reference in ("wp", "projects/p/regions/us-central1/resourcePolicies/wp"):
        assert check(wrong, NodePool(policy=reference, **ironwood)) == ["TPZ310 error"]
    assert check(wrong, NodePool(policy="other", **ironwood)) == []
    assert check(wrong, wrong, NodePool(policy="wp", **ironwood)) == []  # which of the two, nobody knows
    there = Policy(name="wp", type="HIGH_THROUGHPUT", topology="2x2x4", project="b")
    assert check(there, NodePool(policy="wp", project="a", **ironwood)) == []
    auto = Cluster(name="projects/p/locations/us-east5/clusters/demo", autopilot=True)
    assert check(auto, NodePool(machine_type=V6E, cluster="demo")) == ["TPZ507 error"]


ODD = (
    None,
    "",
    " ",
    "x",
    "4x4",
    "-1",
    -1,
    0,
    2**70,
    1.5,
    True,
    [],
    ["a", None, 3],
    [["a"]],
    {},
    {"a": {"b": 1}},
    "é" * 9999,
)


@pytest.mark.parametrize("field", NodePool.fields)
def test_no_value_of_a_pool_raises(field, findings):
    for odd, machine in itertools.product(ODD, (V6E, "tpu7x-standard-4t", "ct5lp-hightpu-1t", "tpu", "ct5", None)):
        fields = {
            "machine_type": machine,
            "topology": "2x2",
            "policy": "wp",
            "flex_start": True,
            "num_nodes": 2,
            field: odd,
        }
        wp = Policy(**{name: odd for name in Policy.fields if name != "name"}, name="wp")
        findings(wp, Cluster(**dict.fromkeys(Cluster.fields, odd)), NodePool(**fields))


@pytest.mark.parametrize("field", TpuVm.fields)
def test_no_value_of_a_vm_raises(field, findings):
    for odd, surface in itertools.product(ODD, ("cloud-tpu-api", "compute-engine", "tpu-node", "?")):
        fields = {"accelerator_type": "v6e-8", "topology": "2x4", "flex_start": True, "surface": surface, field: odd}
        findings(TpuVm(**fields), TpuVm(**{**fields, "accelerator_type": None, "tpu_type": odd}))


def test_a_pool_on_autopilot_is_at_fault_where_it_names_the_cluster():
    text = """variable "name" { default = "c" }
resource "google_container_cluster" "c" {
  name             = var.name
  enable_autopilot = true
}
resource "google_container_node_pool" "a" {
  cluster    = google_container_cluster.c.id
  node_count = 1
  node_config { machine_type = "ct5p-hightpu-4t" }
}
"""
    (one,) = tz.check_text(text, name="m.tf").findings
    assert (one.rule, one.line, one.column, one.value) == ("TPZ507", 7, 16, "c")
    assert [str(place) for place in one.related] == ["m.tf:4:22"]


@pytest.mark.parametrize(
    ("version", "newer"),
    [
        ("tpu-vm-base", False),
        ("tpu-vm-pt-1.13", False),
        ("tpu-ubuntu2004-base", False),
        ("tpu-ubuntu2604-base", True),
        ("v2-alpha-tpuv3", False),
        ("v2-alpha-tpuv9", True),
        ("something-else", True),
    ],
)
def test_an_unknown_runtime_is_newer_unless_it_is_known_to_be_older(version, newer):
    (one,) = tz.check_text(
        f"gcloud compute tpus tpu-vm create a --accelerator-type=v4-8 --version={version}\n", name="a.sh"
    ).findings
    assert (one.rule, str(one.severity)) == ("TPZ503", "info")
    assert ("may be newer than this data" in one.message) == newer
    assert ("is an older one" in one.message) != newer


@pytest.mark.parametrize("odd", [2.5, float("inf"), float("nan"), "1e400", "-1e400", "2.5", "NaN", "9" * 20])
@pytest.mark.parametrize("field", ["num_nodes", "min_nodes", "max_nodes", "total_max_nodes"])
def test_a_number_that_no_count_can_be_is_found(findings, odd, field):
    found = [one for one in findings(NodePool(machine_type=V6E, **{field: odd})) if one.rule == "TPZ311"]
    assert [(str(one.severity), one.fix) for one in found] == [("error", None)]
    assert f"is no number of nodes: {field} is a whole number" in found[0].message


@pytest.mark.parametrize("count", [2.0, "2", " 2 ", True, "two", "NODES", None, [2], "", "1.x"])
def test_what_is_a_count_or_no_number_at_all_is_left_alone(findings, count):
    found = findings(NodePool(machine_type=V6E, num_nodes=count))
    assert not [one for one in found if "no number of nodes" in one.message]
