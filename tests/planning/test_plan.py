"""Plans: what comes out, in which order, what is left out and why."""

import datetime as dt
import time
from decimal import Decimal
from itertools import groupby

import pytest
from support import table

import tpu_zones as tz
from tpu_zones.facts.options import taken
from tpu_zones.planning.plan import plan
from tpu_zones.records.words import Option, Surface

CATALOG = tz.Catalog.bundled(today=dt.date(2026, 11, 30))
EVERY_OPTION = ",".join(Option)
EVERYTHING = 10**6


def ask(tpu=None, **asked):
    return plan(tpu, catalog=CATALOG, **asked)


def texts(rows):
    return {note.code: note.text for note in rows.notes}


def shown(rows):
    return [str(one) for one in rows]


def test_the_founding_example():
    one = ask("v6e", chips=256, within="EU", hours=48).one()
    assert (one.zone, one.machine_type, one.topology, one.nodes, one.hosts) == (
        "europe-west4-a",
        "ct6e-standard-4t",
        "16x16",
        64,
        64,
    )
    assert one.usd_per_hour == Decimal("760.32") and str(one.usd_per_hour) == "760.32"
    assert str(one.total_usd) == "36495.36" and str(one.read_on) == "2026-08-25"
    (price,) = tz.prices("v6e", one.zone, option="on-demand")
    assert one.price_sources == price.sources and "gemma4-dev" in one.price_sources[0]
    assert (one.gke_version, one.boot_disk, one.cpu_families) == ("1.31.2-gke.1115000", "hyperdisk-balanced", None)
    assert one.quota == ("compute.googleapis.com/tpus_per_tpu_family, tpu_family CT6E: 256 chips per region",)
    assert (one.peak_pflops, one.usd_per_pflop_hour) == (Decimal("235.008"), Decimal("3.235294"))
    assert (str(one.evidence), str(one.option_answer), str(one.access)) == ("documented", "yes", "open")


def test_fields_are_those_of_the_design():
    fields = (
        "generation machine_type topology chips tensorcores hosts chips_per_host multi_host gke_accelerator"
        " accelerator_type zone option slices nodes usd_per_hour total_usd read_on gke_version quota notes"
    ).split()
    assert ask("v6e", chips=4).columns[: len(fields)] == tuple(fields)


def test_no_tpu7x_in_europe():
    rows = ask("tpu7x", chips=8, within="Europe")
    said = texts(rows)
    assert rows == ()
    assert said["not-listed"] == "tpu7x in Europe: not on Google's list for Europe (2026-11-09)"
    assert said["without-within"] == (
        "nothing matches within Europe; without it: tpu7x in us-central1-c, us-central1-ai1a"
    )
    assert "without-evidence" not in said and "gate-quota" not in said  # europe-west2 has no known zone


def test_groups_come_newest_first():
    rows = ask(chips=64, within="EU")
    assert [name for name, _ in groupby(rows, lambda one: one.generation)] == ["v6e", "v5p", "v5e", "v3"]
    assert texts(rows)["left-out"].endswith("tpu7x, v4, v2")
    assert texts(rows)["announced"].endswith("tpu8t, tpu8i, tpu8tx, tpu8i-max")
    assert "PFLOP/s" in texts(rows)["compare"]


@pytest.mark.parametrize("limit", [1, 2, 6, 7, 20])
def test_each_group_keeps_one_within_the_limit(limit):
    every = ask(chips=64, limit=EVERYTHING)
    rows = ask(chips=64, limit=limit)
    generations = list(dict.fromkeys(one.generation for one in every))
    assert len(rows) == min(limit, len(every))
    assert list(dict.fromkeys(one.generation for one in rows)) == generations[:limit]
    for generation in generations[:limit]:
        best = [one for one in every if one.generation == generation]
        mine = [one for one in rows if one.generation == generation]
        assert mine == best[: len(mine)]
    assert ("limit" in texts(rows)) == (len(rows) < len(every))


def brute_force(generation, size, within, options, evidence):
    """The whole ranking by the words of the rule, through the look-ups alone."""
    found = []
    for one in CATALOG.offerings(generation, within, surface="gke", evidence=evidence):
        for rank, fitting in enumerate(CATALOG.slices(generation, **size)):
            for order, option in enumerate(options):
                answer = str(taken(CATALOG.index, one, Option(option), Surface.GKE)[0])
                listed = not one.sizes or fitting.accelerator_type in one.sizes
                if one.zone is None or not listed or answer == "no" or "gke" not in fitting.surfaces:
                    continue
                form = {"v2": "pod", "v3": "pod"}.get(generation) if fitting.chips > 4 else None
                if generation in ("v2", "v3") and fitting.chips <= 4:
                    form = "device"
                priced = CATALOG.prices(generation, one.zone, option=option, evidence="any")
                (price,) = [row for row in priced if row.form == form] or [None]
                usd = None if price is None or price.stale else price.usd_per_chip_hour
                closed = CATALOG.index.zones[one.zone].access != "open"
                level = ["documented", "observed", "withdrawn", "doubtful"].index(one.evidence)
                key = (level, answer != "yes", closed, usd is None, usd or 0, one.zone, rank, order)
                found.append((key, (one.zone, fitting.machine_type, fitting.topology, option)))
    return [row for _, row in sorted(found)]


@pytest.mark.parametrize("evidence", ["documented", "any"])
@pytest.mark.parametrize("options", [("on-demand",), ("spot", "on-demand", "flex-start")])
@pytest.mark.parametrize(
    ("generation", "size"),
    [
        ("v3", {"chips": 4}),
        ("v3", {"topology": "4x4"}),
        ("v4", {"chips": 512}),
        ("v5e", {"chips": 8}),
        ("v5p", {"chips": 4}),
        ("v5p", {"chips": 4096}),
        ("v6e", {"chips": 8}),
        ("tpu7x", {"chips": 1024}),
    ],
)
def test_the_order_is_that_of_a_brute_force_ranking(generation, size, options, evidence):
    expected = brute_force(generation, size, None, options, evidence)
    rows = ask(generation, **size, option=",".join(options), evidence=evidence, limit=EVERYTHING)
    assert [(one.zone, one.machine_type, one.topology, one.option) for one in rows] == expected
    cut = ask(generation, **size, option=",".join(options), evidence=evidence)
    assert cut == rows[:20]


def test_no_shape_is_skipped_over_all_generations_and_places():
    for chips in sorted({row["chips"] for row in table("shapes")}):
        rows = ask(chips=chips, limit=EVERYTHING)
        found = {(one.generation, one.topology, one.machine_type) for one in rows}
        for generation in dict.fromkeys(one.generation for one in rows):
            slices = CATALOG.slices(generation, chips=chips)
            assert found >= {(generation, one.topology, one.machine_type) for one in slices}


def test_it_takes_at_most_20_ms_over_everything():
    catalog = tz.Catalog.bundled()
    plan(chips=4096, catalog=catalog)
    spans = []
    for chips in (4, 64, 4096):
        for _ in range(5):
            catalog._memory.clear()
            start = time.process_time()
            plan(chips=chips, catalog=catalog, option=EVERY_OPTION)
            spans.append(time.process_time() - start)
    assert sorted(spans)[len(spans) // 2] < 0.020


def test_options_are_placements_of_their_own():
    rows = ask("v6e", chips=256, within="EU", option="spot,on-demand,reservation")
    assert [str(one.option) for one in rows] == ["on-demand", "spot", "reservation"]  # the Spot price is old
    early = tz.Catalog.bundled(today=dt.date(2026, 9, 1))
    assert [str(one.option) for one in plan("v6e", chips=256, within="EU", option="on-demand,spot", catalog=early)] == [
        "spot",
        "on-demand",
    ]
    spot = rows[1]
    assert (str(spot.usd_per_hour), str(spot.read_on)) == ("456.192", "2026-08-25")
    assert "the Spot price was read 2026-08-25, too long ago to rank by it" in spot.notes
    assert "europe-west4" in texts(rows)["stale-price"]
    assert spot.quota == ("PREEMPTIBLE-TPU-V6E-per-project-region: 256 chips per region",)
    assert rows[2].quota == () and "nodes from a reservation need no more quota" in rows[2].notes
    assert rows[2].usd_per_hour is None and any("no reservation price" in note for note in rows[2].notes)


def test_what_is_known_to_be_taken_comes_before_what_is_not():
    rows = ask("v5p", chips=8, option="flex-start", limit=EVERYTHING)
    answers = [str(one.option_answer) for one in rows]
    assert answers == sorted(answers, reverse=True) and answers[0] == "yes" and "unknown" in answers
    assert all(
        ("is taken there is not known" in " ".join(one.notes)) == (one.option_answer == "unknown") for one in rows
    )
    assert rows[0].quota[0].startswith("Preemptible TPU v5p chips: 8 chips")
    assert any(note.startswith("a node runs at most 7 days") for note in rows[0].notes)
    assert (rows[0].gke_version, rows[0].notes[-1]) == (
        None,
        "the lowest GKE version of v5p is not known; flex-start needs 1.33.0-gke.1712000 or newer",
    )
    assert ask("v6e", chips=8, option="flex-start", limit=1)[0].gke_version == "1.33.0-gke.1712000"


def test_refused_options_are_left_out_and_named():
    rows = ask("v4", chips=8, option="flex-start,on-demand")
    assert [str(one.option) for one in rows] == ["on-demand"]
    assert texts(rows)["option-refused"] == "v4 flex-start refused, left out: us-central2-b"
    rows = ask("v4", chips=8, option="flex-start")
    assert rows == () and "without-option" in texts(rows)
    assert "on-demand in us-central2-b" in texts(rows)["without-option"]


def test_open_zones_before_closed_ones():
    assert [one.zone for one in ask("tpu7x", chips=8)] == ["us-central1-c", "us-central1-ai1a"]
    closed = ask("tpu7x", chips=8)[1]
    assert any(note.startswith("an AI zone") for note in closed.notes)


def test_near_a_place():
    rows = ask("v6e", chips=8, near="Amsterdam", limit=EVERYTHING)
    assert (rows[0].zone, rows[0].kilometres) == ("europe-west4-a", 177)
    away = [one.kilometres for one in rows if one.access == "open"]
    assert away == sorted(away) and None not in away
    assert {one.kilometres for one in ask("v6e", chips=8)} == {None}
    assert ask("v4", chips=8, near="NL")[0].kilometres is None  # us-central2 has no known coordinates


def test_sizes_that_a_zone_is_not_listed_for():
    rows = ask("v3", chips=16)
    assert [one.zone for one in rows] == ["europe-west4-a"]
    assert texts(rows)["size"] == "v3: only other sizes are listed in us-central1-a (v3-8), us-central1-b (v3-8)"
    rows = ask("v3", chips=16, within="us-central1")
    assert rows == () and "size" in texts(rows)
    assert texts(rows)["without-within"].endswith("v3 in europe-west4-a")


def test_other_surfaces():
    one = ask("v2-8", within="NL", surface="cloud-tpu-api").one()
    assert (one.machine_type, one.topology, one.nodes, one.gke_version) == (None, None, 1, None)
    assert one.quota == ("TPU v2 cores per project per zone: 8 cores per zone",)
    rows = ask("v2-8", within="NL")
    assert rows == () and texts(rows)["without-surface"].endswith("cloud-tpu-api in europe-west4-a")
    assert [str(o.zone) for o in ask("v5p-8", within="NL", surface="compute-engine")] == ["europe-west4-b"]


def test_evidence_and_what_would_match_without_it():
    rows = ask("v6e", chips=8, within="us-east5-c")
    assert rows == () and texts(rows)["without-evidence"].endswith("observed in us-east5-c")
    one = ask("v6e", chips=8, within="us-east5-c", evidence="observed")[0]
    assert one.notes[0].startswith("observed, not on Google's list") and one.option_answer == "unknown"


def test_two_constraints_that_fail_together():
    rows = ask("v4", chips=8, within="EU", option="flex-start")
    assert rows == () and "fail together" in texts(rows)["without-both"]


def test_announced_generations():
    for name in ("8t", "8i-Max"):
        rows = ask(name, chips=64)
        assert rows == () and "no zone published" in texts(rows)["announced"] and "unmet" not in texts(rows)


def test_a_place_without_a_region():
    rows = ask("v6e", chips=8, within="Ireland")
    assert rows == () and any("Ireland" in str(note) for note in rows.notes) and "without-within" in texts(rows)


def test_cpu_families_where_they_are_known():
    one = ask("v4", chips=8).one()
    assert one.cpu_families == ("n1", "n2", "n2d", "n4", "t2d")
    assert any("system pool" in note for note in one.notes)


def test_several_slices():
    one = ask("v5p-16", within="NL", slices=3, hours="1.5").one()
    assert (one.slices, one.hosts, one.nodes, one.chips) == (3, 2, 6, 8)
    assert (str(one.usd_per_hour), str(one.total_usd)) == ("102.06", "153.09")
    assert "Multislice" in texts(ask("v5p-16", within="NL", slices=3))["multislice"]


def test_money_agrees_with_cost():
    for one in ask(chips=64, hours=10, limit=EVERYTHING):
        found = CATALOG.cost(one.generation, one.zone, chips=64, hours=10)
        assert [row.total_usd for row in found] == [one.total_usd], one


def test_every_plan_ends_with_the_next_gates():
    for rows in (ask("v6e", chips=8), ask(chips=4), ask("v5p", topology="2x2x2", option="spot")):
        assert [note.code for note in rows.notes[-2:]] == ["gate-quota", "gate-stock"]
        assert "no catalog knows" in rows.notes[-1].text


def test_every_quota_belongs_to_the_machine():
    assert "CT3P" in ask("v3", chips=16)[0].quota[0] and "CT3P" not in ask("v3", chips=4)[0].quota[0]
    assert ask("v5e", chips=8)[0].quota == ("compute.googleapis.com/tpu_lite_podslice_v5: 8 chips per zone",)
    legacy = ask("ct5l-hightpu-8t", chips=8, evidence="any")
    assert all("TPU_LITE_DEVICE_V5" in one.quota[0] for one in legacy)


@pytest.mark.parametrize(
    ("tpu", "asked", "error", "said"),
    [
        ("v6e", {}, tz.WrongUsage, "how large? Say one of chips"),
        (
            "v6e-8",
            {"chips": 8},
            tz.WrongUsage,
            "the size is given twice, as chips 8 and accelerator type v6e-8. Say one of",
        ),
        ("v6e", {"chips": 8, "topology": "2x4"}, tz.WrongUsage, "the size is given twice, as chips 8 and topology 2x4"),
        ("v5p-16", {"chips": 8}, tz.WrongUsage, "given twice, as chips 8 and accelerator type v5p-16"),
        ("v6e", {"chips": -4}, tz.WrongUsage, "chips must be a whole number from 1"),
        ("v6e", {"chips": 0}, tz.WrongUsage, "chips must be"),
        ("v6e", {"chips": True}, tz.WrongUsage, "chips must be"),
        ("v6e", {"chips": 2.5}, tz.WrongUsage, "chips must be"),
        ("v6e", {"chips": "8"}, tz.WrongUsage, "chips must be"),
        ("v6e", {"chips": 10**8}, tz.WrongUsage, "so many"),
        ("v6e", {"chips": 8, "hours": 0}, tz.WrongUsage, "hours must be a number from 0.0001"),
        ("v6e", {"chips": 8, "hours": "ten"}, tz.WrongUsage, "hours must be"),
        ("v6e", {"chips": 8, "slices": 0}, tz.WrongUsage, "slices must be"),
        ("v6e", {"chips": 8, "limit": 0}, tz.WrongUsage, "limit must be"),
        ("v6e", {"topology": "4x"}, tz.WrongUsage, "topology '4x': it is written like"),
        (None, {"topology": "2x2x2x2"}, tz.WrongUsage, "it has 4 sides"),
        ("v5p", {"topology": "4x4"}, tz.NoSuchSlice, "its topologies are 3D"),
        ("v5p", {"topology": "2x4x2"}, tz.NoSuchSlice, "its sides are written in order, 2x2x4"),
        (None, {"topology": "2x2x3"}, tz.NoSuchSlice, "no generation has a slice of topology 2x2x3"),
        (None, {"chips": 100}, tz.NoSuchSlice, "no generation has a slice of 100 chips; nearest sizes: 64, 128"),
        (None, {"chips": 10**6}, tz.NoSuchSlice, "nearest sizes: 9216"),
        ("v5p-4", {}, tz.NoSuchSlice, "the smallest v5p is v5p-8"),
        ("v6e", {"chips": 8, "option": "spott"}, tz.UnknownName, "no option is called 'spott'"),
        ("v6e", {"chips": 8, "surface": "aws"}, tz.UnknownName, "no surface is called 'aws'"),
        ("v6e", {"chips": 8, "evidence": "sure"}, tz.UnknownName, "no evidence is called"),
        ("v6e", {"chips": 8, "within": "Holand"}, tz.UnknownName, "no place is called 'Holand'"),
        ("v6e", {"chips": 8, "near": "Nowhere-land"}, tz.UnknownName, "no place is called"),
        ("v7q", {"chips": 8}, tz.UnknownName, "no TPU is called"),
    ],
)
def test_wrong_input_gives_one_clear_sentence(tpu, asked, error, said):
    with pytest.raises(error) as caught:
        ask(tpu, **asked)
    assert said in str(caught.value) and "\n" not in str(caught.value)


def test_lists_of_places_and_options():
    assert ask("v6e", chips=8, within=["NL", "JP"], option=["on-demand", "spot"]) == ask(
        "v6e", chips=8, within="NL,JP", option="on-demand,spot"
    )
