"""Versions compare as numbers."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import table

import tpu_zones as tz
from tpu_zones.ordering import gke_at_least, gke_version, jax_version


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("1.34.0-gke.991000", (1, 34, 0, 991000)),
        ("v1.34.1-gke.2541000", (1, 34, 1, 2541000)),
        (" V1.34.1-GKE.5 ", (1, 34, 1, 5)),
        ("v1.34.1", (1, 34, 1)),
        ("1.34", (1, 34)),
        ("1.34.0-gke.0", (1, 34, 0, 0)),
    ],
)
def test_gke_versions(text, numbers):
    assert gke_version(text) == numbers


@pytest.mark.parametrize(
    "text",
    ["1", "1.34.", "", "latest", "REGULAR", "-", "1.34-gke.5", "1.34.0-gke.", "1.34.0-gke.x", "1.34.0.5", "1.34.0-gke.1-gke.2",
     "1.-3.0", "١.٣٤", "1.34.0-gke.99999999999", "1.34.0-eks.1", 1.34, None, "1" * 10_000],
)  # fmt: skip
def test_what_is_no_gke_version(text):
    with pytest.raises(tz.WrongUsage, match=r"it is written like 1\.34\.0-gke\.2201000") as error:
        gke_version(text)
    assert len(str(error.value)) < 200


@pytest.mark.parametrize(
    ("have", "floor", "answer"),
    [
        ("1.34.0-gke.991000", "1.34.0-gke.2201000", "no"),
        ("1.34.0-gke.2201000", "1.34.0-gke.2201000", "yes"),
        ("1.34.0-gke.10000000", "1.34.0-gke.2201000", "yes"),
        ("1.9.0-gke.1", "1.34.0-gke.2201000", "no"),
        ("1.34", "1.34.0-gke.2201000", "unknown"),
        ("1.34.0", "1.34.0-gke.2201000", "unknown"),
        ("1.34.1", "1.34.0-gke.2201000", "yes"),
        ("1.33", "1.34.0-gke.2201000", "no"),
        ("1.35", "1.34.0-gke.2201000", "yes"),
        ("1.34.0-gke.1", "1.34", "yes"),
        ("1.34", "1.34", "yes"),
        ("1.33.9-gke.1", "1.34", "no"),
        ("1.33", "1.34", "no"),
    ],
)
def test_enough(have, floor, answer):
    assert gke_at_least(gke_version(have), gke_version(floor)) == answer


def test_every_floor_of_the_data_is_a_version():
    for row in table("gke_versions"):
        for text in filter(None, (row["min_version"], *row["alternatives"])):
            assert gke_version(text) >= (1, 20)
    for row in table("framework_versions"):
        if row["framework"] == "jax" and row["version"]:
            assert jax_version(row["version"]) >= jax_version("0.4.35")


def test_jax_in_order():
    texts = [
        "0.4.33",
        "0.8.3",
        "0.9.2",
        "0.10.0",
        "0.10.1.dev",
        "0.10.1.dev20260501",
        "0.10.1a1",
        "0.10.1b2",
        "0.10.1rc1",
        "0.10.1rc2",
        "0.10.1",
        "0.10.1.post1",
        "0.11.0",
        "0.12.0",
        "0.12.0.1",
    ]
    keys = [jax_version(text) for text in texts]
    assert keys == sorted(keys) and len(set(keys)) == len(keys)
    assert jax_version("v0.10.1+cuda") == jax_version("0.10.1") and jax_version("0.10") == jax_version("0.10.0")


@pytest.mark.parametrize(
    "text",
    ["", "0", "latest", "0.10.x", "jax-0.10.1", "1.2.3.4.5", "0.10.1rc1.dev2", "0.10.1-rc1", "0.10.1 0", 0.1, None],
)
def test_what_is_no_jax_version(text):
    with pytest.raises(tz.WrongUsage, match=r"it is written like 0\.10\.1"):
        jax_version(text)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.text(max_size=30) | st.from_regex(r"[0-9v.gke-]{1,20}", fullmatch=True))
def test_any_text_is_a_version_or_one_clear_error(text):
    for parse in (gke_version, jax_version):
        try:
            assert parse(text)
        except tz.WrongUsage as error:
            assert "\n" not in str(error)
