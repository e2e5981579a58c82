"""JSON Schemas of tools: parameters from a function's signature, results from the records that it returns."""

from types import UnionType

import tpu_zones
from tpu_zones import choices, documents, signatures
from tpu_zones.records.rows import Rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    Schema = dict[str, Any]

LIMIT, HIGHEST = 50, 500
"""Rows of an answer: where nothing is said, and at most."""
_PLAIN = {bool: "boolean", int: "integer", float: "number", dict: "object"}
_TEXT: "Schema" = {"type": "string"}


def of_parameters(function: "Callable[..., Any]", texts: "dict[str, str]") -> "Schema":
    """Return what a tool takes: the function's own parameters, and `limit`."""
    given = signatures.parameters(function)
    properties = {
        name: _parameter(signatures.kind(function, name), choices.words(name, texts.get(name, "")), default)
        for name, default in given.items()
    }
    properties.setdefault("limit", {"type": "integer", "default": LIMIT})
    properties["limit"].update(minimum=1, maximum=HIGHEST)
    texts = {"limit": "at most so many rows; a note says how many were left out", **texts}
    for name, schema in properties.items():
        schema["description"] = texts.get(name, "")
    return {
        "type": "object",
        "properties": properties,
        "required": [name for name, default in given.items() if default is ...],
        "additionalProperties": False,
    }


def _parameter(kind: str, words: "Sequence[str]", default: object) -> "Schema":
    one: Schema = {"type": "string", "enum": list(words)} if words else dict(_TEXT)
    if "Iterable" in kind:
        by_comma: list[Schema] = [{"type": "string", "pattern": ","}] if words else []
        one = {"anyOf": [one, *by_comma, {"type": "array", "items": one}]}
    elif kind.startswith("int"):
        one = {"type": "integer"}
    elif kind.startswith("float"):
        one = {"anyOf": [{"type": "number"}, dict(_TEXT)]}
    elif kind == "bool":
        one = {"type": "boolean"}
    return one if default in (..., None, ()) else {**one, "default": default}


def of_result(function: "Callable[..., Any]") -> "Schema":
    """Return what a tool returns, as `documents` makes it."""
    record = getattr(tpu_zones, signatures.record(function))
    if record is tpu_zones.Report:
        return _report()
    parts: Schema
    if record is tpu_zones.Availability:
        parts = _fields(record, documents.AVAILABILITY)
    elif record is tpu_zones.Pathways:
        answered: Schema = {"works": _TEXT, "offered": {"type": ["boolean", "null"]}}
        parts = {**_fields(record, documents.PATHWAYS), **answered}
    elif record is tpu_zones.Card:
        table = _object({"title": _TEXT, "rows": {"type": "array"}, "more": {"type": "integer"}})
        parts = {**_fields(record, ("kind", "name", "facts")), "tables": {"type": "array", "items": table}}
    else:
        row = _object(_fields(record))
        if record is tpu_zones.Zone:
            row["properties"].update(_fields(tpu_zones.Offering, documents.JOINED))
        parts = {"rows": {"type": "array", "items": row}}
    whole = _object({**_head(), "query": {"type": "object"}, **parts, "notes": _notes()})
    whole["properties"].update(answer=_TEXT, more={"type": "integer", "description": "rows that the limit left out"})
    return whole


def _report() -> "Schema":
    apart = ("fix", "related")
    plain = _fields(tpu_zones.Finding, [name for name in tpu_zones.Finding.__annotations__ if name not in apart])
    row = _object({**plain, "fix": {"type": ["object", "null"]}})
    return _object({"version": _TEXT, **_head(), "findings": {"type": "array", "items": row}, "summary": {}})


def _head() -> "Schema":
    snapshot = _object({"origin": _TEXT, "hash": _TEXT})
    return {"compiled": _TEXT, "evidence_date": {"type": ["string", "null"]}, "snapshot": snapshot}


def _notes() -> "Schema":
    return {"type": "array", "items": _object({"code": _TEXT, "text": _TEXT})}


def _fields(record: type, names: "Iterable[str] | None" = None) -> "Schema":
    kinds = record.__annotations__
    return {name: _of(kinds[name]) for name in (kinds if names is None else names)}


def _object(properties: "Schema") -> "Schema":
    """Return the schema of an object that has all of these; fields may be added."""
    return {"type": "object", "properties": properties, "required": list(properties)}


def _of(kind: "Any") -> "Schema":
    """Return the schema of a field, as `documents.plain` writes it."""
    if isinstance(kind, UnionType):
        types = [_of(one)["type"] for one in kind.__args__ if one is not type(None)]
        return {"type": [*types, "null"]} if type(None) in kind.__args__ else {"type": types}
    origin = getattr(kind, "__origin__", kind)
    if origin is Rows:
        return {"type": "array", "items": _object(_fields(kind.__args__[0]))}
    if origin is tuple:
        return {"type": "array", "items": _of(kind.__args__[0])}
    return {"type": _PLAIN.get(origin, "string")}
