"""Texts and sources as the page's data has them: each once, named by its number."""

from urllib.parse import quote

from tpu_zones.records.table import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from tpu_zones.records.claims import Source


_SAFE = "!#$%&'()*+,/:;=?@[]~"
"""What means something in an address, and stays; its escapes too, and all behind `#`."""


class Texts:
    """Texts by number, none twice, with everything escaped that could steer how they are shown; 0 is no text.

    >>> texts = Texts()
    >>> texts(None), texts("spot"), texts("spot"), texts.all
    (0, 1, 1, ['', 'spot'])
    """

    def __init__(self) -> None:
        self._numbers = {"": 0}

    def __call__(self, value: object) -> int:
        """Return the number of a value's text."""
        text = "" if value is None else printable(str(value))
        return self._numbers.setdefault(text, len(self._numbers))

    @property
    def all(self) -> list[str]:
        """The texts in the order of their numbers."""
        return list(self._numbers)


class Sources:
    """Sources by number, each with the address that a reader can open, where it has one."""

    def __init__(self, known: "Iterable[Source]", texts: Texts) -> None:
        self._known = {one.source: one for one in known}
        self._texts = texts
        self._numbers: dict[str, int] = {}

    def __call__(self, source: str) -> int:
        """Return the number of a source."""
        return self._numbers.setdefault(source, len(self._numbers))

    @property
    def all(self) -> list[list[int]]:
        """Name and address of each, as numbers of texts, in the order of their numbers."""
        return [[self._texts(source), self._texts(_address(self._known.get(source)))] for source in self._numbers]


def _address(source: "Source | None") -> str | None:
    """Return where a source can be read: a file of a repository at its commit, of several files all; only https."""
    url = source and source.url
    if source is None or not url or not url.startswith("https://"):
        return None
    if source.repository and source.path:
        several = ", " in source.path or " and " in source.path
        there = ("tree", source.commit or "HEAD") if several else ("blob", source.commit or "HEAD", source.path)
        return f"https://github.com/{quote('/'.join((source.repository, *there)), errors='replace')}"
    return quote(url, safe=_SAFE, errors="replace")
