"""What comes in over stdin, one message a line: bounded, and never left without a reply."""

from contextlib import suppress

import anyio
import anyio.to_thread
from mcp import types
from mcp.shared.message import SessionMessage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, BinaryIO

LONGEST = 8 * 1024 * 1024
"""Bytes: the longest text that `check_text` takes, with every character of it escaped, fits in."""
_PIECE = 64 * 1024
_UNREAD = types.JSONRPCError(
    jsonrpc="2.0",
    id=None,
    error=types.ErrorData(
        code=types.PARSE_ERROR,
        message="a line of stdin is no message: it has to be JSON-RPC in UTF-8, with whole characters,"
        f" numbers of at most 4,300 digits, and at most {LONGEST:,} bytes",
    ),
)


class Lines:
    """The lines of a stream as text, without blank ones; of a line that is too long only the beginning is kept."""

    def __init__(self, stream: "BinaryIO") -> None:
        self._stream = stream

    def __aiter__(self) -> "Lines":
        return self

    async def __anext__(self) -> str:
        line = await anyio.to_thread.run_sync(self._next)
        if not line:
            raise StopAsyncIteration
        return line.decode("utf-8", "replace")

    def _next(self) -> bytes:
        while (line := self._stream.readline(LONGEST)).isspace():
            pass
        if len(line) < LONGEST or line.endswith(b"\n"):
            return line
        while (rest := self._stream.readline(_PIECE)) and not rest.endswith(b"\n"):
            pass
        return line[:1]


async def relay(incoming: "Any", onward: "Any", outgoing: "Any") -> None:
    """Send messages onward until there are no more; one that cannot be read is answered here: the SDK drops it."""
    with suppress(anyio.BrokenResourceError):  # the other end has gone
        async with incoming, onward, outgoing:
            async for message in incoming:
                if isinstance(message, Exception):
                    await outgoing.send(SessionMessage(_UNREAD))
                else:
                    await onward.send(message)
