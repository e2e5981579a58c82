"""Terraform written as JSON (.tf.json, .tfvars.json) -> the same blocks and expressions."""

from functools import partial

from tpu_zones.lint.read import json_nodes
from tpu_zones.lint.read.terraform.expressions import Attribute, BadSyntax, Block, Expression, Items, Literal, Pairs
from tpu_zones.lint.values import Spot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tpu_zones.lint.read.nodes import Node

_LABELS = {"resource": 2, "data": 2, "module": 1, "variable": 1, "output": 1, "provider": 1, "dynamic": 1}


def parse(text: str, file: str) -> Block:
    """Return a file as a block without a type; raise `BadSyntax` where it is no JSON object."""
    found, faults = json_nodes.documents(text, file)
    wrong = next((fault for fault in faults if fault.level == "error"), None)
    if wrong:
        raise BadSyntax(wrong.spot, wrong.text)
    if len(found) != 1 or found[0].kind != "mapping":
        raise BadSyntax(Spot(file), "Terraform syntax: a JSON file holds one object")
    return Block("", [], Spot(file), partial(_body, found[0]))


def _body(node: "Node") -> tuple[dict[str, Attribute], list[Block]]:
    """Return what is in a body: JSON does not tell blocks from attributes, so that an object is both."""
    attributes: dict[str, Attribute] = {}
    blocks: list[Block] = []
    for name, value in node.items():
        if name != "//":
            attributes[name] = Attribute(value.key_spot, value.line, partial(expression, value))
            blocks.extend(_blocks(name, [], value, _LABELS.get(name, 0)))
    return attributes, blocks


def _blocks(name: str, labels: list[str], node: "Node", missing: int) -> "Iterator[Block]":
    if node.kind == "sequence":
        for element in node:
            yield from _blocks(name, labels, element, missing)
    elif node.kind == "mapping" and missing:
        for label, inner in node.items():
            yield from _blocks(name, [*labels, label], inner, missing - 1)
    elif node.kind == "mapping":
        yield Block(name, labels, node.key_spot, partial(_body, node))


def expression(node: "Node") -> Expression:
    """Return a JSON value as an expression: text may hold `${...}`."""
    if node.kind == "mapping":
        return Pairs(node.spot, [(_text(key, node), expression(inner)) for key, inner in node.items() if key != "//"])
    if node.kind == "sequence":
        return Items(node.spot, [expression(inner) for inner in node])
    return _text(node.value, node) if isinstance(node.value, str) else Literal(node.spot, node.value)


def _text(text: str, node: "Node") -> Expression:
    if "${" not in text and "%{" not in text:
        return Literal(node.spot, text)
    from tpu_zones.lint.read.terraform.syntax import parse_template

    return parse_template(text, node.spot)
