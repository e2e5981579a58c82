"""Command-line parameters, derived from the signature and the docstring of the function they call."""

import argparse

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
    texts = _texts(function)
    for name, default in parameters(function).items():
        kind = str(function.__annotations__[name]).removeprefix("<class '")
        extra: dict[str, Any] = {"help": texts.get(name, ""), "default": None if default is ... else default}
        if name in positional:
            parser.add_argument(name, nargs=None if default is ... else "?", metavar=name.upper(), **extra)
        elif "Iterable" in kind:
            parser.add_argument(_flag(name), action="append", metavar="A,B", help=extra["help"])
        else:
            number = whole if kind.startswith("int") else str
            parser.add_argument(_flag(name), type=number, metavar=name.upper(), required=default is ..., **extra)


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
    asked = {}
    for name, default in parameters(function).items():
        value = getattr(args, name)
        if value is None and default is not ...:
            value = default
        asked[name] = ",".join(value) if isinstance(value, list) else value
    several = {
        name: tuple(value) for name in asked if isinstance(value := getattr(args, name), list) and len(value) > 1
    }
    return function(**{**asked, **several}), asked


def parameters(function: "Callable[..., Any]") -> "dict[str, Any]":
    """Return the parameters and their defaults, `...` for those that have none; `inspect` would cost a start more."""
    code = function.__code__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    plain = names[: code.co_argcount]
    given = function.__defaults__ or ()
    defaults = {**dict(zip(plain[len(plain) - len(given) :], given, strict=True)), **(function.__kwdefaults__ or {})}
    return {name: defaults.get(name, ...) for name in names if name not in ("self", "catalog")}


def _texts(function: "Callable[..., Any]") -> "dict[str, str]":
    """Return the lines `name: text` of a docstring."""
    found = {}
    for line in (function.__doc__ or "").splitlines():
        name, colon, text = line.strip().partition(": ")
        if colon and name.isidentifier():
            found[name] = text.replace("%", "%%")
    return found
