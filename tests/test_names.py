"""What people write for hardware."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import table

import tpu_zones as tz
from tpu_zones.names import key

NAMES = tz.Catalog.bundled().index.names


@pytest.mark.parametrize(
    ("name", "generation", "kind"),
    [
        ("v5p", "v5p", "generation"),
        ("V5P", "v5p", "generation"),
        (" v5p ", "v5p", "generation"),
        ("tpu-v5p", "v5p", "jax-device-kind"),
        ("v5litepod", "v5e", "cloud-tpu-type-prefix"),
        ("v5 lite", "v5e", "informal"),
        ("TPU v5 Lite", "v5e", "jax-device-kind"),
        ("Trillium", "v6e", "marketing"),
        ("Cloud TPU v6e", "v6e", "jax-device-kind"),
        ("cloud-tpu v5p-16", "v5p", "accelerator-type"),
        ("Ironwood", "tpu7x", "marketing"),
        ("7x", "tpu7x", "informal"),
        ("v7x", "tpu7x", "informal"),
        ("TPU v5", "v5p", "jax-device-kind"),
        ("tpuv5", "v5p", "jax-device-kind"),
        ("tpu-v5-lite-podslice", "v5e", "gke-label"),
        ("tpu-v6e-slice", "v6e", "gke-label"),
        ("ct5lp", "v5e", "machine-family"),
        ("ct5lp-hightpu-4t", "v5e", "machine-type"),
        ("CT5LP_HIGHTPU_4T", "v5e", "machine-type"),
        ("ct6e-standard-4t-tpu", "v6e", "machine-type"),
        ("tpu7x-standard-4t", "tpu7x", "machine-type"),
        ("v5p-16", "v5p", "accelerator-type"),
        ("8i Max", "tpu8i-max", "claimed"),
        ("TPU 8t", "tpu8t", "generation"),
        ("v4i", "v4i", "generation"),
        ("tpu7", "tpu7", "generation"),
    ],
)
def test_every_spelling(name, generation, kind):
    found = NAMES.parse(name)
    assert (found.generation, found.kind) == (generation, kind)


@pytest.mark.parametrize(
    ("name", "proper", "chips", "tensorcores"),
    [
        ("v5p-8", "v5p-8", 4, 8),
        ("v5p-16", "v5p-16", 8, 16),
        ("v5litepod-8", "v5litepod-8", 8, None),
        ("v5litepod-16", "v5litepod-16", 16, None),
        ("v6e-8", "v6e-8", 8, None),
        ("V6E_8", "v6e-8", 8, None),
        ("v4-8", "v4-8", 4, 8),
        ("v3-2048", "v3-2048", 1024, 2048),
        ("v2-8", "v2-8", 4, 8),
        ("v5p-17920", "v5p-17920", 8960, 17920),
        ("v5e-16", "v5litepod-16", 16, None),
        ("tpu7x-8", "tpu7x-8", 4, 8),
        ("ironwood-128", "tpu7x-128", 64, 128),
    ],
)
def test_numbers_keep_their_unit(name, proper, chips, tensorcores):
    found = NAMES.parse(name)
    assert (found.accelerator_type, found.chips, found.tensorcores) == (proper, chips, tensorcores)


@pytest.mark.parametrize(
    ("name", "meanings"),
    [
        ("v5", ("v5e", "v5p")),
        ("V5", ("v5e", "v5p")),
        ("TPU 8", ("tpu8t", "tpu8i", "tpu8tx", "tpu8i-max")),
        ("v8", ("tpu8t", "tpu8i", "tpu8tx", "tpu8i-max")),
    ],
)
def test_two_meanings_are_listed(name, meanings):
    with pytest.raises(tz.UnknownName, match="several meanings") as error:
        NAMES.parse(name)
    assert error.value.suggestions == meanings


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("v5q", "did you mean v5p, v5e"),
        ("ct5p-hightpu-8t", "did you mean ct5lp-hightpu-8t, ct5p-hightpu-4t"),
        ("ct2-hightpu-4t", "no ct2 machine family exists"),
        ("ct2-hightpu-8t", "no such family; v2 has no GKE or Compute Engine type"),
        ("ct6ea", "no name to use"),
        ("tpu8t-standard-4t", "no eighth-generation machine type is public"),
        ("tpu-v5e-slice", "tpu-v5-lite-podslice"),
        ("tpu-v3-podslice", "tpu-v3-slice"),
        ("tpu-v2-podslice", "GKE has no v2 label"),
        ("", "no name of TPU hardware"),
        ("   ", "no name of TPU hardware"),
        ("x" * 10_000, "no name of TPU hardware"),
        ("h100", "no TPU is called 'h100'; there are v2, v3, v4, v5e, v5p, v6e, tpu7x"),
        ("v6e,v5p", "no TPU is called 'v6e,v5p'; one TPU is named at a time: ask for each"),
        ("Europe", "no TPU is called 'Europe'; it is a place, which within takes"),
        ("NEDERLAND", "no TPU is called 'NEDERLAND'; it is a place, which within takes"),
        ("us-east5", "no TPU is called 'us-east5'; it is a place, which within takes"),
        ("us-south1-ai1b", "no TPU is called 'us-south1-ai1b'; it is a place, which within takes"),
        ("\x1b[31mv5p", "no TPU is called '\\\\x1b"),
        ("v5p-²", "no TPU is called"),
        ("v5p--1", "there is no v5p-1"),
    ],
)
def test_unknown_names_say_what_is_wrong(name, said):
    with pytest.raises(tz.TpuZonesError, match=said.replace("[", r"\[").replace(";", ".")) as error:
        NAMES.parse(name)
    assert len(str(error.value)) < 400


@pytest.mark.parametrize(
    ("name", "said", "nearest"),
    [
        ("v5p-4", "4 TensorCores are 2 chips; the smallest v5p is v5p-8", ("v5p-8",)),
        ("v5p-9", "9 TensorCores are 4.5 chips", ("v5p-8", "v5p-16")),
        ("v6e-3", "nearest are v6e-1 (1 chip) or v6e-4 (4 chips)", ("v6e-1", "v6e-4")),
        ("v6e-512", "the largest v6e is v6e-256", ("v6e-256",)),
        ("v5litepod-100", "v5litepod-64 (64 chips) or v5litepod-128", ("v5litepod-64", "v5litepod-128")),
        ("v3-16", "v3-8 (4 chips) or v3-32 (16 chips)", ("v3-8", "v3-32")),
        ("v5p-99999", "the largest v5p is v5p-17920", ("v5p-17920",)),
        ("v5p-0", "the smallest v5p is v5p-8", ("v5p-8",)),
    ],
)
def test_sizes_that_no_slice_has(name, said, nearest):
    with pytest.raises(tz.NoSuchSlice) as error:
        NAMES.parse(name)
    assert said in str(error.value) and error.value.nearest == nearest


def test_a_surprising_reading_is_said():
    assert "v5e is written v5e" in (NAMES.parse("TPU v5").note or "")
    assert NAMES.parse("v5e-8").note == "v5e-8 was taken for v5litepod-8"
    assert "name of tools" in (NAMES.parse("tpu7x-8").note or "")
    assert NAMES.parse("v5p").note is None and NAMES.parse("tpu-v5p").note is None


def test_labels_and_families_narrow_the_machine_types():
    assert NAMES.parse("tpu-v5-lite-device").machine_types == ("ct5l-hightpu-1t", "ct5l-hightpu-4t", "ct5l-hightpu-8t")
    assert NAMES.parse("ct3p").machine_types == ("ct3p-hightpu-4t",)
    assert NAMES.parse("tpu-v6e-slice").machine_types == ()


def test_every_name_of_every_table_is_known():
    for row in table("aliases"):
        if row["verdict"] in ("accept", "note"):
            assert NAMES.parse(row["alias"]).generation == row["generations"][0]
        else:
            with pytest.raises(tz.UnknownName):
                NAMES.parse(row["alias"])
    for row in table("machine_types"):
        for name in (row["machine_type"], *row["aliases"]):
            assert NAMES.parse(name).machine_types == (row["machine_type"],)
    for row in table("generations"):
        assert NAMES.parse(row["generation"]).generation == row["generation"]
        for name in row["accelerator_types"]:
            assert NAMES.parse(name).accelerator_type == name
    for row in table("shapes"):
        if row["accelerator_type"]:
            assert NAMES.parse(row["accelerator_type"]).chips == row["chips"]


def test_no_two_aliases_share_a_key():
    keys = [key(row["alias"]) for row in table("aliases")]
    assert len(keys) == len(set(keys))


@settings(max_examples=500, deadline=None, derandomize=True)
@given(st.text(max_size=40) | st.from_regex(r"(tpu[ -])?v[0-9][a-z]{0,8}-[0-9]{1,9}", fullmatch=True))
def test_any_text_is_a_name_or_one_clear_error(text):
    try:
        assert NAMES.parse(text).generation
    except tz.TpuZonesError as error:
        assert str(error) and "\n" not in str(error)
