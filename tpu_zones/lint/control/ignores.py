"""Ignores beside the code: `# tpu-zones: ignore[TPZ201] reason`, at the end of a line or alone above it.

In Terraform also behind `//` or in `/* */`; JSON has no comments. Alone above a shell command that goes on over
several lines, an ignore counts for all of them, because no comment can stand between. Strings are not told from
comments, but what stands in one hides at most what is found in its own line.
"""

import re

from tpu_zones.errors import shown
from tpu_zones.lint.control.own import FIXED, UNUSED_IGNORE, WRONG_IGNORE
from tpu_zones.lint.control.rule_names import ids, unknown
from tpu_zones.records.findings import Finding, Severity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_WORD = "tpu-zones:"
_COMMENT = r"(?:(?<!\S)#+|(?P<slashes>//|/\*))[ \t]*tpu-zones:[ \t]*ignore\b[ \t]*(?P<rest>[^\n]*)"
_RULES = r"\[([^\]\n]{0,500})\]"
_TERRAFORM = (".tf", ".tfvars")
_MOST_LINES = 200
_MOST_SUGGESTIONS = 20
"""Of a command; and of unused ignores for which near names are looked up."""


class Ignore:
    """One comment. `lines` are those that it counts for; `wrong` says why it does not count; `used` what it hid."""

    __slots__ = ("column", "line", "lines", "names", "path", "used", "wrong")

    def __init__(self, path: str, line: int, column: int, lines: range, names: "list[str]", wrong: str | None) -> None:
        self.path, self.line, self.column, self.lines = path, line, column, lines
        self.names, self.wrong = names, wrong
        self.used: set[str] = set()

    def hides(self, one: Finding) -> bool:
        """Whether a finding is meant; what was used is remembered."""
        if self.wrong or one.rule in FIXED:
            return False
        used = {name for name in self.names if name.casefold() in (one.rule.casefold(), one.name)}
        self.used |= used
        return bool(used)


def apply(
    findings: "Sequence[Finding]", texts: "Mapping[str, str]", *, tell_unused: bool = True
) -> "tuple[list[Finding], int]":
    """Return the findings that no ignore hides, with those about ignores; and how many were hidden."""
    ignores = {path: found for path, text in texts.items() if _WORD in text and (found := list(read(text, path)))}
    meant: dict[tuple[str, int], list[Ignore]] = {(one.path, one.line): [] for one in findings}
    for path, found in ignores.items():
        for ignore in found:
            for line in ignore.lines:
                if (path, line) in meant:
                    meant[path, line].append(ignore)
    left = [one for one in findings if not any(ignore.hides(one) for ignore in meant[one.path, one.line])]
    hidden = len(findings) - len(left)
    told = [ignore for found in ignores.values() for ignore in found if ignore.wrong or tell_unused]
    return [*left, *_told(told)], hidden


def read(text: str, path: str) -> "Iterator[Ignore]":
    r"""Yield the ignores of a text, from its end to its start.

    >>> [list(one.lines) for one in read("# tpu-zones: ignore[TPZ201] ticket 12\nzone = 1\n", "a.tf")]
    [[2]]
    """
    if path.endswith(".json") or text.lstrip()[:1] in ("{", "["):
        return
    terraform = path.endswith(_TERRAFORM)
    lines = text.split("\n")
    below: dict[int, range] = {}
    """Line of a comment that stands alone -> the lines below it that it counts for."""
    for number in range(len(lines) - 1, -1, -1):
        line = lines[number]
        match = re.search(_COMMENT, line) if _WORD in line else None
        if match is None or (match["slashes"] and not terraform):
            continue
        rest, behind = match["rest"].rstrip(), ""
        if match["slashes"] == "/*":
            rest, _, behind = rest.partition("*/")
        counts_for = range(number, number + 1)
        if not line[: match.start()].strip() and not behind.strip():
            counts_for = below[number] = below.get(number + 1) or _command(lines, number + 1, terraform)
            if _in_string(lines, number, counts_for):
                counts_for = range(0)
        names, wrong = _parts(rest)
        shifted = range(counts_for.start + 1, counts_for.stop + 1)
        yield Ignore(path, number + 1, match.start() + 1, shifted, names, wrong)


def _parts(rest: str) -> "tuple[list[str], str | None]":
    """Return the rules that are named, and what is wrong with the comment."""
    rules = re.match(_RULES, rest)
    names = list(dict.fromkeys(name for part in (rules[1] if rules else "").split(",") if (name := part.strip())))
    if rules is None or not names:
        return [], "it names no rule: write ignore[TPZ201] and a reason"
    if not rest[rules.end() :].strip(" \t\r-:,.#"):
        return names, f"it has no reason: write one behind ignore[{', '.join(names)}]"
    return names, None


def _command(lines: "list[str]", first: int, terraform: bool) -> range:
    """Return the line, with those that a shell command goes on over."""
    last = first
    while not terraform and last < min(first + _MOST_LINES, len(lines) - 1) and lines[last].rstrip("\r").endswith("\\"):
        last += 1
    return range(first, last + 1)


def _in_string(lines: "list[str]", number: int, counts_for: range) -> bool:
    """Whether a comment seems to stand in a string: what follows is less indented, or a quote is not closed."""
    if counts_for.start >= len(lines):
        return True
    return _indent(lines[counts_for.start]) < _indent(lines[number]) or lines[number].count('"') % 2 == 1


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" \t"))


def _told(ignores: "list[Ignore]") -> "Iterator[Finding]":
    """Yield what is to be said of ignores themselves."""
    unused = []
    for ignore in ignores:
        if ignore.wrong:
            yield _finding(ignore, WRONG_IGNORE, Severity.WARNING, f"this ignore does not count: {ignore.wrong}", "")
        else:
            unused += [(ignore, name) for name in ignore.names if name not in ignore.used]
    for ignore, name in unused:
        why = _why(name, suggest=len(unused) <= _MOST_SUGGESTIONS)
        yield _finding(ignore, UNUSED_IGNORE, Severity.INFO, f"this ignore hides nothing: {why}", name)


def _why(name: str, *, suggest: bool) -> str:
    ident = ids().get(name.casefold())
    if ident in FIXED:
        return f"{name} cannot be ignored; leave the file out with --exclude"
    if ident:
        return f"{name} finds nothing here"
    return str(unknown(name)) if suggest else f"no rule is called {shown(name, 100)}"


def _finding(ignore: Ignore, rule: tuple[str, str], severity: Severity, message: str, value: str) -> Finding:
    return Finding(
        rule=rule[0],
        name=rule[1],
        severity=severity,
        path=ignore.path,
        line=ignore.line,
        column=ignore.column,
        subject="comment",
        value=value[:200],
        message=message,
    )
