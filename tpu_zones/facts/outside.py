"""A snapshot from outside: hashed, validated by pydantic into the very same records, cross-checked."""

import dataclasses
import datetime as dt
import hashlib
import json
import os
from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import cache
from typing import Any

from pydantic import TypeAdapter, ValidationError

from tpu_zones.errors import SnapshotError
from tpu_zones.facts.dates import newest_day
from tpu_zones.facts.integrity import problems
from tpu_zones.facts.load import SCHEMA_VERSION, Snapshot, bundled, record_class
from tpu_zones.facts.sanity import faults
from tpu_zones.facts.tables import TABLES

SIZE_CAP = 64 * 1024 * 1024
"""Bytes of one file."""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class TableEntry:
    """What a manifest says of one table."""

    rows: int
    sha256: str


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What a snapshot says of itself."""

    schema_version: int
    compiled: dt.date
    evidence_date: dt.date | None
    hash: str
    tables: dict[str, TableEntry]


@cache
def adapter(table: str) -> TypeAdapter[Any]:
    """Return what validates the rows of a table into its records."""
    record: Any = record_class(table)
    return TypeAdapter(list[record])


def digest(data: bytes) -> str:
    """Return the hash by which a manifest names contents."""
    return hashlib.sha256(data).hexdigest()


def hash_of(tables: Mapping[str, str]) -> str:
    """Return the hash of a snapshot, given those of its tables by name."""
    return digest("".join(tables[name] for name in sorted(tables)).encode())


def load(path: str | os.PathLike[str]) -> Snapshot:
    """Return the snapshot in a folder, read and validated in full.

    Raises `SnapshotError` naming file, row and field.
    """
    folder = os.fspath(path)
    return read(folder, lambda name: _bytes(folder, name))


def read(folder: str, file: Callable[[str], bytes], *, newer: bool = False) -> Snapshot:
    """Return the snapshot of a folder, or of what stands for one; `file` returns the contents of `NAME.json`.

    One that is `newer` than this version, by its own word or the caller's, may say what this one does not know.
    """
    manifest = _manifest(folder, file("MANIFEST"))
    newer = newer or manifest.schema_version > SCHEMA_VERSION or manifest.compiled.isoformat() > bundled().compiled
    tables, words = {}, 0
    for name in TABLES:
        entry = manifest.tables[name]
        data = file(name)
        if digest(data) != entry.sha256:
            raise SnapshotError(
                f"{folder}/{name}.json: its hash is not the one in MANIFEST.json: the file was changed or cut off"
            )
        tables[name], unknown = _records(folder, name, data, newer)
        words += unknown
        if len(tables[name]) != entry.rows:
            counts = f"{len(tables[name])} rows, and MANIFEST.json says {entry.rows}"
            raise SnapshotError(f"{folder}/{name}.json has {counts}")
    for problem in (*problems(tables.__getitem__), *faults(tables.__getitem__)):
        raise SnapshotError(f"{folder}/{problem}")
    newest = newest_day(claim.seen for claim in tables["claims"])
    if newest != manifest.evidence_date:
        raise SnapshotError(
            f"{folder}/MANIFEST.json, field evidence_date: {manifest.evidence_date}, and that of the claims is {newest}"
        )
    head = TypeAdapter(Manifest).dump_python(manifest, mode="json")
    snapshot = Snapshot(folder, head, tables.__getitem__)
    if words:
        snapshot.remarks = (
            f"{words} words of this snapshot are newer than this version of tpu-zones and were kept as text",
        )
    return snapshot


def _manifest(folder: str, data: bytes) -> Manifest:
    try:
        manifest = TypeAdapter(Manifest).validate_json(data, strict=True)
    except ValidationError as error:
        raise _refused(folder, "MANIFEST", error) from error
    if manifest.schema_version < 1:
        raise SnapshotError(f"{folder}/MANIFEST.json: schema_version {manifest.schema_version} never existed")
    if missing := [name for name in TABLES if name not in manifest.tables]:
        raise SnapshotError(f"{folder}/MANIFEST.json: the table {missing[0]!r} is missing")
    if manifest.hash != hash_of({name: entry.sha256 for name, entry in manifest.tables.items()}):
        raise SnapshotError(f"{folder}/MANIFEST.json, field hash: it is not the hash of its tables")
    return manifest


def _bytes(folder: str, name: str) -> bytes:
    file = os.path.join(folder, f"{name}.json")
    try:
        if os.path.exists(file) and not os.path.isfile(file):  # to open a pipe would wait for its writer
            raise OSError(0, "it is no regular file")
        with open(file, "rb") as stream:
            data = stream.read(SIZE_CAP + 1)
    except OSError as error:
        raise SnapshotError(f"no snapshot can be read at {folder}: {name}.json: {error.strerror or error}") from error
    if len(data) > SIZE_CAP:
        raise SnapshotError(f"{file}: larger than {SIZE_CAP // 2**20} MiB")
    return data


def _records(folder: str, name: str, data: bytes, newer: bool) -> tuple[tuple[Any, ...], int]:
    """Return the records of a table, and how many of their words this version does not know."""
    unknown: list[tuple[int, str, Any]] = []
    try:
        if newer:
            rows = json.loads(data)
            unknown = _unknown_words(name, rows)
            data = json.dumps(rows).encode() if unknown else data
        found = adapter(name).validate_json(data, strict=True)
    except ValidationError as error:
        raise _refused(folder, name, error) from error
    except (ValueError, RecursionError) as error:
        raise SnapshotError(f"{folder}/{name}.json: not JSON: {error}") from error
    for row, field, value in unknown:
        found[row] = dataclasses.replace(found[row], **{field: value})
    return tuple(found), len(unknown)


def _unknown_words(name: str, rows: Any) -> list[tuple[int, str, Any]]:
    """Take the words out of rows that no enum of this version has; return where they were."""
    found: list[tuple[int, str, Any]] = []
    enums = {field.name: words for field in dataclasses.fields(record_class(name)) if (words := _words(field.type))}
    for number, row in enumerate(rows if isinstance(rows, list) else []):
        for field, words in enums.items() if isinstance(row, dict) else ():
            value = row.get(field)
            if isinstance(value, str) and value not in words._value2member_map_:
                found.append((number, field, value))
                row[field] = next(iter(words))
            elif isinstance(value, list) and any(
                isinstance(one, str) and one not in words._value2member_map_ for one in value
            ):
                found.append(
                    (number, field, tuple(words(one) if one in words._value2member_map_ else one for one in value))
                )
                row[field] = [one for one in value if one in words._value2member_map_]
    return found


def _words(kind: Any) -> type[StrEnum] | None:
    """Return the enum in a field's type."""
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return kind
    return next((found for part in getattr(kind, "__args__", ()) if (found := _words(part))), None)


def _refused(folder: str, name: str, error: ValidationError) -> SnapshotError:
    first = error.errors(include_url=False, include_input=False)[0]
    place = list(first["loc"])
    row = f", row {int(place.pop(0)) + 1}" if place and isinstance(place[0], int) else ""
    field = f", field {'.'.join(map(str, place))}" if place else ""
    more = f" ({error.error_count() - 1} more)" if error.error_count() > 1 else ""
    return SnapshotError(f"{folder}/{name}.json{row}{field}: {first['msg']}{more}")
