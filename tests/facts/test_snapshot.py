"""The bundled data: whole, dated, sourced, and what its own rules make of it."""

import json
from collections import Counter

import jsonschema
import pytest
from support import DATA, fixture, table

from tpu_zones.facts.index import Index
from tpu_zones.facts.integrity import KEYS, problems, references
from tpu_zones.facts.load import Snapshot, bundled, record_class, records
from tpu_zones.facts.outside import adapter
from tpu_zones.facts.tables import TABLES
from tpu_zones.update.build import build
from tpu_zones.update.write import digest, table_text

SNAPSHOT = bundled()


def test_files_are_the_tables_and_the_manifest():
    names = {file.stem for file in DATA.glob("*.json")}
    assert names == set(TABLES) | {"MANIFEST", "snapshot.schema"}
    manifest = json.loads((DATA / "MANIFEST.json").read_text("utf-8"))
    assert set(manifest["tables"]) == set(TABLES)
    for name, entry in manifest["tables"].items():
        text = (DATA / f"{name}.json").read_text("utf-8")
        assert (entry["sha256"], entry["rows"]) == (digest(text), len(table(name))), name


def test_the_build_makes_what_is_bundled():
    for name, text in build(DATA).items():
        assert (DATA / name).read_text("utf-8") == text, f"{name} is stale: python -m tpu_zones.update.build"


@pytest.mark.parametrize("name", sorted(TABLES))
def test_pydantic_reads_the_same_records(name):
    data = (DATA / f"{name}.json").read_bytes()
    assert tuple(adapter(name).validate_json(data, strict=True)) == SNAPSHOT.table(name)


@pytest.mark.parametrize("name", sorted(TABLES))
def test_one_record_a_line_and_no_unknown_field(name):
    lines = (DATA / f"{name}.json").read_text("utf-8").splitlines()
    assert lines[0] == "[" and lines[-1] == "]" and len(lines) == len(table(name)) + 2
    fields = set(record_class(name).__annotations__)
    for row in table(name):
        assert set(row) <= fields
    assert table_text(SNAPSHOT.table(name)).count("\n") == len(lines)


def test_schema_accepts_the_snapshot():
    schema = json.loads((DATA / "snapshot.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate({name: table(name) for name in TABLES})


def test_references_lead_somewhere():
    assert list(problems(SNAPSHOT.table)) == []
    assert references("claims") == {
        "generation": "generation",
        "zone": "zone",
        "region": "region",
        "source": "source",
        "list": "list",
    }
    assert references("zones") == {"zone": "zone", "region": "region", "parent_zone": "zone"}
    assert set(references("machine_types")) == {"machine_type", "generation", "regions", "numa_source", "sources"}
    cited = {name for name in TABLES if {"source", "sources"} & set(references(name))}
    assert set(TABLES) - cited == {"options", "zones"} - cited


def test_keys_name_one_record_and_what_has_none_is_known():
    assert set(TABLES) - set(KEYS) == {
        "claims",
        "framework_versions",
        "labels",
        "launches",
        "quotas",
        "region_events",
        "runtime_versions",
    }
    for name, fields in KEYS.items():
        rows = [row for row in table(name) if row.get("current", True)]
        assert len({json.dumps([row.get(field) for field in fields]) for row in rows}) == len(rows), name


def test_every_record_walks_back_to_a_source_with_a_date():
    known = {row["source"]: row for row in table("sources")}
    unsourced = {"sections", "offerings", "options", "zones", "sources"}
    cited = Counter()
    for name in TABLES:
        for row in table(name):
            sources = [row["source"]] if "source" in row and name != "sources" else row.get("sources", [])
            cited.update(sources)
            if name not in unsourced:
                assert sources, (name, row)
            if name not in unsourced | {"places", "places_elsewhere", "lists", "disagreements", "prices"}:
                assert row["seen"]["first"] <= row["seen"]["last"] <= "2026-11-30", (name, row)
            for source in sources:
                assert source in known, (name, source)
    for row in table("regions"):
        cited.update(filter(None, (row["coordinates_source"], row["carbon_source"], row["zones_source"])))
    for row in table("machine_types"):
        cited.update(filter(None, [row["numa_source"]]))
    assert set(known) - set(cited) == set(), "sources that nothing cites"
    for row in known.values():
        assert row["url"] or row["kind"] in ("article", "package", "derived", "search", "reading"), row


def test_zones_are_those_of_their_regions():
    regions = {row["region"]: row for row in table("regions")}
    for zone in table("zones"):
        region = regions[zone["region"]]
        assert zone["zone"].startswith(zone["region"] + "-")
        for field in ("place", "country", "continent", "eu"):
            assert zone[field] == region[field], zone
        assert (zone["kind"] == "ai") == (zone["parent_zone"] is not None) == (zone["access"] == "ai")
        assert (zone["access"] == "allowlist") == (region["status"] == "restricted")
    assert {zone["zone"] for zone in table("zones")} == {row["zone"] for row in table("zone_sources")}
    assert sum(row["status"] == "public" for row in regions.values()) == 43


def test_every_machine_type_has_a_generation_and_its_shapes_add_up():
    chips = {row["machine_type"]: row["chips"] for row in table("machine_types")}
    labels = {row["machine_type"]: row["gke_accelerator"] for row in table("machine_types")}
    for shape in table("shapes"):
        product = 1
        for side in shape["topology"].split("x"):
            product *= int(side)
        assert shape["chips"] == product == shape["hosts"] * shape["chips_per_host"]
        assert shape["chips_per_host"] == chips[shape["machine_type"]]
        assert shape["gke_accelerator"] == labels[shape["machine_type"]]
        assert shape["multi_host"] == (shape["hosts"] > 1)


def test_prices_are_unique_and_never_zero():
    current = [row for row in table("prices") if row["current"]]
    keys = {(row["generation"], row["form"], row["region"], row["option"]) for row in current}
    assert len(current) == len(keys) == 135
    assert all(float(row["usd_per_chip_hour"]) > 0.1 for row in table("prices"))


def test_claims_are_unique_and_their_scope_is_their_place():
    rows = [json.dumps({k: v for k, v in row.items() if k != "note"}, sort_keys=True) for row in table("claims")]
    assert len(rows) == len(set(rows))
    for row in table("claims"):
        assert row["scope"] == ("zone" if row["zone"] else "region" if row["region"] else row["scope"])
        assert row["scope"] in ("zone", "region") or (row["zone"], row["region"]) == (None, None)
        if row["zone"]:
            assert row["zone"].startswith(row["region"] + "-")


def test_what_was_left_out_is_kept_with_its_reason():
    rows = fixture("left-out.json")
    assert len(rows) == 90
    assert all(set(row) == {"file", "table", "row", "reason"} and row["reason"] for row in rows)


def test_machine_type_regions_are_those_of_the_newest_listing():
    regions = {row["machine_type"]: row["regions"] for row in table("machine_types")}
    assert regions["ct5l-hightpu-8t"] == ["europe-west4", "us-central1"]
    assert regions["tpu7x-standard-1t"] == ["europe-west2", "us-central1", "us-east1"]
    assert regions["ct4p-hightpu-4t"] == []
    assert len(regions["ct5lp-hightpu-4t"]) == 16 and len(regions["ct6e-standard-4t"]) == 12


def test_a_table_is_parsed_once(monkeypatch):
    parsed = Counter()

    def read(name):
        parsed[name] += 1
        return table(name)

    monkeypatch.setattr("tpu_zones.facts.load.read_json", read)
    snapshot = Snapshot(
        "test", json.loads((DATA / "MANIFEST.json").read_text("utf-8")), lambda name: records(name, read(name)), read
    )
    by_generation, again = snapshot.groups("claims", "generation"), snapshot.groups("claims", "scope")
    assert len(by_generation["v6e"]) == sum(row["generation"] == "v6e" for row in table("claims"))
    assert sum(map(len, again.values())) == len(snapshot.table("claims")) == len(table("claims"))
    assert parsed == {"claims": 1}
    assert snapshot.table("claims") == SNAPSHOT.table("claims")
    assert table("claims")[0]["seen"]["first"] == "2018-06-18", "the rows themselves are left alone"


def test_priced_is_what_has_a_current_price():
    priced = {(row["generation"], row["region"], row["option"]) for row in table("prices") if row["current"]}
    assert Index(SNAPSHOT).priced == priced


def test_an_id_names_one_statement():
    """But for one that no code asks for: `Index.statements` goes by the id alone."""
    twice = [
        name for name, count in Counter(one.id for one in Index(bundled()).table("statements")).items() if count > 1
    ]
    assert twice == ["reservation-workload-type"]


def test_parts_of_statements():
    index = Index(bundled())
    assert index.value("flex-start-shape", "longest_run_seconds") == 604_800
    assert index.value("consumption-4", "days") == [1, 90]
    assert index.value("flex-start-shape", "no such part") is index.value("no such statement", "days") is None
    assert index.statements["u-price"].value is None and index.value("u-price", "days") is None
