import datetime as dt

import pytest

import tpu_zones as tz
from tpu_zones.lint.rules import find
from tpu_zones.lint.rules.base import Ask

TODAY = dt.date(2026, 11, 30)


@pytest.fixture(scope="session")
def catalog():
    return tz.Catalog.bundled(today=TODAY)


@pytest.fixture(scope="session")
def findings(catalog):
    """Findings of a group of things, as records."""
    return lambda *things, **asked: find(things, Ask(catalog, **asked))


@pytest.fixture(scope="session")
def check(findings):
    """Findings of a group of things, as `TPZ311 error`."""
    return lambda *things, **asked: [f"{one.rule} {one.severity}" for one in findings(*things, **asked)]
