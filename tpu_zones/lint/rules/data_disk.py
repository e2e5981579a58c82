"""A data disk that a TPU VM cannot attach."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import TpuVm
from tpu_zones.lint.values import Value, given, items, plain
from tpu_zones.lint.view.vm import CLOUD_TPU, Vm
from tpu_zones.records.findings import Severity


def look(vm: Vm, ask: Ask) -> Iterator[Found]:
    """Find disk types that the generation does not attach, and too many disks."""
    disks, generation = vm.thing.disk_types, vm.generation
    if generation is None or disks is None or vm.surface != CLOUD_TPU:
        return
    allowed = ask.index.value("data-disks-on-cloud-tpu-vms", generation) or ask.tables.attached(generation)
    held = [(one, plain(one)) if isinstance(one, Value) else (disks, one) for one in items(disks)]
    for value, kind in dict.fromkeys((value, kind) for value, kind in held if isinstance(kind, str)):
        if allowed is None or kind in allowed:
            continue
        sure = kind.startswith("pd-") and all(one.startswith("hyperdisk") for one in allowed)
        verb = "cannot attach" if sure else "is not known to attach"
        text = f"{generation} {verb} {kind}; it takes {', '.join(allowed)}"
        yield Found(value, text, severity=None if sure else Severity.WARNING, shown=kind)
    most = ask.index.value("disks-of-a-cloud-tpu-vm", generation)
    if most and given(disks) and len(held) + 1 > most:
        text = f"{len(held)} data disks and the boot disk: a VM of {generation} takes {most} in all"
        claim = ask.tables.claim("disks-of-a-cloud-tpu-vm")
        yield Found(disks, text, shown=str(len(held)), severity=Severity.WARNING, claim=claim)


_VM = {"accelerator_type": "v6e-1", "zone": "us-east5-b", "runtime_version": "v2-alpha-tpuv6e"}

RULE = Rule(
    "TPZ413",
    "data-disk",
    Severity.ERROR,
    (TpuVm,),
    look,
    why="v6e attaches Hyperdisk only (balanced or ML); the older generations attach pd-balanced.",
    source="https://docs.cloud.google.com/tpu/docs/attach-durable-block-storage",
    fact="data-disks-on-cloud-tpu-vms",
    wrong={**_VM, "disk_types": ["pd-balanced"]},
    right={**_VM, "disk_types": ["hyperdisk-balanced"]},
)
