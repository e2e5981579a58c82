"""Facts that are neither a claim on a place nor a row of a table of their own."""

from tpu_zones.records.dataclass import dataclass
from tpu_zones.records.period import Period
from tpu_zones.records.words import Confidence


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One sourced statement, and where it has one, the value that code can use."""

    topic: str
    id: str
    text: str
    value: object
    applies_to: tuple[str, ...]
    """Generations or things; empty: all."""
    sources: tuple[str, ...]
    seen: Period
    confidence: Confidence
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Disagreement:
    """Two things that sources say of one matter, and which side this catalog takes."""

    id: str
    topic: str
    claims: tuple[str, ...]
    trust: str | None
    why: str | None
    sources: tuple[str, ...]
    seen: tuple[Period, ...]
    """One a source."""
    confidence: Confidence | None = None
    """In the statement that they disagree; None: not given."""
