"""Slices: shapes, hosts, names, order, and what is no slice."""

from collections import Counter
from math import prod

import pytest
from support import python, table

import tpu_zones as tz
from tpu_zones.records.machines import Tier
from tpu_zones.records.words import Surface

CATALOG = tz.Catalog.bundled()
GENERATIONS = [row["generation"] for row in table("generations")]
MACHINES = [row["machine_type"] for row in table("machine_types")]
WHOLE = {name: CATALOG.slices(name) for name in (*GENERATIONS, *MACHINES)}


def short(rows):
    return [(one.machine_type, one.topology, one.chips, one.hosts) for one in rows]


@pytest.mark.parametrize(
    ("name", "machine", "topology", "chips", "cores", "hosts"),
    [
        ("v5p-8", "ct5p-hightpu-4t", "2x2x1", 4, 8, 1),
        ("v5p-16", "ct5p-hightpu-4t", "2x2x2", 8, 16, 2),
        ("v5p-512", "ct5p-hightpu-4t", "4x8x8", 256, 512, 64),
        ("v5p-2048", "ct5p-hightpu-4t", "8x8x16", 1024, 2048, 256),
        ("v5p-12288", "ct5p-hightpu-4t", "16x16x24", 6144, 12288, 1536),
        ("v5p-640", "ct5p-hightpu-4t", "4x4x20", 320, 640, 80),
        ("v5litepod-8", "ct5lp-hightpu-8t", "2x4", 8, 8, 1),
        ("v5e-8", "ct5lp-hightpu-8t", "2x4", 8, 8, 1),
        ("v5litepod-16", "ct5lp-hightpu-4t", "4x4", 16, 16, 4),
        ("v6e-1", "ct6e-standard-1t", "1x1", 1, 1, 1),
        ("v6e-8", "ct6e-standard-8t", "2x4", 8, 8, 1),
        ("v6e-16", "ct6e-standard-4t", "4x4", 16, 16, 4),
        ("v6e-256", "ct6e-standard-4t", "16x16", 256, 256, 64),
        ("v4-8", "ct4p-hightpu-4t", "2x2x1", 4, 8, 1),
        ("v4-1536", "ct4p-hightpu-4t", "8x8x12", 768, 1536, 192),
        ("v3-8", "ct3-hightpu-4t", "2x2", 4, 8, 1),
        ("v3-2048", "ct3p-hightpu-4t", "32x32", 1024, 2048, 256),
        ("tpu7x-8", "tpu7x-standard-4t", "2x2x1", 4, 8, 1),
        ("tpu7x-512", "tpu7x-standard-4t", "4x8x8", 256, 512, 64),
        ("tpu7x-2048", "tpu7x-standard-4t", "8x8x16", 1024, 2048, 256),
        ("v2-8", None, None, 4, 8, 1),
        ("v2-32", None, None, 16, 32, 4),
        ("v2-512", None, None, 256, 512, 64),
    ],
)
def test_a_name_means_its_own_slice(name, machine, topology, chips, cores, hosts):
    one = CATALOG.slices(name).one()
    assert (one.machine_type, one.topology, one.chips, one.tensorcores, one.hosts) == (
        machine,
        topology,
        chips,
        cores,
        hosts,
    )


def test_eight_chips_are_two_slices():
    for generation, family in (("v5e", "ct5lp-hightpu"), ("v6e", "ct6e-standard")):
        expected = [(f"{family}-8t", "2x4", 8, 1), (f"{family}-4t", "2x4", 8, 2)]
        assert short(CATALOG.slices(generation, chips=8)) == expected
        assert short(CATALOG.slices(generation, topology="2x4")) == expected
        rows = CATALOG.slices(generation, topology="2x4", machine_type=f"{family}-4t")
        assert short(rows) == expected[1:] and rows[0].surfaces == (Surface.GKE,)
        assert "machine-type" in [note.code for note in CATALOG.slices(generation, chips=8).notes]


def test_a_cube_of_ironwood():
    one = CATALOG.slices("Ironwood", topology="4x4x4").one()
    assert (one.chips, one.hosts, one.chips_per_host, one.multi_host) == (64, 16, 4, True)
    assert (one.gke_accelerator, one.accelerator_type) == ("tpu7x", None)
    assert one.surfaces == (Surface.GKE, Surface.COMPUTE_ENGINE)


@pytest.mark.parametrize("name", WHOLE)
def test_arithmetic_of_every_row(name):
    for one in WHOLE[name]:
        assert one.hosts * one.chips_per_host == one.chips
        assert one.multi_host == (one.hosts > 1) and one.hosts >= 1
        if one.topology:
            assert prod(map(int, one.topology.split("x"))) == one.chips
        assert one.tensorcores in (one.chips, 2 * one.chips)
        assert one.sources and str(one.seen)
        assert (Surface.CLOUD_TPU_API in one.surfaces) == (one.accelerator_type is not None)


@pytest.mark.parametrize("name", WHOLE)
def test_no_slice_twice_and_all_in_order(name):
    rows = WHOLE[name]
    assert len({(one.machine_type, one.topology, one.accelerator_type) for one in rows}) == len(rows)
    longest = [(one.hosts, max(map(int, (one.topology or str(one.chips)).split("x")))) for one in rows]
    assert longest == sorted(longest)


def test_rows_equal_their_table():
    for row in table("shapes"):
        one = CATALOG.slices(row["generation"], topology=row["topology"], machine_type=row["machine_type"]).one()
        for field in ("chips", "tensorcores", "hosts", "chips_per_host", "multi_host", "gke_accelerator", "tier"):
            assert getattr(one, field) == row[field], row
        assert one.accelerator_type == row["accelerator_type"]


@pytest.mark.parametrize(
    ("generation", "listed", "custom", "disputed"),
    [
        ("v3", 8, 0, 0),
        ("v4", 5, 181, 56),
        ("v5e", 9, 0, 0),
        ("v5p", 5, 491, 186),
        ("v6e", 9, 0, 0),
        ("tpu7x", 5, 515, 0),
    ],
)
def test_listed_and_custom_shapes(generation, listed, custom, disputed):
    rows = WHOLE[generation]
    tiers = Counter(one.tier for one in rows)
    assert (tiers[Tier.LISTED], tiers[Tier.CUSTOM]) == (listed, custom) and tiers.total() == len(rows)
    assert sum(one.disputed for one in rows) == disputed
    codes = [note.code for note in rows.notes]
    assert ("custom" in codes, "disputed" in codes) == (custom > 0, disputed > 0)


def test_between_two_limits_is_disputed():
    documented = {"v4": 3072, "v5p": 6144, "tpu7x": 9216}
    for generation, most in documented.items():
        for one in WHOLE[generation]:
            assert one.disputed == (one.chips > most)
            assert not one.disputed or one.note
    one = CATALOG.slices("v5p", topology="4x4x560").one()
    assert one.disputed and one.note == "above the documented 6144 chips (16x16x24); tools go to 8960"
    assert not CATALOG.slices("tpu7x", topology="4x4x576").one().disputed


def test_every_name_of_every_generation_has_one_row():
    for row in table("generations"):
        for name in row["accelerator_types"]:
            assert CATALOG.slices(name).one().generation == row["generation"]
            if row["cloud_tpu_api"] == "yes":
                assert [one.accelerator_type for one in WHOLE[row["generation"]]].count(name) == 1
    for generation in ("v4", "v5p"):
        own = [one.accelerator_type for one in WHOLE[generation] if one.accelerator_type]
        assert len(own) == len(set(own)) == len({one.chips for one in WHOLE[generation]})
        for one in WHOLE[generation]:
            if one.accelerator_type:
                assert CATALOG.slices(one.accelerator_type) == (one,)


def test_unusual_machine_types_come_only_by_name():
    for generation, count in (("v5e", 3), ("tpu7x", 2), ("v4i", 1), ("tpu7", 10)):
        note = next(note for note in WHOLE[generation].notes if note.code == "hidden")
        assert f"left out: {count} " in note.text
    assert not any(one.tier in (Tier.LEGACY, Tier.UNDOCUMENTED) for name in GENERATIONS for one in WHOLE[name])
    assert short(CATALOG.slices("ct5l-hightpu-8t")) == [("ct5l-hightpu-8t", "2x4", 8, 1)]
    assert short(CATALOG.slices("v5e", machine_type="ct5l-hightpu-8t")) == [("ct5l-hightpu-8t", "2x4", 8, 1)]
    for name in ("ct5l", "tpu-v5-lite-device"):
        assert [one.topology for one in CATALOG.slices(name)] == ["1x1", "2x2", "2x4"]
    for name in ("ct4l", "tpu-v4-lite-device", "ct4l-hightpu-4t"):
        assert short(CATALOG.slices(name)) == [("ct4l-hightpu-4t", "2x2", 4, 1)]
    assert len(CATALOG.slices("tpu7-standard-4t")) == 9 and CATALOG.slices("tpu7-8") == ()


def test_names_narrow():
    assert {one.machine_type for one in CATALOG.slices("ct3p")} == {"ct3p-hightpu-4t"}
    assert {one.machine_type for one in CATALOG.slices("tpu-v5-lite-podslice")} == {
        "ct5lp-hightpu-1t",
        "ct5lp-hightpu-4t",
        "ct5lp-hightpu-8t",
    }
    assert short(CATALOG.slices("ct6e-standard-8t-tpu")) == [("ct6e-standard-8t", "2x4", 8, 1)]


@pytest.mark.parametrize("name", ["tpu8t", "tpu8i", "8tx", "8i Max", "ct5p-hightpu-1t"])
def test_nothing_public_is_an_empty_answer(name):
    rows = CATALOG.slices(name, chips=8)
    assert rows == () and [note.code for note in rows.notes] == ["no-shape"]


def test_notes_say_what_a_number_counts():
    texts = {note.code: note.text for note in CATALOG.slices("v4-8").notes}
    assert texts["unit"] == "v4-8 counts TensorCores: 4 chips; some tools count chips, its card names them"
    assert "kinetic counts chips" in str(CATALOG.show("v4-8"))
    assert "name of tools" in {note.code: note.text for note in CATALOG.slices("tpu7x-16").notes}["name"]
    assert [note.code for note in CATALOG.slices("v2").notes] == ["no-topology"]
    assert str(CATALOG.slices("v6e", chips=256).evidence_date) == "2026-08-26"


@pytest.mark.parametrize(
    ("asked", "said", "nearest"),
    [
        ({"tpu": "v6e", "chips": 100}, "nearest are 8x8 (64 chips) and 8x16 (128 chips)", ("8x8", "8x16")),
        ({"tpu": "v5e", "chips": 100}, "no slice of v5e has 100 chips", ("8x8", "8x16")),
        ({"tpu": "v5p", "chips": 100}, "nearest are 4x4x4 (64 chips) and 4x4x8 (128 chips)", ("4x4x4", "4x4x8")),
        ({"tpu": "v2", "chips": 100}, "nearest are v2-128 (64 chips) and v2-256 (128 chips)", ("v2-128", "v2-256")),
        ({"tpu": "v3", "chips": 100}, "nearest are 8x8", ("8x8", "8x16")),
        ({"tpu": "v4", "chips": 100}, "nearest are 4x4x4", ("4x4x4", "4x4x8")),
        ({"tpu": "tpu7x", "chips": 100}, "nearest are 4x4x4", ("4x4x4", "4x4x8")),
        ({"tpu": "v5p", "chips": 2}, "the smallest is 2x2x1 = 4 chips, one host", ("2x2x1",)),
        ({"tpu": "v5p", "chips": 9000}, "the largest is 16x20x28 (8960 chips)", ("16x20x28",)),
        ({"tpu": "v6e", "chips": 512}, "the largest is 16x16 (256 chips)", ("16x16",)),
        ({"tpu": "tpu7x", "chips": 1}, "tpu7x-standard-1t (undocumented) has it", ("2x2x1",)),
        ({"tpu": "v6e", "topology": "8x4"}, "its sides are written in order, 4x8", ("4x8",)),
        ({"tpu": "v5p", "topology": "4x2x2"}, "its sides are written in order, 2x2x4", ("2x2x4",)),
        ({"tpu": "v4", "topology": "8x4x4"}, "its sides are written in order, 4x4x8", ("4x4x8",)),
        ({"tpu": "v5p", "topology": "1x2x2"}, "its sides are written in order, 2x2x1", ("2x2x1",)),
        ({"tpu": "v5p", "topology": "4x4"}, "its topologies are 3D (AxBxC); 16 chips are 2x2x4", ("2x2x4",)),
        ({"tpu": "v6e", "topology": "2x2x4"}, "its topologies are 2D (AxB); 16 chips are 4x4", ("4x4",)),
        ({"tpu": "v5p", "topology": "4x4x6"}, "above 64 chips each side is a multiple of 4", ("4x4x4", "4x4x8")),
        ({"tpu": "v5p", "topology": "4x4x564"}, "the largest is 16x20x28 (8960 chips)", ("16x20x28",)),
        ({"tpu": "v6e", "topology": "3x3"}, "nearest are 2x4 (8 chips) and 4x4 (16 chips)", ("2x4", "4x4")),
        (
            {"tpu": "v6e", "topology": "2x8"},
            "neither GKE's list nor any Google tool has it; 16 chips are 4x4",
            ("4x4",),
        ),
        ({"tpu": "v3", "topology": "32x64"}, "twice the 1024-chip v3 pod", ("32x32",)),
        ({"tpu": "ct3p", "topology": "2x2"}, "ct3p has no single-host shape; use ct3-hightpu-4t", ("4x4",)),
        ({"tpu": "ct6e-standard-4t", "topology": "1x1"}, "one chip does not fill a four-chip VM", ("2x2",)),
        ({"tpu": "ct6e-standard-8t", "topology": "4x4"}, "the eight-chip VM is single-host only", ("2x4",)),
        ({"tpu": "ct6e-standard-8t", "topology": "16x16"}, "the eight-chip VM is single-host only", ("2x4",)),
        ({"tpu": "v6e", "topology": "4x4", "machine_type": "ct6e-standard-8t"}, "single-host only", ("2x4",)),
        ({"tpu": "v5e", "chips": 16, "machine_type": "ct5lp-hightpu-8t"}, "single-host only", ("2x4",)),
        ({"tpu": "v2", "topology": "4x4"}, "its shapes are not known", ("v2-32",)),
        ({"tpu": "v5p-4"}, "4 TensorCores are 2 chips; the smallest v5p is v5p-8 = 4 chips, one host", ("v5p-8",)),
    ],
)
def test_what_is_no_slice(asked, said, nearest):
    with pytest.raises(tz.NoSuchSlice) as error:
        CATALOG.slices(**asked)
    assert said in str(error.value) and error.value.nearest == nearest


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"tpu": "v5p", "chips": -4}, "chips -4: a slice has a whole number of chips"),
        ({"tpu": "v5p", "chips": 0}, "chips 0"),
        ({"tpu": "v5p", "chips": 2.5}, "chips 2.5"),
        ({"tpu": "v5p", "chips": "8"}, "chips '8'"),
        ({"tpu": "v5p", "chips": 10**5000}, "chips so many"),
        ({"tpu": "v5p", "topology": "4x"}, "it is written like 4x4 or 2x2x4"),
        ({"tpu": "v5p", "topology": "2x2x2x2"}, "it has 4 sides"),
        ({"tpu": "v5p", "chips": 128, "topology": "4x4x4"}, "topology 4x4x4 is 64 chips, not 128"),
        ({"tpu": "v5p-512", "chips": 512}, "v5p-512 is 256 chips (512 TensorCores), not 512"),
        ({"tpu": "v5p-512", "topology": "4x4x16"}, "v5p-512 is ct5p-hightpu-4t 4x8x8"),
        ({"tpu": "v6e-8", "machine_type": "ct6e-standard-4t"}, "v6e-8 is ct6e-standard-8t 2x4"),
        ({"tpu": "v5p", "machine_type": "ct6e-standard-4t"}, "is not one of v5p"),
        ({"tpu": "ct5lp-hightpu-4t", "machine_type": "ct5lp-hightpu-8t"}, "is not one of ct5lp-hightpu-4t"),
        ({"tpu": "v5p", "machine_type": "v5p"}, "that is a name of v5p, of no machine"),
    ],
)
def test_what_cannot_be_meant(asked, said):
    with pytest.raises(tz.WrongUsage) as error:
        CATALOG.slices(**asked)
    assert said in str(error.value)


def test_what_agrees_may_be_said_twice():
    asked = {"chips": 8, "topology": "2x2x2", "machine_type": "ct5p-hightpu-4t"}
    assert CATALOG.slices("v5p-16", **asked) == CATALOG.slices("v5p-16") == CATALOG.slices("v5p", chips=8)


def test_every_size_has_its_slices_and_every_other_size_an_error():
    for generation in ("v2", "v3", "v4", "v5e", "v5p", "v6e", "tpu7x"):
        sizes = {one.chips for one in WHOLE[generation]}
        for chips in [*range(1, 140), *sizes]:
            if chips in sizes:
                rows = CATALOG.slices(generation, chips=chips)
                assert rows == tuple(one for one in WHOLE[generation] if one.chips == chips)
            else:
                with pytest.raises(tz.NoSuchSlice) as error:
                    CATALOG.slices(generation, chips=chips)
                assert error.value.nearest


def test_slices_load_no_library():
    ran = python(
        "import sys, tpu_zones as tz; tz.slices('v5p', chips=512); tz.versions('v6e', gke='1.34')\n"
        "heavy = ('dataclasses', 'typing', 'pathlib', 'pydantic', 'argparse', 'decimal')\n"
        "print([m for m in heavy if m in sys.modules])"
    )
    assert ran.out.strip() == "[]", ran.err
