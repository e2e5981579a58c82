"""An autoscaling minimum between nothing and the slice."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import NodePool
from tpu_zones.lint.view.pool import Pool
from tpu_zones.lint.view.words import field
from tpu_zones.records.findings import Severity
from tpu_zones.records.table import counted


def look(pool: Pool, ask: Ask) -> Iterator[Found]:
    """Find minima of multi-host pools that are neither 0 nor the slice."""
    value, least = pool.thing.min_nodes, pool.count("min_nodes")
    if value is None or not least or not pool.multi_host or pool.nodes is None or not pool.autoscaled:
        return
    if least != pool.nodes:
        name = field(pool.thing, "min_nodes")
        text = f"{pool.slice_name} is {counted(pool.nodes, 'node')}, all or none: set {name} = 0"
        yield Found(value, text, new=0)


_SLICE = {"machine_type": "ct5lp-hightpu-4t", "topology": "4x4", "num_nodes": 0, "max_nodes": 4}

RULE = Rule(
    "TPZ317",
    "autoscaling-minimum",
    Severity.ERROR,
    (NodePool,),
    look,
    why="A multi-host pool is empty or complete: a minimum between 0 and the slice's number of nodes is refused.",
    source="https://docs.cloud.google.com/kubernetes-engine/docs/concepts/tpus",
    fact="autoscale-atomic",
    wrong={**_SLICE, "min_nodes": 1},
    right={**_SLICE, "min_nodes": 0},
)
