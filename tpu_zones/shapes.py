"""Sizes and shapes of slices: arithmetic on topologies."""

from functools import lru_cache

from tpu_zones.errors import WrongUsage, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tpu_zones.records.machines import ShapeRule

    Sides = tuple[int, ...]

_DIGITS = 5
_SHOWN = 40
_FORM = "it is written like 4x4 or 2x2x4, whole numbers from 1 with an x between"


def parse_topology(text: str) -> "Sides":
    """Return the sides of a topology, in the order written; case and blanks do not count.

    Raises `WrongUsage` with one sentence for anything that is no topology of two or three sides.

    >>> parse_topology("2x2x4"), parse_topology(" 16 X 16 ")
    ((2, 2, 4), (16, 16))
    """
    if not isinstance(text, str):
        raise WrongUsage(f"topology {shown(text, _SHOWN)}: {_FORM}")
    return _sides(text)


@lru_cache(maxsize=128)
def _sides(text: str) -> "Sides":
    parts = [part.strip() for part in text.casefold().split("x")]
    if len(parts) < 2 or not all(part.isascii() and part.isdigit() and part[0] != "0" for part in parts):
        raise WrongUsage(f"topology {shown(text, _SHOWN)}: {_FORM}")
    if len(parts) > 3:
        raise WrongUsage(f"topology {shown(text, _SHOWN)}: it has {len(parts)} sides, and a slice has 2 or 3")
    if max(map(len, parts)) > _DIGITS:
        raise WrongUsage(f"topology {shown(text, _SHOWN)}: no slice has a side of more than {_DIGITS} digits")
    return tuple(map(int, parts))


def topology_name(sides: "Iterable[int]") -> str:
    """Return the sides as they are written.

    >>> topology_name((2, 2, 4))
    '2x2x4'
    """
    return "x".join(map(str, sides))


def volume(sides: "Iterable[int]") -> int:
    """Return the chips of a topology.

    >>> volume((4, 8, 8))
    256
    """
    chips = 1
    for side in sides:
        chips *= side
    return chips


def cubic(sides: "Iterable[int]") -> "Sides":
    """Return a sort key: of two shapes the more cubic is the smaller, by the longest side, then by the next.

    Equal for two topologies exactly if one is a rotation of the other.

    >>> min([(4, 4, 32), (8, 8, 8), (4, 8, 16)], key=cubic)
    (8, 8, 8)
    """
    return tuple(sorted(sides, reverse=True))


def limit(rule: "ShapeRule") -> int:
    """Return the larger of the two limits, in chips, that sources name for a 3D generation."""
    return max(rule.max_chips, rule.disputed_max_chips or 0)


def custom_sizes(rule: "ShapeRule") -> range:
    """Return the sizes, in chips, that a 3D generation has above its listed shapes.

    Each side is a multiple of `multiple_of`, so every multiple of its cube is the volume of some shape,
    1 x 1 x n cubes at the least. Runs to the larger of the two limits that sources name.
    """
    cube = rule.multiple_of**3
    return range(rule.above_chips // cube * cube + cube, limit(rule) + 1, cube)


def custom_shapes(rule: "ShapeRule") -> "tuple[Sides, ...]":
    """Return the shapes of a 3D generation above its listed ones: sides in order, each a multiple.

    No side has a bound of its own: 4 x 4 x n goes as far as the chips do.
    """
    return _multiples(rule.multiple_of, rule.above_chips, limit(rule))


def own_shapes(rule: "ShapeRule") -> "Mapping[int, Sides]":
    """Return the most cubic custom shape of each size: what an accelerator type means, where no table says it."""
    return _most_cubic(rule.multiple_of, rule.above_chips, limit(rule))


@lru_cache(maxsize=16)
def _most_cubic(step: int, above: int, most: int) -> "Mapping[int, Sides]":
    return {volume(sides): sides for sides in sorted(_multiples(step, above, most), key=cubic, reverse=True)}


@lru_cache(maxsize=16)
def _multiples(step: int, above: int, most: int) -> "tuple[Sides, ...]":
    return tuple(
        (a, b, c)
        for a in range(step, most + 1, step)
        if a**3 <= most
        for b in range(a, most // a + 1, step)
        if a * b * b <= most
        for c in range(b, most // (a * b) + 1, step)
        if a * b * c > above
    )
