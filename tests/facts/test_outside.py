"""A snapshot from outside: newer ones load, corrupt ones are refused by file, row and field."""

import json
import os
import shutil
from contextlib import suppress

import pytest
from support import DATA, cli, python

import tpu_zones as tz
from tpu_zones.facts.load import record_class
from tpu_zones.facts.outside import _words, hash_of
from tpu_zones.facts.tables import TABLES
from tpu_zones.update.write import digest


@pytest.fixture
def snapshot(tmp_path):
    folder = tmp_path / "snapshot"
    shutil.copytree(DATA, folder)
    return folder


def manifest(folder, **changes):
    file = folder / "MANIFEST.json"
    whole = {**json.loads(file.read_text("utf-8")), **changes}
    file.write_text(json.dumps(whole), "utf-8")
    return whole


def rewrite(folder, name, change):
    """Change the rows of a table, and its hash with them."""
    file = folder / f"{name}.json"
    rows = json.loads(file.read_text("utf-8"))
    rows = change(rows) or rows
    file.write_text(json.dumps(rows), "utf-8")
    rehash(folder, name, len(rows))


def rehash(folder, name, count):
    tables = manifest(folder)["tables"]
    tables[name] = {"rows": count, "sha256": digest((folder / f"{name}.json").read_text("utf-8"))}
    manifest(folder, tables=tables, hash=hash_of({table: entry["sha256"] for table, entry in tables.items()}))


def refused(folder):
    with pytest.raises(tz.SnapshotError) as error:
        tz.Catalog.load(folder)
    assert str(folder) in str(error.value) and "\n" not in str(error.value)
    return str(error.value)


def test_the_same_data_gives_the_same_answers(snapshot):
    loaded, bundled = tz.Catalog.load(snapshot), tz.Catalog.bundled()
    assert loaded.zones("v6e", evidence="any") == bundled.zones("v6e", evidence="any")
    assert loaded.snapshot.hash == bundled.snapshot.hash and loaded.snapshot.origin == str(snapshot)
    assert loaded.zones("v5p", "EU").notes == bundled.zones("v5p", "EU").notes


def test_a_newer_one_may_say_more(snapshot):
    def newer(rows):
        rows[0].update(invented="x", what="guessed", confidence="certain")

    rewrite(snapshot, "claims", newer)
    rewrite(snapshot, "offerings", lambda rows: [row["surfaces"].append("orbit") for row in rows] and None)
    manifest(snapshot, schema_version=2, compiled="2027-01-31", more={"a": 1})
    catalog = tz.Catalog.load(snapshot)
    assert catalog.snapshot.table("claims")[0].what == "guessed"
    assert catalog.offerings("v5p", "NL").one().surfaces[-1] == "orbit"
    note = catalog.zones("v5p", "NL").notes[-1]
    assert note.code == "newer-data" and note.text.startswith("80 words of this snapshot are newer")


def test_a_new_generation_is_just_there(snapshot):
    def born(rows):
        rows.append({**rows[-1], "generation": "tpu9", "name": "TPU 9", "ordinal": 9, "stage": "available"})

    rewrite(snapshot, "generations", born)
    catalog = tz.Catalog.load(snapshot)
    assert catalog.zones("tpu9") == () and catalog.zones("tpu9").notes[0].code == "not-listed"


def test_unknown_words_are_refused_in_data_of_our_own_day(snapshot):
    rewrite(snapshot, "claims", lambda rows: rows[2].update(what="guessed"))
    assert "claims.json, row 3, field what: Input should be 'listed', 'type'" in refused(snapshot)


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("zones", lambda rows: rows[6].pop("region") and None, "zones.json, row 7, field region: Field required"),
        (
            "zones",
            lambda rows: rows[0].update(eu="yes"),
            "zones.json, row 1, field eu: Input should be a valid boolean",
        ),
        ("claims", lambda rows: rows[0]["seen"].update(first="soon"), "claims.json, row 1, field seen.first: "),
        (
            "prices",
            lambda rows: rows[0].update(usd_per_chip_hour="free"),
            "prices.json, row 1, field usd_per_chip_hour: ",
        ),
        ("regions", lambda rows: {"rows": rows}, "regions.json: Input should be a valid array"),
        (
            "offerings",
            lambda rows: rows[0].update(zone="mars-east1-a"),
            "offerings.json, row 1, field zone: 'mars-east1-a' is in no table",
        ),
        (
            "aliases",
            lambda rows: rows[0].update(generations=["v99"]),
            "aliases.json, row 1, field generations: 'v99' is in no table",
        ),
        (
            "offerings",
            lambda rows: rows[0].update(generation="any"),
            "offerings.json, row 1, field generation: 'any' is in no table",
        ),
        (
            "zones",
            lambda rows: rows.append(rows[0]),
            "zones.json, row 134, field zone: africa-south1-a is in row 1 as well",
        ),
        ("regions", lambda rows: rows.append(rows[0]), "regions.json, row 50, field region: africa-south1 is in row 1"),
        (
            "generations",
            lambda rows: rows.append({**rows[0], "name": "another"}),
            "generations.json, row 14, field generation: v2 is in row 1 as well",
        ),
        ("sources", lambda rows: rows.append(rows[0]), "field source: article-2026-11-09 is in row 1 as well"),
        ("lists", lambda rows: rows.append(rows[0]), "field list: calendar-c1 is in row 1 as well"),
        ("machine_types", lambda rows: rows.append(rows[0]), "field machine_type: ct3-hightpu-4t is in row 1 as well"),
        (
            "prices",
            lambda rows: rows.append({**rows[0], "usd_per_chip_hour": "1.00"}),
            "field generation, form, region, option, current: tpu7x, None, europe-west2, on-demand, True is in row 1",
        ),
    ],
)
def test_corrupt_tables_are_named_by_file_row_and_field(snapshot, name, change, said):
    rewrite(snapshot, name, change)
    assert said in refused(snapshot)


def test_a_manifest_that_says_something_else_is_refused(snapshot):
    whole = manifest(snapshot)
    manifest(snapshot, hash="0" * 64)
    assert "MANIFEST.json, field hash: it is not the hash of its tables" in refused(snapshot)
    manifest(snapshot, hash=whole["hash"], evidence_date="2026-11-10")
    assert "field evidence_date: 2026-11-10, and that of the claims is 2026-11-09" in refused(snapshot)
    tables = whole["tables"]
    manifest(snapshot, evidence_date="2026-11-09", tables={**tables, "zones": {**tables["zones"], "rows": 7}})
    assert "zones.json has 133 rows, and MANIFEST.json says 7" in refused(snapshot)
    rewrite(snapshot, "prices", lambda rows: rows.append({**rows[0], "current": False}))
    manifest(snapshot, tables={**manifest(snapshot)["tables"], "more": {"rows": 1, "sha256": "0" * 64}})
    assert "field hash" in refused(snapshot)


def test_an_earlier_reading_of_a_price_is_no_second_one(snapshot):
    rewrite(snapshot, "prices", lambda rows: rows.extend([{**rows[0], "current": False}] * 2))
    assert tz.Catalog.load(snapshot).prices("v6e", "NL")


def test_changed_files_and_broken_manifests(snapshot):
    (snapshot / "zones.json").write_text("[]", "utf-8")
    assert "zones.json: its hash is not the one in MANIFEST.json" in refused(snapshot)
    (snapshot / "zones.json").unlink()
    assert "zones.json: No such file" in refused(snapshot)
    manifest(snapshot, tables={})
    assert "the table 'aliases' is missing" in refused(snapshot)
    manifest(snapshot, schema_version="one")
    assert "MANIFEST.json, field schema_version" in refused(snapshot)
    manifest(snapshot, schema_version=0)
    assert "never existed" in refused(snapshot)
    (snapshot / "MANIFEST.json").write_bytes(b"\xff\xfe{")
    assert "MANIFEST.json: Invalid JSON" in refused(snapshot)
    shutil.rmtree(snapshot)
    assert "no snapshot can be read" in refused(snapshot)


def test_deep_nesting_and_size_are_capped(snapshot, monkeypatch):
    file = snapshot / "zones.json"
    file.write_text("[" * 100_000, "utf-8")
    rehash(snapshot, "zones", 1)
    manifest(snapshot, compiled="2027-01-01")
    assert "zones.json" in refused(snapshot)
    monkeypatch.setattr("tpu_zones.facts.outside.SIZE_CAP", 1000)
    assert "larger than" in refused(snapshot)


def test_the_environment_names_the_default(snapshot):
    rewrite(snapshot, "zones", lambda rows: rows)
    ran = cli("zones", "v5p", "--within", "EU", TPU_ZONES_SNAPSHOT=str(snapshot))
    assert (ran.code, ran.out.split("\t")[0]) == (0, "europe-west4-b") and str(snapshot) in ran.err
    gone = cli("zones", "v5p", TPU_ZONES_SNAPSHOT=str(snapshot / "gone"))
    assert gone.code == 4 and gone.out == "" and "no snapshot can be read" in gone.err and "Traceback" not in gone.err
    assert cli("zones", "v5p", "--within", "EU", TPU_ZONES_SNAPSHOT="bundled").code == 0


def changed(**fields):
    """Return a change of the first row."""
    return lambda rows: rows[0].update(fields)


def first(of, **fields):
    """Return a change of the first row that is so."""
    return lambda rows: next(row for row in rows if of(row)).update(fields)


@pytest.mark.parametrize(
    ("table", "change", "said"),
    [
        ("aliases", first(lambda row: row["verdict"] == "accept", generations=[]), "field generations: accept takes"),
        ("claims", changed(seen={"first": "2026-08-10", "last": "2026-08-09"}), "field seen: it ends on 2026-08-09"),
        ("claims", changed(seen={"first": "2026-02-30", "last": "2026-08-09"}), "field seen.first"),
        ("generations", changed(accelerator_types=[""]), "'' is not written like v5p-8"),
        ("generations", changed(accelerator_types=["v2-x"]), "'v2-x' is not written like v5p-8"),
        ("generations", changed(accelerator_types=["v2-0"]), "'v2-0' is not written like v5p-8"),
        ("machine_types", changed(chips=0), "field chips: 0 is no count"),
        ("shapes", changed(chips=0), "field chips: 0 is no count"),
        ("shapes", changed(topology="2x"), "field topology: topology '2x'"),
        ("shapes", changed(topology="64x64"), "field topology: 64x64 is 4096 chips"),
        ("shape_rules", changed(multiple_of=0), "field multiple_of: 0 is no count"),
        ("shape_rules", changed(max_chips=10**9), "field max_chips: 1000000000 is no count"),
        ("shape_rules", changed(disputed_max_chips=10**9), "field disputed_max_chips: 1000000000 is no count"),
        ("shape_rules", changed(max_topology="big"), "field max_topology: topology 'big'"),
        ("places", first(lambda row: row["code"] == "NL", regions=["europe-west5"]), "europe-west5 has no zone"),
        ("prices", changed(usd_per_chip_hour="0"), "0 is no price above 0"),
        ("prices", changed(usd_per_chip_hour="-1"), "-1 is no price above 0"),
        ("prices", changed(usd_per_chip_hour="1e9"), "is no price above 0 and up to 1,000,000"),
        ("gke_versions", changed(min_version="latest"), "field min_version: GKE version 'latest'"),
        ("gke_versions", changed(alternatives=["1"]), "field alternatives: GKE version '1'"),
        ("zones", lambda rows: rows.append({**rows[0], "zone": "nowhere"}), "'nowhere' is not the region"),
        ("zones", lambda rows: rows.append({**rows[0], "zone": rows[0]["region"] + "-1"}), "does not end in a letter"),
        ("regions", lambda rows: rows.append({**rows[0], "region": "x\x1b[31m"}), "is not written like us-central1"),
        ("regions", changed(latitude=1e308), "field latitude: 1e+308 is no latitude from -90 to 90"),
        ("regions", changed(longitude=float("nan")), "field longitude: nan is no longitude from -180 to 180"),
        ("places_elsewhere", changed(longitude=-181.0), "field longitude: -181.0 is no longitude"),
        ("generations", lambda rows: rows.append(rows[0]), "is in row 1 as well"),
    ],
)
def test_values_that_cannot_be_are_refused(snapshot, table, change, said):
    rewrite(snapshot, table, change)
    text = refused(snapshot)
    assert said in text and f"{table}.json, row " in text
    ran = cli("zones", "v5p", TPU_ZONES_SNAPSHOT=str(snapshot))
    assert ran.code == 4 and ran.out == "" and "fault of ours" not in ran.err and "\x1b" not in ran.err


def test_a_withdrawn_offering_without_its_claim_is_refused(snapshot):
    rows = json.loads((snapshot / "offerings.json").read_text("utf-8"))
    one = next(row for row in rows if row["evidence"] == "withdrawn")
    rewrite(
        snapshot,
        "claims",
        lambda rows: [
            row
            for row in rows
            if (row["generation"], row["zone"], row["what"]) != (one["generation"], one["zone"], "listed")
        ],
    )
    assert "field evidence: withdrawn, and no claim lists" in refused(snapshot)


@pytest.mark.parametrize("name", ["MANIFEST", "zones"])
def test_what_is_no_regular_file_is_refused(snapshot, name):
    (snapshot / f"{name}.json").unlink()
    os.mkfifo(snapshot / f"{name}.json")
    assert "it is no regular file" in refused(snapshot)


def enumerated(table):
    """The fields of a table that hold a word of an enumeration."""
    fields = record_class(table).__annotations__.items()
    return [field for field, kind in fields if _words(kind) and field != "kind"]


@pytest.mark.parametrize("table", [table for table in TABLES if enumerated(table)])
def test_words_of_a_newer_one_never_break_an_answer(snapshot, table):
    def newer(rows):
        for row in rows:
            for field in enumerated(table):
                if isinstance(row.get(field), str):
                    row[field] = "unheard-of"

    rewrite(snapshot, table, newer)
    manifest(snapshot, schema_version=2, compiled="2027-01-31")
    try:
        catalog = tz.Catalog.load(snapshot)
    except tz.SnapshotError as error:
        assert ".json, row " in str(error) and ", field " in str(error)
        return
    for ask in (
        lambda: catalog.zones("v6e", "US", option="spot,flex-start", surface="gke", evidence="any"),
        lambda: catalog.zones(option="spot"),
        lambda: catalog.generations("NL"),
        lambda: catalog.offerings(evidence="any"),
        lambda: catalog.claims("v6e", "us-east5-c", option="all"),
        lambda: catalog.availability("v6e", "us-east5-c", option="spot"),
        lambda: catalog.availability("v5p", "us-east1-d"),
        lambda: catalog.require("v5p", "IE", option="spot"),
        lambda: catalog.slices("v5p"),
        lambda: catalog.slices("v2"),
        lambda: catalog.prices(option="all"),
        lambda: catalog.cost("v6e", chips=8, hours=1, option="all"),
        catalog.history,
        lambda: catalog.versions(gke="1.34"),
        lambda: catalog.versions("tpu7x", gke="1.34", mode="autopilot"),
        lambda: catalog.show("v6e"),
        lambda: catalog.show("v5p-8"),
        lambda: catalog.show("us-east5-c"),
        lambda: catalog.show("NL"),
        lambda: catalog.show("ct6e-standard-4t"),
        lambda: catalog.show("tpu-v6e-slice"),
        lambda: tz.plan("v6e", chips=8, catalog=catalog),
        lambda: tz.pathways("v6e", catalog=catalog),
    ):
        with suppress(tz.TpuZonesError):
            str(ask())


def test_a_name_of_a_bad_snapshot_raises_where_it_is_asked():
    code = "from tpu_zones import zones, SnapshotError\ntry: zones('v5p')\nexcept SnapshotError as e: print('asked', e)"
    ran = python(code, TPU_ZONES_SNAPSHOT="/nonexistent")
    assert ran.code == 0 and ran.out.startswith("asked no snapshot can be read at /nonexistent"), ran.err


def test_status_steers_no_terminal(snapshot, tmp_path):
    folder = tmp_path / "a\x1b[31mb"
    shutil.copytree(snapshot, folder)
    ran = cli("status", TPU_ZONES_SNAPSHOT=str(folder))
    assert ran.code == 0 and "\x1b" not in ran.out + ran.err and "\\x1b[31mb" in ran.out
