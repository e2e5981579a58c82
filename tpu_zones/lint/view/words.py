"""What a field is called in the format at hand, and how a thing is called in a message."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tpu_zones.lint.things import Thing
    from tpu_zones.lint.values import Value

_TERRAFORM = {
    "num_nodes": "node_count",
    "max_nodes": "max_node_count",
    "min_nodes": "min_node_count",
    "total_max_nodes": "total_max_node_count",
    "total_min_nodes": "total_min_node_count",
    "topology": "tpu_topology",
    "locations": "node_locations",
    "policy": "placement_policy.policy_name",
    "placement": "placement_policy.type",
    "queued": "queued_provisioning",
    "run_duration": "max_run_duration",
    "reservation_affinity": "consume_reservation_type",
    "spot_vms": "spot",
}
_API = {
    "num_nodes": "initialNodeCount",
    "max_nodes": "maxNodeCount",
    "min_nodes": "minNodeCount",
    "total_max_nodes": "totalMaxNodeCount",
    "total_min_nodes": "totalMinNodeCount",
    "topology": "tpuTopology",
    "policy": "policyName",
    "placement": "placementPolicy.type",
    "location_policy": "locationPolicy",
    "machine_type": "machineType",
    "auto_repair": "autoRepair",
    "disk_type": "diskType",
    "flex_start": "flexStart",
    "queued": "queuedProvisioning",
    "run_duration": "maxRunDuration",
    "spot_vms": "spot",
    "reservation_affinity": "consumeReservationType",
}
_FIELDS = {
    "terraform": _TERRAFORM,
    "terraform-plan": _TERRAFORM,
    "gcloud": {
        "num_nodes": "--num-nodes",
        "max_nodes": "--max-nodes",
        "min_nodes": "--min-nodes",
        "total_max_nodes": "--total-max-nodes",
        "total_min_nodes": "--total-min-nodes",
        "topology": "--tpu-topology",
        "locations": "--node-locations",
        "policy": "--placement-policy",
        "placement": "--placement-type",
        "location_policy": "--location-policy",
        "machine_type": "--machine-type",
        "auto_repair": "--enable-autorepair",
        "autoscaling": "--enable-autoscaling",
        "disk_type": "--disk-type",
        "flex_start": "--flex-start",
        "queued": "--enable-queued-provisioning",
        "run_duration": "--max-run-duration",
        "reservation_affinity": "--reservation-affinity",
        "reservation": "--reservation",
        "spot_vms": "--spot",
        "preemptible": "--preemptible",
        "accelerator_type": "--accelerator-type",
        "runtime_version": "--version",
        "reserved": "--reserved",
        "count": "--node-count",
    },
    "gke-json": _API,
    "config-connector": {**_API, "locations": "nodeLocations"},
    "toolkit": {
        **_TERRAFORM,
        "num_nodes": "static_node_count",
        "max_nodes": "autoscaling_max_node_count",
        "min_nodes": "autoscaling_min_node_count",
        "total_max_nodes": "autoscaling_total_max_nodes",
        "total_min_nodes": "autoscaling_total_min_nodes",
        "locations": "zones",
        "flex_start": "enable_flex_start",
        "queued": "enable_queued_provisioning",
        "policy": "placement_policy.name",
    },
    "kubernetes": {
        "spot_vms": "spot",
        "flex_start": "flexStart",
        "reservation_affinity": "reservations.affinity",
        "disk_type": "bootDiskType",
    },
    "xpk": {
        "flex_start": "--flex",
        "spot_vms": "--spot",
        "reservation": "--reservation",
        "accelerator_type": "--tpu-type",
    },
}
"""Field of a thing -> its name, by format; a format that is not here uses our own names."""

_KINDS = {
    "NodePool": "node pool",
    "Cluster": "cluster",
    "TpuVm": "TPU VM",
    "Policy": "policy",
    "Reservation": "reservation",
}
_KINDS.update(
    {"ComputeClass": "ComputeClass", "Flavor": "ResourceFlavor", "PathwaysJob": "PathwaysJob", "Workload": "workload"}
)


def field(thing: "Thing", name: str) -> str:
    """Return what a field of a thing is called in its format."""
    return _FIELDS.get(thing.form, {}).get(name, name)


def subject(thing: "Thing") -> str:
    """Return what a thing is called in a finding; never by its line, which moves."""
    name: Value | None = thing.name
    called = name.value if name is not None and name.known and name.value else thing.address
    return f"{kind(thing)} {called}" if called else kind(thing)


def kind(thing: "Thing") -> str:
    """Return what a thing is: the object's own kind in a manifest, else ours."""
    own: Value | None = getattr(thing, "kind", None) if "kind" in thing.fields else None
    return str(own.value) if own is not None and own.value else _KINDS[type(thing).__name__]
