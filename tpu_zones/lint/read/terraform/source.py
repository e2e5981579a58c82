"""The text of a file of Terraform: places, escapes, and the pieces of its templates."""

import re
from functools import cache

from tpu_zones.lint.read.terraform.expressions import Expression, Literal, Reference
from tpu_zones.lint.values import Spot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node, Parser

_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))|\$(\$\{)|%(%\{)", re.DOTALL)
_DOUBLED = re.compile(r"([$%])\1\{")
_NAMED = {"n": "\n", "r": "\r", "t": "\t"}
PLAIN = re.compile(
    rb"""([A-Za-z0-9_-]++)[ \t]*=[ \t]*("([^"\\$%\n]*)"|(\d{1,15})|([A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*))"""
)
"""An attribute whose value is plain text, a short number, a word or a dotted name: most are."""
WORDS = {"true": True, "false": False, "null": None}
_ALIKE = bytes.maketrans(b"123456789E", b"000000000e")
_NUMBER = re.compile(rb"[A-Za-z_][\w-]*+|([0-9]++(?:\.[0-9]++)?[eE][-+]?[0-9]++)(?!\w)")
_MARK = re.compile(rb'["{}#]|//|/\*|<<-?([A-Za-z_][\w-]*)[^\n]*\n')
_MARK_IN_TEXT = re.compile(rb'\\.|\$\$\{|%%\{|[$%]\{|["\n]', re.DOTALL)


class Source:
    """The text of a file; `spot` is the one place of all its nodes where the text is a value of another file."""

    __slots__ = ("_at", "_fixed", "_lines", "bytes", "file")

    def __init__(self, text: str, file: str, fixed: Spot | None = None) -> None:
        text = text.removeprefix("\ufeff").replace("\r\n", "\n") + "\n"
        self.file, self._fixed = file, fixed
        self.bytes = text.encode("utf-8", "replace")
        self._lines = None if len(text) == len(self.bytes) else self.bytes.split(b"\n")
        self._at = (0, 0, 0)  # row, bytes and characters of the last place

    def spot(self, node: "Node") -> Spot:
        """Return where a node begins: tree-sitter counts bytes, we count characters."""
        if self._fixed:
            return self._fixed
        row, column = node.start_point
        if self._lines:
            at, start, before = self._at
            if at != row or column < start:
                start = before = 0
            characters = before + len(self._lines[row][start:column].decode("utf-8", "replace"))
            self._at = (row, column, characters)
            column = characters
        return Spot(self.file, row + 1, column + 1)

    def place(self, at: int) -> Spot:
        """Return where a byte is."""
        start = self.bytes.rfind(b"\n", 0, at) + 1
        return Spot(self.file, self.bytes.count(b"\n", 0, at) + 1, len(self.text(start, at)) + 1)

    def text(self, start: int, end: int) -> str:
        """Return the text between two bytes."""
        return self.bytes[start:end].decode("utf-8", "replace")


@cache
def parser() -> "Parser":
    """Return the parser, which is made once."""
    import tree_sitter
    import tree_sitter_hcl

    return tree_sitter.Parser(tree_sitter.Language(tree_sitter_hcl.language()))


def without_exponents(text: bytes) -> bytes:
    """Return a text of the same form and length, without the exponents that the grammar takes behind a point alone."""
    if b"0e" not in text.translate(_ALIKE):
        return text
    return _NUMBER.sub(lambda found: b"1" * len(found[0]) if found[1] else found[0], text)


def unclosed(text: bytes) -> int | None:
    """Return the offset of the first quote that is not closed in its line; None where all are."""
    around: list[tuple[int, int]] = []  # texts around here: the offset of the quote, and braces in its interpolation
    at, braces, quote = 0, 0, -1
    while found := (_MARK if quote < 0 else _MARK_IN_TEXT).search(text, at):
        mark, at = found[0], found.end()
        if quote >= 0:
            if mark == b"\n":
                return quote
            if mark == b'"':
                quote = -1
            elif mark in (b"${", b"%{"):
                around.append((quote, braces))
                quote, braces = -1, 0
        elif mark == b'"':
            quote = found.start()
        elif mark == b"{":
            braces += 1
        elif mark == b"}" and around and not braces:
            quote, braces = around.pop()
        elif mark == b"}":
            braces -= 1
        else:
            at = _behind(text, at, mark, found[1])
    return around[0][0] if around else quote if quote >= 0 else None


def _behind(text: bytes, at: int, mark: bytes, word: bytes | None) -> int:
    """Return the offset behind a comment, or behind a here-document that ends with a word."""
    if word is None:
        end = text.find(b"*/" if mark == b"/*" else b"\n", at)
        return len(text) if end < 0 else end
    while at < len(text):
        end = text.find(b"\n", at)
        end = len(text) if end < 0 else end
        if text[at:end].strip() == word:
            return end
        at = end + 1
    return at


def unescaped(text: str) -> str:
    """Return quoted text without its escapes."""
    return _ESCAPE.sub(_meant, text) if "\\" in text or "{" in text else text


def _meant(match: "re.Match[str]") -> str:
    short, long, letter, dollar, percent = match.groups()
    if short or long:
        code = int(short or long, 16)
        return chr(code) if code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd"
    return _NAMED.get(letter, letter) if letter else dollar or percent


def undoubled(text: str) -> str:
    """Return the text of a here-document, which has no escapes but `$${` and `%%{`."""
    return _DOUBLED.sub(r"\1{", text)


def pieces(nodes: "list[Node]", start: int, end: int, source: Source) -> "Iterator[str | Node]":
    """Yield the texts and the interpolations of a template in order."""
    for node in nodes:
        if node.type != "template_literal":
            if node.start_byte > start:
                yield source.text(start, node.start_byte)
            yield node
            start = node.end_byte
    if end > start:
        yield source.text(start, end)


def unindented(pieces: "list[str | Node]") -> "list[str | Node]":
    """Return the pieces of a `<<-` document without the indentation that all its lines share."""
    text = "".join(piece if isinstance(piece, str) else "$" for piece in pieces)
    widths = [len(line) - len(line.lstrip(" \t")) for line in text.split("\n") if line.strip()]
    if not widths or not min(widths):
        return pieces
    cut = re.compile(rf"^[ \t]{{1,{min(widths)}}}", re.MULTILINE)
    made: list[str | Node] = []
    fresh = True  # whether a line begins here
    for piece in pieces:
        if isinstance(piece, str):
            head, newline, tail = piece.partition("\n")
            made.append((cut.sub("", head) if fresh else head) + newline + cut.sub("", tail))
            fresh = piece.endswith("\n")
        else:
            made.append(piece)
            fresh = False
    return made


def plain_value(found: "re.Match[bytes]", spot: Spot) -> Expression:
    """Return the value of an attribute that is plain text, a short number, a word or a dotted name: most are."""
    _, _, text, number, word = found.groups()
    place = Spot(spot.file, spot.line, spot.column + found.start(2) - found.start())
    if text is not None:
        return Literal(place, text.decode("utf-8", "replace"))
    if number is not None:
        return Literal(place, int(number))
    name = word.decode()
    if name in WORDS:
        return Literal(place, WORDS[name])
    base, *rest = name.split(".")
    if base in WORDS:
        return Reference(place, Literal(place, WORDS[base]), [("attr", one) for one in rest])
    return Reference(place, base, [("attr", one) for one in rest])
