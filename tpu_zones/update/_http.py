"""The way out: the only module that knows httpx. Bounded in time, size, tries and hosts.

Sync to its callers; requests of one refresh share a pool of at most ten connections, and may be made from
several threads. Nothing here logs, and no message holds a query, a user name, a header or a body.
"""

import datetime as dt
import random
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from email.utils import parsedate_to_datetime
from typing import Any, TypeVar
from urllib.parse import urljoin

import httpx

from tpu_zones.update.addresses import of_google, origin, safe, shown
from tpu_zones.update.bodies import SIZE_CAP, Unpacker
from tpu_zones.update.credentials import Credential
from tpu_zones.update.faults import SourceFailed
from tpu_zones.update.limits import Limits
from tpu_zones.update.refusals import refusal
from tpu_zones.update.replies import Reply
from tpu_zones.version import __version__

T = TypeVar("T")
R = TypeVar("R")

TRIES = 3
CONNECTIONS = 10
CONNECT, READ = 10.0, 20.0
"""Seconds for a connection, and for the next bytes of a reply."""
REDIRECTS = 5
_PASSING = (408, 429, 500, 502, 503, 504)


class Session(Limits):
    """What the requests of one refresh share: the pool of connections, the deadline, the clocks."""

    def __init__(
        self,
        seconds: float,
        *,
        floor: dt.date,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        now: Callable[[], dt.datetime] = lambda: dt.datetime.now(dt.UTC),
    ) -> None:
        super().__init__(seconds, floor=floor, clock=clock, sleep=sleep, now=now)
        self._client: httpx.Client | None = None
        self._lock = threading.Lock()

    @property
    def client(self) -> httpx.Client:
        """The pool of connections, made when first needed: proxies and certificates are the environment's."""
        with self._lock:
            if self._client is None:
                try:
                    self._client = httpx.Client(
                        follow_redirects=False,
                        limits=httpx.Limits(max_connections=CONNECTIONS, max_keepalive_connections=CONNECTIONS),
                        headers={"User-Agent": f"tpu-zones/{__version__}", "Accept-Encoding": "gzip"},
                    )
                except (OSError, ValueError, ImportError) as error:  # a bad SSL_CERT_FILE, a bad proxy
                    raise SourceFailed(
                        "tls", f"the environment's proxy or certificates cannot be used: {error}"
                    ) from None
            return self._client

    def close(self) -> None:
        """Close the connections."""
        with self._lock:
            if self._client is not None:
                self._client.close()

    def timeout(self) -> httpx.Timeout:
        """Return the time-outs of one request, none longer than what is left."""
        left = self.left()
        if left <= 0:
            raise self.late()
        return httpx.Timeout(connect=min(CONNECT, left), read=min(READ, left), write=min(READ, left), pool=left)


class Http:
    """One source's way out. Credentials are added to requests to the origin of `base`, and to no other."""

    def __init__(
        self,
        session: Session,
        base: str,
        credential: Credential | None = None,
        progress: Callable[[int, int | None], None] | None = None,
    ) -> None:
        self._session, self._origin, self._credential = session, origin(base), credential
        self._progress = progress
        self._lock = threading.Lock()
        self._done = 0
        self._expected: int | None = None
        self.requests = 0
        self.remarks: list[str] = []

    def get(
        self,
        url: str,
        *,
        params: Mapping[str, str] | Sequence[tuple[str, str]] | None = None,
        validators: Mapping[str, str] | None = None,
        accept: str = "application/json",
        headers: Mapping[str, str] | None = None,
    ) -> Reply:
        """Return the reply to a request: 200, or with `validators` 304. `SourceFailed` for all else.

        What may pass is tried three times: no connection, a cut body, 408, 429, 500 to 504, Google's 403
        that means a rate. Redirects are followed inside the host, and between hosts of google.com where no
        credentials are sent.
        """
        renewed = False
        for attempt in range(1, TRIES + 1):
            try:
                reply = self._follow(url, params, {"Accept": accept, **(headers or {}), **(validators or {})})
                if reply.not_modified and not validators:
                    raise SourceFailed(
                        "status", f"{shown(url)} answered 304 though nothing was known of it", status=304
                    )
                self.advance()
                return reply
            except _Passing as passing:
                if attempt == TRIES:
                    raise passing.failed from None
                wait, failed = passing.wait, passing.failed
            except SourceFailed as error:
                if error.status != 401 or renewed or not (self._credential and self._credential.renew()):
                    raise
                renewed = True
                continue
            self._session.wait(wait, 2 ** (attempt - 1) * random.uniform(0.5, 1), failed)  # noqa: S311
        raise SourceFailed("status", f"{shown(url)} does not take the credentials", status=401)

    def each(self, function: Callable[[T], R], items: Iterable[T], at_once: int = 8) -> list[R]:
        """Return the results of a function for each item, in order, several at once; the first error is raised."""
        waiting = list(enumerate(items))
        self.expect(len(waiting))
        results: dict[int, R] = {}
        errors: list[BaseException] = []

        def work() -> None:
            while not errors:
                with self._lock:
                    if not waiting:
                        return
                    number, item = waiting.pop(0)
                try:
                    results[number] = function(item)
                except BaseException as error:  # raised below, in the caller's thread
                    errors.append(error)

        threads = [threading.Thread(target=work, daemon=True) for _ in range(min(at_once, len(waiting)))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(max(self._session.left(), 0) + 1)
        if errors:
            raise errors[0]
        if any(thread.is_alive() for thread in threads):
            raise self._session.late()
        return [results[number] for number in sorted(results)]

    def expect(self, requests: int) -> None:
        """Say how many requests are still to come, for the progress bar."""
        with self._lock:
            self._expected = self._done + requests
        self.advance(0)

    def advance(self, by: int = 1) -> None:
        """Say that a request is done."""
        with self._lock:
            self._done += by
            self.requests += by
        if self._progress:
            self._progress(self._done, self._expected)

    def _follow(self, url: str, params: Any, headers: Mapping[str, str]) -> Reply:
        """Return the reply at the end of the redirects."""
        asked = shown(url)
        for _ in range(REDIRECTS + 1):
            target = self._once(url, params, headers)
            if isinstance(target, Reply):
                target.address = asked
                return target
            onwards = urljoin(url, target)
            if not safe(onwards):
                raise SourceFailed("redirect", f"{shown(url)} redirects to {shown(onwards)}, which is not https")
            if origin(onwards) != origin(url) and not (of_google(url) and of_google(onwards) and not self._credential):
                text = f"{shown(url)} redirects to another host, {shown(onwards)}: it was not followed"
                raise SourceFailed("redirect", text)
            url, params = onwards, None
        raise SourceFailed("redirect", f"{shown(url)} redirects more than {REDIRECTS} times")

    def _once(self, url: str, params: Any, headers: Mapping[str, str]) -> "Reply | str":
        """Return the reply to one request, or where it redirects to."""
        if not safe(url):
            raise SourceFailed("status", f"{shown(url)} is not https")
        sent = {**headers}
        if self._credential and origin(url) == self._origin:
            sent.update(self._credential.headers())
        client, timeout = self._session.client, self._session.timeout()
        try:
            with client.stream("GET", url, params=params, headers=sent, timeout=timeout) as response:
                if response.is_redirect and "location" in response.headers:
                    return response.headers["location"]
                body = self._body(response, url)
        except httpx.HTTPError as error:
            raise self._fault(error, url) from None
        except (httpx.InvalidURL, UnicodeError) as error:
            raise SourceFailed("offline", f"{shown(url)} cannot be asked: {error}") from None
        if response.status_code in (200, 304):
            day = self._session.day(response.headers.get("date"))
            if (remark := self._session.clock_remark(day)) and remark not in self.remarks:
                self.remarks.append(remark)
            return Reply(url, response.status_code, response.headers, body, day)
        failed = refusal(response.status_code, body, shown(url))
        if response.status_code in _PASSING or failed.code == "busy":
            raise _Passing(failed, self._asked_to_wait(response, failed)) from None
        raise failed

    def _fault(self, error: httpx.HTTPError, url: str) -> "SourceFailed | _Passing":
        """Return what an error of the transport is here."""
        if isinstance(error, httpx.TimeoutException):
            if self._session.left() <= 0:
                return self._session.late()
            what = "no connection" if isinstance(error, httpx.ConnectTimeout | httpx.PoolTimeout) else "no answer"
            return _Passing(SourceFailed("timeout", f"{what} from {shown(url)} in time"))
        if isinstance(error, httpx.ConnectError):
            if "certificate" in str(error).lower() or "ssl" in str(error).lower():
                return SourceFailed("tls", f"{shown(url)} cannot be trusted: {error}")
            return _Passing(SourceFailed("offline", f"no connection to {shown(url)}: {error}"))
        if isinstance(error, httpx.UnsupportedProtocol):
            return SourceFailed("offline", f"{shown(url)} cannot be asked: {error}")
        what = str(error) or type(error).__name__
        return _Passing(SourceFailed("cut-off", f"the connection to {shown(url)} broke: {what}"))

    def _body(self, response: httpx.Response, url: str) -> bytes:
        """Return the unpacked body, read no further than the cap and the deadline allow."""
        length = response.headers.get("content-length", "")
        if length.isdecimal() and int(length[:20]) > SIZE_CAP:
            raise too_large(url)
        unpacker = Unpacker(response.headers.get("content-encoding", ""))
        read = 0
        for chunk in response.iter_raw():  # as it comes: a chunk size would make it wait for so many bytes
            read += len(chunk)
            if read > SIZE_CAP or not unpacker.feed(chunk):
                raise too_large(url)
            if self._session.left() <= 0:
                raise self._session.late()
        if not unpacker.whole and response.status_code != 304:
            raise _Passing(SourceFailed("cut-off", f"{shown(url)} answered with a body that is cut off or not gzip"))
        return bytes(unpacker.data)

    def _asked_to_wait(self, response: httpx.Response, failed: SourceFailed) -> float | None:
        """Return the seconds that a reply asks to wait; None: it does not say."""
        given = response.headers.get("retry-after", "").strip()
        if given.isdigit():
            return float(given[:9])
        if given:
            try:
                then = parsedate_to_datetime(given)
                return max((then - self._session.now()).total_seconds(), 0.0)
            except (ValueError, TypeError, OverflowError):
                return None
        return getattr(failed, "wait", None)


class _Passing(Exception):
    """A fault that may pass."""

    def __init__(self, failed: SourceFailed, wait: float | None = None) -> None:
        super().__init__(str(failed))
        self.failed, self.wait = failed, wait


def too_large(url: str) -> SourceFailed:
    """Return the error for a body above the cap."""
    return SourceFailed("too-large", f"{shown(url)} answers with more than {SIZE_CAP // 2**20} MiB")


def google_request() -> Any:
    """Return what google-auth fetches tokens with: a plain client of its own, without redirects."""
    from importlib import import_module

    exceptions, transport = import_module("google.auth.exceptions"), import_module("google.auth.transport")
    client = httpx.Client(follow_redirects=False, timeout=10)

    class Request(transport.Request):  # type: ignore[name-defined, misc]
        def __call__(self, url: str, method: str = "GET", body: Any = None, headers: Any = None, **_: Any) -> Any:
            try:
                response = client.request(method, url, content=body, headers=headers)
            except httpx.HTTPError as error:
                raise exceptions.TransportError(type(error).__name__) from None
            return _Answer(response)

    return Request()


class _Answer:
    """A reply as google-auth reads it."""

    def __init__(self, response: httpx.Response) -> None:
        self.status, self.headers, self.data = response.status_code, response.headers, response.content
