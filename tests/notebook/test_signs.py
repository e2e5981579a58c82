"""Evidence can be told apart without colour, and by people who do not see every colour."""

from itertools import combinations

import pytest
from coloraide import Color

from tpu_zones import Evidence
from tpu_zones.notebook.signs import ANNOUNCED, NO_CLAIM, SIGNS, sign_of

APART = 0.15
"""Euclidean in Oklab, where 0.02 is a difference that people just notice."""


def test_every_evidence_has_a_sign_of_its_own():
    assert list(SIGNS) == [*Evidence, ANNOUNCED, NO_CLAIM]
    assert "".join(one.sign for one in SIGNS.values()) == "●○×?…·"
    assert [one.word for one in SIGNS.values()] == [*map(str, Evidence), "announced", "no claim"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("eyes", ["all", "deutan", "protan", "tritan"])
def test_colours_stay_apart(scheme, eyes):
    seen = {name: as_seen(getattr(one, scheme), eyes) for name, one in SIGNS.items()}
    close = {
        (a, b): distance
        for a, b in combinations(seen, 2)
        if (distance := seen[a].distance(seen[b], space="oklab")) < APART
    }
    assert close == {}


def test_the_test_of_colours_can_fail():
    red, green = "#c0392b", "#6b7a1e"
    assert Color(red).distance(Color(green), space="oklab") > APART
    assert as_seen(red, "deutan").distance(as_seen(green, "deutan"), space="oklab") < APART


def as_seen(colour, eyes):
    return Color(colour) if eyes == "all" else Color(colour).filter(eyes)


@pytest.mark.parametrize(("scheme", "page"), [("light", "#ffffff"), ("dark", "#111418")])
def test_text_can_be_read_on_every_colour(scheme, page):
    for one in SIGNS.values():
        assert Color(getattr(one, scheme)).contrast(getattr(one, f"{scheme}_ink"), method="wcag21") >= 4.5, one
    assert Color(getattr(SIGNS["documented"], scheme)).contrast(page, method="wcag21") >= 4.5


def test_a_word_of_a_newer_snapshot_is_shown_as_text():
    one = sign_of("pro\x1b[31mven")
    assert (one.sign, one.word) == ("*", "pro\\x1b[31mven")
    assert sign_of(None) is SIGNS[NO_CLAIM] and sign_of("observed") is SIGNS[Evidence.OBSERVED]
