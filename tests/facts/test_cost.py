"""What chips cost for hours."""

import datetime as dt
from decimal import Decimal

import pytest

import tpu_zones as tz

CATALOG = tz.Catalog.bundled(today=dt.date(2026, 11, 30))


def texts(rows):
    return {note.code: note.text for note in rows.notes}


@pytest.mark.parametrize(("tpu", "usd"), [("v6e", "2970.00"), ("v5e", "1560.00")])
def test_the_founding_example(tpu, usd):  # s0-cost-v6e, s0-cost-v5e, s0-chip-hours
    one = CATALOG.cost(tpu, "Netherlands", chips=100, hours=10).one()
    assert (one.chips, one.hours, one.chip_hours) == (100, 10, 1000)
    assert one.total_usd == Decimal(usd) and str(one.total_usd) == usd and one.reason is None
    (price,) = CATALOG.prices(tpu, "Netherlands", option="on-demand")
    assert one.price_sources == price.sources and one.price_sources
    assert CATALOG.cost(tpu, "Netherlands", chips=1, hours=1, option="calendar").one().price_sources == ()


def test_the_difference_of_a_thousand_chip_hours():  # s0-difference
    v6e, v5e = (CATALOG.cost(tpu, "NL", chips=100, hours=10).one().total_usd for tpu in ("v6e", "v5e"))
    assert v6e - v5e == Decimal("1410.00")
    assert (v6e / v5e).quantize(Decimal("0.0001")) == Decimal("1.9038")


@pytest.mark.parametrize("tpu", ["v2", "v3", "v4", "v5e", "v5p", "v6e", "tpu7x"])
def test_100_chips_are_no_slice_of_any_generation(tpu):  # s0-100-not-slice
    said = texts(CATALOG.cost(tpu, chips=100, hours=10))
    assert said["no-slice"].startswith(f"100 chips are no slice of {tpu}; ") and "slice" not in said


def test_sizes_are_named():
    assert texts(CATALOG.cost("v6e", chips=100, hours=1))["no-slice"].endswith("; sizes: 1, 4, 8, 16, 32, 64, 128, 256")
    assert texts(CATALOG.cost("v5p", chips=100, hours=1))["no-slice"].endswith("; nearest sizes: 64, 128")
    assert texts(CATALOG.cost("v5p", chips=9000, hours=1))["no-slice"].endswith("; nearest sizes: 8960")
    assert texts(CATALOG.cost("v3", chips=1, hours=1))["no-slice"].startswith("1 chip is no slice of v3")
    assert texts(CATALOG.cost("v6e", chips=8, hours=1))["slice"] == "8 chips can be one slice of v6e"
    assert texts(CATALOG.cost("v6e", chips=1, hours=1))["slice"] == "1 chip can be one slice of v6e"
    assert texts(CATALOG.cost("v5p", chips=192, hours=1))["slice"] == "192 chips can be one slice of v5p"


def test_what_is_in_it_and_what_is_not():  # s0-ready, s0-excl
    said = texts(CATALOG.cost("v6e", "NL", chips=4, hours=1))
    assert said["billing"] == "billed by the chip-hour while a node is ready, in use or idle"
    assert said["excluded"] == "not in it: GKE cluster fee, system nodes, disks, storage, network, tax"
    assert said["included"] == (
        "in it: the host's vCPUs and memory (by the price model of Google's autoscaler; no invoice was seen; 2026-08-21)"
    )


def test_an_accelerator_type_brings_its_chips():
    one = CATALOG.cost("v5p-8", "NL", hours=24).one()
    assert (one.chips, one.chip_hours, one.usd_per_chip_hour, one.total_usd) == (
        4,
        96,
        Decimal("4.2525"),
        Decimal("408.24"),
    )
    rows = CATALOG.cost("v5p-8", "NL", slices=3, hours=24)
    assert (rows.one().chips, rows.one().total_usd, texts(rows)["slice"]) == (
        12,
        Decimal("1224.72"),
        "3 slices of v5p-8: 12 chips",
    )
    assert CATALOG.cost("v5litepod-8", "NL", hours=1).one().chips == 8


def test_keys_are_those_of_the_design():
    assert CATALOG.cost("v6e", "NL", chips=4, hours=1).columns == (
        *"generation region zones option form chips hours chip_hours usd_per_chip_hour total_usd read_on rounded".split(),
        "reason",
        "price_sources",
    )


def test_a_row_a_region():
    rows = CATALOG.cost("v6e", "US,NL", chips=4, hours=1)
    assert [(one.region, one.zones) for one in rows] == [
        ("us-central1", ("us-central1-b",)),
        ("us-east1", ("us-east1-d",)),
        ("us-east5", ("us-east5-a", "us-east5-b")),
        ("us-south1", ("us-south1-ai1b",)),
        ("europe-west4", ("europe-west4-a",)),
    ]
    assert CATALOG.cost("v6e", "NL,US", chips=4, hours=1)[0].region == "europe-west4"


def test_the_form_follows_the_size():
    assert [(o.form, o.total_usd) for o in CATALOG.cost("v3", "NL", chips=4, hours=1)] == [("device", Decimal("8.80"))]
    assert [(o.form, o.total_usd) for o in CATALOG.cost("v3", "NL", chips=16, hours=1)] == [("pod", Decimal("32.00"))]
    assert [(o.form, o.total_usd) for o in CATALOG.cost("v3-8", "NL", slices=4, hours=1)] == [
        ("device", Decimal("35.20"))
    ]
    assert CATALOG.cost("v2", "us-central1", chips=64, hours=1).one().zones == ("us-central1-a",)
    assert CATALOG.cost("v2-8", "us-central1", hours=1).one().zones == ("us-central1-b", "us-central1-c")
    rows = CATALOG.cost("v3", "us-central1", chips=16, hours=1)
    assert (
        rows == ()
        and texts(rows)["size"] == "16 chips are a pod, and only other sizes are listed in us-central1-a, us-central1-b"
    )


def test_all_options_and_from_when_a_commitment_pays():
    rows = CATALOG.cost("v6e", "NL", chips=8, hours=100, option="all")
    assert [(str(one.option), str(one.total_usd), str(one.read_on)) for one in rows] == [
        ("on-demand", "2376.00", "2026-08-25"),
        ("spot", "1425.60", "2026-08-25"),
        ("flex-start", "1080.00", "2026-08-25"),
        ("commit-1y", "1664.00", "2025-03-03"),
        ("commit-3y", "1072.00", "2025-03-03"),
    ]
    said = texts(rows)
    assert (
        "commit-1y from 6,135 hours a year (europe-west4); commit-3y from 3,953 hours a year (europe-west4)"
        in said["commitment"]
    )
    assert "europe-west4" in said["stale-price"]
    assert "commitment" not in texts(CATALOG.cost("v6e", "NL", chips=8, hours=100))
    many = texts(CATALOG.cost("v5e", "US", chips=8, hours=1, option="commit-1y"))["commitment"]
    assert many.endswith("commit-1y from 6,132 hours a year (us-central1, us-west1, us-west4)")
    assert CATALOG.cost("v6e", "NL", chips=8, hours=100, option=["ALL"]) == rows


def test_options_in_the_order_asked():
    rows = CATALOG.cost("v6e", "NL", chips=4, hours=1, option="spot,on-demand")
    assert [str(one.total_usd) for one in rows] == ["7.13", "11.88"]


@pytest.mark.parametrize("region", ["europe-west4", "us-east5", "us-central1"])
def test_a_commitment_pays_from_that_hour_and_not_before(region):
    rows = CATALOG.cost("v5e" if region == "us-central1" else "v6e", region, chips=1, hours=8760, option="all")
    price = {str(one.option): one.usd_per_chip_hour for one in rows}
    for option in ("commit-1y", "commit-3y"):
        hours = int(texts(rows)["commitment"].split(f"{option} from ")[1].split(" hours")[0].replace(",", ""))
        assert (hours - 1) * price["on-demand"] < 8760 * price[option] <= hours * price["on-demand"]


def test_an_unknown_price_is_a_row():
    one = CATALOG.cost("v6e", "southamerica-west1", chips=4, hours=1, option="spot").one()
    assert (one.usd_per_chip_hour, one.total_usd, one.chip_hours) == (None, None, 4)
    assert one.reason == "no spot price of v6e in southamerica-west1 was found by 2026-11-30"
    one = CATALOG.cost("v6e", "asia-east1", chips=4, hours=1, option="all", evidence="observed").one()
    assert (str(one.option), one.total_usd, one.zones) == ("on-demand", None, ("asia-east1-c",)) and one.reason


def test_only_documented_zones_unless_asked():
    rows = CATALOG.cost("tpu7x", "Europe", chips=4, hours=1)
    assert rows == () and texts(rows)["not-listed"] == "tpu7x in Europe: not on Google's list for Europe (2026-11-09)"
    one = CATALOG.cost("tpu7x", "Europe", chips=4, hours=1, evidence="observed").one()
    assert (one.zones, one.total_usd, one.reason) == (
        (),
        Decimal("52.80"),
        "its machine types are published there without a zone",
    )
    assert "announced by Google" in texts(CATALOG.cost("8t", chips=4, hours=1))["announced"]


def test_numbers_are_exact_and_totals_round_half_up():
    assert CATALOG.cost("v6e", "NL", chips=1, hours="0.5").one().total_usd == Decimal("1.49")  # 1.485
    assert CATALOG.cost("v6e", "NL", chips=3, hours=0.1).one().chip_hours == Decimal("0.3")
    one = CATALOG.cost("v5p", "NL", chips=10**9, hours=10**9).one()
    assert one.total_usd == Decimal("4252500000000000000.00")
    for hours in (10, 10.0, "10", " 1e1 ", Decimal("10.00")):
        found = CATALOG.cost("v6e", "NL", chips=1, hours=hours).one()
        assert (str(found.hours), str(found.chip_hours)) == ("10", "10")


@pytest.mark.parametrize(
    "hours",
    [
        0,
        -1,
        "0",
        True,
        False,
        float("nan"),
        float("inf"),
        "nan",
        "-inf",
        "",
        "ten",
        "1/3",
        None,
        [1],
        pytest.param(10**5000, id="huge"),
        "1e-300",
        1e300,
        b"1",
    ],
)
def test_hours_that_are_none(hours):
    CATALOG.cost("v6e", "NL", chips=1, hours=1)  # 1 in memory must not answer for True
    with pytest.raises(tz.WrongUsage, match=r"^hours must be a number from 0.0001 to 1,000,000,000, and is "):
        CATALOG.cost("v6e", "NL", chips=1, hours=hours)


@pytest.mark.parametrize("chips", [0, -1, True, 2.5, 4.0, "4", 10**10, pytest.param(10**5000, id="huge"), [4]])
def test_counts_that_are_none(chips):
    CATALOG.cost("v6e", "NL", chips=1, hours=1)
    for what in ("chips", "slices"):
        with pytest.raises(tz.WrongUsage, match=rf"^{what} must be a whole number from 1 to 1,000,000,000, and is "):
            CATALOG.cost("v6e", "NL", **{what: chips}, hours=1)


@pytest.mark.parametrize(
    ("tpu", "asked", "said"),
    [
        ("v5p-8", {"chips": 4}, "v5p-8 has 4 chips: leave chips out, or say v5p"),
        ("v6e", {}, "how many chips of v6e?"),
        ("ct6e-standard-4t", {}, "one ct6e-standard-4t has 4"),
        ("v6e", {"slices": 2}, "slices count an accelerator type"),
        ("v6e", {"chips": 8, "slices": 2}, "slices count an accelerator type"),
        ("v5p-8", {"slices": 10**9}, "chips must be a whole number"),
    ],
)
def test_chips_missing_or_said_twice(tpu, asked, said):
    with pytest.raises(tz.WrongUsage, match=said.replace("?", r"\?")):
        CATALOG.cost(tpu, "NL", hours=1, **asked)


@pytest.mark.parametrize(
    ("asked", "error"),
    [
        ({"tpu": None, "chips": 1}, tz.WrongUsage),
        ({"tpu": "v5", "chips": 1}, tz.UnknownName),
        ({"tpu": "v5p-4"}, tz.NoSuchSlice),
        ({"tpu": "v6e", "chips": 1, "within": "Holand"}, tz.UnknownName),
        ({"tpu": "v6e", "chips": 1, "option": "spott"}, tz.UnknownName),
        ({"tpu": "v6e", "chips": 1, "evidence": "sure"}, tz.UnknownName),
    ],
)
def test_wrong_names(asked, error):
    with pytest.raises(error):
        CATALOG.cost(**asked, hours=1)


def test_no_total_differs_from_chips_times_hours_times_price():
    for tpu in ("v2", "v3", "v4", "v5e", "v5p", "v6e", "tpu7x"):
        for chips in (4, 64):
            for one in CATALOG.cost(tpu, chips=chips, hours="7.25", option="all", evidence="any"):
                if one.total_usd is not None:
                    assert abs(one.total_usd - chips * Decimal("7.25") * one.usd_per_chip_hour) <= Decimal("0.005")
                    priced = CATALOG.prices(tpu, one.region, option=one.option, evidence="any")
                    assert one.usd_per_chip_hour in {
                        price.usd_per_chip_hour for price in priced if price.form == one.form
                    }
