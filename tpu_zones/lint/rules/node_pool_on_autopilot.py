"""Pods that select a node pool on an Autopilot cluster."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import Cluster, Thing
from tpu_zones.lint.view.cluster import on_autopilot
from tpu_zones.lint.view.workload import Work
from tpu_zones.lint.workloads import Workload
from tpu_zones.records.findings import Severity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def look(work: Work, ask: Ask) -> Iterator[Found]:
    """Find selectors of a node pool where the cluster is known to be Autopilot."""
    value = work.value("node_pool")
    if value is not None and on_autopilot(ask):
        yield Found(value, "Autopilot refuses Pods that select cloud.google.com/gke-nodepool: select the TPU instead")


def _example(**fields: "Any") -> list[Thing]:
    pods = Workload(kind="Pod", accelerator="tpu-v6e-slice", topology="2x2", chips=4, **fields)
    return [Cluster(name="demo", autopilot=True), pods]


RULE = Rule(
    "TPZ613",
    "node-pool-on-autopilot",
    Severity.ERROR,
    (Workload,),
    look,
    why="Autopilot manages its nodes itself, and admits no Pods that name a node pool.",
    source="https://docs.cloud.google.com/kubernetes-engine/docs/how-to/tpus-autopilot",
    wrong=lambda: _example(node_pool="a"),
    right=_example,
)
