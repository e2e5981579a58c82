"""Completion in the shells themselves: what a Tab offers behind a line."""

import os
import pty
import subprocess
from types import SimpleNamespace

import pytest
from support import FIXTURES, ROOT, program, python, run, shown_on

import tpu_zones as tz
from tpu_zones import choices
from tpu_zones.cli.commands import COMMANDS
from tpu_zones.cli.completion import EXAMPLES, SHELLS
from tpu_zones.cli.main import main

US_EAST5 = ["us-east5", "us-east5-a", "us-east5-b", "us-east5-c"]
LINES = {
    "tpu-zones ": [*COMMANDS],
    "tpu-zones xx": [],
    "tpu-zones pl": ["plan"],
    "tpu-zones zones v5l": ["v5lite", "v5lite-podslice", "v5litepod"],
    "tpu-zones zones Tri": ["Trillium"],
    "tpu-zones zones ct6e-standard-4": ["ct6e-standard-4t"],
    "tpu-zones zones v6e --wi": ["--within"],
    "tpu-zones zones v6e --within Neth": ["Netherlands"],
    "tpu-zones zones v6e --within North": ["North-America"],
    "tpu-zones zones v6e --within us-east5": US_EAST5,
    "tpu-zones zones v6e --within NL,us-east5": [f"NL,{one}" for one in US_EAST5],
    "tpu-zones zones v6e --option spot,f": ["spot,flex-start"],
    "tpu-zones zones v6e --option spot --surface g": ["gke"],
    "tpu-zones zones v6e --evidence ": ["any", "documented", "observed"],
    "tpu-zones zones v6e --format ": ["csv", "json", "names", "table", "tsv"],
    "tpu-zones availability v6e us-east5": US_EAST5[1:],
    "tpu-zones versions --mode a": ["auto-creation", "autopilot"],
    "tpu-zones plan v6e --near Amst": [],
    "tpu-zones plan v6e --near Frank": ["Frankfurt"],
    "tpu-zones plan v6e --emit ": ["computeclass", "gcloud", "pod", "terraform"],
    "tpu-zones pathways v6e --platform s": ["slurm"],
    "tpu-zones rules TPZ40": [f"TPZ40{n}" for n in range(1, 10)],
    "tpu-zones rules node-co": ["node-count", "node-count-by-default"],
    "tpu-zones show Iron": ["Ironwood"],
    "tpu-zones refresh docs bi": ["billing"],
    "tpu-zones completion ": ["bash", "fish", "zsh"],
    "tpu-zones zones v6e --fields place,l": ["place,last_seen"],
    "tpu-zones plan v6e --fields zone,usd_per_c": ["zone,usd_per_chip_hour"],
    "tpu-zones refresh --fields n": ["note"],
    "tpu-zones slices v5p --machine-type ct5p": ["ct5p-hightpu-1t", "ct5p-hightpu-2t", "ct5p-hightpu-4t"],
    "tpu-zones check . --output s": ["sarif="],
    f"tpu-zones page -o {FIXTURES}/example/pools": [f"{FIXTURES}/example/pools.tf"],
    f"tpu-zones check {FIXTURES}/example/pools": [f"{FIXTURES}/example/pools.tf"],
    f"tpu-zones check . {FIXTURES}/example/pools": [f"{FIXTURES}/example/pools.tf"],
}
GRANTED = [
    f"{one.generation}:{one.zone}"
    for one in tz.offerings(within="us-east5", evidence="any")
    if one.evidence != "documented"
]
PARTED = {
    "tpu-zones zones v6e --within=Neth": ("--within=", ["Netherlands"]),
    "tpu-zones zones v6e --within=NL,us-east5-": ("--within=", [f"NL,{one}" for one in US_EAST5[1:]]),
    "tpu-zones zones v6e --evidence=": ("--evidence=", ["any", "documented", "observed"]),
    "tpu-zones zones v6e --within=NL --format=j": ("--format=", ["json"]),
    "tpu-zones zones v6e --granted v6e:us-east5": ("v6e:", [one[4:] for one in GRANTED if one.startswith("v6e:")]),
    "tpu-zones zones v6e --granted=v5e:us-east5-": (
        "--granted=v5e:",
        [one[4:] for one in GRANTED if one.startswith("v5e:")],
    ),
    "tpu-zones check . --output=sa": ("--output=", ["sarif="]),
}
"""What bash takes for several words: the part before the last one, and what is offered for that."""
BASH = """
source "$0"
while IFS= read -r asked; do
  read -ra COMP_WORDS <<< "${asked//[=:]/ & }"  # as bash itself parts a line
  [[ $asked == *' ' ]] && COMP_WORDS+=("")
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  $(complete -p tpu-zones | sed 's/.*-F \\([^ ]*\\).*/\\1/')
  printf '[%s]\n' "$asked"
  printf '%s\n' "${COMPREPLY[@]}"
done
"""
FISH = r"""
source $argv[1]
while read --delimiter \n line
  printf '[%s]\n' $line
  complete -C $line | string split -f 1 \t
end
true
"""
ZSH = """
fpath=($ZDOTDIR $fpath)
autoload -Uz compinit
compinit -u -D
compadd() {
  local -a hits
  case " ${@[1,(i)-]} " in *" -"[OAD]" "*) builtin compadd "$@"; return;; esac
  builtin compadd -O hits "$@"
  print -rl -- "$IPREFIX"${^hits} >> $ZDOTDIR/out
  builtin compadd "$@"
}
zle-line-init() {
  local line
  while IFS= read -r line; do
    BUFFER=$line CURSOR=$#line
    print -r -- "[$BUFFER]" >> $ZDOTDIR/out
    zle list-choices
  done < $ZDOTDIR/lines
  exit
}
zle -N zle-line-init
"""
"""A line editor without a person: it lists the choices behind each line, and keeps what it was going to show."""


def offered(shell, folder):
    """What a shell offers behind each of the lines."""
    script, lines = folder / "script", "".join(f"{line}\n" for line in (*LINES, *PARTED))
    script.write_text(python(f"from tpu_zones.cli.main import main; main(['completion', '{shell}'])").out)
    if shell == "zsh":
        (folder / "_tpu-zones").write_text(script.read_text())
        (folder / ".zshrc").write_text(ZSH)
        (folder / "lines").write_text(lines)
        on_a_terminal(["zsh", "-i"], ZDOTDIR=str(folder), HOME=str(folder))
        shown = (folder / "out").read_text()
    else:
        options = ["bash", "--norc", "-c", BASH] if shell == "bash" else ["fish", "--no-config", "-c", FISH]
        ran = run([*options, str(script)], stdin=lines, LC_ALL="C.UTF-8", HOME=str(folder))
        assert (ran.code, ran.err) == (0, "")
        shown = ran.out
    found = {}
    for line in shown.splitlines():
        if line.startswith("["):
            found[line[1:-1]] = mine = set()
        elif line:
            mine.add(line)
    return found


def on_a_terminal(command, typed="", **env):
    """Run a command on a pseudo-terminal and type into it; return what it shows until it ends."""
    leader, follower = pty.openpty()
    base = {"PATH": os.environ["PATH"], "TERM": "xterm", "LC_ALL": "C.UTF-8"}
    process = subprocess.Popen(
        command, stdin=follower, stdout=follower, stderr=follower, env={**base, **env}, cwd=ROOT, start_new_session=True
    )
    os.close(follower)
    os.write(leader, typed.encode())
    shown = shown_on(leader)
    assert process.wait(timeout=30) == 0, shown
    return shown


def at_a_prompt(script, keys):
    """Type into bash on a terminal; return what it shows."""
    command = ["timeout", "--foreground", "30", "bash", "--norc", "--noprofile", "-i"]
    typed = f"source {script}; tpu-zones() {{ :; }}\n{keys}\nexit\n"
    return on_a_terminal(command, typed, TERM="dumb", HISTFILE="", COLUMNS="200")


@pytest.mark.parametrize("shell", SHELLS)
def test_a_tab_offers_real_values(shell, tmp_path):
    program(shell, package=shell)
    found = offered(shell, tmp_path)
    expected = {line: set(words) for line, words in LINES.items()}
    if shell == "zsh":  # it completes paths part by part
        expected |= {line: {"pools.tf"} for line in LINES if line.endswith("/pools")}
    expected |= {
        line: {one if shell == "bash" else before + one for one in words} for line, (before, words) in PARTED.items()
    }
    assert found == expected


@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("tpu-zones zones v6e --within=Neth", "--within=Netherlands "),
        ("tpu-zones zones v6e --granted v6e:us-south1-a", "--granted v6e:us-south1-a "),
        ("tpu-zones check . --output sar", "--output sarif="),
    ],
)
def test_a_tab_in_a_real_bash_ends_the_word(typed, completed, tmp_path):
    program("bash", package="bash")
    script = tmp_path / "script"
    script.write_text(python("from tpu_zones.cli.main import main; main(['completion', 'bash'])").out)
    shown = at_a_prompt(script, f"{typed}\t#")
    assert f"{completed}#" in shown, shown


def test_what_is_offered_is_known():
    catalog = tz.Catalog.bundled()
    tpus, places, zones = choices.tpus(catalog), choices.places(catalog), choices.zones(catalog)
    assert {"v6e", "Trillium", "Ironwood", "ct5p-hightpu-4t", "tpu-v5p-slice"} <= set(tpus)
    assert {"Europe", "EU", "NL", "Netherlands", "São-Paulo", "us-central1", "us-central1-ai1a"} <= set(places)
    for name in tpus:
        assert catalog.index.names.parse(name).generation
    for name in places:
        assert catalog.index.places.find(name)[0].regions
    assert set(zones) == {one.zone for one in catalog.index.table("zones")}
    assert all(name.replace("-", "").isidentifier() or name[0].isdigit() for name in (*tpus, *places, *zones))


def test_no_name_of_a_snapshot_runs_in_a_shell():
    hostile = ["$(touch gone)", "`id`", "a'; id; '", 'b"|id', "c\nid", "us-east5-z"]
    alias = [SimpleNamespace(alias=name, verdict="ok") for name in hostile]
    machines = [SimpleNamespace(machine_type=name) for name in hostile]
    places = [SimpleNamespace(code=name, name=name, kind="country") for name in hostile]
    tables = {"aliases": alias, "machine_types": machines, "places": places}
    names = dict.fromkeys(hostile)
    index = SimpleNamespace(table=tables.__getitem__, zones=names, regions=names, generations=names)
    for offer in (choices.tpus, choices.places, choices.zones):
        found = offer(SimpleNamespace(index=index))
        assert found == ("touch-gone", "id", "a-id", "b-id", "c-id", "us-east5-z")


@pytest.mark.parametrize("line", EXAMPLES)
def test_a_script_names_every_command(line, capsys):
    assert main(line.split()[1:]) == 0
    script = capsys.readouterr().out
    assert all(name in script for name in COMMANDS)
    assert "us-central1-ai1a" in script and len(script) < 100_000


def test_without_the_extra_one_line_says_the_cure():
    code = "import sys; sys.modules['shtab'] = None; from tpu_zones.cli.main import main; sys.exit(main(['completion', 'zsh']))"
    ran = python(code)
    assert (ran.code, ran.out, ran.err) == (
        3,
        "",
        "tpu-zones: shtab is not installed: pip install 'tpu-zones[completion]'\n",
    )
