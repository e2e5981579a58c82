"""What Terraform's functions do with lists, sets and maps."""

from tpu_zones.lint.read.terraform.vals import (
    ELEMENTS,
    Val,
    alike,
    alike_content,
    as_flag,
    as_number,
    make,
    plain,
    refused,
    unknown,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


class Wrong(Exception):
    """Arguments that Terraform refuses."""


class TooLarge(Exception):
    """An answer that is larger than a value may be."""


def first_unknown(vals: "Any") -> Val | None:
    """Return the first value that is not known, before others one that Terraform refuses."""
    some = [one for one in vals if one.why is not None]
    return next((one for one in some if one.refused), some[0] if some else None)


def length_of(val: Val) -> "int | Val":
    """Return the number of elements, or of characters."""
    if val.why is not None:
        return val
    return len(val.data)


def lookup(found: "dict[str, Val]", key: str, default: Val | None = None) -> Val:
    """Return what a map has for a key, else the default."""
    return found[key] if key in found or default is None else default


def element(elements: "list[Val]", index: int) -> Val:
    """Return an element; the list is taken as a ring."""
    if isinstance(index, float):
        raise Wrong
    return elements[index % len(elements)] if elements else refused("element() of an empty list")


def contains(elements: "list[Val]", wanted: Val) -> "bool | Val":
    """Return whether a list has an element."""
    answers = [alike_content(one, wanted) for one in elements]
    if True in answers:
        return True
    return unknown("contains() over unknown values") if None in answers else False


def index_of(elements: "list[Val]", wanted: Val) -> "int | Val":
    """Return the place of an element."""
    for at, one in enumerate(elements):
        same = alike_content(one, wanted)
        if same is None:
            return unknown("index() over unknown values")
        if same:
            return at
    raise Wrong


def distinct(elements: "list[Val]") -> Val:
    """Return the elements, each once."""
    kept: dict[str, Val] = {}
    for one in elements:
        kept.setdefault(repr(plain_or_why(one)), one)
    missing = first_unknown(elements)
    return missing or make(list(kept.values()))


def plain_or_why(val: Val) -> "Any":
    """Return plain data, or the reason why there is none: to compare values with."""
    return val.why or plain(val)


def compact(elements: "list[Val]") -> Val:
    """Return the texts that are not empty."""
    missing = first_unknown(elements)
    return missing or make([one for one in elements if one.data not in (None, "")])


def flatten(elements: "list[Val]") -> Val:
    """Return the elements of lists within lists."""
    made: list[Val] = []
    stack = [iter(elements)]
    while stack:
        one = next(stack[-1], None)
        if one is None:
            stack.pop()
        elif one.why is not None:
            return one
        elif isinstance(one.data, list):
            stack.append(iter(one.data))
        else:
            made.append(one)
            if len(made) > ELEMENTS:
                raise TooLarge
    return make(made)


def concat(*lists: "list[Val]") -> Val:
    """Return lists one after the other."""
    return make([one for some in lists for one in some])


def merge(arguments: "Sequence[Val]") -> Val:
    """Return maps in one: of equal keys the last counts."""
    made: dict[str, Val] = {}
    missing = first_unknown(arguments)
    if missing:
        return missing
    for one in arguments:
        if one.data is not None:
            if not isinstance(one.data, dict):
                raise Wrong
            made.update(one.data)
    return make(made)


def coalesce(arguments: "Sequence[Val]") -> Val:
    """Return the first argument that is neither null nor empty."""
    for one in arguments:
        if one.why is not None or one.data not in (None, ""):
            return one
    raise Wrong


def coalescelist(arguments: "Sequence[Val]") -> Val:
    """Return the first list that is not empty."""
    for one in arguments:
        if one.why is not None or one.data:
            return one
    raise Wrong


def first_taken(arguments: "Sequence[Val]") -> Val:
    """Return the first argument that Terraform does not refuse."""
    return next((one for one in arguments if not one.refused), arguments[-1])


def can(arguments: "Sequence[Val]") -> Val:
    """Return whether Terraform does not refuse an argument."""
    (one,) = arguments
    return make(not one.refused) if one.refused or one.why is None else one


def only_one(elements: "list[Val]") -> Val:
    """Return the only element of a list, null for an empty one."""
    if len(elements) > 1:
        raise Wrong
    return elements[0] if elements else make(None)


def range_of(*numbers: float) -> "list[float]":
    """Return numbers from a start up to an end."""
    start, end, step = (*((0, numbers[0]) if len(numbers) == 1 else numbers), 1)[:3]
    if not step or (end - start) / step > ELEMENTS:
        raise TooLarge
    made = []
    while (start < end) if step > 0 else (start > end):
        made.append(start)
        start += step
    return made


def slice_of(elements: "list[Val]", start: int, end: int) -> Val:
    """Return the elements between two places."""
    if not 0 <= start <= end <= len(elements):
        raise Wrong
    return make(elements[start:end])


def sort_of(elements: "list[str]") -> "list[str]":
    """Return texts in order."""
    return sorted(elements)


def zipmap(keys: "list[str]", values: "list[Val]") -> Val:
    """Return a map of keys and values."""
    return make(dict(zip(keys, values, strict=True)))


def setproduct(*lists: "list[Val]") -> Val:
    """Return all combinations of the elements of some sets."""
    made: list[list[Val]] = [[]]
    for some in lists:
        if len(made) * len(some) > ELEMENTS:
            raise TooLarge
        made = [[*row, one] for row in made for one in some]
    return make([make(row) for row in made])


def tolist(elements: "list[Val]") -> Val:
    """Return a set or tuple as a list."""
    return make(alike(elements))


def tomap(found: "dict[str, Val]") -> Val:
    """Return an object as a map."""
    return make(dict(zip(found, alike(found.values()), strict=True)))


def sum_of(elements: "list[Val]") -> "float | Val":
    """Return the sum of numbers."""
    numbers = [as_number(one) for one in elements]
    return first_unknown(numbers) or sum(one.data for one in numbers)


def all_of(elements: "list[Val]") -> "bool | Val":
    """Return whether all elements are true."""
    flags = [as_flag(one) for one in elements]
    if any(one.why is None and not one.data for one in flags):
        return False
    return first_unknown(flags) or True


def any_of(elements: "list[Val]") -> "bool | Val":
    """Return whether one element is true."""
    flags = [as_flag(one) for one in elements]
    if any(one.why is None and one.data for one in flags):
        return True
    return first_unknown(flags) or False


def reverse_of(elements: "list[Val]") -> Val:
    """Return the elements from the last to the first."""
    return make(elements[::-1])
