"""The tools in this process: their schemas, their bounds, and that they say what the command line says."""

import json
import time

import jsonschema
import pytest
from support import python

import tpu_zones as tz
from tpu_zones import signatures
from tpu_zones.cli.main import main
from tpu_zones.errors import NotOffered, UnknownName, WrongUsage
from tpu_zones.mcp import tools
from tpu_zones.mcp.tools import TOOLS, answer

POOL = 'resource "google_container_node_pool" "a" {\n  node_config {\n    machine_type = "%s"\n  }\n}\n'
ASKED = [
    ("zones", {}),
    ("zones", {"tpu": "v6e", "within": "us-central1-b,NL", "option": "spot", "surface": "gke"}),
    ("zones", {"tpu": "v5p", "within": "Ireland"}),
    ("availability", {"tpu": "v6e", "zone": "us-east5-c"}),
    ("availability", {"tpu": "v5p", "zone": "europe-west4-a"}),
    ("generations", {"within": "Netherlands"}),
    ("offerings", {"tpu": "v6e", "within": "NL", "evidence": "any"}),
    ("prices", {"tpu": "v6e", "within": "Europe"}),
    ("cost", {"tpu": "v5e", "within": "NL", "chips": 100, "hours": "10"}),
    ("history", {"tpu": "v5p", "within": "US"}),
    ("slices", {"tpu": "v6e", "chips": 8}),
    ("versions", {"tpu": "Ironwood", "gke": "1.34.0-gke.991000"}),
    ("show", {"name": "Trillium"}),
    ("show", {"name": "us-east5-c"}),
    ("plan", {"tpu": "v6e", "chips": 256, "within": "EU", "option": "spot,on-demand"}),
    ("pathways", {"tpu": "v6e", "jax": "0.10.0"}),
    ("pathways", {"tpu": "tpu7x", "within": "Europe"}),
]
ALONE = [
    ("require", {"tpu": "v5p", "within": "Europe"}),
    ("claims", {"tpu": "v6e", "within": "us-east5-c"}),
    ("check_text", {"text": POOL % "ct6e-standard-3t", "name": "main.tf"}),
    ("check_text", {"text": "", "name": "pool.yaml"}),
]


def words(command, given):
    """The call of the command line that asks the same."""
    positional = [given[name] for name in ("tpu", "zone", "name") if name in given]
    options = [f"--{name}={value}" for name, value in given.items() if name not in ("tpu", "zone", "name")]
    return [command, *positional, *options, "--format", "json"]


@pytest.mark.parametrize(("name", "given"), ASKED)
def test_a_tool_returns_what_the_command_prints(name, given, capsys):
    assert main(words(name, given)) in (0, 1, 5)
    assert answer(name, given) == json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(("name", "given"), ASKED + ALONE)
def test_parameters_and_results_keep_their_schemas(name, given):
    jsonschema.validate(given, tools.parameters(name))
    jsonschema.validate(answer(name, given), tools.result(name))


def test_every_tool_was_asked():
    assert {name for name, _ in ASKED + ALONE} == set(TOOLS)


@pytest.mark.parametrize("name", TOOLS)
def test_schemas_are_those_of_the_signature(name):
    schema, result = tools.parameters(name), tools.result(name)
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator.check_schema(result)
    assert set(schema["properties"]) == {*signatures.parameters(TOOLS[name]), "limit"}
    assert all(one["description"] for one in schema["properties"].values())
    assert tools.described(name).startswith("Return ") and ">>>" not in tools.described(name)
    assert {"compiled", "evidence_date", "snapshot"} <= set(result["required"])


def test_closed_lists_are_enums():
    known = tools.parameters("zones")["properties"]
    assert known["evidence"]["enum"] == ["documented", "observed", "any"]
    assert known["evidence"]["default"] == "documented"
    assert known["surface"]["enum"] == ["gke", "compute-engine", "cloud-tpu-api"]
    one, by_comma, several = known["option"]["anyOf"]
    assert by_comma == {"type": "string", "pattern": ","}
    assert (
        one["enum"] == ["on-demand", "spot", "flex-start", "calendar", "reservation", "all"] == several["items"]["enum"]
    )
    assert tools.parameters("check_text")["properties"]["mode"]["enum"] == ["standard", "autopilot"]
    assert tools.parameters("pathways")["properties"]["platform"]["enum"] == ["gke", "slurm"]
    assert "enum" not in known["tpu"]


def test_several_are_a_list_or_one_text():
    listed = answer("zones", {"tpu": "v6e", "within": ["us-central1-b", "NL"], "option": ["spot"]})
    assert listed == answer("zones", {"tpu": "v6e", "within": "us-central1-b,NL", "option": "spot"})
    assert [row["zone"] for row in listed["rows"]] == ["us-central1-b", "europe-west4-a"]


def test_what_the_limit_leaves_out_is_said():
    whole, cut = answer("zones", {"tpu": "v6e"}), answer("zones", {"tpu": "v6e", "limit": 3})
    assert cut["rows"] == whole["rows"][:3] and cut["more"] == len(whole["rows"]) - 3 == 5
    assert cut["notes"][-1] == {"code": "limit", "text": "5 more rows; a higher limit shows them"}
    assert "more" not in whole and whole["notes"] == cut["notes"][:-1]
    assert len(answer("claims", {})["rows"]) == 50
    most = answer("claims", {"limit": 500})  # the highest that there is
    assert most["notes"][-1]["text"] == f"{most['more']} more rows; ask for less to see them"
    near = answer("availability", {"tpu": "v6e", "zone": "us-east5-c", "limit": 2})
    assert len(near["claims"]) == len(near["nearest"]) == len(near["quota"]) == 2
    assert [note["text"].split()[2] for note in near["notes"] if note["code"] == "limit"] == [
        "claims;",
        "nearest;",
        "quota;",
    ]


def test_the_tables_of_a_card_are_cut_too():
    whole, cut = answer("show", {"name": "v6e"}), answer("show", {"name": "v6e", "limit": 2})
    assert [len(table["rows"]) + table["more"] for table in cut["tables"]] == [
        len(table["rows"]) + table["more"] for table in whole["tables"]
    ]
    assert max(len(table["rows"]) for table in cut["tables"]) == 2
    left = [(len(table["rows"]) - 2, table["title"]) for table in whole["tables"] if len(table["rows"]) > 2]
    facts, *said = [note["text"] for note in cut["notes"] if note["code"] == "limit"]
    assert facts == f"{len(whole['facts']) - 2} more facts; a higher limit shows them"
    assert said == [f"{count} more {title}; a higher limit shows them" for count, title in left] and len(left) > 3
    assert "limit" not in {note["code"] for note in whole["notes"]}


def test_every_answer_has_a_bound():
    names = [
        name
        for name in TOOLS
        if name not in ("availability", "require", "check_text", "cost", "slices", "show", "plan")
    ]
    sizes = {name: len(json.dumps(answer(name, {}))) for name in names}
    sizes["plan"] = len(json.dumps(answer("plan", {"chips": 64})))
    sizes |= {f"show {one}": len(json.dumps(answer("show", {"name": one}))) for one in ("US", "v6e", "us-central1")}
    assert max(sizes.values()) < 60_000, sizes


@pytest.mark.parametrize(
    ("name", "given", "kind", "said"),
    [
        ("zones", {"tpu": "v6x"}, UnknownName, "no TPU is called 'v6x'; did you mean v6, v7x, v6e?"),
        ("zones", {"tpu": "v6e", "within": "Eurpe"}, UnknownName, "did you mean Europe"),
        ("zones", {"tpu": "v6e", "option": "spott"}, UnknownName, "spot"),
        ("availability", {"tpu": "v6e", "zone": "us-east5"}, WrongUsage, "us-east5-a"),
        ("slices", {"tpu": "v5p-4"}, tz.NoSuchSlice, "the smallest v5p is v5p-8"),
        ("require", {"tpu": "v5p", "within": "europe-west4-a"}, NotOffered, "europe-west4-b (same region)"),
        ("zonse", {}, WrongUsage, "there is no tool 'zonse'; did you mean zones?"),
        ("zones", {"tpus": "v6e"}, WrongUsage, "there is no parameter 'tpus'; did you mean tpu?"),
        ("zones", {"tpu": 5}, WrongUsage, "tpu is 5, which is not of its type: string"),
        ("zones", {"within": ["NL", 3]}, WrongUsage, "string or array of strings"),
        ("availability", {"tpu": "v6e"}, WrongUsage, "zone must be given"),
        ("availability", {"tpu": "v6e", "zone": None}, WrongUsage, "zone must be given"),
        ("slices", {"tpu": "v6e", "chips": 8.5}, WrongUsage, "chips is 8.5, which is not of its type: integer"),
        ("slices", {"tpu": "v6e", "chips": True}, WrongUsage, "not of its type: integer"),
        ("cost", {"tpu": "v5p-8", "hours": float("inf")}, WrongUsage, "hours"),
        (
            "cost",
            {"tpu": "v5p-8", "hours": [1]},
            WrongUsage,
            "hours is [1], which is not of its type: number or string",
        ),
        ("zones", {"limit": 0}, WrongUsage, "integer from 1 to 500"),
        ("plan", {"chips": 8, "limit": 10**9}, WrongUsage, "integer from 1 to 500"),
        ("check_text", {"name": "a.tf", "text": "x" * (1 << 20) + "y"}, WrongUsage, "1,048,577 bytes"),
        ("check_text", {"name": "a" * 1001, "text": ""}, WrongUsage, "at most 1,000 characters"),
        ("check_text", {"name": "\ud800.tf", "text": ""}, WrongUsage, "has half of a character"),
    ],
)
def test_errors_say_what_to_do(name, given, kind, said):
    with pytest.raises(kind) as error:
        answer(name, given)
    assert said in str(error.value) and len(str(error.value)) < 1000


def test_none_is_nothing_said():
    assert answer("zones", {"tpu": "v5p", "within": None, "limit": None}) == answer("zones", {"tpu": "v5p"})
    assert answer("plan", {"tpu": "v5p-8", "limit": None}) == answer("plan", {"tpu": "v5p-8"})


def test_check_text_finds_and_reads_nothing_else(tmp_path, monkeypatch):
    (tmp_path / "pool").mkdir()
    (tmp_path / "pool" / "main.tf").write_text(POOL % "ct6e-standard-3t")
    monkeypatch.chdir(tmp_path)
    found = answer("check_text", {"text": POOL % "ct6e-standard-3t", "name": "main.tf"})
    assert [(one["rule"], one["line"], one["column"]) for one in found["findings"]] == [
        ("TPZ101", 3, 20),
        ("TPZ313", 3, 20),
    ]
    module = f'module "a" {{\n  source = "./pool"\n}}\nmodule "b" {{\n  source = "{tmp_path}/pool"\n}}\n# tpu\n'
    found = answer("check_text", {"text": module, "name": "main.tf"})
    assert [one["rule"] for one in found["findings"]] == ["TPZ902"] and found["summary"]["node_pool"] == 0


def test_many_findings_are_bounded():
    text = "\n".join((POOL % "ct6e-standard-3t").replace('"a"', f'"a{n}"') for n in range(120))
    found = answer("check_text", {"text": text, "name": "main.tf", "limit": 7})
    assert len(found["findings"]) == 7
    assert found["notes"] == [{"code": "limit", "text": "233 more findings; a higher limit shows them"}]


def test_a_hostile_text_is_read_in_bounded_time():
    before = time.process_time()
    for text in ("- tpu: &a [*a, *a]\n" * 20_000, "{" * 100_000 + "tpu", "x" * 10_000 + ": ct6e-standard-4t\n" * 5_000):
        found = answer("check_text", {"text": text, "name": "x" * 1000})
        assert len(json.dumps(found)) < 100_000
    assert time.process_time() - before < 30


GUARD = """
import sys
def guard(event, args):
    written = event == "open" and (any(letter in str(args[1]) for letter in "wa+x") or args[2] & 3)
    if written or event.startswith(("socket.", "subprocess.", "os.mkdir", "os.remove", "os.rename", "os.system", "shutil.")):
        raise RuntimeError(f"{event} {args}")
sys.addaudithook(guard)
"""


def test_no_tool_opens_a_socket_or_writes():
    ask = f"from tpu_zones.mcp.tools import answer\nfor name, given in {ASKED + ALONE!r}: answer(name, given)\nprint('done')"
    ran = python(GUARD + ask, "-B")
    assert (ran.code, ran.out) == (0, "done\n"), ran.err
    assert "RuntimeError: open" in python(GUARD + "open('/tmp/x', 'w')", "-B").err, "the guard does not guard"
