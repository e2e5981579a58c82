"""Every recorded error of Google's APIs: what it is for us, and the one sentence that says what to do."""

import traceback

import pytest
import respx
from apis import COMPUTE, LOCATIONS, OLD_SKUS, SKUS, TOKEN, Asked, ask, raw, refused, reply
from support import FIXTURES

from tpu_zones.update.faults import SourceFailed

CASES = {
    "400_invalid_argument_tpu": ("status", None, 1, "it does not understand the request"),
    "400_unknown_query_parameter": ("status", None, 1, "it does not understand the request"),
    "401_access_token_expired": (
        "credentials",
        "ACCESS_TOKEN_EXPIRED",
        1,
        "the access token has expired: log in again",
    ),
    "401_unauthenticated": ("credentials", "CREDENTIALS_MISSING", 1, "it does not take the credentials it was sent"),
    "403_compute_rate_limit_exceeded": (
        "busy",
        "RATE_LIMIT_EXCEEDED",
        3,
        "too many requests, the rate limit is exceeded",
    ),
    "403_location_policy_violated": (
        "denied",
        "LOCATION_POLICY_VIOLATED",
        1,
        "the location is not open to this project",
    ),
    "403_location_unauthorized_legacy": ("denied", "LOCATION_POLICY_VIOLATED", 1, "the location is not open to this"),
    "403_permission_denied": (
        "denied",
        "IAM_PERMISSION_DENIED",
        1,
        "the account lacks the permission tpu.acceleratortypes.list: ask for a viewer's role",
    ),
    "403_service_disabled": (
        "denied",
        "SERVICE_DISABLED",
        1,
        "the API is off in the project: gcloud services enable tpu.googleapis.com",
    ),
    "403_service_disabled_compute": (
        "denied",
        "SERVICE_DISABLED",
        1,
        "the API is off in the project: gcloud services enable compute.googleapis.com",
    ),
    "403_user_project_denied": (
        "denied",
        "USER_PROJECT_DENIED",
        1,
        "the account may not use the quota project: it needs serviceusage.services.use there",
    ),
    "404_not_found_gke": ("status", None, 1, "there is nothing at this address"),
    "404_not_found_tpu": ("status", None, 1, "there is nothing at this address"),
    "429_resource_exhausted": ("busy", "RATE_LIMIT_EXCEEDED", 3, "too many requests, the rate limit is exceeded"),
    "429_resource_exhausted_with_retry_info": ("busy", "RATE_LIMIT_EXCEEDED", 3, "too many requests, the rate limit"),
    "503_unavailable": ("status", None, 3, "it is not well"),
}
"""Error -> code, reason, tries, and what the sentence says."""
ADDRESSES = {"compute": [COMPUTE], "billing": [SKUS, OLD_SKUS], "tpu-api": [LOCATIONS]}


def test_every_recorded_error_is_here():
    assert {f"errors_{one}.json" for one in CASES} == {one.name for one in (FIXTURES / "http").glob("errors_*.json")}


@pytest.mark.parametrize("source", ADDRESSES)
@pytest.mark.parametrize("error", CASES)
def test_an_error_of_the_whole_source(source, error):
    code, reason, tries, said = CASES[error]
    with respx.mock as router:
        routes = [router.get(url).mock(refused(f"errors_{error}.json")) for url in ADDRESSES[source]]
        with pytest.raises(SourceFailed) as failed:
            ask(source)
    assert (failed.value.code, failed.value.reason) == (code, reason)
    assert failed.value.status == int(error[:3])
    text = str(failed.value)
    assert text.startswith(f"{ADDRESSES[source][0]} answered {error[:3]}: {said}")
    assert all(call.request.headers["Authorization"] == f"Bearer {TOKEN}" for route in routes for call in route.calls)
    assert TOKEN not in "".join(traceback.format_exception(failed.value))
    assert "\n" not in text and "123456789012" not in text  # nothing of the reply but known words
    again = 2 if source == "compute" and error.startswith("400") else 1  # without returnPartialSuccess
    assert [len(route.calls) for route in routes] == [tries * again] * len(routes)


@pytest.mark.parametrize(
    ("error", "waits"),
    [
        ("errors_429_resource_exhausted_with_retry_info.json", [0.5, 0.5]),
        ("errors_403_compute_rate_limit_exceeded.json", None),
    ],
)
def test_a_rate_limit_passes_after_the_wait_that_it_asks_for(error, waits):
    page = "compute_machine_types_aggregated_page2.json"
    with respx.mock as router:
        router.get(COMPUTE).mock(side_effect=[refused(error), refused(error), reply(page)])
        asked = Asked("compute")
    assert asked.fetched.claims and len(asked.waits) == 2
    assert asked.waits == waits if waits else all(0 < wait <= 60 for wait in asked.waits)


@pytest.mark.parametrize("status", [500, 502, 503, 504])
def test_html_with_a_fault_of_the_server_is_tried_again(status):
    with respx.mock as router:
        html = router.get(COMPUTE).respond(status, html="<html><title>Error</title></html>")
        with pytest.raises(SourceFailed, match=f"answered {status}: it is not well") as failed:
            ask("compute")
    assert failed.value.code == "status" and len(html.calls) == 3


@pytest.mark.parametrize("source", ADDRESSES)
@pytest.mark.parametrize(
    ("body", "code", "said"),
    [
        (b"<!doctype html><html>Sign in</html>", "not-json", "a web page: a login page or a proxy"),
        (b"", "not-json", "broken or cut off JSON"),
        (raw("billing_skus_compute_page.json")[:-100], "not-json", "broken or cut off JSON"),
        (b"null", "shape", "JSON of another shape"),
        (b'"skus"', "shape", "JSON of another shape"),
        (b"[" * 5000, "not-json", "broken or cut off JSON"),
    ],
)
def test_a_body_that_is_not_what_it_says(source, body, code, said):
    with respx.mock as router:
        for url in ADDRESSES[source]:
            router.get(url).respond(200, content=body)
        with pytest.raises(SourceFailed, match=said) as failed:
            ask(source)
    assert failed.value.code == code
