"""Lists that come in pages."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, TypeVar

from pydantic import TypeAdapter

from tpu_zones.update.addresses import shown
from tpu_zones.update.faults import SourceFailed
from tpu_zones.update.sources.payloads import Page

if TYPE_CHECKING:
    from tpu_zones.update._http import Http
    from tpu_zones.update.replies import Reply

P = TypeVar("P", bound=Page)
MOST = 1000
"""Pages of one list; the longest known has seven."""


def pages(
    http: "Http", url: str, params: Mapping[str, str], adapter: TypeAdapter[P], first: "Reply | None" = None
) -> Iterator[tuple[P, "Reply"]]:
    """Yield each page of a list with the reply that it came in; `first` is the first reply, if it is there."""
    asked, seen = dict(params), set()
    for _ in range(MOST):
        reply = first or http.get(url, params=asked)
        page = reply.json(adapter)
        token = page.next_page_token
        yield page, reply
        del page, reply  # a page can be large: not two at a time
        if not token:
            return
        if token in seen:
            break
        seen.add(token)
        first, asked = None, {**params, "pageToken": token}
    raise SourceFailed("shape", f"{shown(url)} has no last page")
