"""Which snapshot serves: the newer of the user's refreshed one and the bundled one, by the date of the data.

Without a refreshed snapshot this costs the failed opening of one file.
"""

import os
import stat
import sys

from tpu_zones.errors import SnapshotError
from tpu_zones.facts.load import SCHEMA_VERSION, Snapshot, bundled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

SIZE_CAP = 64 * 1024 * 1024
"""Bytes of one file of refreshed data."""
LAST = f"sources-v{SCHEMA_VERSION}.json"
"""The file that keeps what came of asking each source the last time."""


def folder(environ: "Mapping[str, str] | None" = None) -> str | None:
    """Return the folder of refreshed data: `TPU_ZONES_CACHE`, else where this platform keeps caches.

    None: no home folder is known.
    """
    environ = os.environ if environ is None else environ
    named = environ.get("TPU_ZONES_CACHE")
    if named:
        return named
    if os.name == "nt":
        local = environ.get("LOCALAPPDATA")
        return os.path.join(local, "tpu-zones", "Cache") if local else None
    home = environ.get("HOME")
    if sys.platform == "darwin":
        return os.path.join(home, "Library", "Caches", "tpu-zones") if home else None
    caches = environ.get("XDG_CACHE_HOME") or (os.path.join(home, ".cache") if home else None)
    return os.path.join(caches, "tpu-zones") if caches and os.path.isabs(caches) else None


def file_name(project: str | None = None) -> str:
    """Return the name of the file that holds the refreshed snapshot, or what a project sees."""
    kind = f"project-{project.replace(':', '_')}" if project else "snapshot"
    return f"{kind}-v{SCHEMA_VERSION}.tpu-zones"


def serving() -> Snapshot:
    """Return the snapshot that serves; a refreshed one that is damaged is named in the remarks of the bundled one."""
    inside = bundled()
    where = folder()
    if where is None:
        return inside
    path = os.path.join(where, file_name())
    try:
        data = contents(path)
    except (FileNotFoundError, NotADirectoryError):  # the second: a home such as /dev/null
        return inside
    except OSError as error:
        why = f"the refreshed data cannot be read ({path}: {error.strerror})"
        return _instead(inside, why, "make it readable, or name another folder with TPU_ZONES_CACHE")
    from tpu_zones.facts.packed import unpack

    try:
        found = unpack(data, path)
    except SnapshotError as error:
        return _instead(inside, f"{error}", "`tpu-zones refresh` sets the file aside")
    return found if date_of(found) >= date_of(inside) else inside


def of_project(project: str) -> Snapshot:
    """Return what was refreshed with a project's eyes; `SnapshotError` where nothing was."""
    from tpu_zones.facts.packed import unpack

    where = folder()
    path = os.path.join(where or "", file_name(project))
    try:
        data = contents(path) if where else b""
    except (FileNotFoundError, NotADirectoryError):
        data = b""
    except OSError as error:
        raise SnapshotError(f"what was refreshed for {project!r} cannot be read ({path}: {error.strerror})") from error
    if not data:
        raise SnapshotError(
            f"nothing was refreshed for the project {project!r}: tpu-zones refresh compute tpu-api --project {project}"
        )
    return unpack(data, path)


def last_results(where: str | None) -> "dict[str, dict[str, Any]]":
    """Return what came of asking each source the last time, as a folder keeps it; nothing where that is damaged."""
    import json

    try:
        found = json.loads(contents(os.path.join(where, LAST))) if where else {}
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) and all(isinstance(one, dict) for one in found.values()) else {}


def date_of(snapshot: Snapshot) -> tuple[str, str]:
    """Return the date of the data: the day of its compilation, then its newest evidence."""
    return snapshot.compiled, snapshot.manifest["evidence_date"] or ""


def contents(path: str) -> bytes:
    """Return what a file holds; `OSError` also for what is no file, or larger than refreshed data is."""
    about = os.stat(path)
    if not stat.S_ISREG(about.st_mode):  # to open a pipe would wait for its writer
        raise OSError(0, "it is no regular file")
    if about.st_size > SIZE_CAP:
        raise OSError(0, f"it is larger than {SIZE_CAP // 2**20} MiB")
    with open(path, "rb") as file:
        return file.read()


def _instead(inside: Snapshot, why: str, cure: str) -> Snapshot:
    inside.remarks = (f"{why}: the bundled data serves; {cure}",)
    inside.remark_code = "damaged-cache"
    return inside
