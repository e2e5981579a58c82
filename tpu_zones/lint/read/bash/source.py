"""Where the characters of a script stand in its file."""

from bisect import bisect_right

from tpu_zones.lint.values import Spot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class Source:
    """A script, and the file that it stands in.

    `place` turns an offset into line and column, where the script is not the whole file. Without it, lines
    and columns are those of the text.
    """

    __slots__ = ("_place", "_starts", "file", "text")

    def __init__(self, text: str, file: str, place: "Callable[[int], Spot] | None" = None) -> None:
        self.text, self.file, self._place = text, file, place
        self._starts: list[int] = []

    def spot(self, offset: int) -> Spot:
        """Return the place of a character."""
        if self._place:
            return self._place(offset)
        if not self._starts:
            self._starts = starts(self.text)
        line = bisect_right(self._starts, offset)
        return Spot(self.file, line, offset - self._starts[line - 1] + 1)


class Mapped:
    """A script that is put together from parts of a file; `whole` is that file, where several scripts share it."""

    __slots__ = ("_at", "_parts", "whole")

    def __init__(self, raw: str, file: str, whole: Source | None = None) -> None:
        self.whole = whole or Source(raw, file)
        self._parts: list[str] = []
        self._at: list[int] = []

    def add(self, text: str, at: int) -> None:
        """Add a part that stands in the file at an offset."""
        self._parts.append(text)
        self._at.extend(range(at, at + len(text)))

    def insert(self, text: str, at: int) -> None:
        """Add a part that does not stand in the file, but belongs to an offset."""
        self._parts.append(text)
        self._at.extend([at] * len(text))

    def source(self) -> Source:
        """Return the script, which knows where its characters stand in the file."""
        whole, at = self.whole, self._at

        def place(offset: int) -> Spot:
            return whole.spot(at[min(offset, len(at) - 1)] if at else 0)

        return Source("".join(self._parts), whole.file, place)


def starts(text: str) -> list[int]:
    """Return the offsets at which the lines of a text begin."""
    found = [0]
    at = text.find("\n")
    while at >= 0:
        found.append(at + 1)
        at = text.find("\n", at + 1)
    return found
