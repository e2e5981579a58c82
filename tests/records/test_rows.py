import ast
import copy
import datetime as dt
import pickle

import pytest
from support import ROOT

import tpu_zones as tz
from tpu_zones.records.codes import CODES
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
    with pytest.raises(AttributeError, match="immutable"):
        del rows.notes
    with pytest.raises(TypeError):
        rows[0] = None
    with pytest.raises(AttributeError, match="cannot assign"):
        rows.notes[0].text = "other"
    with pytest.raises(AttributeError):
        rows.notes[0].more = "other"
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


def test_a_table_of_many_columns_shows_some_and_names_the_others():
    head, row, left_out, *notes = str(tz.plan("v5p-16", within="Europe")).splitlines()
    assert head.split()[:5] == ["zone", "option", "evidence", "machine_type", "topology"] and len(row) < 200
    assert left_out.startswith("not shown: generation, ") and "notes" in left_out.split(", ")
    assert "europe-west4-b  on-demand  documented" in row and notes[0].startswith("note: ")


@pytest.mark.parametrize(
    ("rows", "short"),
    [
        (tz.offerings("v6e", "us-east5", evidence="any"), "v6e us-east5-a documented"),
        (tz.claims("v6e", "us-east5-c"), "v6e us-east5-c reserved 2026-08-12"),
        (tz.claims("v5p", "europe-west4-b", option="flex-start"), "v5p europe-west4-b flex-start refused 2026-08-10"),
        (tz.claims("v5e", "us-west1-c", option="spot"), "any spot listed 2025-11/2026-04"),
        (tz.availability("v4", "us-central2-b").quota, "v4 on-demand "),
    ],
)
def test_the_repr_of_what_is_no_zone_says_what_it_is(rows, short):
    assert repr(rows).partition(": ")[2].startswith(short)


def test_every_code_of_a_note_is_in_the_list():
    used = set()
    for file in (ROOT / "tpu_zones").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", None) == "Note":
                (code,) = [one.value for one in node.keywords if one.arg == "code"]
                if isinstance(code, ast.JoinedStr):  # of a plan: one for each constraint
                    used |= {f"{code.values[0].value}{name}" for name in ("within", "option", "surface", "evidence")}
                elif getattr(code, "attr", None) != "remark_code":  # it is assigned where a snapshot is made
                    used.add(code.value)
            if isinstance(node, ast.Assign) and getattr(node.targets[0], "attr", None) == "remark_code":
                used.add(node.value.value)
    assert used == set(CODES)
    assert list(CODES) == sorted(CODES) and all(text and text[-1] != "." for text in CODES.values())


def test_notes_have_a_code_and_a_text():
    note = tz.zones("tpu7x", within="Europe").notes[0]
    assert (note.code, str(note)) == ("not-listed", "tpu7x in Europe: not on Google's list for Europe (2026-11-09)")
    assert repr(tz.Note(code="a", text="b")) == "Note(code='a', text='b')"
    assert note == tz.Note(code=note.code, text=note.text) and len({note, tz.Note(code="a", text="b")}) == 2


def test_nothing_in_a_cell_steers_a_terminal():
    assert printable("\x1b[31m\u202e\x07é") == "\\x1b[31m\\u202e\\x07é"
    assert cell(("a", "b\n")) == "a,b\\x0a"
    assert [cell(None), cell(True), cell(False), cell(3)] == ["", "yes", "no", "3"]
    assert plain_table(["a", "bb"], [[1, None], ["x\t", 2]]) == ["a      bb", "1", "x\\x09  2"]
