"""Newest lists and verdicts on options: computed from claims when a snapshot is built."""

from tpu_zones.records.dataclass import dataclass
from tpu_zones.records.period import Period
from tpu_zones.records.words import Answer, Option, Surface


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """The newest list that covers a generation under a heading of Google's page."""

    generation: str
    heading: str
    list: str
    seen: Period
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionVerdict:
    """Whether an option is known to be taken in a zone through one surface.

    Pairs without a row follow the general rule, or are unknown; `zone` is None for a whole generation.
    """

    generation: str
    zone: str | None
    option: Option
    surface: Surface
    answer: Answer
    allowlist: bool
    """Yes, for projects that Google admitted."""
    why: str
    seen: Period
    sources: tuple[str, ...]
