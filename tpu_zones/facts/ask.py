"""The parameters that questions share: what people may write, and what it means."""

from tpu_zones.errors import UnknownName
from tpu_zones.records.words import Evidence, Option, Surface

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TypeVar

    Word = TypeVar("Word", Evidence, Option, Surface)

LEVELS = {
    "documented": (Evidence.DOCUMENTED,),
    "observed": (Evidence.DOCUMENTED, Evidence.OBSERVED),
    "any": tuple(Evidence),
}
"""What the parameter `evidence` lets through."""


def levels(evidence: str) -> tuple[Evidence, ...]:
    """Return the verdicts that `evidence` lets through; `UnknownName` for another word."""
    found = LEVELS.get(evidence)
    if found is None:
        raise unknown_word("evidence", evidence, LEVELS)
    return found


def options(option: "str | Iterable[str] | None") -> tuple[Option, ...]:
    """Return the options that are named, in order, none twice; a string may name several, by comma."""
    if option is None:
        return ()
    names = list(option) if hasattr(option, "__iter__") and not isinstance(option, str) else str(option).split(",")
    return tuple(dict.fromkeys(_word("option", Option, name) for name in names))


def surface_named(surface: str | None) -> Surface | None:
    """Return the surface that is named."""
    return None if surface is None else _word("surface", Surface, surface)


def _word(what: str, words: "type[Word]", name: str) -> "Word":
    tidy = str(name).strip().casefold().replace("_", "-").replace(" ", "-")
    for word in words:
        if word.value == tidy:
            return word
    raise unknown_word(what, name, [word.value for word in words])


def unknown_word(what: str, name: object, known: "Iterable[str]") -> UnknownName:
    """Return the error for a word that is none of a few."""
    known = list(known)
    return UnknownName(
        f"no {what} is called {str(name)[:100]!r}: it is one of {', '.join(known)}",
        name=str(name),
        suggestions=tuple(known),
    )
