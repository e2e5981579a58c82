"""Zones and regions that a thing names."""

from tpu_zones.lint.values import Value, plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tpu_zones.facts.index import Index

Zoned = tuple[str, Value]
"""A zone, and the value that names it."""


def names(value: Value | None) -> "Iterator[Zoned]":
    """Yield the places in a field: a text, several by comma, or a list; of a path its last part."""
    held = plain(value)
    if value is None or held is None:
        return
    for one in held if isinstance(held, (list, tuple)) else [held]:
        own = one if isinstance(one, Value) else value
        word = plain(one) if isinstance(one, Value) else one
        if isinstance(word, str):
            for name in word.split(","):
                if name.strip():
                    yield name.strip().rpartition("/")[2], own


def is_region(index: "Index", name: str) -> bool:
    """Whether a name is that of a region, or is written as one: a zone has a second dash, and something behind it."""
    return name in index.regions or name.count("-") < 2


def region_of(index: "Index", zone: str) -> str:
    """Return the region of a zone, of one that nobody knows by its name."""
    known = index.zones.get(zone)
    return known.region if known else zone.rpartition("-")[0]
