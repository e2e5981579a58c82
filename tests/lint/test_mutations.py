"""2,000 broken texts a reader, through the whole check: none makes it fail, and what it says stands in the file."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from mutations import edited, numbers, of_words, rearranged_json, rearranged_yaml, shell, terraform
from support import FIXTURES

import tpu_zones as tz
from tpu_zones.lint.check import _ask, _control
from tpu_zones.lint.gather import gather
from tpu_zones.lint.outcome import report
from tpu_zones.lint.read import files
from tpu_zones.lint.read.sniff import sniff
from tpu_zones.lint.report import json_report, sarif, text

EXAMPLES = 2_000
PLAN = json.dumps(
    {
        "format_version": "1.2",
        "terraform_version": "1.9.0",
        "planned_values": {"root_module": {"resources": [
            {"address": "google_container_node_pool.a", "type": "google_container_node_pool", "values": {
                "name": "a", "node_count": 3, "node_locations": ["us-east5-b"], "placement_policy": [{"tpu_topology": "4x4"}],
                "node_config": [{"machine_type": "ct6e-standard-4t", "spot": True}]}},
            {"address": "google_tpu_v2_vm.b", "type": "google_tpu_v2_vm", "values": {"accelerator_type": "v5p-4", "zone": "us-east5-a"}},
        ], "child_modules": [{"resources": [], "child_modules": []}]}},
        "resource_changes": [{"address": "google_container_node_pool.a", "change": {"after_unknown": {"cluster": True}}}],
        "configuration": {"root_module": {}},
    }
)  # fmt: skip
TF_JSON = json.dumps(
    {
        "variable": {"zone": {"default": "us-east5-b"}},
        "locals": [{"size": "${1 + 2}"}],
        "resource": {"google_container_node_pool": {"a": {
            "name": "a", "node_locations": ["${var.zone}"], "node_count": "${local.size}",
            "node_config": [{"machine_type": "ct6e-standard-4t", "spot": True}], "placement_policy": {"type": "COMPACT", "tpu_topology": "4x4"},
            "dynamic": {"autoscaling": {"for_each": "${[1]}", "content": {"max_node_count": 3}}}}}},
    }
)  # fmt: skip
WORKFLOW = """\
name: tpu
on: [push]
env: {ZONE: us-east5-b}
jobs:
  make:
    strategy: {matrix: {zone: [us-east5-a, us-east5-b]}}
    env: {SIZE: "4x4"}
    steps:
    - uses: actions/checkout@v4
    - name: pool
      run: |
        gcloud container node-pools create tpu --cluster=c --machine-type=ct6e-standard-4t \\
          --node-locations=${{ matrix.zone }} --tpu-topology="$SIZE" --num-nodes=3
    - run: [gcloud, compute, tpus, tpu-vm, create, vm, --accelerator-type=v5p-4, "--zone=$ZONE"]
"""
XPK = (
    "xpk cluster create --cluster=a --tpu-type=v6e-16 --num-slices=2 --zone=us-east5-b --spot\n",
    "xpk workload create \\\n  --workload w --tpu-type v5p-8 --num-slices 1 --command 'python train.py' --flex\n",
)


def _fixtures() -> dict[str, list[str]]:
    """The texts of the cases, by format."""
    found: dict[str, list[str]] = {"plan-json": [PLAN], "tf-json": [TF_JSON], "workflow": [WORKFLOW], "xpk": [*XPK]}
    for file in sorted((FIXTURES / "configs").rglob("*")):
        if file.is_file() and file.name != "expect.json":
            data = file.read_bytes()
            form = sniff(file.name, data)
            if form and len(data) < 4_000:
                found.setdefault(form, []).append(data.decode("utf-8"))
    return found


TEXTS = _fixtures()
READERS = {
    "terraform": ("main.tf", of_words(terraform)),
    "tf-json": ("main.tf.json", rearranged_json),
    "tfvars": ("terraform.tfvars", of_words(terraform)),
    "plan-json": ("plan.json", rearranged_json),
    "shell": ("pool.sh", of_words(shell)),
    "xpk": ("xpk.sh", of_words(shell)),
    "workflow": (".github/workflows/tpu.yaml", rearranged_yaml),
    "gke-json": ("pool.json", rearranged_json),
    "config-connector": ("pool.yaml", rearranged_yaml),
    "kubernetes": ("job.yaml", rearranged_yaml),
    "toolkit": ("blueprint.yaml", rearranged_yaml),
}
BESIDE = {"tfvars": [("variables.tf", 'variable "pools" {}\nvariable "machine_type" { default = null }\n')]}
ASK, CONTROL = _ask(None, None, None, (), "documented"), _control()


def check(name: str, config: str, beside: list[tuple[str, str]]) -> tz.Report:
    """`check_text` with the tables of the whole run, and with the files beside."""
    given = [(name, config), *beside]
    found = [
        file
        for path, words in given
        for file in files.find(["-"], stdin=words.encode("utf-8", "surrogatepass"), stdin_name=path)
    ]
    return report(gather(found), found, ASK, CONTROL)


def sound(report: tz.Report, config: str) -> None:
    """What is said of a text is no fault of ours, stands in it, and can be reported."""
    lines = config.count("\n") + config.count("\r") + 2
    for one in report.findings:
        assert "a fault of ours" not in one.message, one.message
        assert 1 <= one.line <= lines and one.column >= 1, one
        assert 0 < len(one.message) <= 1000 and len(one.value) <= 200
    render = (text, json_report, sarif)[len(config) % 3].render
    assert render(report)


@pytest.mark.parametrize("form", READERS)
def test_no_broken_text_breaks_the_check(form):
    name, generate = READERS[form]
    texts = TEXTS[form]

    @settings(
        max_examples=EXAMPLES, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
    )
    @given(numbers)
    def broken(edits):
        first, *rest = edits
        how, which = first % 3, first // 3
        if how == 0:
            config = generate(texts, [which, *rest])
        elif how == 1:
            config = edited(generate(texts, [which, *rest[1:]]), texts, rest[:1])
        else:
            config = edited(texts[which % len(texts)], texts, rest)
        sound(check(name, config, BESIDE.get(form, [])), config)

    broken()


POOL = 'resource "google_container_node_pool" "tpu" {{\n  node_count = {}\n  node_config {{ machine_type = "ct6e-standard-4t" }}\n}}\n'
KEPT = [
    ("main.tf", POOL.format("0x1F")),  # the grammar takes it for a number
    ("main.tf", POOL.format("[0x0, {a = 0x1F}]")),
    ("terraform.tfvars", 'region = 0x0\nnode_pools = [{ machine_type = "ct5lp-hightpu-4t", node_count = 0x10 }]\n'),
]
"""Name and text of what once broke the check."""


@pytest.mark.parametrize(("name", "config"), KEPT)
def test_what_once_broke_it(name, config):
    report = tz.check_text(config, name=name)
    sound(report, config)
    assert report.summary["node_pool"] == 1
