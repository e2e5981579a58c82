"""What a chip can do, and when it came."""

import datetime as dt

from tpu_zones.records.dataclass import dataclass
from tpu_zones.records.period import Period
from tpu_zones.records.words import Confidence


@dataclass(frozen=True, slots=True, kw_only=True)
class Spec:
    """One figure of a generation's chip, with its unit."""

    generation: str
    name: str
    value: object
    unit: str
    sources: tuple[str, ...]
    seen: Period
    confidence: Confidence
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Launch:
    """A dated step in the life of a generation or an option."""

    generation: str | None
    event: str
    date: dt.date
    sources: tuple[str, ...]
    seen: Period
    confidence: Confidence
