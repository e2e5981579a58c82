"""Local SSD on a TPU machine."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import NodePool
from tpu_zones.lint.values import flag, given, number
from tpu_zones.lint.view.pool import Pool
from tpu_zones.records.findings import Severity


def look(pool: Pool, ask: Ask) -> Iterator[Found]:
    """Find pools with local SSDs."""
    value = pool.thing.local_ssd
    if given(value) and pool.machine and ((number(value) or 0) > 0 or flag(value)):
        yield Found(value, f"{pool.machine.machine_type} takes no local SSD: leave it out")


RULE = Rule(
    "TPZ419",
    "local-ssd",
    Severity.WARNING,
    (NodePool,),
    look,
    why="TPU machine types take no local SSD, by the Compute Engine page; no refusal of a pool was seen.",
    source="https://docs.cloud.google.com/compute/docs/tpus/tpu-machines",
    fact="local-ssd-nested-virtualization-sole-tenancy-custom-machine-shapes",
    wrong={"machine_type": "ct6e-standard-4t", "local_ssd": 1},
    right={"machine_type": "ct6e-standard-4t", "local_ssd": 0},
)
