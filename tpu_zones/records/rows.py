"""The answer to a question: an immutable sequence of records, with notes."""

import datetime as dt

from tpu_zones.errors import NotOffered, WrongUsage
from tpu_zones.records.dataclass import dataclass
from tpu_zones.records.words import Answer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, SupportsIndex, TypeVar, overload

    import pandas
    import polars

    T_co = TypeVar("T_co", covariant=True)

    class _Tuple(tuple[T_co, ...]):
        """What `Rows` are, with the type of their records."""
else:  # importing `typing` would cost a third of an interpreter start
    Iterable = _Tuple = tuple
    Any = T_co = object


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A remark on an answer: a stable `code` (`records/codes.py` says what each means), and a `text` for people."""

    code: str
    text: str

    def __str__(self) -> str:
        return self.text


class Rows(_Tuple[T_co]):
    """Records that answer a question, equal to a tuple of the same records.

    `notes` say what the records do not; `evidence_date` is the newest exact day among the claims
    behind them (None: no exact day is known); `record` is the class of the records. `answer` is yes, no or
    unknown where the question has one answer as well (`versions` with a GKE version), else None.
    `pydantic.TypeAdapter(Rows[Zone])` writes them as JSON (`dump_json`) and reads them back (`validate_json`).

    >>> import tpu_zones
    >>> rows = tpu_zones.zones("v5p", within="Europe")
    >>> rows
    Rows(1 Zone: europe-west4-b)
    >>> rows == (rows[0],), rows.one().region, str(rows.evidence_date)
    (True, 'europe-west4', '2026-11-09')
    """

    notes: tuple[Note, ...]
    evidence_date: dt.date | None
    record: type
    answer: Answer | None

    def __new__(
        cls,
        records: Iterable[T_co] = (),
        *,
        record: type = object,
        notes: Iterable[Note] = (),
        evidence_date: dt.date | None = None,
        answer: Answer | None = None,
    ) -> "Rows[T_co]":
        """Take the records, and what is to be said of them."""
        self = super().__new__(cls, records)
        self.__dict__.update(record=record, notes=tuple(notes), evidence_date=evidence_date, answer=answer)
        return self

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, index: SupportsIndex) -> T_co: ...

        @overload
        def __getitem__(self, index: slice) -> "Rows[T_co]": ...

        def __getitem__(self, index: SupportsIndex | slice) -> "T_co | Rows[T_co]": ...
    else:

        def __getitem__(self, index):
            """Return one record, or for a slice `Rows` with the same notes."""
            found = super().__getitem__(index)
            return Rows(found, **self.__dict__) if isinstance(index, slice) else found

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse: an answer does not change."""
        raise AttributeError(f"Rows are immutable: {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        """Refuse: an answer does not change."""
        raise AttributeError(f"Rows are immutable: {name} cannot be deleted")

    def with_notes(self, notes: Iterable[Note]) -> "Rows[T_co]":
        """Return the same records with further notes."""
        return Rows(self, **{**self.__dict__, "notes": (*self.notes, *notes)})

    def one(self) -> T_co:
        """Return the only record; `NotOffered` if there is none, `WrongUsage` if there are several."""
        if len(self) == 1:
            return self[0]
        if not self:
            raise NotOffered("no row: " + ("; ".join(map(str, self.notes)) or "nothing matches"))
        raise WrongUsage(f"{len(self)} rows where one is wanted: {', '.join(map(_name, self[:5]))}")

    def to_records(self) -> list[dict[str, Any]]:
        """Return a dict a record, keyed by field, with the values as they are."""
        return [{name: getattr(row, name) for name in self.columns} for row in self]

    def to_pandas(self, prices: str = "float") -> "pandas.DataFrame":
        """Return a pandas data frame, one column a field and typed as it is; also without a row.

        A Period is three columns: `seen_first`, `seen_last`, `seen_inferred`. Enumerations are categories,
        several values lists. `attrs` of the frame hold `evidence_date` and `notes`. Raises `MissingExtra`
        where pandas is not installed.

        prices: float, or decimal: exact, as objects

        >>> import tpu_zones
        >>> frame = tpu_zones.prices("v6e", "NL", option="on-demand,spot").to_pandas()
        >>> frame.set_index("option").usd_per_chip_hour.to_dict()
        {'on-demand': 2.97, 'spot': 1.782}
        """
        from tpu_zones.notebook.frames import to_pandas

        return to_pandas(self, prices)

    def to_polars(self, prices: str = "float") -> "polars.DataFrame":
        """Return a polars data frame, one column a field and typed as it is; also without a row.

        A Period is three columns: `seen_first`, `seen_last`, `seen_inferred`. Enumerations are `Enum`, several
        values lists. Raises `MissingExtra` where polars is not installed.

        prices: float, or decimal: exact

        >>> import tpu_zones
        >>> tpu_zones.zones("v5p", "Europe").to_polars().select("zone", "eu").rows()
        [('europe-west4-b', True)]
        """
        from tpu_zones.notebook.frames import to_polars

        return to_polars(self, prices)

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the records' fields, also where there is no record."""
        return tuple(getattr(self.record, "__annotations__", ()))

    def __repr__(self) -> str:
        shown = ", ".join(map(_name, self[:3])) + (", ..." if len(self) > 3 else "")
        return f"Rows({len(self)} {self.record.__name__}{': ' + shown if shown else ''})"

    def __str__(self) -> str:
        """Return the table as text, the notes below it."""
        from tpu_zones.records.table import COLUMNS, plain_table

        filled = [name for name in self.columns if any(getattr(row, name) not in (None, ()) for row in self)]
        wanted = COLUMNS.get(self.record.__name__, "").split()
        shown = [name for name in wanted if name in filled and name != "notes"] or filled  # they are sentences
        lines = plain_table(shown, [[getattr(row, name) for name in shown] for row in self])
        if left_out := [name for name in filled if name not in shown]:
            lines.append(f"not shown: {', '.join(left_out)}")
        return "\n".join([*lines, *(f"note: {note}" for note in self.notes)]) or "no rows"

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        """Return how pydantic writes and reads rows: `TypeAdapter(Rows[Placement])`."""
        from tpu_zones.records.stored import schema

        return schema(source, handler)

    def _repr_html_(self) -> str:
        """Return the table as a notebook shows it."""
        from tpu_zones.notebook.html import answer_html

        return answer_html(self)


def _name(record: object) -> str:
    """Return a short name of a record: its own text, or its first field."""
    names = getattr(type(record), "__annotations__", ())
    return str(getattr(record, next(iter(names)))) if names and type(record).__str__ is object.__str__ else str(record)
