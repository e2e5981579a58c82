"""Answers that are stored as JSON, and come back as they were."""

import json

import pytest
from pydantic import BaseModel, TypeAdapter, ValidationError

import tpu_zones as tz

ANSWERS = {
    "plan": lambda: tz.plan("v6e", chips=256, within="Europe", option="spot,on-demand", hours=48),
    "zones": lambda: tz.zones("v6e"),
    "nothing": lambda: tz.zones("v5p", "Ireland"),
    "generations": lambda: tz.generations("NL"),
    "offerings": lambda: tz.offerings("v6e", evidence="any"),
    "claims": lambda: tz.claims("v6e", "us-east5-c"),
    "prices": lambda: tz.prices("v6e"),
    "cost": lambda: tz.cost("v5p-8", "NL", hours=24),
    "history": lambda: tz.history("v5p"),
    "slices": lambda: tz.slices("v5p", chips=64),
    "versions": lambda: tz.versions("tpu7x", gke="1.34"),
    "diff": lambda: tz.diff("2025-12-31", "bundled"),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_rows_come_back_as_they_were(name):
    rows = ANSWERS[name]()
    adapter = TypeAdapter(tz.Rows[rows.record])
    back = adapter.validate_json(adapter.dump_json(rows))
    assert isinstance(back, tz.Rows) and back == rows and vars(back) == vars(rows)
    assert adapter.validate_python(rows) is rows and adapter.validate_python(adapter.dump_python(rows)) == rows
    assert adapter.json_schema()["required"] == ["evidence_date", "answer", "rows", "notes"]


def test_rows_inside_of_an_answer():
    for one in (tz.availability("v6e", "us-east5-c"), tz.pathways("v6e", jax="0.10.1")):
        adapter = TypeAdapter(type(one))
        back = adapter.validate_json(adapter.dump_json(one))
        assert back == one and back.notes == one.notes
    assert back.worker_types.record is tz.WorkerType


def test_rows_inside_of_a_model():
    class Choice(BaseModel):
        zones: tz.Rows[tz.Zone]

    chosen = Choice(zones=tz.zones("v5p", within="Europe"))
    text = chosen.model_dump_json()
    assert json.loads(text)["zones"]["rows"][0]["zone"] == "europe-west4-b"
    assert Choice.model_validate_json(text) == chosen


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("[]", ()),
        ("{}", ("evidence_date",)),
        ('{"evidence_date": null, "answer": null, "rows": [{}], "notes": []}', ("rows", 0, "zone")),
        ('{"evidence_date": "x", "answer": "yes", "rows": [], "notes": []}', ("evidence_date",)),
    ],
)
def test_what_is_no_answer_is_refused(text, place):
    with pytest.raises(ValidationError) as error:
        TypeAdapter(tz.Rows[tz.Zone]).validate_json(text)
    assert error.value.errors()[0]["loc"] == place
