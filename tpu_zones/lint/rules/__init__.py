"""The rules, and the check of a group of things by all of them.

`RULES` are all of them, in order of their ids, with those by which the check speaks of itself; loading them is
left until somebody asks, or until a thing of their kind is there.
"""

from functools import lru_cache

from tpu_zones.lint.things import Cluster, NodePool, TpuVm

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from tpu_zones.lint.control.own_rules import OwnRule
    from tpu_zones.lint.rules.base import Ask, Rule
    from tpu_zones.lint.things import Thing
    from tpu_zones.records.findings import Finding

    RULES: tuple[Rule | OwnRule, ...]

_POOL, _OTHER, _VM, _CLUSTER = "pool", "other pool", "vm", "cluster"
_PODS, _CLASS, _FLAVOR, _PATHWAYS = "workload", "compute class", "flavor", "pathways"
_MODULES = (
    ("unknown_machine_type", _POOL, _VM, _CLASS),
    ("unknown_zone", _POOL, _VM, _PODS, _CLASS),
    ("unknown_label", _CLUSTER),
    ("topology_form", _POOL, _VM),
    ("unknown_accelerator_type", _VM, _POOL),
    ("tensorcores_for_chips", _VM, _POOL),
    ("tpu_as_accelerator", _OTHER),
    ("generation_not_in_zone", _POOL, _VM, _PODS, _CLASS),
    ("zone_not_documented", _POOL, _VM, _PODS, _CLASS),
    ("size_not_in_zone", _POOL, _VM),
    ("regional_without_zones", _POOL),
    ("zone_outside_cluster", _POOL),
    ("slice_in_several_zones", _POOL),
    ("system_machine_not_in_zone", _OTHER, _CLUSTER),
    ("policy_elsewhere", _POOL),
    ("topology_rank", _POOL, _VM),
    ("no_such_topology", _POOL, _VM),
    ("topology_missing", _POOL),
    ("topology_on_one_chip", _POOL),
    ("topology_on_single_host", _POOL),
    ("policy_on_single_host", _POOL),
    ("workload_policy_missing", _POOL),
    ("compact_and_policy", _POOL),
    ("policy_without_topology", _POOL),
    ("policy_topology_differs", _POOL),
    ("node_count", _POOL),
    ("node_count_by_default", _POOL),
    ("no_nodes_asked_for", _POOL),
    ("autoscaling_maximum", _POOL),
    ("only_total_maximum", _POOL),
    ("two_kinds_of_limits", _POOL),
    ("autoscaling_minimum", _POOL),
    ("minimum_is_slice", _POOL),
    ("location_policy", _POOL),
    ("multislice", _VM),
    ("exclusive_options", _POOL, _VM, _CLASS),
    ("reservation_affinity", _POOL),
    ("reservation_block", _POOL),
    ("flex_start_not_autoscaled", _POOL),
    ("flex_start_not_empty", _POOL),
    ("flex_start_auto_repair", _POOL),
    ("flex_start_generation", _POOL, _VM, _PODS, _CLASS),
    ("flex_start_zone", _POOL, _VM, _PODS, _CLASS),
    ("run_duration", _POOL, _VM),
    ("flex_start_queued", _POOL),
    ("queued_without_flex_start", _POOL),
    ("boot_disk", _POOL, _VM, _CLASS),
    ("data_disk", _VM),
    ("blue_green", _POOL),
    ("reserved_labels", _POOL),
    ("sandbox", _POOL),
    ("spot_generation", _POOL),
    ("provision_only", _POOL),
    ("local_ssd", _POOL),
    ("network_profile", _POOL),
    ("reservation_workload_type", _POOL),
    ("gke_version_too_old", _POOL),
    ("feature_version", _POOL),
    ("runtime_version", _VM),
    ("tpu_node_api", _VM, _CLUSTER),
    ("cloud_tpu_api_closed", _VM),
    ("not_on_compute_engine", _VM),
    ("pool_on_autopilot", _POOL),
    ("accelerator_label", _PODS, _FLAVOR, _CLASS),
    ("accelerator_not_selected", _PODS),
    ("topology_not_selected", _PODS),
    ("selected_topology_rank", _PODS, _FLAVOR, _CLASS),
    ("selected_topology", _PODS, _FLAVOR, _CLASS),
    ("chips_of_a_pod", _PODS, _CLASS),
    ("requests_and_limits", _PODS),
    ("pods_per_slice", _PODS),
    ("completions_differ", _PODS),
    ("no_worker_identity", _PODS),
    ("queued_not_tolerated", _PODS),
    ("multislice_of_hosts", _PODS),
    ("node_pool_on_autopilot", _PODS),
    ("workload_version", _PODS, _CLASS),
    ("sandboxed_pods", _PODS),
    ("run_of_a_workload", _PODS, _CLASS),
    ("multislice_mixed", _PODS),
    ("no_pool_for_pods", _PODS),
    ("auto_creation_limit", _PODS),
    ("class_with_reservation", _CLASS),
    ("class_without_tpus", _CLASS),
    ("class_incomplete", _CLASS),
    ("same_label", _PODS),
    ("pathways_workers", _PATHWAYS),
    ("pathways_worker_type", _PATHWAYS),
    ("pathways_topology", _PATHWAYS),
    ("pathways_slices", _PATHWAYS),
    ("pathways_version", _PATHWAYS, _PODS),
    ("pathways_generation", _PATHWAYS),
)
"""Module of each rule, in order of their ids, and the kinds of things that it looks at."""

_ZONES = "locations cluster_location cluster zone"
_NEEDED = {
    "unknown_zone": _ZONES,
    "topology_form": "topology",
    "unknown_accelerator_type": "accelerator_type tpu_type",
    "tensorcores_for_chips": "accelerator_type topology policy",
    "generation_not_in_zone": _ZONES,
    "zone_not_documented": _ZONES,
    "size_not_in_zone": _ZONES,
    "regional_without_zones": _ZONES,
    "zone_outside_cluster": "locations",
    "slice_in_several_zones": _ZONES,
    "policy_elsewhere": "policy",
    "topology_rank": "topology",
    "no_such_topology": "topology",
    "topology_on_one_chip": "topology placement",
    "topology_on_single_host": "topology",
    "policy_on_single_host": "policy",
    "workload_policy_missing": "topology placement policy",
    "compact_and_policy": "policy",
    "policy_without_topology": "policy",
    "policy_topology_differs": "policy",
    "node_count": "num_nodes min_nodes max_nodes total_min_nodes total_max_nodes",
    "node_count_by_default": "policy",
    "autoscaling_maximum": "max_nodes",
    "only_total_maximum": "total_max_nodes",
    "two_kinds_of_limits": "total_max_nodes total_min_nodes",
    "autoscaling_minimum": "min_nodes",
    "minimum_is_slice": "min_nodes",
    "location_policy": "location_policy",
    "exclusive_options": "spot_vms preemptible flex_start reservation_affinity reservation reserved",
    "reservation_affinity": "reservation_affinity",
    "reservation_block": "reservation",
    "flex_start_not_autoscaled": "flex_start",
    "flex_start_not_empty": "flex_start",
    "flex_start_auto_repair": "flex_start",
    "flex_start_generation": "flex_start",
    "flex_start_zone": "flex_start",
    "run_duration": "run_duration",
    "flex_start_queued": "queued",
    "queued_without_flex_start": "queued",
    "boot_disk": "disk_type",
    "data_disk": "disk_types",
    "blue_green": "upgrade_strategy",
    "reserved_labels": "labels taints",
    "sandbox": "sandbox",
    "spot_generation": "spot_vms preemptible",
    "provision_only": "policy",
    "local_ssd": "local_ssd",
    "network_profile": "network_profile",
    "reservation_workload_type": "reservation",
    "feature_version": "flex_start sandbox network_profile",
    "runtime_version": "runtime_version",
}
"""Module of a rule -> fields of which one is written in whatever it finds a fault in: without any it is not asked."""

_OF_MANIFESTS = {"Workload": _PODS, "ComputeClass": _CLASS, "Flavor": _FLAVOR, "PathwaysJob": _PATHWAYS}
"""Things of Kubernetes manifests, by name: their module is loaded only where there are some."""


@lru_cache(maxsize=1024)
def rules_for(kind: str, written: "frozenset[str] | None" = None) -> "tuple[Rule, ...]":
    """Return the rules for a kind of things, in order: all, or those that may find a fault where these are written."""
    names = [name for name, *kinds in _MODULES if kind in kinds]
    if written is not None:
        names = [name for name in names if name not in _NEEDED or not written.isdisjoint(_NEEDED[name].split())]
    return tuple(map(_rule, names))


def find(things: "Sequence[Thing]", ask: "Ask") -> "list[Finding]":
    """Return what all rules find in the things of one group, by path, line, column and rule.

    Pools find their clusters and policies among the things; nothing is raised for what they hold.
    """
    ask = ask.beside(things)
    found = [
        rule.finding(one, thing, ask)
        for thing in things
        for kind, view in _views(thing, ask)
        for rule in rules_for(kind, frozenset(thing.values()))
        for one in rule.look(view, ask)
    ]
    return sorted(found, key=lambda one: (one.path, one.line, one.column, one.rule, one.subject, one.value))


def _views(thing: "Thing", ask: "Ask") -> "Iterator[tuple[str, Any]]":
    """Yield how rules see a thing; a pool without TPUs is looked at by few of them."""
    if isinstance(thing, NodePool):
        from tpu_zones.lint.view.pool import Pool

        pool = Pool(thing, ask)
        if pool.tpu:
            yield _POOL, pool
        elif thing.machine_type is not None and thing.machine_type.known:
            yield _OTHER, pool
    elif isinstance(thing, TpuVm):
        from tpu_zones.lint.view.vm import Vm

        yield _VM, Vm(thing, ask)
    elif isinstance(thing, Cluster):
        yield _CLUSTER, thing
    elif (kind := _OF_MANIFESTS.get(type(thing).__name__)) == _PATHWAYS:
        yield kind, thing
    elif kind is not None:
        from tpu_zones.lint.view.workload import Work

        yield kind, Work(thing, ask)  # type: ignore[arg-type]


def _rule(name: str) -> "Rule":
    return __import__(f"{__name__}.{name}", fromlist=["RULE"]).RULE  # type: ignore[no-any-return]


def __getattr__(name: str) -> object:
    """Load all rules when they are first asked for."""
    if name != "RULES":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from tpu_zones.lint.control.own_rules import OWN

    globals()["RULES"] = rules = (*(_rule(module) for module, *_ in _MODULES), *OWN)
    return rules
