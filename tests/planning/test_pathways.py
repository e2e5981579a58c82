"""Pathways: the statements of the article that founded this, and the limits that are kept apart."""

import pytest
from support import table

import tpu_zones as tz
from tpu_zones.records.pathways import PathwaysStage
from tpu_zones.records.words import Answer

NAMED = ("v5e", "v5p", "v6e", "tpu7x")


def test_ga_gke():
    assert tz.pathways().stage is PathwaysStage.GA and tz.pathways("v6e", platform="gke").stage == "ga"


def test_ga_only_gke():
    assert [one.platform for one in tz.pathways().platforms if one.stage is PathwaysStage.GA] == ["gke"]


def test_slurm_is_preview():
    found = tz.pathways(platform="slurm")
    assert (found.platform, found.stage) == ("slurm", "preview")
    assert next(one for one in found.platforms if one.platform == "slurm").confidence == "high"


def test_generations():
    assert tz.pathways().generations == NAMED
    for generation in NAMED:
        assert tz.pathways(generation).named is True and tz.pathways(generation).answer is Answer.YES


@pytest.mark.parametrize(
    ("zone", "generations"),
    [
        ("europe-west4-a", {"v6e"}),
        ("europe-west4-b", {"v5e", "v5p"}),
        ("us-central1-c", {"tpu7x"}),
        ("europe-north1-a", set()),
    ],
)
def test_regions(zone, generations):
    assert {one.generation for one in tz.pathways(within=zone).offerings} == generations


def test_environment():
    assert "JAX_PLATFORMS=proxy" in tz.pathways().environment
    assert tz.pathways("v6e").environment[1:] == (
        "JAX_BACKEND_TARGET=grpc://<head address>:29000",
        "XCLOUD_ENVIRONMENT=GCP",
    )


@pytest.mark.parametrize(
    ("jax", "images", "library"),
    [
        ("0.10.0", "no", "yes"),
        ("0.10.1", "yes", "yes"),
        ("0.11.0", "yes", "yes"),
        ("0.9.2", "no", "yes"),
        ("0.8.3", "no", "yes"),
        ("0.8.2", "no", "no"),
        ("0.10.1rc1", "no", "yes"),
        ("0.10.1.dev20260501", "no", "yes"),
        ("v0.12.0.1", "yes", "yes"),
    ],
)
def test_jax(jax, images, library):
    found = tz.pathways("v6e", jax=jax)
    assert [(one.part, one.answer) for one in found.jax_limits] == [("images", images), ("client library", library)]
    assert found.answer == images


def test_both_jax_limits_are_kept_apart():
    found = tz.pathways("v6e")
    assert [(one.part, one.minimum) for one in found.jax_limits] == [("images", "0.10.1"), ("client library", "0.8.3")]
    assert [one.confidence for one in found.jax_limits] == ["medium", "high"]
    assert [one.answer for one in found.jax_limits] == [None, None]


def test_ga_is_not_the_chip():
    found = tz.pathways("tpu7x", within="Netherlands")
    assert (found.stage, found.answer, found.offerings) == ("ga", "yes", ())
    assert "tpu7x in Netherlands: not on Google's list for Europe (2026-11-09)" in map(str, found.notes)
    assert [one.zone for one in tz.pathways("v6e", within="Netherlands").offerings] == ["europe-west4-a"]


def test_no_price_is_not_zero():
    found = tz.pathways()
    assert found.fee is None and "fee: unknown" in str(found)
    assert any("price of its own" in note.text for note in found.notes)


@pytest.mark.parametrize("name", ["8t", "8i", "8tx", "8i Max"])
def test_the_eighth_generation_is_not_named_never_impossible(name):
    found = tz.pathways(name)
    assert (found.named, found.answer, found.worker_types, found.offerings) == (False, Answer.UNKNOWN, (), ())
    said = str(found) + "".join(map(str, found.notes))
    assert "not named for Pathways" in said and "impossible" not in said and "not supported" not in said


def test_v4_is_accepted_by_tools_and_not_named():
    found = tz.pathways("v4")
    assert (found.named, found.answer) == (False, Answer.UNKNOWN)
    assert [one.worker_type for one in found.worker_types] == ["ct4p-hightpu-4t"]


def test_worker_types_letter_by_letter():
    for row in table("worker_types"):
        one = tz.pathways(row["worker_type"]).worker_types.one()
        assert list(one.topologies) == row["topologies"] and one.max_chips == row["max_chips"]
    assert [one.worker_type for one in tz.pathways("v6e").worker_types] == ["ct6e-standard-4t", "ct6e-standard-8t"]
    v5p = tz.pathways("v5p").worker_types.one().topologies
    assert "4x8x8" in v5p and "4x4x16" not in v5p
    assert {one.generation for one in tz.pathways().worker_types} == set(NAMED)
    none = tz.pathways("ct5lp-hightpu-1t")
    assert none.worker_types == () and "worker-type" in [note.code for note in none.notes]


def test_images():
    found = tz.pathways("v6e")
    assert found.images == (
        "us-docker.pkg.dev/cloud-tpu-v2-images/pathways/server:<tag>",
        "us-docker.pkg.dev/cloud-tpu-v2-images/pathways/proxy_server:<tag>",
        "us-docker.pkg.dev/cloud-tpu-v2-images/pathways-colocated-python/sidecar:<date>-python_<py>-jax_<jax>",
    )
    assert found.image_tags == ("jax-0.5.3", "jax-0.9.0", "jax-0.9.2", "jax-0.10.0")


def test_slurm_has_no_ai_zones():
    everywhere = {one.zone for one in tz.pathways(platform="gke").offerings}
    there = {one.zone for one in tz.pathways(platform="slurm").offerings}
    assert everywhere - there == {"us-central1-ai1a", "us-south1-ai1b"}


@pytest.mark.parametrize(
    ("asked", "error", "said"),
    [
        ({"platform": "k8s"}, tz.UnknownName, "it is one of gke, slurm"),
        ({"jax": "latest"}, tz.WrongUsage, "JAX version 'latest'"),
        ({"jax": "0.10.x"}, tz.WrongUsage, "it is written like 0.10.1"),
        ({"jax": ""}, tz.WrongUsage, "JAX version ''"),
        ({"tpu": "v5"}, tz.UnknownName, "several meanings"),
        ({"tpu": "v5p-4"}, tz.NoSuchSlice, "the smallest v5p is v5p-8"),
        ({"within": "Holand"}, tz.UnknownName, "did you mean"),
    ],
)
def test_wrong_questions(asked, error, said):
    with pytest.raises(error) as raised:
        tz.pathways(**asked)
    assert said in str(raised.value)


def test_it_is_neither_true_nor_false():
    with pytest.raises(TypeError, match="yes, no or unknown"):
        bool(tz.pathways("v6e"))
    assert repr(tz.pathways("v6e", jax="0.10.0")) == "<Pathways v6e on gke, JAX 0.10.0: no>"


def test_a_snapshot_without_the_statements_knows_nothing():
    class Bare:
        origin = "bare"

        def __init__(self, snapshot):
            self.snapshot, self.remarks = snapshot, ()

        def table(self, name):
            return () if name in ("pathways_generations", "worker_types") else self.snapshot.table(name)

        def keyed(self, name, field):
            return {} if name == "statements" else self.snapshot.keyed(name, field)

    found = tz.pathways("v6e", jax="0.10.1", catalog=tz.Catalog(Bare(tz.Catalog.bundled().snapshot)))
    assert (found.stage, found.answer, found.named) == ("unknown", Answer.UNKNOWN, False)
    assert [one.minimum for one in found.jax_limits] == [None, None] and found.images == found.environment == ()
    assert "unknown" in str(found)
