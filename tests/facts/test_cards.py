"""Cards: every name that the catalog knows has one, and it says what the tables say."""

import pytest
from support import table

import tpu_zones as tz
from tpu_zones.facts.cards import label, quota
from tpu_zones.names import key
from tpu_zones.places import key as place_key

CATALOG = tz.Catalog.default()
ENDLESS = "x" * 10_000


def facts(name):
    return {fact.name: fact.text for fact in CATALOG.show(name).facts}


def rows(name, title):
    return next((one.rows for one in CATALOG.show(name).tables if one.title.startswith(title)), ())


def test_a_zone():
    card = CATALOG.show("us-east5-c")
    assert (card.name, card.kind, str(card.evidence_date)) == ("us-east5-c", "zone", "2026-08-12")
    assert [(str(r.generation), str(r.evidence), str(r.last_seen)) for r in rows("us-east5-c", "TPUs")] == [
        ("v5e", "withdrawn", "2026-01/2026-06"),
        ("v5p", "observed", "2026-08-10/2026-08-19"),
        ("v6e", "observed", "2026-08-12"),
    ]
    claims = next(one for one in card.tables if one.title.startswith("claims"))
    about = CATALOG.claims(None, "us-east5-c")
    assert len(about) == sum(row["zone"] == "us-east5-c" for row in table("claims")) + 3, "three lists without it"
    assert (claims.rows, claims.more) == (about[:10], len(about) - 10)
    assert [c.seen.age for c in claims.rows] == sorted((c.seen.age for c in claims.rows), reverse=True)
    assert facts("us-east5-c") == {
        "region": "us-east5 (Columbus, Ohio, US, North America)",
        "access": "every project sees it",
        "CPU machine families": "unknown: no source that was read lists them",
    }


def test_zones_that_are_not_ordinary():
    assert facts("us-south1-ai1b")["hangs on"] == "us-south1-b"
    assert facts("us-south1-ai1b")["access"] == "enabled per project"
    assert facts("us-south1-b")["AI zones on it"] == "us-south1-ai1b"
    assert facts("us-central2-b")["access"] == "only projects that Google admitted see it"
    assert facts("us-central2-b")["CPU machine families"] == "f1, g1, n1, n2, n2d, n4, t2d; not e2"
    assert facts("africa-south1-a")["TPUs"] == "on none of Google's lists, seen by no source"
    assert facts("europe-west2-a")["tpu7x"].startswith("machine types published in europe-west2 without a zone")
    assert CATALOG.show("us-central2-a").kind == "no confirmed zone of the region us-central2"


def test_the_options_of_a_zone():
    known = {
        (str(r.generation), str(r.option), str(r.surface)): str(r.answer) for r in rows("europe-west4-b", "options")
    }
    assert known["v5p", "flex-start", "cloud-tpu-api"] == "no"
    assert known["v5e", "spot", "cloud-tpu-api"] == "yes"


def test_a_region():
    found = facts("europe-west4")
    assert found["place"] == "Eemshaven, NL, Europe, EU"
    assert (found["status"], found["coordinates"]) == ("public", "53.4259, 6.8642")
    assert [str(r.zone) for r in rows("europe-west4", "zones")] == [
        "europe-west4-a",
        "europe-west4-b",
        "europe-west4-c",
    ]
    assert {(r.zone, r.generation) for r in rows("europe-west4", "TPUs") if r.evidence == "documented"} == {
        ("europe-west4-a", "v2"),
        ("europe-west4-a", "v3"),
        ("europe-west4-a", "v6e"),
        ("europe-west4-b", "v5e"),
        ("europe-west4-b", "v5p"),
    }
    assert facts("us-central2")["coordinates"] == "unknown"
    assert facts("us-east7")["status"] == "unlisted"
    assert [r.zone for r in rows("europe-west2", "TPUs")] == [None]


def test_a_generation():
    card = CATALOG.show("Trillium")
    assert (card.name, card.kind) == ("v6e", "TPU generation")
    found = facts("Trillium")
    assert (found["gke"], found["compute-engine"], found["cloud-tpu-api"]) == ("yes", "yes", "yes")
    assert found["GKE modes"] == "standard yes, autopilot yes"
    assert "Trillium" in found["also called"]
    assert found["accelerator types"].startswith("v6e-N counts chips: v6e-1, v6e-4")
    chip = {r.name: (r.value, r.unit) for r in rows("v6e", "chip")}
    assert chip["peak_bf16"] == (918, "TFLOP/s")
    assert chip["hbm_per_chip"] == (32, "GB")
    assert [(str(r.date), r.event) for r in rows("v6e", "dates")] == [("2024-12-16", "general availability")]
    assert len(rows("v6e", "zones")) == 23
    assert "TensorCores, two a chip" in facts("v5p")["accelerator types"]


def test_generations_that_are_not_there_yet():
    assert facts("8t")["stage"] == "announced"
    assert [(str(r.date), r.event) for r in rows("8tx", "dates")] == [("2026-11-09", "named in an announcement")]
    assert {facts("8tx")[name] for name in ("gke", "compute-engine", "cloud-tpu-api", "interconnect")} == {"unknown"}
    assert facts("v4i")["stage"] == "undocumented"
    assert [note.code for note in CATALOG.show("TPU v5").notes] == ["name"]
    assert "right: tpu-v5-lite-podslice" in CATALOG.show("tpu-v5e").notes[0].text


def test_a_machine_type():
    found = facts("ct6e-standard-8t")
    assert (found["generation"], found["chips per VM"], found["memory"]) == ("v6e", "8", "1440 GB")
    assert (found["network interfaces"], found["multi-host"], found["flex-start"]) == ("unknown", "no", "yes")
    assert [(r.topology, r.chips, r.hosts) for r in rows("ct6e-standard-8t", "slices")] == [("2x4", 8, 1)]
    assert CATALOG.show("ct6e-standard-8t-tpu").name == "ct6e-standard-8t"
    assert facts("ct3p-hightpu-4t")["single host"] == "no"
    assert facts("ct4p-hightpu-4t")["regions"] == "in none of the newest machine type listing"
    assert facts("ct3-hightpu-4t")["data disks"] == "unknown"


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("v5p-8", "8 TensorCores = 4 chips"),
        ("v4-8", "8 TensorCores = 4 chips"),
        ("V5P_16", "16 TensorCores = 8 chips"),
        ("v2-8", "8 TensorCores = 4 chips"),
        ("v5litepod-16", "16 chips"),
        ("v5e-1", "1 chip"),
        ("v6e-256", "256 chips"),
        ("tpu7x-8", "8 TensorCores = 4 chips"),
    ],
)
def test_an_accelerator_type_spells_its_unit_out(name, size):
    found = facts(name)
    assert found["size"] == size
    assert ("kinetic" in found.get("other tools", "")) == ("TensorCores" in size)


def test_an_accelerator_type():
    assert [(r.topology, r.machine_type, r.hosts) for r in rows("v5p-8", "slices")] == [("2x2x1", "ct5p-hightpu-4t", 1)]
    assert "Cluster Toolkit counted chips for v5p until August 2026" in facts("v5p-8")["other tools"]
    assert [r.zone for r in rows("v3-32", "zones")] == ["europe-west4-a"]
    assert [(r.topology, str(r.tier)) for r in rows("v5p-640", "slices")] == [("4x4x20", "custom")]
    assert "topology" not in facts("v5p-640")
    assert facts("v2-32")["topology"] == "unknown"


def test_an_accelerator_type_has_the_slice_that_slices_returns():
    for generation in CATALOG.index.generations.values():
        prefix = generation.accelerator_type_prefix
        every = {one.accelerator_type for one in CATALOG.slices(generation.generation)} if prefix else set()
        for name in sorted(filter(None, every))[::5]:
            assert rows(name, "slices") == CATALOG.slices(name), name


def test_labels():
    assert CATALOG.show("tpu-v5p-slice").kind == "accelerator label of GKE"
    assert facts("tpu-v5p-slice")["node label"] == "cloud.google.com/gke-tpu-accelerator"
    assert [r.machine_type for r in rows("tpu-v3-slice", "machine types")] == ["ct3p-hightpu-4t"]
    assert [r.topology for r in rows("tpu-v5-lite-device", "topologies")] == ["1x1", "2x2", "2x4"]
    assert (CATALOG.show("google.com/tpu").kind, facts("google.com/tpu")["values"]) == ("resource", "chips")
    assert CATALOG.show("ray.io/tpu-topology").kind == "Ray node labels"
    assert CATALOG.show("sandbox.gke.io/runtime").kind == "taint and label"


def test_quotas():
    card = CATALOG.show("compute.googleapis.com/tpus_per_tpu_family")
    assert card.kind == "quota"
    draws = [(str(r.generation), r.tpu_family) for r in card.tables[0].rows]
    assert draws == [("v3", "CT3"), ("v3", "CT3P"), ("v6e", "CT6E"), ("tpu7x", "tpu7x")]
    assert facts("TPU v5p cores per project per zone")["id"] == "TPUV5PPerProjectPerZoneForTPUAPI"
    assert facts("TPU v5p cores per project per zone")["metric"] == "unknown"
    for name in ("TPU_LITE_PODSLICE_V5", "tpu_lite_podslice_v5", "TPU-LITE-PODSLICE-V5-per-project-zone"):
        assert [r.generation for r in CATALOG.show(name).tables[0].rows] == ["v5e"]
    assert [r.default for r in CATALOG.show("TPUV6EPreemptiblePerProjectPerZoneForTPUAPI").tables[0].rows] == [1536]


def test_places():
    assert CATALOG.show("NL").name == "Netherlands"
    assert (facts("NL")["v6e"], facts("NL")["v5p"]) == ("europe-west4-a", "europe-west4-b")
    assert [r.region for r in rows("Switzerland", "regions")] == ["europe-west6"]
    assert facts("Switzerland")["TPUs"] == "on none of Google's lists"
    assert facts("Ireland")["regions"] == "no Google Cloud region"
    assert facts("Ireland")["nearest"].startswith("europe-west2 (London, 462 km)")
    assert CATALOG.show("Columbus, Ohio").kind == "city"


def names():
    yield from ((row["zone"], "zone") for row in table("zones"))
    yield from ((row["region"], "region") for row in table("regions"))
    yield from ((row["generation"], "generation") for row in table("generations"))
    yield from ((row["machine_type"], "machine type") for row in table("machine_types"))
    yield from ((name, "accelerator type") for row in table("generations") for name in row["accelerator_types"])
    yield from ((row["alias"], "") for row in table("aliases") if row["verdict"] in ("accept", "note"))
    yield from ((name, "quota") for row in CATALOG.index.table("quotas") for name in quota.names(row))
    yield from ((name, "") for row in CATALOG.index.table("labels") if row.valid for name in label.names(row))


@pytest.mark.parametrize(("name", "kind"), sorted(set(names())))
def test_every_name_of_every_table_has_a_card(name, kind):
    card = CATALOG.show(name)
    assert kind in card.kind
    assert card.facts
    assert all(line.isprintable() and line == line.rstrip() for line in str(card).splitlines())
    assert all(fact.text for fact in card.facts)
    if kind in ("zone", "region", "generation", "machine type", "accelerator type"):
        assert card.name == name


def test_no_name_of_hardware_is_a_place():
    """Else a card could be meant either way."""
    places = {place_key(name) for name in CATALOG.index.places.known()}
    hardware = {place_key(name) for name in CATALOG.index.names.known()} | {
        place_key(row["alias"]) for row in table("aliases")
    }
    assert len(places) > 900
    assert not places & hardware
    assert not {key(n) for row in CATALOG.index.table("quotas") for n in quota.names(row)} & {
        key(row["generation"]) for row in table("generations")
    }


def test_facts_that_come_from_a_record_have_its_source():
    row = next(row for row in table("machine_types") if row["machine_type"] == "ct6e-standard-1t")
    first = CATALOG.show("ct6e-standard-1t").facts[0]
    assert list(first.sources) == row["sources"]
    assert f"({first.seen}, {first.sources[0]}" in str(CATALOG.show("ct6e-standard-1t")).splitlines()[1]
    region = next(row for row in table("regions") if row["region"] == "europe-west4")
    said = {fact.name: list(fact.sources) for fact in CATALOG.show("europe-west4").facts}
    assert said["coordinates"] == [region["coordinates_source"]] != [] and said["grid"] == [region["carbon_source"]]


@pytest.mark.parametrize(
    ("name", "error", "text"),
    [
        ("v5", tz.UnknownName, "several meanings: v5e, v5p"),
        ("TPU 8", tz.UnknownName, "tpu8t, tpu8i, tpu8tx, tpu8i-max"),
        ("Georgia", tz.UnknownName, "several meanings"),
        ("Columbus", tz.UnknownName, "several meanings"),
        ("ct6ea-standard-4t", tz.UnknownName, "undocumented variant"),
        ("tpu-v5e-slice", tz.UnknownName, "no name to use"),
        ("tpu-v6e-podslice", tz.UnknownName, "no label of GKE: mix of two forms; right: tpu-v6e-slice"),
        ("v5p-4", tz.NoSuchSlice, "the smallest v5p is v5p-8"),
        ("us-central1-ai1", tz.UnknownName, "did you mean us-central1-ai1a"),
        (
            "TPUV6EPreemptiblePerProjectPerRegionForTPUAPI",
            tz.UnknownName,
            "did you mean TPUV6EPreemptiblePerProjectPerZoneForTPUAPI",
        ),
        ("ironwod", tz.UnknownName, "nothing is called 'ironwod'; did you mean Ironwood"),
        ("qqqqqqqqqq", tz.UnknownName, "nothing is called 'qqqqqqqqqq'$"),
        ("NL,BE", tz.WrongUsage, "one name, not several"),
        ("", tz.UnknownName, "no name to show: ''"),
        ("  ", tz.UnknownName, "no name to show"),
        (None, tz.WrongUsage, "show takes one name, as text such as v5p or us-east5-c, and not None"),
        (["v5p"], tz.WrongUsage, "show takes one name"),
        (ENDLESS, tz.UnknownName, "no name to show: 'xxx"),
        ("\x1b]0;owned\x07", tz.UnknownName, r"nothing is called '\\x1b\]0;owned"),
        ("\u202eb-4tsew-eporue", tz.UnknownName, "nothing is called"),
    ],
)
def test_mistakes_are_one_clear_sentence(name, error, text):
    with pytest.raises(error, match=text) as caught:
        CATALOG.show(name)
    assert len(str(caught.value)) < 400
    assert str(caught.value).isprintable()


def test_text():
    lines = str(CATALOG.show("v5p-8")).splitlines()
    assert lines[0] == "v5p-8: accelerator type"
    assert lines[2].startswith("  size           8 TensorCores = 4 chips  (2026-04-09, https://")
    assert repr(CATALOG.show("v5p-8")) == "<Card v5p-8: accelerator type>"
    assert str(CATALOG.show("v5p-8").facts[0]) == "generation: Cloud TPU v5p"
    assert CATALOG.show("v5p-8").with_notes([tz.Note(code="a", text="b")]).notes[-1].code == "a"
    assert any("JAX, PyTorch" in line for line in str(CATALOG.show("tpu7x")).splitlines())


def disputes(name):
    return [row.id for row in rows(name, "where sources disagree")]


def test_disagreements_are_shown_where_they_concern_the_name():
    assert disputes("v2") == ["C12"]
    assert disputes("v4") == ["C10", "ct-3", "ct-9"]
    assert {"C1", "C22"} <= set(disputes("Trillium")) and disputes("v6e") == disputes("Trillium")
    assert "ct-4" in disputes("Ironwood"), "which calls it 7x"
    assert disputes("us-west4-b") == ["C6", "C7"]
    assert disputes("us-east5-c") == []
    assert "needs allow-listing" in str(CATALOG.show("us-central2-b"))
