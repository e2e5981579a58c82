"""Terraform text -> blocks and expressions, by tree-sitter's grammar of HCL.

The grammar has quirks that are put right here: operands of an operation come unwrapped, chains of `? :` lean to
the left, blanks before the text of a template belong to no node, a here-document at the end of a file needs a
line end, a number with an exponent needs a point.
"""

from functools import partial

from tpu_zones.lint.read.terraform.expressions import (
    Attribute,
    BadSyntax,
    Block,
    Call,
    Conditional,
    Expression,
    For,
    Items,
    Literal,
    Opaque,
    Operation,
    Pairs,
    Reference,
    Template,
)
from tpu_zones.lint.read.terraform.source import (
    PLAIN,
    WORDS,
    Source,
    parser,
    pieces,
    plain_value,
    unclosed,
    undoubled,
    unescaped,
    unindented,
    without_exponents,
)
from tpu_zones.lint.values import Spot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tree_sitter import Node

    from tpu_zones.lint.read.terraform.expressions import Step

DEPTH = 64
"""How deep expressions and values may nest."""
TOO_LARGE = "too large"
LONG = 32 * 1024
"""Bytes of a text whose parsing ends at the first fault."""
_POSTFIX = frozenset(("get_attr", "index", "splat"))


def parse(text: str, file: str) -> Block:
    """Return a file as a block without a type; raise `BadSyntax` where the grammar finds a fault."""
    source = Source(text, file)
    root = _root(without_exponents(source.bytes))
    if root.has_error:
        raise _fault(root, source)
    body = next((child for child in root.children if child.type == "body"), None)
    return Block("", [], Spot(file), partial(_body, body, source))


def _root(text: bytes) -> "Node":
    """Return the tree of a text: of a long one only up to its first fault, because junk costs 600 times its size."""
    if len(text) < LONG:
        return parser().parse(text).root_node
    reached = 0

    def stop(offset: int, has_error: bool) -> bool:
        nonlocal reached
        reached = offset
        return has_error

    try:
        return parser().parse(lambda offset, _: text[offset : offset + LONG], progress_callback=stop).root_node
    except ValueError:
        parser().reset()
        return parser().parse(text[:reached] + b"\n]").root_node


def parse_template(text: str, spot: Spot) -> Expression:
    """Return text with `${...}` that stands at a place of another format, such as JSON."""
    end = "END_OF_TEMPLATE"
    if end in text:
        return Opaque(spot, "a template that cannot be read")
    source = Source(f"x = <<{end}\n{text}\n{end}", spot.file, spot)
    root = parser().parse(without_exponents(source.bytes)).root_node
    if root.has_error:
        return Opaque(spot, "a template that cannot be read")
    made = _body(root.children[0], source)[0]["x"].expression
    if isinstance(made, Template) and isinstance(last := made.parts[-1], Literal):
        rest = str(last.value).removesuffix("\n")
        parts = [*made.parts[:-1], *([Literal(spot, rest)] if rest else [])]
        return parts[0] if len(parts) == 1 else Template(spot, parts)
    return Literal(spot, str(made.value).removesuffix("\n")) if isinstance(made, Literal) else made


def _fault(root: "Node", source: Source) -> BadSyntax:
    """Find the first place that the grammar does not take, or the quote before it that is not closed."""
    node = root
    while not (node.is_error or node.is_missing):
        inner = next((child for child in node.children if child.has_error), None)
        if inner is None:
            break
        node = inner
    quote = unclosed(source.bytes)
    if quote is not None and node.end_byte > quote:
        return BadSyntax(source.place(quote), "Terraform syntax: the quote that opens here is not closed in its line")
    if node.is_missing:
        return BadSyntax(source.spot(node), f"Terraform syntax: {node.type.replace('_', ' ')} is missing")
    shown = source.text(node.start_byte, min(node.end_byte, node.start_byte + 120)).split("\n")[0][:40]
    return BadSyntax(source.spot(node), f"Terraform syntax: unexpected {shown!r}")


def _body(body: "Node | None", source: Source) -> tuple[dict[str, Attribute], list[Block]]:
    attributes: dict[str, Attribute] = {}
    blocks: list[Block] = []
    for child in body.named_children if body else ():
        if child.type != "attribute":
            if child.type == "block":
                blocks.append(_block(child, source))
            continue
        spot, plain = source.spot(child), PLAIN.fullmatch(source.bytes, child.start_byte, child.end_byte)
        if plain:
            name = plain[1].decode()
            make: Callable[[], Expression] = partial(plain_value, plain, spot)
        else:
            parts = child.named_children
            name = source.text(parts[0].start_byte, parts[0].end_byte)
            make = partial(_made, parts[-1], source)
        if name in attributes:
            make = partial(Opaque, spot, f"{name} is written twice in one block")
        attributes[name] = Attribute(spot, child.end_point[0] + 1, make)
    return attributes, blocks


def _block(node: "Node", source: Source) -> Block:
    words, body = [], None
    for child in node.named_children:
        if child.type == "identifier":
            words.append(source.text(child.start_byte, child.end_byte))
        elif child.type == "string_lit":
            words.append(_quoted(child, source))
        elif child.type == "body":
            body = child
    return Block(words[0], words[1:], source.spot(node), partial(_body, body, source))


def _made(node: "Node", source: Source) -> Expression:
    try:
        return _expression(node, source, 0)
    except RecursionError:
        return Opaque(source.spot(node), TOO_LARGE)


def _expression(node: "Node", source: Source, depth: int) -> Expression:
    return _sequence([child for child in node.children if child.type != "comment"], source, depth)


def _sequence(nodes: "list[Node]", source: Source, depth: int) -> Expression:
    """Return a value and the steps behind it."""
    first = nodes[0]
    if depth > DEPTH:
        return Opaque(source.spot(first), TOO_LARGE)
    if first.type == "(":
        base: str | Expression = _expression(nodes[1], source, depth + 1)
        after = 3
    elif first.type == "variable_expr":
        name, after = source.text(first.start_byte, first.end_byte), 1
        base = Literal(source.spot(first), WORDS[name]) if name in WORDS else name
    else:
        base, after = _TERMS[first.type](first, source, depth + 1), 1
    if isinstance(base, Expression) and len(nodes) == after:
        return base
    return Reference(source.spot(first), base, _steps(nodes[after:], source, depth))


def _steps(nodes: "list[Node]", source: Source, depth: int) -> "list[Step]":
    steps: list[Step] = []
    for node in nodes:
        if node.type == "get_attr":
            name = node.children[-1]
            steps.append(("attr", source.text(name.start_byte, name.end_byte)))
        elif node.type == "index":
            index = node.children[0]
            if index.type == "legacy_index":
                number = source.text(index.start_byte + 1, index.end_byte).strip()
                steps.append(("index", Literal(source.spot(index), _number(number))))
            else:
                inner = next(child for child in index.children if child.type == "expression")
                steps.append(("index", _expression(inner, source, depth + 1)))
        elif node.type == "splat":
            splat = node.children[0]
            inside = _steps([child for child in splat.children if child.type in _POSTFIX], source, depth + 1)
            ends = [i for i, step in enumerate(inside) if step[0] == "index"] if splat.type == "attr_splat" else []
            cut = ends[0] if ends else len(inside)  # an index ends the reach of `.*`
            steps.extend([("splat", inside[:cut]), *inside[cut:]])
    return steps


def _literal(node: "Node", source: Source, _depth: int) -> Expression:
    inner, spot = node.children[0], source.spot(node)
    if inner.type == "string_lit":
        return Literal(spot, _quoted(inner, source))
    text = source.text(inner.start_byte, inner.end_byte)
    if inner.type == "numeric_lit":
        if "x" in text.lower():
            return Opaque(spot, "no number of Terraform's, which has decimal ones alone")
        number = _number(text)
        return Opaque(spot, TOO_LARGE) if number is None else Literal(spot, number)
    return Literal(spot, WORDS[text])


def _number(text: str) -> int | float | None:
    if len(text) > 40:
        return None
    if text.isdigit():
        return int(text)
    number = float(text)
    return int(number) if number.is_integer() and abs(number) < 1e30 else number


def _quoted(node: "Node", source: Source) -> str:
    """Return the text between the quotes of a node."""
    return unescaped(source.text(node.start_byte + 1, node.end_byte - 1))


def _template(node: "Node", source: Source, depth: int) -> Expression:
    inner, spot = node.children[0], source.spot(node)
    children = inner.children
    if inner.type == "quoted_template":
        found = list(pieces(children[1:-1], children[0].end_byte, children[-1].start_byte, source))
        parts = [_part(piece, source, depth, spot) for piece in found]
    else:
        start = source.bytes.index(b"\n", children[1].end_byte) + 1
        end = source.bytes.rfind(b"\n", 0, children[-1].start_byte) + 1
        nodes = [child for child in children[2:-1] if child.type != "comment"]
        found = list(pieces(nodes, start, max(start, end), source))
        if children[0].type == "heredoc_start" and source.bytes[children[0].start_byte + 2] == ord("-"):
            found = unindented(found)
        parts = [_part(piece, source, depth, spot, heredoc=True) for piece in found] or [Literal(spot, "")]
    plain = len(parts) == 1 and (inner.type == "quoted_template" or isinstance(parts[0], Literal))
    return parts[0] if plain else Template(spot, parts)


def _part(piece: "str | Node", source: Source, depth: int, spot: Spot, *, heredoc: bool = False) -> Expression:
    if isinstance(piece, str):
        return Literal(spot, undoubled(piece) if heredoc else unescaped(piece))
    inner = [child for child in piece.children if child.type == "expression"]
    if piece.type != "template_interpolation" or not inner or any(c.type == "strip_marker" for c in piece.children):
        return Opaque(spot, "a template directive")
    return _expression(inner[0], source, depth + 1)


def _operation(node: "Node", source: Source, depth: int) -> Expression:
    inner = node.children[0]
    parts = [child for child in inner.children if child.type != "comment"]
    if inner.type == "unary_operation":
        return Operation(source.spot(node), parts[0].type, [_sequence(parts[1:], source, depth)])
    at = next(i for i, part in enumerate(parts) if i and not part.is_named and part.type not in "()")
    operands = [_sequence(parts[:at], source, depth), _sequence(parts[at + 1 :], source, depth)]
    return Operation(source.spot(node), parts[at].type, operands)


def _conditional(node: "Node", source: Source, depth: int) -> Expression:
    """Return a condition; `a ? b : c ? d : e`, which the grammar groups to the left, is grouped to the right."""
    arms = []
    while True:
        condition, yes, no = (child for child in node.children if child.type == "expression")
        arms.append((yes, no))
        if condition.children[0].type != "conditional":
            break
        node = condition.children[0]
    spot = source.spot(node)
    if len(arms) + depth > DEPTH:
        return Opaque(spot, TOO_LARGE)
    made = _expression(arms[0][1], source, depth)
    for (yes, _), (_, before) in zip(arms, [*arms[1:], (None, condition)], strict=True):
        made = Conditional(spot, _expression(before, source, depth), _expression(yes, source, depth), made)
    return made


def _collection(node: "Node", source: Source, depth: int) -> Expression:
    inner, spot = node.children[0], source.spot(node)
    if inner.type == "tuple":
        return Items(spot, [_expression(one, source, depth) for one in inner.children if one.type == "expression"])
    pairs = []
    for element in inner.children:
        if element.type == "object_elem":
            key, value = (child for child in element.children if child.type == "expression")
            pairs.append((_key(key, source, depth), _expression(value, source, depth)))
    return Pairs(spot, pairs)


def _key(node: "Node", source: Source, depth: int) -> Expression:
    """Return a key of an object: a bare word is text."""
    bare = node.child_count == 1 and node.children[0].type in ("variable_expr", "literal_value")
    if bare and (node.children[0].type == "variable_expr" or node.children[0].children[0].type != "string_lit"):
        return Literal(source.spot(node), source.text(node.start_byte, node.end_byte))
    return _expression(node, source, depth)


def _call(node: "Node", source: Source, depth: int) -> Expression:
    name = node.children[0]
    inside = next((child for child in node.children if child.type == "function_arguments"), None)
    children = inside.children if inside else []
    arguments = [_expression(child, source, depth) for child in children if child.type == "expression"]
    spread = any(child.type == "ellipsis" for child in children)
    return Call(source.spot(node), source.text(name.start_byte, name.end_byte), arguments, spread)


def _for(node: "Node", source: Source, depth: int) -> Expression:
    inner = node.children[0]
    intro = next(child for child in inner.children if child.type == "for_intro")
    names = [source.text(one.start_byte, one.end_byte) for one in intro.children if one.type == "identifier"]
    over = next(child for child in intro.children if child.type == "expression")
    made = [_expression(child, source, depth) for child in inner.children if child.type == "expression"]
    cond = next((child for child in inner.children if child.type == "for_cond"), None)
    condition = (
        next(_expression(one, source, depth) for one in cond.children if one.type == "expression") if cond else None
    )
    group = any(child.type == "ellipsis" for child in inner.children)
    key = made[0] if inner.type == "for_object_expr" else None
    return For(source.spot(node), names, _expression(over, source, depth), key, made[-1], condition, group)


_TERMS = {
    "literal_value": _literal,
    "template_expr": _template,
    "function_call": _call,
    "collection_value": _collection,
    "for_expr": _for,
    "conditional": _conditional,
    "operation": _operation,
}
