"""A slice of several hosts for Pods that know nothing of each other."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.values import absent, text
from tpu_zones.lint.view.workload import Work
from tpu_zones.lint.workloads import Workload
from tpu_zones.records.findings import Severity

_ALONE = {"Deployment": Severity.ERROR, "Pod": Severity.WARNING, "StatefulSet": Severity.WARNING}


def look(work: Work, ask: Ask) -> Iterator[Found]:
    """Find multi-host topologies in kinds that give their Pods no worker ids."""
    kind, value = text(work.value("kind")) or "", work.thing.topology
    if kind in _ALONE and work.multi_host and value is not None and absent(work.value("slice_topology")):
        said = f"{work.nodes} is a slice of {work.hosts} hosts, and a {kind} gives its Pods no worker ids"
        yield Found(value, f"{said}: use a JobSet, a LeaderWorkerSet or Ray", severity=_ALONE[kind])


RULE = Rule(
    "TPZ610",
    "no-worker-identity",
    Severity.ERROR,
    (Workload,),
    look,
    why="On a slice of several hosts each Pod has to know its place among the others. JobSet, indexed Jobs,"
    " LeaderWorkerSet and Ray tell it; a Deployment does not. Pods alone and StatefulSets may set it by hand.",
    source="https://docs.cloud.google.com/kubernetes-engine/docs/concepts/tpus",
    wrong={"kind": "Deployment", "accelerator": "tpu-v6e-slice", "topology": "4x4", "chips": 4},
    right={"kind": "Deployment", "accelerator": "tpu-v6e-slice", "topology": "2x2", "chips": 4},
)
