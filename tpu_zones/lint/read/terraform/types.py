"""Type constraints of variables: a value -> the value that Terraform makes of it."""

from tpu_zones.lint.read.terraform.evaluate import evaluate
from tpu_zones.lint.read.terraform.expressions import Call, Expression, Items, Literal, Pairs
from tpu_zones.lint.read.terraform.syntax import TOO_LARGE
from tpu_zones.lint.read.terraform.vals import Val, alike, as_flag, as_number, as_set, as_text, make, refused, unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tpu_zones.lint.read.terraform.module import Module

_PRIMITIVES = {"string": as_text, "number": as_number, "bool": as_flag}
_COLLECTIONS = ("list", "set", "map")


def convert(val: Val, wanted: Expression | None, module: "Module") -> Val:
    """Return a value as its type constraint makes it: optional attributes filled in, unknown ones left out."""
    if val.why is not None or val.data is None or wanted is None:
        return val
    if module.budget.steps <= 0:
        return unknown(TOO_LARGE)
    if isinstance(wanted, Call) and wanted.arguments:
        return _constructed(val, wanted.name, wanted.arguments[0], module)
    name = getattr(wanted, "base", None) or getattr(wanted, "value", None)  # quoted: the form of old
    if name in _PRIMITIVES:
        return _PRIMITIVES[name](val)
    return _collection(name, val, None, module) if name in _COLLECTIONS else val


def _constructed(val: Val, name: str, inner: Expression, module: "Module") -> Val:
    if name in _COLLECTIONS:
        return _collection(name, val, inner, module)
    if name == "object" and isinstance(inner, Pairs):
        return _object(val, inner, module)
    if name == "tuple" and isinstance(inner, Items) and isinstance(val.data, list):
        some = zip(val.data, inner.elements, strict=False)
        return make([convert(one, each, module) for one, each in some], val.spot)
    return convert(val, inner, module) if name == "optional" else val


def _collection(kind: str, val: Val, inner: Expression | None, module: "Module") -> Val:
    module.budget.steps -= val.size >> 4
    if kind == "map":
        if not isinstance(val.data, dict):
            return refused("no map where one is needed")
        made = [convert(one, inner, module) for one in val.data.values()]
        return make(dict(zip(val.data, alike(made), strict=True)), val.spot)
    if not isinstance(val.data, list):
        return refused("no list where one is needed")
    some = alike(convert(one, inner, module) for one in val.data)
    return as_set(some).at(val.spot) if kind == "set" and val.spot else make(some, val.spot)


def _object(val: Val, wanted: Pairs, module: "Module") -> Val:
    if not isinstance(val.data, dict):
        return refused("no object where one is needed")
    module.budget.steps -= 2 * len(wanted.pairs)
    made = {}
    for key, inner in wanted.pairs:
        name = str(key.value) if isinstance(key, Literal) else ""
        optional = isinstance(inner, Call) and inner.name == "optional"
        found = val.data.get(name)
        if found is None and not optional:
            return refused(f"the object lacks {name!r}")
        if optional and (found is None or (found.why is None and found.data is None)):
            arguments = inner.arguments  # type: ignore[attr-defined]
            found = evaluate(arguments[1], module, {}) if len(arguments) > 1 else make(None, inner.spot)
        made[name] = convert(found or make(None), inner, module)
    return make(made, val.spot)
