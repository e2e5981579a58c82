"""Accelerator types, location by location: pages, empty answers, closed and silent locations, names."""

import threading

import pytest
import respx
from apis import DAY, INDEX, LOCATIONS, Asked, Canned, answer, ask, load, pairs, raw, refused, reply

from tpu_zones.records.words import Confidence, Surface, What
from tpu_zones.update.faults import SourceFailed
from tpu_zones.update.settings import Settings
from tpu_zones.update.sources.base import Known
from tpu_zones.update.sources.payloads import AcceleratorTypesPage
from tpu_zones.update.sources.tpu_api import parse, prefixes

HIDDEN = "hidden from projects that Google did not admit, so nothing is said of them: us-central2-b"
V6E = reply("tpu_accelerator_types_us-central1-b.json")


def types(zone):
    return f"{LOCATIONS}/{zone}/acceleratorTypes"


@pytest.fixture
def api():
    with respx.mock(assert_all_called=False) as router:
        yield router


def with_locations(api, *zones):
    api.get(LOCATIONS).mock(answer({"locations": [{"locationId": zone} for zone in zones]}))


def row(name="", type_="", *enums):
    return {"name": name, "type": type_, "acceleratorConfigs": [{"type": enum, "topology": "1x1"} for enum in enums]}


def read(*rows):
    page = answer({"acceleratorTypes": [*rows]}).content
    return parse([AcceleratorTypesPage.model_validate_json(page)], prefixes(INDEX))


def test_every_location_of_every_page_is_asked(api):
    route = api.get(LOCATIONS).mock(side_effect=[reply("tpu_locations_page1.json"), reply("tpu_locations_page2.json")])
    asked = api.get(url__regex=rf"{LOCATIONS}/(?P<zone>[^/]+)/acceleratorTypes").mock(V6E)
    fetched = ask("tpu-api")
    assert dict(route.calls[1].request.url.params) == {"pageToken": "example-opaque-token-locations-2"}
    zones = {one["locationId"] for one in load("tpu_locations.json")["locations"]}
    assert {call.request.url.path.split("/")[5] for call in asked.calls} == zones == {x.zone for x in fetched.claims}
    assert len(asked.calls) == 34 == len(fetched.claims)
    assert fetched.complete and fetched.missing == () and fetched.remarks == (HIDDEN,)


def test_claims_say_who_saw_what_and_when(api):
    with_locations(api, "europe-west4-b")
    api.get(types("europe-west4-b")).mock(reply("tpu_accelerator_types_europe-west4-b.json"))
    fetched = ask("tpu-api")
    v5e, v5p = fetched.claims
    assert (v5e.generation, v5p.generation, v5p.what) == ("v5e", "v5p", What.TYPE)
    assert v5e.sizes == tuple(f"v5litepod-{n}" for n in (1, 4, 8, 16, 32, 64, 128, 256))
    assert v5p.sizes[:3] == ("v5p-8", "v5p-16", "v5p-32") and v5p.sizes[-1] == "v5p-1024"
    assert v5p.surface is Surface.CLOUD_TPU_API and v5p.confidence is Confidence.HIGH
    assert (v5p.zone, v5p.region, v5p.seen.day, v5p.source) == ("europe-west4-b", "europe-west4", DAY, LOCATIONS)
    assert v5p.note == "as project example-project sees it" and fetched.project == "example-project"
    assert fetched.shape == ("generation v5e", "generation v5p")
    assert [one.source for one in fetched.cited] == [LOCATIONS]


def test_pages_of_a_location_are_added_up(api):
    with_locations(api, "europe-west4-b")
    pages = [reply(f"tpu_accelerator_types_europe-west4-b_page{n}.json") for n in (1, 2)]
    route = api.get(types("europe-west4-b")).mock(side_effect=pages)
    in_pages = pairs(ask("tpu-api"))
    assert dict(route.calls[1].request.url.params) == {"pageToken": "example-opaque-token-acc-2"}
    api.get(types("europe-west4-b")).mock(reply("tpu_accelerator_types_europe-west4-b.json"))
    assert pairs(ask("tpu-api")) == in_pages


def test_nothing_at_all_is_asked_again(api):
    with_locations(api, "us-central1-b")
    empty = reply("tpu_accelerator_types_empty.json")
    route = api.get(types("us-central1-b")).mock(side_effect=[empty, empty, V6E])
    fetched = ask("tpu-api")
    assert len(route.calls) == 3 and fetched.complete and fetched.remarks == (HIDDEN,)
    assert len(fetched.claims) == 1


def test_nothing_at_all_three_times_withdraws_nothing(api):
    with_locations(api, "us-central1-b", "us-east5-a", "us-south1-a")
    api.get(types("us-central1-b")).mock(V6E)
    api.get(types("us-east5-a")).mock(V6E)
    api.get(types("us-south1-a")).mock(reply("tpu_accelerator_types_empty.json"))
    before = ask("tpu-api")
    assert before.complete  # nothing was known of us-south1-a, so nothing is missing
    assert before.remarks == ("1 location answered 3 times with nothing at all: us-south1-a", HIDDEN)
    route = api.get(types("us-east5-a")).mock(reply("tpu_accelerator_types_empty.json"))
    fetched = ask("tpu-api", Known(INDEX, mine=before.claims))
    assert len(route.calls) == 4
    assert not fetched.complete and fetched.missing == ("us-east5-a",)
    assert [one.zone for one in fetched.claims] == ["us-central1-b"]


def test_no_location_at_all_is_asked_again_and_then_refused(api):
    route = api.get(LOCATIONS).mock(side_effect=[answer({}), answer({"locations": [{"locationId": "us-east5-a"}]})])
    api.get(types("us-east5-a")).mock(V6E)
    assert ask("tpu-api").claims and len(route.calls) == 2
    route = api.get(LOCATIONS).mock(return_value=answer({}), side_effect=None)
    with pytest.raises(SourceFailed, match="names no location to project example-project") as failed:
        ask("tpu-api")
    assert failed.value.code == "shape"


@pytest.mark.parametrize(
    "error",
    [
        "errors_403_location_policy_violated.json",
        "errors_403_location_unauthorized_legacy.json",
        "errors_404_not_found_tpu.json",
    ],
)
def test_a_closed_location_is_told_and_the_others_go_on(api, error):
    with_locations(api, "us-central2-b", "us-east5-a")
    route = api.get(types("us-central2-b")).mock(refused(error))
    api.get(types("us-east5-a")).mock(V6E)
    fetched = ask("tpu-api")
    assert len(route.calls) == 1
    assert fetched.complete and [one.zone for one in fetched.claims] == ["us-east5-a"]
    assert fetched.remarks == ("1 location not open to project example-project: us-central2-b",)


@pytest.mark.parametrize(
    ("error", "said", "tries"),
    [
        ("errors_503_unavailable.json", "us-east1-b (503)", 3),
        ("errors_429_resource_exhausted.json", "us-east1-b (429)", 3),
        ("errors_403_compute_rate_limit_exceeded.json", "us-east1-b (403)", 3),
        ("errors_403_permission_denied.json", "us-east1-b (403)", 1),
        ("errors_400_invalid_argument_tpu.json", "us-east1-b (400)", 1),
    ],
)
def test_a_silent_location_keeps_what_was_known(api, error, said, tries):
    with_locations(api, "us-east1-b", "us-east5-a")
    route = api.get(types("us-east1-b")).mock(refused(error))
    api.get(types("us-east5-a")).mock(V6E)
    fetched = ask("tpu-api")
    assert len(route.calls) == tries
    assert not fetched.complete and fetched.missing == ("us-east1-b",)
    assert fetched.remarks == (f"1 of 2 locations did not answer, what was known stays: {said}", HIDDEN)


def test_where_all_are_silent_the_source_fails(api):
    with_locations(api, "us-east1-b", "us-east5-a")
    api.get(url__regex=rf"{LOCATIONS}/.*").mock(refused("errors_503_unavailable.json"))
    with pytest.raises(SourceFailed, match="answered 503") as failed:
        ask("tpu-api")
    assert failed.value.status == 503


@pytest.mark.parametrize(
    ("error", "code"),
    [
        ("errors_403_service_disabled.json", "denied"),
        ("errors_403_user_project_denied.json", "denied"),
        ("errors_401_unauthenticated.json", "credentials"),
    ],
)
def test_what_concerns_all_locations_stops_at_once(api, error, code):
    with_locations(api, *(one["locationId"] for one in load("tpu_locations.json")["locations"]))
    route = api.get(url__regex=rf"{LOCATIONS}/.*").mock(refused(error))
    with pytest.raises(SourceFailed) as failed:
        ask("tpu-api")
    assert failed.value.code == code and len(route.calls) <= 10


def test_a_location_that_answers_in_part_keeps_what_was_known(api):
    with_locations(api, "us-west1-c", "us-east5-a")
    api.get(types("us-west1-c")).mock(reply("tpu_accelerator_types_partial_unreachable.json"))
    api.get(types("us-east5-a")).mock(V6E)
    fetched = ask("tpu-api")
    assert not fetched.complete and fetched.missing == ("us-west1-c",)
    assert [one.zone for one in fetched.claims] == ["us-east5-a"]
    assert fetched.remarks == ("1 location did not answer in full, what was known stays: us-west1-c", HIDDEN)


def test_names_are_short_or_full_and_enums_are_another_spelling():
    full = "projects/p/locations/us-east5-a/acceleratorTypes/v5litepod-8"
    for one in (row(full, "v5litepod-8", "V5LITE_POD"), row(full), row(type_="v5litepod-8"), row(type_=full)):
        assert read(one).types == {"v5e": {"v5litepod-8"}}
    assert read(row("", "v5litepod-8", "V5LITE_POD", "V5LITE_POD")).types == {"v5e": {"v5litepod-8"}}
    for name, enum, generation in (
        ("v2-8", "V2", "v2"),
        ("v4-8", "V4", "v4"),
        ("v5p-8", "V5P", "v5p"),
        ("v6e-1", "V6E", "v6e"),
    ):
        assert read(row("", name, enum)).types == {generation: {name}} == read(row("", name)).types
    assert read(row("", "v6e-1", "TYPE_UNSPECIFIED")).types == {"v6e": {"v6e-1"}}
    assert read(row("", "v6e-1", "V9X")).types == {"v6e": {"v6e-1"}}
    assert read(row("", "tpu7x-8")).types == {"tpu7x": {"tpu7x-8"}}


@pytest.mark.parametrize(
    "one",
    [row("", "v9x-1", "V9X"), row("", "v6e-1", "V5P"), row("", "v6e", "V6E"), row(), row("", "V6E-1\x1b[31m", "V6E")],
)
def test_names_that_are_unknown_or_contradict_are_strange(one):
    found = read(one)
    assert not found.types and len(found.strange) == 1


def test_strange_names_are_told(api):
    with_locations(api, "us-east5-a")
    rows = [row("", "v9x-1"), row("", "v9x-4"), row("", "v6e-1"), row("", "v8\x1b[31m")]
    api.get(types("us-east5-a")).mock(answer({"acceleratorTypes": rows}))
    fetched = ask("tpu-api")
    assert pairs(fetched) == {("v6e", "us-east5-a"): ("v6e-1",)}
    assert fetched.remarks[0] == "3 accelerator types of no known generation: v8\\x1b[31m, v9x-1, v9x-4"


def test_locations_have_an_id_or_a_name(api):
    full = "projects/example-project/locations/us-central1-ai1a"
    both = [
        {"name": full},
        {"name": full, "locationId": "us-central1-ai1a", "labels": {"a": 1}},
        {"locationId": "global"},
    ]
    api.get(LOCATIONS).mock(answer({"locations": both}))
    route = api.get(types("us-central1-ai1a")).mock(V6E)
    fetched = ask("tpu-api")
    assert len(route.calls) == 1 and pairs(fetched).keys() == {("v6e", "us-central1-ai1a")}
    assert fetched.remarks == (HIDDEN, "1 location not asked, not a zone: global")


def test_a_location_that_is_no_longer_named_is_told(api):
    with_locations(api, "us-east5-a", "us-east5-b")
    api.get(url__regex=rf"{LOCATIONS}/.*").mock(V6E)
    before = ask("tpu-api")
    with_locations(api, "us-east5-b", "us-central2-b")
    fetched = ask("tpu-api", Known(INDEX, mine=before.claims))
    assert fetched.complete
    assert fetched.remarks == ("1 location not named to the project any more: us-east5-a",)


@pytest.mark.parametrize(
    "page",
    [
        {"acceleratorTypes": {}},
        {"acceleratorTypes": [{"type": 5}]},
        {"unreachable": "us-east5-a"},
        {"acceleratorTypes": [], "nextPageToken": "again"},
        [],
    ],
)
def test_another_shape_is_refused(api, page):
    with_locations(api, "us-east5-a", "us-east5-b")
    api.get(types("us-east5-a")).mock(V6E)
    api.get(types("us-east5-b")).mock(answer(page))
    with pytest.raises(SourceFailed) as failed:
        ask("tpu-api")
    assert failed.value.code == "shape"


def test_a_project_is_needed_and_a_wrong_one_is_named(api):
    with pytest.raises(SourceFailed, match="tpu-api needs a project: name it with --project"):
        ask("tpu-api", settings=Settings())
    api.get(LOCATIONS).mock(refused("errors_404_not_found_tpu.json"))
    with pytest.raises(SourceFailed, match=r"answered 404: .*: is there a project example-project\?"):
        ask("tpu-api")


def test_several_locations_are_asked_at_once_and_never_more_than_ten():
    lock, calls, now, most = threading.Lock(), 0, 0, 0
    together = threading.Barrier(4)

    def body(url, _):
        nonlocal calls, now, most
        if url == LOCATIONS:
            return raw("tpu_locations.json")
        with lock:
            calls, now = calls + 1, now + 1
            most, early = max(most, now), calls <= 4
        if early:
            together.wait(10)  # passes only where four are under way at the same time
        with lock:
            now -= 1
        return raw("tpu_accelerator_types_us-central1-b.json")

    assert len(Asked.of("tpu-api", Canned(body)).claims) == 34
    assert 4 <= most <= 10
