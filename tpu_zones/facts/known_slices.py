"""The slices that are known: listed shapes, custom ones of 3D generations, and those of v2 by accelerator type."""

from tpu_zones.names import CORES_PER_COUNTED_CHIP
from tpu_zones.records.machines import Tier
from tpu_zones.records.slices import Slice
from tpu_zones.records.words import Answer, Surface, Unit
from tpu_zones.shapes import custom_shapes, own_shapes, topology_name, volume

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tpu_zones.facts.index import Index
    from tpu_zones.facts.slices import Wanted
    from tpu_zones.records.generations import Generation
    from tpu_zones.records.machines import MachineType, Shape, ShapeRule
    from tpu_zones.shapes import Sides

V2_CHIPS_PER_HOST = 4
"""A v2 host has 8 TensorCores. Source: Google's page on Cloud TPU v2, a copy of 2024."""
HIDDEN = (Tier.LEGACY, Tier.UNDOCUMENTED)
"""What comes back only where its machine type is named."""
_GKE_ONLY = "only through GKE"
"""What the note of a shape says that no other surface makes."""


def known_slices(index: "Index", wanted: "Wanted") -> "tuple[list[Slice], list[Shape]]":
    """Return the slices that fit, in no order, and the shapes that would if their machine type were named."""
    generation, hidden = wanted.generation, []
    machines = {
        one.machine_type: one for one in index.table("machine_types") if one.generation == generation.generation
    }
    if not machines:
        return list(_by_accelerator_type(wanted)), []
    shapes = [one for one in index.table("shapes") if wanted.has(one.machine_type) and one.machine_type in machines]
    found = []
    for shape in shapes:
        if not wanted.fits(_sides(shape)):
            continue
        if shape.tier in HIDDEN and shape.machine_type not in wanted.named:
            hidden.append(shape)
        else:
            rule = rule_of(index, shape.machine_type)
            found.append(_listed(generation, machines[shape.machine_type], shape, rule))
    for name in {one.machine_type for one in shapes}:
        rule = rule_of(index, name)
        if rule and (machines[name].status == "documented" or name in wanted.named):
            found += _custom(wanted, machines[name], rule, [one for one in shapes if one.machine_type == name])
    return found, hidden


def rule_of(index: "Index", machine_type: str | None) -> "ShapeRule | None":
    """Return the rule by which a machine type has larger shapes than those listed."""
    return next((one for one in index.table("shape_rules") if one.machine_type == machine_type), None)


def above(rule: "ShapeRule") -> str:
    """Return what is to be said of a shape between the documented limit and that of tools."""
    return f"above the documented {rule.max_chips} chips ({rule.max_topology}); tools go to {rule.disputed_max_chips}"


def _sides(shape: "Shape") -> "Sides":
    return tuple(map(int, shape.topology.split("x")))


def _by_accelerator_type(wanted: "Wanted") -> "Iterator[Slice]":
    """Yield the slices of a generation without machine types: v2."""
    generation = wanted.generation
    if wanted.sides or generation.accelerator_type_unit is not Unit.TENSORCORES:
        return
    for name in generation.accelerator_types:
        cores = int(name.rpartition("-")[2])
        chips = cores // CORES_PER_COUNTED_CHIP
        if wanted.chips in (None, chips):
            yield Slice(
                generation=generation.generation,
                machine_type=None,
                topology=None,
                chips=chips,
                tensorcores=cores,
                hosts=chips // V2_CHIPS_PER_HOST,
                chips_per_host=V2_CHIPS_PER_HOST,
                multi_host=chips > V2_CHIPS_PER_HOST,
                gke_accelerator=None,
                accelerator_type=name,
                surfaces=(Surface.CLOUD_TPU_API,),
                tier=Tier.LISTED,
                sources=generation.sources,
                seen=generation.seen,
            )


def _listed(generation: "Generation", machine: "MachineType", shape: "Shape", rule: "ShapeRule | None") -> Slice:
    return Slice(
        generation=shape.generation,
        machine_type=shape.machine_type,
        topology=shape.topology,
        chips=shape.chips,
        tensorcores=shape.tensorcores,
        hosts=shape.hosts,
        chips_per_host=shape.chips_per_host,
        multi_host=shape.multi_host,
        gke_accelerator=shape.gke_accelerator,
        accelerator_type=shape.accelerator_type,
        surfaces=_surfaces(generation, machine, shape.accelerator_type, shape.note),
        tier=shape.tier,
        disputed=rule is not None and shape.chips > rule.max_chips,
        sources=shape.sources,
        seen=shape.seen,
        note=shape.note and shape.note.strip(),
    )


def _custom(
    wanted: "Wanted", machine: "MachineType", rule: "ShapeRule", listed: "Sequence[Shape]"
) -> "Iterator[Slice]":
    """Yield the shapes that the rule makes and no table lists."""
    known: Mapping[Sides, Shape] = {_sides(one): one for one in listed}
    named = {one.chips for one in listed if one.accelerator_type}
    generation, own = wanted.generation, own_shapes(rule)
    prefix = generation.accelerator_type_prefix if generation.cloud_tpu_api is Answer.YES else None
    cores = listed[0].tensorcores // listed[0].chips
    for sides in custom_shapes(rule):
        if sides in known or not wanted.fits(sides):
            continue
        chips = volume(sides)
        disputed = chips > rule.max_chips
        name = f"{prefix}-{chips * cores}" if prefix and chips not in named and own[chips] == sides else None
        yield Slice(
            generation=rule.generation,
            machine_type=rule.machine_type,
            topology=topology_name(sides),
            chips=chips,
            tensorcores=chips * cores,
            hosts=chips // machine.chips,
            chips_per_host=machine.chips,
            multi_host=chips > machine.chips,
            gke_accelerator=machine.gke_accelerator,
            accelerator_type=name,
            surfaces=_surfaces(generation, machine, name, None),
            tier=Tier.CUSTOM if machine.status == "documented" else Tier.UNDOCUMENTED,
            disputed=disputed,
            sources=rule.sources,
            seen=rule.seen,
            note=above(rule) if disputed else None,
        )


def _surfaces(
    generation: "Generation", machine: "MachineType", accelerator_type: str | None, note: str | None
) -> tuple[Surface, ...]:
    """Return where a slice can be created; what is not known to work is left out."""
    instances = generation.compute_engine is Answer.YES and machine.compute_engine is Answer.YES
    by = {
        Surface.GKE: machine.gke is Answer.YES and machine.gke_accelerator is not None,
        Surface.COMPUTE_ENGINE: instances and _GKE_ONLY not in (note or ""),
        Surface.CLOUD_TPU_API: accelerator_type is not None,
    }
    return tuple(surface for surface, can in by.items() if can)
