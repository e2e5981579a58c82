import pytest
from evaluated import one, refused, unknown, value

ZONES = 'variable "zones" {\n}\nvariable "zone" {\n}\nvariable "none" {\n  default = null\n}\n'


@pytest.mark.parametrize(
    ("expression", "wanted"),
    [
        ("1 + 2 * 3", 7),
        ("(1 + 2) * 3", 9),
        ("7 - 2 - 1", 4),
        ("7 / 2", 3.5),
        ("8 / 2", 4),
        ("7 % 4", 3),
        ("-7 % 4", -3),
        ("-(1 + 2)", -3),
        ('"2" + 1', 3),
        ("1.0e3", 1000),
        ("1 < 2 && 2 <= 2 && !(3 > 4) && 1 != 2", True),
        ("1e1", 10),
        ("[1e1, 2E+2, 25e-1, 1.5e1]", [10, 200, 2.5, 15]),
        ("1 + 1e2*2-1e1", 191),
        ('"${1e1} 1e1 a-1e1"', "10 1e1 a-1e1"),
        ("<<E\n1e1 ${1e1}\nE\n", "1e1 10\n"),
        ("{ a1e1 = 1, a-1e1 = 2 }", {"a1e1": 1, "a-1e1": 2}),
        ('1 == "1"', False),
        ("true == 1", False),
        ('"a" == "a"', True),
        ("null == null", True),
        ("true || false && false", True),
        ('false ? "a" : true ? "b" : "c"', "b"),
        ('true ? "a" : true ? "b" : "c"', "a"),
        ("false ? 1 : false ? 2 : false ? 3 : 4", 4),
        ("(true ? false : true) ? 1 : 2", 2),
        ('"a${1 + 1} b ${"c"}  "', "a2 b c  "),
        ('"  x"', "  x"),
        ('" ${"x"}"', " x"),
        ('"$${x} %%{y} $z %"', "${x} %{y} $z %"),
        (r'"a\n\"b\" \\ \u00e9 \U0001f600"', 'a\n"b" \\ é 😀'),
        ('"${true}"', True),
        ('"x${true}${1.5}"', "xtrue1.5"),
        ("[1, 2, # two\n 3,]", [1, 2, 3]),
        ('{ a = 1, "b" : 2, ("c") = 3\n d = 4 }', {"a": 1, "b": 2, "c": 3, "d": 4}),
        ('{ "${"a"}b" = 1 }', {"ab": 1}),
        ("{ true = 1, 2 = 3 }", {"true": 1, "2": 3}),
        ("[for x in [1, 2, 3] : x * 2 if x != 2]", [2, 6]),
        ("[for i, x in [5, 6] : i + x]", [5, 7]),
        ('[for k, v in { b = 1, a = 2 } : "${k}${v}"]', ["a2", "b1"]),
        ('{ for x in ["a", "b"] : x => upper(x) }', {"a": "A", "b": "B"}),
        ('{ for x in ["ab", "ac", "b"] : substr(x, 0, 1) => x... }', {"a": ["ab", "ac"], "b": ["b"]}),
        ("[{ a = 1 }, { a = 2 }][*].a", [1, 2]),
        ("[{ a = [1] }, { a = [2] }][*].a[0]", [1, 2]),
        ("[{ a = [1] }, { a = [2] }].*.a[0]", [1]),
        ("{ a = 1 }[*].a", [1]),
        ("null[*]", []),
        ("[1, 2][1]", 2),
        ('[1, 2]["1"]', 2),
        ("[[1, 2]].0.1", 2),
        ('{ a = { b = "c" } }.a["b"]', "c"),
        ("max([1, 5, 2]...)", 5),
        ("/* a */ 1 /* b */ + /* c */ 2 // d", 3),
        ("<<EOT\nplain\n  text\nEOT\n", "plain\n  text\n"),
        ("<<-EOT\n    a ${1}\n      b\n\n    $${c}\n  EOT\n", "a 1\n  b\n\n${c}\n"),
        ("<<EOT\nEOT\n", ""),
        ('<<-EOT\n  ${"x"}${"y"}\n  z\nEOT\n', "xy\nz\n"),
    ],
)
def test_values(expression: str, wanted: object) -> None:
    assert value(expression) == wanted
    assert value(expression.replace("\n", "\r\n")) == wanted, "with the line ends of Windows"


@pytest.mark.parametrize(
    "expression",
    [
        "var.zone",
        '"pool-${var.zone}"',
        '"${var.zone}"',
        'format("%s", var.zone)',
        'var.zone == "x" ? "a" : "b"',
        "[var.zone][0]",
        "{ a = var.zone }.a",
        "length(var.zones)",
        'coalesce(var.zone, "x")',
        "google_compute_network.n.id",
        "data.google_compute_zones.z.names",
        "timestamp()",
        'file("../../../../../etc/passwd")',
        'templatefile("x", {})',
        "uuid()",
        'yamldecode("a: 1")',
        'regex("a", "b")',
        "provider::google::x(1)",
        "terraform.workspace",
        "path.module",
        "var.missing",
        "local.missing",
        "module.missing.out",
        "var.zone == null",
        "!var.zone",
        "1 + var.zone",
        "toset([var.zone])",
        "{ (var.zone) = 1 }",
        "[for z in var.zones : z]",
        "[for z in [1] : z if var.zone]",
        "var.zones[*].name",
        "merge({ a = 1 }, var.zones)",
        "try(var.zone, 1)",
        "can(var.zone)",
        "true && var.zone",
        '"%{ if true }x%{ endif }"',
        '"${~ "x" ~}"',
        "[1][var.zone]",
        '[1, "x"] == [1, "x"]',
        "var.zone.a.b",
        '"x" == var.zone',
        "contains([var.zone], 1)",
        "jsonencode([var.zone])",
    ],
)
def test_unknown_stays_unknown(expression: str) -> None:
    assert unknown(expression, ZONES)


@pytest.mark.parametrize(
    ("expression", "wanted"),
    [
        ("var.none", None),
        ("length([var.zone, var.zone])", 2),
        ("length({ a = var.zone })", 1),
        ("false && var.zone", False),
        ("var.zone || true", True),
        ("contains([var.zone, 1], 1)", True),
        ("[var.zone, 1][1]", 1),
        ("{ a = var.zone, b = 1 }.b", 1),
        ('lookup({ a = var.zone }, "b", 1)', 1),
        ("keys({ b = var.zone, a = 1 })", ["a", "b"]),
        ("try(null.a, [][0], 3)", 3),
        ('try([{ a = 1 }["b"]], [])', []),
        ("can(null.a)", False),
        ("can(1)", True),
        ('coalesce("x", var.zone)', "x"),
        ("[] == [1]", False),
    ],
)
def test_known_beside_unknown(expression: str, wanted: object) -> None:
    assert value(expression, ZONES) == wanted


@pytest.mark.parametrize(
    "expression",
    [
        "{ a = 1 }.b",
        "[1][1]",
        "[1][-1]",
        "null.a",
        '"${null}x"',
        '"${[1]}x"',
        "1 / 0",
        '"a" + 1',
        '"a" ? 1 : 2',
        "[for x in 3 : x]",
        '{ for x in ["a", "a"] : x => 1 }',
        "element([], 0)",
        'lookup({}, "a")',
        "upper(null)",
        "upper()",
        'upper("a", "b")',
        "one([1, 2])",
        "local.tested",
        "[1, [2, null.a]]",
        'tonumber("x")',
        'coalesce(null, "")',
    ],
)
def test_what_terraform_refuses_is_known_to_be_refused(expression: str) -> None:
    assert refused(expression), value(expression)
    assert value(f"try({expression}, 5)") == 5 or expression == "local.tested"


def test_a_cycle_ends() -> None:
    assert refused("local.b", "locals {\n  b = local.c\n  c = local.b\n}")


def test_a_number_with_an_exponent_costs_nothing_of_what_follows() -> None:
    found = one(
        'resource "google_container_node_pool" "p" {\n  node_count = 4e0\n  node_config {\n    spot = true\n  }\n}\n'
    )
    assert (found.num_nodes.value, found.spot_vms.value, found.spot_vms.spot.key[1:]) == (4, True, (4, 12))
