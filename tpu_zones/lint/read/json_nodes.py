"""JSON text -> the same tree as YAML, every value with its line and column.

Several documents one after the other are read as such (what jq prints). Comments and commas at the end are
no JSON; a file that YAML can read nevertheless is read as YAML by `documents_of`.
"""

import re
from bisect import bisect_right

from tpu_zones.lint.read.nodes import DEPTH, FAULTS, NODES, Node, Stop, too_deep, too_large
from tpu_zones.lint.things import Fault
from tpu_zones.lint.values import Spot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_PIECE = r"""[ \t\r\n]*+(?:
    (?P<text>"[^"\\\x00-\x1f]*+(?:\\.[^"\\\x00-\x1f]*+)*+")
    | (?P<mark>[{}\[\],:])
    | (?P<number>-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][-+]?[0-9]++)?)(?![\w.])
    | (?P<word>true|false|null)(?!\w)
    | (?P<end>\Z)
    )"""
_WORDS = {"true": True, "false": False, "null": None}
_LONGEST_NUMBER = 40


def documents(text: str, file: str) -> tuple[list[Node], list[Fault]]:
    """Return the documents of a JSON text, and what could not be read. Of duplicate keys the last counts."""
    scan = _Scan(text.removeprefix("\ufeff"), file)
    try:
        scan.run()
    except Stop as stop:
        scan.faults.append(stop.fault(file))
        if scan.stack:  # incomplete
            scan.documents.pop()
    return scan.documents, scan.faults


def documents_of(text: str, file: str) -> tuple[list[Node], list[Fault]]:
    """Return the documents of a text that is JSON or YAML, and what could not be read."""
    from tpu_zones.lint.read import yaml_nodes

    if not text.lstrip("\ufeff \t\r\n").startswith(("{", "[")):
        return yaml_nodes.documents(text, file)
    found = documents(text, file)
    if all(fault.level == "info" for fault in found[1]):
        return found
    other = yaml_nodes.documents(text, file)
    return other if all(fault.level == "info" for fault in other[1]) else found


def part(text: str, file: str, first: tuple[int, int], total: int) -> tuple[list[Node], list[Fault], int]:
    """Return the documents in a part of a file, what could not be read, and how many values there are now.

    first: line and column of the first character
    total: values that were read of the file before
    """
    scan = _Part(text, file)
    scan.first, scan.total = first, total
    scan.run()
    return scan.documents, scan.faults, scan.total


class _Scan:
    """Reads tokens, and builds the tree without recursion."""

    def __init__(self, text: str, file: str) -> None:
        self.text, self.file = text, file
        self.lines = [0, *(found.end() for found in re.finditer("\n", text))]
        self.documents: list[Node] = []
        self.faults: list[Fault] = []
        self.stack: list[Node] = []
        self.total = 0
        self.key: str | None = None
        self.key_at = 0
        self.wants = "value"

    def place(self, offset: int) -> tuple[int, int]:
        """Return the line and column of an offset."""
        line = bisect_right(self.lines, offset)
        return line, offset - self.lines[line - 1] + 1

    def run(self) -> None:
        """Read the text to its end."""
        text, match, at = self.text, re.compile(_PIECE, re.VERBOSE).match, 0
        while True:
            found = match(text, at)
            if found is None:
                raise self.wrong(len(text) - len(text[at:].lstrip(" \t\r\n")))
            kind, at = found.lastgroup, found.end()
            if kind == "mark":
                self.mark(text[at - 1], at - 1)
            elif kind == "end":
                if self.stack or self.wants not in ("value", "document"):
                    raise self.wrong(len(text), "the text ends too early")
                return
            elif self.wants in ("key", "first key"):
                if kind != "text":
                    raise self.wrong(found.start(kind or 0))
                self.key, self.key_at, self.wants = self.string(found.group(kind)), found.start(kind), ":"
            else:
                self.scalar(str(kind), found.group(str(kind)), found.start(str(kind)))

    def wrong(self, offset: int, what: str = "") -> Stop:
        """Return the end of reading for a text that is no JSON."""
        given = self.text[offset : offset + 20].split("\n")[0]
        return Stop(f"not JSON: {what or f'{given!r} cannot stand here'}", *self.place(offset))

    def string(self, token: str) -> str:
        """Return what a string means."""
        if "\\" not in token:
            return token[1:-1]
        from json import JSONDecodeError, loads

        try:
            return str(loads(token)).encode("utf-8", "replace").decode()  # half a pair of surrogates is no text
        except JSONDecodeError:  # an escape that JSON does not know
            return token[1:-1]

    def scalar(self, kind: str, token: str, offset: int) -> None:
        """Take text, a number, true, false or null."""
        value: Any
        if kind == "text":
            value = self.string(token)
        elif kind == "word":
            value = _WORDS[token]
        elif len(token) > _LONGEST_NUMBER:
            value = token
        else:
            value = int(token) if token.lstrip("-").isdecimal() else float(token)
        raw = value if kind == "text" else token
        self.put(Node("scalar", value, self.file, *self.place(offset), raw, kind == "text"), offset)
        self.after()

    def put(self, node: Node, offset: int) -> None:
        """Put a value where it belongs."""
        if self.wants not in ("value", "first value", "document"):
            raise self.wrong(offset)
        self.total += 1
        if self.total > NODES:
            raise too_large(node.line, node.column)
        if not self.stack:
            self.documents.append(node)
            return
        parent = self.stack[-1]
        if parent.kind == "sequence":
            parent.value.append(node)
            return
        key = self.key or ""
        node.key = self.place(self.key_at)
        if key in parent.value and len(self.faults) < FAULTS:
            text = f"the key {key[:60]!r} stands here twice; the last one counts"
            self.faults.append(Fault(Spot(self.file, *node.key), text, level="info"))
        parent.value[key] = node

    def after(self) -> None:
        """Say what may follow a value that is complete."""
        self.wants = ", or end" if self.stack else "document"

    def mark(self, mark: str, offset: int) -> None:
        """Take a bracket, a comma or a colon."""
        if mark in "{[":
            kind: Any = "mapping" if mark == "{" else "sequence"
            node = Node(kind, {} if mark == "{" else [], self.file, *self.place(offset))
            self.put(node, offset)
            self.stack.append(node)
            if len(self.stack) > DEPTH:
                raise too_deep(node.line, node.column)
            self.wants = "first key" if mark == "{" else "first value"
        elif mark in "}]":
            kind = "mapping" if mark == "}" else "sequence"
            fits = self.stack and self.stack[-1].kind == kind
            if not fits or self.wants not in (", or end", "first key", "first value"):
                raise self.wrong(offset)
            self.stack.pop()
            self.after()
        elif mark == "," and self.wants == ", or end":
            self.wants = "key" if self.stack[-1].kind == "mapping" else "value"
        elif mark == ":" and self.wants == ":":
            self.wants = "value"
        else:
            raise self.wrong(offset)


class _Part(_Scan):
    """Reads a part of a file, whose first character is at `first`."""

    first = (1, 1)

    def place(self, offset: int) -> tuple[int, int]:
        """Return the line and column of an offset in the file."""
        line, column = super().place(offset)
        return line + self.first[0] - 1, column + (self.first[1] - 1 if line == 1 else 0)
