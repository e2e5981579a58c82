"""Spot for a generation that is not described for it."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import NodePool
from tpu_zones.lint.view.pool import Pool
from tpu_zones.lint.view.tables import said
from tpu_zones.records.findings import Severity
from tpu_zones.records.words import Option, Surface


def look(pool: Pool, ask: Ask) -> Iterator[Found]:
    """Find Spot pools of a generation that GKE is said not to offer so."""
    name = next((one for one in ("spot_vms", "preemptible") if pool.has(one)), None)
    value = getattr(pool.thing, name) if name else None
    if value is None or pool.generation is None:
        return
    for row in ask.index.options.get((pool.generation, None), ()):
        if (row.option, row.surface, row.answer) == (Option.SPOT, Surface.GKE, "no"):
            yield Found(value, f"Spot is described for every generation but {pool.generation}", claim=said(row))


RULE = Rule(
    "TPZ417",
    "spot-generation",
    Severity.WARNING,
    (NodePool,),
    look,
    why="Google describes Spot for all generations but v3, for which no preemptible quota exists on GKE.",
    source="https://docs.cloud.google.com/compute/docs/tpus/tpu-machines",
    fact="consumption-models",
    wrong={"machine_type": "ct3-hightpu-4t", "num_nodes": 1, "spot_vms": True},
    right={"machine_type": "ct4p-hightpu-4t", "num_nodes": 1, "spot_vms": True},
)
