"""A large plan -> the same tree as a small one, with nothing in it but what we read of a plan.

Most of a large plan are other resources, and values from before: they are passed over, bracket by bracket, without
a value being made of them. What is passed over is not validated.
"""

import re

from tpu_zones.lint.read.json_nodes import part
from tpu_zones.lint.read.nodes import DEPTH, Node, Stop, too_deep
from tpu_zones.lint.read.terraform.resources import KINDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tpu_zones.lint.things import Fault

SIZE = 256 * 1024
"""Characters from which on a plan counts as large."""
STEPS = 6_000_000
"""Steps that a plan may take: one a bracket (real plans have one in about 20 characters), more an entry of a list."""
_ENTRY = 12
_STRING = r'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
_TO_BRACKET = re.compile(rf'[^"{{}}\[\]]*+(?:{_STRING}[^"{{}}\[\]]*+)*+', re.DOTALL)
_SCALAR = re.compile(rf"{_STRING}|[^\s,{{}}\[\]\"]++", re.DOTALL)
_SPACE = re.compile(r"[ \t\r\n]*+")
_KEY = re.compile(rf"({_STRING})[ \t\r\n]*+:[ \t\r\n]*+", re.DOTALL)
_OURS = re.compile("|".join(map(re.escape, KINDS)))
_INSIDE = {
    "": ("planned_values", "values", "resource_changes"),
    "planned_values": ("root_module",),
    "values": ("root_module",),
    "root_module": ("resources", "child_modules"),
    "child_modules": ("resources", "child_modules"),
}
"""Key of an object, or of a list of objects -> keys in it behind which there are resources."""


def documents(text: str, file: str) -> "tuple[list[Node], list[Fault]]":
    """Return the one document of a large plan with our kinds of resources alone, those of all modules in one list."""
    cut = _Cut(text, file)
    try:
        cut.run()
    except Stop as stop:
        return [], [stop.fault(file)]
    return [cut.document()], cut.faults


class _Cut:
    """Goes through the text of a plan from offset to offset, and reads the resources that are ours."""

    def __init__(self, text: str, file: str) -> None:
        self.text, self.file = text, file
        self.found: dict[str, list[Node]] = {"resources": [], "resource_changes": []}
        self.faults: list[Fault] = []
        self.left, self.total = STEPS, 0
        self.line, self.line_at, self.counted = 1, 0, 0

    def run(self) -> None:
        """Read the text to the end of its object."""
        self.object(self.space(0), "", 0)

    def document(self) -> Node:
        """Return the plan in the form of a small one."""
        lists = {name: Node("sequence", nodes, self.file, 1, 1) for name, nodes in self.found.items()}
        root = Node("mapping", {"resources": lists["resources"]}, self.file, 1, 1)
        values = Node("mapping", {"root_module": root}, self.file, 1, 1)
        return Node(
            "mapping", {"planned_values": values, "resource_changes": lists["resource_changes"]}, self.file, 1, 1
        )

    def object(self, at: int, name: str, depth: int) -> int:
        """Read an object that may have resources in it, and return the offset behind it."""
        for start in self.parts(at, "{}", depth):
            key = _KEY.match(self.text, start)
            if key is None:
                raise self.wrong(start)
            self.at = self.value(key.end(), key.group(1)[1:-1], name, depth)
        return self.at

    def value(self, at: int, key: str, inside: str, depth: int) -> int:
        """Read the value behind a key, and return the offset behind it."""
        char = self.text[at : at + 1]
        if key not in _INSIDE[inside] or char not in ("{", "["):
            return self.skip(at)
        if char == "{":
            return self.object(at, key, depth + 1) if key in _INSIDE else self.skip(at)
        for start in self.parts(at, "[]", depth + 1):
            if key in self.found:
                self.at = self.skip(start)
                self.keep(key, start, self.at)
            else:
                self.at = self.object(start, key, depth + 2)
        return self.at

    def parts(self, at: int, brackets: str, depth: int) -> "Iterator[int]":
        """Yield the offsets of what is between brackets; who takes one leaves the offset behind it in `at`."""
        if self.text[at : at + 1] != brackets[0]:
            raise self.wrong(at)
        if depth > DEPTH:
            raise too_deep(*self.place(at))
        at, first = self.space(at + 1), True
        while (char := self.text[at : at + 1]) != brackets[1]:
            if not first:
                if char != ",":
                    raise self.wrong(at)
                at = self.space(at + 1)
            self.left -= _ENTRY
            if self.left < 0:
                raise self.too_large(at)
            yield at
            at, first = self.space(self.at), False
        self.at = at + 1

    def space(self, at: int) -> int:
        """Return the offset behind blanks."""
        found = _SPACE.match(self.text, at)
        return found.end() if found else at

    def skip(self, at: int) -> int:
        """Return the offset behind a value, whatever it is."""
        text = self.text
        if text[at : at + 1] not in ("{", "["):
            found = _SCALAR.match(text, at)
            if found is None:
                raise self.wrong(at)
            return found.end()
        match, depth, left, end = _TO_BRACKET.match, 0, self.left, len(text)
        while True:
            at = match(text, at).end()  # type: ignore[union-attr]
            if at == end or text[at] == '"':
                raise self.wrong(at, "the text ends too early")
            depth += 1 if text[at] in "{[" else -1
            at, left = at + 1, left - 1
            if not depth:
                self.left = left
                return at
            if left < 0:
                raise self.too_large(at)

    def keep(self, key: str, start: int, end: int) -> None:
        """Read a resource, or a change of one, where it is of a kind of ours."""
        if _OURS.search(self.text, start, end):
            nodes, faults, self.total = part(self.text[start:end], self.file, self.place(start), self.total)
            self.found[key] += nodes
            self.faults += faults

    def place(self, offset: int) -> tuple[int, int]:
        """Return line and column of an offset that is not before the last one asked for."""
        lines = self.text.count("\n", self.counted, offset)
        if lines:
            self.line, self.line_at = self.line + lines, self.text.rindex("\n", self.counted, offset) + 1
        self.counted = offset
        return self.line, offset - self.line_at + 1

    def too_large(self, offset: int) -> Stop:
        """Return the end of reading for a plan of too many parts."""
        return Stop(f"too large: it takes more than {STEPS:,} steps to read", *self.place(offset))

    def wrong(self, offset: int, what: str = "") -> Stop:
        """Return the end of reading for a text that is no JSON."""
        given = self.text[offset : offset + 20].split("\n")[0]
        return Stop(f"not JSON: {what or f'{given!r} cannot stand here'}", *self.place(offset))
