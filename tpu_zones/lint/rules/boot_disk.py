"""A boot disk that the machine type does not take."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import NodePool, TpuVm
from tpu_zones.lint.values import Value, text
from tpu_zones.lint.view.pool import Pool
from tpu_zones.lint.view.tables import said
from tpu_zones.lint.view.vm import Vm
from tpu_zones.lint.view.words import field
from tpu_zones.lint.view.workload import Work
from tpu_zones.lint.workloads import ComputeClass
from tpu_zones.records.findings import Severity


def look(view: Pool | Vm | Work, ask: Ask) -> Iterator[Found]:
    """Find disk types outside the machine type's list, of pools, VMs of Compute Engine and compute classes."""
    value: Value | None = view.thing.disk_type
    disk, machine = text(value), view.machine
    if isinstance(view, Work) and len(view.machines) == 1:  # a class that names the machine type alone
        (machine,) = view.machines
    if value is None or not disk or machine is None or not machine.boot_disk_types or disk in machine.boot_disk_types:
        return
    hyperdisk = all(one.startswith("hyperdisk") for one in machine.boot_disk_types)
    refused = hyperdisk and disk.startswith("pd-") and machine.status == "documented"
    verb = "cannot boot from" if refused else "is not known to boot from"
    known = machine.boot_disk_types
    kind = "" if isinstance(view, Vm) else field(view.thing, "disk_type") + " "
    text_ = f"{machine.machine_type} {verb} {kind}{disk}; it takes {', '.join(known)}"
    severity = None if refused else Severity.WARNING
    yield Found(value, text_, severity=severity, new=known[0] if len(known) == 1 else None, claim=said(machine))


RULE = Rule(
    "TPZ412",
    "boot-disk",
    Severity.ERROR,
    (NodePool, TpuVm, ComputeClass),
    look,
    why="v6e and tpu7x boot from Hyperdisk Balanced only: a persistent disk is refused. For v5e and v5p the"
    " autoscaler knows pd-balanced and pd-ssd. No disk type at all is fine.",
    source="https://docs.cloud.google.com/compute/docs/tpus/tpu-machines",
    wrong={"machine_type": "ct6e-standard-4t", "disk_type": "pd-balanced"},
    right={"machine_type": "ct6e-standard-4t", "disk_type": "hyperdisk-balanced"},
)
