import pytest
from evaluated import refused, unknown, value

from tpu_zones.lint.read.terraform import functions


@pytest.mark.parametrize(
    ("expression", "wanted"),
    [
        ('lower("AbC")', "abc"),
        ('upper("é")', "É"),
        ('title("hello big world")', "Hello Big World"),
        ('trimspace("  a\\n")', "a"),
        ('trim("?!a?!", "!?")', "a"),
        ('trimprefix("v6e-8", "v6e-")', "8"),
        ('trimsuffix("us-east5-b", "-b")', "us-east5"),
        ('chomp("a\\n\\n")', "a"),
        ('strrev("abc")', "cba"),
        ('startswith("abc", "a")', True),
        ('endswith("abc", "a")', False),
        ('strcontains("abc", "b")', True),
        ('replace("a-b-c", "-", "_")', "a_b_c"),
        ('substr("hello", 1, 3)', "ell"),
        ('substr("hello", -2, -1)', "lo"),
        ('split(",", "a,b")', ["a", "b"]),
        ('join("-", ["a", "b"])', "a-b"),
        ('join("-", ["a"], [1, true])', "a-1-true"),
        ('format("%s-%d %05.1f %%", "a", 2, 3.25)', "a-2 003.2 %"),
        ('format("%v %v %q %t", ["a"], null, "x", true)', '["a"] null "x" true'),
        ('format("%03d|%-4s|%x", 7, "a", 255)', "007|a   |ff"),
        ('length("héé")', 3),
        ("length([1, 2])", 2),
        ("concat([1], [2, 3], [])", [1, 2, 3]),
        ("merge({ a = 1 }, null, { a = 2, b = 3 })", {"a": 2, "b": 3}),
        ('lookup({ a = 1 }, "a", 2)', 1),
        ("element([1, 2, 3], 4)", 2),
        ('contains(["a"], "a")', True),
        ('index(["a", "b"], "b")', 1),
        ("keys({ b = 1, a = 2 })", ["a", "b"]),
        ("values({ b = 1, a = 2 })", [2, 1]),
        ("flatten([[1, [2]], [], [[3]]])", [1, 2, 3]),
        ("distinct([1, 2, 1])", [1, 2]),
        ('compact(["a", "", null])', ["a"]),
        ("reverse([1, 2])", [2, 1]),
        ("slice([1, 2, 3], 1, 3)", [2, 3]),
        ('sort(["b", "a"])', ["a", "b"]),
        ('zipmap(["a", "b"], [1, 2])', {"a": 1, "b": 2}),
        ("range(3)", [0, 1, 2]),
        ("range(1, 4)", [1, 2, 3]),
        ("range(4, 0, -2)", [4, 2]),
        ("setproduct([1, 2], [3])", [[1, 3], [2, 3]]),
        ('setunion(["b"], ["a", "b"])', ["a", "b"]),
        ('setintersection(["b"], ["a", "b"])', ["b"]),
        ('setsubtract(["b", "a"], ["a"])', ["b"]),
        ("one([])", None),
        ("one([4])", 4),
        ("sum([1, 2.5])", 3.5),
        ("alltrue([true, true])", True),
        ("anytrue([])", False),
        ('coalesce(null, "", "a")', "a"),
        ("coalescelist([], [1])", [1]),
        ("tostring(1)", "1"),
        ("tostring(null)", None),
        ('tonumber("12")', 12),
        ('tobool("true")', True),
        ('toset(["b", "a", "b"])', ["a", "b"]),
        ('tolist(toset(["b", "a"]))', ["a", "b"]),
        ('tomap({ a = 1, b = "x" })', {"a": "1", "b": "x"}),
        ("max(1, 3, 2)", 3),
        ("min(1)", 1),
        ("abs(-2)", 2),
        ("ceil(1.2)", 2),
        ("pow(2, 4) + 1", 17),
        ("floor(-1.2)", -2),
        ('jsonencode({ b = "<a>", a = [1, null] })', '{"a":[1,null],"b":"\\u003ca\\u003e"}'),
        ('jsondecode("{\\"a\\": [1]}").a', [1]),
        ("sensitive(1)", 1),
        ('core::upper("a")', "A"),
    ],
)
def test_answers(expression: str, wanted: object) -> None:
    assert value(expression) == wanted


def test_functions_that_look_around_are_not_there() -> None:
    outside = "file templatefile fileexists fileset filebase64 filesha256 timestamp plantimestamp uuid bcrypt abspath"
    assert not set(outside.split()) & set(functions._FUNCTIONS)
    assert unknown('file("/etc/passwd")')


@pytest.mark.parametrize(
    "expression",
    [
        'replace(join("", [for x in range(2000) : "0123456789"]), "0", join("", [for x in range(2000) : "0123456789"]))',
        "range(5000)",
        "range(0, 10, 0)",
        "setproduct(range(100), range(100))",
        "flatten([for x in range(100) : range(100)])",
        'format("%999s%999s", join("", [for x in range(2000) : "0123456789012345678901234567890123456789"]), "b")',
        'jsondecode("[1e999]")',
        "9999999999999999999999999999999999 * 9999999999999999999999999999999999",
    ],
)
def test_too_large_is_unknown(expression: str) -> None:
    assert value(expression) == "? too large"


@pytest.mark.parametrize(
    "expression",
    ['format("%d", "x")', 'format("%s")', "range(1, 2, 3, 4)", "slice([1], 0, 2)", 'jsondecode("{")', "keys([1])"],
)
def test_wrong_arguments_are_refused(expression: str) -> None:
    assert refused(expression)


@pytest.mark.parametrize(
    "expression", ['format("%[1]s", "x")', 'replace("a", "/a/", "b")', "pow(2, 9999)", "pow(2, 0.5)"]
)
def test_rare_forms_are_unknown(expression: str) -> None:
    assert unknown(expression)
