"""What a chip-hour costs: every price that is known comes back, and what is not known is said."""

import datetime as dt
from decimal import Decimal

import pytest
from support import table

import tpu_zones as tz

DAY = dt.date(2026, 11, 30)
CATALOG = tz.Catalog.bundled(today=DAY)


def texts(rows):
    return {note.code: note.text for note in rows.notes}


def amounts(rows):
    return [(one.zone or one.region, one.form, str(one.option), one.usd_per_chip_hour) for one in rows]


def test_every_price_comes_back():
    current = [row for row in table("prices") if row["current"]]
    assert len(current) == 135
    found = {(one.generation, one.form, one.region, one.option): one for one in CATALOG.prices()}
    for row in current:
        one = found[row["generation"], row["form"], row["region"], row["option"]]
        assert (
            one.usd_per_chip_hour == Decimal(row["usd_per_chip_hour"])
            and str(one.usd_per_chip_hour) == row["usd_per_chip_hour"]
        )
        assert (one.read_on.first.isoformat(), one.read_on.last.isoformat()) == (
            row["read_on"]["first"],
            row["read_on"]["last"],
        )
        assert (one.rounded, one.sources, one.confidence) == (row["rounded"], tuple(row["sources"]), row["confidence"])


def test_each_price_comes_back_where_only_its_region_and_option_are_asked():
    for row in table("prices"):
        if row["current"]:
            rows = CATALOG.prices(row["generation"], row["region"], option=row["option"])
            assert Decimal(row["usd_per_chip_hour"]) in {
                one.usd_per_chip_hour for one in rows if one.form == row["form"]
            }


def test_no_price_is_zero_and_each_unknown_has_a_reason():
    for evidence in ("documented", "observed", "any"):
        for one in CATALOG.prices(evidence=evidence):
            assert one.usd_per_chip_hour is None or one.usd_per_chip_hour > 0
            assert (
                (one.usd_per_chip_hour is None)
                == (one.read_on is None)
                == (not one.sources)
                == (one.confidence is None)
            )
            assert one.reason or (one.zone and one.usd_per_chip_hour)
            assert one.zone is None or one.evidence is not None
            assert one.zone is None or one.zone.startswith(one.region)


def test_a_row_a_documented_zone():
    rows = CATALOG.prices()
    zoned = {(one.generation, one.zone) for one in rows if one.zone}
    assert zoned == {(one["generation"], one["zone"]) for one in table("offerings") if one["evidence"] == "documented"}
    assert len({(one.generation, one.zone, one.region, one.form, one.option) for one in rows}) == len(rows)


def test_v6e_in_the_netherlands():
    rows = CATALOG.prices("v6e", within="NL")
    assert [
        (str(one.option), one.usd_per_chip_hour, str(one.read_on), one.rounded) for one in rows if one.usd_per_chip_hour
    ] == [
        ("on-demand", Decimal("2.97"), "2026-08-25", False),
        ("spot", Decimal("1.782"), "2026-08-25", False),
        ("flex-start", Decimal("1.35"), "2026-08-25", False),
        ("commit-1y", Decimal("2.08"), "2025-03-03", True),
        ("commit-3y", Decimal("1.34"), "2025-03-03", True),
    ]
    assert [str(one.option) for one in rows if one.usd_per_chip_hour is None] == ["calendar", "capacity-optimized"]
    assert rows[3].reason == "no calendar price of v6e in europe-west4 was found by 2026-11-30"
    assert {one.zone for one in rows} == {"europe-west4-a"} and {one.evidence for one in rows} == {"documented"}


@pytest.mark.parametrize(("tpu", "usd"), [("v6e", "2.97"), ("v5e", "1.56")])
def test_founding_prices(tpu, usd):  # s0-price-v6e, s0-price-v5e
    assert CATALOG.prices(tpu, "europe-west4", option="on-demand").one().usd_per_chip_hour == Decimal(usd)


def test_prices_of_the_eighth_generation_are_unknown():  # s0-8tx, s0-8imax, s0-8-noeu
    for name in ("8tx", "8i Max", "TPU 8t", "TPU 8i"):
        rows = CATALOG.prices(name, within="Europe")
        assert rows == () and "no zone published" in texts(rows)["announced"]


def test_forms_follow_the_sizes_of_a_zone():
    assert amounts(CATALOG.prices("v2", "us-central1", option="on-demand")) == [
        ("us-central1-a", "pod", "on-demand", Decimal("1.50")),
        ("us-central1-b", "device", "on-demand", Decimal("1.125")),
        ("us-central1-c", "device", "on-demand", Decimal("1.125")),
    ]
    assert amounts(CATALOG.prices("v3", "NL", option="on-demand")) == [
        ("europe-west4-a", "device", "on-demand", Decimal("2.20")),
        ("europe-west4-a", "pod", "on-demand", Decimal("2.00")),
    ]
    assert {one.form for one in CATALOG.prices("v3-8")} == {"device"}
    assert {one.form for one in CATALOG.prices("v3-32")} == {"pod"}
    assert {one.form for one in CATALOG.prices("ct3p-hightpu-4t")} == {"pod"}
    assert {one.form for one in CATALOG.prices("v6e-4")} == {None}


def test_a_form_without_a_zone_is_a_row_without_one():
    pods = [one for one in CATALOG.prices("v3", "us-central1") if one.form == "pod"]
    assert [(one.zone, one.evidence, str(one.option), one.usd_per_chip_hour) for one in pods] == [
        (None, None, "commit-1y", Decimal("1.26")),
        (None, None, "commit-3y", Decimal("0.90")),
    ]
    assert pods[0].reason == "a price, not an offer: no zone of us-central1 is known for v3 pod sizes"


def test_a_price_where_nothing_is_offered_says_so():
    one = CATALOG.prices("TPU7x", "europe-west2").one()
    assert (one.zone, one.evidence, one.usd_per_chip_hour) == (None, "observed", Decimal("13.20"))
    assert "not an offer" in one.reason and "not on Google's list for Europe (2026-11-09)" in one.reason
    assert "without a zone" in one.reason


@pytest.mark.parametrize(
    ("tpu", "region", "evidence", "said"),
    [
        ("v5e", "asia-south2", None, "no zone is known"),
        ("v6e", "europe-west2", None, "not on Google's list for Europe (2026-11-09); no zone is known"),
        ("v5p", "us-east1", "observed", "known in us-east1: us-east1-d (observed)"),
        ("v5e", "us-east5", "withdrawn", "known in us-east5: us-east5-a (withdrawn)"),
        ("v6e", "us-east5-c", "observed", "v6e in us-east5-c is not on Google's list for North America (2026-08-10)"),
        ("v4", "us-central2-c", None, "v4 in us-central2-c is not on"),
    ],
)
def test_the_strongest_evidence_stands_for_a_region(tpu, region, evidence, said):
    rows = CATALOG.prices(tpu, region, option="on-demand")
    assert (rows.one().zone, rows.one().evidence) == (None, evidence) and said in rows.one().reason


def test_a_zone_is_asked_for_what_is_there():
    rows = CATALOG.prices(within="europe-west4-a", option="on-demand")
    assert [(one.generation, one.zone, one.evidence) for one in rows if one.form != "pod"] == [
        ("v2", "europe-west4-a", "documented"),
        ("v3", "europe-west4-a", "documented"),
        ("v5e", None, "observed"),
        ("v6e", "europe-west4-a", "documented"),
    ]
    named = CATALOG.prices("v5p", "europe-west4-a", option="on-demand").one()
    assert (named.zone, named.evidence, named.usd_per_chip_hour) == (None, None, Decimal("4.2525"))
    assert named.reason.endswith("known in europe-west4: europe-west4-b (documented)")


def test_evidence_adds_zones():
    rows = CATALOG.prices("v6e", "us-east5", option="on-demand", evidence="observed")
    assert [(one.zone, one.evidence, one.reason) for one in rows] == [
        ("us-east5-a", "documented", None),
        ("us-east5-b", "documented", None),
        ("us-east5-c", "observed", None),
    ]
    unknown = CATALOG.prices("v6e", "asia-east1", evidence="observed")
    assert {one.zone for one in unknown} == {"asia-east1-c"} and {one.usd_per_chip_hour for one in unknown} == {None}


def test_an_unknown_price_is_a_row():
    one = CATALOG.prices("v6e", "southamerica-west1", option="spot").one()
    assert (one.zone, one.usd_per_chip_hour) == ("southamerica-west1-a", None)
    assert one.reason == "no spot price of v6e in southamerica-west1 was found by 2026-11-30"
    assert (
        CATALOG.prices("v5p", "NL", option="flex-start").one().reason
        == "no flex-start price of v5p in any region was found by 2026-11-30"
    )
    assert (
        CATALOG.prices("v6e", "asia-east1").one().reason.startswith("no on-demand price of v6e in asia-east1 was found")
    )


def test_an_empty_answer_has_its_reason():
    assert "not on Google's list for Europe" in texts(CATALOG.prices("v6e", "Belgium"))["not-listed"]
    assert "europe-west2 (London" in texts(CATALOG.prices("v6e", "Ireland"))["no-region"]
    assert CATALOG.prices("v6e", "Belgium") == () == CATALOG.prices("v6e", "Ireland")


def test_options_filter_in_their_order():
    assert [str(one.option) for one in CATALOG.prices("v6e", "NL", option="spot,on-demand")] == ["on-demand", "spot"]
    assert CATALOG.prices("v6e", "NL", option=["spot", "on-demand"]) == CATALOG.prices(
        "v6e", "NL", option="on-demand, SPOT"
    )


def test_order_is_generation_then_places_then_open_zones_first():
    rows = CATALOG.prices(within="us-west4,NL", option="on-demand")
    assert [(one.generation, one.zone) for one in rows if one.zone] == [
        ("v2", "europe-west4-a"),
        ("v2", "europe-west4-a"),
        ("v3", "europe-west4-a"),
        ("v3", "europe-west4-a"),
        ("v5e", "us-west4-a"),
        ("v5e", "europe-west4-b"),
        ("v5p", "europe-west4-b"),
        ("v6e", "europe-west4-a"),
    ]
    assert [one.zone for one in CATALOG.prices("tpu7x", option="on-demand")][:2] == [
        "us-central1-c",
        "us-central1-ai1a",
    ]


def test_old_spot_prices_are_marked():
    at = {day: tz.Catalog.bundled(today=day) for day in (dt.date(2026, 9, 24), dt.date(2026, 9, 25))}
    fresh, old = (catalog.prices("v6e", "NL", option="spot,on-demand") for catalog in at.values())
    assert [one.stale for one in fresh] == [False, False] and "stale-price" not in texts(fresh)
    assert [one.stale for one in old] == [False, True]
    assert (
        texts(old)["stale-price"]
        == "Spot prices may change every day; read more than 30 days before 2026-09-25: europe-west4"
    )


def test_today_is_the_real_one_unless_given():
    assert tz.Catalog.bundled(today=DAY).today == DAY
    assert abs((tz.Catalog.bundled().today - dt.date.today()).days) <= 1


def test_earlier_readings_are_never_an_answer():
    earlier = {
        (row["generation"], row["form"], row["region"], row["option"], row["usd_per_chip_hour"])
        for row in table("prices")
        if not row["current"]
    }
    rows = CATALOG.prices()
    assert {
        (o.generation, o.form, o.region, str(o.option), str(r.usd_per_chip_hour)) for o in rows for r in o.earlier
    } == earlier
    assert len(earlier) == 15
    one = CATALOG.prices("v6e", "us-east5-a", option="spot").one()
    assert [str(reading) for reading in one.earlier] == ["1.27575 (2026-07)", "1.215 (2026-01/2026-06)"]


@pytest.mark.parametrize(
    ("asked", "error"),
    [
        ({"tpu": "v5"}, tz.UnknownName),
        ({"tpu": "v5p-4"}, tz.NoSuchSlice),
        ({"tpu": "v6e", "within": "Holand"}, tz.UnknownName),
        ({"tpu": "v6e", "option": "spott"}, tz.UnknownName),
        ({"tpu": "v6e", "option": ""}, tz.UnknownName),
        ({"tpu": "v6e", "evidence": "sure"}, tz.UnknownName),
    ],
)
def test_wrong_names(asked, error):
    with pytest.raises(error):
        CATALOG.prices(**asked)
