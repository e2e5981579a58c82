"""What each tool asks, and its answer as one JSON document: the same as that of `--format json`."""

from functools import cache

import tpu_zones
from tpu_zones import documents, signatures
from tpu_zones.errors import WrongUsage, did_you_mean, shown
from tpu_zones.facts.catalog import Catalog
from tpu_zones.lint.read.files import SIZE
from tpu_zones.lint.report import json_report
from tpu_zones.mcp import schemas
from tpu_zones.names import nearest_names
from tpu_zones.planning.pathways import pathways
from tpu_zones.planning.plan import plan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from tpu_zones.documents import Document

_LOOK_UPS = ("zones availability require generations offerings claims prices cost history slices versions show").split()
TOOLS: "dict[str, Callable[..., Any]]" = {
    **{name: getattr(Catalog, name) for name in _LOOK_UPS},
    "plan": plan,
    "pathways": pathways,
    "check_text": tpu_zones.check_text,
}
"""The tools, each with the function whose signature and docstring it has."""
_TYPES: "dict[str, Any]" = {"string": str, "integer": int, "number": (int, float), "boolean": bool, "array": list}
_LONGEST_NAME = 1000


def described(name: str) -> str:
    """Return what a tool is for: the docstring's text, without its parameters and examples."""
    texts, lines = _texts(name), []
    for line in map(str.strip, (TOOLS[name].__doc__ or "").splitlines()):
        if line.startswith(">>>") or line.partition(": ")[0] in texts:
            break
        lines.append(line)
    return " ".join(filter(None, lines))


@cache
def parameters(name: str) -> "dict[str, Any]":
    """Return the JSON Schema of what a tool takes."""
    return schemas.of_parameters(TOOLS[name], _texts(name))


def _texts(name: str) -> "dict[str, str]":
    texts = {"text": "the whole text of the file, at most 1 MiB"} if name == "check_text" else {}
    for function in _documented(name):
        texts.update(signatures.texts(function))
    return texts


def _documented(name: str) -> "tuple[Callable[..., Any], ...]":
    """Return the functions whose docstrings speak of the parameters of a tool."""
    return (tpu_zones.check, TOOLS[name]) if name == "check_text" else (TOOLS[name],)


@cache
def result(name: str) -> "dict[str, Any]":
    """Return the JSON Schema of what a tool returns."""
    return schemas.of_result(TOOLS[name])


def answer(name: str, given: "dict[str, Any]") -> "Document":
    """Return a tool's answer; raises `TpuZonesError` for what cannot be asked, and where `require` has none."""
    if name not in TOOLS:
        raise WrongUsage(f"there is no tool {shown(name)}{_meant(name, TOOLS)}")
    _look_at(given, parameters(name))
    limit = given.get("limit") or schemas.LIMIT
    if name == "check_text":
        return _bounded(json_report.document(_checked(given)), limit)
    catalog = Catalog.default()
    function = getattr(catalog, name) if name in _LOOK_UPS else TOOLS[name]
    found, asked = signatures.call(function, given)
    return _bounded(documents.whole(catalog, name, asked, found, _parts(catalog, name, given, found)), limit)


def _parts(catalog: Catalog, name: str, given: "dict[str, Any]", found: "Any") -> "Document":
    if name == "availability":
        return documents.of_availability(found)
    if name == "pathways":
        return documents.of_pathways(found, given.get("within"))
    if name == "show":
        return documents.of_card(found)
    if name in ("zones", "require"):
        return documents.of_rows(found, *documents.of_zones(catalog, given.get("tpu"), found), None)
    return documents.of_rows(found, found.to_records(), found.columns, None)


def _checked(given: "dict[str, Any]") -> tpu_zones.Report:
    size = len(given["text"].encode("utf-8", "surrogatepass"))
    if size > SIZE:
        raise WrongUsage(f"the text has {size:,} bytes, and at most {SIZE:,} are read: `tpu-zones check` reads folders")
    if len(given["name"]) > _LONGEST_NAME:
        raise WrongUsage(f"a file's name has at most {_LONGEST_NAME:,} characters")
    if any("\ud800" <= one <= "\udfff" for one in given["name"]):
        raise WrongUsage(f"a file's name is text, and {shown(given['name'])} has half of a character")
    report: tpu_zones.Report = signatures.call(tpu_zones.check_text, given)[0]
    return report


def _look_at(given: "dict[str, Any]", schema: "dict[str, Any]") -> None:
    """Raise `WrongUsage` where a parameter is unknown, missing, or not of its type."""
    known = schema["properties"]
    for name, value in given.items():
        if name not in known:
            raise WrongUsage(f"there is no parameter {shown(name)}{_meant(name, known)}; there are {', '.join(known)}")
        if value is not None and not _fits(value, known[name]):
            raise WrongUsage(f"{name} is {shown(value)}, which is not of its type: {_types(known[name])}")
    if missing := [name for name in schema["required"] if given.get(name) is None]:
        raise WrongUsage(f"{' and '.join(missing)} must be given")


def _fits(value: object, schema: "dict[str, Any]") -> bool:
    if several := schema.get("anyOf"):
        return any(_fits(value, one) for one in several)
    if not isinstance(value, _TYPES[schema["type"]]) or (isinstance(value, bool) and schema["type"] != "boolean"):
        return False
    if isinstance(value, list):
        return all(_fits(one, schema["items"]) for one in value)
    return not isinstance(value, int) or schema.get("minimum", value) <= value <= schema.get("maximum", value)


def _types(schema: "dict[str, Any]") -> str:
    """Return the types of a parameter in words."""
    if several := schema.get("anyOf"):
        return " or ".join(map(_types, several))
    span = f" from {schema['minimum']} to {schema['maximum']}" if "minimum" in schema else ""
    return f"{schema['type']}{' of strings' if schema['type'] == 'array' else span}"


def _meant(name: str, known: "dict[str, Any]") -> str:
    return did_you_mean(nearest_names(name[:100], known))


def _bounded(document: "Document", limit: int) -> "Document":
    """Return the document with at most `limit` objects in each of its lists, and a note for what was left out."""
    cure = "a higher limit shows them" if limit < schemas.HIGHEST else "ask for less to see them"
    notes = []
    for name, value in list(document.items()):
        if isinstance(value, list) and len(value) > limit and name not in ("notes", "tables"):
            document[name], left = value[:limit], len(value) - limit
            if name == "rows":
                document["more"] = left
            notes.append({"code": "limit", "text": f"{left} more {name}; {cure}"})
    for table in document.get("tables", ()):  # of a card
        if (left := len(table["rows"]) - limit) > 0:
            table["more"] += left
            table["rows"] = table["rows"][:limit]
            notes.append({"code": "limit", "text": f"{left} more {table['title']}; {cure}"})
    if notes:
        document["notes"] = [*document.get("notes", ()), *notes]
    return document
