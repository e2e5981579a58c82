"""Google's APIs as recorded: replies from `fixtures/http`, and what asks for them without a network."""

import datetime as dt
import json
from typing import Any

import httpx
from support import FIXTURES

from tpu_zones.facts.index import Index
from tpu_zones.facts.load import bundled
from tpu_zones.update._http import Http, Session
from tpu_zones.update.credentials import Credential
from tpu_zones.update.replies import Reply
from tpu_zones.update.settings import Settings
from tpu_zones.update.sources import named
from tpu_zones.update.sources.base import Fetched, Known

TOKEN = "ya29.never-shown"  # noqa: S105 it opens nothing
DAY = dt.date(2026, 12, 5)
INDEX = Index(bundled())
SETTINGS = Settings(project="example-project")
COMPUTE = "https://compute.googleapis.com/compute/v1/projects/example-project/aggregated/machineTypes"
LOCATIONS = "https://tpu.googleapis.com/v2/projects/example-project/locations"
SKUS = "https://cloudbilling.googleapis.com/v1/services/6F81-5844-456A/skus"
OLD_SKUS = "https://cloudbilling.googleapis.com/v1/services/E000-3F24-B8AA/skus"


def raw(name: str) -> bytes:
    return (FIXTURES / "http" / name).read_bytes()


def load(name: str) -> Any:
    return json.loads(raw(name))


def reply(name: str, status: int = 200, **headers: str) -> httpx.Response:
    date = {"Date": "Sat, 05 Dec 2026 10:00:00 GMT"}
    return httpx.Response(status, content=raw(name), headers={**date, "Content-Type": "application/json", **headers})


def refused(name: str) -> httpx.Response:
    """An error as recorded; its file's name begins with its status."""
    return reply(name, int(name.split("_")[1]))


def answer(data: Any, status: int = 200) -> httpx.Response:
    return httpx.Response(status, json=data, headers={"Date": "Sat, 05 Dec 2026 10:00:00 GMT"})


class Asked:
    """A source, asked once: what it fetched, and how long it was made to wait."""

    def __init__(self, source: str, known: Known | None = None, settings: Settings = SETTINGS) -> None:
        self.waits: list[float] = []
        one = named(source)
        noon = dt.datetime(2026, 12, 5, 12, tzinfo=dt.UTC)
        session = Session(600, floor=dt.date(2026, 11, 30), sleep=self.waits.append, now=lambda: noon)
        credential = Credential(lambda: {"Authorization": f"Bearer {TOKEN}"})
        http = Http(session, one.address(settings), credential)
        try:
            self.fetched: Fetched = one.fetch(http, known or Known(INDEX), settings)
        finally:
            session.close()

    @staticmethod
    def of(source: str, http: Http, known: Known | None = None) -> Fetched:
        """What a source makes of what an `Http` gives it."""
        return named(source).fetch(http, known or Known(INDEX), SETTINGS)


def ask(source: str, known: Known | None = None, settings: Settings = SETTINGS) -> Fetched:
    return Asked(source, known, settings).fetched


class Canned(Http):
    """What answers from memory: the body that `body(url, params)` returns."""

    def __init__(self, body: Any) -> None:
        super().__init__(Session(600, floor=DAY), "https://example.com/")
        self._given = body

    def get(self, url: str, *, params: Any = None, **_: Any) -> Reply:
        return Reply(url, 200, {}, self._given(url, dict(params or {})), DAY)


def pairs(fetched: Fetched) -> dict[tuple[str, str], tuple[str, ...]]:
    """Sizes by generation and zone."""
    return {(one.generation, one.zone or ""): one.sizes for one in fetched.claims}
