"""COMPACT placement beside a workload policy on tpu7x."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import NodePool
from tpu_zones.lint.values import given
from tpu_zones.lint.view.pool import Pool
from tpu_zones.lint.view.words import field
from tpu_zones.records.findings import Severity


def look(pool: Pool, ask: Ask) -> Iterator[Found]:
    """Find pools with both; Terraform's provider wants a type, so that its pools cannot have the policy alone."""
    value = pool.thing.placement
    if pool.thing.form in ("terraform", "terraform-plan"):
        return
    if pool.by_policy and pool.compact and given(pool.thing.policy) and value is not None:
        text = f"COMPACT beside a workload policy is doubtful: give {field(pool.thing, 'policy')} alone"
        yield Found(value, text)


_SLICE = {"machine_type": "tpu7x-standard-4t", "topology": "2x2x2", "num_nodes": 2, "policy": "slice-wp"}

RULE = Rule(
    "TPZ308",
    "compact-and-policy",
    Severity.WARNING,
    (NodePool,),
    look,
    why="xpk calls COMPACT and a workload policy exclusive; Cluster Toolkit sends both every night.",
    source="github:GoogleCloudPlatform/cluster-toolkit:examples/gke-tpu-7x, tools/cloud-build/daily-tests/tests/"
    "gke-tpu-7x.yml and gke-tpu-v6e.yml@1047080",
    fact="tpu7x-compact-and-policy",
    wrong={**_SLICE, "placement": "COMPACT"},
    right=_SLICE,
)
