"""Pods whose nodes would have to be created automatically, by a cluster without a limit for their label."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.rules.unknown_label import limits
from tpu_zones.lint.things import Cluster, Thing
from tpu_zones.lint.values import given, on, plain
from tpu_zones.lint.view.cluster import on_autopilot
from tpu_zones.lint.view.pool import Pool
from tpu_zones.lint.view.workload import Work
from tpu_zones.lint.workloads import Workload
from tpu_zones.records.findings import Severity


def look(work: Work, ask: Ask) -> Iterator[Found]:
    """Find labels without a limit, where one cluster creates pools and no pool beside it may have the label."""
    value = work.thing.accelerator
    if value is None or not work.machines or work.left_to_others or len(ask.clusters) != 1 or on_autopilot(ask):
        return
    (cluster,) = ask.clusters
    if not on(cluster.auto_provisioning):
        return
    names, entries = [name for name, _ in limits(cluster.resource_limits)], plain(cluster.resource_limits)
    if not names or not isinstance(entries, (dict, list, tuple)) or len(names) != len(entries) or work.label in names:
        return
    if any(_may_serve(Pool(one, ask), work) for one in ask.pools):
        return
    text = f"the cluster creates node pools, and has no resource limit named {work.label}: no node comes for these Pods"
    yield Found(value, text)


def _may_serve(pool: Pool, work: Work) -> bool:
    """Whether a pool has nodes with the label, or nobody knows which nodes it has."""
    if pool.machine is None:
        return pool.tpu or not given(pool.thing.machine_type)
    return pool.machine.gke_accelerator == work.label


def _example(*labels: str) -> list[Thing]:
    limit_of = dict.fromkeys(("cpu", "memory", *labels), 1000)
    pods = Workload(kind="Pod", accelerator="tpu-v6e-slice", topology="2x2", chips=4)
    return [Cluster(name="demo", auto_provisioning=True, resource_limits=limit_of), pods]


RULE = Rule(
    "TPZ619",
    "auto-creation-limit",
    Severity.WARNING,
    (Workload,),
    look,
    why="Auto-creation makes TPU nodes only up to a resource limit that is named after their accelerator label; without"
    " one the Pods stay Pending. A compute class does not need it.",
    source="github:GoogleCloudPlatform/cluster-autoscaler:pkg/cloudprovider/gke@7d25050",
    fact="nap-limits",
    wrong=_example,
    right=lambda: _example("tpu-v6e-slice"),
)
