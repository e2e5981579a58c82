"""The server over stdin and stdout, by the official SDK: it lists the tools and calls them, one after another."""

import json
import sys
from typing import Any

import anyio
import anyio.to_thread
from mcp import types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from tpu_zones.errors import TpuZonesError, WrongUsage
from tpu_zones.mcp import tools
from tpu_zones.mcp.lines import Lines, Relay
from tpu_zones.records.table import printable
from tpu_zones.version import __version__

INSTRUCTIONS = (
    "Which Google Cloud zones have the TPU that is needed: offline, from a dated snapshot, with sources. Answers are "
    "yes, no or unknown, and none says that capacity is free. By default only zones on Google's newest list count "
    "(documented); evidence observed adds what other sources saw, any adds what was withdrawn or is doubtful. Where "
    "nothing matches, notes say why, and what would. An error names the nearest known names. For one zone ask "
    "availability, for a choice of zones with sizes and prices plan, for a config check_text."
)
_ANNOTATIONS = types.ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)


def serve() -> None:
    """Serve one client until it closes stdin; `WrongUsage` where stdin or stdout fails."""
    try:
        anyio.run(_serve)
    except* BrokenPipeError:  # the client went away without a word
        pass
    except* OSError as group:
        error: OSError | ExceptionGroup[OSError] = group
        while isinstance(error, ExceptionGroup):
            error = error.exceptions[0]
        raise WrongUsage(f"mcp speaks over stdin and stdout, and one of them fails: {error}") from None


async def _serve() -> None:
    one_by_one = anyio.CapacityLimiter(1)

    async def listed(_: Any, __: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_tool(name) for name in tools.TOOLS])

    async def called(_: Any, asked: types.CallToolRequestParams) -> types.CallToolResult:
        given = asked.arguments or {}
        return await anyio.to_thread.run_sync(_call, asked.name, given, limiter=one_by_one)

    server: Server[Any] = Server(
        "tpu-zones", version=__version__, instructions=INSTRUCTIONS, on_list_tools=listed, on_call_tool=called
    )
    lines: Any = Lines(sys.stdin.buffer)
    async with stdio_server(lines) as (incoming, outgoing), anyio.create_task_group() as group:
        onward, read = anyio.create_memory_object_stream[Any]()
        written, replies = anyio.create_memory_object_stream[Any]()
        relay = Relay()
        group.start_soon(relay.inwards, incoming, onward, outgoing.clone())
        group.start_soon(relay.outwards, replies, outgoing)
        async with written:
            await server.run(read, written, server.create_initialization_options())


def _tool(name: str) -> types.Tool:
    return types.Tool(
        name=name,
        description=tools.described(name),
        input_schema=tools.parameters(name),
        output_schema=tools.result(name),
        annotations=_ANNOTATIONS,
    )


def _call(name: str, given: dict[str, Any]) -> types.CallToolResult:
    """Return the answer as structured content, and the same as text; an error is a text for the one who asked."""
    try:
        found = tools.answer(name, given)
    except TpuZonesError as error:
        return _failed(str(error))
    except Exception as error:
        return _failed(f"a fault of ours: {type(error).__name__}: {error} (please report it)")
    text = types.TextContent(type="text", text=json.dumps(found))  # in ASCII, hence nothing in it steers a terminal
    return types.CallToolResult(content=[text], structured_content=found)


def _failed(text: str) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(type="text", text=printable(text))], is_error=True)
