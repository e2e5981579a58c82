"""Slices: a generation, a machine type and a topology, hence chips and hosts."""

from tpu_zones.records.dataclass import dataclass
from tpu_zones.records.machines import Tier
from tpu_zones.records.period import Period
from tpu_zones.records.words import Surface


@dataclass(frozen=True, slots=True, kw_only=True)
class Slice:
    """One way to have a number of chips in one piece; fields may be added."""

    generation: str
    machine_type: str | None
    """None for v2, which has no machine type on GKE or Compute Engine."""
    topology: str | None
    """None for v2, whose shapes are not known."""
    chips: int
    tensorcores: int
    hosts: int
    """VMs, hence nodes of a GKE node pool."""
    chips_per_host: int
    multi_host: bool
    gke_accelerator: str | None
    """Value of the node label cloud.google.com/gke-tpu-accelerator."""
    accelerator_type: str | None
    """The Cloud TPU API's name for it, if that API can make it."""
    surfaces: tuple[Surface, ...]
    """Where it can be created."""
    tier: Tier
    disputed: bool = False
    """Larger than the documented limit, within the one that tools use."""
    sources: tuple[str, ...]
    seen: Period
    note: str | None = None

    def __str__(self) -> str:
        return f"{self.machine_type} {self.topology}" if self.machine_type else str(self.accelerator_type)
