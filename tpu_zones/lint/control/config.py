"""The config of a check: `.tpu-zones.toml`, or `[tool.tpu-zones]` of pyproject.toml."""

import os

from tpu_zones.errors import TpuZonesError, WrongUsage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from tpu_zones.facts.catalog import Catalog

OWN, SHARED, TABLE = ".tpu-zones.toml", "pyproject.toml", "tpu-zones"
"""The file of our own, the one that tools share, and our table in it."""
SIZE = 512 * 1024
_DEEPEST = 16
"""Parts of one key: `tomllib` takes time and memory by their square."""
_PART = rb"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+"""
_DEEP = rb"(?<![\w-])(?:%b\.[ \t]*+){%d}" % (_PART, _DEEPEST)


class Config:
    """What a config file says. `path` is that file; what it names lies relative to its `folder`.

    `severity` goes by the id of the rule, and off is one of its words. `roots` are Terraform roots by a pattern, each
    with its sets of tfvars files, which lie relative to the root. `baseline` and `var_files` lie relative to the
    current folder. None, or nothing, is what is not written.
    """

    __slots__ = (
        "baseline",
        "evidence",
        "exclude",
        "fail_on",
        "folder",
        "gke_version",
        "granted",
        "groups",
        "mode",
        "path",
        "roots",
        "severity",
        "var_files",
    )

    def __init__(
        self,
        path: str = "",
        *,
        severity: "Mapping[str, str] | None" = None,
        exclude: tuple[str, ...] = (),
        gke_version: str | None = None,
        mode: str | None = None,
        granted: tuple[str, ...] = (),
        evidence: str | None = None,
        fail_on: str | None = None,
        baseline: str | None = None,
        var_files: tuple[str, ...] = (),
        groups: "Mapping[str, tuple[str, ...]] | None" = None,
        roots: "tuple[tuple[str, tuple[tuple[str, ...], ...]], ...]" = (),
    ) -> None:
        self.path, self.folder = path, os.path.dirname(os.path.abspath(path)) if path else ""
        self.severity, self.exclude, self.granted = dict(severity or {}), exclude, granted
        self.gke_version, self.mode, self.evidence, self.fail_on = gke_version, mode, evidence, fail_on
        self.groups, self.roots = dict(groups or {}), roots
        self.var_files = tuple(map(self._from_here, var_files))
        self.baseline = self._from_here(baseline) if baseline else None

    def _from_here(self, path: str) -> str:
        return os.path.relpath(os.path.join(self.folder, path))

    def look_at_granted(self, catalog: "Catalog") -> None:
        """Raise what is wrong with a pair of `granted`, with the file that says it."""
        from tpu_zones.facts.granted import pairs

        try:
            pairs(catalog.index, self.granted)
        except TpuZonesError as error:
            error.args = (f"{os.path.relpath(self.path)}: {error}" if self.path else str(error),)
            raise

    def __repr__(self) -> str:
        return f"<Config {self.path}>"


def find(start: str) -> str | None:
    """Return the nearest config file, from a path upwards to its repository, or else to the current folder.

    A path in neither of them has only the config of its own folder.
    """
    folder = os.path.abspath(start)
    chain = _chain(folder if os.path.isdir(folder) else os.path.dirname(folder))
    return next((path for folder in chain if (path := _config_in(folder))), None)


def load(path: str) -> Config:
    """Return what a config file says; `WrongUsage`, with file and key, for what it cannot mean."""
    shown = os.path.relpath(path)
    found = _tables(path)
    if os.path.basename(path) == SHARED:
        tools = found.get("tool")
        found = tools.get(TABLE) if isinstance(tools, dict) else None  # type: ignore[assignment]
        if found is None:
            raise WrongUsage(f"{shown}: it has no [tool.{TABLE}]")
    from tpu_zones.lint.control.schema import validated

    return Config(path, **validated(found, shown, os.path.dirname(os.path.abspath(path))))


def _chain(start: str) -> list[str]:
    """Return the folders that may hold the config of a folder, the nearest first."""
    here, folder, chain = os.getcwd(), start, [start]
    until_here: list[str] | None = None
    while not os.path.lexists(os.path.join(folder, ".git")):
        if folder == here:
            until_here = list(chain)
        above = os.path.dirname(folder)
        if above == folder:
            return until_here or [start]
        folder = above
        chain.append(folder)
    return chain


def _config_in(folder: str) -> str | None:
    own, shared = os.path.join(folder, OWN), os.path.join(folder, SHARED)
    has_table = os.path.lexists(shared) and _has_table(shared)
    if not os.path.lexists(own):
        return shared if has_table else None
    if has_table:
        raise WrongUsage(f"{os.path.relpath(own)} and [tool.{TABLE}] of {SHARED} beside it: keep one of them")
    return own


def _has_table(path: str) -> bool:
    """Whether a pyproject.toml has our table; one that cannot be read is wrong only if it may be meant for us."""
    if TABLE.encode() not in _read(path):
        return False
    tools = _tables(path).get("tool")
    return isinstance(tools, dict) and TABLE in tools


def _tables(path: str) -> "dict[str, Any]":
    import re
    import tomllib

    data = _read(path)
    if re.search(_DEEP, data):
        raise WrongUsage(f"{os.path.relpath(path)}: nested too deeply: a key of more than {_DEEPEST} parts")
    try:
        return tomllib.loads(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise WrongUsage(f"{os.path.relpath(path)}: not UTF-8") from error
    except ValueError as error:  # of tomllib, or of int for a number of 5,000 digits
        raise WrongUsage(f"{os.path.relpath(path)}: no TOML: {error}") from error
    except RecursionError as error:
        raise WrongUsage(f"{os.path.relpath(path)}: nested too deeply") from error


def _read(path: str) -> bytes:
    shown = os.path.relpath(path)
    if not os.path.isfile(path):
        missing = not os.path.lexists(path)
        raise WrongUsage(f"{shown}: {'there is no such file' if missing else 'a config has to be a regular file'}")
    try:
        with open(path, "rb") as file:
            data = file.read(SIZE + 1)
    except OSError as error:
        raise WrongUsage(f"{shown}: cannot be read: {error.strerror or error} (--no-config goes without)") from error
    if len(data) > SIZE:
        raise WrongUsage(f"{shown}: too large: a config has at most {SIZE // 1024} KiB")
    return data
