"""Command-line parameters, derived from the signature and the docstring of the function they call."""

import argparse
import inspect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any


def add(parser: argparse.ArgumentParser, function: "Callable[..., Any]", positional: "Sequence[str]" = ()) -> None:
    """Add a parameter for each one of the function: those named are positional, the others are options.

    A parameter that takes several may be repeated, and take several by comma. One whose default is None
    or a value is optional.
    """
    texts = _texts(function)
    for name, parameter in inspect.signature(function).parameters.items():
        if name == "self":
            continue
        kind = str(parameter.annotation)
        several = "Iterable" in kind
        extra: dict[str, Any] = {"help": texts.get(name, ""), "default": parameter.default}
        if name in positional:
            optional = parameter.default is not inspect.Parameter.empty
            parser.add_argument(name, nargs="?" if optional else None, metavar=name.upper(), **extra)
        elif several:
            parser.add_argument(_flag(name), action="append", metavar="A,B", **extra)
        else:
            parser.add_argument(_flag(name), type=int if kind.startswith("int") else str, metavar=name.upper(), **extra)


def _flag(name: str) -> str:
    return "--" + name.replace("_", "-")


def call(function: "Callable[..., Any]", args: argparse.Namespace) -> "tuple[Any, dict[str, Any]]":
    """Call the function with its parameters out of `args`; return the result and what was asked."""
    asked = {}
    for name in inspect.signature(function).parameters:
        value = getattr(args, name)
        asked[name] = ",".join(value) if isinstance(value, list) else value
    return function(**asked), asked


def _texts(function: "Callable[..., Any]") -> "dict[str, str]":
    """Return the lines `name: text` of a docstring."""
    found = {}
    for line in (function.__doc__ or "").splitlines():
        name, colon, text = line.strip().partition(": ")
        if colon and name.isidentifier():
            found[name] = text.replace("%", "%%")
    return found
