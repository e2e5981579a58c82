"""Where refreshed data is kept: the user's cache, or a folder that is to be published."""

import contextlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tpu_zones.errors import SnapshotError
from tpu_zones.facts import outside, packed
from tpu_zones.facts.load import Snapshot, bundled
from tpu_zones.facts.serving import LAST, contents, date_of, file_name, folder, last_results
from tpu_zones.update import files
from tpu_zones.update.schema import schema_text
from tpu_zones.update.write import row

DAMAGED = ".damaged"
_OURS = (".tpu-zones", DAMAGED, files.TEMPORARY, LAST, "lock")


class Cache:
    """The user's cache: one file for the default snapshot, one for each project's view, one for the results."""

    def __init__(self, path: str | None = None) -> None:
        found = path or folder()
        if found is None:
            raise SnapshotError("no home folder is known to keep refreshed data in: set TPU_ZONES_CACHE to a folder")
        self.folder = os.path.abspath(found)

    @contextlib.contextmanager
    def writing(self, seconds: float) -> Iterator[None]:
        """Hold the lock of writers; `SnapshotError` for whatever the file system refuses meanwhile."""
        try:
            with files.lock(self.folder, seconds) as held:
                if held:
                    self._sweep()
                yield
        except OSError as error:
            raise SnapshotError(
                f"the refreshed data cannot be kept in {self.folder}: {error.strerror or error}; what was there "
                "still serves (TPU_ZONES_CACHE names another folder)"
            ) from error

    def read(self, project: str | None = None, *, aside: bool = False) -> Snapshot | None:
        """Return what is kept; None for nothing, and for a damaged file, which is set `aside`."""
        path = self.path(project)
        try:
            return packed.unpack(contents(path), path)
        except OSError:
            return None
        except SnapshotError:
            if aside:
                files.replace(path, path + DAMAGED)
            return None

    def projects(self) -> list[str]:
        """Return the projects whose view is kept."""
        start, end = file_name("\0").split("\0")
        found = []
        for name in sorted(self._names()):
            if name.startswith(start) and name.endswith(end):
                kept = self._head(os.path.join(self.folder, name))
                found += [kept["project"]] if kept and kept.get("project") else []
        return found

    def path(self, project: str | None = None) -> str:
        """Return the file of the default snapshot, or of a project's view."""
        return os.path.join(self.folder, file_name(project))

    def write(self, contents: bytes, project: str | None = None) -> str:
        """Keep what was packed; return where."""
        path = self.path(project)
        files.put(path, contents)
        return path

    def last(self) -> dict[str, dict[str, Any]]:
        """Return what came of asking each source the last time."""
        return last_results(self.folder)

    def note(self, found: Mapping[str, Any]) -> None:
        """Keep what came of asking the sources."""
        text = json.dumps({**self.last(), **found}, indent=1)
        files.put(os.path.join(self.folder, LAST), text.encode() + b"\n")

    def reset(self) -> list[str]:
        """Remove all refreshed data; return the names of the files."""
        gone = []
        for name in sorted(self._names()):
            if name.endswith(_OURS):
                try:
                    os.unlink(os.path.join(self.folder, name))
                except OSError as error:
                    raise SnapshotError(f"{name} in {self.folder} cannot be removed: {error.strerror}") from error
                gone.append(name)
        return gone

    def _names(self) -> Sequence[str]:
        try:
            return os.listdir(self.folder)
        except (FileNotFoundError, NotADirectoryError):
            return ()
        except OSError as error:
            raise SnapshotError(f"{self.folder} cannot be read: {error.strerror or error}") from error

    def _sweep(self) -> None:
        """Remove what writers left that were stopped; nobody else writes now."""
        for name in self._names():
            if name.endswith(files.TEMPORARY):
                with contextlib.suppress(OSError):
                    os.unlink(os.path.join(self.folder, name))

    @staticmethod
    def _head(path: str) -> dict[str, Any] | None:
        try:
            return packed.header(contents(path), path)
        except (OSError, SnapshotError):
            return None


class Published:
    """A folder with one file a table, as the package itself has it; `projects/NAME` has a project's view."""

    def __init__(self, path: str) -> None:
        self.folder = os.path.abspath(path)
        self._read: Snapshot | None = None

    def read(self) -> Snapshot | None:
        """Return the snapshot in the folder; None where there is none yet."""
        if self._read is None and os.path.exists(os.path.join(self.folder, "MANIFEST.json")):
            self._read = outside.load(self.folder)
        return self._read

    def text(self, name: str, rows: tuple[Any, ...]) -> bytes | None:
        """Return the text of a table in which the rows that are there already keep their lines as they are.

        So a change shows what changed. None where the file has not one record a line.
        """
        there = self._read.table(name) if self._read else ()
        lines = (_contents(os.path.join(self.folder, f"{name}.json")) or b"").decode().splitlines()[1:-1]
        if len(lines) != len(there):
            return None
        line_of = {repr(one): line.removesuffix(",") for one, line in zip(there, lines, strict=True)}
        found = ",\n".join(line_of.get(repr(one)) or json.dumps(row(one), ensure_ascii=False) for one in rows)
        return f"[\n{found}\n]\n".encode()

    def write(self, manifest: bytes, texts: Mapping[str, bytes], project: str | None = None) -> str:
        """Write the files that change, the manifest last; return the folder."""
        where = os.path.join(self.folder, "projects", project) if project else self.folder
        try:
            os.makedirs(where, exist_ok=True)
            for name, text in {**texts, "snapshot.schema": schema_text().encode(), "MANIFEST": manifest}.items():
                path = os.path.join(where, f"{name}.json")
                if _contents(path) != text:
                    files.put(path, text)
        except OSError as error:
            raise SnapshotError(f"the snapshot cannot be written to {where}: {error.strerror or error}") from error
        return where


def newest(*snapshots: Snapshot | None) -> Snapshot:
    """Return the newest of snapshots by the date of the data, the bundled one among them; of two the first."""
    return max([one for one in snapshots if one] + [bundled()], key=date_of)


def _contents(path: str) -> bytes | None:
    try:
        return contents(path)
    except OSError:
        return None
