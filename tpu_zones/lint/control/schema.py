"""The keys of a config file, validated by pydantic; a wrong one is told with the nearest right one.

The schema is given to pydantic's core as it is: to make it of models costs more than the check of a file.
"""

import os
from posixpath import normpath

from pydantic_core import SchemaValidator, ValidationError, core_schema

from tpu_zones.errors import WrongUsage, did_you_mean
from tpu_zones.errors import shown as brief
from tpu_zones.lint.control.own import FIXED
from tpu_zones.lint.control.rule_names import named
from tpu_zones.names import nearest_names
from tpu_zones.ordering import gke_version

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from pydantic_core.core_schema import CoreSchema

_WORDS = {
    "Value error, ": "",
    "Input should be": "it has to be",
    "a valid list": "a list",
    "a valid dictionary": "a table",
    "a valid string": "text",
}
"""Words of pydantic -> ours, which are those of TOML."""


def _version(text: str) -> str:
    gke_version(text)
    return text


def _pair(text: str) -> str:
    tpu, colon, zone = text.partition(":")
    if not (colon and tpu.strip() and zone.strip()):
        raise ValueError(f"{brief(text)} is not written like v6e:us-east5-c")
    return text


def _json(text: str) -> str:
    if not text.endswith(".json"):  # a strange config must not have other files written
        raise ValueError(f"{brief(text)} does not end in .json")
    return text


def _table(fields: "dict[str, CoreSchema]", *, required: bool) -> "CoreSchema":
    of = {name: core_schema.typed_dict_field(schema, required=required) for name, schema in fields.items()}
    return core_schema.typed_dict_schema(of, extra_behavior="forbid")


def _checked(check: "Any") -> "CoreSchema":
    return core_schema.no_info_after_validator_function(check, core_schema.str_schema())


_one_of, _list = core_schema.literal_schema, core_schema.list_schema
_TEXT = core_schema.str_schema(min_length=1)
_TEXTS = _list(_TEXT)
_GROUP: "dict[str, CoreSchema]" = {"name": _TEXT, "folders": _list(_TEXT, min_length=1)}
"""Folders that rules across files see as one."""
_ROOT: "dict[str, CoreSchema]" = {"path": _TEXT, "var-files": _list(_TEXTS, min_length=1)}
"""Terraform roots that are planned with several sets of tfvars files, each on its own."""
_FILE: "dict[str, CoreSchema]" = {
    "severity": core_schema.dict_schema(core_schema.str_schema(), _one_of(["error", "warning", "info", "off"])),
    "exclude": _TEXTS,
    "gke-version": _checked(_version),
    "mode": _one_of(["standard", "autopilot"]),
    "granted": _list(_checked(_pair)),
    "evidence": _one_of(["documented", "observed", "any"]),
    "fail-on": _one_of(["error", "warning"]),
    "baseline": _checked(_json),
    "var-files": _TEXTS,
    "groups": _list(_table(_GROUP, required=True)),
    "roots": _list(_table(_ROOT, required=True), max_length=100),
}
"""The file as it is written."""
_VALIDATOR = SchemaValidator(_table(_FILE, required=False), core_schema.CoreConfig(strict=True))


def validated(tables: "dict[str, Any]", shown: str, folder: str) -> "dict[str, Any]":
    """Return the parameters of a `Config`; `WrongUsage` names the file and the key."""
    try:
        found = _VALIDATOR.validate_python(tables)
    except ValidationError as error:
        raise WrongUsage(f"{shown}: {_told(error)}") from None
    groups: dict[str, tuple[str, ...]] = {}
    for group in found.get("groups", ()):
        if group["name"] in groups:
            raise WrongUsage(f"{shown}: groups: two are called {group['name'][:100]!r}")
        groups[group["name"]] = tuple(_inside(one, shown, folder, "groups.folders") for one in group["folders"])
    return {
        "severity": dict(_severity(key, level, shown) for key, level in found.get("severity", {}).items()),
        "exclude": tuple(found.get("exclude", ())),
        "gke_version": found.get("gke-version"),
        "mode": found.get("mode"),
        "granted": tuple(found.get("granted", ())),
        "evidence": found.get("evidence"),
        "fail_on": found.get("fail-on"),
        "baseline": _inside(baseline, shown, folder, "baseline") if (baseline := found.get("baseline")) else None,
        "var_files": tuple(_inside(one, shown, folder, "var-files") for one in found.get("var-files", ())),
        "groups": groups,
        "roots": tuple(
            (_root(one["path"], shown, folder), tuple(map(tuple, one["var-files"]))) for one in found.get("roots", ())
        ),
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
    from tpu_zones.lint.read.ignore import Patterns

    tidy = normpath(_inside(path, shown, folder, "roots.path"))
    if os.path.isdir(os.path.join(folder, tidy)):
        return tidy
    if not set("*?[") & set(tidy):
        raise WrongUsage(f"{shown}: roots.path: {path[:100]!r} is no folder")
    if Patterns([f"/{tidy}"]).any is None:
        raise WrongUsage(f"{shown}: roots.path: {path[:100]!r} is no pattern")
    return tidy


def _inside(path: str, shown: str, folder: str, key: str) -> str:
    """Return a path that stays in the config's repository: a strange one must not have other files read."""
    from tpu_zones.lint.gather import lies_in, repository

    whole = os.path.realpath(os.path.join(folder, path)) if "\0" not in path else ""
    if not lies_in(whole, repository(os.path.realpath(folder))):
        raise WrongUsage(f"{shown}: {key}: {path[:100]!r} lies outside of the repository")
    return path


def _told(error: ValidationError) -> str:
    """Say the first thing that is wrong, with its key; a key that does not exist before one that is missing."""
    errors = error.errors(include_url=False)
    first = next((one for one in errors if one["type"] == "extra_forbidden"), errors[0])
    where = [str(one)[:100] for one in first["loc"]]
    key = ".".join(where) or "the table"
    if first["type"] == "extra_forbidden":
        known = _FILE if len(where) == 1 else {"groups": _GROUP, "roots": _ROOT}[where[0]]
        meant = did_you_mean(nearest_names(where[-1], known))
        return f"no key is called {brief(key)}" + (meant or f"; there are {', '.join(known)}")
    if first["type"] == "missing":
        return f"{key}: it is missing"
    text = str(first["msg"])
    for wrong, right in _WORDS.items():
        text = text.replace(wrong, right)
    return f"{key}: {text}" if first["type"] == "value_error" else f"{key}: {text}, and not {brief(first['input'])}"
