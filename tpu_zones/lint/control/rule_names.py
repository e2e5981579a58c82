"""What any rule is called: its id, or its name."""

from functools import cache

from tpu_zones.errors import UnknownName, did_you_mean, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


@cache
def ids() -> "Mapping[str, str]":
    """Return id and name of every rule, in lower case -> its id."""
    from tpu_zones.lint.rules import RULES

    return {name: rule.id for rule in RULES for name in (rule.id.casefold(), rule.name)}


def named(given: str) -> str:
    """Return the id of a rule by its id or name; `UnknownName` with the nearest ones."""
    found = ids().get(given.strip().casefold())
    if found is None:
        raise unknown(given)
    return found


def unknown(given: str) -> UnknownName:
    """Return what is to be said of a name that is no rule's."""
    from tpu_zones.names import nearest_names

    nearest = tuple(one.upper() if one.startswith("tpz") else one for one in nearest_names(given, ids()))
    meant = did_you_mean(nearest) or "; tpu-zones rules lists them"
    return UnknownName(f"no rule is called {shown(given, 100)}{meant}", name=given, suggestions=nearest)
