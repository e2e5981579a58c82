"""Quota metrics and reservation families."""

from tpu_zones.records.dataclass import dataclass
from tpu_zones.records.period import Period
from tpu_zones.records.words import Confidence


@dataclass(frozen=True, slots=True, kw_only=True)
class Quota:
    """A quota that TPU capacity draws on; fields may be added."""

    service: str
    generation: str
    provisioning: str
    """on-demand, spot, serving or any."""
    display_name: str | None
    metric: str | None
    quota_id: str | None
    tpu_family: str | None
    """Dimension of the metric, where it has one."""
    unit: str
    """chips or cores."""
    per: str | None
    """zone or region; None: not known."""
    default: int | None
    """What a project has without asking, in the quota's unit; None: not known."""
    legacy_enum: str | None
    """Its older name, where one is known."""
    sources: tuple[str, ...]
    seen: Period
    confidence: Confidence
    note: str | None = None

    def __str__(self) -> str:
        return f"{self.generation} {self.provisioning} {self.quota_id or self.display_name or self.metric or 'unnamed'}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReservationFamily:
    """The vmFamily of a TPU reservation."""

    vm_family: str
    machine_family: str | None
    sources: tuple[str, ...]
    seen: Period
    confidence: Confidence
    note: str | None = None
