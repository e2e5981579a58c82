"""The days that a statement covers."""

import datetime as dt

from tpu_zones.records.dataclass import dataclass

_DAY = dt.timedelta(days=1)


def _last_of_month(day: dt.date) -> bool:
    return (day + _DAY).day == 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """First and last day that a statement covers; fields may be added.

    >>> str(Period(first=dt.date(2025, 11, 1), last=dt.date(2026, 2, 28)))
    '2025-11/2026-02'
    >>> str(Period(first=dt.date(2026, 8, 10), last=dt.date(2026, 8, 10)))
    '2026-08-10'
    """

    first: dt.date
    last: dt.date
    inferred: bool = False
    """The source carries no date: the period was inferred from its contents."""

    @property
    def age(self) -> tuple[dt.date, dt.date]:
        """A sort key: of two periods the one that can be no older is the newer."""
        return self.first, self.last

    @property
    def exact(self) -> bool:
        """Whether the statement is dated by its source to a day or within one month."""
        return not self.inferred and self.first.replace(day=1) == self.last.replace(day=1)

    @property
    def day(self) -> dt.date | None:
        """The day, if the source names exactly one."""
        return self.last if self.first == self.last and not self.inferred else None

    def __str__(self) -> str:
        """ISO 8601, as coarse as the statement: a day, a month, a year, or first/last."""
        first, last = self.first, self.last
        if first == last:
            return first.isoformat()
        if first.day == 1 and _last_of_month(last):
            if (first.month, last.month) == (1, 12):
                years = (f"{first.year:04}", f"{last.year:04}")
                return years[0] if first.year == last.year else "/".join(years)
            months = (first.isoformat()[:7], last.isoformat()[:7])
            return months[0] if months[0] == months[1] else "/".join(months)
        return f"{first.isoformat()}/{last.isoformat()}"


def dated(period: Period) -> str:
    """Return the period as people read it: one that was inferred is an `about`."""
    return f"about {period}" if period.inferred else str(period)
