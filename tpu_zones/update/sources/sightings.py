"""What a project sees of TPUs, zone by zone, as claims; shared by the sources that list types."""

import datetime as dt
import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from tpu_zones.records.claims import Claim, Scope
from tpu_zones.records.claims import Source as Cited
from tpu_zones.records.period import Period
from tpu_zones.records.table import printable
from tpu_zones.records.words import Confidence, Surface, What
from tpu_zones.update.addresses import shown
from tpu_zones.update.faults import SourceFailed
from tpu_zones.update.newcomers import Newcomers
from tpu_zones.update.settings import Settings
from tpu_zones.update.sources.base import Fetched, Known

Seen = Mapping[tuple[str, str], Collection[str]]
"""Names of types by generation and zone."""
_ZONE = re.compile(r"([a-z]+-[a-z]+[0-9]+)-([a-z][a-z0-9]{0,9})")


def project_of(settings: Settings, name: str) -> str:
    """Return the project whose eyes a source looks with; `SourceFailed` with the cure where none is named."""
    if settings.project is None:
        raise SourceFailed("credentials", f"{name} needs a project: name it with --project or TPU_ZONES_PROJECT")
    return settings.project


def of_project(failed: SourceFailed, project: str) -> SourceFailed:
    """Return a failure to ask for things of a project; where there is nothing, the project may be the reason."""
    if failed.status != 404:
        return failed
    return SourceFailed(failed.code, f"{failed}: is there a project {project}?", status=404, reason=failed.reason)


def last_part(name: str) -> str:
    """Return the last part of a resource name or of its address; a short name is its own last part.

    >>> last_part("https://www.googleapis.com/compute/v1/projects/p/zones/us-central1-a")
    'us-central1-a'
    """
    return name.rstrip("/").rpartition("/")[2]


def is_zone(text: str) -> bool:
    """Return whether a text has the form of a zone id; those of AI zones have more than a letter at the end.

    >>> is_zone("us-central1-ai1a"), is_zone("us-central1"), is_zone("global")
    (True, False, False)
    """
    return bool(_ZONE.fullmatch(text))


def several(words: Iterable[str], at_most: int = 3) -> str:
    """Return the first words for a person, and how many more there are.

    >>> several(["a", "b", "c", "d", "e"])
    'a, b, c and 2 more'
    """
    words = [printable(word if len(word) <= 100 else word[:100] + "...") for word in words]
    more = f" and {len(words) - at_most} more" if len(words) > at_most else ""
    return ", ".join(words[:at_most]) + more


def fetched(
    seen: Seen,
    *,
    day: dt.date,
    address: str,
    surface: Surface,
    project: str,
    known: Known,
    missing: Collection[str] = (),
    complete: bool = True,
    remarks: Sequence[str] = (),
    validators: Mapping[str, Mapping[str, str]] | None = None,
) -> Fetched:
    """Return what a project sees at an address as claims, one a generation and zone.

    Of the zones in `missing`, what was known before stays, and so do the parts that it shows.
    """
    address = shown(address)
    new = Newcomers(known.index, address, day)
    for zone in sorted({zone for _, zone in seen}.difference(missing)):
        new.zone(zone)
    claims = [
        Claim(
            generation=generation,
            zone=zone,
            region=zone.rpartition("-")[0],
            scope=Scope.ZONE,
            what=What.TYPE,
            seen=Period(first=day, last=day),
            source=address,
            confidence=Confidence.HIGH,
            surface=surface,
            sizes=tuple(sorted(names, key=_by_number)),
            note=f"as project {project} sees it",
        )
        for (generation, zone), names in sorted(seen.items())
        if zone not in missing
    ]
    stays = known.mine if not complete and not missing else [one for one in known.mine if one.zone in missing]
    return Fetched(
        day=day,
        claims=claims,
        zones=new.zones,
        regions=new.regions,
        cited=[Cited(source=address, kind="google-api", url=address, note=f"as project {project} sees it")],
        remarks=[*remarks, *new.remarks],
        validators=validators if complete else None,
        shape=sorted({f"generation {one.generation}" for one in (*claims, *stays)}),
        complete=complete,
        missing=sorted(missing),
        project=project,
    )


def _by_number(name: str) -> list[tuple[int, str]]:
    """Return what sizes are sorted by: their numbers as numbers."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"([0-9]{1,9})", name)]
