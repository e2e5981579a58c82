"""Settings of Cluster Toolkit modules: vars put in, everything else unknown."""

import re

from tpu_zones.lint.read.nodes import Node, located
from tpu_zones.lint.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from tpu_zones.lint.values import Spot

_EXPRESSION = re.compile(r"(?<!\\)\$\(|\(\(")
_REFERENCE = re.compile(r"(?<!\\)\$\(\s*vars((?:\.[\w-]+|\[\d{1,3}\])+)\s*\)|\(\(\s*var((?:\.[\w-]+)+)\s*\)\)")
_STEPS = re.compile(r"\.([\w-]+)|\[(\d+)\]")
_MOST = 16
"""Steps from var to var before a chain counts as a circle."""
_STEPS_OF_A_SETTING = 1000
_STEPS_OF_A_BLUEPRINT = 200_000
_LONGEST = 4096


class Settings:
    """The vars and modules of a blueprint, and what the settings of modules come to."""

    def __init__(self, given: dict[str, Node], modules: list[Node]) -> None:
        self.vars, self.modules = given, modules
        self.resolved: dict[int, Value | None] = {}
        self.left, self.all_left = 0, _STEPS_OF_A_BLUEPRINT
        self.by_id = {name: one for one in modules if (name := one.text("id"))}

    def fields(self, module: Node | None, table: dict[str, str]) -> "dict[str, Any]":
        """Return the fields of a table, each from the setting that it names."""
        return {name: self.setting(module, setting) for name, setting in table.items()}

    def used(self, module: Node) -> "Iterator[tuple[Node, Spot]]":
        """Yield the modules that a module uses, with the place where it says so."""
        for one in module.get("use") or ():
            if isinstance(one.value, str) and one.value in self.by_id:
                yield self.by_id[one.value], one.spot

    def setting(self, module: Node | None, name: str, *rest: str | int) -> Value | None:
        """Return a setting of a module, else the var of its name; None where neither is written."""
        node = module.get("settings", name) if module is not None else None
        self.left = min(_STEPS_OF_A_SETTING, self.all_left)
        if node is None:
            node = self.vars.get(name)
            if node is not None and node.kind == "scalar" and node.value is None:
                return _missing(name, node)
        return self.value(node, rest)

    def value(self, node: Node | None, rest: "tuple[str | int, ...]" = (), seen: int = 0) -> Value | None:
        """Return what a node comes to once its vars are put in; a var's value is related to where it is used."""
        start = node
        while node is not None and isinstance(node.value, str) and (whole := _REFERENCE.fullmatch(node.value)):
            found, name = self.variable(whole)
            seen, self.left, self.all_left = seen + 1, self.left - 1, self.all_left - 1
            if found is None or seen > _MOST or self.left < 0 or (found.kind == "scalar" and found.value is None):
                return _missing(name, node)
            node = found
        if node is None or start is None:
            return None
        if rest:
            value = _expression(node) if isinstance(node.value, str) else self.value(node.get(rest[0]), rest[1:], seen)
        else:
            value = self.settled(node, seen)
        if value is not None and start is not node and value.related is None:
            return Value(value.value, value.spot, unknown=value.unknown, related=start.spot)
        return value

    def settled(self, node: Node, seen: int) -> Value | None:
        """Return the value of a node that is no reference itself."""
        if isinstance(node.value, str) and len(node.value) < _LONGEST:
            return self.text(node, seen)
        if isinstance(node.value, bool) and node.raw and node.raw.lower() not in ("true", "false"):
            return Value(node.raw, node.spot)  # the tool reads YAML 1.2, in which yes is text
        if id(node) not in self.resolved:
            self.resolved[id(node)] = self.listed(node, seen) if node.kind == "sequence" else located(node)
        return self.resolved[id(node)]

    def listed(self, node: Node, seen: int) -> Value:
        """Return a list whose elements are resolved; one element gives it its place."""
        if seen > _MOST or self.left < 0:
            return _expression(node)
        values = [self.value(one, (), seen + 1) for one in node]
        spot = values[0].spot if len(values) == 1 and values[0] is not None else node.spot
        for one in values:
            if one is not None and one.unknown:
                return Value(spot=one.spot, unknown=one.unknown)
        return Value([one and one.value for one in values], spot)

    def text(self, node: Node, seen: int) -> Value:
        """Return text with its vars put in."""
        reason: list[str] = []

        def put(found: "re.Match[str]") -> str:
            target, name = self.variable(found)
            self.left, self.all_left = self.left - 1, self.all_left - 1
            inner = self.value(target, (), seen + 1) if seen < _MOST and self.left > 0 else None
            if inner is None or inner.unknown or not isinstance(inner.value, (str, int, float)):
                reason.append(f"the var {name!r} has no value here")
                return ""
            return str(inner.value)

        result = _REFERENCE.sub(put, node.value)
        if reason:
            return Value(spot=node.spot, unknown=reason[0])
        if _EXPRESSION.search(result) or len(result) > _LONGEST:
            return _expression(node)
        plain_text = located(node)
        if result == node.value and plain_text is not None:
            return plain_text
        return Value(result, node.spot)

    def variable(self, found: "re.Match[str]") -> tuple[Node | None, str]:
        """Return what a reference refers to, and its name."""
        steps = [word or int(index) for word, index in _STEPS.findall(found.group(1) or found.group(2))]
        first = str(steps[0])
        node = self.vars.get(first)
        return (node.get(*steps[1:]) if node is not None else None), first


def _missing(name: str, node: Node) -> Value:
    return Value(spot=node.spot, unknown=f"the var {name[:60]!r} has no value here")


def _expression(node: Node) -> Value:
    what = repr(node.value[:60]) if isinstance(node.value, str) else "this"
    return Value(spot=node.spot, unknown=f"{what} is an expression of the tool")
