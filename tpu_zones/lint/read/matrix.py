"""The matrix of a GitHub job -> what it sets, once for each combination.

Only where each combination certainly runs all that is read: with `exclude`, with `include` beside lists, or where a
condition of the job may choose among the combinations, the values stay unknown.
"""

import re
from itertools import product
from math import prod

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tpu_zones.lint.read.nodes import Node

MOST = 32
"""Combinations of one job that are read."""
_CONDITION = re.compile(r"(?:^|[;&|(]|\b(?:then|do|else)\b)[ \t]*(?:if|case|while|until|test|\[\[?)[ \t]", re.MULTILINE)
_CONDITIONAL = frozenset(("if", "continue-on-error"))


def combinations(job: "Node") -> "list[dict[str, Node]]":
    """Return, for each combination, the values by their names behind `matrix.`; nothing where they are not certain.

    An axis whose list is not written here (`fromJSON`, an output) is in none of them, and so it stays unknown.
    """
    matrix = job.get("strategy", "matrix")
    if matrix is None or matrix.kind != "mapping" or matrix.get("exclude") is not None or _chooses(job):
        return []
    axes = [(name, list(values)) for name, values in matrix.items() if name != "include" and len(values)]
    axes = [(name, values) for name, values in axes if values]
    include = matrix.get("include")
    if include is not None:
        if len(matrix) > 1 or include.kind != "sequence" or len(include) > MOST:
            return []
        return [dict(_named(one)) for one in include]
    if not axes or prod(len(values) for _, values in axes) > MOST:
        return []
    named = [[(name, value) for value in values] for name, values in axes]
    return [{name: node for pair in one for name, node in _flat(*pair)} for one in product(*named)]


def _named(entry: "Node") -> "Iterator[tuple[str, Node]]":
    for name, value in entry.items():
        yield from _flat(name, value)


def _flat(name: str, value: "Node") -> "Iterator[tuple[str, Node]]":
    """Yield a scalar by its name, and those of a mapping by theirs behind it."""
    if value.kind == "scalar":
        yield name, value
    for inner, one in value.items():
        if one.kind == "scalar":
            yield f"{name}.{inner}", one


def _chooses(node: "Node") -> bool:
    """Whether something in a job may leave a part out for some combinations."""
    for name, value in node.items():
        if name in _CONDITIONAL and "matrix" in (value.raw or ""):
            return True
        if value.kind == "scalar" and isinstance(value.value, str) and _CONDITION.search(value.value):
            return True
        if value.kind != "scalar" and _chooses(value):
            return True
    return any(one.kind == "mapping" and _chooses(one) for one in node)
