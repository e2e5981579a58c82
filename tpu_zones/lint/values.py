"""A value in a file: what it is, where it stands, or why it cannot be known."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TypeGuard


class Spot:
    """A place in a file: `line` and `column` count from 1."""

    __slots__ = ("column", "file", "line")

    def __init__(self, file: str, line: int = 1, column: int = 1) -> None:
        self.file, self.line, self.column = file, line, column

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Spot) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def key(self) -> tuple[str, int, int]:
        """A sort key: file, line, column."""
        return self.file, self.line, self.column

    def __repr__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class Value:
    """One field of a thing that was read.

    `value` is plain (text, number, bool, None, list or dict of plain values) where it is known; where it is
    not, `unknown` says why, and no rule may guess. `spot` is the place of the value itself: of the line in
    a tfvars file, say, with the resource that uses it as `related`. `maybe` marks a value whose block or
    instance may or may not exist. A field that is not written is no Value but None.
    """

    __slots__ = ("maybe", "related", "spot", "unknown", "value")

    def __init__(
        self,
        value: object = None,
        spot: Spot | None = None,
        *,
        unknown: str | None = None,
        related: Spot | None = None,
        maybe: bool = False,
    ) -> None:
        self.value, self.spot, self.unknown, self.related, self.maybe = value, spot, unknown, related, maybe

    @property
    def known(self) -> bool:
        """Whether the value is known."""
        return self.unknown is None

    def __repr__(self) -> str:
        what = f"unknown: {self.unknown}" if self.unknown else repr(self.value)
        return f"Value({what}{', maybe' if self.maybe else ''}, {self.spot})"


def plain(value: Value | None) -> object:
    """Return what a field holds; None where it is absent, null or unknown."""
    return value.value if value is not None and value.unknown is None else None


def text(value: Value | None) -> str | None:
    """Return what a field holds where that is text; None otherwise."""
    found = plain(value)
    return found if isinstance(found, str) else None


def number(value: Value | None) -> int | None:
    """Return what a field holds where that is a whole number, also one written as text; None otherwise."""
    found = plain(value)
    if isinstance(found, bool):
        return None
    if isinstance(found, int):
        return found
    if isinstance(found, float):
        return int(found) if found.is_integer() else None
    if isinstance(found, str) and len(found) < 16 and found.strip().isascii() and found.strip().lstrip("-").isdigit():
        return int(found)
    return None


def no_count(value: Value | None) -> bool:
    """Whether a field holds a number, also as text, that no count can be: 2.5, 1e400, NaN, one of 20 digits as text."""
    found = plain(value)
    if isinstance(found, bool) or found is None or number(value) is not None:
        return False
    if isinstance(found, str):
        word = found.strip().casefold().lstrip("+-").removeprefix(".")
        return (word[:1].isdigit() and not word.strip("0123456789.e+-_")) or word in ("nan", "inf", "infinity")
    return isinstance(found, float)


def flag(value: Value | None) -> bool | None:
    """Return what a field holds where that is true or false, also as text; None otherwise."""
    found = plain(value)
    if isinstance(found, bool):
        return found
    return {"true": True, "false": False}.get(found.casefold()) if isinstance(found, str) else None


def on(value: Value | None) -> "TypeGuard[Value]":
    """Whether a field certainly holds true."""
    return given(value) and flag(value) is True


def unknown(value: Value | None) -> bool:
    """Whether a field is written, and its value cannot be known."""
    return value is not None and value.unknown is not None


def absent(value: Value | None) -> bool:
    """Whether a field is certainly not set: not written, or null."""
    return value is None or (value.unknown is None and value.value is None)


def items(value: Value | None) -> "Iterator[object]":
    """Yield the elements of a list that is known; nothing otherwise."""
    found = plain(value)
    if isinstance(found, (list, tuple)):
        yield from found


def given(value: Value | None) -> "TypeGuard[Value]":
    """Whether a field certainly holds something: known, there in any case, not empty."""
    return value is not None and value.unknown is None and not value.maybe and value.value not in (None, "", [], {})


def blank(value: Value | None) -> bool:
    """Whether a field is certainly not set; an empty text or list counts as none."""
    return absent(value) or (value is not None and value.known and value.value in ("", [], {}))
