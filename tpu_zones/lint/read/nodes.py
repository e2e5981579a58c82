"""A tree of what a YAML or JSON file says, in which every value knows its place."""

import re

from tpu_zones.lint.values import Spot, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any, Literal

    from tpu_zones.lint.things import Fault

    _Tree = dict[str, tuple[list[tuple[int, str]], "_Tree"]]
    """Step -> the fields whose path ends here, each with the rank of that path, and what may follow."""

DEPTH = 64
"""Levels of nesting that a document may have."""
NODES = 200_000
"""Values that a file may have, each alias counted with all that it stands for."""
FAULTS = 20
"""Faults that are kept of one file: more say nothing new."""

_FILLED_IN_LATER = r"\{\{|\{%|<%|\$[A-Za-z_{(]|^<[^<>]*>$|^@[\w@-]+@$"
"""Marks of text that something else fills in: templates, shell and kustomize variables, <PLACEHOLDERS>."""


class Node:
    """One value of a document.

    `kind` is scalar, mapping or sequence; `value` the plain value of a scalar, the dict (text -> Node) of a
    mapping, the list of Nodes of a sequence. `raw` is a scalar as written, without its quotes; `quoted` whether
    it had some. `line` and `column` count from 1, and are those of the value (of its opening quote or bracket);
    `key` is the line and column of the key in front of it. `unknown` says why a value cannot be known (a
    template, a tag that only some tool understands). What an alias stands for has the place where it is written.
    """

    __slots__ = ("column", "file", "key", "kind", "line", "quoted", "raw", "unknown", "value")

    def __init__(
        self,
        kind: "Literal['scalar', 'mapping', 'sequence']",
        value: "Any",
        file: str,
        line: int,
        column: int,
        raw: str | None = None,
        quoted: bool = False,
        unknown: str | None = None,
    ) -> None:
        self.kind, self.value, self.file, self.line, self.column = kind, value, file, line, column
        self.raw, self.quoted, self.unknown = raw, quoted, unknown
        self.key: tuple[int, int] | None = None

    @property
    def spot(self) -> Spot:
        """The place of the value."""
        return Spot(self.file, self.line, self.column)

    @property
    def key_spot(self) -> Spot:
        """The place of the key in front of the value; of the value where there is none."""
        return Spot(self.file, *self.key) if self.key else self.spot

    def get(self, *path: str | int) -> "Node | None":
        """Return the node at a path of keys and indexes; None where there is none."""
        node: Node | None = self
        for step in path:
            if node is None:
                return None
            if isinstance(step, str):
                node = node.value.get(step) if node.kind == "mapping" else None
            else:
                node = node.value[step] if node.kind == "sequence" and -1 <= step < len(node.value) else None
        return node

    def text(self, *path: str | int) -> str | None:
        """Return the text at a path; None where there is none, or something else."""
        node = self.get(*path)
        return node.value if node is not None and isinstance(node.value, str) else None

    def items(self) -> "Iterator[tuple[str, Node]]":
        """Yield the keys and values of a mapping; nothing for other kinds."""
        if self.kind == "mapping":
            yield from self.value.items()

    def __iter__(self) -> "Iterator[Node]":
        """Yield the elements of a sequence; nothing for other kinds."""
        if self.kind == "sequence":
            yield from self.value

    def __len__(self) -> int:
        return len(self.value) if self.kind != "scalar" else 0

    def __bool__(self) -> bool:
        return True

    def plain(self) -> "Any":
        """Return the value in plain Python, all the way down."""
        if self.kind == "mapping":
            return {key: node.plain() for key, node in self.value.items()}
        return [node.plain() for node in self.value] if self.kind == "sequence" else self.value

    def alike(self) -> "Node":
        """Return a node of its own with the same content."""
        copy = Node(self.kind, self.value, self.file, self.line, self.column, self.raw, self.quoted, self.unknown)
        copy.key = self.key
        return copy

    def __repr__(self) -> str:
        return f"Node({self.kind}, {self.file}:{self.line}:{self.column})"


class Stop(Exception):
    """Reading ends here: the rest of the file cannot be read, or must not be."""

    def __init__(self, text: str, line: int, column: int, level: str = "error") -> None:
        super().__init__(text)
        self.text, self.line, self.column, self.level = text, line, column, level

    def fault(self, file: str) -> "Fault":
        """Return what to tell the reader of the report."""
        from tpu_zones.lint.things import Fault

        return Fault(Spot(file, self.line, self.column), self.text, level=self.level)


def too_large(line: int, column: int) -> Stop:
    """Return the end of reading for a file with more values than any config has."""
    return Stop(f"too large: more than {NODES:,} values, aliases counted in full", line, column)


def too_deep(line: int, column: int) -> Stop:
    """Return the end of reading for a file that is nested deeper than any config is."""
    return Stop(f"too deep: nested more than {DEPTH} levels", line, column)


def located(node: Node | None) -> Value | None:
    """Return a node as the value of a field; None where nothing is written.

    Text that something else will fill in (`{{ }}`, `${X}`, `<ZONE>`) is unknown, and so is a list or a dict
    with such a part. A list of one element has the place of that element.
    """
    if node is None:
        return None
    spot = node.value[0].spot if node.kind == "sequence" and len(node.value) == 1 else node.spot
    reason = _unknown(node)
    return Value(spot=spot, unknown=reason) if reason else Value(node.plain(), spot)


def paths(*written: str) -> tuple[tuple[str, ...], ...]:
    """Return paths that are written with dots, ready for `pick`."""
    return tuple(tuple(path.split(".")) for path in written)


def pick(node: Node, places: tuple[tuple[str, ...], ...]) -> Value | None:
    """Return the value at the first of several paths at which something is written; None where nothing is."""
    for path in places:
        found: Node | None = node
        for step in path:
            found = found.value.get(step) if found is not None and found.kind == "mapping" else None
        if found is not None:
            return located(found)
    return None


class Fields:
    """The paths of the fields of a thing, as `paths` gives them, ready to find all in one walk over what is written."""

    __slots__ = ("_none", "_tree")

    def __init__(self, table: "Mapping[str, tuple[tuple[str, ...], ...]]") -> None:
        self._none: dict[str, Value | None] = dict.fromkeys(table)
        self._tree: _Tree = {}
        for name, places in table.items():
            for rank, (*above, last) in enumerate(places):
                tree = self._tree
                for step in above:
                    tree = tree.setdefault(step, ([], {}))[1]
                tree.setdefault(last, ([], {}))[0].append((rank, name))

    def of(self, node: Node) -> "dict[str, Value | None]":
        """Return each field at the first of its paths at which something is written; None where nothing is."""
        found: dict[str, tuple[int, Node]] = {}
        self._walk(node, self._tree, found)
        fields = self._none.copy()
        for name, (_, one) in found.items():
            fields[name] = located(one)
        return fields

    def _walk(self, node: Node, tree: "_Tree", found: "dict[str, tuple[int, Node]]") -> None:
        for key, inner in node.value.items() if node.kind == "mapping" else ():
            if (known := tree.get(key)) is not None:
                ends, below = known
                for rank, name in ends:
                    if name not in found or rank < found[name][0]:
                        found[name] = rank, inner
                if below:
                    self._walk(inner, below, found)


def changed(value: Value | None, make: "Callable[[Any], Any]") -> Value | None:
    """Return a value in the words of our fields, at the same place; what is unknown or null stays as it is."""
    if value is None or value.unknown or value.value is None:
        return value
    return Value(make(value.value), value.spot, related=value.related, maybe=value.maybe)


def affinity(word: object) -> str:
    """Return the API's word for the use of reservations as our fields have it: any, specific, none, ..."""
    short = str(word).lower().removesuffix("_reservation")
    return {"no": "none"}.get(short, short)


def upper(word: object) -> object:
    """Return text in upper case, as the API has it; anything else as it is."""
    return word.upper() if isinstance(word, str) else word


def _unknown(node: Node) -> str | None:
    if node.kind == "scalar":
        if node.unknown:
            return node.unknown
        text = node.value
        if not isinstance(text, str) or len(text) >= 1000:
            return None
        marked = "{" in text or "<" in text or "$" in text or text[:1] == "@"
        return f"{text[:60]!r} is filled in later" if marked and re.search(_FILLED_IN_LATER, text) else None
    parts = node.value.values() if node.kind == "mapping" else node.value
    return next((reason for part in parts if (reason := _unknown(part))), None)
