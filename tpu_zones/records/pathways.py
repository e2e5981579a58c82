"""Cloud Pathways: worker types and generations, and the answer to what is known of it for a TPU."""

import datetime as dt
from decimal import Decimal
from enum import StrEnum

from tpu_zones.records.dataclass import dataclass
from tpu_zones.records.offerings import Offering
from tpu_zones.records.period import Period
from tpu_zones.records.rows import Note, Rows
from tpu_zones.records.table import Sheet
from tpu_zones.records.words import Answer, Confidence

_SHOWN = 8


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


class PathwaysStage(StrEnum):
    """How far Pathways has come on a platform."""

    GA = "ga"
    PREVIEW = "preview"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class PathwaysPlatform:
    """How far Pathways has come on a platform, and who says so."""

    platform: str
    """gke, or slurm (through Cluster Director)."""
    stage: PathwaysStage
    sources: tuple[str, ...]
    seen: Period | None
    confidence: Confidence
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class JaxLimit:
    """The lowest JAX of one part of Pathways."""

    part: str
    """images, or client library."""
    minimum: str | None
    answer: Answer | None
    """Whether the version asked about is enough; None: none was asked about."""
    sources: tuple[str, ...]
    seen: Period | None
    confidence: Confidence
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pathways:
    """What is known of Pathways for a TPU; fields may be added.

    How far it has come, and where the TPU is offered, are two things: `stage` and `offerings`.
    """

    generation: str | None
    """None: no TPU was asked about."""
    platform: str
    stage: PathwaysStage
    named: bool | None
    """Whether the generation is named for Pathways; False is not named, never impossible."""
    jax: str | None
    answer: Answer
    """no: the JAX asked about is too old for the images; unknown: the generation is not named."""
    generations: tuple[str, ...]
    """Those that are named for Pathways."""
    platforms: Rows[PathwaysPlatform]
    offerings: Rows[Offering]
    """Of the generation, or of those that are named."""
    worker_types: Rows[WorkerType]
    images: tuple[str, ...]
    image_tags: tuple[str, ...]
    """Those seen in public."""
    jax_limits: Rows[JaxLimit]
    environment: tuple[str, ...]
    """Settings of the client."""
    fee: Decimal | None
    """A price of Pathways itself; None: none is named, which is not zero."""
    evidence_date: dt.date | None
    notes: tuple[Note, ...] = ()

    def __bool__(self) -> bool:
        raise TypeError("it is yes, no or unknown, and none of them is true or false: ask for .answer")

    def __repr__(self) -> str:
        return f"<Pathways {self._title}>"

    def __str__(self) -> str:
        return str(self.sheet())

    @property
    def _title(self) -> str:
        jax = f", JAX {self.jax}: {self.answer}" if self.jax else ""
        return f"{self.generation or 'any TPU'} on {self.platform}{jax}"

    def sheet(self) -> Sheet:
        """Return the answer as a card."""
        named = {True: "named for Pathways; ", False: "not named for Pathways; ", None: ""}[self.named]
        sheet = Sheet(
            [
                f"Pathways, {self._title}",
                f"  stage: {self.stage}",
                f"  {named}those named are {', '.join(self.generations) or 'none'}",
                *(f"  image: {image}" for image in self.images),
                f"  image tags seen: {', '.join(self.image_tags) or 'none'}",
                *(f"  client: {setting}" for setting in self.environment),
                "  fee: unknown (none is named)" if self.fee is None else f"  fee: {self.fee}",
            ]
        )
        sheet.add(
            "lowest JAX",
            ("part", "minimum", "enough", "seen"),
            [(one.part, one.minimum or "unknown", one.answer, one.seen) for one in self.jax_limits],
        )
        sheet.add(
            "worker types",
            ("worker type", "chips", "topologies"),
            [(one.worker_type, one.chips, _some(one.topologies)) for one in self.worker_types],
        )
        sheet.add(
            "where the TPU is offered",
            ("generation", "zone", "evidence", "last seen"),
            [(one.generation, one.zone, one.evidence, one.last_seen) for one in self.offerings],
        )
        return sheet


def _some(topologies: tuple[str, ...]) -> str:
    more = f" ... {topologies[-1]} ({len(topologies)} in all)" if len(topologies) > _SHOWN else ""
    return " ".join(topologies[: _SHOWN if more else None]) + more
