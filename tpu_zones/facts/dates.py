"""The newest exact day behind an answer: of its rows, else of the generation, else of all of them."""

import datetime as dt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from tpu_zones.facts.index import Index
    from tpu_zones.records.period import Period


def newest(days: "Iterable[dt.date | str | None]") -> dt.date | None:
    """Return the newest of days, None where there is none; those that tables compute are ISO 8601.

    >>> newest([None, "2026-08-10", dt.date(2026, 1, 31)])
    datetime.date(2026, 8, 10)
    """
    texts = [one if isinstance(one, str) else one.isoformat() for one in days if one]
    return dt.date.fromisoformat(max(texts)) if texts else None


def newest_day(read: "Iterable[Period | None]", *others: dt.date | None) -> dt.date | None:
    """Return the newest exact day of periods and of other days."""
    return newest([*(one.day for one in read if one), *others])


def of_generation(index: "Index", generation: str | None) -> dt.date | None:
    """Return the newest exact day among all claims on a generation, or on any."""
    asked = [index.generations[generation]] if generation else index.generations.values()
    return newest(one.newest_day for one in asked)
