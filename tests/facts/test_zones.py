"""Which zones offer a TPU: the answers that the product was founded on."""

import itertools

import pytest
from support import fixture, table

import tpu_zones as tz


def ids(rows):
    return [zone.zone for zone in rows]


def texts(rows):
    return {note.code: note.text for note in rows.notes}


V6E = [
    "asia-northeast1-b",
    "europe-west4-a",
    "southamerica-west1-a",
    "us-central1-b",
    "us-east1-d",
    "us-east5-a",
    "us-east5-b",
    "us-south1-ai1b",
]
V6E_OBSERVED = [
    *("asia-east1-c", "asia-south1-b", "asia-south1-c", "asia-southeast1-b", "southamerica-east1-c", "us-central1-a"),
    *("us-central1-c", "us-central2-b", "us-east5-c", "us-south1-a", "us-south1-c", "us-west1-c"),
]


@pytest.mark.parametrize("place", ["Netherlands", "Nederland", "NL", "EU", "EEA", "europe-west4", "Europe"])
def test_v6e_in_the_netherlands(place):
    assert ids(tz.zones("v6e", within=place)) == ["europe-west4-a"]


@pytest.mark.parametrize(
    ("tpu", "asked", "zones"),
    [
        ("v5p", {"within": "Europe"}, ["europe-west4-b"]),
        ("v5e", {"within": "NL"}, ["europe-west4-b"]),
        ("Ironwood", {}, ["us-central1-c", "us-central1-ai1a"]),
        ("v6e", {}, V6E),
        ("v6e", {"option": "flex-start", "surface": "gke"}, ["asia-northeast1-b", "us-east5-a", "us-east5-b"]),
        ("v6e", {"option": "flex-start"}, ["asia-northeast1-b", "europe-west4-a", "us-east5-a", "us-east5-b"]),
        ("v6e", {"option": "spot"}, V6E),
        (
            "v6e",
            {"option": "calendar"},
            ["asia-northeast1-b", "europe-west4-a", "us-east5-a", "us-east5-b", "us-south1-ai1b"],
        ),
        ("v6e", {"option": "calendar,spot", "within": "us-central1"}, ["us-central1-b"]),
        ("v3-32", {}, ["europe-west4-a"]),
        ("v3-8", {}, ["europe-west4-a", "us-central1-a", "us-central1-b"]),
        ("ct3p-hightpu-4t", {}, ["europe-west4-a"]),
        ("ct3-hightpu-4t", {}, ["europe-west4-a", "us-central1-a", "us-central1-b"]),
        ("ct5l-hightpu-1t", {}, ["europe-west4-b", "us-central1-a"]),
        ("tpu-v5-lite-device", {}, ["europe-west4-b", "us-central1-a"]),
        ("v2-32", {}, ["europe-west4-a", "us-central1-a"]),
        ("v6e", {"within": "us-central1-b,us-central1-f,europe-west4-a"}, ["us-central1-b", "europe-west4-a"]),
        (
            "v6e",
            {"within": ["us-central1-b", "NL"], "option": "spot", "surface": "gke"},
            ["us-central1-b", "europe-west4-a"],
        ),
        ("v5e", {"surface": "compute-engine"}, []),
        ("tpu7x", {"surface": "cloud-tpu-api"}, []),
        ("v4", {}, ["us-central2-b"]),
        ("v5p", {"option": "flex-start", "surface": "cloud-tpu-api"}, ["us-east5-a"]),
        ("v3", {"option": "flex-start"}, []),
        ("v3", {"option": "spot", "surface": "gke"}, []),
        ("v3", {"option": "spot"}, ["europe-west4-a", "us-central1-a", "us-central1-b"]),
        ("v6e", {"option": "capacity-optimized"}, []),
        (None, {"within": "NL"}, ["europe-west4-a", "europe-west4-b"]),
        (None, {"within": "us-west4,NL"}, ["us-west4-a", "europe-west4-a", "europe-west4-b"]),
    ],
)
def test_answers(tpu, asked, zones):
    assert ids(tz.zones(tpu, **asked)) == zones


def test_observed_adds_the_twelve_open_zones_first():
    rows = tz.zones("v6e", evidence="observed")
    assert sorted(ids(rows)) == sorted(V6E + V6E_OBSERVED)
    assert ids(rows)[-2:] == ["us-central2-b", "us-south1-ai1b"]


def test_any_evidence_adds_withdrawn_and_doubtful():
    more = set(ids(tz.zones("v6e", evidence="any"))) - set(V6E + V6E_OBSERVED)
    assert more == {"us-east4-a", "us-east4-b", "us-south1-b"}


def test_zones_intersect():
    both = set(tz.zones("v5e", within="NL")) & set(tz.zones("v5p", within="NL"))
    assert ids(both) == ["europe-west4-b"]


def test_no_zone_is_ever_null_and_regions_without_a_zone_are_named():
    rows = tz.zones("tpu7x", within="Europe", evidence="any")
    assert rows == ()
    assert texts(rows)["not-listed"] == "tpu7x in Europe: not on Google's list for Europe (2026-11-09)"
    assert texts(tz.zones("tpu7x", within="Europe"))["region-only"].startswith(
        "machine types published in europe-west2 without a zone"
    )


def test_notes():
    assert texts(tz.zones("Ironwood"))["access"] == "enabled per project: us-central1-ai1a"
    assert texts(tz.zones("v4"))["access"] == "shown to admitted projects only: us-central2-b"
    seen = texts(tz.zones("v6e"))["also-seen"]
    assert seen.startswith(
        "also seen, not on Google's list: us-east5-c (reservation, 2026-08-12), us-central2-b (type shown, 2026-08-14), "
    )
    assert seen.endswith(" and 9 more; evidence observed adds them")
    gke = texts(tz.zones("v6e", option="flex-start", surface="gke"))
    assert gke["option-elsewhere"] == "flex-start accepted on other surfaces: europe-west4-a (2026-08-10)"
    absent = texts(tz.zones("v6e", within="us-central1-b,us-central1-f,europe-west4-a"))
    assert absent["absent"] == "us-central1-f: v6e quota, no hardware (2026-08-10)"
    assert (
        texts(tz.zones("8i Max"))["announced"] == "TPU 8i Max: reported by one article (2026-11-09), no zone published"
    )
    assert "announced by Google on 2026-04-22" in texts(tz.zones("8t"))["announced"]
    assert "undocumented" in texts(tz.zones("v4i"))["undocumented"]
    ireland = texts(tz.zones("v6e", within="Ireland"))["no-region"]
    assert ireland.startswith("no Google Cloud region in Ireland; nearest: europe-west2 (London, 462 km), ")
    assert texts(tz.zones("v6e", option="spot"))["no-price"] == "no spot price known: southamerica-west1-a"
    assert (
        texts(tz.zones("v3-32"))["size"]
        == "v3-32: only other sizes are listed in us-central1-a (v3-8), us-central1-b (v3-8)"
    )
    assert (
        texts(tz.zones("ct5l"))["machine-type"]
        == "ct5l: legacy; the machine type listing shows it in europe-west4, us-central1"
    )
    assert "admitted by Google" in texts(tz.zones("tpu7x", option="spot"))["allowlist"]
    assert "cloud-tpu-api, 2026-08-10" in texts(tz.zones("v6e", option="flex-start"))["option-refused"]
    assert texts(tz.zones("v6e", within="us-central2-a"))["unconfirmed-zone"].startswith(
        "us-central2-a: the region us-central2 is restricted"
    )


def test_an_empty_answer_always_has_its_reason():
    catalog = tz.Catalog.bundled()
    for tpu in catalog.index.names.known():
        for place in ("Africa", "Ireland", "me-west1", "europe-west4-c", "us-east7"):
            rows = catalog.zones(tpu, within=place)
            assert rows or rows.notes, (tpu, place)


def test_evidence_date_is_the_newest_exact_day():
    assert str(tz.zones("v5p", within="Europe").evidence_date) == "2026-11-09"
    assert str(tz.zones("v6e", within="us-east5").evidence_date) == "2026-09-09"
    assert str(tz.zones("tpu7x", within="Europe").evidence_date) == "2026-11-09"


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"option": "flexstart"}, "no option is called 'flexstart': it is one of on-demand, spot, flex-start"),
        ({"option": ""}, "no option is called ''"),
        ({"surface": "vertex"}, "no surface is called 'vertex': it is one of gke, compute-engine, cloud-tpu-api"),
        ({"evidence": "proved"}, "no evidence is called 'proved': it is one of documented, observed, any"),
    ],
)
def test_unknown_words(asked, said):
    with pytest.raises(tz.UnknownName, match=said):
        tz.zones("v6e", **asked)


def test_words_may_be_enums_or_written_otherwise():
    assert tz.zones("v6e", option=tz.Option.FLEX_START, surface=tz.Surface.GKE) == tz.zones(
        "v6e", option="FLEX_START", surface="GKE"
    )


def test_generations():
    assert ids_of(tz.generations("Netherlands")) == ["v2", "v3", "v5e", "v5p", "v6e"]
    assert ids_of(tz.generations("europe-west4-a")) == ["v2", "v3", "v6e"]
    assert ids_of(tz.generations("us-central1", option="flex-start", surface="gke")) == ["tpu7x"]
    assert ids_of(tz.generations()) == [
        "v2",
        "v3",
        "v4",
        "v5e",
        "v5p",
        "v6e",
        "tpu7x",
        "tpu8t",
        "tpu8i",
        "tpu8tx",
        "tpu8i-max",
    ]
    assert ids_of(tz.generations("Ireland")) == []
    assert "no Google Cloud region in Ireland" in texts(tz.generations("Ireland"))["no-region"]
    assert "on none" in texts(tz.generations("me-west1"))["not-listed"]


def ids_of(rows):
    return [one.generation for one in rows]


def test_offerings():
    rows = tz.offerings("v6e", within="NL", evidence="any")
    assert [(one.zone, one.evidence, str(one.last_seen), one.sighting) for one in rows] == [
        ("europe-west4-a", "documented", "2026-11-09", "reserved")
    ]
    assert rows[0].surfaces == ("gke", "compute-engine", "cloud-tpu-api")
    unzoned = tz.offerings("tpu7x", evidence="observed")
    assert [(one.zone, one.region) for one in unzoned] == [
        ("us-central1-c", "us-central1"),
        ("us-central1-ai1a", "us-central1"),
        (None, "europe-west2"),
        (None, "us-east1"),
    ]
    tenant = tz.offerings("v6e", within="us-west1-c", evidence="observed").one()
    assert tenant.qualifiers == ("single-tenant", "spot-quota-excepted")


def test_claims():
    rows = tz.claims("v6e", "us-east5-c")
    assert [(claim.what, str(claim.seen)) for claim in rows][:2] == [("reserved", "2026-08-12"), ("type", "2026-08-10")]
    assert all(claim.zone == "us-east5-c" for claim in rows)
    assert {claim.scope for claim in tz.claims("tpu7x", "europe-west2")} == {"region"}
    assert [str(claim) for claim in tz.claims("tpu7x", "europe-west2-a")] == [
        "tpu7x europe-west2-a absent 2026-11-09",
        "tpu7x europe-west2 type 2026-03-27/2026-08-17",
        "tpu7x europe-west2 type 2026-01-07/2026-08-17",
    ]
    assert [str(claim) for claim in tz.claims("v5e", "us-west1-c", option="spot")] == [
        "any spot listed 2025-11/2026-04"
    ]
    nothing = tz.claims("v4", "us-central2-b", option="capacity-optimized")
    assert nothing == () and [note.code for note in nothing.notes] == ["no-claim"]
    assert str(nothing.evidence_date) == "2026-08-21", "of the generation, as everywhere"
    refused = tz.claims("v5p", "europe-west4-b", option="flex-start", surface="cloud-tpu-api").one()
    assert (refused.what, str(refused.seen), refused.confidence) == ("refused", "2026-08-10", "medium")


def test_claims_are_those_that_availability_stands_on():
    """Over all zones: without an option all of them and the lists of options; with one those on it."""
    for generation, zone in itertools.product(("tpu7x", "v6e", "v5p", "v5e", "v3"), table("zones")):
        pair = generation, zone["zone"]
        claims, stands_on = tz.claims(*pair), tz.availability(*pair).claims
        assert set(stands_on) <= set(claims)
        assert {claim.what for claim in set(claims) - set(stands_on)} <= {"listed", "refused"}
        assert all(claim.option for claim in set(claims) - set(stands_on))
        for option, surface in itertools.product(("on-demand", "spot", "flex-start"), (None, "gke")):
            found = tz.availability(*pair, option=option, surface=surface)
            told = (surface, None) if surface else (*tz.Surface, None)
            about = {claim for claim in found.claims if claim.option == option and claim.surface in told}
            assert set(tz.claims(*pair, option=option, surface=surface)) == about, (pair, option, surface)


def test_the_newest_list_is_a_claim_where_it_lacks_the_zone():
    (absent,) = [claim for claim in tz.claims("v6e", "us-east5-c") if claim.what == "absent"]
    assert (absent.list, str(absent.seen)) == ("V9s", "2026-08-10")
    assert not [claim for claim in tz.claims("v6e", "us-east5-a") if claim.what == "absent"]
    assert {claim.generation for claim in tz.claims(None, "us-east5-c")} == {"v5e", "v5p", "v6e"}


def test_every_option_at_once():
    assert tz.zones("v6e", option="all") == tz.zones("v6e")
    assert tz.zones("v6e", "us-east5-c", option="all", evidence="any").notes[0].text.startswith("any option not known")
    assert [str(one) for one in tz.prices("v6e", "NL", option="All")] == [str(one) for one in tz.prices("v6e", "NL")]
    assert {claim.option for claim in tz.claims("v5p", "europe-west4-b", option="all")} == {
        "flex-start",
        *"on-demand spot reservation".split(),
    }
    with pytest.raises(tz.WrongUsage, match="one option, not several"):
        tz.availability("v6e", "us-east5-a", option="all")


def test_the_statements_on_zones():
    """Each zone statement of the founding articles, by the default evidence."""
    asked = 0
    for row in fixture("statements.json"):
        expected = row.get("expected")
        if row["category"] not in ("availability", "generation-8") or not isinstance(expected, dict):
            continue
        if "zone" in expected:
            there = expected.get("generations_absent") or [expected["generation"]]
            want = expected.get("available", False)
            for generation in there:
                assert bool(tz.zones(generation, within=expected["zone"])) is want, row["id"]
            asked += 1
        elif "continent" in expected:
            assert ids(tz.zones(expected["generation"], within=expected["continent"])) == expected["zones"]
            asked += 1
        elif "zones" in expected or "eu_regions" in expected:
            for name in [expected["generation"]] if "generation" in expected else ["8t", "8i", "8tx", "8i Max"]:
                rows = tz.zones(name, within="Europe")
                assert rows == () and rows.notes[0].code == "announced", row["id"]
            asked += 1
    assert asked == 9


def test_what_was_seen_too_is_what_the_flag_adds():
    for tpu in ("v5e", "v5p", "v6e", "tpu7x"):
        for asked in (
            {},
            {"option": "spot"},
            {"option": "flex-start"},
            {"surface": "gke"},
            {"surface": "cloud-tpu-api"},
        ):
            before = {zone.zone for zone in tz.zones(tpu, **asked)}
            added = {zone.zone for zone in tz.zones(tpu, **asked, evidence="observed")} - before
            said = [note.text for note in tz.zones(tpu, **asked).notes if note.code == "also-seen"]
            named = {one for text in said for one in added if f"{one} (" in text}
            assert bool(said) == bool(added) and len(named) == min(3, len(added))


def test_notes_without_a_tpu_name_the_generation_and_no_zone_of_the_answer():
    for asked in ({"within": "NL", "option": "flex-start"}, {"option": "flex-start", "surface": "gke"}):
        rows = tz.zones(**asked)
        for note in rows.notes:
            if note.code in ("option-refused", "option-unknown", "surface"):
                assert " in " in note.text
                assert not [zone for zone in rows if f"in {zone.zone}" in note.text.replace(",", " ")]


def test_a_zone_and_its_region_are_named_once():
    text = " ".join(note.text for note in tz.zones("v6e", "us-central2,us-central2-b").notes)
    assert text.count("us-central2-b") == 1 and "us-central2, us-central2-b" not in text


@pytest.mark.parametrize("name", ["v5p-99999999", "v5p-999999999999", "v5litepod-99999999"])
def test_a_size_of_any_length_is_no_slice(name):
    with pytest.raises(tz.NoSuchSlice, match="the largest") as error:
        tz.zones(name)
    assert "e+" not in str(error.value)


def test_what_was_also_seen_in_a_place_is_named_with_its_generation():
    said = texts(tz.generations("Singapore"))["also-seen"]
    assert said == (
        "also seen, not on Google's list: v6e in asia-southeast1-b (type shown, 2026-08-10), "
        "v5e in asia-southeast1-b (type shown, 2026-01/2026-06); evidence observed adds them"
    )
    assert {str(one.generation) for one in tz.generations("Singapore", evidence="observed")} == {"v5e", "v6e"}
