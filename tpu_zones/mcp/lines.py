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
_LAST_SECONDS = 10
"""For answers that are still under way when the client has closed stdin."""
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


class Relay:
    """What goes between the streams and the server, which answers a line that it cannot read not at all.

    When there are no more lines the server is told only after it has replied to what was asked: it drops the rest.
    """

    def __init__(self) -> None:
        self._asked: set[types.RequestId] = set()
        self._all_answered = anyio.Event()

    async def inwards(self, incoming: "Any", onward: "Any", outgoing: "Any") -> None:
        """Send messages to the server until there are no more."""
        with suppress(anyio.BrokenResourceError):  # the other end has gone
            async with incoming, onward, outgoing:
                async for message in incoming:
                    if isinstance(message, Exception):
                        await outgoing.send(SessionMessage(_UNREAD))
                        continue
                    self._note(message.message)
                    await onward.send(message)
                if self._asked:
                    self._all_answered = anyio.Event()
                    with anyio.move_on_after(_LAST_SECONDS):
                        await self._all_answered.wait()

    async def outwards(self, replies: "Any", outgoing: "Any") -> None:
        """Send what the server says to the client."""
        with suppress(anyio.BrokenResourceError):
            async with replies, outgoing:
                async for message in replies:
                    await outgoing.send(message)
                    if isinstance(message.message, types.JSONRPCResponse | types.JSONRPCError):
                        self._settle(message.message.id)

    def _note(self, message: types.JSONRPCMessage) -> None:
        if isinstance(message, types.JSONRPCRequest):
            self._asked.add(message.id)
        elif isinstance(message, types.JSONRPCNotification) and message.method == "notifications/cancelled":
            self._settle((message.params or {}).get("requestId"))

    def _settle(self, request: "types.RequestId | None") -> None:
        self._asked.discard(request)
        if not self._asked:
            self._all_answered.set()
