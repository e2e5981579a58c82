"""A number of TensorCores that was taken for chips, or the other way round."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import NodePool, TpuVm
from tpu_zones.lint.values import given, text
from tpu_zones.lint.view.pool import Pool
from tpu_zones.lint.view.vm import Vm, hardware_of
from tpu_zones.names import Hardware
from tpu_zones.records.findings import Severity
from tpu_zones.shapes import topology_name, volume


def look(view: Pool | Vm, ask: Ask) -> Iterator[Found]:
    """Find an accelerator type beside a topology of another size, and pools named so."""
    if isinstance(view, Vm):
        hardware, value = view.hardware, view.thing.accelerator_type
        sized = hardware and hardware.accelerator_type and view.sides
        if hardware and sized and given(value) and volume(view.sides or ()) != hardware.chips:
            yield Found(value, _differs(ask, hardware, topology_name(view.sides or ())))
        return
    pool, name = view, text(view.thing.name)
    counted = name and ask.index.generations.get(pool.generation or "")
    if not counted or not name or not name.startswith(f"{counted.accelerator_type_prefix}-") or not pool.shape:
        return
    hardware = hardware_of(ask, name)
    if hardware is None:
        return
    value = pool.thing.name
    if value is not None and given(value) and hardware.tensorcores == pool.shape.chips and given(pool.thing.topology):
        text_ = _differs(ask, hardware, topology_name(pool.shape.sides))
        yield Found(value, f"{text_} (some tools count chips in such names)", severity=Severity.WARNING)


def _differs(ask: Ask, hardware: Hardware, topology: str) -> str:
    cores = f"{hardware.tensorcores} TensorCores = " if hardware.tensorcores else ""
    own = ask.catalog.slices(hardware.accelerator_type or "").one()
    shape = f", topology {own.topology}" if own.topology else ""
    return f"{hardware.accelerator_type} is {cores}{hardware.chips} chips{shape}, and not {topology}"


_VM = {"topology": "2x2x2", "zone": "us-east5-a"}

RULE = Rule(
    "TPZ106",
    "tensorcores-for-chips",
    Severity.ERROR,
    (TpuVm, NodePool),
    look,
    why="The number of an accelerator type counts TensorCores for v2, v3, v4 and v5p: half as many chips, hence"
    " half the nodes that were meant.",
    source="https://docs.cloud.google.com/tpu/docs/system-architecture-tpu-vm",
    fact="chips-suffix",
    wrong={**_VM, "accelerator_type": "v5p-8"},
    right={**_VM, "accelerator_type": "v5p-16"},
)
