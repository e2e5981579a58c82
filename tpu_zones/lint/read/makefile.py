"""Makefiles -> one shell script of the recipes that may ask for something, and the variables that they use.

Of variables only what is the same in any run is kept: one that is set twice, under a condition or for one target is
left unset, so that it is unknown. Each line of a recipe is a shell of its own, to make and here.
"""

import re
from collections import Counter

from tpu_zones.lint.read.bash.source import Mapped, Source
from tpu_zones.lint.read.bash.syntax import Syntax
from tpu_zones.lint.read.shell import speaks
from tpu_zones.lint.things import Fault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_SET = re.compile(r"(?:(?:export|override)[ ]+)*([A-Za-z_]\w*)[ \t]*(::?:?|\?|\+|!)?=[ \t]*(.*?)[ \t]*(?:#.*)?")
_SET_FOR_A_TARGET = re.compile(r"[^\t#=]+?:[ \t]*(?:(?:export|private|override)[ ]+)*([A-Za-z_]\w*)[ \t]*[:?+!]*=")
_BEGINS = re.compile(r"(?:ifeq|ifneq|ifdef|ifndef)\b")
_PREFIX = re.compile(r"\t[ \t]*[-@+]*")
_DOLLAR = re.compile(r"\$(?:\$|[({]([A-Za-z_]\w*)[)}]|[({]|.)")
_REFERENCE = re.compile(r"\$\(([A-Za-z_]\w*)\)")
_WHOLE_WORD = re.compile(r"[\w./:@%+,${}()-]+")
_UNKNOWN = "$(:)"

_LONGEST = 1000
"""Characters of a line that may set a variable."""


def script(text: str, file: str) -> tuple[Source, list[Fault]]:
    r"""Return the script of a Makefile, and what could not be read of it.

    >>> script("ZONE ?= us-east5-b\nup:\n\t@gcloud x $(ZONE) $$y\n", "Makefile")[0].text
    'ZONE=us-east5-b\n(gcloud x ${ZONE} $y\n)\n'
    """
    often = _set(text.split("\n"))
    made, faults, depth = Mapped(text, file), [], 0
    for at, line in _logical(text):
        if not line.startswith("\t"):
            depth += bool(_BEGINS.match(line)) - line.startswith("endif")
            if depth == 0:
                _assign(made, line, at, often)
        elif speaks(line):
            alone = Mapped(text, file, made.whole)
            _recipe(alone, line, at)
            syntax = Syntax(alone.source())
            syntax.read()
            if syntax.stopped or syntax.mistakes:
                faults.append(Fault(made.whole.spot(at), "a recipe that is not read as bash reads it", level="info"))
                continue
            made.insert("(", at)
            _recipe(made, line, at)
            made.insert("\n)\n", at + len(line))
    return made.source(), faults[:1]


def _logical(text: str) -> "Iterator[tuple[int, str]]":
    """Yield lines with those that they go on in, and where they stand."""
    at, start = 0, 0
    parts: list[str] = []
    for line in text.split("\n"):
        parts.append(line)
        at += len(line) + 1
        if not line.endswith("\\"):
            yield start, "\n".join(parts)
            start = at
            parts.clear()
    if parts:
        yield start, "\n".join(parts)


def _set(lines: list[str]) -> Counter[str]:
    """Return how often each variable is set, anywhere."""
    often: Counter[str] = Counter()
    for line in lines:
        if line.startswith("\t") or len(line) > _LONGEST:
            continue
        if found := _SET.fullmatch(line.lstrip(" ")) or _SET_FOR_A_TARGET.match(line):
            often[found.group(1)] += 2 if found.re is _SET_FOR_A_TARGET else 1
    return often


def _assign(made: Mapped, line: str, at: int, often: Counter[str]) -> None:
    """Add the assignment of a variable as the shell has it, if it is certain."""
    found = _SET.fullmatch(line) if len(line) <= _LONGEST else None
    if found is None or often[found.group(1)] > 1 or found.group(2) in ("+", "!"):
        return
    value = found.group(3)
    if _WHOLE_WORD.fullmatch(value) and "$" not in _REFERENCE.sub("", value):
        made.insert(f"{found.group(1)}=", at)
        made.add(_REFERENCE.sub(r"${\1}", value), at + found.start(3))
        made.insert("\n", at + len(line))


def _recipe(made: Mapped, line: str, at: int) -> None:
    """Add a line of a recipe as the shell gets it: `$(X)` is a variable, `$$` a dollar sign, a function unknown."""
    prefix = _PREFIX.match(line)
    done = prefix.end() if prefix else 0
    ends: dict[int, int] | None = None
    for found in _DOLLAR.finditer(line):
        start, text = found.start(), found.group()
        if start < done:
            continue
        made.add(line[done:start], at + done)
        done = found.end()
        if text == "$$":
            made.add("$", at + start + 1)
        elif found.group(1):
            made.add("${" + found.group(1) + "}", at + start)
        else:
            made.insert(_UNKNOWN, at + start)
            if text[1] in "({":
                ends = _ends(line) if ends is None else ends
                done = ends.get(start + 1, len(line) - 1) + 1
    made.add(line[done:], at + done)


def _ends(line: str) -> dict[int, int]:
    """Return where each bracket of a line ends."""
    ends: dict[int, int] = {}
    begun: list[int] = []
    for at, char in enumerate(line):
        if char in "({":
            begun.append(at)
        elif char in ")}" and begun:
            ends[begun.pop()] = at
    return ends
