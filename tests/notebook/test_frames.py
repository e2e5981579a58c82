"""Data frames: types that fit, also of nothing; the line that installs a library."""

import datetime as dt
import sys
from decimal import Decimal

import pandas as pd
import polars as pl
import pytest
from hostile import LONG
from support import FIXTURES, python

import tpu_zones as tz
from tpu_zones import WrongUsage

QUESTIONS = {
    "zones": lambda: (tz.zones("v6e"), tz.zones("tpu7x", "Europe")),
    "generations": lambda: (tz.generations(), tz.generations("Africa")),
    "offerings": lambda: (tz.offerings(evidence="any"), tz.offerings("v4", "NL")),
    "claims": lambda: (tz.claims("v6e"), tz.claims("v6e")[:0]),
    "prices": lambda: (tz.prices(evidence="any", option="all"), tz.prices("tpu8t")),
    "cost": lambda: (tz.cost("v5e", chips=8, hours="1.5", option="all"), tz.cost("tpu8t", chips=4, hours=1)),
    "history": lambda: (tz.history(), tz.history("v6e", "africa-south1-a")),
    "slices": lambda: (tz.slices("v5p"), tz.Rows(record=tz.Slice)),
    "versions": lambda: (tz.versions(gke="1.34.0-gke.991000"), tz.versions("tpu8t")[:0]),
    "plan": lambda: (tz.plan("v6e", chips=8, hours=2), tz.plan("tpu7x", chips=8, within="Africa")),
    "diff": lambda: (tz.Rows([CHANGED], record=tz.Difference), tz.diff(tz.Catalog.bundled(), tz.Catalog.bundled())),
    "findings": lambda: (
        tz.check(FIXTURES / "configs" / "c001-topology-invalid").findings,
        tz.check_text("", name="a.tf").findings,
    ),
}
CHANGED = tz.Difference(
    kind="zone",
    what="added",
    generation="v6e",
    place="a",
    option=None,
    surface=None,
    before=None,
    after="x",
)


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("prices", ["float", "decimal"])
def test_an_empty_frame_has_the_columns_and_types_of_a_full_one(question, prices):
    full, empty = QUESTIONS[question]()
    assert len(full) and not len(empty)
    for way in ("to_pandas", "to_polars"):
        some, none = getattr(full, way)(prices), getattr(empty, way)(prices)
        assert len(some) == len(full) and len(none) == 0
        types = [dict(zip(frame.columns, frame.dtypes, strict=True)) for frame in (some, none)]
        assert types[0] == types[1] and len(types[0]) >= len(full.columns)


def test_pandas_types():
    frame = tz.offerings("v6e", "us-east5", evidence="any").to_pandas()
    kinds = frame.dtypes.astype(str).to_dict()
    assert kinds["generation"] == "string" and kinds["evidence"] == kinds["sighting"] == "category"
    assert kinds["last_seen_first"] == kinds["last_seen_last"] == kinds["newest_day"] == "datetime64[us]"
    assert kinds["last_seen_inferred"] == "boolean" and kinds["sizes"] == "object"
    assert list(frame.evidence) == ["documented", "documented", "observed"]
    assert list(frame.evidence.cat.categories) == ["documented", "observed", "withdrawn", "doubtful"]
    assert frame.last_seen_last.max() == pd.Timestamp("2026-10-31") and frame.surfaces[0] == [
        "gke",
        "compute-engine",
        "cloud-tpu-api",
    ]
    assert frame.attrs == {"evidence_date": "2026-09-09", "notes": []}


def test_prices_are_floats_or_exact():
    rows = tz.prices("v6e", "NL", option="on-demand,spot,calendar")
    floats, exact = rows.to_pandas(), rows.to_pandas(prices="decimal")
    assert list(floats.usd_per_chip_hour[:2]) == [2.97, 1.782] and floats.usd_per_chip_hour.isna().tolist()[2]
    assert list(exact.usd_per_chip_hour) == [Decimal("2.97"), Decimal("1.782"), None]
    assert floats.earlier[1][0]["usd_per_chip_hour"] == 1.037476
    assert floats.earlier[1][0]["read_on"] == {
        "first": dt.date(2026, 1, 1),
        "last": dt.date(2026, 6, 30),
        "inferred": True,
    }
    assert rows.to_polars()["usd_per_chip_hour"].to_list() == [2.97, 1.782, None]
    assert rows.to_polars(prices="decimal")["usd_per_chip_hour"].to_list() == [Decimal("2.97"), Decimal("1.782"), None]
    for way in (rows.to_pandas, rows.to_polars):
        with pytest.raises(WrongUsage, match="prices is one of float, decimal, and is given as 'cents'"):
            way(prices="cents")


def test_polars_types():
    frame = tz.prices("v6e", "NL").to_polars("decimal")
    assert frame.schema["option"] == pl.Enum(tz.Option) and frame.schema["stale"] == pl.Boolean
    assert frame.schema["read_on_first"] == pl.Date and frame.schema["sources"] == pl.List(pl.String)
    assert frame.schema["usd_per_chip_hour"] == pl.Decimal(38, 12)
    reading = frame.schema["earlier"].inner
    assert dict(reading)["read_on"] == pl.Struct({"first": pl.Date, "last": pl.Date, "inferred": pl.Boolean})
    assert tz.plan("v6e", chips=8).to_polars().schema["kilometres"] == pl.Int64


def test_what_is_missing_stays_missing():
    rows = tz.history("v5p")
    frame = rows.to_pandas()
    assert frame.zone.isna().sum() == sum(row.zone is None for row in rows) > 0
    assert frame.before_first.isna().sum() == sum(row.before is None for row in rows) > 0
    assert str(tz.plan("v6e", chips=8).to_pandas().kilometres.dtype) == "Int64"
    assert tz.plan("v6e", chips=8).to_pandas().kilometres.isna().all()


def test_a_word_of_a_newer_snapshot_is_one_more_category():
    one = tz.offerings("v6e", "NL").one().__replace__(evidence="proven")
    rows = tz.Rows([one], record=tz.Offering)
    assert list(rows.to_pandas().evidence.cat.categories) == [*tz.Evidence, "proven"]
    assert rows.to_polars()["evidence"].to_list() == ["proven"]


def test_hostile_text_is_kept_as_it_is():
    rows = tz.Rows([tz.Note(code="x", text=LONG)], record=tz.Note)
    assert rows.to_pandas().text[0] == LONG == rows.to_polars()["text"][0]
    assert "alert" in rows.to_pandas().to_html(escape=True) and "<script" not in rows.to_pandas().to_html(escape=True)


@pytest.mark.parametrize(("library", "extra"), [("pandas", "notebook"), ("polars", "polars")])
def test_a_missing_library_says_the_line_that_installs_it(library, extra, monkeypatch):
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(tz.MissingExtra) as error:
        getattr(tz.zones("v6e"), f"to_{library}")()
    assert str(error.value) == f"{library} is not installed: pip install 'tpu-zones[{extra}]'"
    assert isinstance(error.value, ImportError)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (
            "raise ImportError('libfreetype.so.6: cannot open shared object file')",
            "ImportError: libfreetype.so.6: cannot",
        ),
        ("import no_such_part", "ModuleNotFoundError: No module named 'no_such_part'"),
    ],
)
def test_a_broken_library_says_itself_what_it_lacks(text, error, tmp_path):
    (tmp_path / "pandas.py").write_text(text)
    ran = python(
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\nimport tpu_zones as tz; tz.zones('v6e').to_pandas()"
    )
    assert ran.err.splitlines()[-1].startswith(error)
    assert "pip install" not in ran.err


def test_polars_needs_no_other_library():
    ran = python(
        "import sys; sys.modules['pyarrow'] = sys.modules['pandas'] = None\n"
        "import tpu_zones as tz; print(tz.prices('v6e', 'NL').to_polars().shape)"
    )
    assert ran.out.strip() == "(7, 17)", ran.err
