"""A flex-start pool that does not start empty."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import NodePool
from tpu_zones.lint.values import blank
from tpu_zones.lint.view.pool import Pool
from tpu_zones.lint.view.words import field
from tpu_zones.records.findings import Severity


def look(pool: Pool, ask: Ask) -> Iterator[Found]:
    """Find start sizes other than 0, also the one that gcloud fills in."""
    thing = pool.thing
    if not pool.flex or thing.flex_start is None:
        return
    name, count = field(thing, "num_nodes"), pool.count("num_nodes")
    if count and thing.num_nodes is not None:
        cure = f"leave {name} out" if thing.form == "toolkit" else f"set {name} to 0"
        text = f"{name} {count} with flex-start: such a pool starts empty, {cure}"
        yield Found(thing.num_nodes, text, new=None if thing.form == "toolkit" else 0)
    elif thing.form == "gcloud" and blank(thing.num_nodes):
        default = ask.index.value("node-count-default", "nodes_per_zone") or "some"
        sent = "the slice's nodes" if pool.nodes and not pool.from_policy else f"{default} nodes"
        text = f"flex-start without {name} 0: gcloud sends {sent}, and such a pool starts empty"
        yield Found(thing.flex_start, text)


_POOL = {"machine_type": "ct6e-standard-4t", "topology": "4x4", "flex_start": True, "max_nodes": 4}

RULE = Rule(
    "TPZ405",
    "flex-start-not-empty",
    Severity.ERROR,
    (NodePool,),
    look,
    why="A flex-start pool starts with 0 nodes. gcloud without --num-nodes sends three, or the slice's nodes.",
    source="https://docs.cloud.google.com/kubernetes-engine/docs/how-to/dws-flex-start-training-tpu",
    fact="flex-start-shape",
    wrong={**_POOL, "num_nodes": 4},
    right={**_POOL, "num_nodes": 0},
)
