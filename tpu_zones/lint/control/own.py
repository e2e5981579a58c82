"""The rules by which the check speaks of itself, and what any rule is called."""

from functools import cache

from tpu_zones.errors import UnknownName, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

UNREAD, UNCHECKED = ("TPZ901", "not-readable"), ("TPZ902", "not-checked")
"""Id and name: a file that it cannot read; a part that it cannot judge."""
WRONG_IGNORE, UNUSED_IGNORE = ("TPZ903", "wrong-ignore"), ("TPZ904", "unused-ignore")
"""Id and name: an ignore without a rule or a reason; one that hides nothing."""
FIXED = frozenset({UNREAD[0]})
"""What no ignore, severity or baseline hides: an incomplete check is no verdict."""


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
    meant = f"; did you mean {', '.join(nearest)}?" if nearest else "; tpu-zones rules lists them"
    return UnknownName(f"no rule is called {shown(given, 100)}{meant}", name=given, suggestions=nearest)
