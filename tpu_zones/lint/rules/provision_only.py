"""Provisioning without placement, and no reservation."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import NodePool, Policy, Thing
from tpu_zones.lint.values import blank, given, text
from tpu_zones.lint.view.pool import Pool
from tpu_zones.records.findings import Severity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_MODE = "PROVISION_ONLY"


def look(pool: Pool, ask: Ask) -> Iterator[Found]:
    """Find pools whose policy provisions only, and that certainly use no reservation."""
    policy, thing = pool.policy, pool.thing
    if policy is None or thing.policy is None or not given(policy.topology_mode):
        return
    if (text(policy.topology_mode) or "").upper() != _MODE:
        return
    affinity = thing.reservation_affinity
    other = given(affinity) and not (text(affinity) or "").lower().startswith("specific")
    if blank(thing.reservation) and (blank(affinity) or other):
        yield Found(thing.policy, f"the policy is {_MODE}, which needs a reservation by name (specific affinity)")


def _example(**pool: "Any") -> list[Thing]:
    return [
        Policy(name="wp", type="HIGH_THROUGHPUT", topology="4x4x4", topology_mode=_MODE),
        NodePool(machine_type="tpu7x-standard-4t", policy="wp", num_nodes=16, **pool),
    ]


RULE = Rule(
    "TPZ418",
    "provision-only-reservation",
    Severity.WARNING,
    (NodePool,),
    look,
    why="The accelerator topology mode PROVISION_ONLY works on reserved blocks: Cluster Toolkit refuses it without"
    " specific reservation affinity.",
    source="github:GoogleCloudPlatform/cluster-toolkit:modules/compute/gke-node-pool/main.tf",
    fact="provision-only",
    wrong=_example,
    right=lambda: _example(reservation_affinity="specific", reservation="r"),
)
