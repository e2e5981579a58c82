"""Whether a TPU is offered in a zone: yes, no, unknown, and by whose word."""

import datetime as dt
import itertools

import pytest
from support import table

import tpu_zones as tz
from tpu_zones.records.availability import Near
from tpu_zones.records.words import Option, Surface

ENDLESS = "x" * 10_000


def ask(tpu, zone, option=None, surface=None):
    return tz.availability(tpu, zone, option=option, surface=surface)


def said(found):
    return [(str(c.seen), str(c.what), c.list) for c in found.claims]


@pytest.mark.parametrize(
    ("asked", "answer", "evidence"),
    [
        (("v5p", "europe-west4-a"), "no", None),
        (("v5p", "europe-west4-b"), "yes", "documented"),
        (("v6e", "us-east5-c"), "unknown", "observed"),
        (("v5e", "us-east5-b"), "no", "withdrawn"),
        (("v6e", "us-south1-b"), "unknown", "doubtful"),
        (("v5p", "europe-west4-b", "flex-start", "cloud-tpu-api"), "no", "documented"),
        (("v5p", "europe-west4-b", "flex-start"), "unknown", "documented"),
        (("v5p", "us-east5-a", "flex-start"), "yes", "documented"),
        (("tpu7x", "europe-west2-a"), "unknown", None),
        (("tpu7x", "us-east1-d"), "unknown", None),
        (("tpu7x", "europe-west4-b"), "no", None),
        (("tpu7x", "us-central1-c", "reservation", "cloud-tpu-api"), "unknown", "documented"),
        (("tpu7x", "us-central1-c", None, "cloud-tpu-api"), "unknown", "documented"),
        (("tpu7x", "us-central1-c", "spot", "cloud-tpu-api"), "no", "documented"),
        (("tpu7x", "us-central1-ai1a", None, "cloud-tpu-api"), "no", "documented"),
        (("tpu7x-8", "europe-west2-a"), "unknown", None),
        (("tpu7x-ultranet-4t", "us-central1-ai1a"), "unknown", "documented"),
        (("tpu7x-standard-1t", "us-central1-c", None, "compute-engine"), "no", "documented"),
        (("v4", "us-central2-a"), "unknown", None),
        (("v5p", "us-central2-a"), "unknown", None),
        (("v4", "us-central2-b"), "yes", "documented"),
        (("v4", "africa-south1-a"), "no", None),
        (("8t", "us-central1-a"), "unknown", None),
        (("tpu8tx", "us-central1-a", "spot"), "unknown", None),
        (("v4i", "us-central1-a"), "unknown", None),
        (("v4i", "us-central1-a", None, "compute-engine"), "no", None),
        (("v3-32", "us-central1-a"), "no", "documented"),
        (("v3-8", "us-central1-a"), "yes", "documented"),
        (("ct3p-hightpu-4t", "us-central1-a"), "no", "documented"),
        (("ct5l-hightpu-1t", "us-west4-a"), "no", "documented"),
        (("ct5l-hightpu-1t", "us-central1-a"), "yes", "documented"),
        (("ct5l-hightpu-1t", "us-central1-a", "flex-start"), "no", "documented"),
        (("v5e", "us-central1-a", None, "compute-engine"), "no", "documented"),
        (("v5e", "us-west4-b", "calendar"), "unknown", "observed"),
        (("v6e", "southamerica-west1-a", "spot"), "yes", "documented"),
        (("v6e", "us-central1-b", "capacity-optimized"), "unknown", "documented"),
        (("v3", "europe-west4-a", "flex-start"), "no", "documented"),
        (("v3", "europe-west4-a", "spot", "gke"), "no", "documented"),
        (("Trillium", "EUROPE-WEST4-A"), "yes", "documented"),
    ],
)
def test_answers(asked, answer, evidence):
    found = ask(*asked)
    assert (found.answer, found.evidence) == (answer, evidence), found
    assert found.reasons


def test_no_says_on_which_list_it_is_not_and_where_it_is():
    found = ask("v5p", "europe-west4-a")
    assert found.reasons == (
        "not on Google's list for Europe of 2026-11-09",
        "v5p quota, no accelerator type (2026-08-10)",
    )
    assert [str(near) for near in found.nearest] == [
        "europe-west4-b (same region)",
        "us-east5-a (6,547 km)",
        "us-central1-a (7,172 km)",
    ]
    assert said(found) == [("2026-11-09", "absent", "article-2026-11-09"), ("2026-08-10", "absent", None)]
    assert found.evidence_date == dt.date(2026, 11, 9)


def test_sources_that_disagree_are_all_there_with_their_dates():
    found = ask("v6e", "us-east5-c")
    assert said(found) == [
        ("2026-08-12", "reserved", None),
        ("2026-08-10", "type", None),
        ("2026-08-10", "absent", "V9s"),
        ("2026-01/2026-06", "type", None),
        ("2025-03/2025-08", "listed", "V5"),
        ("2025-01/2026-06", "type", None),
        ("2025", "type", None),
    ]
    assert found.claims[1].surface == "cloud-tpu-api"
    assert found.claims[4].note == "single-tenant"
    assert found.reasons == (
        "observed: reservation, 2026-08-12",
        "not on Google's list for North America of 2026-08-10",
    )
    assert [near.zone for near in found.nearest[:2]] == ["us-east5-a", "us-east5-b"]


def test_withdrawn():
    found = ask("v5e", "us-east5-b")
    assert found.reasons[0] == "withdrawn: last listed 2025-03/2025-08, and no dated source has seen it since"


def test_a_refused_option_names_day_and_nearest_zone():
    found = ask("v5p", "europe-west4-b", "flex-start", "cloud-tpu-api")
    assert found.reasons == ("flex-start through cloud-tpu-api: refused (2026-08-10)",)
    assert found.nearest == (Near(zone="us-east5-a", region="us-east5", kilometres=6547),)
    assert ("2026-08-10", "refused", "flex-start-f4") in said(found)
    unsure = ask("v5p", "europe-west4-b", "flex-start")
    assert unsure.reasons[1:] == (
        "flex-start through cloud-tpu-api: refused (2026-08-10)",
        "flex-start through gke: not known",
        "flex-start through compute-engine: not known",
    )


def test_the_general_rule_is_a_claim_where_it_decides():
    found = ask("v5e", "us-west1-c", "spot", "gke")
    assert found.answer == "yes"
    rule = [claim for claim in found.claims if claim.scope == "all"]
    assert [(claim.option, claim.generation) for claim in rule] == [("spot", "any")]
    assert not [claim for claim in ask("v5e", "us-west4-b", "spot").claims if claim.scope == "all"]
    assert not [claim for claim in ask("v5e", "us-west1-c").claims if claim.scope == "all"]


def test_lists_of_another_option_are_no_claims_on_the_question():
    assert {str(c.option) for c in ask("v5e", "us-west4-b").claims} == {"None"}
    assert {str(c.option) for c in ask("v5e", "us-west4-b", "calendar").claims} == {"None", "calendar"}


def test_only_the_region_is_known():
    found = ask("tpu7x", "europe-west2-a")
    assert found.reasons[0] == "machine types published in europe-west2 without a zone (2026-03-27/2026-08-17)"
    assert {str(claim.scope) for claim in found.claims} == {"region", "zone"}
    assert ask("tpu7x", "europe-west4-b").reasons == ("not on Google's list for Europe of 2026-11-09",)


def test_announced():
    found = ask("8t", "us-central1-a")
    assert "announced by Google on 2026-04-22" in found.reasons[0]
    assert (found.nearest, found.quota) == ((), ())


def test_size():
    found = ask("v3-32", "us-central1-a")
    assert found.reasons == ("listed for v3-8 only",)
    assert [near.zone for near in found.nearest] == ["europe-west4-a"]


def test_notes():
    assert [note.code for note in ask("TPU v5", "us-central1-a").notes] == ["name"]
    assert [note.code for note in ask("tpu7x", "us-central1-ai1a").notes] == ["access"]
    assert [note.code for note in ask("v3", "us-central1-a").notes] == ["remark"]
    assert "allowlist" in [note.code for note in ask("tpu7x", "us-central1-c", "spot").notes]


def test_every_pair_follows_the_rules():
    """Over all generations and zones, from the tables alone."""
    rows = {(row["generation"], row["zone"]): row["evidence"] for row in table("offerings") if row["zone"]}
    regional = {(row["generation"], row["region"]) for row in table("offerings") if row["zone"] is None}
    by_evidence = {"documented": "yes", "observed": "unknown", "doubtful": "unknown", "withdrawn": "no"}
    answers = []
    for generation, zone in itertools.product(table("generations"), table("zones")):
        pair = generation["generation"], zone["zone"]
        expected = by_evidence.get(rows.get(pair), "no")
        if generation["stage"] != "available" or (
            expected == "no" and pair not in rows and (pair[0], zone["region"]) in regional
        ):
            expected = "unknown"
        found = ask(*pair)
        assert (found.answer, found.evidence) == (expected, rows.get(pair)), pair
        documented = {z for (g, z), evidence in rows.items() if g == pair[0] and evidence == "documented"} - {pair[1]}
        assert {near.zone for near in found.nearest} == documented
        answers.append(expected)
    assert len(answers) == 13 * len(table("zones"))
    assert answers.count("yes") == 27


def test_yes_is_what_zones_returns():
    """For every offering, option and surface the two questions agree, and so do the nearest zones."""
    offered = [(row["generation"], row["zone"]) for row in table("offerings") if row["zone"]]
    for (tpu, zone), option, surface in itertools.product(offered, [None, *Option], [None, *Surface]):
        found = ask(tpu, zone, option, surface)
        assert (found.answer == "yes") == bool(tz.zones(tpu, zone, option=option, surface=surface)), found
        others = {one.zone for one in tz.zones(tpu, option=option, surface=surface)} - {zone}
        assert {near.zone for near in found.nearest} == others


def test_nearest_is_sorted_and_distance_unknown_comes_last():
    for tpu, zone in itertools.product(("v6e", "v5e", "v4", "tpu7x"), table("zones")):
        near = ask(tpu, zone["zone"]).nearest
        known = [one.kilometres for one in near if one.kilometres is not None]
        assert known == sorted(known)
        assert all(one.kilometres is None for one in near[len(known) :])
        assert all((one.kilometres == 0) == (one.region == zone["region"]) for one in near)
    assert [str(one) for one in ask("v4", "europe-west4-a").nearest] == ["us-central2-b (distance unknown)"]
    assert [str(one) for one in ask("v4", "us-central2-a").nearest] == ["us-central2-b (same region)"]


def test_quota_is_the_tables_and_nothing_else():
    rows = table("quotas")
    for row in table("generations"):
        found = ask(row["generation"], "us-central1-a").quota
        for one in found:
            same = [
                r
                for r in rows
                if (r["generation"], r["quota_id"], r["display_name"], r["legacy_enum"], r["tpu_family"])
                == (one.generation, one.quota_id, one.display_name, one.legacy_enum, one.tpu_family)
            ]
            assert len(same) == 1
            for field in ("metric", "unit", "per", "default", "provisioning", "service"):
                assert getattr(one, field) == same[0][field]
    v5p = ask("v5p", "europe-west4-b").quota
    assert [(q.quota_id or q.display_name, q.metric, q.unit, q.per, q.provisioning) for q in v5p] == [
        ("TPU-V5P-per-project-zone", None, "chips", "zone", "on-demand"),
        ("Preemptible TPU v5p chips", None, "chips", None, "spot"),
        ("TPUV5PPerProjectPerZoneForTPUAPI", None, "cores", "zone", "on-demand"),
        ("TPUV5PPreemptiblePerProjectPerZoneForTPUAPI", None, "cores", "zone", "spot"),
    ]
    assert {q.service for q in ask("v5p", "europe-west4-b", surface="gke").quota} == {"compute.googleapis.com"}
    assert {q.service for q in ask("v6e", "us-central1-b", surface="cloud-tpu-api").quota} == {"tpu.googleapis.com"}
    assert ask("v5e", "us-central1-a", surface="compute-engine").quota == ()


def test_it_has_no_truth_value():
    with pytest.raises(TypeError, match=r"ask for \.answer"):
        bool(ask("v5p", "europe-west4-b"))


def test_text():
    found = ask("v6e", "us-east5-c")
    assert repr(found) == "<Availability v6e in us-east5-c: unknown>"
    lines = str(found).splitlines()
    assert lines[:4] == [
        "v6e in us-east5-c: unknown",
        "  observed: reservation, 2026-08-12",
        "  not on Google's list for North America of 2026-08-10",
        "  evidence of v6e there: observed",
    ]
    assert any(line.split()[:5] == ["against", "2026-08-10", "absent", "medium", "list"] for line in lines)
    assert any(line.split()[:5] == ["for", "about", "2025-03/2025-08", "listed", "high"] for line in lines)
    assert "  and 3 more" in lines
    assert all(line.isprintable() for line in lines)


def test_it_is_remembered_and_equal():
    assert ask("v6e", "us-east5-c") is ask("v6e", "us-east5-c")
    assert ask("v6e", "us-east5-c").with_notes([tz.Note(code="a", text="b")]).notes[-1].code == "a"


@pytest.mark.parametrize(
    ("asked", "error", "text"),
    [
        (
            ("v5p", "europe-west4"),
            tz.WrongUsage,
            "availability takes a zone, and europe-west4 is a region: its zones are europe-west4-a, europe-west4-b, europe-west4-c",
        ),
        (("v5p", "Netherlands"), tz.WrongUsage, "Netherlands is a country: its zones are europe-west4-a"),
        (("v5p", "EU"), tz.WrongUsage, "and 25 more"),
        (("v5p", "Ireland"), tz.WrongUsage, "Ireland is a country: no zone of it is known"),
        (("v5p", "us-east7"), tz.WrongUsage, "us-east7 is a region: no zone of it is known"),
        (("v5p", "us-central1-a,us-east5-a"), tz.WrongUsage, "one zone, not several"),
        (("v5p", "us-central1-ai1"), tz.UnknownName, "did you mean us-central1-ai1a"),
        (("v5p", "Georgia"), tz.UnknownName, "several meanings"),
        (("v5p", ""), tz.UnknownName, "no name of a place: ''"),
        (("v5p", None), tz.WrongUsage, "takes one zone, as text such as europe-west4-b, and not None"),
        (("v5p", ["us-central1-a"]), tz.WrongUsage, "takes one zone, as text"),
        (("v5p", "\x1b[31m"), tz.UnknownName, r"'\\x1b\[31m'"),
        (("v5p", ENDLESS), tz.UnknownName, "no name of a zone: 'xxx"),
        (("v5p", "," * 10_000), tz.UnknownName, "no name of a zone"),
        ((ENDLESS, "us-central1-a"), tz.UnknownName, "no name of TPU hardware"),
        ((None, "us-central1-a"), tz.WrongUsage, "a TPU is named by one text such as v5p"),
        (("", "us-central1-a"), tz.UnknownName, "no name of TPU hardware"),
        (("v5", "us-central1-a"), tz.UnknownName, "v5e, v5p"),
        (("v5p-4", "us-central1-a"), tz.NoSuchSlice, "4 TensorCores are 2 chips"),
        (("v5p", "us-central1-a", "spott"), tz.UnknownName, "no option is called 'spott'"),
        (("v5p", "us-central1-a", "spot,on-demand"), tz.WrongUsage, "one option, not several"),
        (("v5p", "us-central1-a", None, "gce"), tz.UnknownName, "no surface is called 'gce'"),
        (("v5p", "us-central1-a", ""), tz.UnknownName, "no option is called ''"),
    ],
)
def test_mistakes_are_one_clear_sentence(asked, error, text):
    with pytest.raises(error, match=text) as caught:
        ask(*asked)
    assert len(str(caught.value)) < 400
    assert str(caught.value).isprintable()


def test_require_returns_the_zones():
    assert tz.require("v5p", within="Europe") == tz.zones("v5p", within="Europe")
    assert [z.zone for z in tz.require("v6e", "us-east5-c", evidence="observed")] == ["us-east5-c"]
    assert len(tz.require("v6e")) == 8


@pytest.mark.parametrize(
    ("asked", "options", "text", "nearest"),
    [
        (
            ("v5p", "europe-west4-a"),
            {},
            "not on Google's list for Europe (2026-11-09)",
            ("europe-west4-b", "us-east5-a", "us-central1-a"),
        ),
        (
            ("v5p", "Ireland"),
            {},
            "no Google Cloud region in Ireland",
            ("europe-west4-b", "us-east5-a", "us-central1-a"),
        ),
        (
            ("v5p", "EU"),
            {"option": "flex-start"},
            "flex-start refused: europe-west4-b (cloud-tpu-api, 2026-08-10)",
            ("us-east5-a",),
        ),
        (
            ("tpu7x", "Europe"),
            {},
            "machine types published in europe-west2 without a zone",
            ("us-central1-c", "us-central1-ai1a"),
        ),
        (("8t",), {}, "announced by Google on 2026-04-22, no zone published; not known to be offered anywhere", ()),
        (("v5e",), {"surface": "compute-engine"}, "not through compute-engine", ()),
    ],
)
def test_require_says_why_not_and_where(asked, options, text, nearest):
    with pytest.raises(tz.NotOffered) as caught:
        tz.require(*asked, **options)
    assert text in str(caught.value)
    assert caught.value.nearest == nearest
    notes = [str(note) for note in tz.zones(*asked, **options).notes]
    assert all(note.removeprefix(f"{asked[0]} in {asked[-1]}: ") in str(caught.value) for note in notes)
    assert f": {asked[0]} in {asked[-1]}: " not in str(caught.value), "that is said already"


def test_require_wants_a_name():
    with pytest.raises(tz.WrongUsage, match="a TPU is named by one text"):
        tz.require(None)
    for nothing in ("", ENDLESS):
        with pytest.raises(tz.UnknownName, match="no name of TPU hardware"):
            tz.require(nothing)
    with pytest.raises(tz.UnknownName, match="no evidence is called 'all'"):
        tz.require("v5p", evidence="all")


def test_words_that_are_newer_than_this_version_are_said():
    catalog = tz.Catalog.bundled()
    catalog.snapshot.remarks = ("2 words were kept as text",)
    answers = catalog.availability("v5p", "us-east5-a"), catalog.show("v5p"), catalog.require("v5p"), catalog.status()
    for answer in answers:
        assert [str(note) for note in answer.notes if note.code == "newer-data"] == ["2 words were kept as text"]


def test_flex_start_is_refused_to_machine_types_without_it():
    rows = tz.zones("ct5l-hightpu-1t", option="flex-start")
    assert rows == ()
    assert [str(note) for note in rows.notes if note.code == "option-refused"] == [
        "flex-start refused: europe-west4-b (cloud-tpu-api, 2026-08-04), us-central1-a"
    ]
    assert tz.zones("ct5lp-hightpu-1t", option="flex-start")
    assert tz.zones("tpu7x-standard-1t", surface="compute-engine") == ()


def test_the_general_rule_and_the_day_of_an_announcement_are_the_data_s(monkeypatch):
    """Take them out of the data, and no code knows them."""
    catalog = tz.Catalog.bundled()
    assert {str(one) for one in catalog.index.general} == {"on-demand", "spot", "reservation"}
    claims = tuple(one for one in catalog.snapshot.table("claims") if one.option != "spot" or one.scope != "all")
    monkeypatch.setitem(catalog.snapshot._tables, "claims", claims)
    monkeypatch.setitem(catalog.snapshot._tables, "launches", ())
    catalog = tz.Catalog(catalog.snapshot)
    assert {str(one) for one in catalog.index.general} == {"on-demand", "reservation"}
    assert catalog.availability("v5e", "us-west1-c", option="spot", surface="gke").answer == "unknown"
    assert catalog.availability("v5e", "us-west1-c", option="on-demand", surface="gke").answer == "yes"
    assert (
        catalog.zones("8t").notes[0].text
        == "TPU 8t (eighth generation, training): announced by Google, no zone published"
    )


def test_what_is_not_known_is_not_refused():
    with pytest.raises(tz.NotOffered, match=r"^8t is not known to be offered: .*; not known to be offered anywhere$"):
        tz.require(" 8t ")
    with pytest.raises(tz.NotOffered, match=r"not known to be offered anywhere$"):
        tz.require("v6e", "NL", option="capacity-optimized")
