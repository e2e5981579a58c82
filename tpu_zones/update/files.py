"""Files that are whole or not there: written beside, flushed to the disk, then put in place at once."""

import contextlib
import os
import secrets
import sys
import time
from collections.abc import Iterator
from typing import Any

from tpu_zones.errors import SnapshotError

TEMPORARY = ".tmp"
_PATIENCE, _PAUSE = 40, 0.05


def put(path: str, data: bytes, mode: int = 0o644) -> None:
    """Write a file so that a reader, or a machine that stops, finds the old or the new one, never a part."""
    beside = f"{path}.{os.getpid()}-{secrets.token_hex(4)}{TEMPORARY}"
    file = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)
    try:
        try:
            rest = memoryview(data)
            while rest:
                rest = rest[os.write(file, rest) :]
            os.fsync(file)
        finally:
            os.close(file)
        replace(beside, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(beside)
        raise
    _keep_name(os.path.dirname(path))


def write(path: str, data: bytes) -> None:
    """Write the file that a user named as `put` does; what is no regular file, such as a pipe, takes it as it comes.

    A link stays a link, a private file private, and one that is read-only what it was.
    """
    whole = os.path.realpath(path)  # of a pipe such as /dev/stdout it is no path that could be opened
    if not os.path.exists(path):
        put(whole, data, 0o666)
    elif os.path.isfile(whole):
        with open(whole, "r+b") as old:
            mode = os.fstat(old.fileno()).st_mode & 0o777
        put(whole, data, mode)
    else:
        with open(path, "wb") as file:
            file.write(data)


def replace(source: str, path: str) -> None:
    """Put a file in the place of another; on Windows a reader may hold it for a moment."""
    for attempt in range(_PATIENCE):
        try:
            os.replace(source, path)
        except PermissionError:
            if os.name != "nt" or attempt == _PATIENCE - 1:
                raise
            time.sleep(_PAUSE)
        else:
            return


def _keep_name(folder: str) -> None:
    """Flush the folder, where the platform can: then the new name is on the disk as well."""
    with contextlib.suppress(OSError):
        opened = os.open(folder or ".", os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


@contextlib.contextmanager
def lock(folder: str, seconds: float) -> Iterator[bool]:
    """Hold the lock of those who write to a folder; readers need none. False: the file system has no locks."""
    os.makedirs(folder, mode=0o700, exist_ok=True)
    flags = os.O_WRONLY | os.O_CREAT | getattr(os, "O_NONBLOCK", 0)  # to open a pipe would wait for its reader
    with os.fdopen(os.open(os.path.join(folder, "lock"), flags), "wb") as file:
        held = _acquire(file, time.monotonic() + seconds, folder)
        try:
            yield held
        finally:
            if held:
                _lock(file, release=True)


def _acquire(file: Any, end: float, folder: str) -> bool:
    while True:
        try:
            _lock(file)
        except (BlockingIOError, PermissionError):
            if time.monotonic() >= end:
                raise SnapshotError(f"another refresh is writing to {folder}: try again later") from None
            time.sleep(_PAUSE)
        except OSError:
            return False
        else:
            return True


if sys.platform == "win32":
    import msvcrt

    def _lock(file: Any, *, release: bool = False) -> None:
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK if release else msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(file: Any, *, release: bool = False) -> None:
        fcntl.flock(file, fcntl.LOCK_UN if release else fcntl.LOCK_EX | fcntl.LOCK_NB)
