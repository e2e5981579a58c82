from typing import Any

import pytest
from hypothesis import given
from mangled import limited, mangled, thorough, told

from tpu_zones.lint.read.nodes import Node, located
from tpu_zones.lint.read.yaml_nodes import documents

POOL = """\
# a node pool
metadata: {name: "slice", labels: {team: a}}
spec:
  nodeLocations:
  - us-east5-b
  initialNodeCount: 4
  nodeConfig:
    machineType: ct6e-standard-4t
    spot: yes
"""


def plain(text: str) -> Any:
    found, faults = documents(text, "f")
    assert not faults, told(faults)
    assert len(found) == 1
    return found[0].plain()


def at(text: str, *path: str | int) -> tuple[int, int]:
    node = documents(text, "f")[0][0].get(*path)
    assert node is not None
    return node.line, node.column


def test_values_know_their_places() -> None:
    root = documents(POOL, "pool.yaml")[0][0]
    places = {
        ("metadata",): (2, 11),
        ("metadata", "name"): (2, 18),
        ("metadata", "labels", "team"): (2, 42),
        ("spec", "nodeLocations", 0): (5, 5),
        ("spec", "initialNodeCount"): (6, 21),
        ("spec", "nodeConfig", "machineType"): (8, 18),
        ("spec", "nodeConfig", "spot"): (9, 11),
    }
    for path, place in places.items():
        node = root.get(*path)
        assert node is not None
        assert (node.line, node.column) == place, path
        assert node.spot.file == "pool.yaml"
    machine = root.get("spec", "nodeConfig", "machineType")
    assert machine is not None and machine.key_spot.key == ("pool.yaml", 8, 5)


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("4", 4),
        ("'4'", "4"),
        ('"4"', "4"),
        ("-3", -3),
        ("+3", 3),
        ("1_000", 1000),
        ("0x10", 16),
        ("0o17", 15),
        ("017", 15),
        ("0b11", 3),
        ("08", 8.0),
        ("1.30", 1.3),
        (".5", 0.5),
        ("1e3", 1000.0),
        ("1e999", "1e999"),
        ("9" * 50, "9" * 50),
        ("12:30:00", "12:30:00"),
        ("2026-01-01", "2026-01-01"),
        ("4x4", "4x4"),
        ("0x4x4", "0x4x4"),
        ("1.34.0-gke.2201000", "1.34.0-gke.2201000"),
        ("true", True),
        ("Yes", True),
        ("on", True),
        ("NO", False),
        ("off", False),
        ("n", False),
        ("yEs", "yEs"),
        ("'yes'", "yes"),
        ("null", None),
        ("~", None),
        ("", None),
        ("''", ""),
        ("!!str 4", "4"),
        ("!!int '4'", 4),
        ("! 4", 4),
        ("|\n    a\n    b", "a\nb\n"),
        (">-\n    a\n    b", "a b"),
        ("a # b", "a"),
        ("a#b", "a#b"),
        (".inf", ".inf"),
        ("é😀", "é😀"),
    ],
)
def test_scalars_mean_what_kubernetes_takes_them_for(written: str, value: object) -> None:
    found = plain(f"k: {written}\n")["k"]
    assert found == value and type(found) is type(value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a: 1\r\nb:\r\n- x\r\n", {"a": 1, "b": ["x"]}),
        ("\ufeffa: 1\n", {"a": 1}),
        ("%YAML 1.1\n---\na: 1\n...\n", {"a": 1}),
        ("a:\t1\n", {"a": 1}),
        ('{"a": [1, {"b": null}],}', {"a": [1, {"b": None}]}),
        ("on: 1\n1: 2\n~: 3\n", {"on": 1, "1": 2, "~": 3}),
        ("? [x]\n: 1\nb: 2\n", {"b": 2}),
        ("x: &a {k: 1, l: 2}\ny:\n  k: 3\n  <<: *a\n", {"x": {"k": 1, "l": 2}, "y": {"k": 3, "l": 2}}),
        (
            "x: &a {k: 1}\nz: &b {k: 2, m: 2}\ny: {<<: [*a, *b]}\n",
            {"x": {"k": 1}, "z": {"k": 2, "m": 2}, "y": {"k": 1, "m": 2}},
        ),
        ("x: &a [1]\ny: *a\n", {"x": [1], "y": [1]}),
        ("<<: 3\n", {"<<": 3}),
        ("'<<': {a: 1}\n", {"<<": {"a": 1}}),
        ("x: &k key\n*k : 1\n", {"x": "key", "key": 1}),
        ("- - 1\n  - 2\n- {}\n", [[1, 2], {}]),
        ("a: [x: 1]\n", {"a": [{"x": 1}]}),
        ("just text", "just text"),
    ],
)
def test_odd_but_right(text: str, value: object) -> None:
    assert plain(text) == value


def test_places_in_odd_files() -> None:
    assert at("\ufeffa: x\n", "a") == (1, 4)
    assert at("a: 1\r\n\r\nb: é\r\n", "b") == (3, 4)
    assert at("é😀: x\n", "é😀") == (1, 5)
    assert at("a: &anchor !!str   x\n", "a") == (1, 20)
    assert at("a: &anchor\n  x\n", "a") == (2, 3)
    assert at('a:\t"x"\n', "a") == (1, 4)
    assert at("x: &a {k: 1}\ny:\n  <<: *a\n", "y", "k") == (1, 11)
    assert at("x: &a 7\ny: *a\n", "y") == (1, 7)
    assert at("a: |\n  b\n", "a") == (1, 4)
    assert at("a: " + " " * 1000 + "x", "a") == (1, 1004)


def test_documents_and_comments() -> None:
    found, faults = documents("# only a comment\n---\na: 1\n---\n---\n# nothing\n---\n- 2\n...\n---\nnull\n", "f")
    assert [one.plain() for one in found] == [{"a": 1}, [2]] and not faults
    assert documents("", "f") == ([], [])
    assert documents("# x\n", "f") == ([], [])


def test_of_duplicate_keys_the_last_counts() -> None:
    found, faults = documents("a: 1\nb:\n  c: 1\n  c: 2\na: 3\n", "f")
    assert found[0].plain() == {"a": 3, "b": {"c": 2}}
    assert told(faults) == [
        ("info", 4, 3, "the key 'c' stands here twice; the last one counts"),
        ("info", 5, 1, "the key 'a' stands here twice; the last one counts"),
    ]
    assert len(documents("a: 1\n" * 1000, "f")[1]) == 20


@pytest.mark.parametrize(
    ("text", "before", "fault"),
    [
        ("a: 1\n---\nb: c: d\n", [{"a": 1}], ("error", 3, 5, "not YAML: mapping values are not allowed in this context")),
        ("a: 1\n---\n- x\n--- [\n", [{"a": 1}, ["x"]], ("error", 5, 1, "not YAML: did not find expected node content")),
        ("a:\n\t- b\n", [], ("error", 2, 1, "not YAML: found character that cannot start any token")),
        ("a: 'x\n", [], ("error", 2, 1, "not YAML: found unexpected end of stream")),
        ("a: *b\n", [], ("error", 1, 4, "not YAML: the alias 'b' stands for nothing")),
        ("a: &b [*b]\n", [], ("error", 1, 8, "the alias 'b' stands inside of what it stands for")),
        ("a: x\x01\n", [], ("error", 1, 5, "not YAML: control characters are not allowed")),
        ("é: \x00\n", [], ("error", 1, 4, "not YAML: control characters are not allowed")),
        ("a: {{ .Values.x }}-y\n", [], ("info", 1, 19, "template")),
        ("{{- if .Values.x }}\na: 1\n{{- end }}\n", [], ("info", 1, 3, "template")),
        ("a: 1\n{% for x in y %}\n", [], ("info", 2, 2, "template")),
        ("run: ${{ x }}\nb: c: d\n", [], ("error", 2, 5, "not YAML: mapping values are not allowed in this context")),
        ("# {{ x }}\nb: c: d\n", [], ("error", 2, 5, "not YAML: mapping values are not allowed in this context")),
        ("b: '{{ x }}'\nc: d: e\n", [], ("error", 2, 5, "not YAML: mapping values are not allowed in this context")),
        ("[" * 65 + "]" * 65, [], ("error", 1, 65, "too deep: nested more than 64 levels")),
    ],
)  # fmt: skip
def test_mistakes_have_a_place_and_spare_what_stands_before(
    text: str, before: list[object], fault: tuple[str, int, int, str]
) -> None:
    found, faults = documents(text, "f")
    assert [one.plain() for one in found] == before
    [(level, line, column, what)] = told(faults)
    assert (level, line, column) == fault[:3]
    assert what.startswith(fault[3])


def test_depth_counts_through_aliases() -> None:
    chain = "a0: &a0 [x]\n" + "".join(f"a{n + 1}: &a{n + 1} [*a{n}]\n" for n in range(100))
    assert told(documents(chain, "f")[1]) == [("error", 64, 12, "too deep: nested more than 64 levels")]
    assert documents("[" * 64 + "]" * 64, "f")[1] == []


def test_a_template_as_a_value_is_unknown() -> None:
    root = documents("zone: {{ zone }}\nname: '{{ name }}'\nlist: [a, '${B}']\nz: <ZONE>\nt: !env X\nok: a$\n", "f")[0][
        0
    ]
    why = {key: value.unknown for key, node in root.items() if (value := located(node)) is not None}
    assert why == {
        "zone": "a template",
        "name": "'{{ name }}' is filled in later",
        "list": "'${B}' is filled in later",
        "z": "'<ZONE>' is filled in later",
        "t": "the tag '!env' means something to one tool only",
        "ok": None,
    }


def test_a_list_of_one_has_the_place_of_its_element() -> None:
    root = documents("one: [ x ]\ntwo: [x, y]\nnone: []\n", "f")[0][0]
    places = [value.spot.key for _, node in root.items() if (value := located(node)) and value.spot]
    assert places == [("f", 1, 8), ("f", 2, 6), ("f", 3, 7)]
    assert located(None) is None


def test_nodes_can_be_asked() -> None:
    root = documents("a: [x, {b: 1}]\nt: text\n", "f")[0][0]
    assert root.text("t") == "text" and root.text("a") is None and root.text("zz") is None
    assert root.get("a", 5) is None and root.get("t", "x") is None and root.get("a", "x") is None
    sequence = root.get("a")
    assert sequence is not None
    assert [one.kind for one in sequence] == ["scalar", "mapping"] and len(sequence) == 2
    assert list(sequence.items()) == [] and [key for key, _ in root.items()] == ["a", "t"]
    assert bool(Node("mapping", {}, "f", 1, 1)) is True


def test_hostile_files_end_early() -> None:
    ran = limited("""
from tpu_zones.lint.read.yaml_nodes import documents
bomb = "a: &a [x,x,x,x,x,x,x,x,x]\\n" + "".join(
    f"{chr(98 + i)}: &{chr(98 + i)} [{','.join(['*' + chr(97 + i)] * 9)}]\\n" for i in range(20))
merges = "a: &a {" + ",".join(f"k{i}: 1" for i in range(5000)) + "}\\n" + "b: {<<: *a}\\n" * 5000
for name, text in each({
    "aliases": bomb,
    "merges": merges,
    "elements": "[" + "a," * 500_000 + "]",
    "lines": "- a\\n" * 250_000,
    "flow": "[" * 1_000_000,
    "maps": "{a: " * 250_000,
    "block": "- " * 500_000,
    "questions": "? " * 500_000,
    "line": "a: " + "x" * 1_000_000,
    "anchors": "".join(f"a{i}: &a{i} x\\n" for i in range(50_000)),
    "quotes": '"' * 1_000_000,
    "comment": "#" * 1_000_000,
    "blank": "\\n" * 1_000_000,
    "duplicates": "a: 1\\n" * 200_000,
    "tags": "a: " + "!" * 1_000_000,
    "percent": "%" * 1_000_000,
    "keys": "".join(f"k{i}: 1\\n" for i in range(90_000)),
}.items()):
    found, faults = documents(text, "f")
    print(name, faults[-1].text[:9] if faults else "")
""")
    assert ran.code == 0, ran
    ends = dict(line.split(" ", 1) for line in ran.out.splitlines())
    assert ends["aliases"] == ends["merges"] == ends["elements"] == ends["lines"] == "too large"
    assert ends["block"] == ends["questions"] == "too deep:"
    assert ends["flow"].startswith("not YAML") and ends["line"] == "" and ends["keys"] == "" and ends["blank"] == ""


def test_without_the_c_part(monkeypatch: pytest.MonkeyPatch) -> None:
    import yaml

    monkeypatch.delattr(yaml, "CSafeLoader")
    root = documents(POOL, "f")[0][0]
    assert root.plain()["spec"]["initialNodeCount"] == 4
    machine = root.get("spec", "nodeConfig", "machineType")
    assert machine is not None and (machine.line, machine.column) == (8, 18)
    assert told(documents("a: \x01", "f")[1])[0][:3] == ("error", 1, 4)
    assert told(documents("[" * 500, "f")[1])[0][:3] == ("error", 1, 65)
    assert documents("a: b\n" * 40_000, "f")[1][0].text.startswith("too large for PyYAML without its C part")


@thorough
@given(mangled(POOL, "x: &a {k: [1, 'b']}\ny: {<<: *a}\n---\n- |\n  t\n"))
def test_nothing_crashes(text: str) -> None:
    found, faults = documents(text, "f")
    for one in found:
        one.plain()
        located(one)
    assert all(fault.spot.line >= 1 and fault.spot.column >= 1 for fault in faults)


def test_a_variable_in_flow_style_is_unknown_and_the_rest_is_read():
    text = 'a: {name: ${NAME}, list: [${A:-x}, pre-${B}, "${C}"], n: 4}\n---\nb: ${D}\n'
    found, faults = documents(text, "a.yaml")
    assert [(fault.level, fault.spot.line, fault.spot.column) for fault in faults] == [("info", 1, 11)]
    assert "'${NAME}' and the like are filled in later" in faults[0].text
    first, second = found
    assert first.get("a", "n").value == 4
    assert all(located(first.get("a", "list", at)).unknown for at in range(3))
    assert located(first.get("a", "name")).unknown and located(second.get("b")).unknown
    node = first.get("a", "list", 1)
    assert (node.line, node.column, text[node.column - 1 :][:8]) == (1, 36, "pre-${B}")
    assert (node.value, first.get("a", "name").raw, second.get("b").value) == ("pre-${B}", "${NAME}", "${D}")
    assert located(first.get("a", "name")).unknown == "'${NAME}' is filled in later"


def test_text_with_the_signs_that_stand_for_braces_stays_as_it_is():
    (found,), _ = documents('a: {é: "\ue000$\ue001", ${K}: ${X}, z: 1}\n', "a.yaml")
    assert found.plain() == {"a": {"é": "\ue000$\ue001", "${K}": "${X}", "z": 1}}
    assert found.get("a", "z").column == 30


def test_a_mistake_behind_a_variable_is_still_one():
    found, faults = documents("a: {name: ${NAME}}\n---\nb: [1\n---\nc: 1\n", "a.yaml")
    assert len(found) == 1 and [fault.level for fault in faults] == ["info", "error"]
    assert faults[1].spot.line > 1
    assert [fault.level for fault in documents("a: [1\n---\nb: ${X}\n", "a.yaml")[1]] == ["error"]


def test_a_terraform_template_under_a_yaml_name_is_information():
    text = "flavors:\n%{ for flavor in flavors ~}\n- name: ${flavor.name}\n%{ endfor ~}\n"
    _, faults = documents(text, "queue.yaml")
    assert [(one.level, one.spot.line) for one in faults] == [("info", 2)]
    assert "before its {{ }} or %{ } are filled in" in faults[0].text
