"""Terraform roots that the settings name, each with its sets of tfvars files."""

import os

from tpu_zones.errors import WrongUsage
from tpu_zones.lint.gather import repository
from tpu_zones.lint.read import files
from tpu_zones.lint.read.ignore import Patterns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from tpu_zones.lint.control.config import Config

MOST_SETS = 100
"""Of one folder, which is evaluated once for each."""


def sets(config: "Config", folders: "Iterable[str]") -> "dict[str, list[list[files.File]]]":
    """Return the sets of tfvars files of those folders that the settings name as roots.

    `WrongUsage` where a file lies outside of the repository: a strange config must not have other files read.
    """
    named = [(Patterns([f"/{path}"]), path, given) for path, given in config.roots]
    found: dict[str, list[list[files.File]]] = {}
    for folder in folders:
        try:
            inside = os.path.relpath(folder, config.folder).replace(os.sep, "/")
        except ValueError:  # another drive
            continue
        for patterns, path, given in named:
            if inside == path or patterns.says(inside, True):
                mine = found.setdefault(folder, [])
                if len(mine) + len(given) > MOST_SETS:
                    told = f"{os.path.relpath(config.path)}: roots: more than {MOST_SETS} sets of var-files"
                    raise WrongUsage(f"{told} for {inside[:100]!r}")
                mine += [list(_files(config, folder, names)) for names in given]
    return found


def _files(config: "Config", folder: str, names: "Iterable[str]") -> "Iterable[files.File]":
    within = repository(os.path.realpath(config.folder)).rstrip(os.sep) + os.sep
    paths = [os.path.normpath(os.path.join(folder, name)) for name in names]
    for path in paths:
        if "\0" in path or not os.path.realpath(path).startswith(within):
            told = f"{os.path.relpath(config.path)}: roots.var-files: {path[:100]!r}"
            raise WrongUsage(f"{told} lies outside of the repository")
    return files.find(paths)
