"""Node pools, clusters and placement policies as resources of Config Connector.

Source of the fields: the custom resource definitions of the project k8s-config-connector, read 2026-11-30.
"""

from tpu_zones.lint.read.gke_json import common
from tpu_zones.lint.read.json_nodes import documents_of
from tpu_zones.lint.read.nodes import Fields, Node, changed, paths, upper
from tpu_zones.lint.things import Cluster, NodePool, Policy, Read
from tpu_zones.lint.values import Value, number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from tpu_zones.lint.things import Thing

GROUP = "cnrm.cloud.google.com"

_NAME = paths("spec.resourceID", "metadata.name")
_POOL = {
    "name": _NAME,
    "cluster": paths("spec.clusterRef.name", "spec.clusterRef.external"),
    "cluster_location": paths("spec.location"),
    "locations": paths("spec.nodeLocations"),
    "machine_type": paths("spec.nodeConfig.machineType"),
    "topology": paths("spec.placementPolicy.tpuTopology"),
    "num_nodes": paths("spec.nodeCount", "spec.initialNodeCount"),
    "min_nodes": paths("spec.autoscaling.minNodeCount"),
    "max_nodes": paths("spec.autoscaling.maxNodeCount"),
    "total_min_nodes": paths("spec.autoscaling.totalMinNodeCount"),
    "total_max_nodes": paths("spec.autoscaling.totalMaxNodeCount"),
    "location_policy": paths("spec.autoscaling.locationPolicy"),
    "placement": paths("spec.placementPolicy.type"),
    "policy": paths(
        "spec.placementPolicy.policyNameRef.name",
        "spec.placementPolicy.policyNameRef.external",
        "spec.placementPolicy.policyName",
    ),
    "spot_vms": paths("spec.nodeConfig.spot"),
    "preemptible": paths("spec.nodeConfig.preemptible"),
    "flex_start": paths("spec.nodeConfig.flexStart"),
    "queued": paths("spec.queuedProvisioning.enabled"),
    "reservation_affinity": paths("spec.nodeConfig.reservationAffinity.consumeReservationType"),
    "reservation": paths("spec.nodeConfig.reservationAffinity.values"),
    "run_duration": paths("spec.nodeConfig.maxRunDuration"),
    "auto_repair": paths("spec.management.autoRepair"),
    "upgrade_strategy": paths("spec.upgradeSettings.strategy"),
    "disk_type": paths("spec.nodeConfig.diskType"),
    "version": paths("spec.version"),
    "labels": paths("spec.nodeConfig.labels"),
    "taints": paths("spec.nodeConfig.taint"),
    "sandbox": paths("spec.nodeConfig.sandboxConfig.sandboxType"),
    "local_ssd": paths(
        "spec.nodeConfig.ephemeralStorageLocalSsdConfig.localSsdCount",
        "spec.nodeConfig.ephemeralStorageConfig.localSsdCount",
        "spec.nodeConfig.localNvmeSsdBlockConfig.localSsdCount",
        "spec.nodeConfig.localSsdCount",
    ),
}
_CLUSTER = {
    "name": _NAME,
    "location": paths("spec.location"),
    "locations": paths("spec.nodeLocations"),
    "autopilot": paths("spec.enableAutopilot"),
    "version": paths("spec.minMasterVersion"),
    "channel": paths("spec.releaseChannel.channel"),
    "auto_provisioning": paths("spec.clusterAutoscaling.enabled"),
    "resource_limits": paths("spec.clusterAutoscaling.resourceLimits"),
    "enable_tpu": paths("spec.enableTpu"),
    "machine_type": paths("spec.nodeConfig.machineType"),
}
_POLICY = {
    "name": _NAME,
    "region": paths("spec.region"),
    "type": paths("spec.workloadPolicy.type"),
    "topology": paths("spec.workloadPolicy.acceleratorTopology", "spec.groupPlacementPolicy.tpuTopology"),
    "topology_mode": paths("spec.workloadPolicy.acceleratorTopologyMode"),
}
_PROJECT = {"project": (("metadata", "annotations", f"{GROUP}/project-id"),)}
_POOL_FIELDS, _CLUSTER_FIELDS, _POLICY_FIELDS = (Fields({**_PROJECT, **one}) for one in (_POOL, _CLUSTER, _POLICY))


def read(text: str, file: str) -> Read:
    """Return the node pools, clusters and policies of a text, and what could not be read."""
    documents, faults = documents_of(text, file)
    found = [thing(one) for document in documents for one in _resources(document)]
    return Read([one for one in found if one is not None], faults)


def _resources(node: Node) -> "Iterator[Node]":
    """Yield a resource, or those of a list of resources."""
    items = node.get("items")
    if node.text("kind") in ("List", "ResourceList") and items is not None:
        for one in items:
            yield from _resources(one)
    else:
        yield node


def thing(node: Node) -> "Thing | None":
    """Return what a resource describes; None for an object of another kind."""
    group = (node.text("apiVersion") or "").partition("/")[0]
    if not group.endswith(GROUP):
        return None
    make = {"ContainerNodePool": _pool, "ContainerCluster": _cluster, "ComputeResourcePolicy": _policy}
    maker = make.get(node.text("kind") or "")
    return maker(node) if maker else None


def _pool(node: Node) -> NodePool:
    fields: dict[str, Any] = _POOL_FIELDS.of(node)
    scaling = node.get("spec", "autoscaling")
    if scaling is not None and scaling.kind == "mapping":  # maxima of 0 turn it off
        maxima = [fields["max_nodes"], fields["total_max_nodes"]]
        written = [one for one in maxima if one is not None]
        fields["autoscaling"] = Value(not written or any(number(one) != 0 for one in written), scaling.spot)
    return NodePool(spot=node.spot, form="config-connector", **common(fields))


def _cluster(node: Node) -> Cluster:
    fields: dict[str, Any] = _CLUSTER_FIELDS.of(node)
    return Cluster(spot=node.spot, form="config-connector", **fields)


def _policy(node: Node) -> Policy:
    fields: dict[str, Any] = _POLICY_FIELDS.of(node)
    for name in ("type", "topology_mode"):
        fields[name] = changed(fields[name], upper)
    if (group := node.get("spec", "groupPlacementPolicy")) is not None:
        fields["placement"] = Value("COMPACT", (group.get("collocation") or group).spot)
    return Policy(spot=node.spot, form="config-connector", **fields)
