"""Resources of the Google provider -> node pools, clusters, TPU VMs, policies."""

from tpu_zones.lint.read.terraform.body import Body
from tpu_zones.lint.read.terraform.place import Place, written
from tpu_zones.lint.things import Cluster, NodePool, Policy, Thing, TpuVm, looks_like_tpu
from tpu_zones.lint.values import Value, flag

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

FORM = "terraform"


def things(kind: str, body: Body, place: Place, *, maybe: bool = False, form: str = FORM) -> "Iterator[Thing]":
    """Yield what an instance of a resource describes."""
    made = KINDS.get(kind)
    for one in made(body, place) if made else ():
        one.maybe, one.form = one.maybe or maybe, form
        yield one


def _node_pools(body: Body, place: Place) -> "Iterator[Thing]":
    cluster = body.val("cluster")
    yield _pool(
        body,
        cluster=place.named(body.value("cluster"), cluster),
        cluster_location=written(body, "location", "zone", "region")
        or place.location_of(cluster)
        or place.provided("zone"),
        project=written(body, "project") or place.provided("project"),
        place=place,
    )


def _pool(body: Body, *, place: Place, **outer: "Any") -> NodePool:
    node, scale, placement = body.block("node_config"), body.block("autoscaling"), body.block("placement_policy")
    affinity, ssd = node.block("reservation_affinity"), node.block("ephemeral_storage_local_ssd_config")
    return NodePool(
        spot=body.spot,
        maybe=body.maybe,
        name=body.value("name"),
        **outer,
        locations=body.value("node_locations"),
        machine_type=node.value("machine_type"),
        topology=placement.value("tpu_topology"),
        num_nodes=written(body, "node_count", "initial_node_count"),
        autoscaling=scale.flag(),
        min_nodes=scale.value("min_node_count"),
        max_nodes=scale.value("max_node_count"),
        total_min_nodes=scale.value("total_min_node_count"),
        total_max_nodes=scale.value("total_max_node_count"),
        location_policy=changed(scale.value("location_policy"), str.upper),
        placement=changed(placement.value("type"), str.upper),
        policy=place.named(placement.value("policy_name"), placement.val("policy_name")),
        accelerator=node.block("guest_accelerator").value("type"),
        spot_vms=node.value("spot"),
        preemptible=node.value("preemptible"),
        flex_start=node.value("flex_start"),
        queued=body.block("queued_provisioning").value("enabled"),
        reservation_affinity=changed(affinity.value("consume_reservation_type"), affinity_word),
        reservation=first(affinity.value("values")),
        run_duration=node.value("max_run_duration"),
        auto_repair=body.block("management").value("auto_repair"),
        upgrade_strategy=changed(body.block("upgrade_settings").value("strategy"), str.upper),
        disk_type=written(node, "disk_type") or node.block("boot_disk").value("disk_type"),
        version=body.value("version"),
        labels=node.value("labels"),
        taints=_table(node, "taint", ("key", "value", "effect")),
        sandbox=written(node.block("sandbox_config"), "sandbox_type", "type"),
        network_profile=body.block("network_config").value("accelerator_network_profile"),
        local_ssd=written(node, "local_ssd_count") or ssd.value("local_ssd_count"),
    )


def _clusters(body: Body, place: Place) -> "Iterator[Thing]":
    scale = body.block("cluster_autoscaling")
    name, project = place.own_name(body), written(body, "project") or place.provided("project")
    location = written(body, "location", "zone", "region") or place.provided("zone")
    yield Cluster(
        spot=body.spot,
        name=name,
        project=project,
        location=location,
        locations=body.value("node_locations"),
        autopilot=body.value("enable_autopilot"),
        version=written(body, "min_master_version", "node_version"),
        channel=changed(body.block("release_channel").value("channel"), str.upper),
        auto_provisioning=scale.value("enabled"),
        resource_limits=_table(scale, "resource_limits", ("resource_type", "minimum", "maximum")),
        default_class=scale.value("default_compute_class_enabled"),
        enable_tpu=body.value("enable_tpu"),
        machine_type=body.block("node_config").value("machine_type"),
    )
    for pool in body.blocks("node_pool"):
        yield _pool(pool, place=place, cluster=name, cluster_location=location, project=project)


def _tpu_vms(body: Body, place: Place) -> "Iterator[Thing]":
    yield _vm(body, body, place, zone=_zone(body, place))


def _queued_resources(body: Body, place: Place) -> "Iterator[Thing]":
    for spec in body.block("tpu").blocks("node_spec"):
        parent = spec.value("parent")
        zone = changed(parent, lambda text: text.rpartition("/locations/")[2] or text) if parent else None
        count = spec.block("multislice_params").value("node_count")
        named = written(body, "zone") or (zone if zone and zone.known else None) or place.provided("zone")
        yield _vm(body, spec.block("node"), place, zone=named, count=count)


def _vm(body: Body, node: Body, place: Place, **outer: "Any") -> TpuVm:
    how, shape = node.block("scheduling_config"), node.block("accelerator_config")
    disks = [place.disk_type(disk, "source_disk") for disk in node.blocks("data_disks")]
    return TpuVm(
        spot=body.spot,
        name=body.value("name"),
        project=written(body, "project") or place.provided("project"),
        surface=Value("cloud-tpu-api", body.spot),
        **outer,
        accelerator_type=node.value("accelerator_type"),
        tpu_type=shape.value("type"),
        topology=shape.value("topology"),
        runtime_version=node.value("runtime_version"),
        spot_vms=_either(how.value("spot"), how.value("preemptible"), body.block("spot").flag()),
        reserved=written(how, "reserved") or body.block("guaranteed").value("reserved"),
        disk_types=_several(disks),
    )


def _tpu_nodes(body: Body, place: Place) -> "Iterator[Thing]":
    yield TpuVm(
        spot=body.spot,
        name=body.value("name"),
        project=written(body, "project") or place.provided("project"),
        zone=_zone(body, place),
        surface=Value("tpu-node", body.spot),
        accelerator_type=body.value("accelerator_type"),
        runtime_version=body.value("tensorflow_version"),
        spot_vms=body.block("scheduling_config").value("preemptible"),
    )


def _instances(body: Body, place: Place) -> "Iterator[Thing]":
    """Yield a VM of Compute Engine where its machine type is a TPU's."""
    machine = body.value("machine_type")
    if machine is None or not isinstance(machine.value, str) or not looks_like_tpu(machine.value):
        return
    how, boot = body.block("scheduling"), body.block("boot_disk")
    model = how.value("provisioning_model")
    disks = [place.disk_type(disk, "source") for disk in body.blocks("attached_disk")]
    affinity = body.block("reservation_affinity").value("type")
    yield TpuVm(
        spot=body.spot,
        name=body.value("name"),
        project=written(body, "project") or place.provided("project"),
        zone=_zone(body, place),
        surface=Value("compute-engine", body.spot),
        machine_type=machine,
        spot_vms=_either(changed(model, lambda text: text == "SPOT"), how.value("preemptible")),
        flex_start=changed(model, lambda text: text == "FLEX_START"),
        reserved=changed(affinity, lambda text: text == "SPECIFIC_RESERVATION"),
        disk_type=boot.block("initialize_params").value("type"),
        disk_types=_several(disks),
    )


def _zone(body: Body, place: Place) -> Value | None:
    return written(body, "zone") or place.provided("zone")


def _policies(body: Body, place: Place) -> "Iterator[Thing]":
    work, group = body.block("workload_policy"), body.block("group_placement_policy")
    together = changed(group.value("collocation"), lambda text: "COMPACT" if text == "COLLOCATED" else text)
    yield Policy(
        spot=body.spot,
        name=place.own_name(body),
        project=written(body, "project") or place.provided("project"),
        region=body.value("region") or place.provided("region"),
        type=changed(work.value("type"), str.upper),
        topology=work.value("accelerator_topology") or group.value("tpu_topology"),
        topology_mode=work.value("accelerator_topology_mode"),
        placement=together,
    )


KINDS: "dict[str, Callable[[Body, Place], Iterator[Thing]]]" = {
    "google_container_node_pool": _node_pools,
    "google_container_cluster": _clusters,
    "google_tpu_v2_vm": _tpu_vms,
    "google_tpu_v2_queued_resource": _queued_resources,
    "google_tpu_node": _tpu_nodes,
    "google_compute_instance": _instances,
    "google_compute_resource_policy": _policies,
}


def _either(*flags: Value | None) -> Value | None:
    """Return the flag that is true, else one that is unknown, else one that is written."""
    some = [one for one in flags if one is not None]
    for wanted in (lambda one: one.known and flag(one), lambda one: not one.known, lambda one: True):
        if found := next(filter(wanted, some), None):
            return found
    return None


def changed(value: Value | None, change: "Callable[[str], Any]") -> Value | None:
    """Return a field with its text changed."""
    if value is None or not isinstance(value.value, str):
        return value
    return Value(change(value.value), value.spot, related=value.related, maybe=value.maybe)


def affinity_word(text: str) -> str:
    """Return the API's word for a reservation without its ending: any, specific, none, any-then-fail."""
    word = text.upper().replace("_RESERVATION", "")
    return "none" if word == "NO" else word.lower().replace("_", "-")


def first(value: Value | None) -> Value | None:
    """Return a list of one element as that element."""
    if value is None or not isinstance(value.value, list) or len(value.value) != 1:
        return value
    return Value(value.value[0], value.spot, related=value.related, maybe=value.maybe)


def _several(found: "list[Value | None]") -> Value | None:
    """Return those of some fields that are known as one list; unknown where none is."""
    some = [one for one in found if one is not None and (not one.known or one.value is not None)]
    known = [one for one in some if one.known]
    if not known:
        return some[0] if some else None
    values = [one.value for one in known]
    return Value(values, known[0].spot, related=known[0].related, maybe=any(one.maybe for one in known))


def _table(body: Body, name: str, columns: "tuple[str, ...]") -> Value | None:
    """Return nested blocks as a list of dicts; unknown where a part of them is."""
    rows, spot, maybe = [], None, False
    for block in body.blocks(name):
        row = {column: block.value(column) for column in columns}
        wrong = next((one for one in row.values() if one is not None and not one.known), None)
        if wrong:
            return Value(None, block.spot, unknown=wrong.unknown, maybe=block.maybe)
        rows.append({column: one.value for column, one in row.items() if one is not None})
        spot, maybe = spot or block.spot, maybe or block.maybe
    return Value(rows, spot, maybe=maybe) if rows else None
