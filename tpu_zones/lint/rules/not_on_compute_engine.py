"""A TPU machine type that is no Compute Engine instance."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import TpuVm
from tpu_zones.lint.view.vm import COMPUTE_ENGINE, Vm
from tpu_zones.records.findings import Severity
from tpu_zones.records.words import Answer


def look(vm: Vm, ask: Ask) -> Iterator[Found]:
    """Find instances of a machine type that only GKE has."""
    value, machine = vm.thing.machine_type, vm.machine
    if value is None or machine is None or vm.surface != COMPUTE_ENGINE or machine.compute_engine is not Answer.NO:
        return
    severity = None if machine.status in ("documented", "legacy") else Severity.WARNING
    served = [one.generation for one in ask.index.generations.values() if one.compute_engine is Answer.YES]
    text = f"{machine.machine_type} is no Compute Engine instance: that takes {', '.join(served)}"
    yield Found(value, f"{text}; use GKE for {machine.generation}", severity=severity)


_VM = {"zone": "us-central1-a", "surface": COMPUTE_ENGINE}

RULE = Rule(
    "TPZ506",
    "not-on-compute-engine",
    Severity.ERROR,
    (TpuVm,),
    look,
    why="Compute Engine makes instances of v5p, v6e and tpu7x only; it refused v5e in a test of August 2026.",
    source="https://docs.cloud.google.com/compute/docs/tpus/tpu-machines",
    fact="compute-engine-instances",
    wrong={**_VM, "machine_type": "ct5lp-hightpu-4t"},
    right={**_VM, "machine_type": "ct5p-hightpu-4t"},
)
