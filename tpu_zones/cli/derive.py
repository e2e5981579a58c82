"""Command-line parameters, derived from the signature and the docstring of the function they call."""

import argparse

from tpu_zones import signatures

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any


_DIGITS, _SHOWN = 20, 40


def add(parser: argparse.ArgumentParser, function: "Callable[..., Any]", positional: "Sequence[str]" = ()) -> None:
    """Add a parameter for each one of the function: those named are positional, the others are options.

    A parameter that takes several may be repeated, and take several by comma. One whose default is None
    or a value is optional.
    """
    texts = signatures.texts(function)
    for name, default in signatures.parameters(function).items():
        kind = signatures.kind(function, name)
        extra: dict[str, Any] = {
            "help": _help(texts.get(name, ""), default),
            "default": None if default is ... else default,
        }
        if name in positional:
            parser.add_argument(name, nargs=None if default is ... else "?", metavar=name.upper(), **extra)
        elif "Iterable" in kind:
            parser.add_argument(_flag(name), action="append", metavar="A,B", help=extra["help"])
        else:
            number = whole if kind.startswith("int") else str
            parser.add_argument(_flag(name), type=number, metavar=name.upper(), required=default is ..., **extra)


def _help(text: str, default: object) -> str:
    """Return the text of a parameter with its default, where it has one and does not say so."""
    plain = isinstance(default, (str, int, float)) and not isinstance(default, bool)
    said = text if not plain or "default" in text else f"{text} (default: {default})"
    return said.replace("%", "%%")


def whole(text: str) -> int:
    """Return a whole number in ASCII digits; `int` takes those of every script, underscores and blanks too."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= _DIGITS):
        raise argparse.ArgumentTypeError(f"{text[:_SHOWN]!r} is no whole number such as 8")
    return int(text)


def _flag(name: str) -> str:
    return "--" + name.replace("_", "-")


def call(function: "Callable[..., Any]", args: argparse.Namespace) -> "tuple[Any, dict[str, Any]]":
    """Call the function with its parameters out of `args`; return the result and what was asked."""
    return signatures.call(function, vars(args))
