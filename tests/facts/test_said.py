"""What code reads in the values of statements: a wrong one is refused where a snapshot is loaded, never met later."""

import dataclasses
import json
import re
from contextlib import suppress

import pytest
from support import DATA, FIXTURES, ROOT

import tpu_zones as tz
from tpu_zones.facts import said, sanity
from tpu_zones.facts.load import Snapshot, bundled
from tpu_zones.lint.rules import RULES, find
from tpu_zones.lint.rules.base import Ask, Rule

INSIDE = bundled()
VALUES = {one.id: one.value for one in INSIDE.table("statements")}
READ = {
    "**/*.py": r'index\.value\("([\w-]+)"',
    "planning/pathways.py": r': \("([\w-]+)", "\w+"\)|"(?:gke|slurm)": "([\w-]+)"',
    "lint/view/tables.py": r'"(multislice[\w-]*)"',
}
"""Where the code reads a value by its statement's name, and how."""


def test_every_value_that_is_read_by_name_has_its_types():
    names = {
        next(filter(None, found.groups()))
        for files, pattern in READ.items()
        for file in (ROOT / "tpu_zones").glob(files)
        for found in re.finditer(pattern, file.read_text("utf-8"))
    }
    assert {"consumption-4", "sandbox", "img-min-jax", "pw-ga-gke", "system-pool-families"} <= names
    assert names <= set(said._SCHEMAS)
    assert set(said._SCHEMAS) - {said._ENUM} <= set(VALUES), "and is there"


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("consumption-4", {"days": None}, "consumption-4.days: Input should be a valid list"),
        ("consumption-4", {"days": [1]}, "consumption-4.days: List should have at least 2 items"),
        ("consumption-4", {"days": [1, "90"]}, "consumption-4.days.1: Input should be a valid integer"),
        ("consumption-4", [1, 90], "consumption-4: Input should be a valid dictionary"),
        ("flex-start-shape", {"longest_run_seconds": "7d"}, "longest_run_seconds: Input should be a valid integer"),
        ("flex-start-shape", {"longest_run_seconds": 0}, "longest_run_seconds: Input should be greater than or equal"),
        ("flex-start-shape", {"longest_run_seconds": True}, "longest_run_seconds: Input should be a valid integer"),
        ("host-included", "yes", "host-included: Input should be a valid boolean"),
        ("img-min-jax", {"min_jax": "new"}, "img-min-jax.min_jax: Value error, JAX version 'new'"),
        ("img-tags", {"seen": 7}, "img-tags.seen: Input should be a valid list"),
        ("sandbox", {"generations": "v4"}, "sandbox.generations: Input should be a valid list"),
        ("disks-of-a-cloud-tpu-vm", {"v4": "128"}, "disks-of-a-cloud-tpu-vm.v4: Input should be a valid integer"),
        ("system-pool-families", {"us-central2-b": {"present": []}}, "us-central2-b.absent: Field required"),
        ("enum-v2", {"enum": "V2"}, "enum-v2.generation: Field required"),
        ("enum-v2", {"enum": "V2", "generation": "v99"}, "enum-v2.generation: 'v99' is in no table"),
    ],
)
def test_a_wrong_value_is_named_with_its_part(name, value, told):
    record = dataclasses.replace(next(one for one in INSIDE.table("statements") if one.id == name), value=value)
    ((field, what),) = sanity._CHECKS["statements"](record, INSIDE.table)
    assert field == "value" and told in what


@pytest.mark.parametrize("value", ["fast", None, True, 0, -1, float("nan"), float("inf"), [918]])
def test_a_peak_that_is_no_number_is_named(value):
    record = next(one for one in INSIDE.table("specs") if one.name == "peak_bf16")
    ((field, what),) = sanity._CHECKS["specs"](dataclasses.replace(record, value=value), INSIDE.table)
    assert field == "value" and what.startswith("peak_bf16 is a number above 0 and up to 1,000,000, and not ")


def test_no_value_and_more_than_is_known_are_all_right():
    for name in said._SCHEMAS:
        assert list(said.wrong(name, "", None)) == []
    assert list(said.wrong("consumption-4", "", {"days": [1, 90], "since": {"a": None}})) == []
    assert list(said.wrong("pw-ga-gke", "", {})) == []


KINDS = {
    "null": None,
    "list": [],
    "lists": [[None]],
    "text": "x",
    "number": 7,
    "nested": {"x": {"y": [None, {"z": 1}]}},
}


def parts(value, at=()):
    """Yield where the parts of a value are, the value itself first."""
    yield at
    for key, part in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from parts(part, (*at, key))


def put(value, at, new):
    if not at:
        return new
    key, *rest = at
    changed = json.loads(json.dumps(value))
    changed[key] = put(value[key], rest, new)
    return changed


def mutated(kind, *, whole):
    """Return a catalog in whose statements everything is of another kind, of what is not refused; and the refused."""
    tables, refused = {}, set()
    for table, field in (("statements", "value"), ("specs", "value"), ("labels", "values")):
        rows = []
        for record in INSIDE.table(table):
            mine = record
            for at in reversed(list(parts(getattr(record, field)))):
                if bool(at) == whole:
                    continue
                changed = dataclasses.replace(mine, **{field: put(getattr(mine, field), at, KINDS[kind])})
                if list(sanity._CHECKS.get(table, sanity._nothing)(changed, INSIDE.table)):
                    refused.add(getattr(record, "id", record.name if table != "statements" else None))
                else:
                    mine = changed
            rows.append(mine)
        tables[table] = tuple(rows)
    return tz.Catalog(
        Snapshot("mutated", INSIDE.manifest, lambda name: tables.get(name) or INSIDE.table(name))
    ), refused


@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_not_refused_breaks_no_command(kind, whole):
    catalog, refused = mutated(kind, whole=whole)
    assert ("consumption-4" in refused) == (not whole or kind not in ("null", "nested"))
    names = [
        *catalog.index.generations,
        *(one.name for one in catalog.snapshot.table("labels")),
        *"us-central2-b us-south1-ai1b us-east5 ct6e-standard-4t v5p-8 v5litepod-16".split(),
        *{one.quota_id for one in catalog.snapshot.table("quotas") if one.quota_id},
    ]
    for name in names:
        with suppress(tz.UnknownName):  # of what is no label
            card = catalog.show(name)
            assert str(card) and card._repr_html_()
    for tpu in ("v5e", "v5p", "v6e", "tpu7x"):
        for option in ("on-demand", "spot", "flex-start", "calendar"):
            for one in tz.plan(tpu, chips=8, option=option, hours=5, catalog=catalog)[:1]:
                assert str(one) and all(one.emit(form) for form in ("gcloud", "terraform", "computeclass", "pod"))
        assert str(tz.pathways(tpu, jax="0.10.0", catalog=catalog))
        assert str(catalog.cost(tpu, chips=8, hours=1)) and str(catalog.versions(tpu))
    assert str(tz.diff(catalog, tz.Catalog.bundled())) is not None
    ask = Ask(catalog)
    for rule in RULES:
        for example in (rule.wrong, rule.right) if isinstance(rule, Rule) else ():
            find(rule.example(example), ask)
    report = tz.check(FIXTURES / "example", catalog=catalog)
    assert "TPZ901" not in {one.rule for one in report.findings}


def test_a_folder_with_a_wrong_one_is_refused(tmp_path):
    from tpu_zones.facts import outside

    def contents(name):
        data = (DATA / f"{name}.json").read_bytes()
        if name == "statements":
            rows = json.loads(data)
            next(row for row in rows if row["id"] == "consumption-4")["value"]["days"] = "1 to 90"
            return json.dumps(rows).encode()
        if name == "MANIFEST":
            whole = json.loads(data)
            whole["tables"]["statements"]["sha256"] = outside.digest(contents("statements"))
            whole["hash"] = outside.hash_of({name: one["sha256"] for name, one in whole["tables"].items()})
            return json.dumps(whole).encode()
        return data

    with pytest.raises(tz.SnapshotError) as caught:
        outside.read("there", contents, newer=True)
    row = [one.id for one in INSIDE.table("statements")].index("consumption-4") + 1
    told = f"there/statements.json, row {row}, field value: consumption-4.days: Input should be a valid list"
    assert str(caught.value) == told
