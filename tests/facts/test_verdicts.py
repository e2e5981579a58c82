"""The table of verdicts, zone by zone, and the rules that make it."""

from collections import defaultdict

from support import fixture, table

import tpu_zones as tz

VERDICTS = {
    ("tpu7x", "documented"): "us-central1-ai1a us-central1-c",
    ("tpu7x", "observed"): "(europe-west2) (us-east1)",
    (
        "v6e",
        "documented",
    ): "asia-northeast1-b europe-west4-a southamerica-west1-a us-central1-b us-east1-d us-east5-a us-east5-b us-south1-ai1b",
    (
        "v6e",
        "observed",
    ): "asia-east1-c asia-south1-b asia-south1-c asia-southeast1-b southamerica-east1-c us-central1-a us-central1-c "
    "us-central2-b us-east5-c us-south1-a us-south1-c us-west1-c",
    ("v6e", "withdrawn"): "us-east4-a us-east4-b",
    ("v6e", "doubtful"): "us-south1-b",
    ("v5p", "documented"): "europe-west4-b us-central1-a us-east5-a",
    (
        "v5p",
        "observed",
    ): "europe-west1-b europe-west1-d us-east1-d us-east5-b us-east5-c us-south1-a us-south1-b us-south1-c",
    ("v5p", "doubtful"): "europe-west1-c",
    ("v5e", "documented"): "europe-west4-b us-central1-a us-south1-a us-west1-c us-west4-a",
    (
        "v5e",
        "observed",
    ): "asia-east1-a asia-east1-b asia-east1-c asia-northeast1-b asia-southeast1-b europe-north1-a europe-north1-c "
    "europe-west1-b europe-west1-c europe-west3-c europe-west4-a northamerica-northeast1-b southamerica-west1-b southamerica-west1-c "
    "us-east1-b us-east1-c us-south1-b us-west4-b",
    ("v5e", "withdrawn"): "us-east5-a us-east5-b us-east5-c",
    ("v5e", "doubtful"): "us-east4-b",
    ("v4", "documented"): "us-central2-b",
    ("v3", "documented"): "europe-west4-a us-central1-a us-central1-b",
    ("v3", "observed"): "us-east1-d",
    ("v3", "withdrawn"): "us-central1-f",
    ("v2", "documented"): "asia-east1-c europe-west4-a us-central1-a us-central1-b us-central1-c",
    ("v2", "withdrawn"): "us-central1-f",
}
SECTIONS = {
    ("tpu7x", "North America"): "V9",
    ("v6e", "North America"): "V9s",
    ("v6e", "Asia Pacific"): "V9s",
    ("v6e", "South America"): "V9s",
    ("v5p", "North America"): "V9p",
    ("v5e", "North America"): "V8",
    ("v4", "North America"): "V8",
    ("v3", "North America"): "V7",
    ("v2", "North America"): "V7",
    ("tpu7x", "Europe"): "article-2026-11-09",
    ("v6e", "Europe"): "article-2026-11-09",
    ("v5p", "Europe"): "article-2026-11-09",
    ("v5e", "Europe"): "article-2026-11-09",
    ("v3", "Europe"): "V6",
    ("v2", "Europe"): "V6",
    ("v2", "Asia Pacific"): "V6",
}


def test_the_whole_table_comes_out():
    found = defaultdict(set)
    for one in tz.offerings(evidence="any"):
        found[one.generation, str(one.evidence)].add(one.zone or f"({one.region})")
    assert found == {key: set(zones.split()) for key, zones in VERDICTS.items()}


def test_newest_list_of_each_section():
    found = {(row["generation"], row["heading"]): row["list"] for row in table("sections")}
    assert {key: found[key] for key in SECTIONS} == SECTIONS
    assert not [key for key in found if key[0].startswith("tpu8")]


def test_no_offering_rests_on_the_region_an_option_or_a_price():
    for one in tz.offerings(evidence="any"):
        if one.zone is None:
            continue
        about = [claim for claim in tz.claims(one.generation, one.zone) if claim.what not in ("refused", "absent")]
        assert any(claim.what != "listed" or claim.option is None for claim in about), one
        own = [claim for claim in tz.claims(one.generation, one.zone) if claim.what != "absent" or not claim.list]
        assert {claim.source for claim in own} == set(one.sources)


def test_a_zone_that_one_copy_misprinted_is_no_zone():
    assert "us-central1-ai1" not in {row["zone"] for row in table("zones")}
    left = [row for row in fixture("left-out.json") if "us-central1-ai1'" in str(row["row"])]
    assert len(left) == 3 and all(row["reason"] for row in left)


def test_disputed_options():
    verdicts = {(r["generation"], r["zone"], r["option"], r["surface"]): r for r in table("options")}
    disputed = verdicts["tpu7x", "us-central1-c", "reservation", "cloud-tpu-api"]
    assert (disputed["answer"], disputed["why"]) == (
        "unknown",
        "disputed: the surface is said not to serve the generation",
    )
    assert verdicts["v3", None, "flex-start", "gke"]["answer"] == "no"
    assert verdicts["v4", None, "flex-start", "cloud-tpu-api"]["answer"] == "no"
    assert verdicts["v5p", "europe-west4-b", "flex-start", "cloud-tpu-api"]["answer"] == "no"
    assert verdicts["v6e", "us-south1-ai1b", "flex-start", "compute-engine"]["answer"] == "unknown"
    assert verdicts["tpu7x", None, "spot", "compute-engine"]["allowlist"] is True
    # a list of 2025 named this pair; the newer list of the same option does not
    assert verdicts["v5e", "us-central1-a", "calendar", "gke"]["answer"] == "unknown"
    assert verdicts["v5e", "us-south1-a", "calendar", "gke"]["answer"] == "yes"
