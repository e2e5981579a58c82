"""Records behave as the standard library's own dataclasses do."""

import copy
import dataclasses
import datetime as dt
import inspect
import pickle
import pydoc

import pytest
from pydantic import TypeAdapter
from support import python

import tpu_zones as tz
from tpu_zones import Note, Period, Rows, Zone
from tpu_zones.facts.load import bundled, record_class
from tpu_zones.facts.tables import TABLES
from tpu_zones.records.dataclass import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Ours:
    """A record."""

    name: str
    day: dt.date | None = None
    sizes: tuple[int, ...] = ()

    @property
    def short(self) -> str:
        return self.name[:1]


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Theirs:
    """A record."""

    name: str
    day: dt.date | None = None
    sizes: tuple[int, ...] = ()


BOTH = [Ours, Theirs]


@pytest.mark.parametrize("kind", BOTH)
def test_alike(kind):
    one, same, other = kind(name="a", sizes=(1,)), kind(name="a", sizes=(1,)), kind(name="b")
    assert one == same
    assert hash(one) == hash(same) == hash(("a", None, (1,)))
    assert one != other
    assert one != ("a", None, (1,))
    assert repr(one) == f"{kind.__name__}(name='a', day=None, sizes=(1,))"
    assert list(inspect.signature(kind).parameters) == ["name", "day", "sizes"]
    assert [(f.name, f.default, f.kw_only, f.type) for f in dataclasses.fields(kind)] == [
        ("name", dataclasses.MISSING, True, str),
        ("day", None, True, dt.date | None),
        ("sizes", (), True, tuple[int, ...]),
    ]
    assert dataclasses.is_dataclass(kind)
    assert dataclasses.is_dataclass(one)
    assert dataclasses.asdict(one) == {"name": "a", "day": None, "sizes": (1,)}
    assert dataclasses.replace(one, name="c") == kind(name="c", sizes=(1,))
    assert pickle.loads(pickle.dumps(one)) == one  # noqa: S301
    assert copy.copy(one) == copy.deepcopy(one) == one
    assert not hasattr(one, "__dict__")
    assert kind.__match_args__ == ()
    assert kind.__doc__ == "A record."


@pytest.mark.parametrize("kind", BOTH)
def test_refuse_alike(kind):
    one = kind(name="a")
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'name'"):
        one.name = "b"
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot delete field 'name'"):
        del one.name
    for wrong in ({}, {"name": "a", "more": 1}):
        with pytest.raises(TypeError):
            kind(**wrong)
    with pytest.raises(TypeError):
        kind("a")


@pytest.mark.parametrize("kind", BOTH)
def test_pydantic_validates_them_alike(kind):
    adapter = TypeAdapter(kind)
    assert adapter.validate_json('{"name": "a", "day": "2026-01-02"}', strict=True) == kind(
        name="a", day=dt.date(2026, 1, 2)
    )
    assert adapter.json_schema()["required"] == ["name"]
    with pytest.raises(ValueError, match="Field required"):
        adapter.validate_json("{}")


def test_own_methods_stay():
    assert Ours(name="abc").short == "a"
    assert str(Period(first=dt.date(2026, 1, 1), last=dt.date(2026, 1, 1))) == "2026-01-01"


def test_no_other_kind_is_made():
    with pytest.raises(TypeError, match="frozen, slotted and keyword-only"):
        dataclass(frozen=False, slots=True, kw_only=True)


@pytest.mark.parametrize("table", sorted(TABLES))
def test_every_record_is_a_dataclass_and_survives_a_round_trip(table):
    record = record_class(table)
    assert tuple(field.name for field in dataclasses.fields(record)) == tuple(record.__slots__)
    for row in bundled().table(table)[:3]:
        assert dataclasses.replace(row) == row
        assert pickle.loads(pickle.dumps(row)) == row  # noqa: S301


def test_a_first_answer_does_not_import_dataclasses():
    ran = python(
        "import sys, tpu_zones as tz; tz.zones('v5p', 'EU'); print('dataclasses' in sys.modules, 'inspect' in sys.modules)"
    )
    assert ran.out.strip() == "False False", ran.err
    assert Rows((), record=Zone).columns[0] == "zone"
    assert Note(code="a", text="b").text == "b"


def test_help_says_what_each_field_is():
    lines = [line.rstrip() for line in pydoc.render_doc(tz.Placement, renderer=pydoc.plaintext).split("\n")]
    at = lines.index(" |  usd_per_hour")
    assert lines[at + 1 : at + 3] == [
        " |      Decimal | None",
        " |      Of all slices, not rounded; None: not known, see `notes`.",
    ]
    at = lines.index(" |  zone")
    assert lines[at + 1 : at + 3] == [" |      str", " |"]
    for record in (getattr(tz, name) for name in tz.__all__ if hasattr(getattr(tz, name), "__dataclass_fields__")):
        for field in dataclasses.fields(record):
            assert inspect.getdoc(getattr(record, field.name)), (record, field.name)


def test_a_field_without_its_source_has_no_help(monkeypatch):
    def lost(_):
        raise OSError("source code not available")

    monkeypatch.setattr(inspect, "getsource", lost)
    assert inspect.getdoc(tz.Zone.zone) is None
