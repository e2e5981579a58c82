"""Flex-start with queued provisioning."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import NodePool
from tpu_zones.lint.view.pool import Pool
from tpu_zones.records.findings import Severity


def look(pool: Pool, ask: Ask) -> Iterator[Found]:
    """Find pools with both: they serve ProvisioningRequests only."""
    value = pool.thing.queued
    if pool.flex and pool.has("queued") and value is not None:
        text = "a queued pool serves ProvisioningRequests only, no ordinary Pods"
        yield Found(value, f"{text}; a JobSet with exclusive topology waits for ever on the empty pool")


_POOL = {"machine_type": "ct6e-standard-4t", "topology": "4x4", "flex_start": True, "num_nodes": 0, "max_nodes": 4}

RULE = Rule(
    "TPZ410",
    "flex-start-queued",
    Severity.INFO,
    (NodePool,),
    look,
    why="Flex-start with queued provisioning is accepted since 2026 (refused in December 2025), and fills the pool"
    " for ProvisioningRequests only.",
    source="github:GoogleCloudPlatform/cluster-toolkit:modules/compute/gke-node-pool/main.tf",
    fact="queued-compact",
    wrong={**_POOL, "queued": True},
    right=_POOL,
)
