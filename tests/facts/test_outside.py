"""A snapshot from outside: newer ones load, corrupt ones are refused by file, row and field."""

import json
import shutil

import pytest
from support import DATA, cli

import tpu_zones as tz
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
    tables = manifest(folder)["tables"]
    tables[name]["sha256"] = digest(file.read_text("utf-8"))
    manifest(folder, tables=tables)


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
    ],
)
def test_corrupt_tables_are_named_by_file_row_and_field(snapshot, name, change, said):
    rewrite(snapshot, name, change)
    assert said in refused(snapshot)


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
    tables = manifest(snapshot)["tables"]
    tables["zones"]["sha256"] = digest(file.read_text("utf-8"))
    manifest(snapshot, tables=tables, compiled="2027-01-01")
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
