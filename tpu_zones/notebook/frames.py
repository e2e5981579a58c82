"""Answers as data frames: one column a field, with the type of the field, also where there is no row.

Texts are strings, words of the field are categories in their own order, whole numbers and yes/no can be missing,
several values are lists. A Period is three columns: `seen_first` and `seen_last` are dates, `seen_inferred` is
whether the source has no date of its own.
"""

import datetime as dt
from decimal import Decimal
from enum import Enum
from types import UnionType
from typing import TYPE_CHECKING, Any, get_args, get_origin

from tpu_zones.errors import WrongUsage, shown
from tpu_zones.notebook.extras import library
from tpu_zones.records.period import Period
from tpu_zones.records.rows import Rows

if TYPE_CHECKING:
    import pandas
    import polars

    Column = tuple[str, Any, list[Any]]

FORMS = ("float", "decimal")
_SCALE = 12
"""Digits behind the point of a polars decimal: more than any price has, so that frames can be joined."""
_DAYS = ("newest_day",)
"""Texts that are a date."""


def to_pandas(rows: "Rows[Any]", prices: str) -> "pandas.DataFrame":
    """Return the rows as a pandas data frame; its `attrs` hold `evidence_date` and `notes`."""
    pd = library("pandas", "notebook")
    exact = _exact(prices)
    columns = {
        name: pd.Series(values, dtype=_pandas_type(pd, kind, values, exact), name=name)
        for name, kind, values in _columns(rows, exact)
    }
    frame: pandas.DataFrame = pd.DataFrame(columns)
    frame.attrs["evidence_date"] = rows.evidence_date and rows.evidence_date.isoformat()
    frame.attrs["notes"] = [str(note) for note in rows.notes]
    return frame


def to_polars(rows: "Rows[Any]", prices: str) -> "polars.DataFrame":
    """Return the rows as a polars data frame."""
    pl = library("polars", "polars")
    exact = _exact(prices)
    columns = _columns(rows, exact)
    series = [pl.Series(name, values, dtype=_polars_type(pl, kind, values, exact)) for name, kind, values in columns]
    frame: polars.DataFrame = pl.DataFrame(series)
    return frame


def _exact(prices: str) -> bool:
    if prices not in FORMS:
        raise WrongUsage(f"prices is one of {', '.join(FORMS)}, and is given as {shown(prices)}")
    return prices == "decimal"


def _columns(rows: "Rows[Any]", exact: bool) -> "list[Column]":
    """Return name, type and values of each column; a Period makes three."""
    columns: list[Column] = []
    for name in rows.columns:
        kind = _kind(rows.record.__annotations__[name])
        values = [getattr(row, name) for row in rows]
        if kind is Period:
            for part, part_kind in Period.__annotations__.items():
                columns.append((f"{name}_{part}", part_kind, [one and getattr(one, part) for one in values]))
        elif name in _DAYS:
            columns.append((name, dt.date, [one and dt.date.fromisoformat(one) for one in values]))
        else:
            columns.append((name, kind, [_plain(one, exact) for one in values]))
    return columns


def _kind(kind: Any) -> Any:
    """Return a type without its None."""
    if get_origin(kind) is UnionType:
        return next(part for part in get_args(kind) if part is not type(None))
    return kind


def _plain(value: object, exact: bool) -> object:
    """Return a value of Python's own types: lists, dicts, texts, numbers, dates."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Decimal):
        return value if exact else float(value)
    if isinstance(value, tuple):
        return [_plain(one, exact) for one in value]
    if hasattr(type(value), "__slots__") and hasattr(type(value), "__annotations__"):
        return {name: _plain(getattr(value, name), exact) for name in type(value).__annotations__}
    return value


def _words(kind: "type[Enum]", values: "list[Any]") -> list[str]:
    """Return the words of an enumeration in their order, then those of a newer snapshot."""
    return list(dict.fromkeys([*(str(one.value) for one in kind), *(one for one in values if one is not None)]))


def _is_word(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Enum)


def _pandas_type(pd: Any, kind: Any, values: "list[Any]", exact: bool) -> Any:
    if _is_word(kind):
        return pd.CategoricalDtype(_words(kind, values))
    if kind is Decimal:
        return object if exact else "float64"
    return {str: "string", int: "Int64", bool: "boolean", float: "float64", dt.date: "datetime64[us]"}.get(kind, object)


def _polars_type(pl: Any, kind: Any, values: "list[Any]", exact: bool) -> Any:
    if _is_word(kind):
        return pl.Enum(_words(kind, values))
    if kind is Decimal:
        return pl.Decimal(38, _SCALE) if exact else pl.Float64
    if get_origin(kind) is tuple:
        several = [one for value in values if value is not None for one in value]
        return pl.List(_polars_type(pl, _kind(get_args(kind)[0]), several, exact))
    simple = {str: pl.String, int: pl.Int64, bool: pl.Boolean, float: pl.Float64, dt.date: pl.Date}
    if kind in simple:
        return simple[kind]
    if not hasattr(kind, "__slots__"):
        return pl.Object
    fields = {
        name: _polars_type(pl, _kind(part), [one[name] for one in values if one is not None], exact)
        for name, part in kind.__annotations__.items()
    }
    return pl.Struct(fields)
