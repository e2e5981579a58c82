"""TPU generations."""

from tpu_zones.records.dataclass import dataclass
from tpu_zones.records.period import Period
from tpu_zones.records.words import Answer, Confidence, Stage, Unit


@dataclass(frozen=True, slots=True, kw_only=True)
class Generation:
    """A TPU generation; fields may be added."""

    generation: str
    name: str
    ordinal: int
    """Its number in Google's count, 7 for tpu7x; several generations may share one."""
    stage: Stage
    status: str
    """Where it stands, in a sentence."""
    gke: Answer
    compute_engine: Answer
    cloud_tpu_api: Answer
    accelerator_type_prefix: str | None
    accelerator_type_unit: Unit | None
    """What the number counts: TensorCores or chips."""
    accelerator_types: tuple[str, ...]
    """Names that the Cloud TPU API or a tool knows; larger custom sizes may exist."""
    interconnect: str | None
    """How the chips of a slice are joined; None: not known."""
    newest_day: str | None
    """Newest exact day among all claims on the generation (computed), ISO 8601."""
    sources: tuple[str, ...]
    seen: Period
    confidence: Confidence
    note: str | None = None

    def __str__(self) -> str:
        return self.generation
