"""A pool and its workload policy with different topologies."""

from collections.abc import Iterator

from tpu_zones.errors import WrongUsage
from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import NodePool, Policy, Thing
from tpu_zones.lint.values import given, text
from tpu_zones.lint.view.pool import Pool
from tpu_zones.records.findings import Severity
from tpu_zones.shapes import parse_topology, topology_name


def look(pool: Pool, ask: Ask) -> Iterator[Found]:
    """Find topologies that do not agree."""
    value, policy = pool.thing.topology, pool.policy
    if policy is None or value is None or not given(value) or not given(policy.topology) or not pool.sides:
        return
    try:
        other = parse_topology(text(policy.topology) or "")
    except WrongUsage:
        return
    if other != pool.sides:
        mine, theirs = topology_name(pool.sides), topology_name(other)
        yield Found(value, f"topology {mine}, and its workload policy says {theirs}: make them equal")


def _example(topology: str) -> list[Thing]:
    return [
        Policy(name="wp", type="HIGH_THROUGHPUT", topology=topology),
        NodePool(machine_type="tpu7x-standard-4t", topology="2x2x2", policy="wp", num_nodes=2),
    ]


RULE = Rule(
    "TPZ310",
    "policy-topology-differs",
    Severity.ERROR,
    (NodePool,),
    look,
    why="A pool may repeat the topology of its workload policy; one that differs is refused.",
    source="github:AI-Hypercomputer/tpu-recipes:training/ironwood",
    fact="tpu7x-policy-and-topology",
    wrong=lambda: _example("2x2x4"),
    right=lambda: _example("2x2x2"),
)
