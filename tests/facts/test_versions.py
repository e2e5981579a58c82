"""Minimum versions, and whether a GKE version is enough."""

import pytest
from support import table

import tpu_zones as tz
from tpu_zones.facts.floors import ANY, MODES, enough, general_floors, generation_floors
from tpu_zones.ordering import gke_version
from tpu_zones.records.words import Answer, Surface

CATALOG = tz.Catalog.bundled()


def verdict(tpu, mode, gke):
    """The answer for the generation, and the words that say why."""
    rows = CATALOG.versions(tpu, mode=mode, gke=gke)
    assert rows[:1].answer is rows.answer, "it stays with a part of the rows"
    (note,) = [note for note in rows.notes if note.code == "verdict"]
    return rows.answer, note.text


def test_without_a_version_there_is_no_verdict():
    assert (
        CATALOG.versions("tpu7x").answer is CATALOG.versions(gke="1.34").answer is CATALOG.zones("v5p").answer is None
    )


GENERATIONS = [row["generation"] for row in table("generations")]


def row(rows, subject, scope, mode="any"):
    return next(one for one in rows if (one.subject, one.scope, one.mode) == (subject, scope, mode))


@pytest.mark.parametrize(
    ("generation", "standard", "autopilot", "auto_creation"),
    [
        ("v3", None, None, "1.31.0"),
        ("v4", "1.26.1-gke.1500", "general", "1.29.0"),
        ("v5e", "1.27.2-gke.1500", "general", "1.29.0"),
        ("v5p", None, "general", "1.29.0"),
        ("v6e", "1.31.2-gke.1115000", "general", "1.32.0"),
        ("tpu7x", "1.34.0-gke.2201000", "1.34.1-gke.3084001", "1.34.1-gke.2541000"),
    ],
)
def test_floors_of_generations(generation, standard, autopilot, auto_creation):
    rows = CATALOG.versions(generation, surface="gke")
    assert row(rows, generation, "generation", "standard").minimum == standard
    assert row(rows, generation, "generation", "auto-creation").minimum == auto_creation
    if autopilot == "general":
        assert not [one for one in rows if (one.subject, one.mode) == (generation, "autopilot")]
        assert "1.29.2-gke.1521000" in [one.minimum for one in rows if one.subject == "any"]
    else:
        assert row(rows, generation, "generation", "autopilot").minimum == autopilot


def test_unknown_is_written_out():
    for generation in GENERATIONS:
        for one in CATALOG.versions(generation):
            assert one.minimum or one.answer in (Answer.UNKNOWN, Answer.NO)
            assert one.minimum or one.note
    assert row(CATALOG.versions("v5p"), "v5p", "generation", "standard").answer is Answer.UNKNOWN
    assert row(CATALOG.versions("v2"), "v2", "generation", "standard").answer is Answer.NO
    assert row(CATALOG.versions("8tx"), "tpu8tx", "generation", "standard").answer is Answer.UNKNOWN


@pytest.mark.parametrize(
    ("tpu", "mode", "gke", "answer"),
    [
        ("tpu7x", None, "1.34.0-gke.991000", "no"),
        ("tpu7x", None, "1.34.0-gke.2200999", "no"),
        ("tpu7x", None, "1.34.0-gke.2201000", "yes"),
        ("tpu7x", "standard", "1.34.1-gke.1", "yes"),
        ("tpu7x", None, "1.34", "unknown"),
        ("tpu7x", None, "1.33", "no"),
        ("Ironwood", None, "v1.35.0", "yes"),
        ("tpu7x", "autopilot", "1.34.0-gke.2201000", "no"),
        ("tpu7x", "autopilot", "1.34.1-gke.3084001", "yes"),
        ("tpu7x", "auto-creation", "1.34.1-gke.2541000", "yes"),
        ("v6e", None, "1.31.1-gke.1845999", "no"),
        ("v6e", None, "1.31.1-gke.1846000", "unknown"),
        ("v6e", None, "1.31.2-gke.1114999", "unknown"),
        ("v6e", None, "1.31.2-gke.1115000", "yes"),
        ("v6e", "autopilot", "1.31.0-gke.1", "no"),
        ("v6e", "autopilot", "1.31.3-gke.1", "unknown"),
        ("v6e", "autopilot", "1.33", "yes"),
        ("v6e", "auto-creation", "1.31.2-gke.1115000", "no"),
        ("v6e", "Auto Creation", "1.32.0-gke.0", "yes"),
        ("v5p", None, "1.34", "unknown"),
        ("v3", None, "1.34", "unknown"),
        ("v4", None, "1.26.1-gke.1499", "no"),
        ("v4", None, "1.30", "yes"),
        ("v2", None, "1.34", "no"),
        ("tpu8t", None, "1.36", "unknown"),
    ],
)
def test_whether_a_version_is_enough(tpu, mode, gke, answer):
    found, text = verdict(tpu, mode, gke)
    assert found == answer and f": {answer}" in text
    assert CATALOG.versions(tpu, mode=mode, gke=gke).notes[-1].text == text


def test_why_it_is_unknown():
    text = {tpu: verdict(tpu, None, gke)[1] for tpu, gke in (("v6e", "1.31.2-gke.1"), ("tpu7x", "1.34"))}
    assert text["v6e"].endswith("the minimum is 1.31.2-gke.1115000, disputed by 1.31.1-gke.1846000")
    assert text["tpu7x"].endswith("and there are builds of it on both sides")
    assert verdict("v6e", "autopilot", "1.31.3-gke.1")[1].endswith("by a source of low confidence")
    assert "no number found" in verdict("v5p", None, "1.34")[1]


def test_a_figure_of_high_confidence_stands_against_others():
    rows = CATALOG.versions("tpu7x", mode="standard", gke="1.33.5-gke.1")
    dra = row(rows, "dynamic resource allocation setup", "feature", "standard")
    assert (dra.minimum, dra.alternatives, dra.answer) == ("1.34", ("1.32.1-gke.1489001",), Answer.NO)


def test_every_gke_row_is_judged():
    rows = CATALOG.versions("v6e", gke="1.33.0-gke.1712000")
    assert all(one.answer is not None for one in rows if one.surface is Surface.GKE)
    answers = {one.subject: one.answer for one in rows if one.scope == "feature" and one.mode == "any"}
    assert answers["flex-start with TPU"] is Answer.YES
    assert answers["computeclass boot disk fields"] is Answer.NO
    assert answers["Spot TPU pools"] is Answer.UNKNOWN
    assert all(one.answer is None for one in CATALOG.versions("v6e") if one.minimum)


def test_features_of_other_generations_are_left_out():
    subjects = {
        tpu: {one.subject for one in CATALOG.versions(tpu, surface="gke")} for tpu in ("v4", "v6e", "tpu7x", "v2")
    }
    network, group = "accelerator network profile (v6e, tpu7x)", "computeclass-node-pool-group (v6e collections)"
    assert {network, group} <= subjects["v6e"] and network in subjects["tpu7x"]
    assert network not in subjects["v4"] and group not in subjects["tpu7x"]
    assert subjects["v2"] == {"v2"}


def test_runtimes_and_frameworks():
    rows = CATALOG.versions("v6e")
    assert row(rows, "v6e", "runtime").minimum == "v2-alpha-tpuv6e"
    assert row(rows, "v6e", "jax").minimum == "0.4.33"
    assert row(rows, "v6e", "tensorflow").minimum == "2.15.0"
    assert row(rows, "v6e", "libtpu").answer is Answer.UNKNOWN
    rows = CATALOG.versions("tpu7x")
    assert row(rows, "tpu7x", "image").minimum == "ubuntu-accel-2404-amd64-tpu-tpu7x"
    assert (row(rows, "tpu7x", "jax").minimum, row(rows, "tpu7x", "libtpu").minimum) == ("0.7.0", "0.0.19")
    assert row(rows, "tpu7x", "tensorflow").answer is Answer.NO
    assert row(CATALOG.versions("v5p"), "v5p", "runtime").minimum == "v2-alpha-tpuv5"
    assert row(CATALOG.versions("tpu8t"), "tpu8t", "jax").minimum == "> 0.11.0"
    every = CATALOG.versions()
    assert row(every, "jax 0.10.1", "libtpu").minimum == "0.0.41" and str(every.evidence_date) == "2026-08-26"


def test_surface_and_mode_filter():
    rows = CATALOG.versions("v6e", surface="cloud-tpu-api")
    assert {one.surface for one in rows} == {Surface.CLOUD_TPU_API, None}
    rows = CATALOG.versions("v6e", surface="gke", mode="autopilot")
    assert {one.mode for one in rows} == {"autopilot", "any"}


def test_every_row_of_the_tables_comes_out():
    rows = CATALOG.versions()
    floors = {(one.subject, one.minimum) for one in rows}
    assert {(row["subject"], row["min_version"]) for row in table("gke_versions")} <= floors
    shown = {one.minimum for one in rows}
    for row_ in table("runtime_versions"):
        if row_["generations"]:
            assert (row_["runtime_version"] or row_["image_family"]) in shown
    for row_ in table("framework_versions"):
        assert {row_["minimum"], row_["libtpu"]} & shown or row_["minimum"] is None


@pytest.mark.parametrize(
    ("asked", "error", "said"),
    [
        ({"tpu": "v6e", "gke": "latest"}, tz.WrongUsage, "GKE version 'latest'"),
        ({"tpu": "v6e", "gke": "1.3x"}, tz.WrongUsage, "1.34 for any build of it"),
        ({"tpu": "v6e", "gke": ""}, tz.WrongUsage, "GKE version ''"),
        ({"tpu": "v6e", "mode": "fast"}, tz.UnknownName, "it is one of standard, autopilot, auto-creation"),
        ({"tpu": "v6e", "surface": "gcp"}, tz.UnknownName, "no surface is called 'gcp'"),
        ({"tpu": "v6e", "surface": "cloud-tpu-api", "gke": "1.34"}, tz.WrongUsage, "leaves GKE out"),
        ({"tpu": "v5"}, tz.UnknownName, "several meanings"),
    ],
)
def test_wrong_questions(asked, error, said):
    with pytest.raises(error) as raised:
        CATALOG.versions(**asked)
    assert said in str(raised.value)


def test_the_highest_floor_that_fails_is_named():
    index = tz.Catalog.bundled().index
    for generation in ("v5e", "v5p", "v6e", "tpu7x"):
        for mode in MODES:
            have = gke_version("1.20.0-gke.1")
            answer, floor = enough(index, generation, mode, have)
            every = [*generation_floors(index, generation, have), *general_floors(index, have)]
            failing = [
                one for one in every if one.mode in (mode, ANY, MODES[0]) and one.answer == answer and one.minimum
            ]
            if floor and floor.minimum:
                highest = max(gke_version(one.minimum) for one in failing)
                assert gke_version(floor.minimum) == highest, (generation, mode)
