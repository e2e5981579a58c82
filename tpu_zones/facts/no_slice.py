"""Why there is no such slice, and which are nearest."""

from tpu_zones.errors import NoSuchSlice
from tpu_zones.facts.known_slices import rule_of
from tpu_zones.records.table import counted
from tpu_zones.shapes import cubic, parse_topology, topology_name, volume

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tpu_zones.facts.index import Index
    from tpu_zones.facts.slices import Wanted
    from tpu_zones.records.machines import Shape
    from tpu_zones.records.slices import Slice
    from tpu_zones.shapes import Sides

_AND_LARGER = " and larger"
_SHOWN = 4


def no_slice(index: "Index", wanted: "Wanted", every: "Sequence[Slice]", hidden: "Sequence[Shape]") -> NoSuchSlice:
    """Return the error: what was asked, what is wrong with it, what is nearest.

    `every` are the slices of the generation or of the machine types asked for, in order; `hidden` those
    that fit, and come back only where their machine type is named.
    """
    machines = " or ".join(sorted(wanted.machines))
    whose = machines or wanted.generation.generation
    what = f"is {topology_name(wanted.sides)}" if wanted.sides else f"has {counted(wanted.chips or 0, 'chip')}"
    chips = volume(wanted.sides) if wanted.sides else wanted.chips or 0
    why, nearest = _shape(index, wanted, every) if wanted.sides else ("", ())
    if not why:
        why = "; ".join(_rejected(index, wanted, chips))
    if not nearest:
        nearest = _same_size(every, chips) or _around(every, chips)
        near = _listed(every, chips, nearest)
        why = why if near in why else f"{why}; {near}" if why else near
    if hidden:
        why += "".join(f"; {one.machine_type} ({one.tier}) has it: name it to see it" for one in hidden)
    return NoSuchSlice(f"no slice of {whose} {what}: {why}", nearest=nearest)


def _shape(index: "Index", wanted: "Wanted", every: "Sequence[Slice]") -> "tuple[str, tuple[str, ...]]":
    """Say what is wrong with a topology's form or order, and name the right one."""
    sides: Sides = wanted.sides or ()
    known = {one.topology: parse_topology(one.topology) for one in every if one.topology}
    if not known:
        return "its shapes are not known, and it is asked for by accelerator type", ()
    sorted_one = next((name for name, other in known.items() if cubic(other) == cubic(sides)), None)
    if sorted_one:
        return f"its sides are written in order, {sorted_one}", (sorted_one,)
    dimensions = len(next(iter(known.values())))
    if len(sides) != dimensions:
        return f"its topologies are {dimensions}D ({'x'.join('ABC'[:dimensions])})", ()
    rule = next(filter(None, (rule_of(index, one.machine_type) for one in every)), None)
    if rule and volume(sides) > rule.above_chips and any(side % rule.multiple_of for side in sides):
        return f"above {rule.above_chips} chips each side is a multiple of {rule.multiple_of}", ()
    return "", ()


def _rejected(index: "Index", wanted: "Wanted", chips: int) -> "list[str]":
    """Return why a machine type does not have the topology; for a whole generation only exact matches count."""
    of_generation = {
        one.machine_type for one in index.table("machine_types") if one.generation == wanted.generation.generation
    }
    reasons = []
    for one in index.table("rejected_names"):
        if one.topology is None or one.name not in (wanted.machines or of_generation):
            continue
        smallest = parse_topology(one.topology.removesuffix(_AND_LARGER))
        if one.topology.endswith(_AND_LARGER):
            fits = bool(wanted.machines) and chips >= volume(smallest)
        else:
            fits = wanted.sides == smallest
        if fits:
            reasons.append(one.reason)
    return reasons


def _same_size(every: "Sequence[Slice]", chips: int) -> tuple[str, ...]:
    return _names([one for one in every if one.chips == chips])[:_SHOWN]


def _around(every: "Sequence[Slice]", chips: int) -> tuple[str, ...]:
    """Return the first slice of the nearest smaller size and of the nearest larger one."""
    sizes = [one.chips for one in every]
    near = (max((n for n in sizes if n < chips), default=0), min((n for n in sizes if n > chips), default=0))
    return tuple(_names([one for one in every if one.chips == size])[0] for size in near if size)


def _listed(every: "Sequence[Slice]", chips: int, nearest: tuple[str, ...]) -> str:
    """Return the nearest slices in words."""
    by_name = {_name(one): one for one in reversed(every)}
    found = [by_name[name] for name in nearest]
    if found[0].chips == chips:
        return f"{chips} chips are {' or '.join(nearest)}"
    texts = [f"{_name(one)} ({counted(one.chips, 'chip')})" for one in found]
    if len(found) == 2:
        return f"nearest are {' and '.join(texts)}"
    if found[0].chips > chips:
        hosts = "one host" if found[0].hosts == 1 else f"{found[0].hosts} hosts"
        return f"the smallest is {_name(found[0])} = {found[0].chips} chips, {hosts}"
    return f"the largest is {texts[0]}"


def _name(one: "Slice") -> str:
    return one.topology or one.accelerator_type or ""


def _names(found: "Sequence[Slice]") -> tuple[str, ...]:
    return tuple(dict.fromkeys(map(_name, found)))
