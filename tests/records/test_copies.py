"""What can be copied, sent to another process, and kept in a set: every record, answer and error."""

import copy
import pickle
import subprocess
import sys

import pytest
from support import ROOT

import tpu_zones as tz
from tpu_zones.facts.load import bundled
from tpu_zones.facts.tables import TABLES

PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)


def caught(question):
    try:
        question()
    except tz.TpuZonesError as error:
        return error
    raise AssertionError("nothing was raised")


ERRORS = {
    "UnknownName": caught(lambda: tz.zones("v5q")),
    "ambiguous": caught(lambda: tz.zones("v5p", "Georgia")),
    "WrongUsage": caught(lambda: tz.availability("v5p", "NL")),
    "NoSuchSlice": caught(lambda: tz.slices("v5p-7")),
    "NotOffered": caught(lambda: tz.require("v5p", "IE")),
    "SnapshotError": caught(lambda: tz.Catalog.load("/nonexistent")),
    "base": tz.TpuZonesError("text"),
}
ANSWERS = {
    "zones": tz.zones("v5p", within="Europe"),
    "none": tz.zones("v5p", within="IE"),
    "note": tz.zones("v5p", within="IE").notes[0],
    "availability": tz.availability("v6e", "us-east5-c"),
    "prices": tz.prices("v6e"),
    "cost": tz.cost("v6e", "NL", chips=8, hours=1),
    "versions": tz.versions("tpu7x", gke="1.34"),
    "plan": tz.plan("v6e", chips=8),
    "pathways": tz.pathways("v6e"),
    "card": tz.Catalog.bundled().show("v5p"),
    "status": tz.Catalog.bundled().status(),
}


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("error", ERRORS.values(), ids=ERRORS)
def test_errors_keep_all_that_they_say(error, protocol):
    for again in (pickle.loads(pickle.dumps(error, protocol)), copy.copy(error), copy.deepcopy(error)):  # noqa: S301
        assert type(again) is type(error) and str(again) == str(error) and again.args == error.args
        assert vars(again) == vars(error)


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
def test_answers_keep_all_that_they_say(answer, protocol):
    for again in (pickle.loads(pickle.dumps(answer, protocol)), copy.copy(answer), copy.deepcopy(answer)):  # noqa: S301
        assert type(again) is type(answer) and again == answer and repr(again) == repr(answer)
        assert getattr(again, "notes", ()) == getattr(answer, "notes", ())
        assert hash(again) == hash(answer)


def test_another_process_reads_them():
    code = "import pickle, sys; error = pickle.load(sys.stdin.buffer); print(type(error).__name__, error.suggestions)"
    done = subprocess.run(
        [sys.executable, "-c", code], input=pickle.dumps(ERRORS["ambiguous"]), capture_output=True, cwd=ROOT, timeout=60
    )
    assert done.stdout.decode().split()[0] == "UnknownName", done.stderr.decode()


@pytest.mark.parametrize("name", TABLES)
def test_records_have_a_hash_by_their_fields(name):
    for record in bundled().table(name):
        again = pickle.loads(pickle.dumps(record, 0))  # noqa: S301
        assert again == record and hash(again) == hash(record) and {again, record} == {record}
