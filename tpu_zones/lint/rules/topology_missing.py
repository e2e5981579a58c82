"""A pool that is meant as a slice, and has no topology."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import NodePool
from tpu_zones.lint.values import Value, blank, given
from tpu_zones.lint.view.pool import Pool
from tpu_zones.lint.view.words import field
from tpu_zones.records.findings import Severity
from tpu_zones.shapes import topology_name, volume

_ALONE = "the pool is accepted and becomes single hosts that know nothing of each other"


def look(pool: Pool, ask: Ask) -> Iterator[Found]:
    """Find pools whose placement, policy or machine type shows that a slice is meant."""
    machine, thing = pool.machine, pool.thing
    if machine is None or not machine.multi_host or pool.by_policy or not blank(thing.topology):
        return
    name = field(thing, "topology")
    value: Value | None = thing.machine_type
    if not machine.single_host and value is not None:
        shapes = ask.tables.shapes.get(machine.machine_type)
        sizes = f" ({topology_name(min(shapes, key=volume))} and larger)" if shapes else ""
        yield Found(value, f"{machine.machine_type} has multi-host slices only{sizes}: set {name}")
    elif pool.policy and given(pool.policy.topology) and pool.policy.topology and thing.policy:
        text = f"the policy says {pool.policy.topology.value}, and the pool has no {name}: {_ALONE}"
        yield Found(thing.policy, text, severity=Severity.ERROR)
    elif pool.compact and thing.placement and _several(pool):
        sizes = ", ".join("x".join(map(str, sides)) for sides in _shapes(pool, ask))
        cure = f"set {name} to {sizes}" if sizes else f"set {name}"
        text = f"COMPACT placement without {name}: {_ALONE}; {cure} if a slice is meant"
        yield Found(thing.placement, text)


def _several(pool: Pool) -> bool:
    """Whether the pool certainly has more than one node."""
    counts = [pool.count("num_nodes"), pool.count("max_nodes")]
    return any(count is not None and count > 1 for count in counts)


def _shapes(pool: Pool, ask: Ask) -> list[tuple[int, ...]]:
    """Return the listed topologies with the pool's number of nodes."""
    if pool.machine is None:
        return []
    wanted = pool.count("num_nodes") or pool.count("max_nodes")
    shapes = ask.tables.shapes.get(pool.machine.machine_type, {})
    return [sides for sides, one in shapes.items() if one.hosts == wanted]


RULE = Rule(
    "TPZ303",
    "topology-missing",
    Severity.WARNING,
    (NodePool,),
    look,
    why="A multi-host slice of v3 to v6e comes about only with a topology. Without one nothing is refused: the"
    " nodes come up as unrelated single hosts.",
    source="github:AI-Hypercomputer/xpk:src/xpk/core/nodepool.py",
    fact="multi-host-topology",
    wrong={"machine_type": "ct4p-hightpu-4t", "placement": "COMPACT", "num_nodes": 2},
    right={"machine_type": "ct4p-hightpu-4t", "placement": "COMPACT", "num_nodes": 2, "topology": "2x2x2"},
)
