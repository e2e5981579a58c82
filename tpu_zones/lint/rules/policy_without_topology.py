"""A workload policy without a topology, used by a pool with one."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import NodePool, Policy, Thing
from tpu_zones.lint.values import blank, given
from tpu_zones.lint.view.pool import Pool
from tpu_zones.records.findings import Severity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def look(pool: Pool, ask: Ask) -> Iterator[Found]:
    """Find pools whose policy states only its type."""
    policy, value = pool.policy, pool.thing.policy
    if policy is None or value is None or not pool.by_policy or not pool.multi_host or not pool.fit:
        return
    if given(pool.thing.topology) and given(policy.type) and blank(policy.topology):
        shape = "x".join(map(str, pool.fit.sides))
        text = f"the policy has no accelerator topology, and the pool has {shape}: set it to {shape} on the policy too"
        yield Found(value, f"{text}. The refusal speaks of group placement and workload policy at the same time")


def _example(**policy: "Any") -> list[Thing]:
    return [
        Policy(name="wp", type="HIGH_THROUGHPUT", **policy),
        NodePool(machine_type="tpu7x-standard-4t", topology="2x2x2", policy="wp", num_nodes=2),
    ]


RULE = Rule(
    "TPZ309",
    "policy-without-topology",
    Severity.ERROR,
    (NodePool,),
    look,
    why="A workload policy that states only its type, used by a pool that gives a topology, is refused with a text"
    " about group placement and workload policy at the same time.",
    source="github:AI-Hypercomputer/tpu-recipes:training/ironwood",
    fact="tpu7x-policy-needs-topology",
    wrong=_example,
    right=lambda: _example(topology="2x2x2"),
)
