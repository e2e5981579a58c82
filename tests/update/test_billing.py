"""List prices: pages, exact amounts, and what is left out with a remark."""

import copy
from decimal import Decimal

import pytest
import respx
from apis import DAY, INDEX, OLD_SKUS, SKUS, Asked, Canned, answer, ask, load, refused, reply

from tpu_zones.records.words import Confidence, Option
from tpu_zones.update.faults import SourceFailed
from tpu_zones.update.settings import Settings
from tpu_zones.update.sources.base import Known
from tpu_zones.update.sources.payloads import Sku
from tpu_zones.update.sources.skus import price_of

SAMPLE = load("billing_skus_sample.json")["skus"]
NEW = [one for one in SAMPLE if "6F81-5844-456A" in one["name"]]
OLD = [one for one in SAMPLE if "E000-3F24-B8AA" in one["name"]]
COLUMBUS = next(one for one in NEW if one["description"] == "TpuV6e running in Columbus")


@pytest.fixture
def api():
    with respx.mock(assert_all_called=False) as router:
        router.get(OLD_SKUS).mock(answer({"skus": OLD}))
        yield router


def sku(description="TpuV6e running in Columbus", usage="OnDemand", regions=("us-east5",), **money):
    one = copy.deepcopy(COLUMBUS)
    one["description"], one["category"]["usageType"], one["serviceRegions"] = description, usage, list(regions)
    one["pricingInfo"][0]["pricingExpression"]["tieredRates"][0]["unitPrice"].update(money)
    return one


def found(fetched):
    return {(p.generation, p.form, p.region, str(p.option)): p.usd_per_chip_hour for p in fetched.prices}


def only(*skus):
    """What the source makes of these SKUs of Compute Engine, beside those of the older service."""
    page = answer({"skus": [*skus]}).content
    old = answer({"skus": OLD}).content
    return Asked.of("billing", Canned(lambda url, _: old if "E000" in url else page))


def test_every_recorded_sku_is_read(api):
    api.get(SKUS).mock(answer({"skus": NEW, "nextPageToken": ""}))
    fetched = ask("billing")
    prices = found(fetched)
    assert len(prices) == 25 == len(fetched.prices)
    assert fetched.remarks == () and fetched.complete and fetched.claims == () and fetched.project is None
    assert {way: price for (gen, _, region, way), price in prices.items() if (gen, region) == ("v6e", "us-east5")} == {
        "on-demand": Decimal("2.70"),
        "spot": Decimal("1.4033"),
        "flex-start": Decimal("1.35"),
        "calendar": Decimal("1.89"),
        "capacity-optimized": Decimal("2.70"),
        "commit-1y": Decimal("1.89"),
    }
    assert prices["v6e", None, "europe-west4", "on-demand"] == Decimal("2.97")
    assert prices["v5e", None, "europe-west4", "on-demand"] == Decimal("1.56")
    assert prices["v5p", None, "southamerica-east1", "on-demand"] == Decimal("6.430995")
    assert prices["v5p", None, "asia-south2", "calendar"] == Decimal("2.94")
    assert {region for gen, _, region, _ in prices if gen == "tpu7x"} == {"us-central1", "us-east1", "us-west1"}


def test_the_older_service_prices_devices_of_four_chips(api):
    api.get(SKUS).mock(answer({"skus": NEW}))
    assert found(ask("billing"))["v2", "device", "us-central1", "on-demand"] == Decimal("1.125")


def test_prices_say_when_and_by_which_sku(api):
    api.get(SKUS).mock(answer({"skus": NEW}))
    fetched = ask("billing")
    one = next(one for one in fetched.prices if one.generation == "tpu7x")
    assert str(one.usd_per_chip_hour) == "12.00" and not one.rounded and one.current
    assert one.read_on.day == DAY and one.confidence is Confidence.HIGH
    assert one.note == "SKU 0F71-4391-B6CA: TPU7x running in Americas"
    assert one.sources == (SKUS,)
    assert [one.source for one in fetched.cited] == [SKUS, OLD_SKUS]
    assert fetched.shape == tuple(f"generation {one}" for one in ("tpu7x", "v2", "v5e", "v5p", "v6e"))


def test_the_prices_of_today_are_those_of_the_bundled_table(api):
    api.get(SKUS).mock(answer({"skus": NEW}))
    bundled = {
        (p.generation, p.form, p.region, str(p.option)): p.usd_per_chip_hour for p in INDEX.table("prices") if p.current
    }
    differ = {key for key, price in found(ask("billing")).items() if bundled.get(key, price) != price}
    # 0.5779 is of 2026-08-06, the table has the reading of 2026-08-11
    assert differ == {("v5e", None, "us-west4", "spot"), ("v5e", None, "asia-northeast1", "on-demand")}


def test_all_pages_of_both_services_are_asked(api):
    pages = [reply("billing_skus_compute_page.json"), reply("billing_skus_compute_last_page.json")]
    route = api.get(SKUS).mock(side_effect=pages)
    fetched = ask("billing")
    asked = {"pageSize": "5000", "currencyCode": "USD"}
    assert [dict(call.request.url.params) for call in route.calls] == [
        asked,
        {**asked, "pageToken": "example-opaque-token-skus-2"},
    ]
    assert len(fetched.prices) == 7
    assert found(fetched)["v5e", None, "asia-northeast1", "on-demand"] == Decimal("1.541")


@pytest.mark.parametrize(
    ("units", "nanos", "price"),
    [
        ("0", 1, "0.000000001"),
        ("2", 700000000, "2.70"),
        ("12", 0, "12.00"),
        ("100", 0, "100.00"),
        ("0", 577900000, "0.5779"),
        ("9223372036854775807", 999999999, "9223372036854775807.999999999"),
    ],
)
def test_amounts_are_exact(units, nanos, price):
    (one,) = [p for p in only(sku(units=units, nanos=nanos)).prices if p.generation == "v6e"]
    assert f"{one.usd_per_chip_hour:f}" == price


def test_missing_parts_of_an_amount_are_zero():
    one = sku()
    amount = one["pricingInfo"][0]["pricingExpression"]["tieredRates"][0]["unitPrice"]
    del amount["nanos"]
    assert price_of(Sku.model_validate_json(answer(one).content)) == 2
    amount["nanos"] = 5
    del amount["units"]
    assert price_of(Sku.model_validate_json(answer(one).content)) == Decimal("0.000000005")


@pytest.mark.parametrize(
    "change",
    [
        lambda info: info["pricingExpression"].update(usageUnit="mo"),
        lambda info: info["pricingExpression"].update(tieredRates=[]),
        lambda info: info["pricingExpression"]["tieredRates"].append(info["pricingExpression"]["tieredRates"][0]),
        lambda info: info["pricingExpression"]["tieredRates"][0].update(startUsageAmount=10),
        lambda info: info["pricingExpression"]["tieredRates"][0]["unitPrice"].update(currencyCode="EUR"),
        lambda info: info["pricingExpression"]["tieredRates"][0]["unitPrice"].update(units="0", nanos=0),
        lambda info: info["pricingExpression"]["tieredRates"][0]["unitPrice"].update(units="-2", nanos=-1),
    ],
)
def test_what_is_not_one_price_of_an_hour_is_no_price(change):
    one = sku()
    change(one["pricingInfo"][0])
    fetched = only(one)
    assert "v6e" not in {p.generation for p in fetched.prices}
    assert fetched.remarks == (
        "1 TPU price left out, without a region, or one price in USD for an hour: TpuV6e running in Columbus",
    )


def test_the_newest_price_counts():
    one = sku()
    old, new = (copy.deepcopy(one["pricingInfo"][0]) for _ in range(2))
    old["effectiveTime"] = "2026-01-01T00:00:00Z"
    new["pricingExpression"]["tieredRates"][0]["unitPrice"] = {"currencyCode": "USD", "units": "9"}
    for order in ([old, new], [new, old]):
        one["pricingInfo"] = order
        assert price_of(Sku.model_validate_json(answer(one).content)) == 9
    for info in order:
        info["effectiveTime"] = ""
    assert price_of(Sku.model_validate_json(answer(one).content)) == Decimal("2.7")  # the last
    one["pricingInfo"] = []
    assert price_of(Sku.model_validate_json(answer(one).content)) is None


def test_unknown_wordings_are_counted():
    fetched = only(
        *(sku(f"{word} TpuV6e running in Columbus") for word in ("Sole", "Trial", "Zonal", "Ultra", "Ultra")), sku()
    )
    assert found(fetched)["v6e", None, "us-east5", "on-demand"] == Decimal("2.70")
    assert fetched.remarks == (
        "4 TPU prices left out, worded in a way that is not known: Sole TpuV6e running in Columbus, "
        "Trial TpuV6e running in Columbus, Ultra TpuV6e running in Columbus and 1 more",
    )


@pytest.mark.parametrize("word", ["TpuV9", "TpuV5", "TpuV8", "TPU8", "TpuV4"])
def test_generations_that_are_unknown_or_unclear_are_not_guessed(word):
    fetched = only(sku(f"{word} running in Columbus"))
    assert {p.generation for p in fetched.prices} == {"v2"}
    assert fetched.remarks == (
        f"1 TPU price left out, of a generation that this service is not known to sell: {word} running in Columbus",
    )


def test_the_older_service_has_no_unit_for_newer_generations():
    page = answer({"skus": [*OLD, sku("TPU-v5e Accelerator USA")]}).content
    new = answer({"skus": NEW}).content
    fetched = Asked.of("billing", Canned(lambda url, _: page if "E000" in url else new))
    assert fetched.remarks == (
        "1 TPU price left out, of a generation that this service is not known to sell: TPU-v5e Accelerator USA",
    )


def test_regions_that_are_unknown_are_told():
    fetched = only(sku(regions=("us-east5", "global", "moon-base1")), sku("TpuV5e running in X", regions=()))
    assert ("v6e", None, "us-east5", "on-demand") in found(fetched)
    assert fetched.remarks == (
        "1 TPU price left out, without a region, or one price in USD for an hour: TpuV5e running in X",
        "prices left out in 2 regions that this catalog does not know: global, moon-base1",
    )


def test_skus_that_disagree_give_no_price():
    one, same, other = sku(), sku("TpuV6e running in Ohio"), sku("TpuV6e running in Americas", units="3")
    assert only(one, same).remarks == ()
    fetched = only(one, other, same)
    assert "v6e" not in {p.generation for p in fetched.prices}
    assert fetched.remarks == ("1 price left out, two SKUs disagree: v6e us-east5 on-demand",)


def test_pods_of_v2_and_v3_have_their_own_form_and_v4_has_none():
    old = [
        sku("Tpu-v3 Pod running in Netherlands", regions=("europe-west4",), units="8", nanos=0),
        sku("Tpu-v3 Accelerator running in Netherlands", regions=("europe-west4",), units="8", nanos=800000000),
        sku("Tpu-v4 Pod running in Oklahoma", regions=("us-central2",), units="12", nanos=880000000),
        sku("Preemptible Tpu-v4 Pod running in Oklahoma", regions=("us-central2",), units="3", nanos=686000000),
    ]
    page, new = answer({"skus": old}).content, answer({"skus": NEW}).content
    prices = found(Asked.of("billing", Canned(lambda url, _: page if "E000" in url else new)))
    assert prices["v3", "pod", "europe-west4", "on-demand"] == 2
    assert prices["v3", "device", "europe-west4", "on-demand"] == Decimal("2.20")
    assert prices["v4", None, "us-central2", "on-demand"] == Decimal("3.22")
    assert prices["v4", None, "us-central2", "spot"] == Decimal("0.9215")


def test_where_one_service_fails_the_other_is_taken(api):
    api.get(SKUS).mock(answer({"skus": NEW}))
    api.get(OLD_SKUS).mock(refused("errors_404_not_found_gke.json"))
    fetched = ask("billing", Known(INDEX, shape=["generation v2", "generation v3"]))
    assert not fetched.complete and len(fetched.prices) == 24
    assert {"generation v2", "generation v3", "generation v6e"} <= {*fetched.shape}
    (said,) = fetched.remarks
    assert said.startswith("the service Cloud TPU could not be read, its prices stay: https://cloudbilling.")
    assert [one.source for one in fetched.cited] == [SKUS]


@pytest.mark.parametrize(
    ("page", "code", "said"),
    [
        ({}, "shape", "lists no SKU at all"),
        ({"skus": []}, "shape", "lists no SKU at all"),
        ({"skus": {}}, "shape", "skus"),
        ({"skus": [{"description": 4}]}, "shape", "description"),
        ({"skus": [sku(units=2)]}, "shape", "units"),
        ({"skus": [sku(units="2.7")]}, "shape", "units"),
        ({"skus": [sku(nanos="700000000")]}, "shape", "nanos"),
        ({"skus": [sku(nanos=1000000000)]}, "shape", "nanos"),
        ({"skus": [{}], "nextPageToken": "again"}, "shape", "has no last page"),
        ({"skus": [{"description": "TpuV9 running in Columbus"}]}, "shape", "none of the catalog's 2 SKUs has a price"),
    ],
)
def test_another_shape_is_refused(api, page, code, said):
    api.get(url__startswith="https://cloudbilling.googleapis.com/").mock(answer(page))
    api.get(OLD_SKUS).mock(answer(page))
    with pytest.raises(SourceFailed, match=said) as failed:
        ask("billing")
    assert failed.value.code == code


def test_no_project_is_needed(api):
    api.get(SKUS).mock(answer({"skus": NEW}))
    assert ask("billing", settings=Settings()).prices


def test_options_are_words_of_the_catalog(api):
    api.get(SKUS).mock(answer({"skus": NEW}))
    assert {one.option for one in ask("billing").prices} <= {*Option}
