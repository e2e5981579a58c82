"""What `helm template` prints: which template each document of the stream was rendered from."""

import re
from bisect import bisect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_SOURCE = re.compile(r"# Source: (\S{1,300}/(?:templates|crds)/\S{1,300})\r?")


class Templates:
    """The templates of a rendered text, by line: Helm names each below the --- of its document.

    >>> Templates(["---", "# Source: a/templates/job.yaml", "kind: Job", "---", "kind: Pod"]).at(3)
    'a/templates/job.yaml'
    """

    __slots__ = ("_names", "_starts")

    def __init__(self, lines: "Sequence[str]") -> None:
        self._starts: list[int] = []
        self._names: list[str | None] = []
        for number, line in enumerate(lines, 1):
            if line.startswith("---"):
                named = _SOURCE.fullmatch(lines[number]) if number < len(lines) else None
                self._starts.append(number)
                self._names.append(named[1] if named else None)

    def at(self, line: int) -> str | None:
        """Return the template of a line; None where none is named."""
        before = bisect(self._starts, line)
        return self._names[before - 1] if before else None
