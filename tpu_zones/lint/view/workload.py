"""Pods, and what else selects TPU nodes, as rules see it: which nodes, which slice, how many Pods in one."""

from tpu_zones.lint.values import absent, given, number, on, plain, text
from tpu_zones.lint.view.places import names
from tpu_zones.lint.view.tables import SLICES
from tpu_zones.lint.view.vm import sides_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tpu_zones.lint.rules.base import Ask
    from tpu_zones.lint.values import Spot, Value
    from tpu_zones.lint.view.places import Zoned
    from tpu_zones.lint.view.tables import Fit
    from tpu_zones.lint.workloads import ComputeClass, Flavor, Workload
    from tpu_zones.records.machines import MachineType


class Work:
    """Pods, a priority of a compute class or a flavor; what does not follow with certainty is None.

    `label` is the accelerator label that is selected, `machines` the types whose nodes carry it: none where it is
    no such label. `sides` is the topology; `fits` how it fits each machine that has it, and `hosts` the nodes
    of a slice, where they are the same for all machines with the chips of a Pod. `machine` is the one type left.
    """

    __slots__ = (
        "chips",
        "fits",
        "flex",
        "generation",
        "hosts",
        "label",
        "machine",
        "machines",
        "sides",
        "states",
        "thing",
        "zones",
    )

    def __init__(self, thing: "Workload | ComputeClass | Flavor", ask: "Ask") -> None:
        self.thing = thing
        self.label = text(thing.accelerator) if given(thing.accelerator) else None
        self.machines: list[MachineType] = list(ask.tables.labels.get(self.label or "", ()))
        if absent(thing.accelerator) and (named := ask.tables.machines.get(text(self.value("machine_type")) or "")):
            self.machines = [named]
        generations = {one.generation for one in self.machines}
        self.generation = generations.pop() if len(generations) == 1 else None
        self.sides = sides_of(thing.topology) if given(thing.topology) else None
        self.zones: list[Zoned] = list(names(thing.zone))
        self.flex = self.has("flex_start")
        self.chips = number(self.value("chips"))
        fits = [(one, ask.tables.fit(one, self.sides)) for one in self.machines] if self.sides else []
        self.states = [fit.state for _, fit in fits]
        self.fits: list[tuple[MachineType, Fit]] = [one for one in fits if one[1].state in SLICES]
        asked = [one for one in self.fits if self.chips is None or one[0].chips == self.chips]
        counts = {fit.nodes for _, fit in asked}
        self.hosts = counts.pop() if len(counts) == 1 else None
        documented = [machine for machine, _ in asked if machine.status == "documented"]
        self.machine = documented[0] if len(documented) == 1 else None

    def unselected(self, field: str) -> "Spot | None":
        """Return where a selector of nodes is missing that nothing else stands for; None where none is."""
        chips, selector = self.value("chips"), self.value("selector")
        if not absent(self.value(field)) or self.left_to_others or not self.complete or not given(chips):
            return None
        return (selector and selector.spot) or (chips and chips.spot) or self.thing.spot

    def value(self, name: str) -> "Value | None":
        """Return a field; None where things of this kind have no such field."""
        return getattr(self.thing, name) if name in self.thing.fields else None

    def has(self, option: str) -> bool:
        """Whether an option is certainly on."""
        return on(self.value(option))

    @property
    def multi_host(self) -> bool | None:
        """Whether the slice has several hosts."""
        return None if self.hosts is None else self.hosts > 1

    @property
    def complete(self) -> bool:
        """Whether what is not written is certainly not there: nothing else completes the object."""
        return plain(self.value("partial")) is not True

    @property
    def left_to_others(self) -> bool:
        """Whether something else selects the nodes: a compute class, Kueue, a claim, what places parts of slices."""
        others = ("compute_class", "queue", "slice_topology", "claims")
        unclear = self.value("selector")
        return any(not absent(self.value(name)) for name in others) or (unclear is not None and not unclear.known)

    @property
    def topology(self) -> str:
        """The topology as it is written."""
        return str(plain(self.thing.topology))

    @property
    def nodes(self) -> str:
        """The selected nodes in words: `topology 4x4 on tpu-v6e-slice`."""
        return f"topology {self.topology}" + (f" on {self.label}" if self.machines else "")
