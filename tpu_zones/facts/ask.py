"""The parameters that questions share: what people may write, and what it means."""

from tpu_zones.errors import UnknownName, WrongUsage, shown
from tpu_zones.places import MOST_NAMES, too_many
from tpu_zones.records.words import Evidence, Option, Surface

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

LEVELS = {
    "documented": (Evidence.DOCUMENTED,),
    "observed": (Evidence.DOCUMENTED, Evidence.OBSERVED),
    "any": tuple(Evidence),
}
"""What the parameter `evidence` lets through."""
EVERY = "all"
"""What stands for every option."""


_WHOLE = (str, bytes, type, bool, int, float)


def walked(given: "Any") -> "Any":
    """Return a parameter as what can be kept: one that names several as a tuple, another whole number as an int.

    An iterator can be walked only once, and one without an end not at all.

    >>> walked(name for name in ("NL", "BE")), walked("NL"), walked(8)
    (('NL', 'BE'), 'NL', 8)
    """
    if given is None or isinstance(given, _WHOLE):
        return given
    try:
        several = iter(given)
    except TypeError:
        number = whole(given)
        return given if number is None else number
    names = tuple(name for name, _ in zip(several, range(MOST_NAMES + 1), strict=False))
    if len(names) > MOST_NAMES:
        raise too_many()
    return names


def by_comma(several: "Iterable[object]") -> "list[object]":
    """Return names, of which a text may be several by comma; `WrongUsage` for more than a parameter takes.

    >>> by_comma(["spot,on-demand", 8])
    ['spot', 'on-demand', 8]
    """
    names = [name for one in several for name in (one.split(",") if isinstance(one, str) else [one])]
    if len(names) > MOST_NAMES:
        raise too_many()
    return names


def whole(value: "Any") -> int | None:
    """Return a whole number of any type that has an index, such as those of numpy; None for anything else.

    >>> whole(8), whole(8.0), whole(True), whole("8")
    (8, None, None, None)
    """
    if isinstance(value, (bool, type)) or not hasattr(value, "__index__"):
        return None
    try:
        return int(value.__index__())
    except TypeError:  # an array of several
        return None


def levels(evidence: str) -> tuple[Evidence, ...]:
    """Return the verdicts that `evidence` lets through; `UnknownName` for another word."""
    return LEVELS[word("evidence", LEVELS, evidence)]


def options(option: "str | Iterable[str] | None") -> tuple[Option, ...]:
    """Return the options that are named, in order, none twice; a string may name several, by comma, and `all` all."""
    if option is None:
        return ()
    names = [name for name in _names(option) if not _is_every(name)]
    named = tuple(dict.fromkeys(Option(word("option", Option, name)) for name in names))
    return tuple(Option) if names_all(option) else named


def names_all(option: "str | Iterable[str] | None") -> bool:
    """Return whether one of several words for options is `all`."""
    return any(map(_is_every, _names(option)))


def _is_every(name: object) -> bool:
    return isinstance(name, str) and name.strip().casefold() == EVERY


def _names(option: "str | Iterable[str] | None") -> "list[object]":
    if option is None:
        return []
    several = [option] if isinstance(option, str) else walked(option)
    if not isinstance(several, (list, tuple)):
        several = [several]
    return by_comma(several)


def surface_named(surface: str | None) -> Surface | None:
    """Return the surface that is named."""
    return None if surface is None else Surface(word("surface", Surface, surface))


def word(what: str, known: "Iterable[str]", name: object) -> str:
    """Return a word of a few, whatever its case, blanks and underscores; `UnknownName` names them.

    >>> word("mode", ("standard", "auto-creation"), "Auto Creation")
    'auto-creation'
    """
    words = list(map(str, known))
    if not isinstance(name, str):
        raise WrongUsage(f"{what} is one of {', '.join(words)}, as text, and is given as {shown(name)}")
    tidy = name.strip().casefold().replace("_", "-").replace(" ", "-")
    if tidy not in words:
        raise unknown_word(what, name, words)
    return tidy


def unknown_word(what: str, name: object, known: "Iterable[str]") -> UnknownName:
    """Return the error for a word that is none of a few."""
    known = list(known)
    return UnknownName(
        f"no {what} is called {shown(name)}: it is one of {', '.join(known)}",
        name=name if isinstance(name, str) else shown(name),
        suggestions=tuple(known),
    )
