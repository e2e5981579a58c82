"""Expressions -> values of three kinds: known, unknown with a reason, refused by Terraform."""

from tpu_zones.lint.read.terraform import functions
from tpu_zones.lint.read.terraform.expressions import (
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
from tpu_zones.lint.read.terraform.syntax import TOO_LARGE
from tpu_zones.lint.read.terraform.vals import (
    REFUSED,
    Set,
    Unknown,
    Val,
    as_flag,
    as_number,
    as_text,
    equal,
    make,
    members,
    refused,
    unknown,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from tpu_zones.lint.read.terraform.expressions import Step
    from tpu_zones.lint.read.terraform.module import Module

    Names = dict[str, Val]
    """What a name means at a place beyond the module's own: each, count, self, iterators."""

STEPS = 200_000
"""Steps of the evaluation of one root folder with its modules."""
DEEPEST = 120
"""Evaluations within evaluations."""


class Budget:
    """What is left of the steps of a root folder, and how deep its evaluation is nested."""

    __slots__ = ("depth", "steps")

    def __init__(self, steps: int = STEPS) -> None:
        self.steps, self.depth = steps, 0


def evaluate(expression: Expression, module: "Module", names: "Names") -> Val:
    """Return the value of an expression in a module."""
    if type(expression) is Literal:
        return make(expression.value, expression.spot)
    budget = module.budget
    if budget.steps <= 0 or budget.depth >= DEEPEST:
        return Val(spot=expression.spot, why=TOO_LARGE)
    budget.depth += 1
    try:
        made = _KINDS[type(expression)](expression, module, names)
    finally:
        budget.depth -= 1
    budget.steps -= 1 + (made.size >> 8)
    return made.at(expression.spot)


def _opaque(expression: Opaque, _module: "Module", _names: "Names") -> Val:
    return unknown(expression.why)


def _template(expression: Template, module: "Module", names: "Names") -> Val:
    module.budget.steps -= len(expression.parts)
    parts = [as_text(evaluate(part, module, names)) for part in expression.parts]
    wrong = _unknown(parts)
    return wrong or make("".join([part.data for part in parts]))


def _unknown(vals: "Sequence[Val]") -> Val | None:
    """Return a new value that is unknown for the reason of one of some; None where all are known."""
    found = None
    for one in vals:
        if one.why is not None:
            found = one
            if one.refused:
                break
    return Val(found.data, why=found.why) if found else None


def _items(expression: Items, module: "Module", names: "Names") -> Val:
    module.budget.steps -= len(expression.elements)
    return make([evaluate(element, module, names) for element in expression.elements])


def _pairs(expression: Pairs, module: "Module", names: "Names") -> Val:
    made: dict[str, Val] = {}
    module.budget.steps -= len(expression.pairs)
    for key, value in expression.pairs:
        name = as_text(evaluate(key, module, names))
        if name.why is not None:
            return Val(name.data, why=name.why)
        made[name.data] = evaluate(value, module, names)
    return make(made)


def _call(expression: Call, module: "Module", names: "Names") -> Val:
    arguments = [evaluate(argument, module, names) for argument in expression.arguments]
    if expression.spread:
        last = arguments.pop()
        if last.why is not None:
            return Val(last.data, why=last.why)
        arguments.extend(last.data if isinstance(last.data, list) else [last])
    module.budget.steps -= len(arguments)
    made = functions.call(expression.name, arguments)
    module.budget.steps -= (sum([one.size for one in arguments]) + made.size) >> 4
    return made


def _conditional(expression: Conditional, module: "Module", names: "Names") -> Val:
    condition = as_flag(evaluate(expression.condition, module, names))
    if condition.why is not None:
        return Val(condition.data, why=condition.why)
    return evaluate(expression.yes if condition.data else expression.no, module, names)


def _operation(expression: Operation, module: "Module", names: "Names") -> Val:
    vals = [evaluate(operand, module, names) for operand in expression.operands]
    operator = expression.operator
    if operator in ("==", "!="):
        same = equal(*vals)
        module.budget.steps -= vals[0].size >> 4
        if same is None:
            return _unknown(vals) or unknown("a comparison with unknown parts")
        return make(same if operator == "==" else not same)
    if operator in ("&&", "||"):
        return _logic(operator == "||", [as_flag(one) for one in vals])
    if operator == "!":
        flag = as_flag(vals[0])
        return flag if flag.why is not None else make(not flag.data)
    numbers = [as_number(one) for one in vals]
    return _unknown(numbers) or _arithmetic(operator, [one.data for one in numbers])


def _logic(decisive: bool, flags: list[Val]) -> Val:
    """Return and (`decisive` False) or or (True): one decisive operand is enough."""
    if any(one.why is None and one.data is decisive for one in flags):
        return make(decisive)
    return _unknown(flags) or make(not decisive)


def _arithmetic(operator: str, numbers: "list[Any]") -> Val:
    if len(numbers) == 1:
        return make(-numbers[0])
    a, b = numbers
    if operator in "/%" and not b:
        return refused("division by zero")
    if operator == "%" and (a < 0) != (b < 0):
        return make(-(-a % b) if a < 0 else a % -b)  # the sign is that of the dividend
    return make(_ARITHMETIC[operator](a, b))


_ARITHMETIC: "dict[str, Callable[[Any, Any], Any]]" = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "%": lambda a, b: a % b,
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
}


def _for(expression: For, module: "Module", names: "Names") -> Val:
    collection = evaluate(expression.collection, module, names)
    if collection.why is None and not isinstance(collection.data, (list, dict)):
        return refused("for over a value that is no list or map")
    try:
        rounds = _rounds(expression, _sure(collection), module, names)
        if expression.key is None:
            return make([evaluate(expression.value, module, inner) for inner in rounds])
        return _table(expression.key, expression, rounds, module)
    except Unknown as reason:
        return Val(reason.val.data, why=reason.val.why)


def _sure(val: Val) -> Val:
    if val.why is not None:
        raise Unknown(val)
    return val


def _rounds(expression: For, collection: Val, module: "Module", names: "Names") -> "Iterator[Names]":
    """Yield what the names mean in each round of a `for`; raise `Unknown` where a condition is."""
    inner = dict(names)
    for key, value in members(collection):
        module.budget.steps -= 1
        if module.budget.steps <= 0:
            raise Unknown(unknown(TOO_LARGE))
        inner.update(zip(reversed(expression.names), (value, key), strict=False))
        if expression.condition is None or _sure(as_flag(evaluate(expression.condition, module, inner))).data:
            yield inner


def _table(key: Expression, expression: For, rounds: "Iterator[Names]", module: "Module") -> Val:
    made: dict[str, list[Val]] = {}
    for inner in rounds:
        name = _sure(as_text(evaluate(key, module, inner))).data
        made.setdefault(name, []).append(evaluate(expression.value, module, inner))
        if len(made[name]) > 1 and not expression.group:
            return refused("for makes one key twice")
    return make({name: make(some) if expression.group else some[0] for name, some in made.items()})


def _reference(expression: Reference, module: "Module", names: "Names") -> Val:
    base, steps = expression.base, expression.steps
    if isinstance(base, Expression):
        return take(evaluate(base, module, names), steps, module, names)
    if base in names:
        return take(names[base], steps, module, names)
    name = steps[0][1] if steps and steps[0][0] == "attr" else None
    if not isinstance(name, str):
        return unknown(f"{base} is not known here")
    if base in ("data", "resource") and len(steps) > 1 and isinstance(second := steps[1][1], str):
        found = module.resource(name, second) if base == "resource" else unknown(f"data.{name}.{second} is read later")
        return take(found, steps[2:], module, names)
    return take(module.named(base, name), steps[1:], module, names)


def take(val: Val, steps: "list[Step]", module: "Module", names: "Names") -> Val:
    """Return what the steps behind a value lead to."""
    for kind, what in steps:
        if kind == "splat":
            val = _splat(val, what, module, names)  # type: ignore[arg-type]
            continue
        if val.why is not None:
            if val.origin and val.origin[1] is None and isinstance(what, str):
                val = val.origin[0].attribute(what)
                continue
            return Val(val.data, why=val.why)
        if kind == "attr":
            val = _member(val, what)
            continue
        key = evaluate(what, module, names)  # type: ignore[arg-type]
        if key.why is not None:
            return Val(key.data, why=key.why)
        val = _member(val, key.data)
    return val


def _member(val: Val, key: object) -> Val:
    data = val.data
    if isinstance(data, dict):
        name = as_text(make(key)).data
        found = data.get(name) if name is not REFUSED else None
        return found if found is not None else refused(f"there is no {str(key)[:60]!r} here")
    if isinstance(data, list) and not isinstance(data, Set):
        number = as_number(make(key)).data
        if isinstance(number, int) and 0 <= number < len(data):
            element: Val = data[number]
            return element
        return refused(f"the list has no element {str(key)[:60]!r}")
    return refused("a null, text or number has no parts")


def _splat(val: Val, steps: "list[Step]", module: "Module", names: "Names") -> Val:
    if val.why is not None and not (val.origin and val.origin[1] is None):
        return Val(val.data, why=val.why)
    elements = val.data if isinstance(val.data, list) else [] if val.data is None and val.why is None else [val]
    made = []
    for element in elements:
        module.budget.steps -= 1
        if module.budget.steps <= 0:
            return unknown(TOO_LARGE)
        made.append(take(element, steps, module, names))
    return make(made)


_KINDS: "dict[type[Expression], Callable[[Any, Module, Names], Val]]" = {
    Opaque: _opaque,
    Template: _template,
    Items: _items,
    Pairs: _pairs,
    Call: _call,
    Conditional: _conditional,
    Operation: _operation,
    For: _for,
    Reference: _reference,
}
