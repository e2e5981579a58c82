"""stdout and stderr that may be closed, full, or without a reader: what happens to them never hides the answer."""

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TextIO


class Stream:
    """A stream that remembers as `fault` that it could not be written, and takes everything from then on.

    Without a file under it (the interpreter has None for a closed descriptor) the first text is the fault.
    """

    def __init__(self, stream: "TextIO | None") -> None:
        self._stream = stream
        self.fault: OSError | ValueError | None = None
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")

    def write(self, text: str) -> int:
        """Write text; return how many characters were taken."""
        if text and self.fault is None:
            try:
                if self._stream is None:
                    raise ValueError("it is closed")
                return self._stream.write(text)
            except (OSError, ValueError) as error:
                self._failed(error)
        return len(text)

    def flush(self) -> None:
        """Write what is held back."""
        if self._stream is not None and self.fault is None:
            try:
                self._stream.flush()
            except (OSError, ValueError) as error:
                self._failed(error)

    def _failed(self, error: OSError | ValueError) -> None:
        """Keep the fault, and let nothing of what is still held back fail again when the interpreter ends."""
        self.fault = error
        try:
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, self.fileno())
            os.close(null)
        except (OSError, ValueError, AttributeError):  # no descriptor under it
            pass

    def isatty(self) -> bool:
        """Return whether a person reads it."""
        return self._stream is not None and self._stream.isatty()

    @property
    def unwritten(self) -> str | None:
        """Why it could not be written; None also where its reader had enough."""
        if self.fault is None or isinstance(self.fault, BrokenPipeError):
            return None
        return getattr(self.fault, "strerror", None) or str(self.fault)

    def __getattr__(self, name: str) -> "Any":
        return getattr(self._stream, name)


def is_utf8() -> bool:
    """Return whether stdout takes every character as it is."""
    return (getattr(sys.stdout, "encoding", None) or "").casefold().replace("-", "").replace("_", "") == "utf8"
