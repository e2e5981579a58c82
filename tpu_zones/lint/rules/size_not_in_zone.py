"""A zone that has the generation in other sizes only."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import NodePool, TpuVm
from tpu_zones.lint.view.offer import section_claim
from tpu_zones.lint.view.pool import Pool
from tpu_zones.lint.view.tables import said
from tpu_zones.lint.view.vm import Vm
from tpu_zones.records.findings import Severity


def look(view: Pool | Vm, ask: Ask) -> Iterator[Found]:
    """Find sizes that the zone's list does not name, and legacy machine types outside their regions."""
    machine = view.machine
    if view.generation is None:
        return
    types = _types(view, ask)
    for zone, value in view.zones:
        one = ask.index.offering.get((view.generation, zone))
        if one is None:
            continue
        if types and one.sizes and types.isdisjoint(one.sizes):
            text = f"{zone} is listed for {', '.join(one.sizes)} only, and not for {', '.join(sorted(types))}"
            yield Found(value, text, shown=zone, claim=section_claim(ask, view.generation, zone))
        elif machine and machine.status == "legacy" and machine.regions and one.region not in machine.regions:
            text = f"{machine.machine_type} is a legacy machine type, to be seen in {', '.join(machine.regions)} only"
            yield Found(value, text, shown=zone, claim=said(machine))


def _types(view: Pool | Vm, ask: Ask) -> set[str]:
    """Return the accelerator types that the thing may be; empty: any."""
    if isinstance(view, Vm):
        return {view.hardware.accelerator_type} if view.hardware and view.hardware.accelerator_type else set()
    if view.machine is None:
        return set()
    shapes = ask.tables.shapes.get(view.machine.machine_type, {})
    own = shapes.get(view.shape.sides) if view.shape else None
    rows = [own] if own else shapes.values()
    return {one.accelerator_type for one in rows if one.accelerator_type}


RULE = Rule(
    "TPZ203",
    "size-not-in-zone",
    Severity.WARNING,
    (NodePool, TpuVm),
    look,
    why="Google's list names sizes for some zones (v2, v3), and the machine type listing shows legacy types in"
    " few regions. Other sizes are not known to be there.",
    source="https://docs.cloud.google.com/tpu/docs/regions-zones",
    wrong={"machine_type": "ct3p-hightpu-4t", "topology": "4x4", "locations": ["us-central1-a"]},
    right={"machine_type": "ct3p-hightpu-4t", "topology": "4x4", "locations": ["europe-west4-a"]},
)
