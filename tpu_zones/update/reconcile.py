"""From claims to verdicts: the newest lists, and how well each offering is known.

Every rule here is stated once; nothing else decides what `documented` or `observed` means.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from tpu_zones.facts import dates
from tpu_zones.records.claims import Claim, Scope, ZoneList
from tpu_zones.records.generations import Generation
from tpu_zones.records.machines import MachineType
from tpu_zones.records.offerings import Offering
from tpu_zones.records.period import Period
from tpu_zones.records.regions import Region
from tpu_zones.records.verdicts import Section
from tpu_zones.records.words import Access, Answer, Confidence, Evidence, Surface, What
from tpu_zones.records.zones import Zone

ByPlace = dict[tuple[str, str], list[Claim]]
"""Claims by generation, and by zone or region."""
SIGHTINGS = (What.RESERVED, What.CREATED, What.TYPE, What.LISTED)
"""What has hardware in a place, the strongest first."""
FIRM = (Confidence.HIGH, Confidence.MEDIUM)
"""Confidences that decide; the others are shown."""


def newest_sections(lists: Iterable[ZoneList]) -> list[Section]:
    """Return for each generation and heading the newest list of zones that shows it in full."""
    newest: dict[str, ZoneList] = {}
    for one in sorted((one for one in lists if one.about == "zones"), key=lambda one: one.seen.age):
        newest.update(dict.fromkeys(one.covers, one))
    return [
        Section(generation=generation, heading=heading, list=one.list, seen=one.seen, source=one.source)
        for covered, one in sorted(newest.items())
        for generation, heading in [covered.split("/")]
    ]


def offerings(
    claims: Iterable[Claim],
    lists: Iterable[ZoneList],
    zones: Iterable[Zone],
    regions: Iterable[Region],
    generations: Iterable[Generation],
    notes: Mapping[str, str],
) -> list[Offering]:
    """Return what is known of each generation in each zone, and in regions whose zone is not known.

    `notes` are texts by `generation/zone` or `generation/region`.
    """
    generations = list(generations)
    headings = {region.region: region.heading for region in regions}
    public = {region.region for region in regions if region.status == "public"}
    serving = {one.generation: surfaces(one) for one in generations}
    by_zone: ByPlace = defaultdict(list)
    by_region: ByPlace = defaultdict(list)
    for claim in claims:
        if claim.zone is not None:
            by_zone[claim.generation, claim.zone].append(claim)
        elif claim.scope is Scope.REGION and claim.region in public and claim.what is What.TYPE:
            by_region[claim.generation, claim.region].append(claim)
    found = list(_in_zones(by_zone, list(lists), {zone.zone: zone for zone in zones}, headings, serving, notes))
    known = {(one.generation, one.region) for one in found}
    unknown = {pair: about for pair, about in by_region.items() if pair not in known}
    latest = max((claim.seen.last for about in by_region.values() for claim in about), default=None)
    found += _in_regions(unknown, latest, serving, notes)
    order = [one.generation for one in generations]
    return sorted(found, key=lambda one: (order.index(one.generation), one.region, one.zone or ""))


def _in_zones(
    by_zone: ByPlace,
    lists: Sequence[ZoneList],
    place: Mapping[str, Zone],
    headings: Mapping[str, str | None],
    serving: Mapping[str, tuple[Surface, ...]],
    notes: Mapping[str, str],
) -> Iterator[Offering]:
    newest = {(one.generation, one.heading): one.list for one in newest_sections(lists)}
    for (generation, zone), about in by_zone.items():
        sightings = [claim for claim in about if _sighting(claim)]
        if not sightings:
            continue
        region = place[zone].region
        heading = headings[region]
        listed = [claim for claim in about if claim.what is What.LISTED and claim.list and claim.option is None]
        covering = _lists_of(f"{generation}/{heading}", lists)
        last_list = max(listed, key=lambda claim: claim.seen.age, default=None)
        yield _offering(
            generation,
            zone,
            region,
            about,
            sightings,
            evidence=_evidence(sightings, listed, newest.get((generation, heading or "")), covering),
            sizes=last_list.sizes if last_list else _sizes(generation, sightings),
            qualifiers=_qualifiers(place[zone], last_list),
            surfaces=serving[generation],
            note=notes.get(f"{generation}/{zone}"),
        )


def _in_regions(
    by_region: ByPlace,
    latest: dt.date | None,
    serving: Mapping[str, tuple[Surface, ...]],
    notes: Mapping[str, str],
) -> Iterator[Offering]:
    """Yield what the `latest` machine type listing shows in regions of which no zone is known."""
    for (generation, region), about in by_region.items():
        current = [claim for claim in about if claim.seen.last == latest]
        if current:
            yield _offering(
                generation,
                None,
                region,
                about,
                current,
                evidence=Evidence.OBSERVED,
                sizes=tuple(sorted({size for claim in current for size in claim.sizes})),
                qualifiers=(),
                surfaces=serving[generation],
                note=notes.get(f"{generation}/{region}"),
            )


def machine_regions(machine_types: Iterable[MachineType], claims: Iterable[Claim]) -> list[MachineType]:
    """Return the machine types with the regions where the newest machine type listing shows them."""
    shown = [claim for claim in claims if claim.what is What.TYPE and claim.surface is Surface.COMPUTE_ENGINE]
    latest = max((claim.seen.last for claim in shown), default=None)
    current: dict[str, set[str]] = defaultdict(set)
    for claim in shown:
        if claim.seen.last == latest and claim.region:
            for size in claim.sizes:
                current[size].add(claim.region)
    return [replace(one, regions=tuple(sorted(current[one.machine_type]))) for one in machine_types]


def placed_by_policy(machine_types: Iterable[MachineType], generations: Iterable[str]) -> list[MachineType]:
    """Return the machine types, of which those of the generations are placed by a workload policy."""
    return [replace(one, workload_policy=one.generation in generations) for one in machine_types]


def newest_days(generations: Iterable[Generation], claims: Iterable[Claim]) -> list[Generation]:
    """Return the generations with the newest exact day among the claims on each."""
    by_generation: dict[str, list[Period]] = defaultdict(list)
    for claim in claims:
        by_generation[claim.generation].append(claim.seen)
    return [replace(one, newest_day=newest_day(by_generation[one.generation] or [one.seen])) for one in generations]


def newest_day(periods: Iterable[Period]) -> str | None:
    """Return the newest exact day among periods, ISO 8601."""
    day = dates.newest_day(periods)
    return day.isoformat() if day else None


def _sighting(claim: Claim) -> bool:
    """Whether a claim has hardware in its zone; lists of an option never count."""
    if claim.what is What.LISTED:
        return claim.option is None
    return claim.what in SIGHTINGS


def _lists_of(section: str, lists: Sequence[ZoneList]) -> list[ZoneList]:
    """Return the zone lists that cover a section, the oldest first."""
    return sorted((one for one in lists if section in one.covers), key=lambda one: one.seen.age)


def _evidence(
    sightings: Sequence[Claim], listed: Sequence[Claim], newest: str | None, covering: Sequence[ZoneList]
) -> Evidence:
    """Return the first that holds: documented, doubtful, observed, withdrawn."""
    if newest and any(claim.list == newest for claim in listed):
        return Evidence.DOCUMENTED
    if all(claim.weak for claim in sightings):
        return Evidence.DOUBTFUL
    seen = [claim for claim in sightings if claim.what is not What.LISTED and not claim.weak]
    had = {claim.list for claim in listed if claim.confidence in FIRM and not claim.weak}
    if not had:
        return Evidence.OBSERVED if seen else Evidence.DOUBTFUL
    names = [one.list for one in covering]
    last = max((names.index(name) for name in had if name in names), default=-1)
    delisted = covering[last + 1].seen if last + 1 < len(covering) else None
    if delisted and any(claim.seen.exact and claim.seen.first > delisted.last for claim in seen):
        return Evidence.OBSERVED
    return Evidence.WITHDRAWN


def _offering(
    generation: str,
    zone: str | None,
    region: str,
    about: Sequence[Claim],
    sightings: Sequence[Claim],
    *,
    evidence: Evidence,
    sizes: tuple[str, ...],
    qualifiers: tuple[str, ...],
    surfaces: tuple[Surface, ...],
    note: str | None,
) -> Offering:
    firm = [claim for claim in sightings if claim.confidence in FIRM] or sightings
    strongest = next(what for what in SIGHTINGS if any(claim.what is what for claim in firm))
    return Offering(
        generation=generation,
        zone=zone,
        region=region,
        evidence=evidence,
        last_seen=max((claim.seen for claim in sightings), key=lambda period: period.age),
        sighting=strongest,
        sighted=max((claim.seen for claim in firm if claim.what is strongest), key=lambda period: period.age),
        newest_day=newest_day(claim.seen for claim in about),
        sizes=sizes,
        qualifiers=qualifiers,
        surfaces=surfaces,
        sources=tuple(dict.fromkeys(claim.source for claim in sorted(about, key=lambda c: c.seen.age, reverse=True))),
        note=note,
    )


def _sizes(generation: str, sightings: Sequence[Claim]) -> tuple[str, ...]:
    """Return the accelerator types that unlisted sightings name; empty where one of them names none."""
    named = [[size for size in claim.sizes if size.startswith(f"{generation}-")] for claim in sightings]
    if any(not claim.sizes for claim in sightings):
        return ()
    return tuple(sorted({size for sizes in named for size in sizes}, key=lambda size: int(size.rpartition("-")[2])))


def _qualifiers(zone: Zone, last_list: Claim | None) -> tuple[str, ...]:
    found = {Access.AI: ["ai-zone"], Access.ALLOWLIST: ["restricted-region"], Access.OPEN: []}[zone.access][:]
    note = (last_list.note or "") if last_list else ""
    if "single-tenant" in note:
        found.append("single-tenant")
    if "Spot quota excepted" in note:
        found.append("spot-quota-excepted")
    return tuple(found)


def surfaces(generation: Generation) -> tuple[Surface, ...]:
    """Return the surfaces that serve a generation."""
    known = {
        Surface.GKE: generation.gke,
        Surface.COMPUTE_ENGINE: generation.compute_engine,
        Surface.CLOUD_TPU_API: generation.cloud_tpu_api,
    }
    return tuple(surface for surface, answer in known.items() if answer is Answer.YES)
