"""The accelerator network profile on a generation without it."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import NodePool
from tpu_zones.lint.values import given
from tpu_zones.lint.view.pool import Pool
from tpu_zones.records.findings import Severity


def look(pool: Pool, ask: Ask) -> Iterator[Found]:
    """Find pools with the profile on other generations than its own."""
    value = pool.thing.network_profile
    if not given(value) or pool.machine is None:
        return
    row = ask.index.statements.get("dranet")
    if row and pool.machine.generation not in row.applies_to:
        text = f"the accelerator network profile is for {' and '.join(row.applies_to)}, and not for {pool.generation}"
        yield Found(value, text)


RULE = Rule(
    "TPZ420",
    "network-profile",
    Severity.WARNING,
    (NodePool,),
    look,
    why="The accelerator network profile is for some generations alone, and needs Dataplane V2 on the cluster.",
    source="github:GoogleCloudPlatform/cluster-toolkit:modules/compute/gke-node-pool/main.tf",
    fact="dranet",
    wrong={"machine_type": "ct5p-hightpu-4t", "network_profile": "auto"},
    right={"machine_type": "ct6e-standard-4t", "network_profile": "auto"},
)
