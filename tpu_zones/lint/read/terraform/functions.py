"""The functions of Terraform that always give the same answer; any other one is unknown.

None of them reads a file, the clock, the network or the environment. A function takes and returns `Val`s:
an unknown argument makes the answer unknown, unless the answer does not depend on it.
"""

import json
import re

from tpu_zones.lint.read.terraform.lists import (
    TooLarge,
    Wrong,
    all_of,
    any_of,
    can,
    coalesce,
    coalescelist,
    compact,
    concat,
    contains,
    distinct,
    element,
    first_taken,
    first_unknown,
    flatten,
    index_of,
    length_of,
    lookup,
    merge,
    only_one,
    range_of,
    reverse_of,
    setproduct,
    slice_of,
    sort_of,
    sum_of,
    tolist,
    tomap,
    zipmap,
)
from tpu_zones.lint.read.terraform.syntax import TOO_LARGE
from tpu_zones.lint.read.terraform.vals import (
    REFUSED,
    SIZE,
    Unknown,
    Val,
    alike,
    as_flag,
    as_number,
    as_set,
    as_text,
    make,
    plain,
    refused,
    unknown,
    wrap,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    Function = Callable[[Sequence[Val]], Val]

_VERB = re.compile(r"%(?:%|([-+ 0]*)(\d{0,3})(?:\.(\d{1,3}))?([svdqftgx]))|(%)")


def call(name: str, arguments: "Sequence[Val]") -> Val:
    """Return what a function gives; unknown for a function that is not among those below."""
    function = _FUNCTIONS.get(name.removeprefix("core::"))
    if function is None:
        return unknown(f"{name}() is not evaluated")
    try:
        return function(arguments)
    except (Wrong, IndexError, KeyError, ValueError, TypeError):
        return refused(f"{name}() does not take these arguments")
    except (TooLarge, OverflowError, RecursionError):
        return unknown(TOO_LARGE)
    except Unknown as reason:
        return reason.val


def _mapping(val: Val) -> Val:
    return val if val.why is not None or isinstance(val.data, dict) else refused("no map where one is needed")


def _list(val: Val) -> Val:
    return val if val.why is not None or isinstance(val.data, list) else refused("no list where one is needed")


def _strings(val: Val) -> Val:
    elements = _list(val)
    return elements if elements.why is not None else first_unknown(map(as_text, elements.data)) or val


_TAKES: "dict[str, Callable[[Val], Val]]" = {
    "s": as_text,  # text
    "n": as_number,  # a number
    "b": as_flag,  # true or false
    "L": _strings,  # a list of texts
    "l": _list,  # a list or set
    "m": _mapping,  # a map
    "*": lambda val: val,  # anything, even unknown
}


def _takes(kinds: str, answer: "Callable[..., Any]", *, least: int | None = None) -> "Function":
    """Return a function of arguments of given kinds (`+` at the end: the last any number of times)."""
    many = kinds.endswith("+")
    kinds = kinds.removesuffix("+")

    def function(arguments: "Sequence[Val]") -> Val:
        wanted = kinds + kinds[-1] * (len(arguments) - len(kinds)) if many else kinds[: max(len(arguments), least or 0)]
        if len(arguments) != len(wanted) or (least is None and len(arguments) < len(kinds)):
            raise Wrong
        taken = [_TAKES[kind](one) for kind, one in zip(wanted, arguments, strict=True)]
        missing = first_unknown(one for kind, one in zip(wanted, taken, strict=True) if kind != "*")
        if missing:
            return missing
        given = [
            one if kind == "*" else [as_text(each).data for each in one.data] if kind == "L" else one.data
            for kind, one in zip(wanted, taken, strict=True)
        ]
        made = answer(*given)
        return made if isinstance(made, Val) else wrap(made)

    return function


def _fits(size: int) -> None:
    if size > SIZE:
        raise TooLarge


def _format(pattern: str, *arguments: Val) -> "str | Val":
    missing = first_unknown(arguments)
    if missing:
        return missing
    rest, size = list(arguments), 0

    def one(match: "re.Match[str]") -> str:
        nonlocal size
        flags, width, precision, verb, stray = match.groups()
        if stray:
            raise _Unsupported
        if not verb:
            return "%"
        if not rest:
            raise Wrong
        made = _shown(rest.pop(0), flags, width, precision, verb)
        size += len(made)
        _fits(size)
        return made

    try:
        return _VERB.sub(one, pattern)
    except _Unsupported:
        return unknown("a format that is not evaluated")


class _Unsupported(Exception):
    """A part of a format that is rare."""


def _shown(val: Val, flags: str, width: str, precision: str | None, verb: str) -> str:
    data: Any
    if verb in "dfgx":
        data = as_number(val).data
        if data is REFUSED:
            raise Wrong
        if verb in "dx":
            data = int(data)
    elif verb == "t":
        data, verb = as_text(as_flag(val)).data, "s"
    elif verb == "q":
        data, verb = json.dumps(as_text(val).data, ensure_ascii=False), "s"
    elif verb == "v" and (val.data is None or isinstance(val.data, (list, dict))):
        data, verb = _json(plain(val)), "s"
    else:
        data, verb = as_text(val).data, "s"
    if data is REFUSED:
        raise Wrong
    return str(f"%{flags}{width}{'.' + precision if precision else ''}{verb}" % data)


def _json(data: "Any") -> str:
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False, sort_keys=True)
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def _join(separator: str, *lists: "list[str]") -> str:
    parts = [one for some in lists for one in some]
    _fits(sum(map(len, parts)) + len(separator) * len(parts))
    return separator.join(parts)


def _replace(text: str, old: str, new: str) -> "str | Val":
    if len(old) > 1 and old[0] == old[-1] == "/":
        return unknown("replace() with a pattern is not evaluated")
    _fits(len(text) + text.count(old) * len(new))
    return text.replace(old, new)


def _substr(text: str, offset: int, length: int) -> str:
    start = offset if offset >= 0 else max(0, len(text) + offset)
    return text[start:] if length < 0 else text[start : start + length]


def _sets(pick: "Callable[[set[str], set[str]], set[str]]") -> "Function":
    def function(first: "list[str]", *others: "list[str]") -> Val:
        kept = set(first)
        for other in others:
            kept = pick(kept, set(other))
        return as_set(make(one) for one in kept)

    return _takes("L+", function)


def _null_or(convert: "Callable[[Val], Val]") -> "Function":
    def function(arguments: "Sequence[Val]") -> Val:
        (one,) = arguments
        return one if one.why is None and one.data is None else convert(one)

    return function


def _encode(arguments: "Sequence[Val]") -> Val:
    (one,) = arguments
    return make(_json(plain(one))) if one.why is None else one


def _ceil(number: float) -> int:
    return -int(-number // 1)


def _pow(base: float, exponent: float) -> "int | float | Val":
    """Return a power of whole numbers, which is what counts of nodes and chips are; others round."""
    whole = [int(one) for one in (base, exponent) if one == one // 1]
    if len(whole) < 2 or abs(base) > 1024 or not 0 <= exponent <= 32:
        return unknown("pow() of these numbers is not evaluated")
    return int(whole[0] ** whole[1])


_FUNCTIONS: "dict[str, Function]" = {
    "lower": _takes("s", str.lower),
    "upper": _takes("s", str.upper),
    "title": _takes("s", lambda text: re.sub(r"(?<!\S)\S", lambda found: found[0].upper(), text)),
    "trimspace": _takes("s", str.strip),
    "chomp": _takes("s", lambda text: text.rstrip("\r\n")),
    "strrev": _takes("s", lambda text: text[::-1]),
    "trim": _takes("ss", str.strip),
    "trimprefix": _takes("ss", str.removeprefix),
    "trimsuffix": _takes("ss", str.removesuffix),
    "startswith": _takes("ss", str.startswith),
    "endswith": _takes("ss", str.endswith),
    "strcontains": _takes("ss", str.__contains__),
    "replace": _takes("sss", _replace),
    "substr": _takes("snn", _substr),
    "split": _takes("ss", lambda separator, text: text.split(separator) if separator else list(text)),
    "join": _takes("sL+", _join),
    "format": lambda arguments: _takes("s*+" if len(arguments) > 1 else "s", _format)(arguments),
    "length": _takes("*", length_of),
    "concat": _takes("l+", concat),
    "merge": merge,
    "lookup": _takes("ms*", lookup, least=2),
    "element": _takes("ln", element),
    "contains": _takes("l*", contains),
    "index": _takes("l*", index_of),
    "keys": _takes("m", sorted),
    "values": _takes("m", lambda found: make([found[key] for key in sorted(found)])),
    "flatten": _takes("l", flatten),
    "distinct": _takes("l", distinct),
    "compact": _takes("l", compact),
    "reverse": _takes("l", reverse_of),
    "slice": _takes("lnn", slice_of),
    "sort": _takes("L", sort_of),
    "zipmap": _takes("Ll", zipmap),
    "range": _takes("nnn", range_of, least=1),
    "setproduct": _takes("l+", setproduct),
    "setunion": _sets(set.union),
    "setintersection": _sets(set.intersection),
    "setsubtract": _sets(set.difference),
    "one": _takes("l", only_one),
    "sum": _takes("l", sum_of),
    "alltrue": _takes("l", all_of),
    "anytrue": _takes("l", any_of),
    "coalesce": coalesce,
    "coalescelist": coalescelist,
    "try": first_taken,
    "can": can,
    "tostring": _null_or(as_text),
    "tonumber": _null_or(as_number),
    "tobool": _null_or(as_flag),
    "tolist": _takes("l", tolist),
    "toset": _takes("l", lambda elements: as_set(alike(elements))),
    "tomap": _takes("m", tomap),
    "max": _takes("n+", lambda *numbers: max(numbers)),
    "min": _takes("n+", lambda *numbers: min(numbers)),
    "abs": _takes("n", abs),
    "pow": _takes("nn", _pow),
    "ceil": _takes("n", _ceil),
    "floor": _takes("n", lambda number: int(number // 1)),
    "jsonencode": _encode,
    "jsondecode": _takes("s", json.loads),
    "sensitive": _takes("*", lambda val: val),
    "nonsensitive": _takes("*", lambda val: val),
}
