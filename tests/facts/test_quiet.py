"""A look-up opens no socket and writes nothing, and answers alike wherever it runs."""

from collections import deque
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
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


@pytest.mark.parametrize("home", ["", "/nonexistent", "/dev/null"])
def test_without_home_or_locale(home):
    ran = python(ASK, HOME=home, LC_ALL="C", XDG_CACHE_HOME=home and f"{home}/cache", TMPDIR="/nonexistent")
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


def test_memory_is_bounded(monkeypatch):
    monkeypatch.setattr("tpu_zones.facts.asking._REMEMBERED", 8)
    catalog, sizes = tz.Catalog.bundled(), []
    for zone in catalog.zones(evidence="any")[:30]:
        catalog.zones("v6e", zone.zone)
        sizes.append(len(catalog._memory))
    assert max(sizes) == 8
    assert sizes.count(1) == 3, "it is emptied when it is full"


@pytest.mark.parametrize(
    "several", [list, tuple, set, deque, dict.fromkeys, lambda names: dict.fromkeys(names).keys(), iter]
)
def test_whatever_can_be_walked_names_several(several):
    catalog = tz.Catalog.bundled()

    def given():
        return several(["europe-west4"]), several(["spot"])

    for _ in range(2):  # made anew, and from memory
        places, options = given()
        assert [str(one) for one in catalog.zones("v6e", places, option=options)] == ["europe-west4-a"]
        assert [str(one) for one in catalog.require("v6e", several(["NL"]))] == ["europe-west4-a"]
        assert [one.option for one in catalog.prices("v6e", given()[0], option=given()[1])] == ["spot"]
        assert [one.zone for one in catalog.offerings("v5e", given()[0])] == ["europe-west4-b"]
        assert catalog.cost("v6e", given()[0], chips=4, hours=1, option=given()[1]).one().option == "spot"
        assert tz.pathways(within=given()[0]).offerings == tz.pathways(within="europe-west4").offerings != ()
    with pytest.raises(tz.NotOffered, match="v5p is not offered in Belgium"):
        catalog.require("v5p", several(["BE"]))
    with pytest.raises(tz.WrongUsage, match="a place is named by text"):
        catalog.zones("v6e", [["NL"]])


def test_memory_keeps_apart_what_is_equal_and_not_the_same():
    catalog = tz.Catalog.bundled()
    assert catalog.slices("v6e", chips=8) and catalog.slices("v6e", chips=1)
    for wrong in (8.0, True, Decimal(8)):
        with pytest.raises(tz.WrongUsage):
            catalog.slices("v6e", chips=wrong)
    assert catalog.cost("v6e", "NL", chips=1, hours=1).one().hours == 1
    for wrong in (1.0, True):
        with pytest.raises(tz.WrongUsage, match="chips must be a whole number"):
            catalog.cost("v6e", "NL", chips=wrong, hours=1)
    with pytest.raises(tz.WrongUsage, match="hours must be"):
        catalog.cost("v6e", "NL", chips=1, hours=True)
    assert catalog.zones("v6e", ("NL", "BE")) is catalog.zones("v6e", ["NL", "BE"])
    assert catalog._ask("claims", "claims", "v6e", "NL", None, None) is not catalog._ask(
        "where", "zones", "v6e", "NL", None, None, "any"
    )
