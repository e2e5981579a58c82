"""A snapshot that somebody publishes at an https address, or in a folder: how a company serves its runners.

One conditional request asks whether there is a newer one; its manifest names every table by its hash.
"""

import datetime as dt
from collections.abc import Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlsplit, urlunsplit
from urllib.request import url2pathname

from pydantic import TypeAdapter

from tpu_zones.errors import SnapshotError
from tpu_zones.facts import outside
from tpu_zones.facts.index import Index
from tpu_zones.facts.load import Snapshot
from tpu_zones.facts.serving import date_of
from tpu_zones.facts.tables import TABLES
from tpu_zones.records.words import Stage
from tpu_zones.update.addresses import shown
from tpu_zones.update.faults import SourceFailed
from tpu_zones.update.sources.base import Fetched, Known, Source

if TYPE_CHECKING:
    from tpu_zones.update._http import Http
    from tpu_zones.update.replies import Reply
    from tpu_zones.update.settings import Settings

_FILE = "MANIFEST.json"
_HEAD = TypeAdapter(outside.Manifest)
_DAY = dt.timedelta(days=1)


class Published(Source):
    """A published snapshot."""

    name = "snapshot"
    title = "a published snapshot"

    def address(self, settings: "Settings") -> str:
        """Return the address of the manifest."""
        if settings.snapshot_url is None:
            raise SourceFailed("shape", "no published snapshot is named: set TPU_ZONES_SNAPSHOT_URL to its address")
        parts = urlsplit(settings.snapshot_url)
        path = parts.path if parts.path.endswith(".json") else f"{parts.path.rstrip('/')}/{_FILE}"
        return urlunsplit((*parts[:2], path, *parts[3:]))

    def parts(self, index: Index) -> Sequence[str]:
        """Return the generations that can be had."""
        available = (one for one in index.table("generations") if one.stage is Stage.AVAILABLE)
        return sorted(f"generation {one.generation}" for one in available)

    def fetch(self, http: "Http", known: Known, settings: "Settings") -> Fetched:
        """Return the published snapshot, validated in full."""
        address = self.address(settings)
        if address.startswith("file:"):
            return self._checked(_folder(address), dt.datetime.now(dt.UTC).date(), known, {})
        shape = known.shape or self.parts(known.index)
        first = http.get(address, validators=known.validators.get(shown(address)))
        if first.not_modified:
            return Fetched(day=first.day, validators=known.validators, shape=shape)
        validators = {first.address: first.validators} if first.validators else {}
        head = first.json(_HEAD)
        if not _newer(head, known):
            remark = _no_later(head.compiled.isoformat(), known) if head.hash != known.index.snapshot.hash else []
            return Fetched(day=first.day, validators=validators, shape=shape, remarks=remark)
        try:
            found = self._tables(http, address, first)
        except SnapshotError:
            # perhaps it was replaced while it was read: once more, from the start, past all caches
            first = http.get(address, headers={"Cache-Control": "no-cache"})
            try:
                found = self._tables(http, address, first, fresh=True)
            except SnapshotError as error:
                code = "hash" if "hash" in str(error) else "shape"
                raise SourceFailed(code, f"the published snapshot is not whole: {error}") from None
        return self._checked(found, first.day, known, validators)

    def _tables(self, http: "Http", address: str, first: "Reply", *, fresh: bool = False) -> Snapshot:
        headers = {"Cache-Control": "no-cache"} if fresh else {}
        parts = urlsplit(address)
        base = parts.path.rpartition("/")[0]

        def get(name: str) -> bytes:
            url = urlunsplit((*parts[:2], f"{base}/{name}.json", *parts[3:]))
            return http.get(url, headers=headers).body

        bodies = dict(zip(TABLES, http.each(get, TABLES), strict=True))
        bodies["MANIFEST"] = first.body
        return outside.read(first.address.rpartition("/")[0], bodies.__getitem__)

    def _checked(self, found: Snapshot, day: dt.date, known: Known, validators: dict[str, dict[str, str]]) -> Fetched:
        """Return the snapshot, if it is newer than what serves."""
        compiled = dt.date.fromisoformat(found.compiled)
        if compiled > day + _DAY:
            raise SourceFailed("clock", f"the published snapshot was compiled on {compiled}, and today is {day}")
        shape = self.parts(Index(found))
        if not _newer(_HEAD.validate_python(found.manifest), known):
            remark = _no_later(found.compiled, known) if found.hash != known.index.snapshot.hash else []
            return Fetched(day=day, validators=validators, shape=shape, remarks=remark)
        return Fetched(day=compiled, snapshot=found, validators=validators, shape=shape, remarks=found.remarks)


def _newer(manifest: outside.Manifest, known: Known) -> bool:
    """Whether a snapshot is newer than what serves, by the date of the data."""
    mine = known.index.snapshot
    evidence = manifest.evidence_date.isoformat() if manifest.evidence_date else ""
    return (manifest.compiled.isoformat(), evidence) > date_of(mine)


def _no_later(compiled: str, known: Known) -> list[str]:
    return [f"it was compiled on {compiled}, no later than what serves ({known.index.snapshot.compiled})"]


def _folder(address: str) -> Snapshot:
    path = url2pathname(urlsplit(address).path).removesuffix(_FILE)
    try:
        return outside.load(path.rstrip("/\\") or path)
    except SnapshotError as error:
        raise SourceFailed("shape", str(error)) from None


source = Published()
