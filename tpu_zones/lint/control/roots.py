"""Terraform roots that the settings name, each with its sets of tfvars files."""

import os

from tpu_zones.errors import WrongUsage
from tpu_zones.lint.gather import repository
from tpu_zones.lint.read import files
from tpu_zones.lint.read.ignore import Patterns
from tpu_zones.lint.read.sniff import named_terraform

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
    roots = [_Root(path, given) for path, given in config.roots]
    found: dict[str, list[list[files.File]]] = {}
    for folder in folders:
        inside = _inside(folder, config)
        for root in roots:
            if root.is_at(inside):
                mine = found.setdefault(folder, [])
                if len(mine) + len(root.sets) > MOST_SETS:
                    told = f"{os.path.relpath(config.path)}: roots: more than {MOST_SETS} sets of var-files"
                    raise WrongUsage(f"{told} for {inside[:100]!r}")
                mine += [list(_files(config, folder, names)) for names in root.sets]
    return found


def unused(config: "Config", found: "Iterable[files.File]") -> list[str]:
    """Return the roots that no Terraform file was found in; what cannot be opened may be one."""
    places = {os.path.dirname(file.place) for file in found if file.fault or _is_terraform(file)}
    places |= {file.place for file in found if file.fault}
    folders = {_inside(place, config) for place in places}
    return [path for path, given in config.roots if not any(map(_Root(path, given).is_at, folders))]


class _Root:
    """A folder, or the folders of a pattern, with its sets of tfvars files."""

    def __init__(self, path: str, sets: "tuple[tuple[str, ...], ...]") -> None:
        self.path, self.sets = path, sets
        self.patterns = Patterns([f"/{path}"])

    def is_at(self, inside: str) -> bool:
        return inside == self.path or bool(self.patterns.says(inside, True))


def _inside(folder: str, config: "Config") -> str:
    """Return a folder as the settings name it."""
    try:
        return os.path.relpath(folder or ".", config.folder).replace(os.sep, "/")
    except ValueError:  # another drive
        return ""


def _is_terraform(file: "files.File") -> bool:
    return named_terraform(os.path.basename(file.place)) == "terraform"


def _files(config: "Config", folder: str, names: "Iterable[str]") -> "Iterable[files.File]":
    within = repository(os.path.realpath(config.folder)).rstrip(os.sep) + os.sep
    paths = [os.path.normpath(os.path.join(folder, name)) for name in names]
    for path in paths:
        if "\0" in path or not os.path.realpath(path).startswith(within):
            told = f"{os.path.relpath(config.path)}: roots.var-files: {path[:100]!r}"
            raise WrongUsage(f"{told} lies outside of the repository")
    return files.named(paths)
