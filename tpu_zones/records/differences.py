"""What two catalogs answer differently."""

from tpu_zones.records.dataclass import dataclass
from tpu_zones.records.words import Option, Surface


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One answer that changed; fields may be added."""

    kind: str
    """zone (of a generation, documented), evidence, option, price or version."""
    what: str
    """added, removed or changed."""
    generation: str
    """Of a version, what it is the minimum for."""
    place: str | None
    """A zone; for a price, or where no zone is known, a region; for a version, the mode of GKE."""
    option: Option | None
    surface: Surface | None
    before: str | None
    after: str | None
    """The answers of both sides; None: there is none."""
    note: str | None = None

    def __str__(self) -> str:
        subject = " ".join(filter(None, (self.generation, self.place, self.option, self.surface)))
        return f"{self.kind} {self.what}: {subject}: {self.before or 'none'} -> {self.after or 'none'}"
