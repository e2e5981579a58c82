"""Names that cover regions."""

from tpu_zones.records.dataclass import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A name that covers regions: a group, continent, country, state or city; it may cover none."""

    code: str
    kind: str
    name: str
    names: tuple[str, ...]
    country: str | None
    keys: tuple[str, ...]
    """What the names are compared by (computed)."""
    regions: tuple[str, ...]
    latitude: float | None
    longitude: float | None
    sources: tuple[str, ...]
