"""tpu-zones mcp."""

import signal
import sys

from tpu_zones.cli.main import YES, say
from tpu_zones.errors import WrongUsage
from tpu_zones.notebook.extras import library

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

EXAMPLES = ("tpu-zones mcp",)


def add(parser: "argparse.ArgumentParser") -> None:
    """Add no parameter: a client starts it, and asks over stdin."""


def run(_: "argparse.Namespace") -> int:
    """Serve until the client closes stdin."""
    library("mcp", "mcp")
    from tpu_zones.mcp.server import serve

    if any(getattr(stream, "buffer", None) is None for stream in (sys.stdin, sys.stdout)):
        raise WrongUsage("mcp speaks over stdin and stdout, and one of them is closed")
    if sys.stdin.isatty():
        say("tpu-zones: mcp is for a client that speaks over stdin and stdout; Ctrl-D ends it")
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # a thread that waits for stdin would outlive KeyboardInterrupt
    serve()
    return YES
