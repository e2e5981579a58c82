"""The command `tpu-zones`: find the sub-command, build only its parser, turn errors into exit codes."""

import argparse
import os
import sys

from tpu_zones.cli.commands import COMMANDS, OF_PROJECT, TO_PROJECT
from tpu_zones.cli.streams import Stream
from tpu_zones.errors import MissingExtra, NotOffered, SnapshotError, TpuZonesError, did_you_mean
from tpu_zones.version import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, NoReturn

YES, NO, USAGE, UNREADABLE, DATA, UNKNOWN, FAULT = 0, 1, 2, 3, 4, 5, 70
"""Exit codes: the answer is yes; no; wrong usage; an input cannot be read; data at fault; unknown; our fault."""
OF_ANSWER = {"yes": YES, "no": NO, "unknown": UNKNOWN}
_OF_ERROR = ((NotOffered, NO), (SnapshotError, DATA), (MissingExtra, UNREADABLE))
EXITS = (
    "exit codes: 0 yes; 1 no (check: findings); 2 wrong usage, or a name nobody knows;\n"
    "  3 an input or an extra is missing; 4 data at fault; 5 unknown; 70 a fault of ours"
)

_USUAL, _DIGITS = 80, 10
"""Columns of a terminal that does not say; digits of a width that is none."""


def main(argv: "Sequence[str] | None" = None) -> int:
    """Run the command line; return its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    before = sys.stdout, sys.stderr
    out, err = Stream(sys.stdout), Stream(sys.stderr)
    sys.stdout, sys.stderr = out, err
    try:
        code = _guarded([word for word in words if word != "--debug"], debug="--debug" in words)
        out.flush()
        if why := out.unwritten:
            say(f"tpu-zones: stdout cannot be written: {why}")
            code = UNREADABLE
        err.flush()
        return code
    finally:
        sys.stdout, sys.stderr = before


def _guarded(words: "list[str]", *, debug: bool) -> int:
    """Run the command line; whatever is raised becomes an exit code, and with `debug` a traceback beside it."""
    try:
        return _run(words)
    except SystemExit as error:  # of argparse
        return error.code if isinstance(error.code, int) else USAGE
    except KeyboardInterrupt:
        return 130
    except TpuZonesError as error:
        _trace(error, debug)
        say(f"tpu-zones: {error}")
        return next((code for kind, code in _OF_ERROR if isinstance(error, kind)), USAGE)
    except Exception as error:
        _trace(error, debug)
        if isinstance(error, FileNotFoundError) and not _has_folder():
            say("tpu-zones: the current folder is gone: go to another one")
            return UNREADABLE
        say(f"tpu-zones: a fault of ours: {type(error).__name__}: {error} (please report it; --debug shows more)")
        return FAULT


def _has_folder() -> bool:
    try:
        return bool(os.getcwd())
    except FileNotFoundError:
        return False


def _trace(error: Exception, debug: bool) -> None:
    if debug:
        import traceback

        for line in "".join(traceback.format_exception(error)).splitlines():
            say(line)


def say(text: str) -> None:
    """Write a line to stderr, with everything escaped that could steer a terminal."""
    from tpu_zones.records.table import printable

    if sys.stderr is not None:  # to print to None is to print to stdout
        print(printable(text), file=sys.stderr)


class _Layout(argparse.RawDescriptionHelpFormatter):
    """The layout of help. `argparse` asks `shutil` for its width, which loads every compression there is."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_columns() - 2)


def _columns() -> int:
    """Return the width of the terminal as `shutil` has it: of the environment, of the terminal, or a usual one."""
    given = os.environ.get("COLUMNS", "")
    if given.isdecimal() and len(given) < _DIGITS and int(given):
        return int(given)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or _USUAL  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):
        return _USUAL


class _Parser(argparse.ArgumentParser):
    """A parser whose complaints cannot steer a terminal either: they repeat what was given."""

    def error(self, message: str) -> "NoReturn":
        """Say what is wrong, and stop."""
        self.print_usage(sys.stderr)
        say(f"{self.prog}: error: {message}{self._hint(message)}")
        raise SystemExit(USAGE)

    def _hint(self, message: str) -> str:
        """Return what may have been meant by a word that no parameter takes."""
        *_, word = message.partition("unrecognized arguments: ")
        known = self._option_string_actions
        if word.startswith("--"):
            from difflib import get_close_matches

            return did_you_mean(get_close_matches(word.split()[0].partition("=")[0], known, n=1))
        return "; a place goes after --within" if word and "--within" in known else ""


def add_parameters(parser: argparse.ArgumentParser, name: str) -> "Any":
    """Add the parameters of a sub-command to its parser; return its module."""
    command = __import__(f"tpu_zones.cli.{name}", fromlist=["run"])
    command.add(parser)
    if name in OF_PROJECT:
        parser.add_argument("--project", metavar="ID", help="add what `tpu-zones refresh --project ID` saw")
    if name in TO_PROJECT:
        text = (
            "add what Google gave your project beside its list, such as v6e:us-east5-c; alone: what the settings say;"
            " may be repeated"
        )
        parser.add_argument("--granted", nargs="?", const="", action="append", metavar="TPU:ZONE", help=text)
    examples = "\n".join(f"  {line}" for line in command.EXAMPLES)
    parser.epilog = f"{getattr(command, 'BEFORE', '')}{EXITS}\n\nexamples:\n{examples}"
    return command


def _run(words: "list[str]") -> int:
    name = words[0] if words else "--help"
    if name in COMMANDS:
        parser = _Parser(
            prog=f"tpu-zones {name}",
            description=COMMANDS[name],
            formatter_class=_Layout,
            allow_abbrev=False,
        )
        command = add_parameters(parser, name)
        args = parser.parse_args(words[1:])
        if name in OF_PROJECT and args.project:
            from tpu_zones.facts.catalog import Catalog

            Catalog._default = Catalog.of_project(args.project)
        if name in TO_PROJECT and args.granted:
            from tpu_zones.cli.granted import grant

            grant(args.granted)
        code: int = command.run(args)
        return code
    if name in ("-V", "--version"):
        print(f"tpu-zones {__version__}")
        return YES
    if name in ("-h", "--help", "help"):
        print(_help())
        return YES if words else USAGE
    from tpu_zones.names import nearest_names

    say(f"tpu-zones: there is no command {name[:100]!r}{did_you_mean(nearest_names(name, COMMANDS))}")
    say("tpu-zones --help lists them")
    return USAGE


def _help() -> str:
    width = max(map(len, COMMANDS))
    commands = "\n".join(f"  {name:<{width}}  {text}" for name, text in COMMANDS.items())
    return (
        "usage: tpu-zones COMMAND [...]\n\n"
        "Which Google Cloud zones have the TPU you need: offline, with sources and dates.\n\n"
        f"commands:\n{commands}\n\n{EXITS}\n\n"
        "tpu-zones COMMAND --help tells more of each; --debug shows the traceback of a fault; --version."
    )
