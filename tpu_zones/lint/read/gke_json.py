"""Node pools and clusters as the GKE API has them: requests, answers, and what gcloud describes, JSON or YAML.

The API leaves out what is false or 0. For a pool that it describes (one with a status or a link to itself),
no initial size therefore is 0, and no repair is none; of a request that somebody writes nothing is assumed.
"""

import re

from tpu_zones.lint.read.json_nodes import documents_of
from tpu_zones.lint.read.nodes import Fields, Node, affinity, changed, located, paths, upper
from tpu_zones.lint.things import Cluster, NodePool, Read
from tpu_zones.lint.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tpu_zones.lint.things import Thing

POOL = {
    "locations": paths("locations"),
    "machine_type": paths("config.machineType", "nodeConfig.machineType", "machineType"),
    "topology": paths("placementPolicy.tpuTopology"),
    "num_nodes": paths("initialNodeCount"),
    "autoscaling": paths("autoscaling.enabled"),
    "min_nodes": paths("autoscaling.minNodeCount"),
    "max_nodes": paths("autoscaling.maxNodeCount"),
    "total_min_nodes": paths("autoscaling.totalMinNodeCount"),
    "total_max_nodes": paths("autoscaling.totalMaxNodeCount"),
    "location_policy": paths("autoscaling.locationPolicy"),
    "placement": paths("placementPolicy.type"),
    "policy": paths("placementPolicy.policyName"),
    "spot_vms": paths("config.spot", "nodeConfig.spot"),
    "preemptible": paths("config.preemptible", "nodeConfig.preemptible"),
    "flex_start": paths("config.flexStart", "nodeConfig.flexStart"),
    "queued": paths("queuedProvisioning.enabled"),
    "reservation_affinity": paths(
        "config.reservationAffinity.consumeReservationType", "nodeConfig.reservationAffinity.consumeReservationType"
    ),
    "reservation": paths("config.reservationAffinity.values", "nodeConfig.reservationAffinity.values"),
    "run_duration": paths("config.maxRunDuration", "nodeConfig.maxRunDuration"),
    "auto_repair": paths("management.autoRepair"),
    "upgrade_strategy": paths("upgradeSettings.strategy"),
    "disk_type": paths("config.bootDisk.diskType", "config.diskType", "nodeConfig.diskType"),
    "version": paths("version", "nodeVersion"),
    "labels": paths("config.labels", "nodeConfig.labels"),
    "taints": paths("config.taints", "nodeConfig.taints"),
    "sandbox": paths("config.sandboxConfig.type", "config.sandboxConfig.sandboxType"),
    "network_profile": paths("networkConfig.acceleratorNetworkProfile"),
    "accelerator": paths("config.acceleratorConfig.type", "nodeConfig.acceleratorConfig.type"),
    "local_ssd": paths(
        "config.ephemeralStorageLocalSsdConfig.localSsdCount",
        "config.localNvmeSsdBlockConfig.localSsdCount",
        "config.localSsdCount",
    ),
}
CLUSTER = {
    "name": paths("name"),
    "location": paths("location", "zone"),
    "locations": paths("locations"),
    "autopilot": paths("autopilot.enabled"),
    "version": paths("currentMasterVersion", "initialClusterVersion"),
    "channel": paths("releaseChannel.channel"),
    "auto_provisioning": paths("autoscaling.enableNodeAutoprovisioning"),
    "resource_limits": paths("autoscaling.resourceLimits"),
    "default_class": paths("autoscaling.defaultComputeClassConfig.enabled"),
    "enable_tpu": paths("enableTpu", "tpuConfig.enabled"),
    "machine_type": paths("nodeConfig.machineType"),
}
_POOL_FIELDS, _CLUSTER_FIELDS = Fields(POOL), Fields(CLUSTER)
UPPER = ("location_policy", "placement", "upgrade_strategy", "sandbox")
"""Fields of a pool whose words the API has in upper case."""
_CLUSTER_ONLY = {"initialClusterVersion", "currentMasterVersion", "autopilot", "releaseChannel", "masterAuth"}
_POOL_ONLY = ("config", "nodeConfig", "placementPolicy", "machineType")
_DESCRIBED = ("selfLink", "status", "instanceGroupUrls", "etag")
_LINK = (
    r"projects/(?P<project>[^/]+)/(?:locations|zones|regions)/(?P<cluster_location>[^/]+)"
    r"(?:/clusters/(?P<cluster>[^/]+))?(?:/nodePools/(?P<name>[^/]+))?$"
)


def read(text: str, file: str) -> Read:
    """Return the node pools and clusters of a text, and what could not be read."""
    documents, faults = documents_of(text, file)
    things: list[Thing] = []
    for document in documents:
        _walk(document, {}, things)
    return Read(things, faults)


def common(fields: "dict[str, Any]") -> "dict[str, Any]":
    """Return the fields of a pool in our words: upper case, the use of reservations, a single reservation."""
    for name in UPPER:
        fields[name] = changed(fields.get(name), upper)
    fields["reservation_affinity"] = changed(fields.get("reservation_affinity"), affinity)
    fields["reservation"] = changed(fields.get("reservation"), _single)
    return fields


def _single(value: object) -> object:
    return value[0] if isinstance(value, list) and len(value) == 1 else value


def _walk(node: Node, around: "dict[str, Value | None]", things: "list[Thing]") -> None:
    """Read a node and what is in it; `around` is what is known of the place: project, cluster, its location."""
    for one in node:
        _walk(one, around, things)
    if node.kind != "mapping":
        return
    around = {**around, **_linked(node.get("parent"))}
    pools = node.get("nodePools")
    if _CLUSTER_ONLY & node.value.keys() or (pools is not None and node.get("name") is not None):
        cluster = _cluster(node, around)
        things.append(cluster)
        around = {"project": cluster.project, "cluster": cluster.name, "cluster_location": cluster.location}
    elif any(node.get(key) is not None for key in _POOL_ONLY):
        things.append(_pool(node, around))
    for key in ("clusters", "cluster", "nodePool", "nodePools"):
        if (inner := node.get(key)) is not None:
            _walk(inner, around, things)


def _linked(link: Node | None) -> "dict[str, Any]":
    """Return what the link of a resource says, each part at the place of the link."""
    found = re.search(_LINK, link.value) if link is not None and isinstance(link.value, str) else None
    if link is None or found is None:
        return {}
    return {name: Value(part, link.spot) for name, part in found.groupdict().items() if part}


def _pool(node: Node, around: "dict[str, Value | None]") -> NodePool:
    link = node.get("selfLink") or node.get("name")
    fields: dict[str, Any] = {**around, **_linked(link)}
    if fields.get("name") is None or node.get("selfLink") is not None:
        fields["name"] = located(node.get("name"))
    fields.update(_POOL_FIELDS.of(node))
    if fields["autoscaling"] is None and (scaling := node.get("autoscaling")) is not None:
        fields["autoscaling"] = Value(False, scaling.spot)
    if any(node.get(key) is not None for key in _DESCRIBED):
        if fields["num_nodes"] is None:
            fields["num_nodes"] = Value(0, node.spot)
        if fields["auto_repair"] is None:
            fields["auto_repair"] = Value(False, (node.get("management") or node).spot)
    return NodePool(spot=node.spot, form="gke-json", **common(fields))


def _cluster(node: Node, around: "dict[str, Value | None]") -> Cluster:
    linked = {**around, **_linked(node.get("selfLink"))}
    fields: dict[str, Any] = _CLUSTER_FIELDS.of(node)
    fields["project"] = linked.get("project")
    fields["location"] = fields["location"] or linked.get("cluster_location")
    pools = node.get("nodePools")
    if pools is not None:  # the answer repeats the first pool's config
        fields["machine_type"] = None
    made = Cluster(spot=node.spot, form="gke-json", **fields)
    described = node.get("selfLink") is not None and pools is not None and pools.kind == "sequence"
    made.whole = described and all(one.get("config") is not None for one in pools or ())
    return made
