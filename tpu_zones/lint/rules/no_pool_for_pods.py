"""Pods that none of the node pools beside them can serve."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import NodePool, Thing
from tpu_zones.lint.values import given
from tpu_zones.lint.view.cluster import all_pools_known, creates_pools, on_autopilot
from tpu_zones.lint.view.pool import Pool
from tpu_zones.lint.view.workload import Work
from tpu_zones.lint.workloads import Workload
from tpu_zones.records.findings import Severity
from tpu_zones.shapes import topology_name

_SHOWN = 4


def look(work: Work, ask: Ask) -> Iterator[Found]:
    """Find selectors that match no pool, where all pools are known and no other ones can come about."""
    value = work.thing.topology
    if not ask.pools or value is None or not work.fits or work.left_to_others:
        return
    if on_autopilot(ask) or creates_pools(ask):
        return
    wanted, nodes = (work.label, topology_name(work.sides or ())), nodes_of(ask)
    if not nodes or any(one[:2] == wanted and work.chips in (None, one[2]) for one in nodes):
        return
    there = sorted({f"{shape} on {label} with {chips} chips" for label, shape, chips in nodes})
    more = f" and {len(there) - _SHOWN} more" if len(there) > _SHOWN else ""
    asked = f" with {work.chips} chips" if work.chips else ""
    whole = all_pools_known(ask)
    where = "of the cluster" if whole else "here"
    yield Found(
        value,
        f"no node pool {where} has topology {wanted[1]} on {wanted[0]}{asked}: {', '.join(there[:_SHOWN])}{more}",
        Severity.ERROR if whole else None,
    )


def nodes_of(ask: Ask) -> "frozenset[tuple[str, str, int]]":
    """Return label, topology and chips of the nodes of all pools; nothing where one of them is not certain."""
    if ask.nodes is None:
        ask.nodes = _nodes(ask)
    return ask.nodes


def _nodes(ask: Ask) -> "frozenset[tuple[str, str, int]]":
    found = set()
    for thing in ask.pools:
        pool = Pool(thing, ask)
        if not pool.tpu and given(thing.machine_type):
            continue
        machine = pool.machine
        if thing.maybe or machine is None or machine.gke_accelerator is None or pool.multi_host is None:
            return frozenset()
        shape = topology_name(pool.shape.sides) if pool.shape else machine.single_host_topology
        if shape is None:
            return frozenset()
        found.add((machine.gke_accelerator, shape, machine.chips))
    return frozenset(found)


def _example(topology: str, chips: int) -> list[Thing]:
    pods = Workload(kind="Pod", accelerator="tpu-v6e-slice", topology=topology, chips=chips)
    return [NodePool(machine_type="ct6e-standard-4t", num_nodes=1), pods]


RULE = Rule(
    "TPZ618",
    "no-pool-for-pods",
    Severity.WARNING,
    (Workload,),
    look,
    why="Pods whose selectors match the labels of no node stay Pending. The finding needs node pools in the same"
    " file or configured group, all of them known, and a cluster that makes none by itself. It is an error where the"
    " group has every pool of its clusters: as gcloud describes a cluster, or as a Terraform root makes it with nothing"
    " unread or unsure; no other file of the check may add one, and no compute class.",
    source="https://docs.cloud.google.com/kubernetes-engine/docs/concepts/tpus",
    wrong=lambda: _example("2x4", 8),
    right=lambda: _example("2x2", 4),
)
