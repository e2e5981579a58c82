"""What the signature and the docstring of a function tell: the command line and MCP derive their parameters from it."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any


def parameters(function: "Callable[..., Any]") -> "dict[str, Any]":
    """Return the parameters and their defaults, `...` for those that have none; `inspect` would cost a start more."""
    code = function.__code__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    plain = names[: code.co_argcount]
    given = function.__defaults__ or ()
    defaults = {**dict(zip(plain[len(plain) - len(given) :], given, strict=True)), **(function.__kwdefaults__ or {})}
    return {name: defaults.get(name, ...) for name in names if name not in ("self", "catalog")}


def kind(function: "Callable[..., Any]", name: str) -> str:
    """Return the annotation of a parameter as it is written: `str | None`."""
    return str(function.__annotations__[name]).removeprefix("<class '").removesuffix("'>")


def record(function: "Callable[..., Any]") -> str:
    """Return the name of the record that a function returns: `Zone` for `Rows[Zone]`."""
    returned = str(function.__annotations__["return"]).removesuffix("'>")
    return returned.removesuffix("]").replace("[", ".").split(".")[-1]


def texts(function: "Callable[..., Any]") -> "dict[str, str]":
    """Return the lines `name: text` of a docstring."""
    found = {}
    for line in (function.__doc__ or "").splitlines():
        name, colon, text = line.strip().partition(": ")
        if colon and name.isidentifier():
            found[name] = text
    return found


def call(function: "Callable[..., Any]", given: "Mapping[str, Any]") -> "tuple[Any, dict[str, Any]]":
    """Call the function with what is given, None for a default; return the result, and what was asked."""
    asked: dict[str, Any] = {}
    several = {}
    for name, default in parameters(function).items():
        value = given.get(name)
        if isinstance(value, list):
            asked[name] = ",".join(value)
            if len(value) > 1:
                several[name] = tuple(value)
        else:
            asked[name] = default if value is None and default is not ... else value
    return function(**{**asked, **several}), asked
