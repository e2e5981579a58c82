"""A block of a reservation where the plain name is usual."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import NodePool
from tpu_zones.lint.values import blank, given, text
from tpu_zones.lint.view.pool import Pool
from tpu_zones.records.findings import Severity


def look(pool: Pool, ask: Ask) -> Iterator[Found]:
    """Find reservation names with blocks, where no policy asks for provisioning alone."""
    value, name = pool.thing.reservation, text(pool.thing.reservation) or ""
    plain, dash, _ = name.partition("/reservationBlocks")
    by_block = not blank(pool.policy.topology_mode) if pool.policy else not blank(pool.thing.policy)
    if given(value) and dash and not by_block:
        plain = plain.rpartition("/")[2]
        yield Found(value, f"reservation {name} names a block: the plain name {plain} was the rule for TPU pools")


_POOL = {"machine_type": "ct6e-standard-4t", "topology": "4x4", "reservation_affinity": "specific"}

RULE = Rule(
    "TPZ403",
    "reservation-block",
    Severity.WARNING,
    (NodePool,),
    look,
    why="In 2025 TPU pools took the plain name of a reservation only; newer tools take blocks and sub-blocks, which"
    " provisioning without placement (PROVISION_ONLY) needs.",
    source="github:GoogleCloudPlatform/cluster-toolkit:modules/compute/gke-node-pool/main.tf",
    fact="reservation-specific",
    wrong={**_POOL, "reservation": "team-a/res-1/reservationBlocks/block-1"},
    right={**_POOL, "reservation": "res-1"},
)
