"""A look-up opens no socket and writes nothing, and answers alike wherever it runs."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from support import python

import tpu_zones as tz

ASK = """
import tpu_zones as tz
print([z.zone for z in tz.zones("v6e", "us-central1-b,NL", option="spot")], tz.generations("NL"), len(tz.claims("v6e")))
print(tz.zones("v6e", within="Ireland").notes, tz.offerings("v6e", "NL", evidence="any"))
try: tz.zones("v5q")
except tz.UnknownName as error: print(error)
"""
GUARD = """
import sys
def guard(event, args):
    written = event == "open" and (("w" in str(args[1]) or "a" in str(args[1]) or "+" in str(args[1])) or args[2] & 3)
    if written or event.startswith(("socket.", "subprocess.", "os.mkdir", "os.remove", "os.rename", "os.system", "shutil.")):
        raise RuntimeError(f"{event} {args}")
sys.addaudithook(guard)
"""
PLAIN = python(ASK)


def test_plain():
    assert PLAIN.code == 0 and PLAIN.out.startswith("['us-central1-b', 'europe-west4-a']"), PLAIN.err


def test_no_socket_and_no_write():
    ran = python(GUARD + ASK, "-B")
    assert (ran.code, ran.out) == (0, PLAIN.out), ran.err
    blocked = python(GUARD + "open('/tmp/x', 'w')", "-B")
    assert "RuntimeError: open" in blocked.err, "the guard does not guard"


@pytest.mark.parametrize("flags", [["-O"], ["-OO"], ["-I"], ["-X", "utf8=0"]])
def test_flags_change_nothing(flags):
    code = f"import sys; sys.path.insert(0, {str(__import__('support').ROOT)!r})\n" + ASK
    ran = python(code, *flags)
    assert (ran.code, ran.out) == (0, PLAIN.out), ran.err


def test_without_home_or_locale():
    ran = python(ASK, HOME="", LC_ALL="C", XDG_CACHE_HOME="/nonexistent", TMPDIR="/nonexistent")
    assert (ran.code, ran.out) == (0, PLAIN.out), ran.err


def test_eight_threads_at_once():
    catalog = tz.Catalog.bundled()
    start = Barrier(8)

    def ask(_):
        start.wait(timeout=30)
        return [catalog.zones("v6e", place, evidence="any") for place in ("NL", "EU", "US", "Asia", "Ireland")]

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(ask, range(8)))
    fresh = tz.Catalog.bundled()
    expected = [fresh.zones("v6e", place, evidence="any") for place in ("NL", "EU", "US", "Asia", "Ireland")]
    assert answers == [expected] * 8
    assert [rows.notes for rows in answers[7]] == [rows.notes for rows in expected]


def test_memory_is_bounded_and_lists_are_welcome():
    catalog = tz.Catalog.bundled()
    assert catalog.zones("v6e", ["NL"], option=["spot"]) == catalog.zones("v6e", "NL", option="spot")
    for number in range(2100):
        catalog.zones("v6e", ["NL"] * (number % 50 + 1), evidence="any", surface="gke" if number % 2 else None)
    assert len(catalog._memory) <= 2048
