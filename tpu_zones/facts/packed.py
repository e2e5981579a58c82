"""A snapshot in one file: a line that says what is in it, then the tables, one after the other.

One file is replaced at once, so that whoever reads it has one whole version: there is no lock, and nothing
is opened later. The first line holds the manifest, where each table begins and ends, a checksum, and what
is known of the sources it was refreshed from. What this version of the package wrote was validated then,
and is read as it is; what another version wrote is validated again.
"""

import json
import zlib

from tpu_zones.errors import SnapshotError
from tpu_zones.facts.load import Snapshot, records
from tpu_zones.version import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

FORMAT = "tpu-zones snapshot"


def pack(head: "Mapping[str, Any]", texts: "Mapping[str, bytes]") -> bytes:
    """Return the contents of the file; `head` has the manifest, and more that is kept with it."""
    at, size = {}, 0
    for name, text in texts.items():
        at[name] = (size, size + len(text))
        size += len(text)
    body = b"".join(texts.values())
    first = {"format": FORMAT, "version": __version__, **head, "at": at, "size": size, "crc": zlib.crc32(body)}
    return json.dumps(first).encode() + b"\n" + body


def header(data: bytes, path: str) -> "dict[str, Any]":
    """Return the first line of a file, once its checksum is right; `SnapshotError` for a damaged one."""
    end = data.find(b"\n")
    try:
        first = json.loads(data[:end]) if end > 0 else None
        if not isinstance(first, dict) or first.get("format") != FORMAT:
            raise ValueError
        body = memoryview(data)[end + 1 :]
        if len(body) != first["size"] or zlib.crc32(body) != first["crc"]:
            raise ValueError
    except (ValueError, KeyError, RecursionError):
        raise SnapshotError(f"the refreshed data is damaged ({path})") from None
    return first


def text_of(data: bytes, first: "Mapping[str, Any]", name: str) -> bytes:
    """Return the text of a table."""
    start, end = first["at"][name]
    body = data.index(b"\n") + 1
    return data[body + start : body + end]


def unpack(data: bytes, path: str) -> Snapshot:
    """Return the snapshot in a file; `SnapshotError` for one that is damaged, or that this version cannot read."""
    first = header(data, path)
    if first["version"] != __version__ or first.get("words"):
        from tpu_zones.facts.outside import read

        head = {name: first[name] for name in ("schema_version", "compiled", "evidence_date", "hash", "tables")}
        manifest = json.dumps(head).encode()
        snapshot = read(path, lambda name: manifest if name == "MANIFEST" else text_of(data, first, name), newer=True)
    else:

        def rows(name: str) -> "Any":
            return json.loads(text_of(data, first, name))

        snapshot = Snapshot(path, first, lambda name: records(name, rows(name)), rows)
    snapshot.manifest = first
    tell_project(snapshot)
    return snapshot


def tell_project(snapshot: Snapshot) -> None:
    """Have a snapshot say whose eyes it has, where its manifest does."""
    if project := snapshot.manifest.get("project"):
        snapshot.remarks = (*snapshot.remarks, f"with what the project {project} saw on {snapshot.manifest['seen']}")
        snapshot.remark_code = "project"
