"""Limits per zone and in total on one pool."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import NodePool
from tpu_zones.lint.view.pool import Pool
from tpu_zones.lint.view.words import field
from tpu_zones.records.findings import Severity


def look(pool: Pool, ask: Ask) -> Iterator[Found]:
    """Find pools with both; 0 counts as not set."""
    zonal = next((name for name in ("max_nodes", "min_nodes") if pool.count(name)), None)
    total = next((name for name in ("total_max_nodes", "total_min_nodes") if pool.count(name)), None)
    value = getattr(pool.thing, total) if total else None
    if zonal and total and value is not None:
        one, other = field(pool.thing, total), field(pool.thing, zonal)
        keep = f": keep {field(pool.thing, 'max_nodes')}" if pool.multi_host else ": keep one kind"
        yield Found(value, f"{one} beside {other}: the API takes limits per zone or in total, not both{keep}")


_SLICE = {"machine_type": "ct5lp-hightpu-4t", "topology": "4x4", "num_nodes": 0, "max_nodes": 4}

RULE = Rule(
    "TPZ316",
    "two-kinds-of-limits",
    Severity.ERROR,
    (NodePool,),
    look,
    why="The total limits and the limits per zone of one pool exclude each other.",
    source="package:google-api-python-client@2.202.0:container-v1-revision-20261027",
    fact="autoscaling-limits",
    wrong={**_SLICE, "total_max_nodes": 4},
    right=_SLICE,
)
