"""Queued provisioning without flex-start."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import NodePool
from tpu_zones.lint.values import blank, flag
from tpu_zones.lint.view.pool import Pool
from tpu_zones.lint.view.words import field
from tpu_zones.records.findings import Severity


def look(pool: Pool, ask: Ask) -> Iterator[Found]:
    """Find queued pools that certainly have no flex-start."""
    value, flex = pool.thing.queued, pool.thing.flex_start
    off = blank(flex) or (flag(flex) is False and flex is not None and not flex.maybe)
    if pool.has("queued") and off and value is not None:
        name = field(pool.thing, "flex_start")
        yield Found(value, f"queued provisioning alone is refused (TPUs are not supported): set {name} as well")


_POOL = {"machine_type": "ct6e-standard-4t", "topology": "4x4", "queued": True, "num_nodes": 0, "max_nodes": 4}

RULE = Rule(
    "TPZ411",
    "queued-without-flex-start",
    Severity.ERROR,
    (NodePool,),
    look,
    why="Queued provisioning on a TPU pool needs flex-start on the same pool; alone it is refused with the text"
    " that TPUs are not supported.",
    source="github:GoogleCloudPlatform/cluster-autoscaler:pkg/cloudprovider/gke@7d25050",
    fact="queued-tpu-needs-flex",
    wrong=_POOL,
    right={**_POOL, "flex_start": True},
)
