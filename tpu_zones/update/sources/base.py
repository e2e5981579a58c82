"""What every source has in common: what it is given, and what it gives back.

A source is an object `source` in a module of this package:

    class Compute(Source):
        name = "compute"
        title = "the machine types that a project sees"
        needs = ("token",)

        def address(self, settings: Settings) -> str:
            return settings.compute_url

        def fetch(self, http: Http, known: Known, settings: Settings) -> Fetched: ...

    source = Compute()

It asks through `http`, which adds credentials, time-outs, retries, caps and conditions, and raises
`SourceFailed` for all that goes wrong; it validates what comes with pydantic (`reply.json(adapter)`),
and returns `Fetched`. It reads no file, no clock, no environment and writes nothing: the day of a claim
is `reply.day`, and settings are given. What it cannot understand it says in `remarks`, or refuses with
`SourceFailed("shape", ...)`; it never returns less than it was shown without saying so.
"""

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tpu_zones.facts.index import Index
from tpu_zones.facts.load import Snapshot
from tpu_zones.records.claims import Claim, ZoneList
from tpu_zones.records.claims import Source as Cited
from tpu_zones.records.generations import Generation
from tpu_zones.records.prices import PriceReading
from tpu_zones.records.regions import Region
from tpu_zones.records.zones import Zone

if TYPE_CHECKING:
    from tpu_zones.update._http import Http
    from tpu_zones.update.settings import Settings

READ = "docs-"
"""What the name of a list begins with that a refresh read; the day of the reading is behind it."""


class Known:
    """What is known before a source is asked.

    `index` are the tables that serve (`index.table("prices")`, `.zones`, `.regions`, `.generations`,
    `.names.parse(text).generation`). `mine` are the claims that this source made before, for the same
    project; `shape` are the parts it had then (see `Fetched.shape`), empty where it was never read.
    `validators` belong to the body behind `mine`: by address, the headers that make a request conditional.
    """

    __slots__ = ("index", "mine", "shape", "validators")

    def __init__(
        self,
        index: Index,
        *,
        mine: Sequence[Claim] = (),
        shape: Sequence[str] = (),
        validators: "Mapping[str, Mapping[str, str]] | None" = None,
    ) -> None:
        self.index, self.mine, self.shape = index, tuple(mine), tuple(shape)
        self.validators = dict(validators or {})


class Fetched:
    """What a source said: records, and how much of it that is.

    claims: of this reading; the source's earlier claims (same source ids, same project) are replaced by
        them, except for the zones in `missing`; those that belong to a list stay, as the history of that list
    lists: versions of public lists that claims name; they are added to the earlier ones
    prices: readings; each replaces an older one of the same generation, form, region and option, unless
        that is newer or more trusted
    zones, regions, generations: what the tables do not have yet and the claims name
    cited: every source id that claims, lists and prices name and the table `sources` does not have yet
    remarks: sentences for a person: what was not understood, odd, or left out
    validators: by address, the headers of the replies that a later request can be made conditional with
    shape: the parts that were there, as words such as `heading Europe` or `generation v6e`; a part that was
        there before and is gone makes the guard refuse the source (`--accept-loss` takes it)
    complete: False where something did not answer; earlier claims on the zones in `missing` stay (on all
        zones, where `missing` is empty)
    project: what is seen with this project's eyes; it never enters the default tables
    snapshot: a whole published snapshot, validated
    unchanged: the source says that nothing changed since `known.mine` (a 304); all but `day`, `project` and
        `remarks` is empty then, and the earlier claims are taken as of this day
    day: on which the source answered
    """

    __slots__ = (
        "cited",
        "claims",
        "complete",
        "day",
        "generations",
        "lists",
        "missing",
        "prices",
        "project",
        "regions",
        "remarks",
        "shape",
        "snapshot",
        "unchanged",
        "validators",
        "zones",
    )

    def __init__(
        self,
        *,
        day: dt.date,
        claims: Sequence[Claim] = (),
        lists: Sequence[ZoneList] = (),
        prices: Sequence[PriceReading] = (),
        zones: Sequence[Zone] = (),
        regions: Sequence[Region] = (),
        generations: Sequence[Generation] = (),
        cited: Sequence[Cited] = (),
        remarks: Sequence[str] = (),
        validators: "Mapping[str, Mapping[str, str]] | None" = None,
        shape: Sequence[str] = (),
        complete: bool = True,
        missing: Sequence[str] = (),
        project: str | None = None,
        snapshot: Snapshot | None = None,
        unchanged: bool = False,
    ) -> None:
        self.day = day
        self.claims, self.lists, self.prices = tuple(claims), tuple(lists), tuple(prices)
        self.zones, self.regions, self.generations = tuple(zones), tuple(regions), tuple(generations)
        self.cited, self.remarks = tuple(cited), tuple(remarks)
        self.validators = {address: dict(headers) for address, headers in (validators or {}).items()}
        self.shape = tuple(shape)
        self.complete, self.missing = complete, tuple(missing)
        self.project = project
        self.snapshot = snapshot
        self.unchanged = unchanged


class Source:
    """One origin of facts."""

    name: str
    """What `tpu-zones refresh NAME` calls it."""
    title: str
    """What it is, for a person."""
    needs: tuple[str, ...] = ()
    """Credentials of which one is needed, in the order they are tried: `token`, `api-key`; empty: none."""
    project = False
    """Whether it needs a project."""

    def address(self, settings: "Settings") -> str:
        """Return the address under which everything is asked; credentials go to no other host."""
        raise NotImplementedError

    def fetch(self, http: "Http", known: Known, settings: "Settings") -> Fetched:
        """Ask, and return what was said; `SourceFailed` where that is nothing usable."""
        raise NotImplementedError

    def parts(self, index: Index) -> Sequence[str]:
        """Return the parts (see `Fetched.shape`) that the tables show of this source before it was ever read."""
        return ()
