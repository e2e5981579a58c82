"""The inside of a resource instance as fields: attributes as located values, nested blocks, also dynamic ones."""

from tpu_zones.lint.read.terraform.evaluate import evaluate
from tpu_zones.lint.read.terraform.expressions import Literal
from tpu_zones.lint.read.terraform.module import expand
from tpu_zones.lint.read.terraform.syntax import TOO_LARGE
from tpu_zones.lint.read.terraform.vals import located, make, unknown
from tpu_zones.lint.values import Spot, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tpu_zones.lint.read.terraform.evaluate import Names
    from tpu_zones.lint.read.terraform.expressions import Block, Expression
    from tpu_zones.lint.read.terraform.module import Instance, Module
    from tpu_zones.lint.read.terraform.vals import Val


class Body:
    """What is written in a block; an empty one stands for a block that is not written."""

    spot = Spot("")
    maybe = False
    written = False

    def val(self, _name: str) -> "Val | None":
        """Return an attribute as it is evaluated; None where it is not written."""
        return None

    def value(self, _name: str) -> Value | None:
        """Return an attribute as a field; None where it is not written."""
        return None

    def blocks(self, _name: str) -> "list[Body]":
        """Return the nested blocks of a name."""
        return []

    def block(self, name: str) -> "Body":
        """Return the first nested block of a name; an empty one where there is none."""
        return next(iter(self.blocks(name)), _EMPTY)

    def flag(self) -> Value | None:
        """Return true for a block that is written; None for one that is not."""
        return Value(True, self.spot, maybe=self.maybe) if self.written else None


class Unread(Body):
    """Stands for blocks that may be written: the budget ended before they were looked for."""

    written = maybe = True

    def __init__(self, spot: Spot) -> None:
        self.spot = spot

    def value(self, _name: str) -> Value:
        """Return unknown."""
        return Value(None, self.spot, unknown=TOO_LARGE, maybe=True)

    def blocks(self, _name: str) -> list[Body]:
        """Return this one: it may be written."""
        return [self]


_EMPTY = Body()


class Written(Body):
    """A block of a file, evaluated where its instance is."""

    written = True

    def __init__(self, block: "Block", module: "Module", names: "Names", maybe: bool) -> None:
        self.source, self.module, self.names, self.maybe, self.spot = block, module, names, maybe, block.spot

    @classmethod
    def of(cls, instance: "Instance") -> "Written":
        """Return the body of an instance of a resource."""
        return cls(instance.block, instance.module, instance.names, False)

    def val(self, name: str) -> "Val | None":
        """Return an attribute as it is evaluated."""
        expression = self.source.expression(name)
        return self._evaluated(expression) if expression is not None else None

    def _evaluated(self, expression: "Expression") -> "Val":
        try:
            return evaluate(expression, self.module, self.names)
        except RecursionError:
            return unknown(TOO_LARGE)

    def value(self, name: str) -> Value | None:
        """Return an attribute as a field."""
        expression = self.source.expression(name)
        if expression is None:
            return None
        if type(expression) is Literal:
            return Value(expression.value, expression.spot, maybe=self.maybe)
        val = self._evaluated(expression)
        self.module.budget.steps -= val.size >> 4
        return located(val, expression.spot, maybe=self.maybe)

    def blocks(self, name: str) -> list[Body]:
        """Return the nested blocks of a name, those that `dynamic` makes included."""
        found: list[Body] = []
        budget = self.module.budget
        budget.steps -= 1 + (len(self.source.inside[1]) >> 2)
        if budget.steps <= 0:
            return [Unread(self.spot)]
        for block in self.source.inside[1]:
            if block.type == name:
                budget.steps -= 5
                found.append(Written(block, self.module, self.names, self.maybe))
            elif block.type == "dynamic" and block.labels[:1] == [name]:
                found.extend(self._made(block, name))
        return found if budget.steps > 0 else [*found, Unread(self.spot)]

    def _made(self, block: "Block", name: str) -> "Iterator[Body]":
        iterator = block.expression("iterator")
        word = getattr(iterator, "base", None) or getattr(iterator, "value", None) or name
        content = next((one for one in block.inside[1] if one.type == "content"), None)
        for _, names, maybe in expand(block, self.module, self.names) if content else ():
            inner = {**self.names, str(word): names.get("each", make({}))}
            yield Written(content, self.module, inner, self.maybe or maybe)  # type: ignore[arg-type]
