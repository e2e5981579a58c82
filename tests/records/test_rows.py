import copy
import datetime as dt
import pickle

import pytest

import tpu_zones as tz
from tpu_zones.records.table import cell, plain_table, printable


def test_rows_equal_a_tuple_and_slices_keep_the_notes():
    rows = tz.zones("v6e")
    assert rows == tuple(rows) and hash(rows) == hash(tuple(rows))
    assert isinstance(rows[1:3], tz.Rows) and rows[1:3].notes == rows.notes and len(rows[1:3]) == 2
    assert rows[0].zone == "asia-northeast1-b"


def test_rows_do_not_change():
    rows = tz.zones("v6e")
    with pytest.raises(AttributeError, match="immutable"):
        rows.notes = ()
    with pytest.raises(TypeError):
        rows[0] = None
    with pytest.raises(AttributeError):
        rows[0].zone = "elsewhere"


def test_rows_survive_pickle_and_copy():
    rows = tz.zones("tpu7x", within="Europe")
    for again in (pickle.loads(pickle.dumps(rows)), copy.deepcopy(rows)):  # noqa: S301
        assert again == rows and again.notes == rows.notes and again.evidence_date == dt.date(2026, 11, 9)


def test_one():
    assert tz.zones("v5p", within="EU").one().zone == "europe-west4-b"
    with pytest.raises(tz.WrongUsage, match="8 rows where one is wanted: asia-northeast1-b"):
        tz.zones("v6e").one()
    with pytest.raises(tz.NotOffered, match="not on Google's list for Europe"):
        tz.zones("tpu7x", within="Europe").one()


def test_records_and_columns_also_of_nothing():
    rows = tz.zones("tpu7x", within="Europe")
    assert rows.to_records() == [] and rows.columns[:3] == ("zone", "region", "place")
    assert tz.zones("v5p", "NL").to_records()[0]["eu"] is True


def test_repr_is_short_and_str_is_the_table():
    rows = tz.zones("v6e")
    assert repr(rows) == "Rows(8 Zone: asia-northeast1-b, europe-west4-a, southamerica-west1-a, ...)"
    lines = str(rows).splitlines()
    assert lines[0].split() == [
        "zone",
        "region",
        "place",
        "country",
        "continent",
        "eu",
        "kind",
        "access",
        "parent_zone",
    ]
    assert lines[1].startswith("asia-northeast1-b")
    assert "note: enabled per project: us-south1-ai1b" in lines
    assert str(tz.Rows()) == "no rows" and repr(tz.Rows()) == "Rows(0 object)"


def test_notes_have_a_code_and_a_text():
    note = tz.zones("tpu7x", within="Europe").notes[0]
    assert (note.code, str(note)) == ("not-listed", "tpu7x in Europe: not on Google's list for Europe (2026-11-09)")
    assert note == tz.Note(code=note.code, text=note.text) and len({note, tz.Note(code="a", text="b")}) == 2


def test_nothing_in_a_cell_steers_a_terminal():
    assert printable("\x1b[31m\u202e\x07é") == "\\x1b[31m\\u202e\\x07é"
    assert cell(("a", "b\n")) == "a,b\\x0a"
    assert [cell(None), cell(True), cell(False), cell(3)] == ["", "yes", "no", "3"]
    assert plain_table(["a", "bb"], [[1, None], ["x\t", 2]]) == ["a      bb", "1", "x\\x09  2"]
