"""Shell scripts: what their variables, branches, functions and quotes come to."""

import json
import shutil
import subprocess
import time
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mangled import thorough, told
from support import ROOT, python

from tpu_zones.lint.read.shell import read
from tpu_zones.lint.things import Cluster, NodePool, Thing, TpuVm
from tpu_zones.lint.values import Value

CREATE = "gcloud container node-pools create"
UNSET = object()


def pool(script: str) -> NodePool:
    """The only pool that a script asks for; no error."""
    found = read(script, "a.sh")
    assert [fault.text for fault in found.faults if fault.level == "error"] == []
    pools = [thing for thing in found.things if isinstance(thing, NodePool)]
    assert len(pools) == 1, found.things
    return pools[0]


def pools(script: str) -> list[NodePool]:
    return [thing for thing in read(script, "a.sh").things if isinstance(thing, NodePool)]


def field(thing: Thing, name: str) -> Value:
    value = getattr(thing, name)
    assert isinstance(value, Value), (name, thing)
    return value


def at(value: Value | None) -> tuple[int, int]:
    assert value is not None and value.spot is not None
    return value.spot.line, value.spot.column


# 15 good ones: what a script of this kind says, with the place of the value (line, column)
GOOD = {
    "default": ("ZONE=${ZONE:-us-east5-a}\n{C} p --zone $ZONE", "us-east5-a", (1, 14)),
    "default-of-an-argument": ("ZONE=${1:-us-east5-a}\n{C} p --zone $ZONE", "us-east5-a", (1, 11)),
    "assigning-default": (': "${ZONE:=us-east5-a}"\n{C} p --zone=$ZONE', "us-east5-a", (1, 12)),
    "export": ("export A=1 ZONE='us-east5-a'\n{C} p --zone ${ZONE}", "us-east5-a", (1, 18)),
    "readonly": ('readonly ZONE="us-east5-a"\n{C} p --zone="${ZONE}"', "us-east5-a", (1, 16)),
    "value-at-the-point": ("ZONE=a\n{C} p --zone $ZONE\nZONE=b", "a", (1, 6)),
    "array": ('F=(--zone us-east5-a)\n{C} p "${F[@]}"', "us-east5-a", (1, 11)),
    "array-grows": ('F=(--spot)\nF+=(\n  # the zone\n  "--zone=us-east5-a"\n)\n{C} p "${F[@]}"', "us-east5-a", (4, 11)),
    "options-in-a-text": ('F="--spot --zone us-east5-a"\n{C} p $F', "us-east5-a", (1, 18)),
    "continuation": ("{C} p \\\n  --spot \\\n  --zone \\\n  us-east5-a", "us-east5-a", (4, 3)),
    "keyed-array": ('declare -A Z=([v5p]=us-east5-a)\nG=v5p\n{C} p --zone "${Z[$G]}"', "us-east5-a", (1, 21)),
    "suffix-cut": ("ZONE=us-east5-a\n{C} p --zone ${ZONE%-*}", "us-east5", (1, 6)),
    "function": (
        'make() {\n  local z=$1; shift\n  {C} p --zone "$z" "$@"\n}\nmake us-east5-a --spot',
        "us-east5-a",
        (5, 6),
    ),
    "substitution-is-run": ("OUT=$({C} p --zone us-east5-a 2>&1) || true", "us-east5-a", (1, 51)),
    "bash-c": ("bash -ec '{C} p --zone us-east5-a'", "us-east5-a", (1, 55)),
}


@pytest.mark.parametrize("name", GOOD)
def test_a_value_and_its_place(name: str) -> None:
    script, value, place = GOOD[name]
    found = field(pool(script.replace("{C}", CREATE)), "cluster_location")
    assert (found.value, found.maybe, at(found)) == (value, False, place)


def test_the_flag_is_related_to_a_value_that_stands_elsewhere() -> None:
    found = field(pool(f"ZONE=us-east5-a\n{CREATE} p --spot --zone $ZONE"), "cluster_location")
    assert found.related is not None and (found.related.line, found.related.column) == (2, 45)
    assert field(pool(f"{CREATE} p --zone us-east5-a"), "cluster_location").related is None


def test_a_value_of_several_parts_stands_where_it_is_put_together() -> None:
    found = field(pool(f"R=us-east5\n{CREATE} p --zone=$R-a"), "cluster_location")
    assert (found.value, at(found)) == ("us-east5-a", (2, 38))


# 15 odd ones: what cannot be known, and why
UNKNOWN = {
    "unset": ("{C} p --zone $ZONE", "$ZONE is not set in this file"),
    "sourced": ("source env.sh\n{C} p --zone $ZONE", "$ZONE is not set in this file (it reads env.sh)"),
    "output": (
        "ZONE=$(gcloud config get compute/zone)\n{C} p --zone $ZONE",
        "the output of a command is not known here",
    ),
    "backticks": ("{C} p --zone `zone`", "the output of a command is not known here"),
    "argument": ("{C} p --zone $1", "$1 is given when this is called"),
    "read": ("read -p 'Zone: ' ZONE\n{C} p --zone $ZONE", "$ZONE is read when the script runs"),
    "read-from-a-text": ("read X Z <<< $1\n{C} p --zone ${Z:-x}", "$Z is read when the script runs"),
    "branches-differ": ("if a; then ZONE=x; else ZONE=y; fi\n{C} p --zone $ZONE", "is set differently in branches"),
    "case": ("case $1 in a) Z=x;; b) Z=y;; esac\n{C} p --zone $Z", "is set differently in branches"),
    "loop": ("Z=a\nwhile read l; do {C} p --zone $Z; Z=b; done", "changes in a loop"),
    "arithmetic": ("{C} p --zone $((a ? 1 : 2))", "arithmetic is not known here"),
    "arithmetic-unset": ("{C} p --zone $((N * 2))", "$N is no number that is known here"),
    "arithmetic-sets": ("N=1\n{C} p --zone $((N++))", "arithmetic is not known here"),
    "arithmetic-set": ("N=1\necho $((N += 2))\n{C} p --zone $N", "changes in arithmetic"),
    "arithmetic-command": ("N=1\n((N += 2))\n{C} p --zone $N", "changes in arithmetic"),
    "arithmetic-zero": ("{C} p --zone $((1 / 0))", "arithmetic divides by zero"),
    "template": ("{C} p --zone={{ zone }}", "{{zone}} is filled in elsewhere"),
    "placeholder": ("{C} p --zone=<ZONE>", "<ZONE> is to be filled in"),
    "placeholder-in-a-variable": (
        "Z='<zone of your pool>'\n{C} p --zone $Z --spot",
        "<zone of your pool> is to be filled in",
    ),
    "path-of-a-template": ("{C} p --zone=${tpu.zone}", "{{tpu.zone}} is filled in elsewhere"),
    "path-with-a-default": ("{C} p --zone ${oc.env:ZONE}", "{{oc.env}} is filled in elsewhere"),
    "empty": ('ZONE=""\n{C} p --zone="$ZONE"', "empty here, to be filled in"),
    "indirect": ("{C} p --zone=${!NAME}", "${!NAME} is not known here"),
    "length": ("A=(x y)\n{C} p --zone=${#A[@]}", "a length"),
}


@pytest.mark.parametrize("name", UNKNOWN)
def test_an_unknown_value_says_why(name: str) -> None:
    script, reason = UNKNOWN[name]
    found = field(pool(script.replace("{C}", CREATE)), "cluster_location")
    assert (found.value, found.unknown) == (None, reason)


# what exists for sure, and what may not
SURE = {
    f"{CREATE} p": False,
    f"cd x && {CREATE} p": False,
    f"set -e; ( {CREATE} p )": False,
    f"{{ {CREATE} p; }} 2>&1 | tee log": False,
    f"for p in a; do {CREATE} $p; done": False,
    f"f() {{ {CREATE} p; }}\nf": False,
    f"if {CREATE} p; then :; fi": False,
    f"if gcloud x; then {CREATE} p; fi": True,
    f"[ -n $A ] && {CREATE} p": True,
    f"command -v gcloud && {CREATE} p": True,
    f"gcloud x || {CREATE} p": True,
    f"case $1 in a) {CREATE} p;; esac": True,
    f'for p in "$@"; do {CREATE} p; done': True,
    f"while sleep 1; do {CREATE} p; done": True,
    f"f() {{ {CREATE} p; }}": True,
}


@pytest.mark.parametrize("script", SURE)
def test_branches_are_maybe(script: str) -> None:
    assert pool(script).maybe is SURE[script]


def test_a_default_that_an_option_may_change_is_maybe() -> None:
    script = f"""ZONE=us-east5-a
SPOT=
while [[ $# -gt 0 ]]; do
  case $1 in
    --zone) ZONE="$2"; shift 2 ;;
    --spot) SPOT=--spot; shift ;;
    *) echo "usage"; exit 1 ;;
  esac
done
{CREATE} p --zone "$ZONE" $SPOT"""
    found = pool(script)
    zone, spot = field(found, "cluster_location"), field(found, "spot_vms")
    assert (zone.value, zone.maybe, at(zone)) == ("us-east5-a", True, (1, 6))
    assert (spot.value, spot.maybe) == (True, True)


def test_an_option_added_in_a_branch_is_maybe_and_the_others_are_sure() -> None:
    found = pool(f'F=(--tpu-topology 4x4)\nif x; then F+=(--spot); fi\n{CREATE} p "${{F[@]}}"')
    assert field(found, "spot_vms").maybe and not field(found, "topology").maybe


@pytest.mark.parametrize("test", ['[ -z "$Z" ]', "[[ -z $Z ]]", 'test -z "${Z:-}"'])
def test_what_is_set_when_empty_is_a_default(test: str) -> None:
    for script in (f"{test} && Z=us-east5-a", f"if {test}; then\n Z=us-east5-a\nfi"):
        found = field(pool(f"{script}\n{CREATE} p --zone $Z"), "cluster_location")
        assert (found.value, found.maybe) == ("us-east5-a", False)


def test_further_arguments_that_are_unknown_leave_nothing_absent() -> None:
    found = pool(f'{CREATE} p --machine-type ct6e-standard-4t "${{EXTRA[@]}}"')
    assert field(found, "machine_type").value == "ct6e-standard-4t"
    assert field(found, "topology").unknown == (
        "further options of the command may set it: $EXTRA is not set in this file"
    )
    assert pool(f'{CREATE} "$NAME" --zone $Z').topology is None
    assert pool(f'A=()\n{CREATE} p "${{A[@]}}" "${{A[@]+"${{A[@]}}"}}"').topology is None


def test_a_loop_over_a_list_is_one_thing_a_round() -> None:
    found = pools(f'for z in us-east5-a "us-east5-b" x{{1..2}}; do {CREATE} "p-$z" --zone $z; done')
    places = [field(one, "cluster_location") for one in found]
    assert [one.value for one in places] == ["us-east5-a", "us-east5-b", "x1", "x2"]
    assert [at(one)[1] for one in places[:2]] == [10, 22]


def test_a_function_is_read_at_each_call_and_keeps_its_variables_to_itself() -> None:
    script = f"""make() {{
  local zone=$2
  {CREATE} "$1" --zone "$zone"
}}
zone=outer
make a us-east5-a
make b us-east5-b
{CREATE} c --zone $zone"""
    assert [field(one, "cluster_location").value for one in pools(script)] == ["us-east5-a", "us-east5-b", "outer"]


def test_wrappers_and_variables_in_front() -> None:
    for front in ("sudo -E", "time", "env A=1", "nohup", "timeout 600", "A=1 B=2", "$DRY_RUN", "exec", "/usr/bin/"):
        glue = "" if front.endswith("/") else " "
        assert pool(f"{front}{glue}{CREATE} p --zone us-east5-a").name is not None, front
    assert pool(f"GC=gcloud\n$GC {CREATE[7:]} p").name is not None
    assert pool(f"alias g=gcloud\ng {CREATE[7:]} p").name is not None
    assert pool(f'CMD="{CREATE} p"\neval "$CMD --spot"').spot_vms is not None


@pytest.mark.parametrize(
    "script",
    [
        f"# {CREATE} p",
        f"echo {CREATE} p",
        f"cat <<EOF\n{CREATE} p\nEOF",
        f"cat > x.sh <<'EOF'\n{CREATE} p\nEOF\n",
        f"X='{CREATE} p'",
        f"grep '{CREATE} p' log",
        "gcloud container node-pools delete p; gcloud version; gcloud; xpk; xpk cluster list",
        f"echo hello # {CREATE} p",
    ],
)
def test_what_is_no_command_is_not_read(script: str) -> None:
    found = read(script, "a.sh")
    assert (found.things, found.faults) == ([], [])


def test_a_here_document_is_read_when_a_shell_reads_it() -> None:
    found = pool(f"Z=us-east5-a\nbash -s <<EOF\n  {CREATE} p --spot --zone $Z\nEOF\necho done")
    assert at(field(found, "cluster_location")) == (1, 3) and at(field(found, "spot_vms")) == (3, 40)
    assert pool(f"cat <<-'EOF' | sh\n\t{CREATE} p\n\tEOF").spot.line == 2


def test_comments_between_continuation_lines() -> None:
    found = read(f"{CREATE} p \\\n  --spot \\\n  # the shape\n  --tpu-topology 4x4 \\\n  --num-nodes 4\n", "a.sh")
    assert field(found.things[0], "topology").value == "4x4" and field(found.things[0], "num_nodes").value == 4
    assert [(fault.level, fault.spot.line) for fault in found.faults] == [("info", 4)]
    found = read(f"{CREATE} p `# the shape` \\\n  --tpu-topology 4x4 `# more` --spot", "a.sh")
    assert field(found.things[0], "topology").value == "4x4" and found.faults == []
    found = read(f"{CREATE} p \\ \n  --tpu-topology 4x4", "a.sh")  # a blank behind the backslash
    assert field(found.things[0], "topology").value == "4x4" and found.faults[0].level == "info"


def test_crlf_bom_tabs_and_redirections_do_not_shift_places() -> None:
    found = pool(f"\ufeffZONE=us-east5-a\r\n{CREATE} p \\\r\n\t--zone $ZONE \\\r\n\t--tpu-topology\t4x4\r\n")
    assert at(field(found, "cluster_location")) == (1, 6) and at(field(found, "topology")) == (4, 17)
    found = pool(f"{CREATE} p > /dev/null --zone us-east5-a 2>&1 --spot <<< yes")
    assert field(found, "cluster_location").value == "us-east5-a" and field(found, "spot_vms").value is True
    assert at(field(pool(f"é=1 # ü\n{CREATE} é --zone 'us-east5-a'"), "cluster_location")) == (2, 46)


def test_eval_of_what_is_unknown_is_one_information() -> None:
    found = read('eval "$(gcloud x)"\neval "$X"\n', "a.sh")
    assert [(fault.level, fault.spot.line) for fault in found.faults] == [("info", 1)]


def test_an_open_quote_is_an_error_and_what_stands_before_counts() -> None:
    found = read(f'{CREATE} p\n{CREATE} q --zone "us-east5-a\n', "a.sh")
    assert len(found.things) == 1
    assert [(fault.level, fault.spot.line, fault.spot.column) for fault in found.faults] == [("error", 2, 45)]
    assert read('echo "gcloud" "open\n', "a.sh").faults[0].level == "error"
    assert read('gcloud version\necho "open\n', "a.sh").faults[0].level == "info"


def test_brackets_that_bash_refuses_leave_the_rest_open() -> None:
    found = read(f"{CREATE} p --zone us-east5-a (or b) --spot", "a.sh")
    assert field(found.things[0], "topology").unknown is not None and found.faults[0].level == "info"


def test_template_files_are_not_read() -> None:
    found = read(f"{{% if spot %}}\n{CREATE} p --spot\n{{% endif %}}", "a.sh.j2")
    assert (found.things, found.faults[0].level) == ([], "info")


LINE = f"{CREATE} p --cluster c --zone us-east5-a\n"
HOSTILE = {
    "long line": "gcloud " + "--a=b " * 20_000,
    "one word": "gcloud " + "x" * 1_000_000,
    "open quotes": 'gcloud "' * 100_001,
    "binary": "gcloud" + bytes(range(256)).decode("latin-1") * 3_000,
    "deep substitution": "gcloud " + "$(" * 100_000,
    "deep and closed": "gcloud " + "$(" * 20_000 + ")" * 20_000,
    "deep quotes": 'gcloud "$(' * 50_000,
    "deep if": "gcloud; " + "if a; then " * 50_000,
    "deep braces": "gcloud ${x:-" * 50_000,
    "pipes": "gcloud " + "a | " * 250_000,
    "open brackets": "gcloud " + "a) ( " * 200_000,
    "many commands": LINE * 10_000,
    "many branches": f"if a; then X=1; else X=2; fi\n{LINE}" * 5_000,
    "recursion": f"f() {{ {CREATE} p; f; f; }}\nf",
    "mutual recursion": f"f() {{ g; }}\ng() {{ f; {CREATE} p; }}\nf",
    "doubling text": "X=gcloud\n" + "X=$X$X\n" * 200 + "$X",
    "doubling array": "A=(gcloud a)\n" + 'A=("${A[@]}" "${A[@]}")\n' * 200 + '"${A[@]}"',
    "doubling arguments": 'f() { f "$@" "$@"; }\nf gcloud',
    "loops in loops": "for a in {1..60}; do " * 8 + LINE + "done\n" * 8,
    "alias of itself": "alias gcloud=gcloud\ngcloud a\nalias a=b b=a\na\n" + LINE,
    "alias chain": "".join(f"alias a{n}='a{n + 1} gcloud'\n" for n in range(1_000)) + "a0",
    "bash in bash": "bash -c '" * 20 + LINE,
    "eval of itself": 'X=\'eval "$X"; gcloud x\'\neval "$X"',
    "here-documents": "cat <<A gcloud\n" * 20_000,
    "patterns": "X=" + "a" * 5_000 + "\n" + "Y=${X%%*a*a*a*b} gcloud\n" * 2_000,
    "braces": "gcloud " + "{a,b}" * 30,
    "braces and quotes": "gcloud " + "{a,b}'x'" * 900,
    "options alone": f"{CREATE}\n" + "--spot\n" * 40_000,
    "brackets": "gcloud " + "(a " * 300_000,
    "odd brackets": "gcloud $[a ((x >(y) <(z) =( @( ?(",
    "case without end": "case gcloud in " * 10_000,
    "templates": "gcloud " + "{{ x }}" * 100_000,
    "no value": f"{CREATE} --zone --spot --cluster\n{CREATE}\n{CREATE} --zone=",
}


@cache
def costs() -> dict[str, float]:
    """Seconds for each hostile script, and under an empty name the megabytes of the process that read them all."""
    done = python(
        f"import sys; sys.path[:0] = {[str(ROOT / 'tests'), str(Path(__file__).parent)]}\n"
        "import json, time, test_shell\n"
        "costs = {}\n"
        "for name, script in test_shell.HOSTILE.items():\n"
        "    start = time.process_time()\n"
        "    test_shell.read(script, 'a.sh')\n"
        "    costs[name] = time.process_time() - start\n"
        "peak = next(line for line in open('/proc/self/status') if line.startswith('VmHWM'))\n"  # not the parent's
        "costs[''] = int(peak.split()[1]) / 1024\n"
        "print(json.dumps(costs))"
    )
    assert done.err == ""
    found: dict[str, float] = json.loads(done.out)
    return found


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_scripts_end_soon(name: str) -> None:
    assert costs()[name] < 5


def test_hostile_scripts_stay_small() -> None:
    assert costs()[""] < 300


def test_ten_thousand_commands_are_read_up_to_a_limit() -> None:
    found = read(LINE * 10_001, "a.sh")
    assert (len(found.things), told(found.faults)) == (
        10_000,
        [("info", 10_001, 1, "too much for one script: the rest of it is not read")],
    )


def test_neither_tree_sitter_nor_yaml_is_imported() -> None:
    done = python(
        "import sys; from tpu_zones.lint.read.shell import read; read('gcloud compute tpus tpu-vm create x', 'a')\n"
        "print(sorted({m.partition('.')[0] for m in sys.modules} & {'tree_sitter', 'yaml', 'pydantic', 'typing'}))"
    )
    assert (done.out.strip(), done.err) == ("[]", "")


TOKENS = (
    'gcloud container node-pools create p --zone $Z ${Z:-a} ${Z%%-*} ${A[@]} "$@" $(x) `y` if then else fi for in do '
    "done case esac while { } ( ) [[ ]] (( )) ; && || | & < > << <<- <<< EOF ' \" \\ = += X= A=( f() function local "
    "export eval alias bash -c xpk cluster {a,b} {1..3} {{ }} ${{ # ! * ? ~ %"
).split()
SCRIPTS = st.lists(st.sampled_from([*TOKENS, "\n", "\\\n", " ", "\t", "\r\n", "é", "\0"]), max_size=60).map(
    lambda words: "gcloud " + " ".join(words)
)


@thorough
@given(SCRIPTS | st.text().map(lambda text: "gcloud " + text))
def test_no_script_breaks_a_reader(script: str) -> None:
    for thing in read(script, "a.sh").things:
        for value in thing.values().values():
            assert value.spot is not None and value.spot.line >= 1 and value.spot.column >= 1


def test_other_things_of_a_script() -> None:
    found = read("gcloud compute tpus tpu-vm create v\ngcloud container clusters create-auto c", "a.sh").things
    assert [type(thing) for thing in found] == [TpuVm, Cluster]
    assert [repr(thing.spot) for thing in found] == ["a.sh:1:1", "a.sh:2:1"]
    assert {thing.form for thing in found} == {"gcloud"}


@pytest.mark.parametrize("nested", ["$(" * 60, "if true; then " * 60, "( " * 60])
def test_a_command_in_what_cannot_be_read_is_no_verdict(nested):
    text = f"echo a\n{nested} gcloud container node-pools create a --machine-type=ct6e-standard-4t"
    (fault,) = read(text, "a.sh").faults
    assert fault.level == "error" and "nested more than 40 levels deep" in fault.text
    before = f"gcloud container node-pools create a --machine-type=ct6e-standard-4t {nested}"
    assert "error" in [fault.level for fault in read(before, "a.sh").faults] or read(before, "a.sh").things
    apart = f"gcloud container node-pools create a --machine-type=ct6e-standard-4t\n{nested}"
    found = read(apart, "a.sh")
    assert len(found.things) == 1 and [fault.level for fault in found.faults] == ["info"]


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("1+2", "3"),
        ("N * 2", "8"),
        ("$N*${N} - N", "12"),
        ("2 + 3 * 4", "14"),
        ("(2 + 3) * 4", "20"),
        ("7 / 2 - 7 % 4", "0"),
        ("-7 / 2", "-3"),
        ("-7 % 4", "-3"),
        ("2 ** 3 ** 2", "512"),
        ("-2 ** 2", "4"),
        ("0x10 + 010", "24"),
        ("10 - 3 - 2", "5"),
        ("- -3", "3"),
    ],
)
def test_arithmetic_over_known_numbers_is_worked_out(formula, value):
    """As bash works it out, asked where it is there."""
    found = field(pool(f"N=4\n{CREATE} p --num-nodes=$(({formula}))"), "num_nodes")
    assert str(found.value) == value
    if bash := shutil.which("bash"):
        ran = subprocess.run([bash, "-c", f"N=4; echo $(({formula}))"], capture_output=True, text=True, check=True)
        assert ran.stdout.strip() == value


@pytest.mark.parametrize(
    "formula",
    ["1 +", "09", "1.5", "2#11", "1 == 1", "x[0]", "$(date)", "N+M", "9**99", "9223372036854775807 + 1", "(" * 500 + ")" * 500,
     "1 << 2", "~1", "a,b", "'1'", "1 2", "2 ** -1", "LONG", "ZEROS"],
)  # fmt: skip
def test_arithmetic_that_is_not_known_is_no_number(formula):
    script = f"N=4 LONG={'1' * 30} ZEROS={'1'.zfill(30)}\n{CREATE} p --num-nodes=$(({formula}))"
    (found,) = read(script, "a.sh").things
    assert found.num_nodes.unknown


def test_long_arithmetic_takes_no_longer_than_it_is():
    lines = [
        f"gcloud tpu $(({unit * (1900 // len(unit))})) ; (({unit * (1900 // len(unit))}))"
        for unit in ("a", "--", "1+", "a[")
    ]
    start = time.process_time()
    assert not read("\n".join(lines * 50), "a.sh").things
    assert time.process_time() - start < 4
