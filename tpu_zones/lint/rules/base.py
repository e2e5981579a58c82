"""Rules: what each says of itself and finds, and what it may ask."""

import datetime as dt

from tpu_zones.facts.dates import newest
from tpu_zones.lint.values import Spot, Value, plain, text
from tpu_zones.lint.view.tables import Tables
from tpu_zones.lint.view.words import subject
from tpu_zones.records.findings import Finding, Fix, Location, Severity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import Any, TypeVar

    from tpu_zones.facts.catalog import Catalog
    from tpu_zones.facts.index import Index
    from tpu_zones.lint.things import Cluster, NodePool, Policy, Reservation, Thing
    from tpu_zones.records.availability import Availability

    Named = TypeVar("Named", Cluster, Policy)
    Example = Mapping[str, Any] | Callable[[], list[Thing]]
    """Fields of one thing, or what returns several."""

AGES_AFTER = dt.timedelta(days=180)
"""From this age of the newest evidence on, that a zone lacks a generation is no error any more."""


_MADE = ("terraform-plan",)
"""Forms that a program writes: a fix in such a file would fix nothing."""


class Found:
    """What a rule found: the value at fault (or the place where one is missing), and what is wrong.

    `severity` is set where it is not the rule's own, `new` where exactly one value is right, `shown` where
    only a part of the value is at fault, `claim` where the source is not the rule's own.
    """

    __slots__ = ("at", "claim", "message", "new", "severity", "shown")

    def __init__(
        self,
        at: Value | Spot,
        message: str,
        severity: Severity | None = None,
        *,
        new: object = None,
        shown: str | None = None,
        claim: str | None = None,
    ) -> None:
        self.at, self.message, self.severity, self.new = at, message, severity, new
        self.shown, self.claim = shown, claim


class Rule:
    """One rule: a stable id, a name, and the severity of most of what it finds.

    `why` says what happens, `source` who says so; `fact` is the catalog's statement behind it, if one table row
    is. `of` are the things it looks at, by `look(view, ask)`. `wrong` and `right` are examples: the fields of
    one thing, or what returns several.
    """

    __slots__ = ("fact", "id", "look", "name", "of", "right", "severity", "source", "why", "wrong")

    def __init__(
        self,
        ident: str,
        name: str,
        severity: Severity,
        of: "tuple[type[Thing], ...]",
        look: "Callable[[Any, Ask], Iterator[Found]]",
        *,
        why: str,
        source: str,
        fact: str | None = None,
        wrong: "Example",
        right: "Example",
    ) -> None:
        self.id, self.name, self.severity, self.of, self.look = ident, name, severity, of, look
        self.why, self.source, self.fact, self.wrong, self.right = why, source, fact, wrong, right

    def example(self, given: "Example") -> "list[Thing]":
        """Return the things of an example."""
        return given() if callable(given) else [self.of[0](**given)]

    def finding(self, found: Found, thing: "Thing", ask: "Ask") -> Finding:
        """Return what was found as a record."""
        value = found.at if isinstance(found.at, Value) else None
        spot = found.at if isinstance(found.at, Spot) else found.at.spot or thing.spot
        held = _written(plain(value))
        fix = None
        if found.new is not None and thing.form not in _MADE and held and not isinstance(plain(value), (list, dict)):
            fix = Fix(path=spot.file, line=spot.line, column=spot.column, old=held, new=str(found.new))
        claim = found.claim or ask.tables.claim(self.fact)
        also = value.related if value else None
        return Finding(
            rule=self.id,
            name=self.name,
            severity=found.severity or self.severity,
            path=spot.file,
            line=spot.line,
            column=spot.column,
            subject=subject(thing),
            value=_short(held if found.shown is None else found.shown),
            message=_short(found.message, 1000),
            fix=fix,
            claim=claim,
            related=(Location(path=also.file, line=also.line, column=also.column),) if also else (),
        )

    def __repr__(self) -> str:
        return f"<Rule {self.id} {self.name}>"


class Ask:
    """What rules may ask: the catalog, and what the user and the other things of the group say.

    `mode` is standard, autopilot or None; `gke_version` the clusters' version where the user gave it; `granted`
    are pairs of generation and zone that the user's project was given; `evidence` what the user accepts of a
    zone: documented, observed or any. `pools` are the node pools of the group, `reservations` those of TPUs,
    `nodes` what a rule worked out of the pools: label, topology and chips of each; `classes` is whether there is a
    compute class among the things; `automatic` what the clusters say of Autopilot, `creating` whether they may make
    pools of their own, `closed` whether they certainly have no others.
    """

    def __init__(
        self,
        catalog: "Catalog",
        *,
        today: dt.date | None = None,
        mode: str | None = None,
        gke_version: str | None = None,
        clusters: "Sequence[Cluster]" = (),
        policies: "Sequence[Policy]" = (),
        reservations: "Sequence[Reservation]" = (),
        pools: "Sequence[NodePool]" = (),
        granted: "Iterable[tuple[str, str]]" = (),
        evidence: str = "documented",
    ) -> None:
        from tpu_zones.facts.ask import levels

        self.catalog, self.today, self.mode, self.gke_version = catalog, today or catalog.today, mode, gke_version
        self.index: Index = catalog.index
        self.clusters, self.policies, self.pools, self.reservations = clusters, policies, pools, reservations
        self._clusters: dict[str, list[Cluster]] | None = None
        self._policies: dict[str, list[Policy]] | None = None
        self.nodes: frozenset[tuple[str, str, int]] | None = None
        self.automatic: set[bool | None] | None = None
        self.creating: bool | None = None
        self.closed: bool | None = None
        self.classes = False
        self.granted = frozenset(granted)
        self.evidence, self.accepted = evidence, levels(evidence)
        self.tables = Tables(catalog.index)

    def beside(self, things: "Sequence[Thing]") -> "Ask":
        """Return the same for a group of things, in which pools find their clusters and policies."""
        from tpu_zones.lint.things import Cluster, NodePool, Policy, Reservation

        beside = Ask.__new__(Ask)
        beside.__dict__.update(self.__dict__)
        beside.clusters = [*self.clusters, *[one for one in things if isinstance(one, Cluster)]]
        beside.policies = [*self.policies, *[one for one in things if isinstance(one, Policy)]]
        beside.pools = [*self.pools, *[one for one in things if isinstance(one, NodePool)]]
        beside.reservations = [*self.reservations, *[one for one in things if isinstance(one, Reservation)]]
        beside.classes = any(type(one).__name__ == "ComputeClass" for one in things)
        beside.nodes = None
        return beside

    @property
    def newer(self) -> str:
        """What is to be said of a name that this data may be too old for."""
        return f"it may be newer than this data ({self.catalog.snapshot.compiled})"

    def availability(self, generation: str, zone: str) -> "Availability":
        """Return what the catalog says of a generation in a zone."""
        answers = self.tables.answers
        if (generation, zone) not in answers:
            answers[generation, zone] = self.catalog.availability(generation, zone)
        return answers[generation, zone]

    def cluster_of(self, pool: "NodePool") -> "Cluster | None":
        """Return the pool's cluster, if it is among the things."""
        if self._clusters is None:
            self._clusters = _by_name(self.clusters)
        return _named(pool.cluster, pool.project, self._clusters)

    def policy_of(self, pool: "NodePool") -> "Policy | None":
        """Return the pool's placement policy, if it is among the things."""
        if self._policies is None:
            self._policies = _by_name(self.policies)
        return _named(pool.policy, pool.project, self._policies)

    def old(self, generation: str) -> bool:
        """Whether the newest evidence on a generation is too old for an error."""
        known = self.index.generations.get(generation)
        days = [known.newest_day] if known and known.newest_day else []
        days += [
            str(one.seen.day) for one in self.index.table("sections") if one.generation == generation and one.seen.day
        ]
        seen = newest(days)
        return seen is None or self.today - seen > AGES_AFTER

    def is_granted(self, generation: str, zone: str) -> bool:
        """Whether the user said that the project was given a generation in a zone."""
        return (generation, zone) in self.granted


def _written(held: object) -> str:
    """Return a value as configs write it; nothing for one that is missing or unknown."""
    if isinstance(held, bool):
        return "true" if held else "false"
    return "" if held is None else str(held)


def _short(words: str, most: int = 200) -> str:
    return words if len(words) <= most else words[: most - 3] + "..."


def _by_name(things: "Sequence[Named]") -> "dict[str, list[Named]]":
    """Return things by the last part of their names."""
    found: dict[str, list[Named]] = {}
    for one in things:
        found.setdefault((text(one.name) or "").rpartition("/")[2], []).append(one)
    return found


def _named(reference: Value | None, project: Value | None, things: "Mapping[str, list[Named]]") -> "Named | None":
    """Return the one thing that a name or a path means; None where that is not certain."""
    name = (text(reference) or "").rpartition("/")[2]
    if not name or reference is None or reference.maybe:
        return None
    mine = text(project)
    found = [one for one in things.get(name, ()) if not mine or text(one.project) in (None, mine)]
    return found[0] if len(found) == 1 else None
