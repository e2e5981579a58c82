"""What can go wrong, as exceptions that say what to do.

TpuZonesError
├── UnknownName     a name that nobody knows, or that has two meanings
├── WrongUsage      a value that cannot be meant
├── NoSuchSlice     a size or shape that no slice has
├── NotOffered      asked for, and not there
└── SnapshotError   a snapshot that is missing or corrupt
"""


class TpuZonesError(Exception):
    """Base of every error that this package raises on purpose."""


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
