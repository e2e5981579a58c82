"""A TPU VM as rules see it: which generation, which slice, which zone."""

from tpu_zones.errors import TpuZonesError, WrongUsage
from tpu_zones.lint.values import on, text
from tpu_zones.lint.view.places import names
from tpu_zones.shapes import parse_topology

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tpu_zones.lint.rules.base import Ask
    from tpu_zones.lint.things import TpuVm
    from tpu_zones.lint.values import Value
    from tpu_zones.lint.view.places import Zoned
    from tpu_zones.names import Hardware
    from tpu_zones.records.machines import MachineType
    from tpu_zones.shapes import Sides

CLOUD_TPU, COMPUTE_ENGINE, TPU_NODE = "cloud-tpu-api", "compute-engine", "tpu-node"


class Vm:
    """A TPU VM with what follows from its values; what does not follow with certainty is None.

    `hardware` is what its accelerator type means, where that is one; `machine` its machine type.
    """

    __slots__ = ("flex", "generation", "hardware", "machine", "sides", "surface", "thing", "zones")

    def __init__(self, thing: "TpuVm", ask: "Ask") -> None:
        self.thing = thing
        self.surface = text(thing.surface) or CLOUD_TPU
        self.flex = self.has("flex_start")
        self.zones: list[Zoned] = list(names(thing.zone))
        self.hardware = hardware_of(ask, text(thing.accelerator_type))
        self.machine: MachineType | None = ask.tables.machines.get((text(thing.machine_type) or "").casefold())
        self.sides = sides_of(thing.topology)
        self.generation = self._generation(ask)

    def _generation(self, ask: "Ask") -> str | None:
        if self.hardware:
            return self.hardware.generation
        if self.machine:
            return self.machine.generation
        word = text(self.thing.tpu_type)
        return enum(ask, word) if word else None

    def has(self, option: str) -> bool:
        """Whether an option is certainly on."""
        return on(getattr(self.thing, option))

    @property
    def type_value(self) -> "Value | None":
        """The value that says what hardware it is."""
        return self.thing.accelerator_type or self.thing.tpu_type or self.thing.machine_type


def sides_of(value: "Value | None") -> "Sides | None":
    """Return the sides of a topology that is known and of the right form."""
    word = text(value)
    try:
        return parse_topology(word) if word else None
    except WrongUsage:
        return None


def enum(ask: "Ask", word: str) -> str | None:
    """Return the generation that a word of the Cloud TPU API's type field means."""
    for one in ask.index.statements.values():
        if one.topic == "cloud-tpu-api" and isinstance(one.value, dict) and one.value.get("enum") == word.upper():
            return str(one.value["generation"])
    found = hardware_of(ask, word)
    return found.generation if found else None


def hardware_of(ask: "Ask", word: str | None) -> "Hardware | None":
    """Return what an accelerator type, or another name of hardware, means; None for no name of any."""
    if not word:
        return None
    found = ask.tables.hardware(word)
    return None if isinstance(found, TpuZonesError) else found
