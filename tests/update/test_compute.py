"""Machine types over all zones: pages, warnings, names."""

import httpx
import pytest
import respx
from apis import COMPUTE, DAY, INDEX, SETTINGS, Asked, answer, ask, load, pairs, refused, reply

from tpu_zones.records.claims import Scope
from tpu_zones.records.words import Access, Confidence, Surface, What, ZoneKind
from tpu_zones.update.faults import SourceFailed
from tpu_zones.update.settings import Settings
from tpu_zones.update.sources.base import Known
from tpu_zones.update.sources.compute import families, parse
from tpu_zones.update.sources.payloads import MachineTypesPage

PAGES = ["compute_machine_types_aggregated_page1.json", "compute_machine_types_aggregated_page2.json"]


@pytest.fixture
def api():
    with respx.mock(assert_all_called=False) as router:
        yield router


def listing(items, **more):
    return {"kind": "compute#machineTypeAggregatedList", "items": items, **more}


def zone(*names, zone="us-east5-a", **more):
    return {"machineTypes": [{"name": name, "zone": zone, **more} for name in names]}


NOTHING = {"warning": {"code": "NO_RESULTS_ON_PAGE", "data": [{"key": "scope", "value": "zones/us-east5-a"}]}}


def test_all_pages_are_asked_with_the_same_question(api):
    route = api.get(COMPUTE).mock(side_effect=[*map(reply, PAGES)])
    found = ask("compute")
    first, second = (call.request.url for call in route.calls)
    asked = {"filter": "(name:ct*) OR (name:tpu*)", "maxResults": "500", "returnPartialSuccess": "true"}
    assert dict(first.params) == asked
    token = load(PAGES[0])["nextPageToken"]
    assert dict(second.params) == {**asked, "pageToken": token}
    assert token.endswith("=") and b"%3D" in second.query
    assert found.complete and found.missing == () and found.remarks == ()
    assert found.project == "example-project" and found.day == DAY


def test_a_zone_split_over_pages_is_one_claim(api):
    api.get(COMPUTE).mock(side_effect=[*map(reply, PAGES)])
    found = pairs(ask("compute"))
    on_page = [[x["name"] for x in load(p)["items"]["zones/us-central1-b"]["machineTypes"]] for p in PAGES]
    v6e = {name for names in on_page for name in names if name.startswith("ct6e")}
    assert all(on_page) and {"ct6e-standard-1t", "ct6e-standard-8t-tpu"} <= v6e
    assert set(found["v6e", "us-central1-b"]) == v6e


def test_claims_say_who_saw_what_and_when(api):
    api.get(COMPUTE).mock(side_effect=[*map(reply, PAGES)])
    fetched = ask("compute")
    one = next(one for one in fetched.claims if one.zone == "us-central1-ai1a")
    assert (one.generation, one.region, one.scope, one.what) == ("tpu7x", "us-central1", Scope.ZONE, What.TYPE)
    assert one.sizes == ("tpu7x-standard-4t", "tpu7x-standard-4t-tpu")
    assert one.surface is Surface.COMPUTE_ENGINE and one.confidence is Confidence.HIGH and one.option is None
    assert one.seen.day == DAY and one.source == COMPUTE
    assert one.note == "as project example-project sees it"
    assert [(cited.source, cited.kind) for cited in fetched.cited] == [(COMPUTE, "google-api")]
    assert {one.generation for one in fetched.claims} == {"tpu7x", "v5e", "v5p", "v6e"}
    assert fetched.shape == ("generation tpu7x", "generation v5e", "generation v5p", "generation v6e")
    assert len(fetched.claims) == 14 and fetched.zones == () and fetched.prices == ()


def test_an_empty_filter_answer_is_an_answer(api):
    api.get(COMPUTE).mock(reply("compute_machine_types_aggregated_empty_filter.json"))
    fetched = ask("compute")
    assert fetched.claims == () and fetched.complete and fetched.shape == ()
    assert fetched.remarks == ("project example-project sees no TPU machine type in any of 12 zones",)


def test_an_unreachable_zone_keeps_what_was_known(api):
    api.get(COMPUTE).mock(side_effect=[*map(reply, PAGES)])
    before = ask("compute")
    api.get(COMPUTE).mock(reply("compute_machine_types_aggregated_partial.json"))
    fetched = ask("compute", Known(INDEX, mine=before.claims, shape=before.shape))
    assert not fetched.complete and fetched.missing == ("us-east5-a",)
    assert "us-east5-a" not in {one.zone for one in fetched.claims}
    assert fetched.shape == before.shape
    assert fetched.remarks == ("1 zone did not answer in full, what was known stays: us-east5-a",)


@pytest.mark.parametrize("code", ["UNREACHABLE", "PARTIAL_SUCCESS", "LIST_OVERHEAD_QUOTA_EXCEED", "SOMETHING_NEW"])
def test_any_other_warning_of_a_zone_is_incomplete(code):
    page = listing(
        {"zones/us-east5-a": {**zone("ct6e-standard-1t"), "warning": {"code": code}}, "zones/us-east5-b": {}}
    )
    found = parse([MachineTypesPage.model_validate_json(answer(page).content)], families(INDEX))
    assert found.missing == {"us-east5-a"} and not found.unnamed


@pytest.mark.parametrize(
    "more",
    [
        {"warning": {"code": "UNREACHABLE"}},
        {"unreachables": ["regions/us-east5"]},
        {"warning": {"code": "PARTIAL_SUCCESS", "data": [{"key": "other", "value": "zones/us-east5-a"}]}},
    ],
)
def test_an_unreachable_zone_without_a_name_keeps_everything(api, more):
    api.get(COMPUTE).mock(answer(listing({"zones/us-east5-a": zone("ct6e-standard-1t")}, **more)))
    fetched = ask("compute")
    assert not fetched.complete and fetched.missing == ()
    assert fetched.remarks == (
        "some zones did not answer, and the list does not say which: what was known before stays",
    )


@pytest.mark.parametrize(
    "written",
    ["us-east5-a", "https://www.googleapis.com/compute/v1/projects/p/zones/us-east5-a", "zones/us-east5-a/", ""],
)
def test_zone_names_are_short_or_full(api, written):
    api.get(COMPUTE).mock(answer(listing({"zones/us-east5-a": zone("ct6e-standard-1t", zone=written)})))
    assert pairs(ask("compute")) == {("v6e", "us-east5-a"): ("ct6e-standard-1t",)}


def test_a_row_of_another_zone_is_refused(api):
    api.get(COMPUTE).mock(answer(listing({"zones/us-east5-a": zone("ct6e-standard-1t", zone="us-east5-b")})))
    with pytest.raises(SourceFailed, match="one of another zone under us-east5-a") as failed:
        ask("compute")
    assert failed.value.code == "shape"


def test_only_tpus_are_taken_and_strange_names_are_told():
    names = [
        "n2-standard-4",
        "ct5l-hightpu-1t",
        "ct4l-hightpu-4t",
        "ct9x-hightpu-4t",
        "tpu8t-standard-4t",
        "ct6e-4t",
        "c4-tpu7x-4t",
    ]
    page = MachineTypesPage.model_validate_json(answer(listing({"zones/us-east5-a": zone(*names)})).content)
    found = parse([page], families(INDEX))
    assert found.seen == {
        ("v5e", "us-east5-a"): {"ct5l-hightpu-1t"},
        ("v4i", "us-east5-a"): {"ct4l-hightpu-4t"},
        ("tpu8t", "us-east5-a"): {"tpu8t-standard-4t"},
    }
    assert found.strange == {"ct9x-hightpu-4t", "ct6e-4t"}


def test_machine_types_that_are_over_are_left_out(api):
    items = {
        "zones/us-east5-a": zone("ct5l-hightpu-1t", deprecated={"state": "OBSOLETE"}),
        "zones/us-east5-b": zone("ct5l-hightpu-4t", zone="us-east5-b", deprecated={"state": "DEPRECATED"}),
    }
    api.get(COMPUTE).mock(answer(listing(items)))
    fetched = ask("compute")
    assert pairs(fetched) == {("v5e", "us-east5-b"): ("ct5l-hightpu-4t",)}
    assert fetched.remarks == ("1 machine type that can be had no more: ct5l-hightpu-1t",)


def test_new_zones_are_placed_by_their_region(api):
    items = {
        f"zones/{one}": zone("ct6e-standard-1t", zone=one) for one in ("us-east5-ai2c", "us-east5-z", "moon-base1-a")
    }
    api.get(COMPUTE).mock(answer(listing(items)))
    fetched = ask("compute")
    placed = {one.zone: one for one in fetched.zones}
    assert (placed["us-east5-ai2c"].kind, placed["us-east5-ai2c"].access) == (ZoneKind.AI, Access.AI)
    assert (placed["us-east5-z"].kind, placed["us-east5-z"].country) == (ZoneKind.STANDARD, "US")
    assert [one.region for one in fetched.regions] == ["moon-base1"] and placed["moon-base1-a"].country is None
    assert len(fetched.remarks) == 3 and "moon-base1 is new" in fetched.remarks[0]


@pytest.mark.parametrize(
    ("page", "code", "said"),
    [
        ({}, "shape", "kind"),
        ({"kind": "compute#zoneList", "items": []}, "shape", "kind"),
        (listing([]), "shape", "items"),
        (listing({}), "shape", "names no zone at all"),
        (listing({"global": {}}), "shape", "names no zone at all"),
        (listing({"zones/us-east5-a": {"machineTypes": [{"name": 5}]}}), "shape", "name"),
        (listing({"zones/us-east5-a": {"machineTypes": [{}]}}), "shape", "name"),
        (listing({"zones/us-east5-a": {}}, nextPageToken=7), "shape", "nextPageToken"),
        (listing({"zones/us-east5-a": {}}, nextPageToken="again"), "shape", "no last page"),
    ],
)
def test_another_shape_is_refused(api, page, code, said):
    api.get(COMPUTE).mock(answer(page))
    with pytest.raises(SourceFailed, match=said) as failed:
        ask("compute")
    assert failed.value.code == code


def test_unknown_fields_are_ignored(api):
    page = listing({"zones/us-east5-a": {**zone("ct6e-standard-1t", shape={"new": [1]}), "other": 5}}, more={"a": 1})
    api.get(COMPUTE).mock(answer(page))
    assert list(pairs(ask("compute"))) == [("v6e", "us-east5-a")]


def test_a_server_without_partial_success_is_asked_again_without_it(api):
    route = api.get(COMPUTE).mock(side_effect=[refused("errors_400_unknown_query_parameter.json"), reply(PAGES[1])])
    assert ask("compute").claims
    assert "returnPartialSuccess" in route.calls[0].request.url.params
    assert "returnPartialSuccess" not in route.calls[1].request.url.params


def test_a_400_in_the_middle_starts_again_without_the_token(api):
    replies = [reply(PAGES[0]), refused("errors_400_unknown_query_parameter.json"), *map(reply, PAGES)]
    route = api.get(COMPUTE).mock(side_effect=replies)
    assert len(ask("compute").claims) == 14
    assert "pageToken" not in route.calls[2].request.url.params


def test_unquoted_tags_are_sent_back_as_they_came(api):
    tag = "0FHNUpLGujt43ULJ67aDvKrHxZI=/nuzQaPyyg-ypSYYs_ahYxHG4wo8="
    route = api.get(COMPUTE).mock(side_effect=[reply(PAGES[1], ETag=tag), httpx.Response(304)])
    before = ask("compute")
    assert before.validators == {COMPUTE: {"If-None-Match": tag}}
    again = ask("compute", Known(INDEX, mine=before.claims, validators=before.validators))
    assert route.calls[1].request.headers["If-None-Match"] == tag
    assert again.unchanged and again.claims == () and again.project == "example-project"


def test_tags_of_a_list_in_pages_or_in_part_are_not_kept(api):
    api.get(COMPUTE).mock(side_effect=[reply(one, ETag="x") for one in PAGES])
    assert ask("compute").validators == {}
    api.get(COMPUTE).mock(reply("compute_machine_types_aggregated_partial.json", ETag="x"))
    assert ask("compute").validators == {}


def test_a_project_is_needed():
    with pytest.raises(SourceFailed, match="compute needs a project: name it with --project") as failed:
        ask("compute", settings=Settings())
    assert failed.value.code == "credentials"


def test_a_wrong_project_is_named(api):
    api.get(COMPUTE).mock(refused("errors_404_not_found_gke.json"))
    with pytest.raises(SourceFailed, match=r"answered 404: .*: is there a project example-project\?") as failed:
        ask("compute")
    assert failed.value.status == 404


def test_secrets_of_an_address_are_in_no_claim(api):
    api.get(host="compute.example.com").mock(reply(PAGES[1]))
    settings = Settings(project="p", compute_url="https://user:secret@compute.example.com/v1/")
    fetched = Asked("compute", settings=settings).fetched
    assert fetched.cited[0].source == "https://compute.example.com/v1/projects/p/aggregated/machineTypes"
    assert SETTINGS.project == "example-project"
