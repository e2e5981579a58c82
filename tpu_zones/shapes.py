"""Sizes and shapes of slices: arithmetic on topologies."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tpu_zones.records.machines import ShapeRule


def custom_sizes(rule: "ShapeRule") -> range:
    """Return the sizes, in chips, that a 3D generation has above its listed shapes.

    Each side is a multiple of `multiple_of`, so every multiple of its cube is the volume of some shape,
    1 x 1 x n cubes at the least. Runs to the larger of the two limits that sources name.
    """
    cube = rule.multiple_of**3
    return range(2 * cube, max(rule.max_chips, rule.disputed_max_chips or 0) + 1, cube)
