"""Inputs that are made to cost: each ends within 5 seconds and 300 MB, in a message or in unknown values."""

import pytest
from evaluated import one, read
from mangled import limited

POOL = 'resource "google_container_node_pool" "p" {\n%s\n}\n'
LOCALS = "locals {\n%s\n}\n"
RUN = """
from tpu_zones.lint.read import terraform
found = terraform.read({folders}, lambda path: None)
unknown = sum(not value.known for thing in found.things for value in thing.values().values())
print(len(found.things), unknown, found.faults[0].text[:60] if found.faults else "")
"""


def folders(text: str, name: str = "a.tf") -> str:
    return f"{{'r': {{'r/{name}': {text}}}}}"


def doubled(first: str, later: str, times: int) -> str:
    lines = [f"  l0 = {first}", *(f"  l{n} = " + later.replace("L", f"local.l{n - 1}") for n in range(1, times))]
    return repr(
        LOCALS % "\n".join(lines) + POOL % f"  node_locations = local.l{times - 1}\n  name = local.l{times - 1}"
    )


def inside(expression: str, *, locals_: str = "  a = 1", count: int = 2000) -> str:
    return repr(LOCALS % locals_ + POOL % f"  count = {count}\n  name = length({expression})")


TOO_LARGE = "too large: after 200,000 steps"
TOLD = "too long or nested too deeply to be worked out"
HOSTILE = {
    "brackets": (folders("'x = ' + '[' * 100_000"), "0 0 Terraform syntax"),
    "closed brackets": (folders("'locals {\\n x = ' + '[' * 100_000 + ']' * 100_000 + '\\n}'"), "0 0"),
    "values in brackets": (
        folders("'resource \"google_container_node_pool\" \"p\" {\\n name = ' + '[' * 100_000 + ']' * 100_000 + '\\n}\\n'"),
        f"1 2 {TOLD}",
    ),
    "parentheses": (
        folders("'resource \"google_container_node_pool\" \"p\" {\\n name = ' + '(' * 99_000 + '1' + ')' * 99_000 + '\\n}\\n'"),
        f"1 2 {TOLD}",
    ),
    "not not not": (folders("'resource \"google_container_node_pool\" \"p\" {\\n name = ' + '!' * 200_000 + 'a\\n}\\n'"), f"1 2 {TOLD}"),
    "a long sum": (folders("'resource \"google_container_node_pool\" \"p\" {\\n name = 1' + '+1' * 100_000 + '\\n}\\n'"), f"1 2 {TOLD}"),
    "conditions": (folders("'resource \"google_container_node_pool\" \"p\" {\\n name = ' + 'a?b:' * 50_000 + '1\\n}\\n'"), f"1 2 {TOLD}"),
    "indexes": (folders("'resource \"google_container_node_pool\" \"p\" {\\n name = a' + '[a' * 60_000 + ']' * 60_000 + '\\n}\\n'"), "1 2"),
    "a long path": (folders("'resource \"google_container_node_pool\" \"p\" {\\n name = a' + '.b' * 120_000 + '\\n}\\n'"), "1 2"),
    "templates": (folders("'x = ' + '\"${' * 60_000"), "0 0 Terraform syntax"),
    "blocks": (folders("'a {\\n' * 60_000 + '}\\n' * 60_000"), "0 0"),
    "junk": (folders("'@#{\"' * 65_000"), "0 0 Terraform syntax"),
    "zeros": (folders("'\\0\\1${%{' * 43_000"), "0 0 Terraform syntax"),
    "junk behind a good start": (folders("'a = 1\\n' * 9_000 + '@#{\"' * 50_000"), "0 0 Terraform syntax"),
    "quotes": (folders("'a = \"' * 50_000"), "0 0"),
    "a long document": (folders("'resource \"google_container_node_pool\" \"p\" {\\n name = <<-E\\n' + '  é ${1} x\\n' * 18_000 + 'E\\n}\\n'"), f"1 2 {TOLD}"),
    "a long line": (folders("'resource \"google_container_node_pool\" \"p\" {\\n node_locations = [' + '\"é\",' * 50_000 + ']\\n}\\n'"), f"1 2 {TOLD}"),
    "doubling lists": (folders(doubled('["x", "y"]', "[L, L]", 80)), f"1 3 {TOLD}"),
    "doubling texts": (folders(doubled('"xy"', '"${L}${L}"', 80)), f"1 3 {TOLD}"),
    "doubling numbers": (folders(doubled("10", "L * L", 80)), f"1 3 {TOLD}"),
    "doubling JSON": (folders(doubled('"x"', "jsonencode([L, L])", 80)), f"1 3 {TOLD}"),
    "a chain": (folders("'locals {\\n l0 = 1\\n' + ''.join(f' l{n + 1} = [local.l{n}]\\n' for n in range(9_000)) + '}\\nresource \"google_container_node_pool\" \"p\" {\\n name = local.l9000\\n}\\n'"), f"1 2 {TOLD}"),
    "for in for": (folders(repr(POOL % "  name = [for a in range(999) : [for b in range(999) : [for c in range(999) : c]]]")), f"1 6 {TOO_LARGE}"),
    "nothing in for": (folders(inside("[for a in range(2000) : [for b in range(2000) : b if false]]")), "2000"),
    "replace": (folders(inside('[for a in range(2000) : replace(local.a, "a", local.a)]', locals_=f'  a = "{"a" * 60_000}"')), "2000"),
    "upper": (folders(inside("[for a in range(2000) : upper(local.a)]", locals_=f'  a = "{"a" * 60_000}"')), "2000"),
    "equal": (folders(inside("[for a in local.a : local.a == local.a]", locals_="  a = range(2000)")), "2000"),
    "index": (folders(inside("[for a in local.a : index(local.a, 1999)]", locals_="  a = range(2000)")), "2000"),
    "products": (folders(inside("setproduct(range(40), range(40), [1])")), "2000"),
    "literals": (folders(inside(f"[for x in range(2000) : [{'1,' * 1900}]]")), "2000"),
    "arguments": (folders(inside(f"[for x in range(2000) : max({'1,' * 1900}2)]")), "2000"),
    "a large type": (
        folders(
            "'variable \"a\" {\\n type = list(object({' + ','.join(f'k{n}=optional(string,\"x\")' for n in range(1900))"
            " + '}))\\n default = [for n in range(2000) : {}]\\n}\\nresource \"google_container_node_pool\" \"p\" {\\n name = var.a[0].k1\\n}\\n'"
        ),
        f"1 6 {TOO_LARGE}",
    ),
    "blocks in instances": (
        folders("'resource \"google_container_node_pool\" \"p\" {\\n count = 2000\\n node_config {\\n' + 'taint {\\n key = 1\\n}\\n' * 8_000 + '}\\n}\\n'"),
        "2000",
    ),
    "pools in clusters": (folders("'resource \"google_container_cluster\" \"p\" {\\n count = 2000\\n' + 'node_pool {\\n}\\n' * 15_000 + '}\\n'"), ""),
    "dynamic blocks": (
        folders(repr(POOL % "  count = 2000\n  dynamic \"autoscaling\" {\n    for_each = range(2000)\n    content {\n    }\n  }")),
        "2000",
    ),
    "count of 5000": (folders(repr(POOL % "  count = 5000\n  name = count.index")), "1 2"),
    "modules in modules": (
        "{'r' + '/m' * n: {'r' + '/m' * n + '/a.tf': ''.join(f'module \"m{i}\" {{\\n source = \"./m\"\\n count = 2\\n}}\\n' for i in range(500))"
        " + 'resource \"google_container_node_pool\" \"p\" {\\n}\\n'} for n in range(10)}",
        "",
    ),
    "instances of modules": (
        "{'r' + '/m' * n: {'r' + '/m' * n + '/a.tf': 'module \"m\" {\\n source = \"./m\"\\n count = 2000\\n}\\n'"
        " + 'resource \"google_container_node_pool\" \"p\" {\\n count = 2000\\n}\\n'} for n in range(4)}",
        "",
    ),
    "many modules": ("{f'r{n}': {f'r{n}/a.tf': 'module \"m\" {\\n source = \"../r' + str(n + 1) + '\"\\n}\\n'} for n in range(3_000)}", "0 0"),
    "deep JSON": (folders("'{\"a\":' * 50_000", "a.tf.json"), "0 0 too deep"),
    "templates in JSON": (
        folders("'{\"locals\": {' + ','.join(f'\"a{n}\": \"${{var.x[{n}]}}\"' for n in range(9_000)) + '}}'", "a.tf.json"),
        "0 0",
    ),
    "many candidates": (folders("''.join(f'a{n} = [{{machine_type=\"ct6e-standard-4t\"}}]\\n' for n in range(4_000))", "a.tfvars"), "4000"),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile(name: str) -> None:
    given, wanted = HOSTILE[name]
    ran = limited(RUN.replace("{folders}", given))
    assert ran.code == 0, (ran.code, ran.err[-500:])
    assert ran.out.startswith(wanted), ran.out


def test_a_module_that_calls_itself() -> None:
    found = read(
        {
            "r/a.tf": 'module "a" {\n  source = "./"\n  x = module.a.x\n}\noutput "x" {\n  value = module.a.x\n}\n'
            + POOL % "  name = module.a.x"
        }
    )
    assert [fault.text for fault in found.faults] == ["module 'a' calls itself (r)"]
    assert not found.things[0].name.known


def test_things_that_refer_to_themselves() -> None:
    text = (
        'variable "a" {\n  default = var.a\n}\nlocals {\n  b = local.b\n}\n'
        'resource "google_container_cluster" "c" {\n  name = google_container_cluster.d.name\n}\n'
        'resource "google_container_cluster" "d" {\n  name = google_container_cluster.c.name\n}\n'
        'resource "google_container_node_pool" "p" {\n  count = length(google_container_node_pool.p)\n  name = var.a\n  version = local.b\n}\n'
    )
    assert not any(thing.values().get("version") and thing.version.known for thing in read(text).things)


def test_odd_files() -> None:
    text = '\ufeff\r\n# x\r\nresource "google_container_node_pool" "p" {\r\n\tname\t=\t"a" # c\r\n\tversion = <<-E\r\n\t\t1.2\r\n\tE\r\n\tnode_count = "4"\r\n}\r\n'
    found = one(text)
    assert (found.name.value, found.version.value, found.num_nodes.value) == ("a", "1.2\n", "4")
    assert found.name.spot.key[1:] == (4, 9) and found.num_nodes.spot.line == 8
    for nothing in ("", "\n", "#", "/* */", "\ufeff", "   ", "{}"):
        assert not read({"r/a.tf": nothing}).things
    assert one(POOL.replace('"p" {\n%s\n}\n', '"p" {}') + "").name is None, "no line end at the end"


def test_one_line_blocks_that_terraform_refuses() -> None:
    found = read('resource "google_container_node_pool" "p" { name = "a", version = "b" }\n')
    assert [fault.level for fault in found.faults] == ["error"]


def test_text_beyond_a_limit_is_unknown() -> None:
    found = one(POOL % f'  name = "{"x" * 70_000}${{1}}"')
    assert found.name.unknown == "too large"


def test_what_is_beyond_a_limit_is_told_once_a_file() -> None:
    minus = POOL % f"  node_count = {'-' * 100}1\n  version = {'-' * 100}2"
    found = read(
        {
            "r/a.tf": minus + POOL.replace('"p"', '"q"') % f"  name = {'!' * 100}a",
            "r/b.tf": LOCALS % f"  a = {'-' * 100}1",
        }
    )
    assert [(one.level, one.spot.key, one.text) for one in found.faults] == [
        ("info", ("r/a.tf", 2, 16), f"{TOLD}: its value is taken as unknown")
    ]


QUOTES = {
    'x = "a\ny = "b"\n': (1, 5),
    'x = "é" y = "a\n': (1, 13),
    'a "b {\n  c = "d"\n}\n': (1, 3),
    'x = "${f("a)}"\n': (1, 5),
    'x = "${"\ny = 1\n': (1, 8),
    'x = "a': (1, 5),
    'x = "\\"\n': (1, 5),
    '# "\n// "\n/* "\n" */ x = <<E\n "\n  E\ny = "$${ %%{ {"\nz = "${ {} }\n': (8, 5),
    'x = "${[\n1]}"\ny = "\n': (3, 5),
}
"""Text -> line and column of the quote that is not closed."""


@pytest.mark.parametrize("text", QUOTES)
def test_a_quote_that_is_not_closed_is_where_the_fault_is(text: str) -> None:
    for given in (text, text.replace("\n", "\r\n"), text + "# x\n" * 9_000):
        (fault,) = read({"r/a.tf": given}).faults
        assert (fault.spot.line, fault.spot.column) == QUOTES[text], fault.text
        assert fault.text.endswith("the quote that opens here is not closed in its line")


def test_another_fault_before_a_quote_is_told_first() -> None:
    (fault,) = read({"r/a.tf": 'x = [1\ny = 2 3 ]\n@\n\nb {}\nz = "a\n'}).faults
    assert fault.spot.line < 6 and "quote" not in fault.text
    (fault,) = read({"r/a.tf": 'x = "a" "b"\n/* "'}).faults
    assert fault.spot.line == 1 and "quote" not in fault.text


@pytest.mark.parametrize("text", ['x = "${', "x = <<E\n", "<<E\n", '/* "', '${"', '"}' * 9, "\\", '"\\'])
def test_what_never_ends_ends_the_search_for_quotes(text: str) -> None:
    ran = limited(RUN.replace("{folders}", folders(f"{text * 3!r} * 20_000")))
    assert ran.code == 0 and ran.out.startswith("0 0"), ran.err[-500:]
