"""What a number of chips costs for a number of hours."""

from decimal import Decimal

from tpu_zones.records.dataclass import dataclass
from tpu_zones.records.period import Period
from tpu_zones.records.words import Option


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """Chips x hours x the list price of a region; fields may be added."""

    generation: str
    region: str
    zones: tuple[str, ...]
    """Those of the region that offer it; empty where only the region is known."""
    option: Option
    form: str | None
    """device (one host, 4 chips) or pod: v2 and v3 only."""
    chips: int
    """In total."""
    hours: Decimal
    chip_hours: Decimal
    """Chips x hours."""
    usd_per_chip_hour: Decimal | None
    """Not rounded; None: not known, see `reason`."""
    total_usd: Decimal | None
    """To the cent, halves up; None: not known."""
    read_on: Period | None
    """When the price was read; None: there is none."""
    rounded: bool
    """The source of the price shows cents."""
    reason: str | None
    """Why there is no price, or no zone."""
    price_sources: tuple[str, ...]
    """Names of the sources of the price, as `claims` names them."""

    def __str__(self) -> str:
        return f"{self.region} {self.option} {'unknown' if self.total_usd is None else self.total_usd}"
