"""Whether the tables of a snapshot fit together: what they name exists, and what names a record is its own."""

from tpu_zones.facts.load import record_class
from tpu_zones.facts.tables import TABLES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

NAMED = {
    "zone": "zones",
    "region": "regions",
    "generation": "generations",
    "machine_type": "machine_types",
    "list": "lists",
    "source": "sources",
}
"""What records name, and the table that has it: by fields of that name, its plural, or `..._source`."""
EVERY_GENERATION = "any"
"""What a claim on all generations names."""
KEYS = {
    "aliases": ("alias",),
    "disagreements": ("id",),
    "generations": ("generation",),
    "gke_versions": ("id",),
    "lists": ("list",),
    "machine_types": ("machine_type",),
    "mode_support": ("generation",),
    "offerings": ("generation", "zone", "region"),
    "options": ("generation", "zone", "option", "surface"),
    "pathways_generations": ("generation",),
    "places": ("kind", "code"),
    "places_elsewhere": ("kind", "code"),
    "prices": ("generation", "form", "region", "option", "current"),
    "regions": ("region",),
    "rejected_names": ("name", "topology"),
    "reservation_families": ("vm_family",),
    "sections": ("generation", "heading"),
    "shape_rules": ("machine_type",),
    "shapes": ("machine_type", "topology"),
    "sources": ("source",),
    "specs": ("generation", "name"),
    "statements": ("topic", "id"),
    "worker_types": ("worker_type",),
    "zone_sources": ("zone",),
    "zones": ("zone",),
}
"""The fields that together name one record of a table, where something does."""


def problems(table: "Callable[[str], tuple[Any, ...]]") -> "Iterator[str]":
    """Yield each reference that leads nowhere and each key that is there twice, as `table, row n, field f: what`."""
    known = {kind: {getattr(one, kind) for one in table(name)} for kind, name in NAMED.items()}
    for name in TABLES:
        named = references(name)
        seen: dict[tuple[object, ...], int] = {}
        for number, record in enumerate(table(name), 1):
            where = f"{name}.json, row {number}"
            for field, kind in named.items():
                value = getattr(record, field)
                for one in value if isinstance(value, tuple) else () if value is None else (value,):
                    if one not in known[kind] and (name, one) != ("claims", EVERY_GENERATION):
                        yield f"{where}, field {field}: {one!r} is in no table"
            key = tuple(getattr(record, field) for field in KEYS.get(name, ()))
            if key and getattr(record, "current", True) and seen.setdefault(key, number) != number:
                fields, words = ", ".join(KEYS[name]), ", ".join(map(str, key))
                yield f"{where}, field {fields}: {words} is in row {seen[key]} as well"


def references(name: str) -> "Mapping[str, str]":
    """Return the fields of a table that name something, and what."""
    found = {}
    for field in record_class(name).__annotations__:
        for kind in NAMED:
            if field in (kind, f"{kind}s") or field.endswith(f"_{kind}"):
                found[field] = kind
    return found
