"""Who says what, and since when."""

from enum import StrEnum

from tpu_zones.records.dataclass import dataclass
from tpu_zones.records.period import Period
from tpu_zones.records.words import Confidence, Option, Surface, What


class Scope(StrEnum):
    """How wide a claim is."""

    ZONE = "zone"
    REGION = "region"
    GENERATION = "generation"
    ALL = "all"


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One source's word on a generation in a place; fields may be added.

    `zone` is None for a claim on a region, a generation, or on all of them; see `scope`.
    """

    generation: str
    """`any` for a claim on all generations."""
    zone: str | None
    region: str | None
    scope: Scope
    what: What
    seen: Period
    source: str
    confidence: Confidence
    option: Option | None = None
    surface: Surface | None = None
    """None: not said, or every surface that serves the generation."""
    sizes: tuple[str, ...] = ()
    """Accelerator types or machine sizes that the claim is limited to; empty: all."""
    list: str | None = None
    """The public list that the claim was read from."""
    weak: bool = False
    """A single doubtful mention."""
    allowlist: bool = False
    """Only for projects that Google admitted."""
    note: str | None = None

    def __str__(self) -> str:
        return " ".join(
            filter(None, (self.generation, self.zone or self.region, self.option, self.what, str(self.seen)))
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where claims come from: a page, or a file of a repository at a commit."""

    source: str
    """Its id, as records cite it."""
    kind: str
    url: str | None
    repository: str | None = None
    path: str | None = None
    commit: str | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneList:
    """One version of a public list: of zones, or of the zones of one option."""

    list: str
    about: str
    """zones, calendar or flex-start."""
    seen: Period
    source: str
    confidence: Confidence
    covers: tuple[str, ...]
    """`generation/heading` pairs that the copy shows in full: absence there is news."""
    complete: str
    note: str | None = None
