"""The command `tpu-zones`: find the sub-command, build only its parser, turn errors into exit codes."""

import argparse
import os
import sys

from tpu_zones import __version__
from tpu_zones.cli.commands import COMMANDS
from tpu_zones.errors import NotOffered, SnapshotError, TpuZonesError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

YES, NO, USAGE, UNREADABLE, DATA, UNKNOWN, FAULT = 0, 1, 2, 3, 4, 5, 70
"""Exit codes: the answer is yes; no; wrong usage; an input cannot be read; data at fault; unknown; our fault."""


def main(argv: "Sequence[str] | None" = None) -> int:
    """Run the command line; return its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    debug = "--debug" in words
    words = [word for word in words if word != "--debug"]
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        code = _run(words)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return YES
    except KeyboardInterrupt:
        return 130
    except TpuZonesError as error:
        if debug:
            raise
        say(f"tpu-zones: {error}")
        return NO if isinstance(error, NotOffered) else DATA if isinstance(error, SnapshotError) else USAGE
    except Exception as error:
        if debug:
            raise
        say(f"tpu-zones: a fault of ours: {type(error).__name__}: {error} (please report it; --debug shows more)")
        return FAULT


def say(text: str) -> None:
    """Write a line to stderr, with everything escaped that could steer a terminal."""
    from tpu_zones.records.table import printable

    print(printable(text), file=sys.stderr)


def _run(words: "list[str]") -> int:
    name = words[0] if words else "--help"
    if name in COMMANDS:
        command = __import__(f"tpu_zones.cli.{name}", fromlist=["run"])
        parser = argparse.ArgumentParser(
            prog=f"tpu-zones {name}",
            description=COMMANDS[name],
            epilog="examples:\n" + "\n".join(f"  {line}" for line in command.EXAMPLES),
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        command.add(parser)
        code: int = command.run(parser.parse_args(words[1:]))
        return code
    if name in ("-V", "--version"):
        print(f"tpu-zones {__version__}")
        return YES
    if name in ("-h", "--help", "help"):
        print(_help())
        return YES if words else USAGE
    from tpu_zones.names import nearest_names

    nearest = nearest_names(name, COMMANDS)
    say(f"tpu-zones: there is no command {name[:100]!r}" + (f"; did you mean {', '.join(nearest)}?" if nearest else ""))
    say("tpu-zones --help lists them")
    return USAGE


def _help() -> str:
    width = max(map(len, COMMANDS))
    commands = "\n".join(f"  {name:<{width}}  {text}" for name, text in COMMANDS.items())
    return (
        "usage: tpu-zones COMMAND [...]\n\n"
        "Which Google Cloud zones have the TPU you need: offline, with sources and dates.\n\n"
        f"commands:\n{commands}\n\n"
        "tpu-zones COMMAND --help tells more of each; --debug shows the traceback of a fault; --version."
    )
