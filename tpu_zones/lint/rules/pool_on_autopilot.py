"""A node pool on an Autopilot cluster."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import Cluster, NodePool, Thing
from tpu_zones.lint.values import Value, on
from tpu_zones.lint.view.pool import Pool
from tpu_zones.records.findings import Severity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def look(pool: Pool, ask: Ask) -> Iterator[Found]:
    """Find pools of a cluster that manages its nodes itself."""
    cluster, value = pool.cluster, pool.thing.cluster or pool.thing.machine_type
    automatic = on(cluster.autopilot) if cluster is not None else ask.mode == "autopilot"
    if automatic and value is not None:
        whose = "the cluster is in Autopilot mode" if cluster else "the check was told that the cluster is Autopilot"
        yield Found(
            _reference(value, cluster),
            f"{whose}, which takes no node pools: ask for the TPU on the Pods, or by a ComputeClass",
        )


def _reference(value: Value, cluster: Cluster | None) -> Value:
    """Return what names the cluster, at the place of the pool's own word and not of the name that this leads to."""
    if cluster is None or cluster.autopilot is None:
        return value
    led = cluster.name is not None and value.spot == cluster.name.spot
    spot = value.related if led and value.related else value.spot
    return Value(value.value, spot, unknown=value.unknown, related=cluster.autopilot.spot)


def _example(**cluster: "Any") -> list[Thing]:
    return [Cluster(name="demo", **cluster), NodePool(cluster="demo", machine_type="ct6e-standard-4t", num_nodes=1)]


RULE = Rule(
    "TPZ507",
    "pool-on-autopilot",
    Severity.ERROR,
    (NodePool,),
    look,
    why="Autopilot makes its nodes itself: a node pool resource on such a cluster is refused.",
    source="https://docs.cloud.google.com/kubernetes-engine/docs/how-to/tpus-autopilot",
    wrong=lambda: _example(autopilot=True),
    right=_example,
)
