"""The rules of evidence, one by one, on claims made up for it."""

import datetime as dt
import shutil

import pytest
from support import DATA

from tpu_zones.facts.load import bundled
from tpu_zones.records.claims import Claim, Scope, ZoneList
from tpu_zones.records.period import Period
from tpu_zones.records.words import Confidence, Option, Surface, What
from tpu_zones.update import build, options, reconcile

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


RULE = claim("listed", OLD, option="spot", zone=None, region=None, scope=Scope.ALL)
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


GKE = [Surface.GKE]


def option_verdict(*claims, serves=True):
    """The verdict on flex-start in us-east1-c through GKE; None where no claim speaks."""
    table = SNAPSHOT.table
    offered = reconcile.offerings(
        [claim("listed", NEW, list="new")], LISTS, table("zones"), table("regions"), table("generations"), {}
    )
    found = options.verdicts(claims, LISTS, offered, {"v6e": GKE if serves else []})
    return next(((str(one.answer), one.why, str(one.seen)) for one in found if one.zone), None)


def flex(what, seen, **more):
    return claim(what, seen, option=more.pop("option", "flex-start"), surface=Surface.GKE, **more)


@pytest.mark.parametrize("what", list(What))
def test_every_word_of_a_claim_on_an_option_has_its_verdict(what):
    expected = {
        "listed": ("yes", "listed"),
        "created": ("yes", "accepted"),
        "reserved": ("yes", "reserved"),
        "refused": ("no", "refused"),
        "absent": ("unknown", "looked for and not found"),
        "type": None,
    }[what.value]
    found = option_verdict(flex(what.value, NEW))
    assert found == (expected and (*expected, "2026-01-01"))


@pytest.mark.parametrize("turn", [list, reversed])
@pytest.mark.parametrize(
    ("claims", "expected"),
    [
        ([flex("created", OLD), flex("refused", NEW)], ("no", "refused", "2026-01-01")),
        ([flex("refused", OLD), flex("created", NEW)], ("yes", "accepted", "2026-01-01")),
        ([flex("refused", OLD), flex("type", NEW)], ("no", "refused", "2024-01-01")),
        ([flex("refused", NEW), flex("created", NEW)], ("unknown", "disputed by claims of the same age", "2026-01-01")),
        ([flex("refused", NEW, confidence="low"), flex("created", OLD)], ("yes", "accepted", "2024-01-01")),
        (
            [
                flex("refused", NEW, confidence="low", option="spot"),
                flex("created", OLD, confidence="low", option="spot"),
                RULE,
            ],
            ("unknown", "low confidence only", "2026-01-01"),
        ),
        (
            [
                flex("refused", OLD, confidence="low", option="spot"),
                flex("created", NEW, confidence="low", option="spot"),
                RULE,
            ],
            ("yes", "by the general rule", "2026-01-01"),
        ),
    ],
)
def test_the_newest_claim_on_an_option_wins_wherever_it_stands(claims, expected, turn):
    assert option_verdict(*turn(claims)) == expected


@pytest.mark.parametrize("turn", [list, reversed])
def test_a_refusal_for_the_whole_generation_counts_while_it_is_the_newest(turn):
    whole = {"zone": None, "region": None, "scope": Scope.GENERATION}
    accepted = flex("created", day("2026-03-01"))
    assert option_verdict(*turn([flex("refused", NEW, **whole), accepted]))[0] == "unknown"
    assert option_verdict(*turn([flex("refused", OLD, **whole), flex("listed", NEW, **whole), accepted]))[0] == "yes"
