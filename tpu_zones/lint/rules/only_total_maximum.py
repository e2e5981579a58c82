"""A multi-host pool whose autoscaling has a total maximum only."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import NodePool
from tpu_zones.lint.values import blank
from tpu_zones.lint.view.pool import Pool
from tpu_zones.lint.view.words import field
from tpu_zones.records.findings import Severity
from tpu_zones.records.table import counted


def look(pool: Pool, ask: Ask) -> Iterator[Found]:
    """Find multi-host pools with a total maximum, and none per zone."""
    thing = pool.thing
    value, per_zone = thing.total_max_nodes, thing.max_nodes
    if value is None or not pool.count("total_max_nodes") or not pool.multi_host or not pool.autoscaled:
        return
    if blank(per_zone) or pool.count("max_nodes") == 0:
        name, total = field(thing, "max_nodes"), field(thing, "total_max_nodes")
        size = f"{name} = {pool.nodes}" if pool.nodes else name
        whole = f" ({counted(pool.nodes, 'node')})" if pool.nodes else ""
        text = f"{pool.slice_name}{whole} is sized with {total}, so that {name} counts as 0, which is refused"
        yield Found(value, f"{text}: set {size} instead")


_SLICE = {"machine_type": "ct5lp-hightpu-4t", "topology": "4x4", "num_nodes": 0}

RULE = Rule(
    "TPZ315",
    "only-total-maximum",
    Severity.ERROR,
    (NodePool,),
    look,
    why="GKE holds the maximum per zone against the slice; with a total maximum alone that is 0, and refused.",
    source="github:vllm-project/ci-infra/pull/545",
    fact="autoscale-max-per-zone",
    wrong={**_SLICE, "total_max_nodes": 4},
    right={**_SLICE, "max_nodes": 4},
)
