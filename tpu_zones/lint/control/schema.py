"""The keys of a config file, validated by pydantic; a wrong one is told with the nearest right one."""

import os
from posixpath import normpath
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from tpu_zones.errors import WrongUsage
from tpu_zones.errors import shown as brief
from tpu_zones.lint.control.own import FIXED, named
from tpu_zones.names import nearest_names
from tpu_zones.ordering import gke_version

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def _version(text: str) -> str:
    gke_version(text)
    return text


def _pair(text: str) -> str:
    tpu, colon, zone = text.partition(":")
    if not (colon and tpu.strip() and zone.strip()):
        raise ValueError(f"{brief(text)} is not written like v6e:us-east5-c")
    return text


_STRICT = ConfigDict(extra="forbid", strict=True, alias_generator=lambda name: name.replace("_", "-"))
_WORDS = {
    "Value error, ": "",
    "Input should be": "it has to be",
    "valid tuple": "list",
    "valid dictionary": "table",
    "a valid string": "text",
}
"""Words of pydantic -> ours, which are those of TOML."""
_Texts = tuple[Annotated[str, Field(min_length=1)], ...]


class Group(BaseModel):
    """Folders that rules across files see as one."""

    model_config = _STRICT

    name: Annotated[str, Field(min_length=1)]
    folders: Annotated[_Texts, Field(strict=False, min_length=1)]


class Root(BaseModel):
    """Terraform roots that are planned with several sets of tfvars files, each on its own."""

    model_config = _STRICT

    path: Annotated[str, Field(min_length=1)]
    var_files: Annotated[tuple[Annotated[_Texts, Field(strict=False)], ...], Field(strict=False, min_length=1)]


class Schema(BaseModel):
    """The file as it is written."""

    model_config = _STRICT

    severity: dict[str, Literal["error", "warning", "info", "off"]] = {}
    exclude: Annotated[_Texts, Field(strict=False)] = ()
    gke_version: Annotated[str, AfterValidator(_version)] | None = None
    mode: Literal["standard", "autopilot"] | None = None
    granted: Annotated[tuple[Annotated[str, AfterValidator(_pair)], ...], Field(strict=False)] = ()
    evidence: Literal["documented", "observed", "any"] | None = None
    fail_on: Literal["error", "warning"] | None = None
    var_files: Annotated[_Texts, Field(strict=False)] = ()
    groups: Annotated[tuple[Group, ...], Field(strict=False)] = ()
    roots: Annotated[tuple[Root, ...], Field(strict=False, max_length=100)] = ()


def validated(tables: "dict[str, Any]", shown: str, folder: str) -> "dict[str, Any]":
    """Return the parameters of a `Config`; `WrongUsage` names the file and the key."""
    try:
        found = Schema.model_validate(tables)
    except ValidationError as error:
        raise WrongUsage(f"{shown}: {_told(error)}") from None
    groups: dict[str, tuple[str, ...]] = {}
    for group in found.groups:
        if group.name in groups:
            raise WrongUsage(f"{shown}: groups: two are called {group.name[:100]!r}")
        groups[group.name] = tuple(_inside(one, shown, folder, "groups.folders") for one in group.folders)
    return {
        "severity": dict(_severity(key, level, shown) for key, level in found.severity.items()),
        "exclude": found.exclude,
        "gke_version": found.gke_version,
        "mode": found.mode,
        "granted": found.granted,
        "evidence": found.evidence,
        "fail_on": found.fail_on,
        "var_files": tuple(_inside(one, shown, folder, "var-files") for one in found.var_files),
        "groups": groups,
        "roots": tuple((_root(one.path, shown, folder), one.var_files) for one in found.roots),
    }


def _severity(key: str, level: str, shown: str) -> tuple[str, str]:
    try:
        ident = named(key)
    except LookupError as error:
        raise WrongUsage(f"{shown}: severity: {error}") from None
    if ident in FIXED:
        raise WrongUsage(f"{shown}: severity: {key} stays an error; leave the file out with exclude")
    return ident, level


def _root(path: str, shown: str, folder: str) -> str:
    """Return the path or pattern of a root; one without a wildcard has to be there."""
    tidy = normpath(_inside(path, shown, folder, "roots.path"))
    if not (set("*?[") & set(tidy) or os.path.isdir(os.path.join(folder, tidy))):
        raise WrongUsage(f"{shown}: roots.path: {path[:100]!r} is no folder")
    return tidy


def _inside(path: str, shown: str, folder: str, key: str) -> str:
    """Return a path that stays in the config's repository: a strange one must not have other files read."""
    from tpu_zones.lint.gather import repository

    within = repository(os.path.realpath(folder))
    whole = os.path.realpath(os.path.join(folder, path)) if "\0" not in path else ""
    if whole != within and not whole.startswith(within.rstrip(os.sep) + os.sep):
        raise WrongUsage(f"{shown}: {key}: {path[:100]!r} lies outside of the repository")
    return path


def _told(error: ValidationError) -> str:
    """Say the first thing that is wrong, with its key; a key that does not exist before one that is missing."""
    errors = error.errors(include_url=False)
    first = next((one for one in errors if one["type"] == "extra_forbidden"), errors[0])
    where = [str(one)[:100] for one in first["loc"]]
    key = ".".join(where) or "the table"
    if first["type"] == "extra_forbidden":
        parts: dict[str, type[BaseModel]] = {"groups": Group, "roots": Root}
        model = Schema if len(where) == 1 else parts[where[0]]
        known = [name.replace("_", "-") for name in model.model_fields]
        near = nearest_names(where[-1], known)
        return f"no key is called {brief(key)}; " + (
            f"did you mean {', '.join(near)}?" if near else f"there are {', '.join(known)}"
        )
    if first["type"] == "missing":
        return f"{key}: it is missing"
    text = str(first["msg"])
    for wrong, right in _WORDS.items():
        text = text.replace(wrong, right)
    return f"{key}: {text}" if first["type"] == "value_error" else f"{key}: {text}, and not {brief(first['input'])}"
