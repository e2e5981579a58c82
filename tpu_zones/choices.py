"""What a parameter may be given: its words, where they are a closed list, or the names that are worth offering."""

import re

from tpu_zones.facts.ask import EVERY, LEVELS
from tpu_zones.facts.floors import MODES
from tpu_zones.planning.pathways import PLATFORMS
from tpu_zones.records.words import Evidence, Option, Surface

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from tpu_zones.facts.catalog import Catalog

_WORDS = {
    "option": (*Option, EVERY),
    "surface": tuple(Surface),
    "evidence": tuple(LEVELS),
    "mode": MODES,
    "platform": tuple(PLATFORMS),
}


def words(name: str, text: str) -> tuple[str, ...]:
    """Return the closed list of a parameter: those that its text names, or else all; empty where it is open.

    >>> words("mode", "standard or autopilot"), words("tpu", "any name of hardware")
    (('standard', 'autopilot'), ())
    """
    known = tuple(map(str, _WORDS.get(name, ())))
    said = re.findall(r"[a-z0-9-]+", text)
    named = tuple(word for word in known if word in said)
    return named if set(named) - {EVERY} else known


def tpus(catalog: "Catalog") -> tuple[str, ...]:
    """Return names of hardware with one meaning: generations, nicknames and labels, machine types."""
    aliases = [one.alias for one in catalog.index.table("aliases") if one.verdict not in ("ambiguous", "reject")]
    machines = [one.machine_type for one in catalog.index.table("machine_types")]
    return _unlike([*catalog.index.generations, *aliases, *machines])


def machines(catalog: "Catalog") -> tuple[str, ...]:
    """Return the machine types."""
    return _unlike(one.machine_type for one in catalog.index.table("machine_types"))


def granted(catalog: "Catalog") -> tuple[str, ...]:
    """Return what Google may have given a project: generation and zone that are seen, and not on its list."""
    rows = catalog.index.table("offerings")
    pairs = [f"{one.generation}:{one.zone}" for one in rows if one.zone and one.evidence != Evidence.DOCUMENTED]
    return tuple(pair for pair in pairs if re.fullmatch(r"[\w-]+:[\w-]+", pair))


def zones(catalog: "Catalog") -> tuple[str, ...]:
    """Return the ids of all zones."""
    return _unlike(catalog.index.zones)


def places(catalog: "Catalog") -> tuple[str, ...]:
    """Return names of places that have a zone and one meaning: continents, countries, cities, regions, zones."""
    table = catalog.index.table("places")
    codes = [one.code for one in table if one.kind != "city"]  # of a city it is a key of ours
    names = [one.name for one in table]
    clear = [name for name in names if names.count(name) == 1]
    return _unlike([*clear, *codes, *catalog.index.regions, *catalog.index.zones])


def _unlike(names: "Iterable[str | None]") -> tuple[str, ...]:
    """Return the names as one word each, without what differs by case, blanks and dashes alone.

    Such a word has letters, digits, `_` and `-`: nothing in it means anything to a shell.
    """
    found: dict[str, str] = {}
    for name in names:
        if name and (word := "-".join(re.findall(r"\w+", name))):
            found.setdefault(word.replace("-", "").casefold(), word)
    return tuple(found.values())
