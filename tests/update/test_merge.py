"""Old tables + new claims -> new tables: what stays, what goes, what is news."""

import datetime as dt
from dataclasses import replace
from decimal import Decimal

from tpu_zones.facts.index import Index
from tpu_zones.facts.load import bundled
from tpu_zones.records.claims import Claim, Scope, Source, ZoneList
from tpu_zones.records.period import Period
from tpu_zones.records.words import Confidence, What
from tpu_zones.update import merge
from tpu_zones.update.sources.base import Fetched, Known

TABLES = merge.tables_of(bundled())
API = Source(source="https://api.example/", kind="google-api", url=None)


def day(number):
    return dt.date(2027, 1, number)


def sighting(zone, number=1, source=API.source):
    seen = Period(first=day(number), last=day(number))
    region = zone.rpartition("-")[0]
    return Claim(
        generation="v6e",
        zone=zone,
        region=region,
        scope=Scope.ZONE,
        what=What.TYPE,
        seen=seen,
        source=source,
        confidence=Confidence.HIGH,
    )


def reading(number, *zones):
    seen, name = Period(first=day(number), last=day(number)), f"docs-{day(number)}"
    one = ZoneList(
        list=name,
        about="zones",
        seen=seen,
        source="derived",
        confidence=Confidence.HIGH,
        covers=("v6e/Europe", "v6e/North America"),
        complete="full",
    )
    claims = [replace(sighting(zone, number, "derived"), what=What.LISTED, list=name) for zone in zones]
    return Fetched(day=day(number), claims=claims, lists=[one])


def mine(tables):
    return {(one.zone, one.seen.first.day) for one in tables["claims"] if one.source == API.source}


def docs(tables):
    return [one.list for one in tables["lists"] if one.list.startswith("docs-")]


def documented(tables):
    offerings = merge.verdicts(tables)["offerings"]
    return {one.zone for one in offerings if one.generation == "v6e" and one.evidence == "documented"}


def test_nothing_new_changes_nothing():
    assert merge.add(TABLES, Fetched(day=day(1))) == TABLES
    assert merge.verdicts(TABLES) == TABLES


def test_a_source_s_claims_are_replaced():
    first = merge.add(TABLES, Fetched(day=day(1), claims=[sighting("us-east5-a"), sighting("us-east5-b")], cited=[API]))
    second = merge.add(first, Fetched(day=day(2), claims=[sighting("us-east5-b", 2)], cited=[API]))
    assert mine(first) == {("us-east5-a", 1), ("us-east5-b", 1)} and mine(second) == {("us-east5-b", 2)}
    assert len(second["sources"]) == len(TABLES["sources"]) + 1
    nothing = merge.add(first, Fetched(day=day(2), cited=[API]))
    assert mine(nothing) == set()


def test_what_was_not_reached_stays():
    first = merge.add(TABLES, Fetched(day=day(1), claims=[sighting("us-east5-a"), sighting("us-east5-b")], cited=[API]))
    new = [sighting("us-east5-b", 2)]
    some = Fetched(day=day(2), claims=new, cited=[API], complete=False, missing=["us-east5-a"])
    assert mine(merge.add(first, some)) == {("us-east5-a", 1), ("us-east5-b", 2)}
    gone = Fetched(day=day(2), claims=new, cited=[API], complete=False, missing=["us-east5-c"])
    assert mine(merge.add(first, gone)) == {("us-east5-b", 2)}
    unsure = Fetched(day=day(2), claims=new, cited=[API], complete=False)
    assert mine(merge.add(first, unsure)) == {("us-east5-a", 1), ("us-east5-b", 2)}


def test_claims_of_other_sources_stay():
    tables = merge.add(TABLES, Fetched(day=day(1), claims=[sighting("us-east5-a")], cited=[API]))
    assert set(TABLES["claims"]) <= set(tables["claims"])


def test_a_new_list_documents_and_withdraws():
    tables = merge.add(TABLES, reading(1, "europe-west4-a", "us-east5-c"))
    assert documented(tables) == {"asia-northeast1-b", "southamerica-west1-a", "europe-west4-a", "us-east5-c"}


def test_a_day_s_second_reading_replaces_the_first():
    tables = merge.add(merge.add(TABLES, reading(1, "us-east5-c")), reading(1, "us-east5-a"))
    assert docs(tables) == ["docs-2027-01-01"] and "us-east5-c" not in documented(tables)


def test_readings_of_the_same_keep_the_first_and_the_newest():
    tables = TABLES
    for number in (1, 2, 3, 4):
        tables = merge.add(tables, reading(number, "us-east5-a"))
    assert docs(tables) == ["docs-2027-01-01", "docs-2027-01-04"]
    tables = merge.add(merge.add(tables, reading(5, "us-east5-b")), reading(6, "us-east5-a"))
    assert docs(tables) == [f"docs-2027-01-0{number}" for number in (1, 4, 5, 6)]
    names = {one.list for one in tables["claims"] if one.list and one.list.startswith("docs-")}
    assert names == set(docs(tables))


def test_unchanged_is_a_reading_of_today():
    before = merge.add(TABLES, reading(1, "us-east5-a"))
    mine = [one for one in before["claims"] if one.list == "docs-2027-01-01"]
    known = Known(_index(before), mine=mine, shape=["heading Europe"], validators={"x": {"If-None-Match": "y"}})
    found = merge.again(Fetched(day=day(9), unchanged=True), known)
    assert (found.unchanged, found.shape, found.validators) == (
        True,
        ("heading Europe",),
        {"x": {"If-None-Match": "y"}},
    )
    after = merge.add(before, found)
    assert docs(after) == ["docs-2027-01-01", "docs-2027-01-09"] and documented(after) == documented(before)
    seen = [one.last_seen.last for one in merge.verdicts(after)["offerings"] if one.zone == "us-east5-a"]
    assert day(9) in seen


def _index(tables):
    class Snapshot:
        table = staticmethod(tables.__getitem__)

    return Index(Snapshot())


def price(amount, number, current=True, source=API.source):
    one = next(one for one in TABLES["prices"] if one.generation == "v6e" and one.current)
    read = Period(first=day(number), last=day(number))
    return replace(one, usd_per_chip_hour=Decimal(amount), read_on=read, current=current, sources=(source,))


def readings(tables):
    key = price("1", 1)
    same = [
        one
        for one in tables["prices"]
        if (one.generation, one.form, one.region, one.option) == (key.generation, key.form, key.region, key.option)
    ]
    return [(str(one.usd_per_chip_hour), one.current) for one in same if one.sources == (API.source,)], sum(
        one.current for one in same
    )


def test_the_newer_price_is_current_and_the_earlier_ones_stay_for_comparison():
    tables = merge.add(TABLES, Fetched(day=day(2), prices=[price("2.00", 2)], cited=[API]))
    assert readings(tables) == ([("2.00", True)], 1)
    tables = merge.add(tables, Fetched(day=day(3), prices=[price("3.00", 3)], cited=[API]))
    assert readings(tables) == ([("3.00", True), ("2.00", False)], 1)
    tables = merge.add(tables, Fetched(day=day(4), prices=[price("3.00", 4)], cited=[API]))
    assert readings(tables) == ([("3.00", True), ("2.00", False)], 1)
    tables = merge.add(tables, Fetched(day=day(1), prices=[price("1.00", 1)], cited=[API]))
    assert readings(tables) == ([("3.00", True), ("2.00", False)], 1)
    for number in range(5, 20):
        tables = merge.add(tables, Fetched(day=day(number), prices=[price(number, number)], cited=[API]))
    assert readings(tables) == ([("19", True), ("18", False), ("17", False), ("16", False)], 1)


def test_a_new_base_loses_nothing_that_was_refreshed():
    old = merge.add(TABLES, reading(1, "us-east5-c"))
    old = merge.add(old, Fetched(day=day(2), prices=[price("2.00", 2)], claims=[sighting("us-east5-b")], cited=[API]))
    base = merge.add(TABLES, reading(3, "us-east5-a"))
    carried = merge.add(base, merge.carried(old, base))
    assert docs(carried) == ["docs-2027-01-03", "docs-2027-01-01"] and readings(carried)[0] == [("2.00", True)]
    assert "us-east5-c" not in documented(carried) and mine(carried) == set()
    view = merge.add(base, merge.carried(old, base, {API.source}))
    assert mine(view) == {("us-east5-b", 1)} and docs(view) == ["docs-2027-01-03"]
