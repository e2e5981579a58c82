"""What look-ups go through: the tables of a snapshot, by what they are asked for."""

from functools import cached_property

from tpu_zones.names import Names
from tpu_zones.places import Places
from tpu_zones.records.words import Access, Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from tpu_zones.facts.load import Snapshot
    from tpu_zones.records.claims import Claim
    from tpu_zones.records.generations import Generation
    from tpu_zones.records.offerings import Offering
    from tpu_zones.records.prices import PriceReading
    from tpu_zones.records.regions import Region
    from tpu_zones.records.statements import Statement
    from tpu_zones.records.verdicts import OptionVerdict, Section
    from tpu_zones.records.zones import Zone


class Index:
    """Lazy indexes over one snapshot: each is built when it is first asked for, and kept."""

    def __init__(self, snapshot: "Snapshot") -> None:
        self.snapshot = snapshot
        self.table = snapshot.table
        self.granted: frozenset[tuple[str, str | None]] = frozenset()
        """Generation and zone of what the project that asks was given beside Google's list."""

    @cached_property
    def names(self) -> Names:
        """The parser of names of hardware."""
        return Names(self.generations, self.table)

    @cached_property
    def places(self) -> Places:
        """The parser of places."""
        return Places(self.zones, self.table("places"), self.table)

    @cached_property
    def zones(self) -> "Mapping[str, Zone]":
        """Zones by id."""
        return {zone.zone: zone for zone in self.table("zones")}

    @cached_property
    def regions(self) -> "Mapping[str, Region]":
        """Regions by id."""
        return self.snapshot.keyed("regions", "region")

    @cached_property
    def statements(self) -> "Mapping[str, Statement]":
        """Statements by id."""
        return self.snapshot.keyed("statements", "id")

    def value(self, statement: str, part: str) -> "Any":
        """Return a part of a statement's value; None where the snapshot has no such statement, or no such part."""
        held = getattr(self.statements.get(statement), "value", None)
        return held.get(part) if isinstance(held, dict) else None

    @cached_property
    def generations(self) -> "Mapping[str, Generation]":
        """Generations by id, in their order."""
        return {one.generation: one for one in self.table("generations")}

    @cached_property
    def offerings(self) -> "Mapping[str, Sequence[Offering]]":
        """Offerings by generation: open zones first, then by name; regions without a zone last."""
        found: dict[str, list[Offering]] = {generation: [] for generation in self.generations}
        for one in self.table("offerings"):
            found.setdefault(one.generation, []).append(one)
        for of_generation in found.values():
            of_generation.sort(key=self._rank)
        return found

    def _rank(self, one: "Offering") -> tuple[bool, bool, str]:
        closed = one.zone is not None and self.zones[one.zone].access is not Access.OPEN
        return one.zone is None, closed, one.zone or one.region

    @cached_property
    def offering(self) -> "Mapping[tuple[str, str], Offering]":
        """Offerings by generation and zone."""
        return {(one.generation, one.zone): one for one in self.table("offerings") if one.zone}

    @cached_property
    def sections(self) -> "Mapping[tuple[str, str], Section]":
        """Newest lists by generation and heading of Google's page."""
        return {(one.generation, one.heading): one for one in self.table("sections")}

    @cached_property
    def options(self) -> "Mapping[tuple[str, str | None], Sequence[OptionVerdict]]":
        """Verdicts on options by generation and zone (None: the whole generation)."""
        found: dict[tuple[str, str | None], list[OptionVerdict]] = {}
        for one in self.table("options"):
            found.setdefault((one.generation, one.zone), []).append(one)
        return found

    @cached_property
    def claims(self) -> "Mapping[str, Sequence[Claim]]":
        """Claims by generation (`any`: those on all)."""
        return self.snapshot.groups("claims", "generation")

    @cached_property
    def general(self) -> "frozenset[Option]":
        """The options that Google describes for every generation in the zones of its list: a claim on all of them."""
        from tpu_zones.records.claims import Scope

        claims = self.claims.get("any", ())
        return frozenset(one.option for one in claims if one.scope is Scope.ALL and one.option)

    @cached_property
    def priced(self) -> "frozenset[tuple[str, str, Option]]":
        """Generation, region and option of every price that is known."""
        return frozenset(
            (generation, region, option)
            for generation, of_generation in self.prices.items()
            for (_, region, option), readings in of_generation.items()
            if readings[0].current
        )

    @cached_property
    def prices(self) -> "Mapping[str, Mapping[tuple[str | None, str, Option], Sequence[PriceReading]]]":
        """Readings by generation, then by form, region and option: the current one first, then the newest."""
        found: dict[str, dict[tuple[str | None, str, Option], list[PriceReading]]] = {}
        for one in sorted(self.table("prices"), key=lambda one: (one.current, one.read_on.age), reverse=True):
            of_generation = found.setdefault(one.generation, {})
            of_generation.setdefault((one.form, one.region, one.option), []).append(one)
        return found

    @cached_property
    def priced_options(self) -> "Mapping[str, tuple[Option, ...]]":
        """The options that have a price anywhere, in their order, by generation."""
        found = {
            generation: {option for (_, _, option), readings in of_generation.items() if readings[0].current}
            for generation, of_generation in self.prices.items()
        }
        rank = {option: number for number, option in enumerate(Option)}
        return {
            generation: tuple(sorted(known, key=lambda one: rank.get(one, len(rank))))
            for generation, known in found.items()
        }
