import json

import pytest
from hypothesis import given
from mangled import limited, mangled, thorough, told
from support import FIXTURES

from tpu_zones.lint.read.json_nodes import documents, documents_of

POOL = """{
  "name": "slice",
\t"config": {"machineType": "ct6e-standard-4t", "spot": true},
  "locations": ["us-east5-b"], "initialNodeCount": "4", "n": null
}
"""


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "[]",
        '""',
        "0",
        "-1.5e+3",
        "  [ 1 , 2 ]\r\n",
        '{"a": {"b": [true, false, null]}}',
        '"\\u00e9\\ud83d\\ude00 \\"\\\\\\/\\b\\f\\n\\r\\t"',
        '{"": 1}',
        '{"é": "😀"}',
        "[[[[[]]]]]",
        "12345678901234567890",
        '{"a":1,"b":2}',
        '\t{\n"a"\n:\n1\n}\n',
    ],
)
def test_json_is_read_as_json_is(text: str) -> None:
    found, faults = documents(text, "f")
    assert [one.plain() for one in found] == [json.loads(text)] and not faults


@pytest.mark.parametrize("path", sorted(FIXTURES.glob("http/*.json")), ids=lambda path: path.name)
def test_answers_of_the_api(path: object) -> None:
    text = (FIXTURES / "http" / getattr(path, "name", "")).read_text("utf-8")
    found, faults = documents(text, "f")
    assert [one.plain() for one in found] == [json.loads(text)] and not faults


def test_values_know_their_places() -> None:
    root = documents(POOL, "pool.json")[0][0]
    places = {
        ("name",): (2, 11),
        ("config",): (3, 12),
        ("config", "machineType"): (3, 28),
        ("config", "spot"): (3, 56),
        ("locations", 0): (4, 17),
        ("initialNodeCount",): (4, 52),
        ("n",): (4, 62),
    }
    for path, place in places.items():
        node = root.get(*path)
        assert node is not None
        assert (node.line, node.column) == place, path
    name = root.get("name")
    assert name is not None and name.key == (2, 3) and name.quoted and name.raw == "slice"


def test_bom_and_several_documents() -> None:
    found, faults = documents('\ufeff{"a": 1}\n{"a": 2} [3]', "f")
    assert [one.plain() for one in found] == [{"a": 1}, {"a": 2}, [3]] and not faults
    assert [(one.line, one.column) for one in found] == [(1, 1), (2, 1), (2, 10)]
    assert documents("", "f") == documents(" \n", "f") == ([], [])


def test_of_duplicate_keys_the_last_counts() -> None:
    found, faults = documents('{"a": 1,\n "a": 2}', "f")
    assert found[0].plain() == {"a": 2}
    assert told(faults) == [("info", 2, 2, "the key 'a' stands here twice; the last one counts")]


@pytest.mark.parametrize(
    ("text", "before", "line", "column", "what"),
    [
        ('{"a": 1,}', [], 1, 9, "'}' cannot stand here"),
        ("[1,]", [], 1, 4, "']' cannot stand here"),
        ("[,1]", [], 1, 2, "',1]' cannot stand here"),
        ('{"a" 1}', [], 1, 6, "'1}' cannot stand here"),
        ("{a: 1}", [], 1, 2, "'a: 1}' cannot stand here"),
        ("{1: 2}", [], 1, 2, "'1: 2}' cannot stand here"),
        ('{"a": 1 "b": 2}', [], 1, 9, "'\"b\": 2}' cannot stand here"),
        ("{'a': 1}", [], 1, 2, "\"'a': 1}\" cannot stand here"),
        ('{"a": [1, 2}', [], 1, 12, "'}' cannot stand here"),
        ('{"a":\n', [], 2, 1, "the text ends too early"),
        ("{} x", [{}], 1, 4, "'x' cannot stand here"),
        ("[1]]", [[1]], 1, 4, "']' cannot stand here"),
        ("[01]", [], 1, 2, "'01]' cannot stand here"),
        ("[NaN]", [], 1, 2, "'NaN]' cannot stand here"),
        ("[truely]", [], 1, 2, "'truely]' cannot stand here"),
        ('["a\nb"]', [], 1, 2, "'\"a' cannot stand here"),
        ("// c\n{}", [], 1, 1, "'// c' cannot stand here"),
        ('{"a": "x', [], 1, 7, "'\"x' cannot stand here"),
        (":", [], 1, 1, "':' cannot stand here"),
        ("\0", [], 1, 1, "'\\x00' cannot stand here"),
    ],
)
def test_mistakes_have_a_place(text: str, before: list[object], line: int, column: int, what: str) -> None:
    found, faults = documents(text, "f")
    assert [one.plain() for one in found] == before
    assert told(faults) == [("error", line, column, f"not JSON: {what}")]


def test_unknown_escapes_stay_as_they_are_written() -> None:
    assert documents(r'["\x", "\u12"]', "f")[0][0].plain() == [r"\x", r"\u12"]


def test_half_a_pair_of_surrogates_is_no_text() -> None:
    assert documents(r'"a\ud800"', "f")[0][0].plain() == "a?"


def test_what_yaml_can_read_is_read() -> None:
    assert documents_of('{"a": [1,],} # c', "f")[0][0].plain() == {"a": [1]}
    assert documents_of("a: 1", "f")[0][0].plain() == {"a": 1}
    assert documents_of('\ufeff {"a": 1}', "f")[0][0].plain() == {"a": 1}
    assert told(documents_of('{"a": b: c}', "f")[1])[0][3].startswith("not JSON")
    found, faults = documents_of('{"a": {{ x }}}', "f")  # a template where a value stands
    assert [one.plain() for one in found] == [{"a": None}] and not faults


def test_hostile_files_end_early() -> None:
    ran = limited("""
from tpu_zones.lint.read.json_nodes import documents
for text in each((
    "[" * 1_000_000, '{"a":' * 200_000, "[" + "1," * 500_000 + "1]", '"' + "x" * 1_000_000 + '"',
    '"' + "\\\\" * 1_000_001, "9" * 1_000_000, "[" + "9" * 1_000_000 + "]", " " * 1_000_000, "\\n" * 1_000_000, "{} " * 300_000,
    '{' + '"a":1,' * 150_000 + '"a":1}', '"\\\\u00e9' * 150_000 + '"', "-" * 1_000_000, "\\0" * 1_000_000,
)):
    found, faults = documents(text, "f")
    print(faults[-1].text[:11] if faults else "fine")
""")
    assert ran.code == 0, ran
    ends = ran.out.splitlines()
    assert ends[:3] == ["too deep: n", "too deep: n", "too large: "] and ends[3] == ends[5] == ends[6] == "fine"


@thorough
@given(mangled(POOL, '[{"a": [1, -2.5e3, "\\u00e9"]}, null]\n{}'))
def test_nothing_crashes_and_what_json_reads_is_equal(text: str) -> None:
    found, faults = documents(text, "f")
    try:
        value = json.loads(text, parse_constant=lambda word: 1 / 0)
    except (ValueError, RecursionError, ZeroDivisionError):
        return
    if not any(len(part) > 40 for part in text.split()) and "\\ud" not in text.lower():
        assert [one.plain() for one in found] == [value], text
        assert all(fault.level == "info" for fault in faults)
