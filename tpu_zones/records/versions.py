"""Minimum versions: of GKE, of Cloud TPU runtimes, of frameworks."""

from tpu_zones.records.dataclass import dataclass
from tpu_zones.records.period import Period
from tpu_zones.records.words import Answer, Confidence, Surface


@dataclass(frozen=True, slots=True, kw_only=True)
class GkeVersion:
    """The lowest GKE version for a generation or a feature; None is not known, hence not enforced."""

    id: str
    scope: str
    """generation, auto-creation, feature or workload."""
    subject: str
    mode: str
    """standard, autopilot, node pool auto-creation, or any."""
    min_version: str | None
    severity: str
    alternatives: tuple[str, ...]
    """Other figures that sources give, each with its source in the note."""
    sources: tuple[str, ...]
    seen: Period
    confidence: Confidence
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ModeSupport:
    """Whether a generation runs on GKE Standard and on Autopilot."""

    generation: str
    standard: Answer
    autopilot: Answer
    sources: tuple[str, ...]
    seen: Period
    confidence: Confidence


@dataclass(frozen=True, slots=True, kw_only=True)
class RuntimeVersion:
    """A software version for Cloud TPU VMs, or the image that stands in for one."""

    generations: tuple[str, ...]
    runtime_version: str | None
    """None: the generation boots a Compute Engine image."""
    frameworks: tuple[str, ...]
    recommended: bool
    image_family: str | None
    image_project: str | None
    sources: tuple[str, ...]
    seen: Period
    confidence: Confidence
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameworkVersion:
    """A framework release and the libtpu, Python or generation that belongs to it."""

    framework: str
    version: str | None
    libtpu: str | None
    python: str | None
    generation: str | None
    minimum: str | None
    """Lowest framework version for the generation."""
    sources: tuple[str, ...]
    seen: Period
    confidence: Confidence
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """The lowest version that something needs, or the one that belongs to it; fields may be added."""

    subject: str
    """A generation, a feature, or a release that the version belongs to."""
    scope: str
    """generation, feature or workload (of GKE), runtime, image, jax, tensorflow or libtpu."""
    surface: Surface | None
    """None: wherever it runs."""
    mode: str
    """standard, autopilot, auto-creation, or any."""
    minimum: str | None
    """None: not known, or there is none; see `answer` and `note`."""
    answer: Answer | None
    """Whether the GKE version asked about is enough; without one only what is settled: no, or unknown."""
    note: str | None
    sources: tuple[str, ...]
    seen: Period | None
    """None: nothing was found that says it."""
    confidence: Confidence
    alternatives: tuple[str, ...] = ()
    """Other figures that sources give."""

    def __str__(self) -> str:
        return f"{self.subject} {self.minimum or 'unknown'}"
