"""What each verdict rests on: for a generation in a zone its claims, options and prices, and who disagrees."""

from tpu_zones.facts.options import by_rule, taken
from tpu_zones.facts.readings import FRESH
from tpu_zones.records.availability import is_against, said_by
from tpu_zones.records.period import dated
from tpu_zones.records.statements import Disagreement
from tpu_zones.records.words import Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from tpu_zones.facts.catalog import Catalog
    from tpu_zones.page.texts import Sources, Texts
    from tpu_zones.records.claims import Claim
    from tpu_zones.records.offerings import Offering
    from tpu_zones.records.prices import Price

_RULE = "Google's general rule for every zone of its list"


class Details:
    """The details of what the page shows; texts, sources and disagreements are numbers."""

    def __init__(self, catalog: "Catalog", texts: "Texts", sources: "Sources") -> None:
        self._catalog, self._texts, self._sources = catalog, texts, sources
        self._disputes: dict[Disagreement, int] = {}
        self._prices: dict[tuple[str, str | None], list[Price]] = {}
        for price in catalog.prices(option="all", evidence="any"):
            self._prices.setdefault((price.generation, price.zone), []).append(price)

    def cell(self, one: "Offering", zone: str) -> "dict[str, Any]":
        """Return what is known of a generation in a zone."""
        text = self._texts
        there = self._catalog.availability(one.generation, zone)
        notes = (note.text for note in there.notes if note.code != self._catalog.snapshot.remark_code)
        remarks = dict.fromkeys((*one.qualifiers, one.note, *notes))
        return {
            "evidence": text(one.evidence),
            "answer": text(there.answer),
            "reasons": [text(reason) for reason in there.reasons],
            "seen": text(dated(one.last_seen)),
            "sizes": text(", ".join(one.sizes) or "all"),
            "surfaces": text(", ".join(one.surfaces)),
            "remarks": [text(remark) for remark in remarks if remark],
            "claims": [self._claim(claim) for claim in there.claims],
            "ways": list(self._ways(one)),
            "prices": [self._price(price) for price in self._prices.get((one.generation, zone), ())],
            "disputes": self._disputed(zone),
        }

    def _claim(self, claim: "Claim") -> list[int]:
        parts = (dated(claim.seen), claim.what, claim.option, claim.surface, claim.confidence, said_by(claim))
        return [int(is_against(claim)), *map(self._texts, parts), self._sources(claim.source)]

    def _ways(self, one: "Offering") -> "Iterator[list[int]]":
        """Yield option, surface, answer, why and when, of what is known."""
        for option in Option:
            for surface in one.surfaces:
                answer, verdicts = taken(self._catalog.index, one, option, surface)
                why, seen = next(((row.why, dated(row.seen)) for row in verdicts), (None, None))
                if why is None and by_rule(self._catalog.index, one, option):
                    why = _RULE
                if why is not None:
                    yield [*map(self._texts, (option, surface, answer, why, seen))]

    def _price(self, price: "Price") -> "list[object]":
        remarks = (
            price.reason,
            "rounded to cents" if price.rounded else None,
            f"read more than {FRESH.days} days before this page was made" if price.stale else None,
            price.note,
        )
        amount = None if price.usd_per_chip_hour is None else str(price.usd_per_chip_hour)
        read = dated(price.read_on) if price.read_on else None
        remark = "; ".join(filter(None, remarks))
        shown = map(self._texts, (price.option, price.form, amount, read, remark))
        return [*shown, [self._sources(source) for source in price.sources]]

    def generation(self, generation: str) -> "dict[str, Any]":
        """Return what a column rests on: Google's lists with their days, other names, who disagrees."""
        index, text = self._catalog.index, self._texts
        one = index.generations[generation]
        early = [note for note in self._catalog.zones(generation).notes if note.code in ("announced", "undocumented")]
        card = self._catalog.show(generation)
        called = next((fact.text for fact in card.facts if fact.name == "also called"), None)
        return {
            "id": text(generation),
            "name": text(one.name),
            "early": text(early[0] if early else None),
            "called": text(called),
            "lists": [
                [text(heading), text(dated(section.seen)), self._sources(section.source)]
                for (of, heading), section in index.sections.items()
                if of == generation
            ],
            "disputes": self._disputed(generation),
        }

    def _disputed(self, name: str) -> list[int]:
        tables = (table.rows for table in self._catalog.show(name).tables)
        found = (row for rows in tables for row in rows if isinstance(row, Disagreement))
        return [self._disputes.setdefault(row, len(self._disputes)) for row in found]

    @property
    def disputes(self) -> "list[dict[str, Any]]":
        """The disagreements in the order of their numbers."""
        text = self._texts
        return [
            {
                "topic": text(one.topic),
                "claims": [text(claim) for claim in one.claims],
                "trust": text(one.trust),
                "why": text(one.why),
                "sources": [self._sources(source) for source in one.sources],
            }
            for one in self._disputes
        ]
