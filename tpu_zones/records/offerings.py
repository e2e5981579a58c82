"""What is known of a generation in a zone: computed from claims when a snapshot is built."""

from tpu_zones.records.dataclass import dataclass
from tpu_zones.records.period import Period
from tpu_zones.records.words import Evidence, Surface, What


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
    """What sets the zone apart: ai-zone, restricted-region, single-tenant, spot-quota-excepted."""
    surfaces: tuple[Surface, ...]
    sources: tuple[str, ...]
    note: str | None = None

    def __str__(self) -> str:
        return f"{self.generation} {self.zone or self.region} {self.evidence}"
