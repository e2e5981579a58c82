"""A number of nodes that is not the slice's."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import NodePool
from tpu_zones.lint.values import Value, given, no_count
from tpu_zones.lint.view.pool import LIMITS, Pool
from tpu_zones.lint.view.tables import NONE, WRONG_RANK
from tpu_zones.lint.view.words import field
from tpu_zones.records.findings import Severity
from tpu_zones.records.table import counted

COUNTS = ("num_nodes", *LIMITS)


def look(pool: Pool, ask: Ask) -> Iterator[Found]:
    """Find fixed and initial counts that are neither the slice's nor 0, and counts that are no whole numbers."""
    for name in COUNTS:
        given_count: Value | None = getattr(pool.thing, name)
        if given_count is not None and given(given_count) and no_count(given_count):
            text = f"{str(given_count.value)[:40]} is no number of nodes: {field(pool.thing, name)} is a whole number"
            yield Found(given_count, text)
    value, count, shape, machine = pool.thing.num_nodes, pool.count("num_nodes"), pool.shape, pool.machine
    if value is None or not count or shape is None or machine is None or pool.flex:
        return
    if not pool.from_policy and not given(pool.thing.topology):
        return
    exists = bool(pool.multi_host and pool.nodes)
    fits = pool.nodes if exists else shape.nodes if shape.state in (NONE, WRONG_RANK) else None
    if fits is None or count == fits:
        return
    text = f"{counted(count, 'node')} asked for, and {pool.slice_name} is {counted(fits, 'node')}"
    text += f" ({shape.chips} chips, {machine.chips} in a node)"
    if exists:
        text += f": set it to {fits}"
    if pool.by_policy and pool.from_policy:
        text += "; the group is made for its slice's size, and a resize to another is refused minutes later"
    yield Found(value, text, new=fits if exists else None)


RULE = Rule(
    "TPZ311",
    "node-count",
    Severity.ERROR,
    (NodePool,),
    look,
    why="A multi-host pool is one slice: it has the chips of its topology divided by those of a VM as nodes, or"
    " none. Any other size is refused.",
    source="github:AI-Hypercomputer/xpk/issues/751",
    fact="node-count",
    wrong={"machine_type": "ct5p-hightpu-4t", "topology": "4x12x16", "num_nodes": 384},
    right={"machine_type": "ct5p-hightpu-4t", "topology": "4x12x16", "num_nodes": 192},
)
