"""Regions, and who says which zones they have."""

import datetime as dt

from tpu_zones.records.dataclass import dataclass
from tpu_zones.records.period import Period
from tpu_zones.records.words import Confidence


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """A Google Cloud region; fields may be added."""

    region: str
    place: str | None
    country: str | None
    continent: str
    eu: bool
    heading: str | None
    """The heading under which Google's TPU pages list it."""
    status: str
    """public, restricted (allow-listed projects only), or unlisted."""
    latitude: float | None
    longitude: float | None
    coordinates_source: str | None
    coordinates_seen: Period | None
    coordinates_confidence: Confidence
    cfe_fraction_2024: float | None
    """Share of hours with carbon-free energy, Google's figure for 2024."""
    grid_gco2eq_per_kwh_2024: float | None
    low_co2: bool | None
    """Derived from the two figures by Google's published rule, not a copy of a label."""
    carbon_source: str | None
    carbon_seen: Period | None
    zones_source: str | None
    zones_seen: Period | None
    first_seen: str | None
    """First day in the machine type listing."""
    sources: tuple[str, ...]
    seen: Period
    confidence: Confidence
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneSource:
    """Who says that a zone exists."""

    zone: str
    sources: tuple[str, ...]
    seen: Period
    confidence: Confidence
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RegionEvent:
    """A region that appeared in the machine type listing."""

    date: dt.date
    event: str
    region: str
    sources: tuple[str, ...]
    seen: Period
    confidence: Confidence
