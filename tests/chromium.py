"""A real Chromium, and what somebody sees of the page in it."""

from contextlib import contextmanager

from playwright.sync_api import sync_playwright
from support import program

FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync"
).split()


@contextmanager
def chromium():
    """Debian's Chromium, or Chrome; `.ci/run` installs one, as a page that nobody looked at is not known to work."""
    path = program("chromium", "chromium-browser", "google-chrome", package="chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


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
