"""YAML text -> documents whose every value knows its line and column.

Plain scalars mean what Kubernetes takes them for (its Go library for YAML 1.1, read 2026-11-30): yes, no, on,
off, y, n in their usual spellings are booleans; `0x10`, `0o17`, `017`, `1_000` are numbers; `12:30` and dates
are text. Whoever reads with other rules finds the written text in `raw`. Keys are always text, as written.
The parser's events are read one by one, rather than nodes composed, so that a hostile file ends early.
"""

import re

from tpu_zones.lint.read.nodes import DEPTH, FAULTS, NODES, Node, Stop, too_deep, too_large
from tpu_zones.lint.things import Fault
from tpu_zones.lint.values import Spot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Literal

SLOW = 128 * 1024
"""Characters that are read where PyYAML came without its C part, which is a hundred times as fast."""

_WORDS: "dict[str, bool | None]" = {
    spelling: meaning
    for words, meaning in (("true yes on y", True), ("false no off n", False), ("null", None))
    for word in words.split()
    for spelling in (word, word.capitalize(), word.upper())
}
_WORDS.update({"": None, "~": None})
_NUMBERS = frozenset("0123456789+-.")
_INTEGER = r"([-+]?)(0[bB](?=[01]+$)|0[xX](?=[0-9a-fA-F]+$)|0[oO]?(?=[0-7]+$))?([0-9a-fA-F]+)"
_FLOAT = r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?"
_BASES = {"0b": 2, "0x": 16, "0o": 8, "0": 8}
_LONGEST_NUMBER = 40
_IN_FRONT = r"(?:[&!]\S*\s+)+"
_CORE = "tag:yaml.org,2002:"
_TEMPLATE = r"""(?m)^[^'"#\n]*(?:(?<!\$)\{[{%]|%\{)"""
_VARIABLE = r"\$\{([A-Za-z_][^{}\n]{0,200})\}"
_WITH_STAND_INS = "$\ue000\\1\ue001"
_STAND_INS = "[$]\ue000([^\ue001]*)\ue001"
_SKIPPED = object()  # the key of an entry that nobody can ask for
_ELEMENT = object()  # what elements of a sequence have for a key


def documents(text: str, file: str) -> tuple[list[Node], list[Fault]]:
    """Return the documents of a YAML text, empty ones left out, and what could not be read.

    What stands before a mistake still comes back, document by document. Of duplicate keys the last counts.
    A text that is no YAML because of `{{ }}` or `${ }` outside quotes is a template: that is information, no error.
    In flow style `${NAME}` ends too early: it is read with stand-ins for its braces, which the values do not show.
    """
    text = text.removeprefix("\ufeff")
    tree, stop = _grown(text, file)
    if stop is not None and stop.level == "error" and (found := re.search(_VARIABLE, text)):
        again, later = _grown(re.sub(_VARIABLE, _WITH_STAND_INS, text), file, stand_ins=True)
        if later is None or (later.line, later.column) > (stop.line, stop.column):
            tree, stop = again, later
            at = Spot(file, text.count("\n", 0, found.start()) + 1, found.start() - text.rfind("\n", 0, found.start()))
            what = f"template: {found.group()[:60]!r} and the like are filled in later; the rest is read"
            tree.faults.append(Fault(at, what, level="info"))
    if stop is not None:
        tree.faults.append(stop.fault(file))
    return tree.documents, tree.faults


def _grown(text: str, file: str, *, stand_ins: bool = False) -> "tuple[_Tree, Stop | None]":
    """Return what could be read of a text, and why no more."""
    tree = _Tree(file, text, stand_ins)
    try:
        tree.grow()
    except Stop as stop:
        return tree, stop
    return tree, None


class _Frame:
    """A mapping or sequence that is not yet complete; without a `key` the next thing is one."""

    __slots__ = ("anchor", "before", "deepest", "flow", "key", "key_mark", "merges", "node", "odd", "plain_key")

    def __init__(self, node: Node, anchor: str | None, before: int, depth: int, flow: bool) -> None:
        self.node, self.anchor, self.before, self.deepest, self.flow = node, anchor, before, depth, flow
        self.key: Any = None if node.kind == "mapping" else _ELEMENT
        self.key_mark: tuple[int, int] | None = None
        self.plain_key = self.odd = False
        self.merges: list[Node] = []


class _Tree:
    """Builds documents from the events of the parser, with an eye on their size."""

    def __init__(self, file: str, text: str, stand_ins: bool) -> None:
        self.file, self.text, self.stand_ins = file, text, stand_ins
        self.documents: list[Node] = []
        self.faults: list[Fault] = []
        self.stack: list[_Frame] = []
        self.top: _Frame | None = None
        self.root: Node | None = None
        self.total = 0
        self.anchors: dict[str, tuple[Node, int, int] | None] = {}

    def grow(self) -> None:
        """Read the text to its end."""
        import yaml

        fast = hasattr(yaml, "CSafeLoader")
        if not fast and len(self.text) > SLOW:
            raise Stop(f"too large for PyYAML without its C part: {len(self.text):,} characters", 1, 1)
        given: Any = self.text.encode("utf-8", "replace") if fast else self.text
        do: dict[type, Callable[[Any], None]] = {
            yaml.ScalarEvent: self.scalar,
            yaml.MappingStartEvent: self.mapping,
            yaml.SequenceStartEvent: self.sequence,
            yaml.MappingEndEvent: self.end,
            yaml.SequenceEndEvent: self.end,
            yaml.AliasEvent: self.alias,
            yaml.DocumentStartEvent: self.open,
            yaml.DocumentEndEvent: self.close,
        }
        try:
            parser: Any = (yaml.CSafeLoader if fast else yaml.SafeLoader)(given)
            get = parser.get_event
            while (event := get()) is not None:
                if step := do.get(type(event)):
                    step(event)
        except yaml.YAMLError as error:
            raise self.mistake(error) from None

    def mistake(self, error: "Any") -> Stop:
        """Return the end of reading for a text that is no YAML."""
        mark = getattr(error, "problem_mark", None)
        if mark is not None:
            line, column, problem = mark.line + 1, mark.column + 1, str(error.problem)
        else:  # a character that YAML forbids; its place is counted in bytes, or in characters
            position = max(getattr(error, "position", 0), 0)
            before = self.text.encode("utf-8", "replace")[:position].decode("utf-8", "ignore")
            line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
            problem = str(getattr(error, "reason", error))
        if re.search(_TEMPLATE, self.text):
            return Stop(
                "template: not YAML before its {{ }} or %{ } are filled in; render it and check that",
                line,
                column,
                "info",
            )
        return Stop(f"not YAML: {problem[:200]}", line, column)

    def open(self, event: "Any") -> None:
        """Begin a document."""
        self.root, self.anchors = None, {}

    def close(self, event: "Any") -> None:
        """End a document."""
        if self.root is not None and (self.root.kind != "scalar" or self.root.value is not None):
            self.documents.append(self.root)

    def scalar(self, event: "Any") -> None:
        """Take a scalar: a key or a value."""
        mark, raw, plain, anchor, top = event.start_mark, event.value, event.implicit[0], event.anchor, self.top
        if self.stand_ins:
            raw = re.sub(_STAND_INS, r"${\1}", raw)
        line, column = mark.line + 1, mark.column + 1
        if top is not None and top.key is None and anchor is None:
            top.key, top.key_mark, top.plain_key = raw, (line, column), plain
            return
        tag, unknown = event.tag, None
        if anchor or tag:
            line, column = self.behind(mark)
            if tag and tag.startswith(_CORE):
                plain = tag != _CORE + "str"
            elif tag and tag != "!":
                unknown = f"the tag {tag[:60]!r} means something to one tool only"
        node = Node("scalar", _resolve(raw) if plain else raw, self.file, line, column, raw, bool(event.style), unknown)
        if anchor:
            self.anchors[anchor] = (node, 1, 0)
        self.put(node, plain)

    def behind(self, mark: "Any") -> tuple[int, int]:
        """Return the place of a scalar behind its anchor and tag."""
        found = re.compile(_IN_FRONT).match(self.text, mark.index)
        if found is None:
            return mark.line + 1, mark.column + 1
        skipped = found.group()
        lines = skipped.count("\n")
        column = len(skipped) - skipped.rfind("\n") if lines else mark.column + 1 + len(skipped)
        return mark.line + 1 + lines, column

    def put(self, node: Node, plain: bool = False) -> None:
        """Put a node where it belongs: as the root, a key, a value or an element."""
        self.total += 1
        if self.total > NODES:
            raise too_large(node.line, node.column)
        top = self.top
        if top is None:
            self.root = node
        elif top.key is _ELEMENT:
            top.node.value.append(node)
        elif top.key is None:
            top.key, top.key_mark, top.plain_key = node.raw, (node.line, node.column), plain
            if node.kind != "scalar":
                top.key, top.odd = _SKIPPED, top.flow
        else:
            self.entry(top, node)

    def entry(self, top: _Frame, node: Node) -> None:
        """Put a value behind its key."""
        key, top.key = top.key, None
        node.key = top.key_mark
        if key is _SKIPPED:
            return
        if key == "<<" and top.plain_key and node.kind != "scalar":
            top.merges.append(node)
            return
        if key in top.node.value and len(self.faults) < FAULTS and top.key_mark:
            text = f"the key {key[:60]!r} stands here twice; the last one counts"
            self.faults.append(Fault(Spot(self.file, *top.key_mark), text, level="info"))
        top.node.value[key] = node

    def mapping(self, event: "Any") -> None:
        """Begin a mapping."""
        self.begin("mapping", {}, event)

    def sequence(self, event: "Any") -> None:
        """Begin a sequence."""
        self.begin("sequence", [], event)

    def begin(self, kind: "Literal['mapping', 'sequence']", value: "Any", event: "Any") -> None:
        """Begin a node that has others in it."""
        mark = event.start_mark
        line, column = mark.line + 1, mark.column + 1
        depth = len(self.stack) + 1
        if depth > DEPTH:
            raise too_deep(line, column)
        if event.anchor:
            self.anchors[event.anchor] = None
        node = Node(kind, value, self.file, line, column)
        self.top = _Frame(node, event.anchor, self.total, depth, bool(event.flow_style))
        self.stack.append(self.top)

    def end(self, event: "Any") -> None:
        """End a mapping or a sequence."""
        frame = self.stack.pop()
        node = frame.node
        for merged in frame.merges:
            for one in [merged, *merged]:
                for key, value in one.items():
                    self.total += 1
                    node.value.setdefault(key, value)
        if frame.odd and not node.value:  # {{ x }} is a mapping in a mapping
            node.kind, node.value, node.unknown = "scalar", None, "a template"
        top = self.top = self.stack[-1] if self.stack else None
        if top is not None and frame.deepest > top.deepest:
            top.deepest = frame.deepest
        self.put(node)
        if frame.anchor:
            self.anchors[frame.anchor] = (node, self.total - frame.before, frame.deepest - len(self.stack))

    def alias(self, event: "Any") -> None:
        """Take what an alias stands for."""
        line, column = event.start_mark.line + 1, event.start_mark.column + 1
        name = event.anchor
        if name not in self.anchors:
            raise Stop(f"not YAML: the alias {name[:60]!r} stands for nothing", line, column)
        found = self.anchors[name]
        if found is None:
            raise Stop(f"the alias {name[:60]!r} stands inside of what it stands for", line, column)
        node, size, height = found
        self.total += size - 1
        reached = len(self.stack) + height
        if self.stack:
            if reached > DEPTH:
                raise too_deep(line, column)
            self.stack[-1].deepest = max(self.stack[-1].deepest, reached)
        if self.total > NODES:
            raise too_large(line, column)
        self.put(node.alike())


def _resolve(text: str) -> "Any":
    """Return what a plain scalar means."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in _NUMBERS or len(text) > _LONGEST_NUMBER:
        return text
    if text.isdecimal() and text.isascii() and (text[0] != "0" or text == "0"):
        return int(text)
    digits = text.replace("_", "")
    if found := re.fullmatch(_INTEGER, digits):
        sign, prefix, body = found.groups()
        if prefix or (body.isdecimal() and (body == "0" or body[0] != "0")):
            return int(sign + body, _BASES[prefix.lower()] if prefix else 10)
    if re.fullmatch(_FLOAT, digits):
        number = float(digits)
        return number if number not in (float("inf"), float("-inf")) else text
    return text
