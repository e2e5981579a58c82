"""Blue-green upgrades on a slice."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import NodePool
from tpu_zones.lint.values import given, text
from tpu_zones.lint.view.pool import Pool
from tpu_zones.records.findings import Severity


def look(pool: Pool, ask: Ask) -> Iterator[Found]:
    """Find blue-green with COMPACT placement, said or added by GKE."""
    value = pool.thing.upgrade_strategy
    word = (text(value) or "").upper().replace("-", "_")
    if not given(value) or word != "BLUE_GREEN":
        return
    if pool.compact:
        yield Found(value, "blue-green upgrades and COMPACT placement exclude each other: use SURGE", new="SURGE")
    elif pool.multi_host and not pool.by_policy:
        text_ = "blue-green upgrades on a slice: GKE places it COMPACT, which excludes them; use SURGE"
        yield Found(value, text_, severity=Severity.WARNING, new="SURGE")


_SLICE = {"machine_type": "ct6e-standard-4t", "topology": "4x4", "num_nodes": 4, "placement": "COMPACT"}

RULE = Rule(
    "TPZ414",
    "blue-green-with-compact",
    Severity.ERROR,
    (NodePool,),
    look,
    why="COMPACT placement excludes blue-green upgrades. A slice is recreated as a whole anyway. SHORT_LIVED exists"
    " for queued and flex-start pools.",
    source="github:GoogleCloudPlatform/cluster-toolkit:modules/compute/gke-node-pool/main.tf",
    fact="compact-blue-green",
    wrong={**_SLICE, "upgrade_strategy": "BLUE_GREEN"},
    right={**_SLICE, "upgrade_strategy": "SURGE"},
)
