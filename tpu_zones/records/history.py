"""What changed, and when."""

from tpu_zones.records.dataclass import dataclass
from tpu_zones.records.period import Period
from tpu_zones.records.words import Confidence


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """Something that was added or removed; fields may be added.

    It lies between `before` and `when`, both included.
    """

    generation: str | None
    """None: a step that is not about one generation."""
    zone: str | None
    region: str | None
    what: str
    """On Google's zone lists: first listed, added, removed, sizes. In the machine type listing: appeared,
    disappeared. Without a place: a step such as announced, preview, general availability."""
    when: Period
    """Of the first statement that shows the change."""
    before: Period | None
    """Of the last statement that shows what was there; None: no earlier one says anything."""
    sizes: tuple[str, ...]
    """Accelerator types or machine types that it is limited to; empty: all."""
    list: str | None
    """The list that shows the change."""
    sources: tuple[str, ...]
    """Of the statement that shows the change, then of the one before it."""
    confidence: Confidence
    note: str | None = None

    def __str__(self) -> str:
        place = self.zone or self.region
        return " ".join(filter(None, (self.generation, place, self.what, str(self.when))))
