"""The machine types that a project sees: Compute Engine's list over all zones.

A machine type in the list can be seen, which is not to say that it can be created: ct5lp-* is listed in zones
where Compute Engine refuses it and GKE takes it.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from tpu_zones.facts.index import Index
from tpu_zones.records.table import counted
from tpu_zones.records.words import Surface
from tpu_zones.update.addresses import shown
from tpu_zones.update.faults import SourceFailed
from tpu_zones.update.settings import Settings
from tpu_zones.update.sources.base import Fetched, Known, Source
from tpu_zones.update.sources.paging import pages
from tpu_zones.update.sources.payloads import MACHINE_TYPES, MachineTypeRow, MachineTypesPage
from tpu_zones.update.sources.sightings import fetched, is_zone, last_part, of_project, project_of, several

if TYPE_CHECKING:
    from tpu_zones.update._http import Http
    from tpu_zones.update.replies import Reply

ASKED = {"filter": "(name:ct*) OR (name:tpu*)", "maxResults": "500"}
PARTIAL = {"returnPartialSuccess": "true"}
"""Without it an unreachable zone fails the whole list. Newer descriptions of the API do not have it any more."""
NONE_HERE = "NO_RESULTS_ON_PAGE"
"""Nothing on this page; other pages may have the zone's rows."""
OVER = ("OBSOLETE", "DELETED")
_LIKE_TPU = re.compile(r"(?:ct|tpu)[0-9]")
_NAME = re.compile(r"((?:ct|tpu)[0-9][a-z0-9]*)-[a-z]+-[0-9]{1,4}t(?:-tpu)?")


class Listing:
    """What the pages of the list say together.

    `seen` are machine types by generation and zone; `zones` all that were named; `missing` those that did not
    answer in full, `unnamed` whether there are such without a name; `strange` are names that are like those of
    TPUs and not understood, `over` those that can be had no more.
    """

    __slots__ = ("missing", "over", "seen", "strange", "unnamed", "zones")

    def __init__(self) -> None:
        self.seen: dict[tuple[str, str], set[str]] = defaultdict(set)
        self.zones: set[str] = set()
        self.missing: set[str] = set()
        self.unnamed = False
        self.strange: set[str] = set()
        self.over: set[str] = set()

    def incomplete(self, scopes: Iterable[str]) -> None:
        """Take note of scopes that did not answer in full; without any, of one that has no name."""
        zones = [last_part(scope) for scope in scopes]
        self.missing.update(filter(is_zone, zones))
        self.unnamed |= not zones or not all(map(is_zone, zones))

    def add(self, zone: str, row: MachineTypeRow, families: Mapping[str, str]) -> None:
        """Take note of a machine type in a zone; those that are not of TPUs are passed over."""
        if row.zone and last_part(row.zone) != zone:
            raise SourceFailed("shape", f"the list of machine types has one of another zone under {zone}")
        match = _NAME.fullmatch(row.name)
        generation = families.get(match[1]) if match else None
        if not _LIKE_TPU.match(row.name):
            return
        if row.deprecated and row.deprecated.state in OVER:
            self.over.add(row.name)
        elif generation:
            self.seen[generation, zone].add(row.name)
        else:
            self.strange.add(row.name)


def parse(listed: Iterable[MachineTypesPage], families: Mapping[str, str]) -> Listing:
    """Return what the pages of the list say; `families` are generations by the first part of a machine type.

    A zone's rows may be spread over pages, so they are added up. `SourceFailed` for a list that contradicts
    itself, or that names no zone at all.
    """
    listing = Listing()
    for page in listed:
        if page.unreachables:
            listing.incomplete(page.unreachables)
        elif page.warning and page.warning.code != NONE_HERE:
            listing.incomplete(one.value for one in page.warning.data if one.key == "scope")
        for scope, part in page.items.items():
            zone = last_part(scope)
            if is_zone(zone):
                listing.zones.add(zone)
                if part.warning and part.warning.code != NONE_HERE:
                    listing.incomplete([zone])
                for row in part.machine_types:
                    listing.add(zone, row, families)
    if not listing.zones:
        raise SourceFailed("shape", "the list of machine types names no zone at all")
    return listing


def families(index: Index) -> dict[str, str]:
    """Return generations by the first part of their machine types, which newer ones call by their own id."""
    return {**{one: one for one in index.generations}, **{x.family: x.generation for x in index.table("machine_types")}}


class Compute(Source):
    """The machine types that a project sees."""

    name = "compute"
    title = "the machine types that a project sees (Compute Engine)"
    needs = ("token",)
    project = True

    def address(self, settings: Settings) -> str:
        """Return where Compute Engine's API is."""
        return settings.compute_url

    def fetch(self, http: "Http", known: Known, settings: Settings) -> Fetched:
        """Ask for the machine types of all zones, and return those of TPUs as claims."""
        project = project_of(settings, self.name)
        url = f"{self.address(settings)}projects/{project}/aggregated/machineTypes"
        validators = known.validators.get(shown(url))
        try:
            replies = self._pages(http, url, {**ASKED, **PARTIAL}, validators)
        except SourceFailed as error:
            if error.status != 400:
                raise of_project(error, project) from None
            replies = self._pages(http, url, ASKED, validators)
        first = replies[0][1]
        if first.not_modified:
            return Fetched(day=first.day, project=project, unchanged=True)
        listing = parse((page for page, _ in replies if page), families(known.index))
        return fetched(
            listing.seen,
            day=first.day,
            address=url,
            surface=Surface.COMPUTE_ENGINE,
            project=project,
            known=known,
            missing=() if listing.unnamed else listing.missing,
            complete=not (listing.missing or listing.unnamed),
            remarks=_remarks(listing, project),
            validators={shown(url): first.validators} if first.validators and len(replies) == 1 else None,
        )

    def _pages(
        self, http: "Http", url: str, params: Mapping[str, str], validators: Mapping[str, str] | None
    ) -> "list[tuple[MachineTypesPage | None, Reply]]":
        """Return all pages with their replies; one reply without a page where nothing has changed."""
        first = http.get(url, params=params, validators=validators)
        return [(None, first)] if first.not_modified else [*pages(http, url, params, MACHINE_TYPES, first)]


def _remarks(listing: Listing, project: str) -> list[str]:
    """Return what is to be said of a list besides its claims."""
    found = []
    if listing.unnamed:
        found.append("some zones did not answer, and the list does not say which: what was known before stays")
    elif listing.missing:
        zones = several(sorted(listing.missing), 5)
        found.append(f"{counted(len(listing.missing), 'zone')} did not answer in full, what was known stays: {zones}")
    if listing.strange:
        names = several(sorted(listing.strange))
        found.append(f"{counted(len(listing.strange), 'machine type')} of no known TPU generation: {names}")
    if listing.over:
        names = several(sorted(listing.over))
        found.append(f"{counted(len(listing.over), 'machine type')} that can be had no more: {names}")
    if not listing.seen and not found:
        found.append(f"project {project} sees no TPU machine type in any of {len(listing.zones)} zones")
    return found


source = Compute()
