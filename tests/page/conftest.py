"""A real Chromium, one for all tests of the page, and the page as a file."""

import datetime as dt

import pytest
from chromium import Look, chromium

from tpu_zones.facts.catalog import Catalog
from tpu_zones.page.build import availability_page


@pytest.fixture(scope="session")
def browser():
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def catalog():
    return Catalog.bundled(today=dt.date(2026, 12, 1))


@pytest.fixture(scope="session")
def html(catalog):
    return availability_page(catalog=catalog)


@pytest.fixture(scope="session")
def address(html, tmp_path_factory):
    """Where the page lies on the disk."""
    file = tmp_path_factory.mktemp("page") / "availability.html"
    file.write_text(html, "utf-8")
    return file.as_uri()


@pytest.fixture
def look(browser, address):
    """Open a look at the page: `look(width=320, scheme="dark")`."""
    opened = []

    def new(width=1280, height=900, scheme="light", at=address, **more):
        context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme, **more)
        opened.append(context)
        return Look(context.new_page(), at)

    yield new
    for context in opened:
        context.close()
