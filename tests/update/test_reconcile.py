"""The rules of evidence, one by one, on claims made up for it."""

import datetime as dt
import shutil

import pytest
from support import DATA

from tpu_zones.facts.load import bundled
from tpu_zones.records.claims import Claim, Scope, ZoneList
from tpu_zones.records.period import Period
from tpu_zones.records.words import Confidence, Option, What
from tpu_zones.update import build, reconcile

SNAPSHOT = bundled()


def day(text, last=None, **more):
    return Period(first=dt.date.fromisoformat(text), last=dt.date.fromisoformat(last or text), **more)


OLD, NEW = day("2024-01-01"), day("2026-01-01")
COVERS = ("v6e/North America",)


def zone_list(name, seen, covers=COVERS):
    return ZoneList(
        list=name, about="zones", seen=seen, source="derived", confidence="high", covers=covers, complete="full"
    )


LISTS = [zone_list("old", OLD), zone_list("new", NEW)]


def claim(what, seen, zone="us-east1-c", **more):
    base = {"generation": "v6e", "region": "us-east1", "scope": Scope.ZONE, "source": "derived", "confidence": "high"}
    words = {"what": What, "option": Option, "confidence": Confidence}
    row = {**base, "zone": zone, "what": what, "seen": seen, **more}
    return Claim(**{name: words[name](value) if name in words else value for name, value in row.items()})


def evidence(*claims, lists=LISTS):
    table = SNAPSHOT.table
    found = reconcile.offerings(claims, lists, table("zones"), table("regions"), table("generations"), {})
    return [(one.zone, str(one.evidence)) for one in found]


LISTED_OLD = claim("listed", OLD, list="old")


@pytest.mark.parametrize(
    ("claims", "expected"),
    [
        ([claim("listed", NEW, list="new")], "documented"),
        ([LISTED_OLD], "withdrawn"),
        ([LISTED_OLD, claim("type", day("2026-02-01"))], "observed"),
        ([LISTED_OLD, claim("type", day("2026-02-01", "2026-02-20"))], "observed"),
        ([LISTED_OLD, claim("type", day("2025-06-01"))], "withdrawn"),
        ([LISTED_OLD, claim("type", day("2026-02-01", "2026-06-30"))], "withdrawn"),
        ([LISTED_OLD, claim("type", day("2026-02-01", inferred=True))], "withdrawn"),
        ([LISTED_OLD, claim("created", day("2026-02-01"), weak=True)], "withdrawn"),
        ([claim("type", day("2020-01-01", "2025-12-31", inferred=True))], "observed"),
        ([claim("reserved", day("2020-01-01"))], "observed"),
        ([claim("type", day("2026-02-01"), weak=True)], "doubtful"),
        ([claim("listed", day("2026-02-01"), list="other", weak=True)], "doubtful"),
        ([claim("listed", OLD, list="old", confidence="low")], "doubtful"),
        ([claim("listed", OLD, list="old", confidence="low"), claim("type", day("2024-02-01"))], "observed"),
    ],
)
def test_the_first_rule_that_holds(claims, expected):
    assert evidence(*claims) == [("us-east1-c", expected)]


@pytest.mark.parametrize(
    "claims",
    [
        [claim("absent", NEW)],
        [claim("refused", NEW, option="flex-start")],
        [claim("listed", NEW, option="calendar", list="calendar-1")],
        [claim("type", NEW, zone=None, scope=Scope.GENERATION, region=None)],
    ],
)
def test_what_never_makes_an_offering(claims):
    assert evidence(*claims) == []


def test_a_region_counts_only_where_no_zone_is_known_and_while_it_is_shown():
    shown = claim("type", day("2026-01-01", "2026-08-17"), zone=None, scope=Scope.REGION)
    gone = claim("type", day("2026-01-01", "2026-03-01"), zone=None, scope=Scope.REGION, region="us-west4")
    assert evidence(shown, gone) == [(None, "observed")]
    assert evidence(shown, gone, LISTED_OLD) == [("us-east1-c", "withdrawn")]


def test_a_list_that_breaks_off_confirms_and_never_withdraws():
    part = zone_list("part", day("2026-06-01"), covers=("v5p/North America",))
    assert evidence(claim("listed", NEW, list="new"), lists=[*LISTS, part]) == [("us-east1-c", "documented")]
    assert reconcile.newest_sections([*LISTS, part])[-1].list == "new"


def test_build_checks_and_writes(tmp_path, capsys):
    folder = tmp_path / "data"
    shutil.copytree(DATA, folder)
    assert build.main([str(folder), "--check"]) == 0
    (folder / "offerings.json").write_text("[\n]\n")
    assert build.main([str(folder), "--check"]) == 1
    assert "offerings.json" in capsys.readouterr().err
    assert build.main([str(folder)]) == 0
    assert (folder / "offerings.json").read_bytes() == (DATA / "offerings.json").read_bytes()
    assert build.main([str(folder), "--compiled", "2027-01-01"]) == 0
    assert '"compiled": "2027-01-01"' in (folder / "MANIFEST.json").read_text()
