"""The names that people give to TPU hardware."""

from enum import StrEnum

from tpu_zones.records.dataclass import dataclass
from tpu_zones.records.period import Period
from tpu_zones.records.words import Confidence


class AliasVerdict(StrEnum):
    """What to do with a name that people write."""

    ACCEPT = "accept"
    NOTE = "note"
    """Accept, and say what it was taken for."""
    AMBIGUOUS = "ambiguous"
    REJECT = "reject"


@dataclass(frozen=True, slots=True, kw_only=True)
class Alias:
    """A name that people write for hardware, compared without case, blanks, `-` and `_`."""

    alias: str
    generations: tuple[str, ...]
    """What it may mean; more than one is ambiguous."""
    kind: str
    verdict: AliasVerdict
    note: str | None
    sources: tuple[str, ...]
    seen: Period
    confidence: Confidence
