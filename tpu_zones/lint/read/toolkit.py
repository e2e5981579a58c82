"""Node pools, clusters, policies and Slurm node sets of Cluster Toolkit blueprints.

A blueprint has vars and modules; the vars of a deployment file take the place of its own. As the tool does,
a setting that a module lacks is taken from the var of the same name, and what a used policy says goes into the
pool. A var without a value is an error of the tool, so its value comes from somewhere else: it is unknown.
A TPU pool without counts gets its number of nodes from the tool: nothing is written, and nothing is wrong.
Source: the tool's modules and its package config, read 2026-11-30 (state of 2026-06-25).
"""

import re

from tpu_zones.lint.read.nodes import Node, affinity, changed, upper
from tpu_zones.lint.read.toolkit_settings import Settings
from tpu_zones.lint.read.yaml_nodes import documents
from tpu_zones.lint.things import Cluster, NodePool, Policy, Read, TpuVm
from tpu_zones.lint.values import Value, absent, flag, plain, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any

    from tpu_zones.lint.things import Fault, Thing
    from tpu_zones.lint.values import Spot

SYSTEM_MACHINE = "e2-standard-4"
"""What the cluster module takes for its system pool if nothing is written."""

_POOL = {
    "name": "name",
    "project": "project_id",
    "locations": "zones",
    "machine_type": "machine_type",
    "min_nodes": "autoscaling_min_node_count",
    "max_nodes": "autoscaling_max_node_count",
    "total_min_nodes": "autoscaling_total_min_nodes",
    "total_max_nodes": "autoscaling_total_max_nodes",
    "spot_vms": "spot",
    "flex_start": "enable_flex_start",
    "queued": "enable_queued_provisioning",
    "run_duration": "max_run_duration",
    "auto_repair": "auto_repair",
    "disk_type": "disk_type",
    "version": "gke_version",
    "labels": "kubernetes_labels",
    "taints": "taints",
    "local_ssd": "local_ssd_count_ephemeral_storage",
}
_CLUSTER = {
    "project": "project_id",
    "locations": "system_node_pool_zones",
    "version": "min_master_version",
    "channel": "release_channel",
    "machine_type": "system_node_pool_machine_type",
}
_NODESET = {
    "name": "name",
    "project": "project_id",
    "zone": "zone",
    "accelerator_type": "node_type",
    "spot_vms": "preemptible",
    "reserved": "reserved",
}
_COUNTS = ("min_nodes", "max_nodes", "total_min_nodes", "total_max_nodes")
_SOURCE = re.compile(
    r"(?:^|/)(?:modules/compute/(?P<pool>gke-node-pool)|modules/scheduler/(?P<cluster>gke-cluster)"
    r"|modules/compute/(?P<policy>resource-policy)|modules/compute/(?P<nodeset>schedmd-slurm-gcp-v6-nodeset-tpu))"
    r"/?(?:\?|$)"
)
_BLUEPRINT = re.compile(
    r"^(?:blueprint_name|deployment_groups)[ \t]*:" r"|^[ \t]*(?:-[ \t]*)?source[ \t]*:.*modules/", re.MULTILINE
)


def read(text: str, file: str, deployments: "Iterable[tuple[str, str]]" = ()) -> Read:
    """Return what a blueprint, or a deployment file on its own, describes.

    Each of `deployments` is the text and the name of a deployment file for this blueprint; things come
    back once for each. Vars of a deployment file alone that name a machine type are a pool that may exist.
    """
    found, faults = documents(text, file)
    things: list[Thing] = []
    variants = [_deployment(*one, faults) for one in deployments] or [{}]
    for document in found:
        own = dict((document.get("vars") or document).items()) if document.get("vars") else {}
        modules = list(_modules(document))
        for given in variants:
            blueprint = _Blueprint({**own, **given}, modules)
            things.extend(blueprint.things() if modules else blueprint.candidate(document.spot))
    return Read(things, faults)


def grouped(texts: "Mapping[str, str]") -> "Iterator[tuple[str, list[str]]]":
    """Yield each blueprint with the deployment files that are meant for it, and each deployment file without one.

    Keys of `texts` are paths. A deployment file belongs to the blueprints in its folder whose names begin as its
    own does (gke-v6e-deployment.yaml: gke-v6e.yaml, gke-v6e-advanced.yaml), else to the only one there.
    """
    blueprints = [name for name, text in texts.items() if _BLUEPRINT.search(text)]
    meant: dict[str, list[str]] = {name: [] for name in blueprints}
    for name in texts:
        if name in meant:
            continue
        folder, _, file = name.rpartition("/")
        beside = [one for one in blueprints if one.rpartition("/")[0] == folder]
        stem = re.sub(r"[-_.]?deployment.*|\.ya?ml$", "", file)
        named = [one for one in beside if stem and one.rpartition("/")[2].startswith(stem)]
        owners = named or (beside if len(beside) == 1 else [])
        for owner in owners:
            meant[owner].append(name)
        if not owners:
            yield name, []
    yield from meant.items()


def _deployment(text: str, file: str, faults: "list[Fault]") -> dict[str, Node]:
    found, more = documents(text, file)
    faults.extend(more)
    return {key: node for one in found for key, node in (one.get("vars") or one).items() if one.get("vars")}


def _modules(document: Node) -> "Iterator[Node]":
    """Yield the modules of a blueprint, or of a part of one."""
    groups = document.get("deployment_groups")
    for group in groups or ():
        yield from group.get("modules") or ()
    if document.get("modules") is not None:
        yield from document.get("modules") or ()
    for one in document:
        if one.text("source"):
            yield one


class _Blueprint(Settings):
    """What the modules of a blueprint describe."""

    def things(self) -> "Iterator[Thing]":
        """Yield what the modules describe."""
        make = {"pool": self.pool, "cluster": self.cluster, "policy": self.policy, "nodeset": self.nodeset}
        for module in self.modules:
            if kind := _kind(module):
                yield make[kind](module)

    def candidate(self, spot: "Spot") -> "Iterator[Thing]":
        """Yield the pool that vars alone speak of, if they name a machine type."""
        if (machine := self.setting(None, "machine_type")) is not None and not machine.unknown:
            fields = self.fields(None, _POOL)
            for name, setting in (
                ("topology", "tpu_topology"),
                ("locations", "zone"),
                ("num_nodes", "static_node_count"),
            ):
                fields[name] = fields.get(name) or self.setting(None, setting)
            fields["locations"] = changed(fields["locations"], _listed)
            fields["autoscaling"] = _autoscaling(fields)
            unsaid = Value(spot=machine.spot, unknown="the blueprint says it, and is not among the files")
            fields = {name: fields.get(name) or unsaid for name in NodePool.fields}
            yield NodePool(spot=machine.spot or spot, form="toolkit", maybe=True, **fields)

    def pool(self, module: Node) -> NodePool:
        """Return the node pool of a module."""
        fields = self.fields(module, _POOL)
        static = self.setting(module, "static_node_count")
        fields["num_nodes"] = self.setting(module, "initial_node_count") if absent(static) else static
        if fields["auto_repair"] is None:  # the module's default, which flex-start has to turn off
            fields["auto_repair"] = Value(True, module.spot)
        fixed = static is not None and plain(static) is not None
        fields["autoscaling"] = Value(False, static.spot) if static and fixed else _autoscaling(fields)
        fields["placement"] = changed(self.setting(module, "placement_policy", "type"), upper)
        fields["policy"] = self.setting(module, "placement_policy", "name")
        fields["topology"] = self.setting(module, "placement_policy", "tpu_topology")
        fields["upgrade_strategy"] = changed(self.setting(module, "upgrade_settings", "strategy"), upper)
        kind = self.setting(module, "reservation_affinity", "consume_reservation_type")
        fields["reservation_affinity"] = changed(kind, affinity)
        fields["reservation"] = self.setting(module, "reservation_affinity", "specific_reservations", 0, "name")
        for used, where in self.used(module):
            self.take(fields, used, where)
        return NodePool(spot=module.spot, form="toolkit", **fields)

    def take(self, fields: "dict[str, Any]", used: Node, where: "Spot") -> None:
        """Put what a used cluster or policy says into the fields of a pool."""
        kind = _kind(used)
        if kind == "cluster":
            cluster = self.cluster(used)
            fields["cluster"], fields["cluster_location"] = cluster.name, cluster.location
        elif kind == "policy" and fields["policy"] is None and fields["placement"] is None:
            policy = self.policy(used)
            name = policy.name
            fields["policy"] = name and Value(name.value, where, unknown=name.unknown, related=name.spot)
            fields["topology"] = policy.topology

    def cluster(self, module: Node) -> Cluster:
        """Return the cluster of a module."""
        fields = self.fields(module, _CLUSTER)
        zonal = text(self.setting(module, "cluster_availability_type")) == "ZONAL"
        fields["location"] = self.setting(module, "zone" if zonal else "region")
        fields["version"] = fields["version"] or changed(self.setting(module, "version_prefix"), _any_build)
        fields["name"] = Value(module.text("id"), module.spot) if module.text("id") else None
        if flag(self.setting(module, "system_node_pool_enabled")) is False:
            fields["machine_type"] = None
        elif fields["machine_type"] is None:
            fields["machine_type"] = Value(SYSTEM_MACHINE, module.spot)
        return Cluster(spot=module.spot, form="toolkit", **fields)

    def policy(self, module: Node) -> Policy:
        """Return the policy of a module."""
        return Policy(
            spot=module.spot,
            form="toolkit",
            name=self.setting(module, "name"),
            project=self.setting(module, "project_id"),
            region=self.setting(module, "region"),
            type=changed(self.setting(module, "workload_policy", "type"), upper),
            topology=self.setting(module, "workload_policy", "accelerator_topology"),
            topology_mode=changed(self.setting(module, "workload_policy", "accelerator_topology_mode"), upper),
        )

    def nodeset(self, module: Node) -> TpuVm:
        """Return the TPU VMs of a Slurm node set."""
        fields = self.fields(module, _NODESET)
        fields["tpu_type"] = changed(self.setting(module, "accelerator_config", "version"), upper)
        fields["topology"] = self.setting(module, "accelerator_config", "topology")
        return TpuVm(spot=module.spot, form="toolkit", surface=Value("cloud-tpu-api", module.spot), **fields)


def _kind(module: Node) -> str | None:
    found = _SOURCE.search(module.text("source") or "")
    return found.lastgroup if found else None


def _autoscaling(fields: "dict[str, Any]") -> Value | None:
    """Return that a pool is autoscaled if it says so: by a limit, or by flex-start."""
    for name in _COUNTS:
        if (value := fields.get(name)) is not None and not (value.known and value.value is None):
            return Value(True, value.spot)
    flex = fields.get("flex_start")
    return Value(True, flex.spot) if flex is not None and flag(flex) else None


def _any_build(prefix: object) -> object:
    """Return a prefix of versions as the version whose builds it means: 1.33. is any 1.33; 1.3 may be 1.30 to 1.39."""
    return prefix[:-1].removesuffix("-gke") if isinstance(prefix, str) and prefix.endswith(".") else f"{prefix}*"


def _listed(value: object) -> object:
    return value if isinstance(value, list) else [value]
