"""A snapshot on disk: its manifest, and its tables, each read when it is first asked for."""

import json
import os
from collections.abc import Mapping
from functools import lru_cache

from tpu_zones.errors import SnapshotError
from tpu_zones.facts.tables import TABLES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

SCHEMA_VERSION = 1
BUNDLED = os.path.join(os.path.dirname(os.path.dirname(__file__)), "data")
_LEFT_OUT = object()


class Snapshot:
    """The tables of one compilation.

    `origin` says where it came from (`bundled`, or a path), `hash` identifies its contents, and
    `compiled` is the day on which it was put together. Tables come back as tuples of records.
    """

    def __init__(
        self,
        origin: str,
        manifest: "dict[str, Any]",
        read: "Callable[[str], tuple[Any, ...]]",
        read_rows: "Callable[[str], list[dict[str, Any]]] | None" = None,
    ) -> None:
        self.origin = origin
        self.compiled: str = manifest["compiled"]
        self.hash: str = manifest["hash"]
        self.manifest = manifest
        self.remarks: tuple[str, ...] = ()
        self.remark_code = "newer-data"
        self._read, self._read_rows = read, read_rows
        self._tables: dict[str, tuple[Any, ...]] = {}
        self._rows: dict[str, list[dict[str, Any]]] = {}

    def table(self, name: str) -> "tuple[Any, ...]":
        """Return the records of a table, in the order of the file."""
        try:
            return self._tables[name]
        except KeyError:
            rows = self._rows.get(name)
            return self._tables.setdefault(name, self._read(name) if rows is None else records(name, rows))

    def groups(self, name: str, field: str) -> "Mapping[str, Sequence[Any]]":
        """Return the records of a table by one of their fields; a group is made when it is first asked for."""
        if self._read_rows is None or name in self._tables:
            found: dict[str, list[Any]] = {}
            for record in self.table(name):
                found.setdefault(getattr(record, field), []).append(record)
            return found
        if name not in self._rows:
            self._rows[name] = self._read_rows(name)
        rows: dict[str, list[dict[str, Any]]] = {}
        for row in self._rows[name]:
            rows.setdefault(row[field], []).append(row)
        return _Made(rows, lambda group: records(name, group))

    def keyed(self, name: str, field: str) -> "Mapping[str, Any]":
        """Return the records of a table by the field that names them, the last one where that names several."""
        return _Made(self.groups(name, field), lambda group: group[-1])


class _Made(Mapping[str, "Any"]):
    """What is made of each value of another mapping, when it is first asked for."""

    def __init__(self, of: "Mapping[str, Any]", make: "Callable[[Any], Any]") -> None:
        self._of, self._make = of, make
        self._made: dict[str, Any] = {}

    def __getitem__(self, key: str) -> "Any":
        if key not in self._made:
            self._made[key] = self._make(self._of[key])
        return self._made[key]

    def __iter__(self) -> "Iterator[str]":
        return iter(self._of)

    def __len__(self) -> int:
        return len(self._of)

    def __contains__(self, key: object) -> bool:
        return key in self._of


def bundled() -> Snapshot:
    """Return the snapshot inside the package; its hashes are checked by a test, not at run time."""
    return Snapshot("bundled", read_json("MANIFEST"), lambda table: records(table, read_json(table)), read_json)


def read_json(name: str) -> "Any":
    """Return the contents of a file of the bundled snapshot."""
    path = os.path.join(BUNDLED, name + ".json")
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except (OSError, ValueError) as error:
        raise SnapshotError(f"the bundled data is damaged ({name}.json: {error}): reinstall tpu-zones") from error


def record_class(table: str) -> type:
    """Return the record of a table."""
    module, name = TABLES[table]
    return getattr(__import__(f"tpu_zones.records.{module}", fromlist=[name]), name)  # type: ignore[no-any-return]


def records(table: str, rows: "list[dict[str, Any]]") -> "tuple[Any, ...]":
    """Return JSON rows of a trusted table as records."""
    record = record_class(table)
    fields = [(name, _converter(kind)) for name, kind in record.__annotations__.items()]
    # Each name is the record's own text, not the row's equal one, so that calls need not compare letters.
    return tuple(
        [
            record(
                **{
                    name: convert(value) if convert and value is not None else value
                    for name, convert in fields
                    if (value := row.get(name, _LEFT_OUT)) is not _LEFT_OUT
                }
            )
            for row in rows
        ]
    )


def _converter(kind: "Any") -> "Callable[[Any], Any] | None":
    """Return what turns a JSON value into a field of this type; None where it already is one."""
    parts = [part for part in getattr(kind, "__args__", ()) if part is not type(None)]
    if getattr(kind, "__origin__", None) is tuple:
        inner = _converter(parts[0])
        return (lambda values: tuple(map(inner, values))) if inner else tuple
    if parts:  # X | None
        return _converter(parts[0])
    members = getattr(kind, "_value2member_map_", None)
    if members:  # an enum
        return members.__getitem__  # type: ignore[no-any-return]
    if kind.__name__ == "Period":
        return lambda value: _period(kind, value["first"], value["last"], value.get("inferred", False))
    return {"date": getattr(kind, "fromisoformat", None), "Decimal": kind}.get(kind.__name__)


@lru_cache(maxsize=1024)
def _period(kind: "Any", first: str, last: str, inferred: bool) -> "Any":
    """Return a period: a few of them stand in most rows."""
    day = kind.__annotations__["first"].fromisoformat
    return kind(first=day(first), last=day(last), inferred=inferred)
