"""tpu-zones completion: a script for the shell, which completes without starting Python.

By shtab: a Tab costs a few milliseconds of shell, where argcomplete would start Python and read the catalog each time.
"""

import argparse
import re

from tpu_zones.cli.commands import COMMANDS
from tpu_zones.cli.main import YES, add_parameters
from tpu_zones.notebook.extras import library

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    Complete = dict[str, Any]

EXAMPLES = ("tpu-zones completion bash", "tpu-zones completion zsh", "tpu-zones completion fish")
BEFORE = """to install:
  bash (with bash-completion): tpu-zones completion bash > ~/.local/share/bash-completion/completions/tpu-zones
  zsh (after compinit in .zshrc): eval "$(tpu-zones completion zsh)"
  fish: tpu-zones completion fish > ~/.config/fish/completions/tpu-zones.fish

"""
SHELLS = ("bash", "zsh", "fish")
_FUNCTIONS = {
    "bash": 'compgen -W "{words}" -- "$1"',
    "zsh": 'compadd "$@" - {words}',
    "fish": "printf '%s\\n' {words}",
}
"""What offers words, shell by shell."""
_BY_COMMA = {
    "bash": 'local first=""; [[ $1 == *,* ]] && first="${{1%,*}},"; compgen -P "$first" -W "{words}" -- "${{1##*,}}"',
    "zsh": "_sequence compadd - {words}",
    "fish": "__fish_append , {words}",
}
"""What offers several words, separated by commas."""
_REPORTS = {
    "bash": _FUNCTIONS["bash"],
    "zsh": "if compset -P '*='; then _files; else compadd \"$@\" -S '' - {words}; fi",
    "fish": _FUNCTIONS["fish"],
}
"""What offers `FORMAT=`, and files behind it; bash takes those for a word of their own."""
_REJOINED = """
# bash parts a line at = and : too, which are parts of a word here.
_tpu_zones() {
  local given=("${COMP_WORDS[@]:0:COMP_CWORD+1}") words=() word before=""
  for word in "${given[@]}"; do
    if [[ $before == [=:] || $word == : && ${#words[@]} -gt 0 ]]; then
      words[${#words[@]}-1]+=$word
    elif [[ $word == = ]]; then
      words+=("")
    else
      words+=("$word")
    fi
    before=$word
  done
  local at=$((${#words[@]} - 1))
  word=${words[at]}
  local COMP_WORDS=("${words[@]}") COMP_CWORD=$at
  _shtab_tpu_zones
  [[ ${given[${#given[@]}-1]} == "$word" ]] || COMPREPLY=("${COMPREPLY[@]#"${word%"${word##*:}"}"}")
  [[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace 2>/dev/null
}
complete -o bashdefault -F _tpu_zones tpu-zones"""
_FILES = ("paths", "var_file", "config", "baseline", "stdin_filename", "page output")
_FOLDERS = ("snapshot", "write")
_LOOK_UPS = ("zones", "generations", "offerings", "prices", "cost", "history", "slices", "versions")


def add(parser: argparse.ArgumentParser) -> None:
    """Add the parameters."""
    parser.add_argument("shell", choices=SHELLS, help="whose script to print")


def run(args: argparse.Namespace) -> int:
    """Print the script, with the names of the data that serves now."""
    shtab = library("shtab", "completion")
    script = shtab.complete(_whole_parser(shtab.FILE, shtab.DIRECTORY), args.shell)
    if args.shell == "zsh":  # shtab completes only the first of several paths or sources, and nothing behind --option=
        script = script.replace('"(*)::', '"*:').replace('"(*):', '"*:')
        script = re.sub(r'^(  (?:"\*?|\{-\w,)--[\w-]+)(?=\}?"?\[.*[^\]]"$)', r"\1=", script, flags=re.M)
    print(script + (_REJOINED if args.shell == "bash" else ""))
    return YES


def _whole_parser(files: "Complete", folders: "Complete") -> argparse.ArgumentParser:
    """Return one parser with all sub-commands, whose parameters know their values."""
    parser = argparse.ArgumentParser(prog="tpu-zones", allow_abbrev=False)
    parser.add_argument("--version", action="version", help="print the version")
    commands = parser.add_subparsers()
    known = {**_offered(), **dict.fromkeys(_FILES, files), **dict.fromkeys(_FOLDERS, folders)}
    for name, text in COMMANDS.items():
        one = commands.add_parser(name, help=text, description=text, allow_abbrev=False)
        add_parameters(one, name)
        for action in one._actions:
            if isinstance(action.metavar, str):  # zsh parts what it is told at colons
                action.metavar = action.metavar.replace(":", " ")
            complete = known.get(f"{name} {action.dest}") or known.get(action.dest)
            if complete and not action.choices:
                action.complete = complete  # type: ignore[attr-defined]
    return parser


def _offered() -> "dict[str, Complete]":
    """Return what is offered for parameters, by their name, or by the command's and theirs."""
    from tpu_zones import choices
    from tpu_zones.cli.check import FORMATS
    from tpu_zones.facts.catalog import Catalog
    from tpu_zones.lint.rules import RULES
    from tpu_zones.update.sources import SOURCES

    catalog = Catalog.default()
    tpus, places = choices.tpus(catalog), choices.places(catalog)
    closed = {name: choices.words(name, "") for name in ("surface", "evidence", "mode", "platform")}
    place = _complete("place", places)
    return {
        **{name: _complete(name, words) for name, words in closed.items()},
        "option": _complete("options", choices.words("option", ""), _BY_COMMA),
        "availability option": _complete("option", choices.words("option", "")),
        "tpu": _complete("tpu", tpus),
        "zone": _complete("zone", choices.zones(catalog)),
        "within": _complete("places", places, _BY_COMMA),
        "near": place,
        "cluster_location": place,
        "show name": _complete("name", (*tpus, *places)),
        "granted": _complete("granted", choices.granted(catalog)),
        "machine_type": _complete("machine", choices.machines(catalog)),
        "check output": _complete("report", [f"{form}=" for form in FORMATS], _REPORTS),
        **{f"{name} fields": _complete(f"fields_{name}", fields, _BY_COMMA) for name, fields in _fields().items()},
        "rule": _complete("rule", [name for rule in RULES for name in (rule.id, rule.name)]),
        "sources": _complete("source", tuple(SOURCES)),
        "old": _complete("snapshot", ["bundled"]),
        "new": _complete("snapshot", ["bundled"]),
    }


def _fields() -> "dict[str, tuple[str, ...]]":
    """Return the columns of each command that has some."""
    import tpu_zones
    from tpu_zones import documents, signatures
    from tpu_zones.facts.catalog import Catalog
    from tpu_zones.planning.diff import diff
    from tpu_zones.planning.plan import plan

    asked = {name: getattr(Catalog, name) for name in _LOOK_UPS} | {"plan": plan, "diff": diff, "refresh": diff}
    columns = {
        name: tuple(getattr(tpu_zones, signatures.record(function)).__annotations__) for name, function in asked.items()
    }
    return {**columns, "zones": columns["zones"] + documents.JOINED}


def _complete(name: str, words: "Sequence[str]", bodies: "dict[str, str]" = _FUNCTIONS) -> "Complete":
    """Return what shtab takes: the name of a function in each shell, and the function."""
    function = f"_tpu_zones_{name}"
    made = {shell: bodies[shell].format(words=" ".join(words)) for shell in SHELLS}
    return {
        "bash": function,
        "zsh": function,
        "fish": f"({function})",
        "preamble": {
            "bash": f"{function}() {{ {made['bash']}; }}",
            "zsh": f"{function}() {{ {made['zsh']} }}",
            "fish": f"function {function}; {made['fish']}; end",
        },
    }
