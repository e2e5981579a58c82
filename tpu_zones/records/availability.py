"""Whether Google offers a TPU in a zone, with the claims for and against."""

import datetime as dt

from tpu_zones.records.claims import Claim
from tpu_zones.records.dataclass import dataclass
from tpu_zones.records.period import dated
from tpu_zones.records.quotas import Quota
from tpu_zones.records.rows import Note, Rows
from tpu_zones.records.words import Answer, Evidence, Option, Surface, What

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from tpu_zones.records.table import Sheet

_SHOWN_CLAIMS, _SHOWN_ZONES = 12, 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Near:
    """A zone where something is offered, and how far it is."""

    zone: str
    region: str
    kilometres: int | None
    """Between the regions, 0 within one; None: one of them has no known coordinates."""

    @property
    def distance(self) -> str:
        """The distance in words."""
        if self.kilometres is None:
            return "distance unknown"
        return f"{self.kilometres:,} km" if self.kilometres else "same region"

    def __str__(self) -> str:
        return f"{self.zone} ({self.distance})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Availability:
    """Whether Google offers a TPU in a zone, never whether capacity is free; fields may be added.

    It has no truth value: of the three answers, unknown is neither true nor false.
    """

    tpu: str
    """As it was asked for."""
    generation: str
    zone: str
    option: Option | None
    surface: Surface | None
    answer: Answer
    evidence: Evidence | None
    """Of the generation in the zone, whatever the size, option and surface; None: no claim has it there."""
    reasons: tuple[str, ...]
    claims: Rows[Claim]
    """For and against, the newest first; the newest list is an `absent` claim where it lacks the zone."""
    nearest: Rows[Near]
    """Other zones where the answer to the same question is yes."""
    quota: Rows[Quota]
    """What to ask for, by the surfaces that serve the generation."""
    evidence_date: dt.date | None
    notes: tuple[Note, ...] = ()

    def __bool__(self) -> bool:
        raise TypeError("an availability is yes, no or unknown, and none of them is true or false: ask for .answer")

    def with_notes(self, notes: "Iterable[Note]") -> "Availability":
        """Return the same answer with further notes."""
        from dataclasses import replace

        return replace(self, notes=(*self.notes, *notes))

    def __repr__(self) -> str:
        return f"<Availability {self._title}>"

    def __str__(self) -> str:
        return str(self.sheet())

    def sheet(self) -> "Sheet":
        """Return the answer as a card to print."""
        from tpu_zones.records.table import Sheet

        known = [f"evidence of {self.generation} there: {self.evidence}"] if self.evidence else []
        card = Sheet([self._title, *(f"  {line}" for line in (*self.reasons, *known))])
        claims, zones = self.claims[:_SHOWN_CLAIMS], self.nearest[:_SHOWN_ZONES]
        card.add(
            "claims, the newest first",
            ("", "seen", "what", "confidence", "option", "surface", "said", "source"),
            [_claim_cells(claim) for claim in claims],
            len(self.claims) - len(claims),
        )
        card.add(
            "nearest zones where it is offered",
            ("zone", "distance"),
            [(near.zone, near.distance) for near in zones],
            len(self.nearest) - len(zones),
        )
        card.add(
            "quota",
            ("buy", "name", "metric", "family", "unit", "per", "service"),
            [_quota_cells(one) for one in self.quota],
        )
        return card

    @property
    def _title(self) -> str:
        asked = "".join(f", {word}" for word in (self.option, self.surface) if word)
        return f"{self.tpu} in {self.zone}{asked}: {self.answer}"


def is_against(claim: Claim) -> bool:
    """Whether a claim speaks against what it is on."""
    return claim.what in (What.ABSENT, What.REFUSED)


def said_by(claim: Claim) -> str:
    """Return what a claim says beside its fields: its list and its note."""
    return "; ".join(filter(None, (claim.list and f"list {claim.list}", claim.note)))


def _claim_cells(one: Claim) -> tuple[object, ...]:
    side = "against" if is_against(one) else "for"
    return side, dated(one.seen), one.what, one.confidence, one.option, one.surface, said_by(one), one.source


def _quota_cells(one: Quota) -> tuple[object, ...]:
    name = one.quota_id or one.display_name or one.legacy_enum
    return one.provisioning, name, one.metric, one.tpu_family, one.unit, one.per or "unknown", one.service
