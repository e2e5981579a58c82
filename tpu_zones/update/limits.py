"""The time of a refresh: how much of it is left, and which day it is."""

import datetime as dt
import time
from collections.abc import Callable
from email.utils import parsedate_to_datetime

from tpu_zones.update.faults import SourceFailed

_DAY = dt.timedelta(days=1)


class Limits:
    """A deadline, and two clocks: this machine's, and those of servers. `floor` is a day that is past for sure."""

    def __init__(
        self,
        seconds: float,
        *,
        floor: dt.date,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        now: Callable[[], dt.datetime] = lambda: dt.datetime.now(dt.UTC),
    ) -> None:
        self._clock, self._sleep, self.now = clock, sleep, now
        self._seconds, self._end, self._floor = seconds, clock() + seconds, floor

    def left(self) -> float:
        """Return the seconds until the deadline."""
        return self._end - self._clock()

    def wait(self, asked: float | None, otherwise: float, why: SourceFailed) -> None:
        """Wait before the next try as long as was asked, or raise `why` at once where the deadline comes first."""
        seconds = otherwise if asked is None else asked
        if seconds >= self.left():
            if asked is None:
                raise why
            text = f"{why}; it asks to wait {seconds:.0f} s, and {max(self.left(), 0):.0f} s are left (--timeout)"
            raise SourceFailed(why.code, text, status=why.status, reason=why.reason)
        self._sleep(seconds)

    def late(self) -> SourceFailed:
        """Return the error for a deadline that has passed."""
        return SourceFailed("timeout", f"it took longer than the {self._seconds:g} s that --timeout allows")

    def day(self, date: str | None) -> dt.date:
        """Return the day of a reply: the earlier of the server's and this machine's that can be true."""
        mine = self.now().astimezone(dt.UTC).date()
        try:
            theirs = parsedate_to_datetime(date).astimezone(dt.UTC).date() if date else mine
        except (ValueError, OverflowError):
            theirs = mine
        possible = [day for day in (mine, theirs) if day >= self._floor - _DAY]
        if not possible:
            text = f"this machine's clock says {mine}, before its data was put together ({self._floor}): set the clock"
            raise SourceFailed("clock", text)
        return min(possible)

    def clock_remark(self, date: dt.date) -> str | None:
        """Return what is to be said where this machine's clock differs from the day that was taken."""
        mine = self.now().astimezone(dt.UTC).date()
        if abs(mine - date) <= _DAY:
            return None
        return f"this machine's clock says {mine}, the server {date}: the server's day was taken"
