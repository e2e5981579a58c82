"""Commands in Dockerfiles, Makefiles and Markdown -> what they ask for.

Documentation is not read by default: its commands are examples.
"""

import re

from tpu_zones.lint.read.bash.source import Mapped
from tpu_zones.lint.read.shell import run, speaks
from tpu_zones.lint.things import Read

_FENCE = re.compile(r"^[ \t>]*(```+|~~~+)[ \t]*([\w-]*)")
_SHELLS = frozenset("sh bash shell zsh console shell-session terminal".split())
_INSTRUCTION = re.compile(r"[ \t]*([A-Za-z]+)[ \t]+(?:--\w+=\S+[ \t]+)*")
_VARIABLE = re.compile(r"(?:export[ \t]+)?([A-Za-z_]\w*)[ \t]*(?:[:?]{0,2}|\+)=[ \t]*(.*)", re.ASCII)
_REFERENCE = re.compile(r"\$\(([A-Za-z_]\w*)\)|\$\$", re.ASCII)


def commands_in_markdown(text: str, file: str) -> Read:
    """Return what the commands in fenced blocks of shell ask for; all blocks are one script."""
    if not speaks(text):
        return Read()
    script = Mapped(text, file)
    at, fence, shell = 0, "", False
    for line in text.splitlines(keepends=True):
        found = _FENCE.match(line)
        if fence and found and found.group(1).startswith(fence) and not found.group(2):
            fence = ""
        elif not fence and found:
            fence, shell = found.group(1), found.group(2).lower() in _SHELLS
        elif fence and shell:
            prompt = 2 if line.startswith("$ ") else 0
            script.add(line[prompt:], at + prompt)
        at += len(line)
    return run(script.source())


def commands_in_dockerfile(text: str, file: str) -> Read:
    """Return what the commands behind RUN ask for; ARG and ENV set variables."""
    if not speaks(text):
        return Read()
    script = Mapped(text, file)
    at, inside = 0, False
    for line in text.splitlines(keepends=True):
        start = 0
        if not inside and (found := _INSTRUCTION.match(line)):
            word = found.group(1).upper()
            inside = word in {"RUN", "ARG", "ENV"}
            start = found.end()
        comment = line.lstrip().startswith("#")
        if inside and not comment:
            script.add(line[start:], at + start)
            inside = line.rstrip().endswith("\\")
        at += len(line)
    return run(script.source())


def commands_in_makefile(text: str, file: str) -> Read:
    """Return what the commands of the recipes ask for; variables of the Makefile are known."""
    if not speaks(text):
        return Read()
    script = Mapped(text, file)
    at = 0
    for line in text.splitlines(keepends=True):
        body = line.rstrip("\r\n")
        if line.startswith("\t"):
            start = len(line) - len(line.lstrip("\t @+-")) if not line.lstrip("\t ").startswith("--") else 1
            _make(script, body, start, at)
        elif found := _VARIABLE.fullmatch(body):
            script.insert(f'{found.group(1)}="', at)
            _make(script, body, found.start(2), at)
            script.insert('"', at)
        script.insert("\n", at)
        at += len(line)
    return run(script.source())


def _make(script: Mapped, line: str, start: int, at: int) -> None:
    """Add a line of make as one of a shell: `$(X)` is a variable, `$$` a dollar sign."""
    for found in _REFERENCE.finditer(line, start):
        script.add(line[start : found.start()], at + start)
        if found.group(1):
            script.add("${" + found.group(1) + "}", at + found.start())
        else:
            script.add("$", at + found.start() + 1)
        start = found.end()
    script.add(line[start:], at + start)
