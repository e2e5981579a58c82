"""--granted of the look-ups: what Google gave a project beside its list, as written or by its settings."""

import os

from tpu_zones.errors import WrongUsage
from tpu_zones.facts.catalog import Catalog


def grant(given: "list[str]") -> None:
    """Have the default catalog answer with what is granted; an empty text stands for what the settings say."""
    catalog = Catalog.default()
    granted = [pair for one in given for pair in ([one] if one else _of_settings(catalog))]
    Catalog._default = catalog.with_granted(granted)


def _of_settings(catalog: Catalog) -> tuple[str, ...]:
    from tpu_zones.lint.control.config import find, load

    path = find(".")
    if path is None:
        wrong = "there is no .tpu-zones.toml, and no pyproject.toml with [tool.tpu-zones], from here up"
        raise WrongUsage(f"--granted alone reads the settings, and {wrong}; or write --granted v6e:us-east5-c")
    config = load(path)
    if not config.granted:
        raise WrongUsage(f"--granted alone reads the settings, and {os.path.relpath(path)} has no granted")
    config.look_at_granted(catalog)
    return config.granted
