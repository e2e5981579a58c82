"""A tpu7x pool by gcloud whose policy decides the slice, and whose node count is left to the default."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import NodePool
from tpu_zones.lint.values import blank, given
from tpu_zones.lint.view.pool import Pool
from tpu_zones.lint.view.words import field
from tpu_zones.records.findings import Severity


def look(pool: Pool, ask: Ask) -> Iterator[Found]:
    """Find pools with a policy, and neither topology nor count."""
    thing = pool.thing
    if thing.form != "gcloud" or not pool.by_policy or pool.multi_host is False:
        return
    default = ask.index.value("node-count-default", "nodes_per_zone")
    if default in (None, pool.nodes):
        return
    if given(thing.policy) and blank(thing.topology) and blank(thing.num_nodes) and not pool.flex:
        size = f" {pool.nodes}" if pool.nodes else ", the nodes of the slice"
        name = field(thing, "num_nodes")
        text = f"without {name} gcloud asks for {default} nodes in each zone, seldom a slice: give {name}{size}"
        yield Found(thing.policy, text)


_SLICE = {"machine_type": "tpu7x-standard-4t", "policy": "slice-wp", "form": "gcloud"}

RULE = Rule(
    "TPZ312",
    "node-count-by-default",
    Severity.WARNING,
    (NodePool,),
    look,
    why="gcloud works the node count out from --tpu-topology; with a policy alone it keeps its default of three"
    " nodes in each zone.",
    source="package:google-cloud-cli@528.0.0",
    fact="node-count-policy-only",
    wrong=_SLICE,
    right={**_SLICE, "num_nodes": 2},
)
