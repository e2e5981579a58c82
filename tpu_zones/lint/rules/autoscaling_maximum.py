"""An autoscaling maximum that is not the slice."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import NodePool
from tpu_zones.lint.view.pool import Pool
from tpu_zones.lint.view.words import field
from tpu_zones.records.findings import Severity
from tpu_zones.records.table import counted


def look(pool: Pool, ask: Ask) -> Iterator[Found]:
    """Find per-zone maxima of multi-host pools that differ from the slice's nodes."""
    value, most = pool.thing.max_nodes, pool.count("max_nodes")
    if value is None or not most or not pool.multi_host or pool.nodes is None or not pool.autoscaled:
        return
    if most != pool.nodes:
        name = field(pool.thing, "max_nodes")
        why = ": one pool is one slice" if most > pool.nodes and most % pool.nodes == 0 else ""
        text = f"{pool.slice_name} is {counted(pool.nodes, 'node')}{why}: set {name} = {pool.nodes}"
        yield Found(value, text, new=pool.nodes)


_SLICE = {"machine_type": "ct5lp-hightpu-4t", "topology": "4x4", "num_nodes": 0, "autoscaling": True}

RULE = Rule(
    "TPZ314",
    "autoscaling-maximum",
    Severity.ERROR,
    (NodePool,),
    look,
    why="A multi-host pool is empty or complete: the autoscaler's maximum is the slice's number of nodes, and a"
    " multiple is as wrong as any other number.",
    source="https://docs.cloud.google.com/kubernetes-engine/docs/concepts/tpus",
    fact="autoscale-atomic",
    wrong={**_SLICE, "max_nodes": 1},
    right={**_SLICE, "max_nodes": 4},
)
