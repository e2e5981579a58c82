"""The accelerator types that a project sees: the Cloud TPU API, location by location.

It lists generations up to v6e; from TPU7x on they are in Compute Engine alone.
"""

import datetime as dt
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from tpu_zones.facts.index import Index
from tpu_zones.records.table import counted
from tpu_zones.records.words import Access, Surface
from tpu_zones.update.faults import SourceFailed
from tpu_zones.update.settings import Settings
from tpu_zones.update.sources.base import Fetched, Known, Source
from tpu_zones.update.sources.paging import pages
from tpu_zones.update.sources.payloads import (
    ACCELERATOR_TYPES,
    LOCATIONS,
    AcceleratorTypeRow,
    AcceleratorTypesPage,
    LocationsPage,
)
from tpu_zones.update.sources.sightings import fetched, is_zone, last_part, of_project, project_of, several

if TYPE_CHECKING:
    from tpu_zones.update._http import Http

ENUM = {"V2": "v2", "V3": "v3", "V4": "v4", "V5LITE_POD": "v5e", "V5P": "v5p", "V6E": "v6e"}
"""Generations by the API's word for them; source: tpu.v2 discovery document of 2026-10-01."""
ROUNDS = 3
"""How often a location is asked that answers with nothing: that happens, and passes."""
OF_A_ZONE = ("LOCATION_POLICY_VIOLATED", "IAM_PERMISSION_DENIED", None)
"""Reasons of a refusal that may concern one location alone; the others concern them all."""
_TYPE = re.compile(r"([a-z][a-z0-9]*)-[0-9]{1,7}")


class Answer:
    """What one location answered: accelerator types with their generation, strange names, or a fault."""

    __slots__ = ("failed", "strange", "types", "whole")

    def __init__(self, failed: SourceFailed | None = None) -> None:
        self.types: dict[str, set[str]] = defaultdict(set)
        self.strange: set[str] = set()
        self.whole = failed is None
        self.failed = failed

    @property
    def empty(self) -> bool:
        """Whether it answered, and with nothing at all."""
        return self.whole and not self.types and not self.strange

    @property
    def closed(self) -> bool:
        """Whether the location is not open to the project, or does not exist: the API tells no difference."""
        return bool(self.failed and (self.failed.status == 404 or self.failed.reason == "LOCATION_POLICY_VIOLATED"))


def locations(listed: Iterable[LocationsPage]) -> list[str]:
    """Return the ids of locations, in order; each may have its id, its resource name, or both."""
    return list(dict.fromkeys(one.location_id or last_part(one.name) for page in listed for one in page.locations))


def parse(listed: Iterable[AcceleratorTypesPage], prefixes: Mapping[str, str]) -> Answer:
    """Return what one location has; `prefixes` are generations by the first part of an accelerator type."""
    answer = Answer()
    for page in listed:
        answer.whole &= not page.unreachable
        for row in page.accelerator_types:
            name = last_part(row.type or row.name)
            generation = _generation(name, row, prefixes)
            if generation:
                answer.types[generation].add(name)
            else:
                answer.strange.add(name)
    return answer


def _generation(name: str, row: AcceleratorTypeRow, prefixes: Mapping[str, str]) -> str | None:
    """Return the generation that name and enum agree on; None where they do not, or neither is known."""
    match = _TYPE.fullmatch(name)
    words = {ENUM[one.type] for one in row.accelerator_configs if one.type in ENUM}
    if match and match[1] in prefixes:
        words.add(prefixes[match[1]])
    return words.pop() if match and len(words) == 1 else None


def prefixes(index: Index) -> dict[str, str]:
    """Return generations by the first part of their accelerator types."""
    known = index.generations.values()
    return {one.accelerator_type_prefix: one.generation for one in known if one.accelerator_type_prefix}


class TpuApi(Source):
    """The accelerator types that a project sees."""

    name = "tpu-api"
    title = "the accelerator types that a project sees (Cloud TPU API)"
    needs = ("token",)
    project = True

    def address(self, settings: Settings) -> str:
        """Return where the Cloud TPU API is."""
        return settings.tpu_url

    def fetch(self, http: "Http", known: Known, settings: Settings) -> Fetched:
        """Ask each location for its accelerator types, several at once, and return them as claims."""
        project = project_of(settings, self.name)
        url = f"{self.address(settings)}projects/{project}/locations"
        day, listed = self._locations(http, url, project)
        asked = [one for one in listed if is_zone(one)]
        if not asked:
            raise SourceFailed("shape", f"the Cloud TPU API names no location to project {project}")
        known_names = prefixes(known.index)
        answers: dict[str, Answer] = {}
        todo = asked
        for _ in range(ROUNDS):
            found = http.each(lambda zone: _ask(http, f"{url}/{zone}/acceleratorTypes", known_names), todo)
            answers.update(zip(todo, found, strict=True))
            todo = [zone for zone in todo if answers[zone].empty]
            if not todo:
                break
        failed = [one.failed for one in answers.values() if one.failed and not one.closed]
        if len(failed) == len(asked):
            raise failed[0]
        mine = {one.zone for one in known.mine}
        missing = [
            zone for zone, one in answers.items() if not (one.whole or one.closed) or (one.empty and zone in mine)
        ]
        return fetched(
            {(generation, zone): names for zone, one in answers.items() for generation, names in one.types.items()},
            day=day,
            address=url,
            surface=Surface.CLOUD_TPU_API,
            project=project,
            known=known,
            missing=missing,
            complete=not missing,
            remarks=[*_remarks(answers, project), *_not_listed(listed, known)],
        )

    def _locations(self, http: "Http", url: str, project: str) -> tuple[dt.date, list[str]]:
        """Return the day, and the locations that the API names to the project."""
        for left in reversed(range(ROUNDS)):
            try:
                replies = list(pages(http, url, {}, LOCATIONS))
            except SourceFailed as error:
                raise of_project(error, project) from None
            listed = locations(page for page, _ in replies)
            if listed or not left:
                break
        return replies[0][1].day, listed


def _ask(http: "Http", url: str, known_names: Mapping[str, str]) -> Answer:
    """Return what a location answers; `SourceFailed` for a fault that they will all have."""
    try:
        return parse((page for page, _ in pages(http, url, {}, ACCELERATOR_TYPES)), known_names)
    except SourceFailed as error:
        of_all = error.code in ("credentials", "shape", "not-json")
        if of_all or (error.code == "denied" and error.reason not in OF_A_ZONE):
            raise
        return Answer(error)


def _remarks(answers: Mapping[str, Answer], project: str) -> Iterator[str]:
    """Yield what is to be said besides the claims."""
    if closed := [zone for zone, one in answers.items() if one.closed]:
        yield f"{counted(len(closed), 'location')} not open to project {project}: {several(closed, 5)}"
    if failed := {zone: one.failed for zone, one in answers.items() if one.failed and not one.closed}:
        why = [f"{zone} ({error.status or error.code})" for zone, error in failed.items()]
        share = f"{len(failed)} of {counted(len(answers), 'location')}"
        yield f"{share} did not answer, what was known stays: {several(why, 5)}"
    if partial := [zone for zone, one in answers.items() if not (one.whole or one.failed)]:
        yield f"{counted(len(partial), 'location')} did not answer in full, what was known stays: {several(partial, 5)}"
    if empty := [zone for zone, one in answers.items() if one.empty]:
        yield f"{counted(len(empty), 'location')} answered {ROUNDS} times with nothing at all: {several(empty, 5)}"
    if strange := sorted({name for one in answers.values() for name in one.strange}):
        yield f"{counted(len(strange), 'accelerator type')} of no known generation: {several(strange)}"


def _not_listed(listed: Collection[str], known: Known) -> Iterator[str]:
    """Yield what is to be said of zones that the API does not name."""
    zones = known.index.zones.values()
    offered = {one.zone for of_generation in known.index.offerings.values() for one in of_generation}
    hidden = [one.zone for one in zones if one.access is Access.ALLOWLIST and one.zone in offered]
    if hidden := [zone for zone in hidden if zone not in listed]:
        yield f"hidden from projects that Google did not admit, so nothing is said of them: {several(hidden)}"
    if gone := sorted({one.zone for one in known.mine if one.zone}.difference(listed)):
        yield f"{counted(len(gone), 'location')} not named to the project any more: {several(gone, 5)}"
    if odd := [one for one in listed if not is_zone(one)]:
        yield f"{counted(len(odd), 'location')} not asked, not a zone: {several(odd)}"


source = TpuApi()
