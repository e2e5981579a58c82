"""The three kinds of values of an evaluation: known, unknown with a reason, refused by Terraform itself."""

from itertools import islice

from tpu_zones.lint.read.terraform.syntax import DEPTH, TOO_LARGE
from tpu_zones.lint.values import Spot, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any, Protocol

    class Origin(Protocol):
        """What has attributes: an instance of a resource, or of a module."""

        def attribute(self, name: str) -> "Val":
            """Return one of its attributes."""


ELEMENTS = 2_000
"""The elements of a list, the instances of a resource."""
SIZE = 64 * 1024
"""Characters and elements of one value."""
REFUSED = object()


class Val:
    """A value while it is evaluated.

    `data` is text, a number, bool, None, a list or dict of Vals (a `Set` for a set). Where `why` is given it is
    not known; it is REFUSED where Terraform itself would stop, which `try` and `can` have to know. `spot`
    is where the value is written. `origin` is the resource that it comes from, and the attribute (None: the whole).
    """

    __slots__ = ("data", "depth", "origin", "size", "spot", "why")

    def __init__(
        self,
        data: "Any" = None,
        spot: Spot | None = None,
        why: str | None = None,
        origin: "tuple[Origin, str | None] | None" = None,
        size: int = 1,
        depth: int = 0,
    ) -> None:
        self.data, self.spot, self.why, self.origin, self.size, self.depth = data, spot, why, origin, size, depth

    @property
    def refused(self) -> bool:
        """Whether Terraform would stop here."""
        return self.data is REFUSED

    def at(self, spot: Spot) -> "Val":
        """Return this value, found at a place if it has none."""
        if self.spot is None:
            self.spot = spot
        return self


class Set(list["Val"]):
    """The elements of a set, sorted, each once."""


class Unknown(Exception):
    """A value that has to be known is not; `val` says why."""

    def __init__(self, val: Val) -> None:
        super().__init__(val.why)
        self.val = val


def unknown(why: str) -> Val:
    """Return a value that cannot be known."""
    return Val(why=why)


def refused(why: str) -> Val:
    """Return what an expression gives at which Terraform stops."""
    return Val(REFUSED, why=f"Terraform refuses it: {why}")


def make(data: "Any", spot: Spot | None = None) -> Val:
    """Return a known value; what is larger or deeper than the limits is unknown."""
    kind, size, depth = type(data), 1, 0
    if kind is str:
        size += len(data)
    elif kind is list or kind is dict or kind is Set:
        if len(data) > ELEMENTS:
            return Val(spot=spot, why=TOO_LARGE)
        for one in data.values() if kind is dict else data:
            if one.data is REFUSED:
                return Val(REFUSED, spot, one.why)
            size += one.size
            depth = max(depth, one.depth)
        depth += 1
    elif kind is int or kind is float:
        if not -1e30 < data < 1e30:
            return Val(spot=spot, why=TOO_LARGE)
        if kind is float and data.is_integer():
            data = int(data)
    return Val(spot=spot, why=TOO_LARGE) if size > SIZE or depth > DEPTH else Val(data, spot, None, None, size, depth)


def wrap(data: "Any") -> Val:
    """Return plain Python data as a value."""
    if isinstance(data, dict):
        return make({str(key): wrap(one) for key, one in data.items()})
    if isinstance(data, (list, tuple)):
        return make([wrap(one) for one in data])
    return make(data)


def plain(val: Val) -> "Any":
    """Return a value as plain Python data; raise `Unknown` if any part of it is."""
    if val.why is not None:
        raise Unknown(val)
    if isinstance(val.data, list):
        return [plain(one) for one in val.data]
    if isinstance(val.data, dict):
        return {key: plain(one) for key, one in val.data.items()}
    return val.data


def equal(one: Val, other: Val) -> bool | None:
    """Return whether two values are equal as Terraform sees it; None where that cannot be known.

    Collections of equal content may differ for Terraform: a list is no tuple, so that `var.zones == []` is false.
    """
    same = alike_content(one, other)
    return None if same and isinstance(one.data, (list, dict)) else same


def alike_content(one: Val, other: Val) -> bool | None:
    """Return whether two values have the same content."""
    if one.why is not None or other.why is not None:
        return None
    a, b = one.data, other.data
    if isinstance(a, list) and isinstance(b, list):
        return _all_equal(a, b) if len(a) == len(b) else False
    if isinstance(a, dict) and isinstance(b, dict):
        return _all_equal(a.values(), [b[key] for key in a]) if a.keys() == b.keys() else False
    number = isinstance(a, (int, float)) and isinstance(b, (int, float))
    return bool(a == b) and isinstance(a, bool) == isinstance(b, bool) and (number or type(a) is type(b))


def _all_equal(some: "Iterable[Val]", others: "Iterable[Val]") -> bool | None:
    answers = [alike_content(one, other) for one, other in zip(some, others, strict=True)]
    return False if False in answers else None if None in answers else True


def as_text(val: Val) -> Val:
    """Return a value as text, as Terraform converts it."""
    if val.why is not None or isinstance(val.data, str):
        return val
    data = val.data
    if isinstance(data, bool):
        return make("true" if data else "false", val.spot)
    if isinstance(data, (int, float)):
        return make(str(data), val.spot)
    return refused("a null, list or map where text is needed")


def as_number(val: Val) -> Val:
    """Return a value as a number."""
    if val.why is not None or (isinstance(val.data, (int, float)) and not isinstance(val.data, bool)):
        return val
    if isinstance(val.data, str) and len(val.data) < 40 and "_" not in val.data:
        try:
            return make(int(val.data) if val.data.isdigit() else float(val.data), val.spot)
        except ValueError:
            pass
    return refused("no number where one is needed")


def as_flag(val: Val) -> Val:
    """Return a value as true or false."""
    if val.why is not None or isinstance(val.data, bool):
        return val
    if isinstance(val.data, str) and val.data in ("true", "false"):
        return make(val.data == "true", val.spot)
    return refused("neither true nor false where one is needed")


def as_set(elements: "Iterable[Val]") -> Val:
    """Return elements as a set; unknown if one of them is."""
    kept: dict[object, Val] = {}
    for one in elements:
        if one.why is not None:
            return one
        kept.setdefault(one.data if isinstance(one.data, str) else repr(plain(one)), one)
    try:
        return make(Set(sorted(kept.values(), key=lambda one: one.data)))
    except TypeError:
        return make(Set(kept.values()))


def alike(elements: "Iterable[Val]") -> "list[Val]":
    """Return elements of one type: where text stands beside numbers or flags, all become text."""
    some = list(elements)
    kinds = {type(one.data) for one in some if one.why is None and one.data is not None}
    if len(kinds) > 1 and str in kinds and kinds <= {str, int, float, bool}:
        return [one if one.data is None else as_text(one) for one in some]
    return some


def located(val: Val, at: Spot, *, maybe: bool) -> Value:
    """Return a value as a field of a thing; `at` is the place of the attribute that uses it."""
    try:
        data = plain(val)
    except Unknown as reason:
        return Value(None, at, unknown=reason.val.why, maybe=maybe)
    spot = val.spot or at
    if isinstance(val.data, list) and len(val.data) == 1 and val.data[0].spot:
        spot = val.data[0].spot
    return Value(data, spot, related=None if spot == at else at, maybe=maybe)


def members(collection: Val) -> "Iterator[tuple[Val, Val]]":
    """Yield the keys and values of a collection in Terraform's order, as far as the limit goes."""
    if isinstance(collection.data, dict):
        for key in islice(sorted(collection.data), ELEMENTS):
            yield make(key, collection.data[key].spot), collection.data[key]
    elif isinstance(collection.data, Set):
        for one in islice(collection.data, ELEMENTS):
            yield one, one
    else:
        for at, one in enumerate(islice(collection.data, ELEMENTS)):
            yield make(at, one.spot), one
