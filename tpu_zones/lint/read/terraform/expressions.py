"""The expressions of Terraform as a small tree, the same for .tf and .tf.json, and the blocks that hold them."""

from tpu_zones.lint.values import Spot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Step = tuple[str, "str | Expression | list[Step]"]
    """What follows a value: ("attr", name), ("index", expression) or ("splat", steps of each element)."""


class Expression:
    """A part of a file that has a value; `spot` is where it begins."""

    __slots__ = ("spot",)
    spot: Spot


class Literal(Expression):
    """Text, a number, true, false or null as written."""

    __slots__ = ("value",)

    def __init__(self, spot: Spot, value: object) -> None:
        self.spot, self.value = spot, value


class Opaque(Expression):
    """What is not evaluated, and why."""

    __slots__ = ("why",)

    def __init__(self, spot: Spot, why: str) -> None:
        self.spot, self.why = spot, why


class Template(Expression):
    """Text with interpolations: its parts are joined."""

    __slots__ = ("parts",)

    def __init__(self, spot: Spot, parts: list[Expression]) -> None:
        self.spot, self.parts = spot, parts


class Items(Expression):
    """A list as written."""

    __slots__ = ("elements",)

    def __init__(self, spot: Spot, elements: list[Expression]) -> None:
        self.spot, self.elements = spot, elements


class Pairs(Expression):
    """An object as written."""

    __slots__ = ("pairs",)

    def __init__(self, spot: Spot, pairs: list[tuple[Expression, Expression]]) -> None:
        self.spot, self.pairs = spot, pairs


class Reference(Expression):
    """A name, or a value, and the steps behind it: `var.zones[0]`, `f(x).name`, `x[*].id`."""

    __slots__ = ("base", "steps")

    def __init__(self, spot: Spot, base: str | Expression, steps: "list[Step]") -> None:
        self.spot, self.base, self.steps = spot, base, steps


class Call(Expression):
    """A call of a function; `spread` where the last argument is a list of arguments."""

    __slots__ = ("arguments", "name", "spread")

    def __init__(self, spot: Spot, name: str, arguments: list[Expression], spread: bool) -> None:
        self.spot, self.name, self.arguments, self.spread = spot, name, arguments, spread


class Operation(Expression):
    """One or two operands and an operator."""

    __slots__ = ("operands", "operator")

    def __init__(self, spot: Spot, operator: str, operands: list[Expression]) -> None:
        self.spot, self.operator, self.operands = spot, operator, operands


class Conditional(Expression):
    """Condition, value if true, value if false."""

    __slots__ = ("condition", "no", "yes")

    def __init__(self, spot: Spot, condition: Expression, yes: Expression, no: Expression) -> None:
        self.spot, self.condition, self.yes, self.no = spot, condition, yes, no


class For(Expression):
    """A `for`: of a list where `key` is None, else of an object; `group` where equal keys gather their values."""

    __slots__ = ("collection", "condition", "group", "key", "names", "value")

    def __init__(
        self,
        spot: Spot,
        names: list[str],
        collection: Expression,
        key: Expression | None,
        value: Expression,
        condition: Expression | None,
        group: bool,
    ) -> None:
        self.spot, self.names, self.collection = spot, names, collection
        self.key, self.value, self.condition, self.group = key, value, condition, group


class Attribute:
    """A name and its expression, which is made when it is first asked for; `end` is its last line."""

    __slots__ = ("_made", "_make", "end", "spot")

    def __init__(self, spot: Spot, end: int, make: "Callable[[], Expression]") -> None:
        self.spot, self.end, self._make = spot, end, make
        self._made: Expression | None = None

    @property
    def expression(self) -> Expression:
        """Return the expression."""
        if self._made is None:
            self._made = self._make()
        return self._made


class Block:
    """A block with its labels; what is inside is read when it is first asked for."""

    __slots__ = ("_fill", "_inside", "labels", "spot", "type")

    def __init__(
        self,
        type_: str,
        labels: list[str],
        spot: Spot,
        fill: "Callable[[], tuple[dict[str, Attribute], list[Block]]]",
    ) -> None:
        self.type, self.labels, self.spot, self._fill = type_, labels, spot, fill
        self._inside: tuple[dict[str, Attribute], list[Block]] | None = None

    @property
    def inside(self) -> "tuple[dict[str, Attribute], list[Block]]":
        """Return the attributes and the blocks within."""
        if self._inside is None:
            self._inside = self._fill()
        return self._inside

    @property
    def attributes(self) -> dict[str, Attribute]:
        """Return the attributes by name."""
        return self.inside[0]

    def expression(self, name: str) -> Expression | None:
        """Return the expression of an attribute; None where it is not written."""
        found = (self._inside or self.inside)[0].get(name)
        return found.expression if found else None

    def text(self, name: str) -> str | None:
        """Return an attribute that is literal text; None otherwise."""
        found = self.expression(name)
        return found.value if isinstance(found, Literal) and isinstance(found.value, str) else None

    def overridden(self, other: "Block") -> "Block":
        """Return this block with what a block of an override file says instead."""
        replaced = {block.type for block in other.inside[1]}

        def fill() -> tuple[dict[str, Attribute], list[Block]]:
            kept = [block for block in self.inside[1] if block.type not in replaced]
            return {**self.attributes, **other.attributes}, kept + other.inside[1]

        return Block(self.type, self.labels, self.spot, fill)


class BadSyntax(Exception):
    """A file that is not Terraform; the place where it stops being so."""

    def __init__(self, spot: Spot, text: str) -> None:
        super().__init__(text)
        self.spot, self.text = spot, text
