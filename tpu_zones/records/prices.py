"""Prices: as sources give them, and as they answer a question."""

from decimal import Decimal

from tpu_zones.records.dataclass import dataclass
from tpu_zones.records.period import Period
from tpu_zones.records.words import Confidence, Evidence, Option


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceReading:
    """One reading of a list price, USD per chip-hour before tax and discounts."""

    generation: str
    form: str | None
    """device (one host, 4 chips) or pod: v2 and v3 only."""
    region: str
    option: Option
    usd_per_chip_hour: Decimal
    read_on: Period
    rounded: bool
    """The source shows cents; the exact price may differ in the third place."""
    current: bool
    """False: an earlier or less trusted reading, kept for comparison, never an answer."""
    sources: tuple[str, ...]
    confidence: Confidence
    note: str | None = None

    def __str__(self) -> str:
        return f"{self.usd_per_chip_hour} ({self.read_on})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """What a chip-hour costs in a zone, bought one way; fields may be added.

    A list price before tax and discounts. It is no offer, and says nothing of free capacity.
    """

    generation: str
    form: str | None
    """device (one host, 4 chips) or pod: v2 and v3 only."""
    zone: str | None
    """None: the price of a region where no zone of the evidence asked for is known."""
    region: str
    option: Option
    usd_per_chip_hour: Decimal | None
    """None: not known, see `reason`."""
    read_on: Period | None
    """When the price was read; None: there is none."""
    rounded: bool
    """The source shows cents; the exact price may differ in the third place."""
    stale: bool
    """A Spot price read more than 30 days ago; such prices may change every day."""
    evidence: Evidence | None
    """Of the generation in the zone; without a zone the strongest in the region, None where none is known."""
    reason: str | None
    """Why there is no price, or no zone."""
    sources: tuple[str, ...]
    confidence: Confidence | None
    earlier: tuple[PriceReading, ...]
    """Older or less trusted readings, for comparison."""
    note: str | None = None

    def __str__(self) -> str:
        return f"{self.zone or self.region} {self.option} {self.usd_per_chip_hour or 'unknown'}"
