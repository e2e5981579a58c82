"""gcloud commands -> node pools, clusters, TPU VMs, policies.

Commands and flags as `gcloud help` lists them (read 2026-11-30).
"""

from tpu_zones.lint.read.flags import Flags, built, located, pairs, several, whole
from tpu_zones.lint.things import Cluster, NodePool, Policy, Reservation, TpuVm, looks_like_tpu
from tpu_zones.lint.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tpu_zones.lint.read.bash.cells import Arg
    from tpu_zones.lint.read.bash.run import Runner
    from tpu_zones.lint.things import Thing
    from tpu_zones.lint.values import Spot

_SWITCHES = frozenset(
    "quiet async spot preemptible flex-start enable-queued-provisioning enable-autoscaling enable-autorepair "
    "enable-autoupgrade enable-autoprovisioning enable-image-streaming enable-gvnic enable-private-nodes enable- "
    "private-endpoint enable-ip-alias enable-tpu enable-shielded-nodes enable-surge-upgrade enable-blue-green- "
    "upgrade enable-confidential-nodes enable-nested-virtualization enable-fast-socket enable-master-authorized- "
    "networks enable-master-global-access enable-legacy-authorization enable-dataplane-v2 enable-intra-node- "
    "visibility enable-network-policy enable-vertical-pod-autoscaling enable-workload-monitoring enable-l4-ilb- "
    "subsetting enable-kubernetes-alpha enable-multi-networking enable-cost-allocation enable-managed-prometheus "
    "enable-stackdriver-kubernetes enable-basic-auth enable-cloud-logging enable-cloud-monitoring enable-cloud- "
    "run-alpha enable-identity-service enable-pod-security-policy enable-secret-manager enable-service- "
    "externalips enable-ray-operator enable-ray-cluster-logging enable-ray-cluster-monitoring enable-dns-access "
    "enable-fleet enable-autopilot enable-default-compute-class enable-insecure-kubelet-readonly-port enable- "
    "lustre-csi-driver issue-client-certificate shielded-secure-boot shielded-integrity-monitoring disable- "
    "default-snat reserved guaranteed best-effort force shielded-vtpm can-ip-forward deletion-protection restart- "
    "on-failure boot-disk-auto-delete dry-run help log-http enable-secure-boot".split()
)
_SHORT = {"m": "machine-type", "z": "zone", "q": "quiet", "h": "help"}
_TRACKS = frozenset({"alpha", "beta", "preview"})
_PROVISIONING = {"spot": "spot_vms", "flex-start": "flex_start", "reservation-bound": "reserved"}
_ZONE, _REGION = "gcloud compute/zone", "gcloud compute/region"


def read(args: "list[Arg]", here: "Spot", runner: "Runner") -> "list[Thing]":
    """Return what a gcloud command asks for; `args` are the words behind `gcloud`."""
    if not args:
        return []
    command = _Command(args, here, runner)
    path = tuple(arg.text or "" for arg in command.flags.rest[:6])
    skipped = 1 if path and path[0] in _TRACKS else 0
    path = path[skipped:]
    for length in (4, 3, 2):
        make = _COMMANDS.get(path[:length])
        if make:
            command.flags.rest = command.flags.rest[skipped + length :]
            command.names = command.flags.take(1)
            return make(command)
    return []


class _Command:
    """One command: its flags, where it stands, and what gcloud was told to assume before."""

    def __init__(self, args: "list[Arg]", here: "Spot", runner: "Runner") -> None:
        self.flags = Flags(args, runner.source, _SWITCHES, _SHORT)
        self.names: list[Arg] = []
        self.here, self.runner = here, runner
        self.first = args[0].word

    def name(self) -> Value | None:
        """Return the name of what is made."""
        if not self.names:
            return self.flags.value("name")
        one = self.names[0]
        return located(one.pieces, one.word, one.word, self.flags.source)

    def assumed(self, *properties: str) -> Value | None:
        """Return what an earlier `gcloud config set` says."""
        for name in properties:
            cell = self.runner.cells.get(name)
            if isinstance(cell, list) and cell:
                return located(cell, self.first, self.first, self.flags.source)
        return None

    def project(self) -> Value | None:
        """Return the project."""
        return self.flags.value("project") or self.assumed("gcloud core/project")

    def place(self, *flags: str) -> Value | None:
        """Return the zone, or the region."""
        return self.flags.value(*flags) or self.assumed(_ZONE, *([_REGION] if "region" in flags else []))

    def build(self, kind: "type[Thing]", fields: "dict[str, Value | None]", *, kept: bool = False) -> "Thing":
        """Return the thing; what is not written is unknown where the command may say more, or changes a thing."""
        reason = self.flags.open or ("the command leaves it as it is" if kept else None)
        return built(kind, fields, self.here, "gcloud", maybe=self.runner.unsure > 0, reason=reason)


def _pool_fields(command: _Command) -> "dict[str, Value | None]":
    """Return the fields of a node pool that `node-pools create` and `clusters create` have in common."""
    flags = command.flags
    autoscaling = flags.switch("enable-autoscaling")
    limits = ("min-nodes", "max-nodes", "total-min-nodes", "total-max-nodes")
    if autoscaling is None and not flags.open and (used := next((one for one in limits if one in flags), None)):
        autoscaling = Value(False, flags.source.spot(flags.given[used].flag.at))  # gcloud ignores limits without it
    return {
        "machine_type": flags.value("machine-type"),
        "topology": flags.value("tpu-topology"),
        "num_nodes": flags.value("num-nodes", make=whole),
        "locations": flags.value("node-locations", make=several),
        "autoscaling": autoscaling,
        "min_nodes": flags.value("min-nodes", make=whole),
        "max_nodes": flags.value("max-nodes", make=whole),
        "total_min_nodes": flags.value("total-min-nodes", make=whole),
        "total_max_nodes": flags.value("total-max-nodes", make=whole),
        "location_policy": flags.value("location-policy", make=str.upper),
        "placement": flags.value("placement-type", make=str.upper),
        "policy": flags.value("placement-policy"),
        "spot_vms": flags.switch("spot"),
        "preemptible": flags.switch("preemptible"),
        "flex_start": flags.switch("flex-start"),
        "queued": flags.switch("enable-queued-provisioning"),
        "reservation_affinity": flags.value("reservation-affinity", make=str.lower),
        "reservation": flags.value("reservation"),
        "run_duration": flags.value("max-run-duration"),
        "auto_repair": flags.switch("enable-autorepair"),
        "upgrade_strategy": _strategy(flags),
        "disk_type": flags.value("disk-type"),
        "version": flags.value("node-version"),
        "labels": flags.value("node-labels", make=pairs),
        "taints": flags.value("node-taints", make=_taints),
        "sandbox": flags.value("sandbox", make=lambda text: pairs(text).get("type", text).upper()),
        "network_profile": flags.value("accelerator-network-profile"),
        "local_ssd": flags.value("local-ssd-count", make=whole),
        "accelerator": flags.value("accelerator", make=lambda text: pairs(text).get("type", text)),
    }


def _strategy(flags: Flags) -> Value | None:
    """Return the upgrade strategy, in the words of the API."""
    for flag, word in (("enable-blue-green-upgrade", "BLUE_GREEN"), ("enable-surge-upgrade", "SURGE")):
        found = flags.switch(flag)
        if found is not None and found.value:
            return Value(word, found.spot, maybe=found.maybe)
    return None


def _taints(text: str) -> list[dict[str, str]]:
    """Return the taints of `key=value:effect,...`."""
    found = []
    for one in several(text):
        head, _, effect = one.rpartition(":")
        key, _, value = (head or one).partition("=")
        found.append({"key": key, "value": value, "effect": _effect(effect) if head else ""})
    return found


def _effect(text: str) -> str:
    """Return the effect of a taint as the API writes it: NoSchedule -> NO_SCHEDULE."""
    return "".join("_" + char if char.isupper() and number else char for number, char in enumerate(text)).upper()


def _pool_create(command: _Command) -> "list[Thing]":
    return [command.build(NodePool, _of_pool(command))]


def _pool_update(command: _Command) -> "list[Thing]":
    return [command.build(NodePool, _of_pool(command), kept=True)]


def _of_pool(command: _Command) -> "dict[str, Value | None]":
    return {
        **_pool_fields(command),
        "name": command.name(),
        "project": command.project(),
        "cluster": command.flags.value("cluster"),
        "cluster_location": command.place("location", "region", "zone"),
    }


def _of_cluster(command: _Command) -> "dict[str, Value | None]":
    flags = command.flags
    return {
        "name": command.name(),
        "project": command.project(),
        "location": command.place("location", "region", "zone"),
        "locations": flags.value("node-locations", make=several),
        "version": flags.value("cluster-version"),
        "channel": flags.value("release-channel", make=str.upper),
        "auto_provisioning": flags.switch("enable-autoprovisioning"),
        "resource_limits": flags.value("max-accelerator", make=_limit),
        "default_class": flags.switch("enable-default-compute-class"),
        "enable_tpu": flags.switch("enable-tpu"),
        "machine_type": flags.value("machine-type"),
    }


def _limit(text: str) -> list[dict[str, object]]:
    """Return the limit of auto-provisioning in `type=...,count=...`."""
    found = pairs(text)
    return [{"resource_type": found.get("type", ""), "maximum": whole(found.get("count", ""))}]


def _cluster_create(command: _Command) -> "list[Thing]":
    """Return the cluster, and its default node pool where that has TPUs."""
    cluster = command.build(Cluster, _of_cluster(command))
    machine = command.flags.value("machine-type")
    found: list[Thing] = [cluster]
    if (machine is not None and _is_tpu(machine.value)) or "tpu-topology" in command.flags:
        fields = _pool_fields(command)
        name = Value("default-pool", command.here)
        fields.update(name=name, project=cluster.project, cluster=cluster.name, cluster_location=cluster.location)
        fields["version"] = fields["version"] or command.flags.value("cluster-version")
        found.append(command.build(NodePool, fields))
    return found


def _cluster_auto(command: _Command) -> "list[Thing]":
    fields = _of_cluster(command)
    fields["autopilot"] = Value(True, command.here)
    return [command.build(Cluster, fields)]


def _cluster_update(command: _Command) -> "list[Thing]":
    """Return the cluster, or the node pool that `--node-pool` names."""
    if "node-pool" not in command.flags:
        return [command.build(Cluster, _of_cluster(command), kept=True)]
    fields = _of_pool(command)
    fields.update(name=command.flags.value("node-pool"), cluster=command.name())
    return [command.build(NodePool, fields, kept=True)]


def _tpu_vm(command: _Command) -> "list[Thing]":
    flags = command.flags
    fields = _of_vm(command, "cloud-tpu-api")
    fields.update(
        accelerator_type=flags.value("accelerator-type"),
        tpu_type=flags.value("type"),
        topology=flags.value("topology"),
        runtime_version=flags.value("version", "runtime-version"),
        count=flags.value("node-count", make=whole),
    )
    fields["spot_vms"] = fields["spot_vms"] or flags.switch("best-effort")
    fields["reserved"] = fields["reserved"] or flags.value("reservation", make=bool)
    return [command.build(TpuVm, fields)]


def _of_vm(command: _Command, surface: str) -> "dict[str, Value | None]":
    flags = command.flags
    fields: dict[str, Value | None] = {
        "name": command.name() or flags.value("node-id", "node-prefix"),
        "project": command.project(),
        "zone": command.place("zone"),
        "surface": Value(surface, command.here),
        "spot_vms": flags.switch("spot") or flags.switch("preemptible"),
        "flex_start": flags.switch("flex-start"),
        "reserved": flags.switch("reserved"),
        "run_duration": flags.value("max-run-duration"),
    }
    model = flags.value("provisioning-model", make=lambda text: text.lower().replace("_", "-"))
    if model is not None:
        for word, field in _PROVISIONING.items():
            if model.unknown:
                fields[field] = fields[field] or model
            elif model.value == word:
                fields[field] = Value(True, model.spot, related=model.related, maybe=model.maybe)
    return fields


def _tpu_node(command: _Command) -> "list[Thing]":
    fields = _of_vm(command, "tpu-node")
    fields["accelerator_type"] = command.flags.value("accelerator-type")
    fields["runtime_version"] = command.flags.value("version", "tf-version")
    return [command.build(TpuVm, fields)]


def _instance(command: _Command) -> "list[Thing]":
    """Return the VM where its machine type has TPUs."""
    flags = command.flags
    machine = flags.value("machine-type")
    if machine is None or not _is_tpu(machine.value):
        return []
    fields = _of_vm(command, "compute-engine")
    fields["machine_type"] = machine
    fields["disk_type"] = flags.value("boot-disk-type") or flags.value("create-disk", make=_boot_disk)
    affinity = flags.value("reservation-affinity", make=lambda text: text.lower() == "specific")
    fields["reserved"] = fields["reserved"] or affinity
    return [command.build(TpuVm, fields)]


def _boot_disk(text: str) -> str | None:
    """Return the type of a new disk that is booted from."""
    said = pairs(text)
    return said.get("type") if said.get("boot") in ("yes", "true") else None


def _workload_policy(command: _Command) -> "list[Thing]":
    flags = command.flags
    fields = _of_policy(command)
    fields["type"] = flags.value("type", make=_word)
    fields["topology"] = flags.value("accelerator-topology")
    fields["topology_mode"] = flags.value("accelerator-topology-mode", make=_word)
    return [command.build(Policy, fields)]


def _group_placement(command: _Command) -> "list[Thing]":
    flags = command.flags
    fields = _of_policy(command)
    collocation = flags.value(
        "collocation", make=lambda text: "COMPACT" if _word(text) == "COLLOCATED" else _word(text)
    )
    fields["placement"] = collocation
    fields["topology"] = flags.value("tpu-topology")
    return [command.build(Policy, fields)]


def _of_policy(command: _Command) -> "dict[str, Value | None]":
    return {
        "name": command.name(),
        "project": command.project(),
        "region": command.flags.value("region") or command.assumed(_REGION),
    }


def _word(text: str) -> str:
    """Return a word as the API writes it."""
    return text.upper().replace("-", "_")


def _reservation(command: _Command) -> "list[Thing]":
    """Return the reservation that a future one will make, where it is one of TPUs."""
    kind = command.flags.value("workload-type", make=_word)
    if kind is None:
        return []
    fields = {"name": command.flags.value("reservation-name"), "project": command.project(), "workload_type": kind}
    return [command.build(Reservation, fields)]


def _config_set(command: _Command) -> "list[Thing]":
    """Keep what later commands assume."""
    rest = [*command.names, *command.flags.rest[1:]]
    if len(rest) > 1 and (name := rest[0].text):
        section = name if "/" in name else f"core/{name}"
        command.runner.set(f"gcloud {section}", rest[1].pieces)
    return []


def _is_tpu(machine: object) -> bool:
    return isinstance(machine, str) and looks_like_tpu(machine)


_COMMANDS: "dict[tuple[str, ...], Callable[[_Command], list[Thing]]]" = {
    ("container", "node-pools", "create"): _pool_create,
    ("container", "node-pools", "update"): _pool_update,
    ("container", "clusters", "create"): _cluster_create,
    ("container", "clusters", "create-auto"): _cluster_auto,
    ("container", "clusters", "update"): _cluster_update,
    ("compute", "tpus", "tpu-vm", "create"): _tpu_vm,
    ("compute", "tpus", "queued-resources", "create"): _tpu_vm,
    ("compute", "tpus", "create"): _tpu_node,
    ("compute", "tpus", "execution-groups", "create"): _tpu_node,
    ("compute", "instances", "create"): _instance,
    ("compute", "resource-policies", "create", "workload-policy"): _workload_policy,
    ("compute", "resource-policies", "create", "group-placement"): _group_placement,
    ("compute", "future-reservations", "create"): _reservation,
    ("config", "set"): _config_set,
}
