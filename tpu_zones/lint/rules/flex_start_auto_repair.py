"""Auto-repair on a flex-start pool."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import NodePool
from tpu_zones.lint.view.pool import Pool
from tpu_zones.lint.view.words import field
from tpu_zones.records.findings import Severity


def look(pool: Pool, ask: Ask) -> Iterator[Found]:
    """Find flex-start pools with auto-repair; the Cluster Toolkit has it on where nothing is said."""
    value = pool.thing.auto_repair
    if pool.flex and value is not None and pool.has("auto_repair"):
        toolkit, name = pool.thing.form == "toolkit", field(pool.thing, "auto_repair")
        default = ": it is true by default, and the module's precondition fails" if toolkit else ""
        severity = Severity.ERROR if toolkit else Severity.WARNING
        needed = "--no-enable-autorepair" if pool.thing.form == "gcloud" else f"{name} false"
        yield Found(value, f"flex-start needs {needed}{default}", severity=severity)


_POOL = {"machine_type": "ct6e-standard-4t", "flex_start": True, "num_nodes": 0, "max_nodes": 4}

RULE = Rule(
    "TPZ406",
    "flex-start-auto-repair",
    Severity.WARNING,
    (NodePool,),
    look,
    why="Flex-start pools are made without auto-repair. It is a precondition of Cluster Toolkit's module; the"
    " Terraform provider's own test passes without.",
    source="github:GoogleCloudPlatform/cluster-toolkit:modules/compute/gke-node-pool/main.tf",
    fact="flex-start-repair",
    wrong={**_POOL, "auto_repair": True},
    right={**_POOL, "auto_repair": False},
)
