"""Placements: a zone, a slice, an option and a price, which together are one way to get what was asked."""

from decimal import Decimal

from tpu_zones.records.dataclass import dataclass
from tpu_zones.records.period import Period
from tpu_zones.records.words import Access, Answer, Evidence, Option, Surface


@dataclass(frozen=True, slots=True, kw_only=True)
class Placement:
    """One way to get what was asked; fields may be added.

    It says what Google offers, never whether capacity is free.
    """

    generation: str
    machine_type: str | None
    """None for v2, which has no machine type on GKE or Compute Engine."""
    topology: str | None
    chips: int
    """Of one slice."""
    tensorcores: int
    hosts: int
    """VMs of one slice."""
    chips_per_host: int
    multi_host: bool
    gke_accelerator: str | None
    """Value of the node label cloud.google.com/gke-tpu-accelerator."""
    accelerator_type: str | None
    zone: str
    option: Option
    slices: int
    nodes: int
    """Hosts of all slices."""
    usd_per_hour: Decimal | None
    """Of all slices, not rounded; None: not known, see `notes`."""
    total_usd: Decimal | None
    """For the hours asked about, to the cent, halves up."""
    read_on: Period | None
    """When the price was read."""
    gke_version: str | None
    """Lowest GKE version (Standard); None: not known, or another surface."""
    quota: tuple[str, ...]
    """What to ask for, with the amount; empty: nothing more to ask for, or not known, see `notes`."""
    notes: tuple[str, ...]
    region: str
    access: Access
    evidence: Evidence
    """Of the generation in the zone."""
    option_answer: Answer
    """Whether the option is known to be taken there: yes, or unknown."""
    kilometres: int | None
    """From the place asked about, between the regions; None: not asked, or not known."""
    usd_per_chip_hour: Decimal | None
    peak_pflops: Decimal | None
    """Dense bf16 PFLOP/s of all slices."""
    usd_per_pflop_hour: Decimal | None
    """USD per PFLOP/s-hour: chips of different generations are not the same work."""
    cpu_families: tuple[str, ...] | None
    """Machine families that the zone is known to have for a system pool; None: not known."""
    boot_disk: str | None
    """Disk type that the machine type needs; None: GKE's usual ones do."""
    surface: Surface | None
    price_sources: tuple[str, ...]

    def __str__(self) -> str:
        shape = f"{self.machine_type} {self.topology}" if self.machine_type else str(self.accelerator_type)
        many = f"{self.slices} x " if self.slices > 1 else ""
        return f"{self.zone} {many}{shape} {self.option}"

    def emit(
        self,
        form: str,
        *,
        cluster: str | None = None,
        location: str | None = None,
        name: str | None = None,
        reservation: str | None = None,
        project: str | None = None,
    ) -> str:
        """Return a config to paste: gcloud, terraform, computeclass or pod.

        Names that are not given are placeholders in capitals; the pool's own follows from the slice. Raises
        `WrongUsage` for a name that is none, and for a placement that GKE cannot make.

        form: gcloud, terraform, computeclass or pod
        cluster: name of the GKE cluster
        location: region or zone of the cluster
        name: of the node pool, ComputeClass or Job
        reservation: name of the reservation that a reserved pool takes its nodes from
        project: of that reservation
        """
        from tpu_zones.planning.emit import emit

        names = {"cluster": cluster, "location": location, "reservation": reservation, "project": project}
        return emit(self, form, name, **names)
