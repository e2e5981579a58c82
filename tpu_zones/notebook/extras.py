"""Libraries that only some of the features need."""

from importlib import import_module
from typing import Any

from tpu_zones.errors import MissingExtra


def library(name: str, extra: str) -> Any:
    """Return a library, or raise `MissingExtra` with the one line that installs it; a broken one says itself why."""
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        raise MissingExtra(f"{name} is not installed: pip install 'tpu-zones[{extra}]'") from error
