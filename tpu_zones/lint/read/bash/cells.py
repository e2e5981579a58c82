"""What variables hold, and what they hold after branches that differ."""

from tpu_zones.lint.read.bash.nodes import Piece

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TypeAlias

    from tpu_zones.lint.read.bash.nodes import Word

    Text: TypeAlias = list[Piece]
    """A text: its pieces in order. No piece is the empty text."""
    Cell: TypeAlias = Text | "Array"

LONGEST = 64 * 1024
"""Characters that a value may have."""
MOST = 2_000
"""Pieces that a text, and words that an array may have."""


class Array:
    """An array: its words in order, or by key; `unknown` where it cannot be known."""

    __slots__ = ("keys", "unknown", "words")

    def __init__(
        self, words: "list[Text] | None" = None, keys: "dict[str, Text] | None" = None, unknown: Piece | None = None
    ) -> None:
        self.words, self.keys, self.unknown = words or [], keys, unknown

    def all(self) -> "Iterable[Text]":
        """Return the words."""
        if self.unknown:
            return [[self.unknown]]
        return self.words if self.keys is None else self.keys.values()


class Arg:
    """An argument of a command: its pieces, and the word that it comes from."""

    __slots__ = ("pieces", "word")

    def __init__(self, pieces: "Text", word: "Word") -> None:
        self.pieces, self.word = pieces, word

    @property
    def text(self) -> str | None:
        """The text; None where a part of it is unknown."""
        return known(self.pieces)

    @property
    def loose(self) -> str | None:
        """Why this may be several arguments or none, where that is so."""
        if len(self.pieces) == 1 and self.pieces[0].loose:
            return self.pieces[0].unknown
        return None


def known(pieces: "Text") -> str | None:
    """Return the text of pieces; None where a part of it is unknown."""
    for piece in pieces:
        if piece.unknown:
            return None
    return pieces[0].text if len(pieces) == 1 else "".join([piece.text for piece in pieces])


def outside(pieces: "Text") -> bool:
    """Whether a text is given from outside alone, so that a default may stand in for it."""
    return bool(pieces) and all(piece.outside for piece in pieces if piece.unknown or piece.text)


def unknown(reason: str, *, given: bool = False, loose: bool = False) -> Piece:
    """Return an unknown piece."""
    return Piece("", unknown=reason, outside=given, loose=loose)


LOOP = Piece("", unknown="changes in a loop")
"""Stands for what a variable holds at the start of a round of a loop."""


def capped(pieces: "Text") -> "Text":
    """Return a text, or an unknown one where it has grown beyond reason."""
    if len(pieces) > MOST or sum(len(piece.text) for piece in pieces) > LONGEST:
        return [unknown("grows too long")]
    return pieces


def join(one: "Cell | None", other: "Cell | None") -> "Cell | None":
    """Return what holds when a variable has one of two values."""
    if one == other:
        return one
    if isinstance(one, Array) or isinstance(other, Array):
        return _join_arrays(one, other)
    return _join_texts(one, other)


def _join_texts(one: "Text | None", other: "Text | None") -> "Text | None":
    if one == [LOOP] or other == [LOOP]:
        return other if one == [LOOP] else one
    first, second = one or [], other or []
    if outside(first):
        first, second = second, first
    if outside(second):  # the value in the file stands unless something is given
        return [piece.like(piece.text, maybe=True) for piece in first] if first and not outside(first) else second
    first, second = sorted((first, second), key=len)
    text = known(first)
    if text is not None and text == known(second):
        return first
    if not _alike(first, second[: len(first)]):
        return [unknown("is set differently in branches")]
    return first + [piece.like(piece.text, maybe=True) for piece in second[len(first) :]]


def _join_arrays(one: "Cell | None", other: "Cell | None") -> "Cell":
    if not isinstance(one, Array):
        one, other = other, one
    if isinstance(one, Array) and (other is None or isinstance(other, Array)):
        other = other or Array()
        if one.unknown is LOOP:
            return other
        if other.unknown is LOOP:
            return one
        short, long = sorted((one.words, other.words), key=len)
        if not (one.unknown or other.unknown or one.keys or other.keys) and all(
            _alike(a, b) for a, b in zip(short, long, strict=False)
        ):
            rest = [[piece.like(piece.text, maybe=True) for piece in word] for word in long[len(short) :]]
            return Array(short + rest)
    return Array(unknown=unknown("is set differently in branches", loose=True))


def _alike(one: "Text", other: "Text") -> bool:
    return len(one) == len(other) and all(
        a is b or (not a.unknown and not b.unknown and a.text == b.text) for a, b in zip(one, other, strict=True)
    )
