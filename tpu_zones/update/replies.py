"""What a server answered."""

import datetime as dt
from collections.abc import Mapping
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

from tpu_zones.update.addresses import shown
from tpu_zones.update.faults import SourceFailed

T = TypeVar("T")

_KEPT = {"etag": "If-None-Match", "last-modified": "If-Modified-Since"}
"""Headers of a reply that make a later request conditional -> as they are sent back."""


class Reply:
    """What a server answered: 200 with a body, or 304 without one.

    `address` is what was asked, as data and messages may name it; `url` is where redirects ended.
    """

    __slots__ = ("_headers", "address", "body", "day", "status", "url")

    def __init__(self, url: str, status: int, headers: Mapping[str, str], body: bytes, day: dt.date) -> None:
        self.url, self.status, self.body, self.day = url, status, body, day
        self.address = shown(url)
        self._headers = headers

    @property
    def not_modified(self) -> bool:
        """Whether what was read before is still what the server has."""
        return self.status == 304

    @property
    def validators(self) -> dict[str, str]:
        """The headers that make a later request for the same conditional; tags are kept byte for byte."""
        return {sent: self._headers[got] for got, sent in _KEPT.items() if self._headers.get(got)}

    def text(self) -> str:
        """Return the body as text; `SourceFailed` for HTML, and for what is not UTF-8."""
        if _is_html(self.body):
            raise SourceFailed("shape", f"{self.address} answered with a web page: a login page or a proxy?")
        try:
            return self.body.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise SourceFailed("shape", f"{self.address} answered with something that is not text") from None

    def json(self, adapter: TypeAdapter[T]) -> T:
        """Return the body as pydantic validates it; `SourceFailed` for HTML, broken JSON and another shape."""
        if _is_html(self.body):
            raise SourceFailed("not-json", f"{self.address} answered with a web page: a login page or a proxy?")
        try:
            return adapter.validate_json(self.body)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            broken = first["type"] == "json_invalid"
            where = ".".join(map(str, first["loc"]))
            what = "broken or cut off JSON" if broken else f"JSON of another shape ({where or 'top'}: {first['msg']})"
            raise SourceFailed("not-json" if broken else "shape", f"{self.address} answered with {what}") from None


def _is_html(body: bytes) -> bool:
    return body[:1024].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<")
