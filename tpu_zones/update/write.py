"""Records as the files of a snapshot: one JSON file a table, one record a line, hashes in a manifest."""

import dataclasses
import datetime as dt
import json
from collections.abc import Iterable, Mapping
from typing import Any

from tpu_zones.facts import outside
from tpu_zones.facts.load import SCHEMA_VERSION

_KNOWN: dict[type[Any], list[tuple[str, Any]]] = {}


def row(record: Any) -> dict[str, Any]:
    """Return a record as a JSON object, without the fields that have their default."""
    found = {}
    for name, default in _fields(type(record)):
        value = getattr(record, name)
        if default is dataclasses.MISSING or value != default:
            found[name] = _plain(value)
    return found


def _fields(record: type[Any]) -> list[tuple[str, Any]]:
    """Return the fields of a record with their defaults, found once."""
    if record not in _KNOWN:
        _KNOWN[record] = [(field.name, field.default) for field in dataclasses.fields(record)]
    return _KNOWN[record]


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, (bool, int, float)):
        return value
    if isinstance(value, str):
        return str(value)
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if dataclasses.is_dataclass(value):
        return row(value)
    return value.isoformat() if isinstance(value, dt.date) else str(value)


def table_text(records: Iterable[Any]) -> str:
    """Return the text of a table's file."""
    lines = ",\n".join(json.dumps(row(record), ensure_ascii=False) for record in records)
    return f"[\n{lines}\n]\n"


def digest(text: str) -> str:
    """Return the hash by which a manifest names a file's contents."""
    return outside.digest(text.encode())


def manifest_text(tables: Mapping[str, str], compiled: dt.date, evidence_date: str | None) -> str:
    """Return the manifest of tables, given the text of each table's file by its name."""
    entries = {name: _entry(tables[name]) for name in sorted(tables)}
    head = {
        "schema_version": SCHEMA_VERSION,
        "compiled": compiled.isoformat(),
        "evidence_date": evidence_date,
        "hash": outside.hash_of({name: entry["sha256"] for name, entry in entries.items()}),
    }
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(entry)}" for name, entry in entries.items())
    start = "".join(f"{json.dumps(key)}: {json.dumps(value)},\n" for key, value in head.items())
    return f'{{\n{start}"tables": {{\n{lines}\n}}\n}}\n'


def _entry(text: str) -> dict[str, Any]:
    return {"rows": len(json.loads(text)), "sha256": digest(text)}
