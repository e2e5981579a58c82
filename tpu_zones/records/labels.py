"""Labels of TPU workloads on GKE."""

from tpu_zones.records.dataclass import dataclass
from tpu_zones.records.period import Period
from tpu_zones.records.words import Confidence


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """A label, taint, annotation or resource of TPU workloads on GKE, or a value mistaken for one."""

    name: str
    kind: str
    valid: bool
    """False: a value seen in the wild that is no accelerator label."""
    values: object
    note: str | None
    sources: tuple[str, ...]
    seen: Period
    confidence: Confidence
