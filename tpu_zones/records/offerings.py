"""Verdicts, computed from claims when a snapshot is built."""

from dataclasses import dataclass

from tpu_zones.records.period import Period
from tpu_zones.records.words import Answer, Evidence, Option, Surface, What


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """The newest list that covers a generation under a heading of Google's page."""

    generation: str
    heading: str
    list: str
    seen: Period
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Offering:
    """One generation in one zone; fields may be added.

    `zone` is None where only the region is known: such a row never answers a question on zones.
    """

    generation: str
    zone: str | None
    region: str
    evidence: Evidence
    last_seen: Period
    """Of the newest claim that has it there."""
    sighting: What
    """The strongest kind of claim that has it there."""
    sighted: Period
    """Of the newest claim of that kind."""
    newest_day: str | None
    """Newest exact day among all claims on the pair, ISO 8601."""
    sizes: tuple[str, ...]
    """Accelerator types that the list names; empty: all."""
    qualifiers: tuple[str, ...]
    surfaces: tuple[Surface, ...]
    sources: tuple[str, ...]
    note: str | None = None


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
