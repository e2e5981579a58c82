"""The way out, against replies made up for it: every fault has its word, nothing waits, no secret leaves."""

import datetime as dt
import gzip
import json
import traceback

import httpx
import pytest
import respx
from pydantic import TypeAdapter
from support import FIXTURES

from tpu_zones.update._http import Http, Session
from tpu_zones.update.credentials import Credential
from tpu_zones.update.faults import SourceFailed

URL = "https://docs.cloud.google.com/tpu/docs/regions-zones.md.txt"
SECRET = "ya29.never-show-this-token"  # noqa: S105
FLOOR = dt.date(2026, 11, 30)
NOW = dt.datetime(2026, 12, 7, 12, 0, 20, tzinfo=dt.UTC)


class Clock:
    """Time that passes only when somebody sleeps."""

    def __init__(self):
        self.now, self.slept = 1000.0, []

    def __call__(self):
        return self.now

    def sleep(self, seconds):
        self.slept.append(seconds)
        self.now += seconds


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def web():
    with respx.mock(assert_all_called=False) as mock:
        yield mock


def http(clock, seconds=60.0, base=URL, credential=None, now=NOW, floor=FLOOR):
    session = Session(seconds, floor=floor, clock=clock, sleep=clock.sleep, now=lambda: now)
    return Http(session, base, credential)


def failed(call):
    with pytest.raises(SourceFailed) as error:
        call()
    text = "".join(traceback.format_exception(error.value)) + repr(error.value)
    assert SECRET not in text and "\n" not in str(error.value)
    return error.value


def token(renewed=None):
    tokens = [SECRET]

    def renew():
        tokens[:] = [renewed] if renewed else tokens
        return renewed is not None

    return Credential(lambda: {"Authorization": f"Bearer {tokens[0]}"}, renew)


def test_a_body_its_day_and_its_validators(web, clock):
    web.get(URL).respond(
        text="hello",
        headers={
            "ETag": "unquoted/=x",
            "Last-Modified": "Mon, 07 Dec 2026 10:00:00 GMT",
            "Date": "Mon, 07 Dec 2026 10:00:00 GMT",
        },
    )
    reply = http(clock).get(URL)
    assert (reply.status, reply.body, str(reply.day), reply.address) == (200, b"hello", "2026-12-07", URL)
    assert reply.validators == {"If-None-Match": "unquoted/=x", "If-Modified-Since": "Mon, 07 Dec 2026 10:00:00 GMT"}
    sent = web.calls[0].request.headers
    assert (
        sent["accept-encoding"] == "gzip"
        and sent["user-agent"].startswith("tpu-zones/")
        and "authorization" not in sent
    )


def test_validators_go_back_byte_for_byte_and_304_is_an_answer(web, clock):
    web.get(URL).respond(304)
    reply = http(clock).get(URL, validators={"If-None-Match": "unquoted/=x"})
    assert reply.not_modified and web.calls[0].request.headers["if-none-match"] == "unquoted/=x"


def test_304_though_nothing_was_known(web, clock):
    web.get(URL).respond(304)
    error = failed(lambda: http(clock).get(URL))
    assert (error.code, error.status, len(web.calls)) == ("status", 304, 1)


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (httpx.ConnectError("[Errno 111] Connection refused"), "offline"),
        (httpx.ConnectError("[Errno -2] Name or service not known"), "offline"),
        (httpx.ConnectTimeout(""), "timeout"),
        (httpx.ReadTimeout(""), "timeout"),
        (httpx.PoolTimeout(""), "timeout"),
        (httpx.RemoteProtocolError("peer closed connection without sending complete message body"), "cut-off"),
        (httpx.ReadError(""), "cut-off"),
        (httpx.ProxyError("407 Proxy Authentication Required"), "cut-off"),
    ],
)
def test_what_may_pass_is_tried_three_times(web, clock, fault, code):
    web.get(URL).mock(side_effect=fault)
    error = failed(lambda: http(clock).get(URL))
    assert (error.code, len(web.calls), len(clock.slept)) == (code, 3, 2)
    assert 0.5 <= clock.slept[0] <= 1 <= clock.slept[1] <= 2
    assert "docs.cloud.google.com" in str(error)


def test_a_certificate_that_is_wrong_is_asked_once(web, clock):
    web.get(URL).mock(side_effect=httpx.ConnectError("[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed"))
    error = failed(lambda: http(clock).get(URL))
    assert (error.code, len(web.calls)) == ("tls", 1)


def test_the_second_try_may_be_the_right_one(web, clock):
    web.get(URL).mock(side_effect=[httpx.ReadError(""), httpx.Response(200, text="ok")])
    assert http(clock).get(URL).body == b"ok"


@pytest.mark.parametrize("status", [500, 502, 503, 504, 408])
def test_servers_that_are_not_well(web, clock, status):
    web.get(URL).respond(status, html="<html><body>502. That's an error.</body></html>")
    error = failed(lambda: http(clock).get(URL))
    assert (error.code, error.status, len(web.calls)) == ("status", status, 3)
    assert "html" not in str(error)


@pytest.mark.parametrize(
    ("header", "slept"),
    [("7", 7.0), ("Mon, 07 Dec 2026 12:00:30 GMT", 10.0), ("Mon, 07 Dec 2026 11:00:00 GMT", 0.0)],
)
def test_retry_after(web, clock, header, slept):
    web.get(URL).mock(side_effect=[httpx.Response(429, headers={"Retry-After": header}), httpx.Response(200)])
    assert http(clock).get(URL).status == 200
    assert clock.slept == [slept]


@pytest.mark.parametrize("header", ["soon", "-1", "1e9", ""])
def test_retry_after_that_says_nothing(web, clock, header):
    web.get(URL).mock(side_effect=[httpx.Response(429, headers={"Retry-After": header}), httpx.Response(200)])
    http(clock).get(URL)
    assert 0.5 <= clock.slept[0] <= 1


def test_429_without_a_word(web, clock):
    web.get(URL).respond(429)
    error = failed(lambda: http(clock).get(URL))
    assert (error.code, error.status, len(web.calls)) == ("busy", 429, 3)


def test_a_wait_beyond_the_deadline_is_refused_at_once(web, clock):
    web.get(URL).respond(429, headers={"Retry-After": "3600"})
    error = failed(lambda: http(clock, seconds=30).get(URL))
    assert clock.slept == [] and "3600 s" in str(error) and "--timeout" in str(error)


def test_the_deadline_is_for_all_tries(web, clock):
    def slow(request):
        clock.now += 25
        raise httpx.ReadTimeout("")

    web.get(URL).mock(side_effect=slow)
    error = failed(lambda: http(clock, seconds=40).get(URL))
    assert (error.code, len(web.calls)) == ("timeout", 2) and "40 s" in str(error)


def google(name):
    return json.loads((FIXTURES / "http" / f"errors_{name}.json").read_text("utf-8"))


@pytest.mark.parametrize(
    ("name", "status", "code", "reason", "said"),
    [
        ("401_access_token_expired", 401, "credentials", "ACCESS_TOKEN_EXPIRED", "log in again"),
        ("401_unauthenticated", 401, "credentials", "CREDENTIALS_MISSING", "credentials"),
        ("403_service_disabled", 403, "denied", "SERVICE_DISABLED", "gcloud services enable tpu.googleapis.com"),
        ("403_service_disabled_compute", 403, "denied", "SERVICE_DISABLED", "gcloud services enable"),
        ("403_permission_denied", 403, "denied", "IAM_PERMISSION_DENIED", "permission"),
        ("403_location_policy_violated", 403, "denied", "LOCATION_POLICY_VIOLATED", "not open to this project"),
        ("403_location_unauthorized_legacy", 403, "denied", "LOCATION_POLICY_VIOLATED", "not open to this project"),
        ("403_user_project_denied", 403, "denied", "USER_PROJECT_DENIED", "serviceusage.services.use"),
        ("404_not_found_tpu", 404, "status", None, "nothing at this address"),
        ("400_invalid_argument_tpu", 400, "status", None, "does not understand"),
        ("400_unknown_query_parameter", 400, "status", None, "does not understand"),
    ],
)
def test_what_google_refuses_is_said_with_its_cure_and_asked_once(web, clock, name, status, code, reason, said):
    web.get(URL).respond(status, json=google(name))
    error = failed(lambda: http(clock).get(URL))
    assert (error.code, error.status, error.reason, len(web.calls)) == (code, status, reason, 1)
    assert said in str(error)


def test_403_that_means_a_rate_waits_for_the_next_minute(web, clock):
    web.get(URL).mock(
        side_effect=[httpx.Response(403, json=google("403_compute_rate_limit_exceeded")), httpx.Response(200)]
    )
    http(clock, seconds=90).get(URL)
    assert 0 < clock.slept[0] <= 60


def test_429_says_when(web, clock):
    body = google("429_resource_exhausted_with_retry_info")
    delay = next(one["retryDelay"] for one in body["error"]["details"] if "retryDelay" in one)
    web.get(URL).mock(side_effect=[httpx.Response(429, json=body), httpx.Response(200)])
    http(clock).get(URL)
    assert clock.slept == [float(delay.removesuffix("s"))]


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b'{"error": 5}', b'{"error": {"details": [{"reason": 7}]}}', b"<html>"]
)
def test_errors_of_any_shape(web, clock, body):
    web.get(URL).respond(403, content=body)
    assert failed(lambda: http(clock).get(URL)).code == "denied"


def test_redirects(web, clock):
    web.get(URL).respond(301, headers={"Location": "/tpu/docs/new.md.txt"})
    web.get("https://docs.cloud.google.com/tpu/docs/new.md.txt").respond(
        302, headers={"Location": "https://cloud.google.com/moved"}
    )
    web.get("https://cloud.google.com/moved").respond(text="here")
    reply = http(clock).get(URL)
    assert (reply.body, reply.address, reply.url) == (b"here", URL, "https://cloud.google.com/moved")


@pytest.mark.parametrize(
    ("to", "said"),
    [
        ("https://evil.example/x", "redirects to another host, https://evil.example/x"),
        ("https://google.com.evil.example/x", "another host"),
        ("https://evilgoogle.com/x", "another host"),
        ("http://docs.cloud.google.com/x", "not https"),
        ("file:///etc/passwd", "not https"),
        ("//evil.example/x", "another host"),
        ("https://docs.cloud.google.com:8443/x", "another host"),
    ],
)
def test_redirects_that_lead_away(web, clock, to, said):
    web.get(URL).respond(302, headers={"Location": to})
    error = failed(lambda: http(clock).get(URL))
    assert error.code == "redirect" and said in str(error) and len(web.calls) == 1


def test_redirects_that_never_end(web, clock):
    web.get(URL).respond(302, headers={"Location": URL})
    error = failed(lambda: http(clock).get(URL))
    assert error.code == "redirect" and "more than 5 times" in str(error)


def test_credentials_stay_at_home(web, clock):
    home, away = "https://compute.googleapis.com/compute/v1/x", "https://storage.googleapis.com/x"
    web.get(home).respond(302, headers={"Location": "https://cloud.google.com/x"})
    web.get("https://cloud.google.com/x").respond(200)
    web.get(away).respond(200)
    way = http(clock, base=home, credential=token())
    assert failed(lambda: way.get(home)).code == "redirect"
    way.get(away)
    assert [SECRET in str(call.request.headers.raw) for call in web.calls] == [True, False]


def test_401_renews_once(web, clock):
    expired = httpx.Response(401, json=google("401_access_token_expired"))
    web.get(URL).mock(side_effect=[expired, httpx.Response(200)])
    assert http(clock, credential=token("second")).get(URL).status == 200
    assert web.calls[1].request.headers["authorization"] == "Bearer second"
    web.get(URL).mock(side_effect=[expired, expired])
    assert failed(lambda: http(clock, credential=token("second")).get(URL)).code == "credentials"


@pytest.mark.parametrize(
    "url", ["http://docs.cloud.google.com/x", "ftp://x/y", "https://", "//x", "file:///etc/passwd"]
)
def test_only_https(web, clock, url):
    assert failed(lambda: http(clock).get(url)).code == "status" and len(web.calls) == 0


def test_messages_hold_no_query_and_no_password(web, clock):
    web.get(host="example.com").respond(404)
    text = str(failed(lambda: http(clock).get(f"https://u:p4ss@example.com/a?key={SECRET}")))
    assert "p4ss" not in text and "https://example.com/a" in text


@pytest.mark.parametrize(
    ("date", "now", "day"),
    [
        (None, "2026-12-07", "2026-12-07"),
        ("Mon, 07 Dec 2026 10:00:00 GMT", "2026-12-07", "2026-12-07"),
        ("Mon, 07 Dec 2026 10:00:00 GMT", "2036-12-07", "2026-12-07"),
        ("Mon, 07 Dec 2026 10:00:00 GMT", "2016-12-07", "2026-12-07"),
        ("Sat, 07 Dec 2036 10:00:00 GMT", "2026-12-07", "2026-12-07"),
        ("Thu, 01 Jan 1970 00:00:00 GMT", "2026-12-07", "2026-12-07"),
        ("never", "2026-12-07", "2026-12-07"),
    ],
)
def test_a_clock_ten_years_off_dates_nothing_wrong(web, clock, date, now, day):
    web.get(URL).respond(200, headers={"Date": date} if date else {})
    way = http(clock, now=dt.datetime.fromisoformat(now).replace(tzinfo=dt.UTC))
    assert str(way.get(URL).day) == day
    assert bool(way.remarks) is (now != "2026-12-07")


def test_no_clock_that_can_be_true(web, clock):
    web.get(URL).respond(200)
    error = failed(lambda: http(clock, now=NOW.replace(year=2016)).get(URL))
    assert error.code == "clock" and "set the clock" in str(error)


def packed(text):
    return {"content": gzip.compress(text), "headers": {"Content-Encoding": "gzip"}}


def test_gzip(web, clock):
    web.get(URL).respond(200, **packed(b"x" * 1000))
    assert http(clock).get(URL).body == b"x" * 1000


@pytest.mark.parametrize(("body", "encoding"), [(gzip.compress(b"x" * 1000)[:-9], "gzip"), (b"", "gzip"), (b"x", "br")])
def test_bodies_that_are_not_packed_as_said(web, clock, body, encoding):
    web.get(URL).mock(
        side_effect=lambda _: httpx.Response(200, stream=httpx.ByteStream(body), headers={"Content-Encoding": encoding})
    )
    assert failed(lambda: http(clock).get(URL)).code == "cut-off" and len(web.calls) == 3


def test_the_cap_before_and_after_unpacking(web, clock, monkeypatch):
    monkeypatch.setattr("tpu_zones.update._http.SIZE_CAP", 1000)
    monkeypatch.setattr("tpu_zones.update.bodies.SIZE_CAP", 1000)
    for reply in ({"content": b"x" * 1001}, packed(b"x" * 100_000)):
        web.get(URL).respond(200, **reply)
        assert failed(lambda: http(clock).get(URL)).code == "too-large"


NUMBERS = TypeAdapter(list[int])


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("<!doctype html><title>Sign in</title>", "not-json"),
        ("", "not-json"),
        ("[1, 2", "not-json"),
        ('{"a": 1}', "shape"),
        ('["x"]', "shape"),
        ("[" * 5000, "not-json"),
    ],
)
def test_json_that_is_none(web, clock, body, code):
    web.get(URL).respond(200, text=body)
    reply = http(clock).get(URL)
    assert failed(lambda: reply.json(NUMBERS)).code == code


def test_text_that_is_none(web, clock):
    web.get(URL).respond(200, content=b"\xff\xfe\x00")
    assert failed(http(clock).get(URL).text).code == "shape"
    web.get(URL).respond(200, html="\n <html>")
    assert "login page" in str(failed(http(clock).get(URL).text))


def test_each_keeps_the_order_and_raises_the_first_error(clock):
    way = http(clock)
    assert way.each(lambda one: one * 2, range(20)) == list(range(0, 40, 2))
    assert way.each(lambda one: one, []) == []

    def bad(one):
        raise SourceFailed("shape", "bad")

    assert failed(lambda: way.each(bad, range(5))).code == "shape"


def test_progress_counts(web, clock):
    web.get(URL).respond(200)
    told = []
    way = Http(
        Session(9, floor=FLOOR, now=lambda: NOW), URL, None, lambda done, expected: told.append((done, expected))
    )
    way.each(lambda _: way.get(URL), range(3), at_once=1)
    assert told == [(0, 3), (1, 3), (2, 3), (3, 3)] and way.requests == 3


def test_a_broken_environment_is_said(clock, monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", "/nonexistent/ca.pem")
    assert failed(lambda: http(clock).get(URL)).code == "tls"
