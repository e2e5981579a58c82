"""A multi-host pool that can never be empty."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import NodePool
from tpu_zones.lint.view.pool import Pool
from tpu_zones.lint.view.words import field
from tpu_zones.records.findings import Severity


def look(pool: Pool, ask: Ask) -> Iterator[Found]:
    """Find minima that are the whole slice: scaling is off."""
    value, least = pool.thing.min_nodes, pool.count("min_nodes")
    if value is not None and least and pool.multi_host and least == pool.nodes and pool.autoscaled:
        text = f"a minimum of {least} is the whole slice: scaling is off. Set {field(pool.thing, 'min_nodes')} = 0"
        yield Found(value, f"{text}, or leave autoscaling out", new=0)


_SLICE = {"machine_type": "ct5p-hightpu-4t", "topology": "2x2x4", "max_nodes": 4}

RULE = Rule(
    "TPZ318",
    "minimum-is-slice",
    Severity.WARNING,
    (NodePool,),
    look,
    why="A minimum equal to the slice is accepted, and only switches scaling off: the pool stays up and is paid for.",
    source="github:keras-team/kinetic:kinetic/cli/infra/program.py",
    fact="autoscale-atomic",
    wrong={**_SLICE, "min_nodes": 4},
    right={**_SLICE, "min_nodes": 0},
)
