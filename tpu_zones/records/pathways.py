"""Cloud Pathways: worker types and generations."""

from dataclasses import dataclass

from tpu_zones.records.period import Period
from tpu_zones.records.words import Confidence


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkerType:
    """A worker type of PathwaysJob and the topologies that its controller accepts, letter by letter."""

    worker_type: str
    generation: str
    gke_accelerator: str
    instance_prefix: str
    chips: int
    """Per VM."""
    dimensions: int
    topologies: tuple[str, ...]
    max_chips: int
    sources: tuple[str, ...]
    seen: Period
    confidence: Confidence
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PathwaysGeneration:
    """What is known of a generation under Pathways."""

    generation: str
    named: bool
    """Named in the report of general availability."""
    shared_service: bool
    worker_type: bool
    sources: tuple[str, ...]
    seen: Period
    confidence: Confidence
    note: str | None = None
