"""A real Chromium, one for all tests of the page, and the page as a file."""

import datetime as dt

import pytest
from playwright.sync_api import sync_playwright
from support import program

from tpu_zones.facts.catalog import Catalog
from tpu_zones.page.build import availability_page

FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync"
).split()


@pytest.fixture(scope="session")
def browser():
    """Debian's Chromium, or Chrome; `.ci/run` installs one, as a page that nobody looked at is not known to work."""
    path = program("chromium", "chromium-browser", "google-chrome", package="chromium")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield chromium
        chromium.close()


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


class Look:
    """The page as somebody sees it."""

    def __init__(self, page, address):
        self.page, self.address = page, address
        self.said, self.asked = [], []
        page.on("console", lambda message: self.said.append(message.text))
        page.on("pageerror", lambda error: self.said.append(str(error)))
        page.on("request", lambda request: self.asked.append(request.url.partition("#")[0]))

    def go(self, fragment=""):
        """Open the page with a question in its address."""
        self.page.goto(self.address + fragment)
        self.ready()
        return self

    def ready(self):
        """Wait until the question in the address is shown in full."""
        self.page.wait_for_function("() => document.body.dataset.ready === (location.hash || '#')")

    def ask(self, fragment):
        """Put another question into the address."""
        self.page.evaluate("hash => { location.hash = hash }", fragment)
        self.ready()

    @property
    def zones(self):
        """The zones that can be seen, from top to bottom."""
        return self.page.eval_on_selector_all(
            "#matrix tbody tr", "rows => rows.filter(row => row.checkVisibility()).map(row => row.dataset.zone)"
        )

    @property
    def cells(self):
        """The cells that answer the question."""
        tiles = "#matrix tbody tr:not([hidden]) td:not([hidden]) .tile:not(.out)"
        return self.page.eval_on_selector_all(tiles, "tiles => tiles.map(tile => tile.dataset.cell)")

    @property
    def hash(self):
        return self.page.evaluate("decodeURIComponent(location.hash)")

    def text(self, selector):
        return self.page.inner_text(selector)


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
