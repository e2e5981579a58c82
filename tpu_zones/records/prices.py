"""Prices as sources give them."""

from dataclasses import dataclass
from decimal import Decimal

from tpu_zones.records.period import Period
from tpu_zones.records.words import Confidence, Option


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
