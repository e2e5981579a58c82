"""What the charts ask before they draw."""

from typing import TYPE_CHECKING, Any

from tpu_zones.facts.ask import unknown_word
from tpu_zones.facts.catalog import Catalog
from tpu_zones.notebook.extras import library

if TYPE_CHECKING:
    from types import ModuleType

SCHEMES = ("light", "dark")


def drawing(scheme: str) -> "ModuleType":
    """Return what draws; `MissingExtra` without matplotlib, `UnknownName` for a scheme that is none."""
    if scheme not in SCHEMES:
        raise unknown_word("scheme", scheme, SCHEMES)
    library("matplotlib", "notebook")
    from tpu_zones.notebook import canvas

    return canvas


def asked(catalog: Any) -> Catalog:
    """Return the catalog to ask: the given one, or the default."""
    return Catalog.default() if catalog is None else catalog


def named(tpu: str | None, within: Any, option: Any = None, surface: str | None = None) -> str:
    """Return what was asked for in words.

    >>> named(None, ("NL", "BE"), "spot"), named("v6e", "NL,BE", "all")
    ('any TPU within NL, BE; spot', 'v6e within NL, BE; any option')
    """
    what = "any TPU" if tpu is None else tpu
    places = _several(within)
    options = ["any option" if one == "all" else one for one in _several(option)]
    where = f" within {', '.join(places)}" if places else ""
    return "; ".join([what + where, *options, *_several(surface)])


def _several(names: Any) -> list[str]:
    several = names.split(",") if isinstance(names, str) else map(str, names or ())
    return [one.strip() for one in several]
