"""A node pool as rules see it: which machine, which slice, which zones."""

from tpu_zones.lint.things import looks_like_tpu
from tpu_zones.lint.values import Value, blank, flag, given, number, on, text
from tpu_zones.lint.view.places import is_region, names, region_of
from tpu_zones.lint.view.tables import SLICES
from tpu_zones.lint.view.vm import hardware_of, sides_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tpu_zones.lint.rules.base import Ask
    from tpu_zones.lint.things import NodePool, Policy
    from tpu_zones.lint.view.places import Zoned
    from tpu_zones.lint.view.tables import Fit
    from tpu_zones.names import Hardware
    from tpu_zones.records.machines import MachineType

LIMITS = ("min_nodes", "max_nodes", "total_min_nodes", "total_max_nodes")


class Pool:
    """A node pool with what follows from its values; what does not follow with certainty is None.

    `tpu` is whether it is one with TPUs. `sides` is the topology it is given, `fit` how that fits the machine.
    `shape` is what decides the slice: that fit, or the one of the policy's topology; `from_policy` says which.
    `nodes` is the slice's number of nodes, where the shape exists; `multi_host` whether it is a slice of several.
    `by_policy` is whether its generation's slices are placed by a workload policy.
    `hardware` is what its accelerator type means, for a tool that derives the rest from it.
    `zones` are the zones it will be in, where all are known; `source` is the field that says so: locations,
    cluster_location, cluster, or region where a region alone is known. `autoscaled` is whether it has autoscaling.
    """

    __slots__ = (
        "autoscaled",
        "by_policy",
        "cluster",
        "fit",
        "flex",
        "from_policy",
        "generation",
        "hardware",
        "machine",
        "multi_host",
        "nodes",
        "place",
        "policy",
        "shape",
        "sides",
        "source",
        "thing",
        "tpu",
        "zones",
    )

    def __init__(self, thing: "NodePool", ask: "Ask") -> None:
        self.thing = thing
        name = text(thing.machine_type) or ""
        self.machine: MachineType | None = ask.tables.machines.get(name.strip().casefold())
        self.hardware = hardware_of(ask, text(thing.accelerator_type)) or _shaped(ask, thing.accelerator_type)
        self.tpu = self.machine is not None or self.hardware is not None
        self.tpu = self.tpu or given(thing.accelerator_type)
        self.tpu = self.tpu or (looks_like_tpu(name) if name else given(thing.topology))
        self.generation = self._generation(ask, name)
        self.by_policy = self.generation in ask.tables.placed_by_policy
        if self.tpu or name:
            self.cluster = ask.cluster_of(thing)
            self.zones: list[Zoned] = []
            self.source = self._places(ask)
        if self.tpu:
            self.flex = self.has("flex_start")
            self.policy = ask.policy_of(thing)
            self._slice(ask)
            self.autoscaled = self._scaled()

    def _generation(self, ask: "Ask", machine: str) -> str | None:
        if self.machine:
            return self.machine.generation
        return self.hardware.generation if self.hardware else ask.tables.generation(machine)

    def _slice(self, ask: "Ask") -> None:
        """Work out the slice from the topology, or from that of the policy."""
        self.sides = sides_of(self.thing.topology)
        self.fit: Fit | None = ask.tables.fit(self.machine, self.sides) if self.machine and self.sides else None
        self.shape, self.from_policy = self.fit, False
        if self.by_policy and blank(self.thing.topology) and self.policy and self.machine:
            sides = sides_of(self.policy.topology) if given(self.policy.topology) else None
            self.shape, self.from_policy = ask.tables.fit(self.machine, sides) if sides else None, True
        self.nodes = self.shape.nodes if self.shape and self.shape.state in SLICES else None
        self.multi_host = self._spans_hosts()

    def _spans_hosts(self) -> bool | None:
        thing, machine = self.thing, self.machine
        if machine is None:
            return None
        if not machine.multi_host or not machine.single_host:
            return machine.multi_host
        if self.from_policy or given(thing.topology):
            return None if self.nodes is None else self.nodes > 1
        undecided = self.by_policy and not blank(thing.policy)
        return False if blank(thing.topology) and not undecided else None

    def _places(self, ask: "Ask") -> str | None:
        thing, cluster = self.thing, self.cluster
        self.place: Value | None = thing.cluster_location
        if blank(self.place) and cluster:
            self.place = cluster.location
        if given(thing.locations):
            self.zones = list(names(thing.locations))
            return "locations"
        if not blank(thing.locations) or not given(self.place):
            return None
        home = next(names(self.place), None)
        if home is None:
            return None
        regional = is_region(ask.index, home[0])
        if cluster and given(cluster.locations):
            self.zones = list(names(cluster.locations))
            self.zones += [home] if not regional and home[0] not in [zone for zone, _ in self.zones] else []
            return "cluster"
        if cluster and not blank(cluster.locations):
            return None
        self.zones = [] if regional else [home]
        return "region" if regional else "cluster_location"

    def _scaled(self) -> bool | None:
        thing = self.thing
        if flag(thing.autoscaling) is False and given(thing.autoscaling):
            return False
        limits = [getattr(thing, name) for name in LIMITS]
        if on(thing.autoscaling) or any(map(given, limits)):
            return True
        return False if blank(thing.autoscaling) and all(map(blank, limits)) else None

    def region(self, ask: "Ask") -> str | None:
        """Return the region it is in; None where that is not known."""
        if self.zones:
            return region_of(ask.index, self.zones[0][0])
        home = next(names(self.place), None) if given(self.place) else None
        return home[0] if home else None

    def of(self, *generations: str) -> bool:
        """Whether it is of one of these generations."""
        return self.generation in generations

    def has(self, option: str) -> bool:
        """Whether an option is certainly on."""
        return on(getattr(self.thing, option))

    def count(self, name: str) -> int | None:
        """Return a count that is certainly given."""
        value: Value | None = getattr(self.thing, name)
        return number(value) if given(value) else None

    @property
    def compact(self) -> bool:
        """Whether COMPACT placement is certainly asked for."""
        return given(self.thing.placement) and (text(self.thing.placement) or "").upper() == "COMPACT"

    @property
    def slice_name(self) -> str:
        """The slice in words: `topology 4x4 on ct5lp-hightpu-4t`."""
        shape = "x".join(map(str, self.shape.sides)) if self.shape else "no topology"
        whose = "the workload policy's topology" if self.from_policy else "topology"
        return f"{whose} {shape} on {self.machine.machine_type if self.machine else 'this machine type'}"


def _shaped(ask: "Ask", value: "Value | None") -> "Hardware | None":
    """Return the hardware of xpk's other names, such as v6e-4x4: a generation with a topology."""
    name, _, shape = (text(value) or "").rpartition("-")
    return hardware_of(ask, name) if name and sides_of(Value(shape)) else None


def policy_type(policy: "Policy | None") -> str | None:
    """Return the type of a workload policy, in upper case; COMPACT for a group placement policy."""
    if policy is None:
        return None
    for value in (policy.type, policy.placement):
        if given(value):
            return (text(value) or "").upper()
    return None
