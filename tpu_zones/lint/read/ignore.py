"""Which paths a .gitignore leaves out: git's own rules for its patterns, without git.

A process of git would take longer than the walk, and would run what a strange repository's config says.
Unlike git, we also leave out files that were added in spite of a pattern; those can be named directly.
Limits, beyond which a pattern is no pattern: 10,000 lines and 20,000 wildcards a file, 500 characters and four `**`
a line.
"""

import re
from functools import lru_cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_LINES = 10_000
_WILDCARDS = 20_000
_LONGEST = 500
_MOST_STARS = 4
_CLASSES = {
    "alnum": "a-zA-Z0-9",
    "alpha": "a-zA-Z",
    "digit": "0-9",
    "lower": "a-z",
    "space": r"\s",
    "upper": "A-Z",
    "xdigit": "0-9a-fA-F",
}


class Patterns:
    """The patterns of one file, or of the command line: a path is compared relative to where they stand."""

    __slots__ = ("any", "each")

    def __init__(self, lines: "Iterable[str]") -> None:
        self.each: list[tuple[str, bool, bool]] = []
        left = _WILDCARDS
        for line in lines:
            left -= sum(line.count(one) for one in "*?[")
            if left < 0 or len(self.each) == _LINES:
                break
            if (found := _pattern(line)) is not None:
                self.each.append(found)
        self.any = re.compile("|".join(source for source, _, _ in self.each)).fullmatch if self.each else None
        self.each.reverse()

    def says(self, path: str, folder: bool) -> bool | None:
        """Return whether a path is left out, or taken again; None where nothing is said of it."""
        if self.any is None or self.any(path) is None:
            return None
        for source, negated, folders_only in self.each:  # the last line counts
            if (folder or not folders_only) and _compiled(source).fullmatch(path):
                return not negated
        return None


@lru_cache(maxsize=_LINES)
def _compiled(source: str) -> re.Pattern[str]:
    """Return a pattern that is asked by itself: only where one of its file says something of a path."""
    return re.compile(source)


def patterns(text: str) -> Patterns:
    """Return the patterns of a .gitignore."""
    return Patterns(text.removeprefix("\ufeff").split("\n")[:_LINES])


def _pattern(line: str) -> tuple[str, bool, bool] | None:
    """Return a line as a regular expression, with whether it is negated, and whether it means folders only."""
    line = line.removesuffix("\r")
    while line.endswith(" ") and not line.endswith("\\ "):
        line = line[:-1]
    if not line or line.startswith("#") or len(line) > _LONGEST or line.count("**") > _MOST_STARS:
        return None
    negated = line.startswith("!")
    line = line.removeprefix("!") if negated else line
    folders_only = line.endswith("/")
    line = line.removesuffix("/")
    anchored = "/" in line
    parts = line.removeprefix("/").split("/")
    if parts == [""]:
        return None
    try:
        source = _path(parts) if anchored else "(?:.*/)?" + _segment(parts[0])
        if "[" in line:  # such as [z-a]
            re.compile(source)
    except (ValueError, re.error):
        return None
    return f"(?s:{source})", negated, folders_only


def _path(parts: list[str]) -> str:
    source = ""
    for number, part in enumerate(parts):
        last = number == len(parts) - 1
        if part == "**":
            source += ".+" if last else "(?:[^/]+/)*"
        else:
            source += _segment(part) + ("" if last else "/")
    return source


def _segment(part: str) -> str:
    """Return a part between slashes as a regular expression; what stands between stars is found once, leftmost."""
    chunks: list[str] = []
    chunk, at = "", 0
    while at < len(part):
        char = part[at]
        if char == "*":
            if not chunks or chunk:
                chunks.append(chunk)
                chunk = ""
            at += 1
        elif char == "[":
            source, at = _class(part, at)
            chunk += source
        elif char == "\\":
            if at + 1 == len(part):
                raise ValueError("nothing to escape")
            chunk += re.escape(part[at + 1])
            at += 2
        else:
            chunk += "[^/]" if char == "?" else re.escape(char)
            at += 1
    if not chunks:
        return chunk
    middle = "".join(f"(?>[^/]*?{one})" for one in chunks[1:])
    return f"{chunks[0]}{middle}[^/]*{chunk}"


def _class(part: str, at: int) -> tuple[str, int]:
    """Return a bracket expression as a regular expression, and where it ends."""
    at += 1
    negated = part[at : at + 1] in ("!", "^")
    at += negated
    inside, first = "", True
    while at < len(part) and (first or part[at] != "]"):
        first = False
        if part.startswith("[:", at) and (end := part.find(":]", at)) > 0:
            inside += _CLASSES.get(part[at + 2 : end], "")
            at = end + 2
            continue
        if part[at] == "\\" and at + 1 < len(part):
            at += 1
        inside += part[at] if part[at] == "-" else re.escape(part[at])
        at += 1
    if at >= len(part) or not inside:
        raise ValueError("an open bracket")
    return f"(?!/)[{'^' if negated else ''}{inside}]", at + 1
