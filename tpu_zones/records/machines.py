"""TPU machine types, and the shapes of slices made of them."""

from enum import StrEnum

from tpu_zones.records.dataclass import dataclass
from tpu_zones.records.period import Period
from tpu_zones.records.words import Answer, Confidence


class Tier(StrEnum):
    """How well a slice's shape is known."""

    LISTED = "listed"
    CUSTOM = "custom"
    """Made by the rule for more than 64 chips."""
    LEGACY = "legacy"
    UNDOCUMENTED = "undocumented"


@dataclass(frozen=True, slots=True, kw_only=True)
class MachineType:
    """A TPU machine type; fields may be added."""

    machine_type: str
    generation: str
    family: str
    chips: int
    """Per VM."""
    vcpus: int | None
    memory_gb: int | None
    numa_nodes: int | None
    nics: int | None
    network_gbps: int | None
    hbm_total: str | None
    gke_accelerator: str | None
    """Value of the node label cloud.google.com/gke-tpu-accelerator."""
    single_host_topology: str | None
    single_host: bool
    multi_host: bool
    status: str
    """documented, legacy, undocumented, or not-gke."""
    gke: Answer
    compute_engine: Answer
    default_boot_disk: str | None
    boot_disk_types: tuple[str, ...]
    attach_disk_types: tuple[str, ...] | None
    """None: not known."""
    flex_start: bool | None
    reservation_vm_family: str | None
    aliases: tuple[str, ...]
    regions: tuple[str, ...]
    """Regions where the newest machine type listing shows it (computed)."""
    cpu_platform: str | None
    confidential: bool | None
    dranet: bool | None
    accelerator_slice: bool | None
    numa_source: str | None
    notes: tuple[str, ...]
    sources: tuple[str, ...]
    seen: Period
    confidence: Confidence
    workload_policy: bool = False
    """Multi-host slices are placed by a workload policy (computed from the statement tpu7x-workload-policy)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """One listed slice: generation, machine type and topology, hence chips and hosts."""

    generation: str
    machine_type: str
    topology: str
    chips: int
    tensorcores: int
    hosts: int
    chips_per_host: int
    multi_host: bool
    gke_accelerator: str | None
    accelerator_type: str | None
    """The Cloud TPU API's name for it, if that API can make it."""
    tier: Tier
    sources: tuple[str, ...]
    seen: Period
    confidence: Confidence
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ShapeRule:
    """How a 3D generation's shapes above the listed ones are made."""

    generation: str
    machine_type: str
    above_chips: int
    multiple_of: int
    max_chips: int
    """Documented limit of one slice."""
    max_topology: str
    disputed_max_chips: int | None
    """Limit that tools use; between the two limits sources disagree."""
    sources: tuple[str, ...]
    seen: Period
    confidence: Confidence
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RejectedName:
    """A name, or a shape of a machine type, that looks right and is not."""

    name: str
    topology: str | None
    reason: str
    sources: tuple[str, ...]
    seen: Period
    confidence: Confidence
