"""A multi-host pool of tpu7x without a workload policy."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import NodePool
from tpu_zones.lint.values import blank
from tpu_zones.lint.view.pool import Pool, policy_type
from tpu_zones.records.findings import Severity

_LATER = "the call is accepted; the pool appears, and goes to ERROR minutes later, when its group is made"
_TYPE = "HIGH_THROUGHPUT"


def look(pool: Pool, ask: Ask) -> Iterator[Found]:
    """Find COMPACT placement, a bare topology, or another policy where a workload policy is needed."""
    thing = pool.thing
    if not pool.by_policy or pool.machine is None:
        return
    kind = policy_type(pool.policy)
    if pool.multi_host and kind not in (None, _TYPE) and thing.policy is not None:
        text = f"the policy is {kind}, and a slice of {pool.machine.machine_type} needs {_TYPE}; {_LATER}"
        yield Found(thing.policy, text)
    if not blank(thing.policy):
        return
    need = f"a policy of type {_TYPE} with the accelerator topology"
    if pool.multi_host and pool.compact and thing.placement:
        text = f"COMPACT placement is not supported with {pool.machine.machine_type}: give {need} instead; {_LATER}"
        yield Found(thing.placement, text)
    elif pool.multi_host and pool.shape and thing.topology:
        text = f"{pool.slice_name} is {pool.shape.nodes} nodes and needs {need}; {_LATER}"
        yield Found(thing.topology, text)
    elif pool.compact and thing.placement and blank(thing.topology):
        text = f"COMPACT placement is not supported with {pool.machine.machine_type}: leave the placement out"
        yield Found(thing.placement, text, severity=Severity.WARNING)


_SLICE = {"machine_type": "tpu7x-standard-4t", "topology": "2x2x2", "num_nodes": 2}

RULE = Rule(
    "TPZ307",
    "workload-policy-missing",
    Severity.ERROR,
    (NodePool,),
    look,
    why="A multi-host slice of tpu7x needs a HIGH_THROUGHPUT workload policy with the accelerator topology as its"
    " placement policy. COMPACT or a bare topology fails when Compute Engine makes the group.",
    source="https://docs.cloud.google.com/kubernetes-engine/docs/concepts/tpu-ironwood",
    fact="tpu7x-workload-policy",
    wrong={**_SLICE, "placement": "COMPACT"},
    right={**_SLICE, "policy": "slice-wp"},
)
