"""Whether the tables of a snapshot fit together."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any


def problems(table: "Callable[[str], tuple[Any, ...]]") -> "Iterator[str]":
    """Yield each reference that leads nowhere, as `table, row n, field f: what`.

    Zones, regions, generations, machine types, lists and sources that records name must exist.
    """
    known = {
        "zone": {one.zone for one in table("zones")},
        "region": {one.region for one in table("regions")},
        "generation": {one.generation for one in table("generations")} | {"any"},
        "machine_type": {one.machine_type for one in table("machine_types")},
        "list": {one.list for one in table("lists")},
        "source": {one.source for one in table("sources")},
    }
    kinds = {
        "parent_zone": "zone",
        "regions": "region",
        "generations": "generation",
        "sources": "source",
        "coordinates_source": "source",
        "carbon_source": "source",
        "zones_source": "source",
        "numa_source": "source",
    }
    for name, own in _CHECKED.items():
        for number, record in enumerate(table(name), 1):
            for field in own:
                value = getattr(record, field)
                values = value if isinstance(value, tuple) else () if value is None else (value,)
                for one in values:
                    if one not in known[kinds.get(field, field)]:
                        yield f"{name}.json, row {number}, field {field}: {one!r} is in no table"


_CHECKED = {
    "aliases": ("generations", "sources"),
    "claims": ("generation", "zone", "region", "source", "list"),
    "disagreements": ("sources",),
    "framework_versions": ("generation", "sources"),
    "generations": ("sources",),
    "gke_versions": ("sources",),
    "labels": ("sources",),
    "launches": ("generation", "sources"),
    "lists": ("source",),
    "machine_types": ("generation", "regions", "sources", "numa_source"),
    "mode_support": ("generation", "sources"),
    "offerings": ("generation", "zone", "region", "sources"),
    "options": ("generation", "zone", "sources"),
    "pathways_generations": ("generation", "sources"),
    "places": ("regions", "sources"),
    "places_elsewhere": ("regions", "sources"),
    "prices": ("generation", "region", "sources"),
    "quotas": ("generation", "sources"),
    "region_events": ("region", "sources"),
    "regions": ("sources", "coordinates_source", "carbon_source", "zones_source"),
    "rejected_names": ("sources",),
    "reservation_families": ("sources",),
    "runtime_versions": ("generations", "sources"),
    "sections": ("generation", "list", "source"),
    "shape_rules": ("generation", "machine_type", "sources"),
    "shapes": ("generation", "machine_type", "sources"),
    "specs": ("generation", "sources"),
    "statements": ("sources",),
    "worker_types": ("generation", "sources"),
    "zone_sources": ("zone", "sources"),
    "zones": ("region", "parent_zone"),
}
"""The fields of each table that name something in another."""
