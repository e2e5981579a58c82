"""A pool of a regional cluster that does not say in which zone it lies."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import Cluster, NodePool, Thing
from tpu_zones.lint.values import blank
from tpu_zones.lint.view.pool import Pool
from tpu_zones.lint.view.words import field
from tpu_zones.records.findings import Severity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def look(pool: Pool, ask: Ask) -> Iterator[Found]:
    """Find pools that go to every zone of the cluster."""
    if pool.source != "region" or pool.place is None or not pool.generation:
        return
    region = pool.region(ask) or ""
    if region in ask.index.regions and not any(one.region == region for one in ask.index.offerings[pool.generation]):
        return  # no zone of it has the generation, which is another rule's
    offered = ask.catalog.zones(pool.generation, region) if region in ask.index.regions else ()
    zones = " or ".join(one.zone for one in offered)
    cure = f"set {field(pool.thing, 'locations')}" + (f" to {zones}" if zones else " to one zone that offers it")
    if pool.cluster is None:
        text = f"the cluster is in the region {region} and not in this check: if it has several zones, {cure}"
        yield Found(pool.place, text, severity=Severity.INFO)
    elif blank(pool.cluster.locations):
        every = f"the pool goes to every zone of the cluster in {region}, and its counts are nodes in each zone"
        severity = Severity.ERROR if pool.multi_host else Severity.WARNING
        yield Found(pool.place, f"{every}: {cure}", severity=severity)


def _example(**pool: "Any") -> list[Thing]:
    slice_of: "dict[str, Any]" = {"machine_type": "ct6e-standard-4t", "topology": "4x4", "num_nodes": 4}
    return [
        Cluster(name="demo", location="us-east5"),
        NodePool(cluster="demo", cluster_location="us-east5", **slice_of, **pool),
    ]


RULE = Rule(
    "TPZ204",
    "regional-pool-without-zones",
    Severity.ERROR,
    (NodePool,),
    look,
    why="A pool of a regional cluster goes to every zone of the cluster, and counts are nodes in each zone; a"
    " multi-host slice lies in exactly one zone, and not every zone has TPUs.",
    source="package:google-api-python-client@2.202.0:container-v1-revision-20261027",
    fact="node-count-per-zone",
    wrong=_example,
    right=lambda: _example(locations=["us-east5-b"]),
)
