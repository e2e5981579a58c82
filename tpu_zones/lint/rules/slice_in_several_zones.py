"""A multi-host slice that is to lie in several zones."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import NodePool
from tpu_zones.lint.view.pool import Pool
from tpu_zones.records.findings import Severity


def look(pool: Pool, ask: Ask) -> Iterator[Found]:
    """Find multi-host pools with more than one zone."""
    zones = list(dict.fromkeys(zone for zone, _ in pool.zones))
    if not pool.multi_host or len(zones) < 2 or pool.source not in ("locations", "cluster"):
        return
    whose = "the cluster's zones, which are the pool's:" if pool.source == "cluster" else "zones"
    fits = [zone for zone in zones if (pool.generation, zone) in ask.index.offering]
    cure = f": keep {' or '.join(fits)}" if fits and len(fits) < len(zones) else ": give one"
    text = f"{whose} {', '.join(zones)}; a multi-host slice lies in exactly one zone{cure}"
    yield Found(pool.zones[0][1], text, shown=",".join(zones))


RULE = Rule(
    "TPZ206",
    "slice-in-several-zones",
    Severity.ERROR,
    (NodePool,),
    look,
    why="The hosts of a slice are wired to each other: a multi-host pool with two zones is refused. A single-host"
    " pool may lie in several.",
    source="github:GoogleCloudPlatform/cluster-toolkit:modules/compute/gke-node-pool/main.tf",
    fact="one-zone",
    wrong={"machine_type": "ct6e-standard-4t", "topology": "4x4", "locations": ["us-east5-a", "us-east5-b"]},
    right={"machine_type": "ct6e-standard-4t", "topology": "4x4", "locations": ["us-east5-a"]},
)
