"""Replies bent at random: a source refuses them clearly, or makes sound claims of what is left; it never breaks."""

import copy
import json
from decimal import Decimal

import pytest
from apis import DAY, INDEX, LOCATIONS, Asked, Canned, load, raw
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tpu_zones.records.table import printable
from tpu_zones.records.words import Option
from tpu_zones.update.faults import SourceFailed
from tpu_zones.update.sources.base import Known
from tpu_zones.update.write import row

FILES = {
    "compute": [
        "compute_machine_types_aggregated_page1.json",
        "compute_machine_types_aggregated_partial.json",
        "compute_machine_types_aggregated_empty_filter.json",
    ],
    "billing": ["billing_skus_sample.json", "billing_skus_compute_page.json", "billing_skus_compute_last_page.json"],
    "tpu-api": [
        "tpu_accelerator_types_europe-west4-b_page1.json",
        "tpu_accelerator_types_partial_unreachable.json",
        "tpu_locations_page2.json",
    ],
}
SEVERAL = settings(max_examples=150, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
WORDS = st.sampled_from(
    [
        *"""zones/us-east5-a us-east5-a us-east5 ct6e-standard-4t v6e-8 OnDemand h USD TPU UNREACHABLE -1 ../..
    projects/p/locations/us-east5-a 999999999999999999999999999999""".split(),
        "",
        "TpuV6e running in Columbus",
        "\x1b[31m",
        "\u202e",
    ]
)
VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**12), 10**12),
    st.floats(allow_nan=False, allow_infinity=False),
    WORDS,
    st.text(max_size=20),
    st.lists(WORDS, max_size=3),
    st.dictionaries(WORDS, WORDS, max_size=3),
)


def spots(data, path=()):
    """Every place in a JSON value."""
    yield path
    for key, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield from spots(value, (*path, key))


def bend(draw, data):
    """Change one place: another value, nothing, twice, or another key."""
    path = draw(st.sampled_from(list(spots(data))))
    if not path:
        return draw(VALUES) if draw(st.integers(0, 9)) == 0 else data
    *before, last = path
    inside = data
    for key in before:
        inside = inside[key]
    match draw(st.sampled_from(["value", "value", "nothing", "twice", "key"])):
        case "nothing":
            del inside[last]
        case "twice" if isinstance(inside, list):
            inside.append(copy.deepcopy(inside[last]))
        case "key" if isinstance(inside, dict):
            inside[draw(WORDS)] = inside.pop(last)
        case _:
            inside[last] = draw(VALUES)
    return data


@st.composite
def bent(draw, source):
    """A recorded reply with one to four changes; sometimes broken as bytes too."""
    data = copy.deepcopy(load(draw(st.sampled_from(FILES[source]))))
    for _ in range(draw(st.integers(1, 4))):
        if isinstance(data, dict | list) and data:
            data = bend(draw, data)
    body = json.dumps(data).encode()
    if draw(st.integers(0, 9)) == 0:
        cut = draw(st.integers(0, len(body)))
        body = body[:cut] + draw(st.binary(max_size=3)) + body[cut + draw(st.integers(0, 3)) :]
    return body


def sound(source, body):
    """Ask with this reply to everything, and hold what comes to what the tables and a terminal can take."""
    mine = Asked.of(source, Canned(good(source))).claims
    try:
        fetched = Asked.of(source, Canned(body), Known(INDEX, mine=mine))
    except SourceFailed as failed:
        assert failed.code in ("shape", "not-json"), failed
        assert str(failed).startswith(("https://", "the list", "the Cloud", "none of"))
        return
    cited = {one.source for one in fetched.cited}
    regions = {*INDEX.regions, *(one.region for one in fetched.regions)}
    zones = {*INDEX.zones, *(one.zone for one in fetched.zones)}
    for claim in fetched.claims:
        assert claim.generation in INDEX.generations and claim.zone in zones and claim.region in regions
        assert claim.sizes and claim.seen.day == DAY and claim.source in cited
        assert claim.zone not in fetched.missing
        assert all(size.isascii() and size == printable(size) for size in claim.sizes)
    for price in fetched.prices:
        assert price.generation in INDEX.generations and price.region in INDEX.regions and price.option in Option
        assert isinstance(price.usd_per_chip_hour, Decimal) and price.usd_per_chip_hour > 0
        assert {*price.sources} <= cited
        assert price.note == printable(price.note)
    assert len({(p.generation, p.form, p.region, p.option) for p in fetched.prices}) == len(fetched.prices)
    assert len({(c.generation, c.zone) for c in fetched.claims}) == len(fetched.claims)
    assert all(one == printable(one) for one in fetched.remarks)
    assert json.dumps([row(one) for one in (*fetched.claims, *fetched.prices, *fetched.zones, *fetched.regions)])
    assert fetched.complete or fetched.missing or source != "tpu-api"


def good(source):
    """What answers as it should."""
    files = {"compute": FILES["compute"][1], "billing": FILES["billing"][0], "tpu-api": FILES["tpu-api"][1]}

    def body(url, _):
        return raw("tpu_locations_page2.json") if url == LOCATIONS else raw(files[source])

    return body


@pytest.mark.parametrize("source", FILES)
def test_bent_replies_are_refused_or_understood(source):
    @SEVERAL
    @given(bent(source))
    def hold(reply):
        sound(source, lambda url, _: reply)

    hold()


def test_bent_replies_of_locations_alone():
    @SEVERAL
    @given(bent("tpu-api"))
    def hold(reply):
        sound("tpu-api", lambda url, _: raw("tpu_locations_page2.json") if url == LOCATIONS else reply)

    hold()


@pytest.mark.parametrize("source", FILES)
def test_bytes_of_any_kind_are_refused(source):
    @SEVERAL
    @given(st.binary(max_size=50))
    def hold(reply):
        sound(source, lambda url, _: reply)

    hold()
