"""Records for what a source names and the tables do not have: minimal, unknown left unknown."""

import datetime as dt
from dataclasses import replace
from typing import Any

from tpu_zones.facts.index import Index
from tpu_zones.records.generations import Generation
from tpu_zones.records.period import Period
from tpu_zones.records.regions import Region
from tpu_zones.records.words import Access, Answer, Confidence, Stage, ZoneKind
from tpu_zones.records.zones import Zone

_CONTINENTS = {
    "africa": "Africa",
    "asia": "Asia",
    "australia": "Oceania",
    "europe": "Europe",
    "me": "Middle East",
    "northamerica": "North America",
    "southamerica": "South America",
    "us": "North America",
}
"""First word of a region's name -> its continent."""


class Newcomers:
    """What a source brings that is new; `remarks` say it."""

    def __init__(self, index: Index, source: str, day: dt.date) -> None:
        self._index, self._source = index, source
        self._seen = Period(first=day, last=day)
        self._zones: dict[str, Zone] = {}
        self._regions: dict[str, Region] = {}
        self._generations: dict[str, Generation] = {}
        self.remarks: list[str] = []

    @property
    def zones(self) -> list[Zone]:
        """The new zones."""
        return list(self._zones.values())

    @property
    def regions(self) -> list[Region]:
        """The new regions, and those whose heading is new."""
        return list(self._regions.values())

    @property
    def generations(self) -> list[Generation]:
        """The new generations."""
        return list(self._generations.values())

    def zone(self, zone: str, heading: str | None = None) -> Region:
        """Take note of a zone that a source names; return its region."""
        name = zone.rpartition("-")[0]
        region = self._regions.get(name) or self._index.regions.get(name)
        if region is None:
            region = self._regions[name] = self._region(name, heading)
            self.remarks.append(
                f"{name} is new to this data: its country is not known, "
                "so questions on countries and the EU leave it out"
            )
        elif region.heading is None and heading:
            region = self._regions[name] = replace(region, heading=heading)
        if zone not in self._index.zones and zone not in self._zones:
            ai = zone.removeprefix(name).startswith("-ai")
            parent = f"{name}-{zone[-1]}" if ai else None
            self._zones[zone] = Zone(
                zone=zone,
                region=name,
                place=region.place,
                country=region.country,
                continent=region.continent,
                eu=region.eu,
                kind=ZoneKind.AI if ai else ZoneKind.STANDARD,
                access=Access.AI if ai else Access.ALLOWLIST if region.status == "restricted" else Access.OPEN,
                parent_zone=parent if parent in self._index.zones else None,
            )
            if name in self._index.regions:
                self.remarks.append(f"{zone} is new to this data")
        return region

    def listed(self, generation: str) -> str:
        """Take note that Google lists a generation; return its id. One that was only announced is available then."""
        one = self._index.generations[generation]
        if one.stage is not Stage.AVAILABLE and generation not in self._generations:
            self._generations[generation] = replace(
                one, stage=Stage.AVAILABLE, status=f"on Google's list of {self._seen.first}; before: {one.status}"
            )
            self.remarks.append(f"{generation} was {one.stage}, and is on the list now")
        return generation

    def generation(self, label: str) -> str:
        """Take note of a generation that no table has; return what it is called here."""
        name = label.strip().casefold().replace(" ", "")
        if name not in self._generations:
            ordinal = max(one.ordinal for one in self._index.generations.values()) + 1 + len(self._generations)
            unknown: dict[str, Any] = dict.fromkeys(("gke", "compute_engine", "cloud_tpu_api"), Answer.UNKNOWN)
            self._generations[name] = Generation(
                generation=name,
                name=label.strip(),
                ordinal=ordinal,
                stage=Stage.AVAILABLE,
                status="new to this data; nothing else is known of it",
                **unknown,
                accelerator_type_prefix=None,
                accelerator_type_unit=None,
                accelerator_types=(),
                interconnect=None,
                newest_day=None,
                sources=(self._source,),
                seen=self._seen,
                confidence=Confidence.MEDIUM,
            )
            self.remarks.append(f"the generation {name} is new to this data")
        return name

    def _region(self, name: str, heading: str | None) -> Region:
        nothing: dict[str, Any] = dict.fromkeys(
            "place country latitude longitude coordinates_source coordinates_seen cfe_fraction_2024 "
            "grid_gco2eq_per_kwh_2024 low_co2 carbon_source carbon_seen zones_source zones_seen first_seen".split()
        )
        return Region(
            **nothing,
            region=name,
            continent=_CONTINENTS.get(name.split("-", maxsplit=1)[0], heading or "unknown"),
            eu=False,
            heading=heading,
            status="public",
            coordinates_confidence=Confidence.UNKNOWN,
            sources=(self._source,),
            seen=self._seen,
            confidence=Confidence.MEDIUM,
            note="new to this data",
        )
