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


def sets(config: "Config", folders: "Iterable[str]") -> "dict[str, list[list[files.File]]]":
    """Return the sets of tfvars files of those folders that the settings name as roots.

    `WrongUsage` where a file lies outside of the repository: a strange config must not have other files read.
    """
    named = [(Patterns([f"/{path}"]), path, given) for path, given in config.roots]
    found: dict[str, list[list[files.File]]] = {}
    for folder in folders if named else ():
        try:
            inside = os.path.relpath(folder, config.folder).replace(os.sep, "/")
        except ValueError:  # another drive
            continue
        for patterns, path, given in named:
            if inside == path or patterns.says(inside, True):
                found.setdefault(folder, []).extend([list(_files(config, folder, names)) for names in given])
    return found


def _files(config: "Config", folder: str, names: "Iterable[str]") -> "Iterable[files.File]":
    within = repository(os.path.realpath(config.folder)).rstrip(os.sep) + os.sep
    paths = [os.path.normpath(os.path.join(folder, name)) for name in names if "\0" not in name]
    for path in paths:
        if not os.path.realpath(path).startswith(within):
            told = f"{os.path.relpath(config.path)}: roots.var-files: {path[:100]!r}"
            raise WrongUsage(f"{told} lies outside of the repository")
    return files.find(paths)
