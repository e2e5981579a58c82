import datetime as dt

import pytest

from tpu_zones import Period


def period(first, last=None, **more):
    return Period(first=dt.date.fromisoformat(first), last=dt.date.fromisoformat(last or first), **more)


@pytest.mark.parametrize(
    ("first", "last", "text"),
    [
        ("2026-08-10", "2026-08-10", "2026-08-10"),
        ("2026-08-01", "2026-08-31", "2026-08"),
        ("2025-11-01", "2026-02-28", "2025-11/2026-02"),
        ("2024-02-01", "2024-02-29", "2024-02"),
        ("2026-01-01", "2026-12-31", "2026"),
        ("2020-01-01", "2021-12-31", "2020/2021"),
        ("2026-08-10", "2026-08-19", "2026-08-10/2026-08-19"),
        ("2026-02-01", "2026-02-27", "2026-02-01/2026-02-27"),
    ],
)
def test_text_is_as_coarse_as_the_statement(first, last, text):
    assert str(period(first, last)) == text


def test_exact_is_dated_within_a_month_by_its_source():
    assert period("2026-08-10", "2026-08-19").exact
    assert not period("2026-07-01", "2026-08-31").exact
    assert not period("2026-08-01", "2026-08-31", inferred=True).exact


def test_only_one_named_day_is_a_day():
    assert period("2026-08-10").day == dt.date(2026, 8, 10)
    assert period("2026-08-10", "2026-08-19").day is None
    assert period("2026-08-10", inferred=True).day is None


def test_the_newer_of_two_is_the_one_that_can_be_no_older():
    assert period("2026-08-12").age > period("2026-01-01", "2026-11-30").age
