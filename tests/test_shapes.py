"""Arithmetic on topologies."""

from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tpu_zones as tz
from tpu_zones.shapes import (
    cubic,
    custom_shapes,
    custom_sizes,
    limit,
    own_shapes,
    parse_topology,
    topology_name,
    volume,
)

RULES = {one.generation: one for one in tz.Catalog.bundled().snapshot.table("shape_rules")}


@pytest.mark.parametrize(
    ("text", "sides"),
    [
        ("2x2x4", (2, 2, 4)),
        ("2X2X4", (2, 2, 4)),
        (" 2 x 2 x 4 ", (2, 2, 4)),
        ("16x16", (16, 16)),
        ("1x1", (1, 1)),
        ("4x2", (4, 2)),
        ("4x4x560", (4, 4, 560)),
    ],
)
def test_topologies_as_people_write_them(text, sides):
    assert parse_topology(text) == sides


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("4x", "topology '4x': it is written like 4x4 or 2x2x4, whole numbers from 1 with an x between"),
        ("x", "it is written like"),
        ("", "topology '': it is written like"),
        ("4", "it is written like"),
        ("4*4", "it is written like"),
        ("0x4", "whole numbers from 1"),
        ("-2x2", "whole numbers from 1"),
        ("02x2", "whole numbers from 1"),
        ("2.0x2", "whole numbers from 1"),
        ("axb", "whole numbers from 1"),
        ("²x2", "whole numbers from 1"),
        ("٢x٢", "whole numbers from 1"),
        ("2x2x4x", "it is written like"),
        ("2x2x2x2", "topology '2x2x2x2': it has 4 sides, and a slice has 2 or 3"),
        ("99999999x2", "no slice has a side of more than 5 digits"),
        ("x".join(["2"] * 1000), "1000 sides"),
        ("9" * 5000 + "x2", "no slice has a side of more than 5 digits"),
        (44, "topology 44: it is written like"),
        (None, "topology None: it is written like"),
    ],
)
def test_what_is_no_topology_gets_one_sentence(text, said):
    with pytest.raises(tz.WrongUsage) as error:
        parse_topology(text)
    assert said in str(error.value) and len(str(error.value)) < 160 and "\n" not in str(error.value)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.text(max_size=30) | st.from_regex(r"[0-9x -]{1,12}", fullmatch=True))
def test_any_text_is_a_topology_or_one_clear_error(text):
    try:
        sides = parse_topology(text)
    except tz.WrongUsage as error:
        assert "\n" not in str(error)
    else:
        assert len(sides) in (2, 3) and min(sides) > 0 and parse_topology(topology_name(sides)) == sides


@pytest.mark.parametrize("generation", ["v4", "v5p", "tpu7x", "tpu7"])
def test_custom_shapes_are_all_there_are(generation):
    """Brute force over all triples of multiples of four."""
    rule = RULES[generation]
    most = {"v4": 4096, "v5p": 8960, "tpu7x": 9216, "tpu7": 256}[generation]
    assert limit(rule) == most
    cubes = most // 64
    expected = {
        (4 * a, 4 * b, 4 * c)
        for a in range(1, cubes + 1)
        for b in range(a, cubes + 1)
        for c in range(b, cubes + 1)
        if 1 < a * b * c <= cubes
    }
    found = custom_shapes(rule)
    assert set(found) == expected and len(found) == len(expected)
    assert (4, 4, 4 * cubes) in expected
    assert list(custom_sizes(rule)) == sorted({prod(sides) for sides in found})


def test_an_own_shape_is_the_most_cubic():
    own = own_shapes(RULES["v5p"])
    assert own[256] == (4, 8, 8) and own[1024] == (8, 8, 16) and own[8960] == (16, 20, 28)
    for chips, sides in own.items():
        same = [other for other in custom_shapes(RULES["v5p"]) if prod(other) == chips]
        assert sides in same and max(sides) == min(map(max, same))
        assert cubic(sides) == min(map(cubic, same))


def test_volume_and_order():
    assert volume((4, 8, 8)) == 256 and volume(()) == 1
    assert cubic((4, 2, 2)) == cubic((2, 2, 4)) != cubic((2, 2, 8))
    assert sorted([(4, 4, 64), (8, 8, 16), (4, 16, 16)], key=cubic) == [(8, 8, 16), (4, 16, 16), (4, 4, 64)]
