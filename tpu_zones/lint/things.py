"""What readers find in files: node pools, clusters, TPU VMs, workload policies.

Every field is a `Value`, or None where nothing is written. Constructors take fields by keyword; plain
values are wrapped, so that a pool can be built in code as well.
"""

from tpu_zones.lint.values import Spot, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Thing:
    """Something that a file describes. `form` is the format it was read from, `maybe` whether it may not exist.

    `address` is its name in the file's own language, such as google_container_node_pool.tpu; `group` names what
    it belongs to beside its file, such as a Terraform root: rules look no further. `whole` says of a cluster that
    all its node pools are among the things of its group; of another there may be more.
    """

    __slots__ = ("__dict__", "address", "form", "group", "maybe", "spot", "whole")
    fields: tuple[str, ...] = ()
    """Names of the fields that are Values; an instance holds those that are written, its class None for the others."""

    _known: frozenset[str] = frozenset()

    def __init_subclass__(cls) -> None:
        cls._known = frozenset(cls.fields)
        for name in cls.fields:
            setattr(cls, name, None)

    def __init__(self, *, spot: Spot | None = None, form: str = "python", maybe: bool = False, **given: "Any") -> None:
        self.spot = spot or Spot("<python>")
        self.form, self.maybe, self.address, self.group, self.whole = form, maybe, "", "", False
        if self.spot.__class__ is not Spot:  # for a type checker it is always one
            from tpu_zones.errors import WrongUsage

            raise WrongUsage(f"spot is the place in a file, and not {spot!r:.100}; Spot VMs are spot_vms=True")
        if not self._known.issuperset(given):
            from tpu_zones.errors import WrongUsage

            name = f"{type(self).__name__} has no field {sorted(given.keys() - self._known)[0]!r}"
            raise WrongUsage(f"{name}; it has {', '.join(self.fields)}")
        held = self.__dict__
        for name, value in given.items():
            if value is not None:
                held[name] = value if isinstance(value, Value) else Value(value, self.spot)

    def __getattr__(self, name: str) -> "Value | None":
        raise AttributeError(name)

    def values(self) -> "dict[str, Value]":
        """Return the fields that are written."""
        return {name: value for name, value in vars(self).items() if value is not None}

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.spot}, {', '.join(f'{k}={v.value!r}' for k, v in self.values().items())})"


class NodePool(Thing):
    """A GKE node pool: one that a config asks for, or one built in code.

    Counts are nodes; `num_nodes` is the fixed or initial count (per zone), `max_nodes` the autoscaler's per zone,
    `total_max_nodes` over all zones; `locations` are the pool's own zones, `cluster_location` the zone or region
    of its cluster, where the same file says it. Options are booleans (`spot_vms`, `flex_start`, `queued`);
    `reservation_affinity` is the API's word in lower case (any, specific, none, ...). `policy` is the name
    or reference of a placement (workload) policy, `placement` the placement type in upper case.
    `run_duration` is text with its unit, such as 604800s. xpk takes the name of a whole slice, which decides
    machine type, topology and nodes: `accelerator_type`, with the number of such pools in `slices`.

    >>> NodePool(machine_type="ct6e-standard-4t", locations=["europe-west4-a"]).machine_type.value
    'ct6e-standard-4t'
    """

    __slots__ = ()
    fields = (
        "name",
        "project",
        "cluster",
        "cluster_location",
        "locations",
        "machine_type",
        "topology",
        "num_nodes",
        "autoscaling",
        "min_nodes",
        "max_nodes",
        "total_min_nodes",
        "total_max_nodes",
        "location_policy",
        "placement",
        "policy",
        "spot_vms",
        "preemptible",
        "flex_start",
        "queued",
        "reservation_affinity",
        "reservation",
        "run_duration",
        "auto_repair",
        "upgrade_strategy",
        "disk_type",
        "version",
        "labels",
        "taints",
        "sandbox",
        "network_profile",
        "local_ssd",
        "accelerator",
        "accelerator_type",
        "slices",
    )


class Cluster(Thing):
    """A GKE cluster. `location` is its zone or region, `locations` the zones of its nodes.

    `default_class` is whether its Pods get a compute class that they do not ask for.
    """

    __slots__ = ()
    fields = (
        "name",
        "project",
        "location",
        "locations",
        "autopilot",
        "version",
        "channel",
        "auto_provisioning",
        "resource_limits",
        "default_class",
        "enable_tpu",
        "machine_type",
    )


class TpuVm(Thing):
    """A TPU VM, or a queued resource: through the Cloud TPU API, or directly on Compute Engine.

    `surface` is cloud-tpu-api, compute-engine, or tpu-node (the closed API); `tpu_type` is the API's word with
    `topology` (V5P + 2x2x2), the other way to `accelerator_type`; `count` the number of slices. `disk_type` is
    the boot disk's (Compute Engine alone has a choice), `disk_types` those of the other disks.
    """

    __slots__ = ()
    fields = (
        "name",
        "project",
        "zone",
        "surface",
        "accelerator_type",
        "tpu_type",
        "topology",
        "machine_type",
        "runtime_version",
        "spot_vms",
        "flex_start",
        "reserved",
        "run_duration",
        "count",
        "disk_type",
        "disk_types",
    )


class Policy(Thing):
    """A resource policy for placement: `type` is the workload policy's (HIGH_THROUGHPUT, ...), or COMPACT placement."""

    __slots__ = ()
    fields = ("name", "project", "region", "type", "topology", "topology_mode", "placement")


class Reservation(Thing):
    """A reservation of TPUs by the name that pools use; `workload_type` is BATCH or SERVING."""

    __slots__ = ()
    fields = ("name", "project", "workload_type")


class Fault:
    """What could not be read: `level` is error (an input that speaks of TPUs cannot be read) or info."""

    __slots__ = ("level", "spot", "text")

    def __init__(self, spot: Spot, text: str, *, level: str = "error") -> None:
        self.spot, self.text, self.level = spot, text, level


def broken(error: Exception, spot: Spot) -> Fault:
    """Return what to tell where our own code breaks: that costs what it was at, not the run."""
    if isinstance(error, RecursionError):
        return Fault(spot, "nested too deeply to be read")
    return Fault(spot, f"a fault of ours: {type(error).__name__} (please report the file)")


class Read:
    """What a reader found in a file or a folder."""

    __slots__ = ("faults", "things")

    def __init__(self, things: "list[Thing] | None" = None, faults: "list[Fault] | None" = None) -> None:
        self.things, self.faults = things or [], faults or []


def looks_like_tpu(machine_type: str) -> bool:
    """Whether a machine type is called as TPU ones are; those of other hardware never are.

    >>> [looks_like_tpu(one) for one in ("ct6e-hightpu-4t", "tpu9x-standard-4t", "n2-standard-4", "tpus/n2-highmem-4")]
    [True, True, False, False]
    """
    word = machine_type.casefold()
    if "/" in word:  # a path, whose project may be called anything
        return False
    if word.startswith("tpu") or (word.startswith("ct") and word[2:3].isdigit()) or "tpu" in word:
        return True
    chips = word.removesuffix("-tpu").rpartition("-")[2]
    return chips.endswith("t") and chips[:-1].isdigit()
