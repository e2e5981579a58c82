"""Plans of more than a MiB: read as small ones are, by passing over what is not ours."""

import json

import pytest
from mangled import fields

import tpu_zones as tz
from tpu_zones.lint.read import files
from tpu_zones.lint.read.terraform import large_plan, plan_json


def pool(name, **values):
    """Return a pool with one fault: its zone, europe-west4-a."""
    return {
        "address": f"google_container_node_pool.{name}",
        "mode": "managed",
        "type": "google_container_node_pool",
        "values": {
            "cluster": "c",
            "location": "europe-west4",
            "node_locations": ["europe-west4-a"],
            "node_config": [{"machine_type": "ct5p-hightpu-4t"}],
            **values,
        },
    }


def other(number, size):
    return {"address": f"google_project.p{number}", "type": "google_project", "values": {"text": '\\"}]→' * size}}


def plan(size=0):
    """Return a plan of three pools, one of them in a module of a module, among others of any size."""
    inner = {"resources": [other(1, size), pool("b")], "child_modules": [{"resources": [pool("c")]}]}
    root = {"resources": [pool("a", node_count=2), other(2, size)], "child_modules": [inner]}
    change = {"address": "google_container_node_pool.b", "change": {"after_unknown": {"node_locations": True}}}
    return {
        "format_version": "1.2",
        "terraform_version": "1.9.0",
        "prior_state": {"values": {"root_module": {"resources": [pool("gone")]}}},
        "planned_values": {"outputs": {"x": [1.5e3, None, True]}, "root_module": root},
        "resource_changes": [{"address": "google_project.p1", "change": {"before": None}}, change],
    }


@pytest.mark.parametrize("indent", [None, 2])
def test_a_large_plan_is_read_as_a_small_one(monkeypatch, indent):
    text = json.dumps(plan(), indent=indent, ensure_ascii=False)
    small = plan_json.read(text, "plan.json")
    monkeypatch.setattr(large_plan, "SIZE", 0)
    large = plan_json.read(text, "plan.json")
    seen = [(one.address, one.spot, fields(one)) for one in small.things]
    assert len(seen) == 3 and not small.faults
    assert seen == [(one.address, one.spot, fields(one)) for one in large.things]
    assert not large.faults


def test_a_plan_may_have_more_than_a_mebibyte(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = json.dumps(plan(100_000))
    assert len(text) > 2 * 1024 * 1024
    (tmp_path / "plan.json").write_text(text)
    report = tz.check(".")
    assert [(one.rule, one.subject) for one in report.findings if one.rule == "TPZ201"] == [
        ("TPZ201", "node pool google_container_node_pool.a"),
        ("TPZ201", "node pool google_container_node_pool.c"),
    ]
    assert report.complete and report.summary["node_pool"] == 3
    monkeypatch.setattr(files, "PLAN_SIZE", 1024 * 1024 + 1)
    (one,) = tz.check("plan.json").findings
    assert one.rule == "TPZ901" and "too large: more than 1024 KiB" in one.message


HEAD = '{"format_version":"1","terraform_version":"1","tpu":1,'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEAD + '"x":' + "[" * 1000, "the text ends too early"),
        (HEAD + '"x":"abc', "cannot stand here"),
        (HEAD + '"planned_values":{"root_module":' + '{"child_modules":[' * 200, "too deep"),
        (HEAD + '"planned_values":{"root_module":{"resources":[' + "1," * 2000 + "1]}}}", "too large"),
        (HEAD + '"x":[' + "[]," * 20_000 + "1]}", "too large"),
        (HEAD + '"planned_values":{"root_module":{"resources":[1 2]}}}', "not JSON: '2]}}}'"),
        (HEAD + '"planned_values":{"root_module":{"resources":[{"google_tpu_node":}]}}}', "not JSON: '}'"),
        (HEAD + "1}", "not JSON: '1}'"),
        (HEAD + '"x":1', "cannot stand here"),
    ],
)
def test_a_large_plan_that_is_none_is_one_message(monkeypatch, text, message):
    monkeypatch.setattr(large_plan, "SIZE", 0)
    monkeypatch.setattr(large_plan, "STEPS", 20_000)
    (fault,) = plan_json.read(text, "plan.json").faults
    assert message in fault.text and fault.level == "error"


def test_what_is_no_list_of_resources_is_passed_over(monkeypatch):
    monkeypatch.setattr(large_plan, "SIZE", 0)
    for odd in ("1", "{}", '"a"', "[]", "[1]", "null", '[{"google_tpu_node":1}]', "[[]]"):
        text = HEAD + f'"planned_values":{{"root_module":{{"resources":{odd}}}}},"resource_changes":{odd}}}'
        read = plan_json.read(text, "plan.json")
        assert not read.things and not read.faults
