"""What can go wrong, as exceptions that say what to do.

TpuZonesError
├── UnknownName     a name that nobody knows, or that has two meanings
├── WrongUsage      a value that cannot be meant
├── NoSuchSlice     a size or shape that no slice has
├── NotOffered      asked for, and not there
├── SnapshotError   a snapshot that is missing or corrupt
└── MissingExtra    a library that only one feature needs, and that is not installed
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_MOST = 100
"""Characters of a value in a message."""


def shown(value: object, most: int = _MOST) -> str:
    """Return any value as a message can hold it, also one that has no text, such as a number of 5,000 digits.

    >>> shown("v5p"), shown(10**5000), shown("x" * 200, 3)
    ("'v5p'", 'an int that cannot be written out', "'xxx...'")
    """
    if isinstance(value, str):
        return repr(value if len(value) <= most else value[:most] + "...")
    try:
        text = repr(value)
    except Exception:  # whatever a value's own code raises
        kind = type(value).__name__
        return f"a{'n' * (kind[0] in 'aeiou')} {kind} that cannot be written out"
    return text if len(text) <= most else text[:most] + "..."


def did_you_mean(names: "Sequence[str]") -> str:
    """Return what a message ends in where names are near to one that nobody knows.

    >>> did_you_mean(("v5e", "v5p")), did_you_mean(())
    ('; did you mean v5e, v5p?', '')
    """
    return f"; did you mean {', '.join(names)}?" if names else ""


class TpuZonesError(Exception):
    """Base of every error that this package raises on purpose; it can be copied and pickled with all that it says."""

    def __reduce__(self) -> "tuple[object, tuple[object, ...]]":
        """Return how it is made again: its `__init__` takes parameters by name, which `Exception` does not keep."""
        return _again, (type(self), self.args, self.__dict__)


def _again(kind: "type[TpuZonesError]", args: "tuple[object, ...]", state: "dict[str, object]") -> TpuZonesError:
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(state)
    return error


class UnknownName(TpuZonesError, LookupError):
    """A name of hardware, a place, an option or a surface that nobody knows, or that has two meanings.

    `name` is what was given; `suggestions` are the nearest known names, or the meanings; `reason` is set
    where the name itself is known, and says why it cannot be used.
    """

    def __init__(
        self, message: str, *, name: str, suggestions: tuple[str, ...] = (), reason: str | None = None
    ) -> None:
        super().__init__(message)
        self.name = name
        self.suggestions = suggestions
        self.reason = reason


class WrongUsage(TpuZonesError, ValueError):
    """A value that cannot be meant: a negative count, a region where a zone is wanted."""


class NoSuchSlice(TpuZonesError, ValueError):
    """A size or shape that no slice has; `nearest` are accelerator types or topologies that exist."""

    def __init__(self, message: str, *, nearest: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.nearest = nearest


class NotOffered(TpuZonesError, LookupError):
    """Asked for, and not there; `nearest` are zone ids where it is offered."""

    def __init__(self, message: str, *, nearest: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.nearest = nearest


class SnapshotError(TpuZonesError):
    """A snapshot that is missing, corrupt, or not what it says."""


class MissingExtra(TpuZonesError, ImportError):
    """A library that only one feature needs, and that is not installed; the message is the line that cures it."""
