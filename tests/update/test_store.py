"""The cache: whole or not there, whoever writes, whoever reads, and whatever stops them."""

import datetime as dt
import errno
import os
import random
import resource
import signal
import subprocess
import sys
import threading
from decimal import Decimal

import pytest
from support import ROOT, cli

from tpu_zones.errors import SnapshotError
from tpu_zones.facts import packed, serving
from tpu_zones.facts.load import bundled
from tpu_zones.records.period import Period
from tpu_zones.records.prices import PriceReading
from tpu_zones.records.words import Confidence, Option
from tpu_zones.update import files
from tpu_zones.update.refresh import Outcome, Refresh
from tpu_zones.update.settings import Settings
from tpu_zones.update.sources.base import Fetched
from tpu_zones.update.store import Cache

WRITER = """
import sys
from tpu_zones.update.store import Cache
from tpu_zones.facts.packed import pack
cache = Cache(sys.argv[1])
print("ready", flush=True)
number = 0
while True:
    number += 1
    with cache.writing(5):
        cache.write(pack({"number": number}, {"table": str(number).encode() * 200_000}))
"""


def whole(path):
    data = path.read_bytes()
    first = packed.header(data, str(path))
    assert packed.text_of(data, first, "table") == str(first["number"]).encode() * 200_000
    return first["number"]


def kill_while_writing(folder, times):
    choose = random.Random(7)  # noqa: S311
    path = folder / serving.file_name()
    for _ in range(times):
        child = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(folder)],
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        with child:
            assert child.stdout.readline() == b"ready\n"
            threading.Event().wait(choose.uniform(0, 0.03))
            child.send_signal(signal.SIGKILL)
            child.wait()
        if path.exists():
            whole(path)
    cache = Cache(str(folder))
    with cache.writing(1):
        assert not [name for name in os.listdir(folder) if name.endswith(".tmp")]
    return path.exists()


def test_a_writer_that_is_killed_leaves_a_whole_file(tmp_path):
    assert kill_while_writing(tmp_path, 20)


@pytest.mark.slow
def test_a_writer_that_is_killed_100_times(tmp_path):
    assert kill_while_writing(tmp_path, 100)


def price(number):
    day = dt.date(2027, 1, 1)
    return PriceReading(
        generation="v6e",
        form=None,
        region="europe-west4",
        option=list(Option)[number % len(Option)],
        usd_per_chip_hour=Decimal(number + 1),
        read_on=Period(first=day, last=day + dt.timedelta(days=number)),
        rounded=False,
        current=True,
        sources=("derived",),
        confidence=Confidence.HIGH,
        note=None,
    )


def keep(folder, number):
    """Merge and keep what a source said, as a refresh does."""
    refresh = Refresh(Settings(), Cache(str(folder)), seconds=300)
    fetched = Fetched(day=dt.date(2027, 1, 1), prices=[price(number)])
    refresh._keep(Outcome(bundled()), {"billing": fetched}, dry=False)


def together(folder, writers, readers):
    keep(folder, 0)
    path, faults = str(folder / serving.file_name()), []

    def read():
        for _ in range(5):
            with open(path, "rb") as file:
                snapshot = packed.unpack(file.read(), path)
            if len(snapshot.table("zones")) < 100:
                faults.append("a part")

    def write(number):
        try:
            keep(folder, number)
        except BaseException as error:
            faults.append(error)

    reading = [threading.Thread(target=read) for _ in range(readers)]
    writing = [threading.Thread(target=write, args=(number,)) for number in range(1, writers)]
    for thread in (*reading, *writing):
        thread.start()
    for thread in (*reading, *writing):
        thread.join()
    assert faults == []
    with open(path, "rb") as file:
        return {
            one.usd_per_chip_hour
            for one in packed.unpack(file.read(), path).table("prices")
            if one.sources == ("derived",)
        }


def test_writers_lose_nothing_of_each_other(tmp_path):
    assert {Decimal(number + 1) for number in range(4)} <= together(tmp_path, 4, 4)


@pytest.mark.slow
def test_50_writers_and_200_readers(tmp_path):
    newest = {Decimal(number + 1) for number in range(42, 50)}
    assert newest <= together(tmp_path, 50, 200)


@pytest.mark.parametrize(("call", "code"), [("write", errno.ENOSPC), ("fsync", errno.EIO), ("replace", errno.EROFS)])
def test_a_disk_that_is_full_or_fails(tmp_path, monkeypatch, call, code):
    keep(tmp_path, 1)
    before = (tmp_path / serving.file_name()).read_bytes()

    def fail(*_, **__):
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, call, fail)
    with pytest.raises(SnapshotError, match=r"cannot be kept in .*still serves") as error:
        keep(tmp_path, 2)
    monkeypatch.undo()
    assert os.strerror(code) in str(error.value)
    assert (tmp_path / serving.file_name()).read_bytes() == before
    assert not [name for name in os.listdir(tmp_path) if name.endswith(".tmp")]


def test_a_real_limit_on_the_size_of_files(tmp_path):
    code = (
        "import sys; sys.path.insert(0, 'tests/update'); sys.path.insert(0, 'tests');"
        "from test_store import keep; from pathlib import Path; keep(Path(sys.argv[1]), 1)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (500_000, 500_000)),
    )
    assert "SnapshotError: the refreshed data cannot be kept" in ran.stderr and "File too large" in ran.stderr
    assert sorted(os.listdir(tmp_path)) == ["lock"]


def test_a_full_file_system(tmp_path):
    small = tmp_path / "small"
    small.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", str(small)], capture_output=True)
    if mounted.returncode:
        pytest.skip("no right to mount")
    try:
        with pytest.raises(SnapshotError, match="No space left on device"):
            keep(small, 1)
        assert os.listdir(small) == ["lock"]
    finally:
        subprocess.run(["umount", str(small)], check=True)


def test_a_read_only_file_system(tmp_path):
    keep(tmp_path, 1)
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "ro", "tmpfs", str(tmp_path)], capture_output=True)
    if mounted.returncode:
        pytest.skip("no right to mount")
    try:
        with pytest.raises(SnapshotError, match=r"cannot be kept in .*Read-only file system"):
            keep(tmp_path, 2)
    finally:
        subprocess.run(["umount", str(tmp_path)], check=True)


def test_a_lock_that_is_held_is_waited_for_and_no_longer(tmp_path):
    with files.lock(str(tmp_path), 1) as held:
        assert held
        with pytest.raises(SnapshotError, match="another refresh is writing"), files.lock(str(tmp_path), 0):
            pass


def test_a_file_system_without_locks(tmp_path, monkeypatch):
    def none(*_, **__):
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("tpu_zones.update.files._lock", none)
    keep(tmp_path, 3)
    assert (tmp_path / serving.file_name()).exists()


@pytest.mark.parametrize(
    ("environ", "system", "expected"),
    [
        ({"TPU_ZONES_CACHE": "/x"}, "linux", "/x"),
        ({"HOME": "/h"}, "linux", "/h/.cache/tpu-zones"),
        ({"HOME": "/h", "XDG_CACHE_HOME": "/c"}, "linux", "/c/tpu-zones"),
        ({"HOME": "/h", "XDG_CACHE_HOME": "relative"}, "linux", None),
        ({"HOME": "/h"}, "darwin", "/h/Library/Caches/tpu-zones"),
        ({}, "linux", None),
        ({}, "darwin", None),
        ({"TPU_ZONES_CACHE": "", "HOME": "/h"}, "linux", "/h/.cache/tpu-zones"),
    ],
)
def test_where_each_platform_keeps_it(monkeypatch, environ, system, expected):
    monkeypatch.setattr(sys, "platform", system)
    assert serving.folder(environ) == expected


def test_reset_removes_what_is_ours_alone(tmp_path):
    keep(tmp_path, 1)
    (tmp_path / "mine.txt").write_text("x")
    assert Cache(str(tmp_path)).reset() == ["lock", "snapshot-v1.tpu-zones", "sources-v1.json"]
    assert os.listdir(tmp_path) == ["mine.txt"]
    assert Cache(str(tmp_path / "nothing")).reset() == []


@pytest.mark.parametrize("what", ["pipe", "device", "folder", "large"])
@pytest.mark.parametrize("name", [serving.file_name(), serving.LAST, serving.file_name("p-1"), "lock"])
def test_what_is_no_file_of_ours_keeps_nobody_waiting(tmp_path, what, name):
    path = tmp_path / name
    if what == "pipe":
        os.mkfifo(path)
    elif what == "device":
        path.symlink_to("/dev/zero")
    elif what == "folder":
        path.mkdir()
    else:
        with path.open("wb") as file:
            file.truncate(10**12)
    cache = {"TPU_ZONES_CACHE": str(tmp_path), "TPU_ZONES_DOCS_URL": "https://127.0.0.1:1/"}
    asked = cli("zones", "v5p", "--within", "NL", "--format", "names", **cache)
    assert (asked.code, asked.out) == (0, "europe-west4-b\n")
    assert ("cannot be read" in asked.err) == (name == serving.file_name()), asked.err
    assert cli("status", **cache).code == 0
    assert cli("zones", "v6e", "--project", "p-1", **cache).code == 4
    refreshed = cli("refresh", "--timeout", "1", **cache)
    assert (refreshed.code, "fault" in refreshed.err) == (4, False)
