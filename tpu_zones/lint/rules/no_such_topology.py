"""A topology that the machine type does not have."""

from collections.abc import Iterator

from tpu_zones.errors import NoSuchSlice
from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import NodePool, TpuVm
from tpu_zones.lint.values import Value
from tpu_zones.lint.view.pool import Pool
from tpu_zones.lint.view.tables import DISPUTED, NONE, SLICES, UNSORTED
from tpu_zones.lint.view.vm import CLOUD_TPU, Vm
from tpu_zones.records.findings import Severity
from tpu_zones.shapes import topology_name


def look(view: Pool | Vm, ask: Ask) -> Iterator[Found]:
    """Find shapes that no slice has, unsorted ones, and those above the documented limit."""
    value = view.thing.topology
    if value is None or view.sides is None:
        return
    if isinstance(view, Vm):
        yield from _vm(view, ask, value)
        return
    fit, machine = view.fit, view.machine
    if fit is None or machine is None or fit.state not in (DISPUTED, NONE, UNSORTED):
        return
    unsure = Severity.WARNING if machine.status == "undocumented" else None
    name = topology_name(view.sides)
    if fit.state == UNSORTED:
        proper = topology_name(fit.proper or view.sides)
        taken = ask.tables.takes_unsorted(machine.generation)
        text = f"topology {name}: its sides are written in order, {proper}"
        severity = Severity.WARNING if taken else unsure
        yield Found(value, text, severity=severity, new=proper, claim=ask.tables.shape_claim(machine.machine_type))
    else:
        why, nearest = _why(ask, machine.machine_type, name)
        elsewhere = any(
            ask.tables.fit(one, view.sides).state in SLICES for one in ask.tables.machines_of(machine.generation)
        )
        new = nearest[0] if len(nearest) == 1 and fit.state == NONE and not elsewhere else None
        severity = Severity.WARNING if fit.state == DISPUTED else unsure
        yield Found(value, why, severity=severity, new=new, claim=ask.tables.shape_claim(machine.machine_type))


def _vm(vm: Vm, ask: Ask, value: Value) -> Iterator[Found]:
    """Find shapes that no machine of the generation has; the API also takes rotated ones of v4."""
    generation = vm.generation
    if generation is None or vm.surface != CLOUD_TPU or len(vm.sides or ()) != ask.tables.dimensions.get(generation):
        return
    fits = [ask.tables.fit(one, vm.sides or ()) for one in ask.tables.machines_of(generation)]
    if fits and all(fit.state == NONE for fit in fits):
        why, nearest = _why(ask, generation, topology_name(vm.sides or ()))
        yield Found(value, why, new=nearest[0] if len(nearest) == 1 else None)


def _why(ask: Ask, whose: str, topology: str) -> tuple[str, tuple[str, ...]]:
    """Return what is wrong with a shape, and the nearest ones."""
    try:
        rows = ask.catalog.slices(whose, topology=topology)
    except NoSuchSlice as error:
        return str(error), error.nearest
    note = next((one.note for one in rows if one.note), "above the documented limit")
    return f"topology {topology} on {whose}: {note}", ()


RULE = Rule(
    "TPZ302",
    "no-such-topology",
    Severity.ERROR,
    (NodePool, TpuVm),
    look,
    why="Each machine type has its list of topologies; above 64 chips 3D ones have sides in order, each a multiple"
    " of 4. GKE refuses others. 2x4 is one host of eight chips or two hosts of four: the machine type decides.",
    source="https://docs.cloud.google.com/kubernetes-engine/docs/concepts/tpus",
    wrong={"machine_type": "ct6e-standard-4t", "topology": "2x8"},
    right={"machine_type": "ct6e-standard-4t", "topology": "4x4"},
)
