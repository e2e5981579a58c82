"""Zones: places, without evidence."""

from tpu_zones.records.dataclass import dataclass
from tpu_zones.records.words import Access, ZoneKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Zone:
    """A Google Cloud zone: a place, without any evidence; fields may be added."""

    zone: str
    region: str
    place: str | None
    """The town of the region, with its state where it has one; None: not known."""
    country: str | None
    """ISO 3166-1 alpha-2."""
    continent: str
    eu: bool
    kind: ZoneKind
    access: Access
    parent_zone: str | None
    """Of an AI zone: the standard zone that it hangs on."""

    def __str__(self) -> str:
        return self.zone
