"""Numbers that people write: counts and hours, taken exactly as written or refused in one sentence."""

from decimal import Decimal, InvalidOperation

from tpu_zones.errors import WrongUsage, shown
from tpu_zones.facts.ask import whole

MOST = 1_000_000_000
CENT = Decimal("0.01")
LEAST_HOURS = Decimal("0.0001")
"""About a third of a second: TPUs are billed by the second at the finest."""
_SHOWN = 40


def count(what: str, value: int | None) -> int | None:
    """Return a whole number from 1; None where none is given.

    >>> count("chips", 100)
    100
    """
    if value is None:
        return None
    number = whole(value)
    if number is None or not 1 <= number <= MOST:
        raise WrongUsage(f"{what} must be a whole number from 1 to {MOST:,}, and is {shown(value, _SHOWN)}")
    return number


def duration(value: float | str | Decimal) -> Decimal:
    """Return a number of hours.

    >>> duration("1.50"), duration(24)
    (Decimal('1.5'), Decimal('24'))
    """
    try:
        hours = Decimal("NaN") if isinstance(value, bool) else Decimal(str(value))
    except (InvalidOperation, ValueError):  # the second: an int of thousands of digits
        hours = Decimal("NaN")
    if not hours.is_finite() or not LEAST_HOURS <= hours <= MOST:
        raise WrongUsage(f"hours must be a number from {LEAST_HOURS} to {MOST:,}, and is {shown(value, _SHOWN)}")
    return tidy(hours)


def money(amount: Decimal) -> Decimal:
    """Return an amount with all its figures, and two at the least behind the point.

    >>> money(Decimal("4.2000")), money(Decimal("1.23450"))
    (Decimal('4.20'), Decimal('1.2345'))
    """
    cents = amount.quantize(CENT)
    return cents if cents == amount else tidy(amount)


def tidy(number: Decimal) -> Decimal:
    """Return a number without trailing zeros and without an exponent."""
    return Decimal(format(number.normalize(), "f"))
