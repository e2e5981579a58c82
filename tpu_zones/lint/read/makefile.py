"""Makefiles -> a shell script in which each character keeps its place: recipes, and the variables they use.

Only what is the same in any run is kept: a variable that is set twice, under a condition or for one target is left
unset, so that it is unknown. Each recipe line is a shell of its own to make, and a part of one script here.
"""

import re
from collections import Counter

_SET = re.compile(r"(?:(?:export|override)[ ]+)*([A-Za-z_]\w*)[ \t]*(::?:?|\?|\+|!)?=[ \t]*(.*?)[ \t]*(?:#.*)?")
_SET_FOR_A_TARGET = re.compile(r"[^\t#=]+?:[ \t]*(?:(?:export|private|override)[ ]+)*([A-Za-z_]\w*)[ \t]*[:?+!]*=")
_BEGINS = re.compile(r"(?:ifeq|ifneq|ifdef|ifndef)\b")
_PREFIX = re.compile(r"\t[ \t]*[-@+]+")
_REFERENCE = re.compile(r"(?<!\$)\$\(([A-Za-z_]\w*)\)")
_AUTOMATIC = re.compile(r"(?<!\$)\$[<^*+?|%]")
_WHOLE_WORD = re.compile(r"[\w./:@%+,${}()-]+")

_LONGEST = 1000
"""Characters of a line that may set a variable."""


def as_script(text: str) -> str:
    """Return a Makefile as a script of the same length.

    >>> as_script("ZONE ?= us-east5-b")
    '   ZONE=us-east5-b'
    """
    lines = text.split("\n")
    often = _set(lines)
    made, recipe, goes_on, depth = [], False, False, 0
    for line in lines:
        recipe = recipe if goes_on else line.startswith("\t")
        if recipe:
            made.append(line if goes_on else _PREFIX.sub(lambda found: "\t" + " " * (len(found.group()) - 1), line))
        elif goes_on:
            made.append(" " * len(line))
        else:
            depth += bool(_BEGINS.match(line)) - line.startswith("endif")
            made.append(_assignment(line, often) if depth == 0 else " " * len(line))
        goes_on = line.endswith("\\")
    script = _REFERENCE.sub(r"${\1}", "\n".join(made))
    return _AUTOMATIC.sub("$@", script)


def _set(lines: list[str]) -> Counter[str]:
    """Return how often each variable is set, anywhere."""
    often: Counter[str] = Counter()
    for line in lines:
        if line.startswith("\t") or len(line) > _LONGEST:
            continue
        if found := _SET.fullmatch(line.lstrip(" ")) or _SET_FOR_A_TARGET.match(line):
            often[found.group(1)] += 1
            if found.re is _SET_FOR_A_TARGET:
                often[found.group(1)] += 1
    return often


def _assignment(line: str, often: Counter[str]) -> str:
    """Return the assignment of a variable as the shell has it; blanks for whatever else a line says."""
    found = _SET.fullmatch(line) if len(line) <= _LONGEST else None
    if found is None or often[found.group(1)] > 1 or found.group(2) in ("+", "!"):
        return " " * len(line)
    value = found.group(3)
    if not _WHOLE_WORD.fullmatch(value) or "$" in _REFERENCE.sub("", value):
        return " " * len(line)
    start = found.start(3)
    return f"{found.group(1)}=".rjust(start) + value + " " * (len(line) - start - len(value))
