"""Flex-start without autoscaling."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import NodePool
from tpu_zones.lint.view.pool import Pool
from tpu_zones.lint.view.words import field
from tpu_zones.records.findings import Severity


def look(pool: Pool, ask: Ask) -> Iterator[Found]:
    """Find flex-start pools that certainly have no autoscaling."""
    thing = pool.thing
    static = thing.form == "toolkit" and pool.count("num_nodes")  # it turns autoscaling off: one fault, not two
    if pool.flex and pool.autoscaled is False and not static and thing.flex_start is not None:
        most = f" and {field(thing, 'max_nodes')} = {pool.nodes}" if pool.nodes else ""
        text = f"flex-start needs autoscaling: the pool starts empty and is filled when capacity comes; add it{most}"
        yield Found(thing.flex_start, text)


_POOL = {"machine_type": "ct6e-standard-4t", "topology": "4x4", "flex_start": True, "num_nodes": 0}

RULE = Rule(
    "TPZ404",
    "flex-start-not-autoscaled",
    Severity.ERROR,
    (NodePool,),
    look,
    why="A flex-start pool is autoscaled from 0; without autoscaling it is refused.",
    source="https://docs.cloud.google.com/kubernetes-engine/docs/how-to/dws-flex-start-training-tpu",
    fact="flex-start-shape",
    wrong=_POOL,
    right={**_POOL, "max_nodes": 4},
)
