"""A machine type with the look of a TPU's that nobody knows."""

from collections.abc import Iterator

from tpu_zones.errors import did_you_mean
from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import NodePool, TpuVm, looks_like_tpu
from tpu_zones.lint.values import Value, text
from tpu_zones.lint.view.pool import Pool
from tpu_zones.lint.view.tables import newer_than, said
from tpu_zones.lint.view.vm import Vm
from tpu_zones.records.findings import Severity
from tpu_zones.records.machines import MachineType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tpu_zones.lint.view.workload import Work


def look(view: "Pool | Vm | Work", ask: Ask) -> Iterator[Found]:
    """Find machine types that no source has, and those that no page of Google's has."""
    value: Value | None = getattr(view.thing, "machine_type", None)
    name = text(value)
    if value is None or not name or not looks_like_tpu(name):
        return
    machine = ask.tables.machines.get(name.strip().casefold())
    on_gke = not isinstance(view, Vm)
    if machine is None or (machine.machine_type != name and name not in machine.aliases):
        yield _unknown(ask, value, name, machine)
    elif on_gke and name != machine.machine_type:
        text_ = f"{name} is the name for Compute Engine instances; on GKE the machine type is {machine.machine_type}"
        yield Found(value, text_, severity=Severity.WARNING, new=machine.machine_type)
    elif machine.status == "not-gke" and on_gke:
        known = "no page and no GKE source lists it for node pools"
        there = ", ".join(one.machine_type for one in ask.tables.machines_of(machine.generation))
        yield Found(value, f"{name}: {known}; GKE has {there}", severity=Severity.WARNING, claim=said(machine))
    elif machine.status == "undocumented":
        text_ = f"{name} is in Google's code, and on none of its pages; it may be refused"
        yield Found(value, text_, severity=Severity.WARNING, claim=said(machine))


def _unknown(ask: Ask, value: Value, name: str, machine: MachineType | None) -> Found:
    if machine is not None:
        return Found(value, f"machine type {name} is written {machine.machine_type}", new=machine.machine_type)
    early = newer_than(ask.index, name, ("tpu", "ct"))
    if early == "announced":
        text_ = f"machine type {name}: its generation is announced, nothing public yet"
        return Found(value, text_, severity=Severity.WARNING)
    if early == "newer":
        return Found(value, f"machine type {name} is not known; {ask.newer}", severity=Severity.INFO)
    severity = Severity.WARNING if name.startswith(ask.tables.doubtful_families) else None
    meant = _meant(ask, name)
    if meant:
        whose = f"; {meant[0].generation} has {', '.join(one.machine_type for one in meant)}"
    else:
        known = [one.machine_type for one in ask.tables.machines.values() if one.status == "documented"]
        whose = did_you_mean(ask.tables.near(name, known))
    same = [one for one in meant if one.chips == _chips(name)]
    new = same[0].machine_type if len(same) == 1 else None
    text_ = f"machine type {name} does not exist{whose}" + (f": set {new}" if new and len(meant) > 1 else "")
    return Found(value, text_, severity=severity, new=new)


def _meant(ask: Ask, name: str) -> list[MachineType]:
    """Return the machine types of the family, or of the generation, that a name speaks of."""
    generation = ask.tables.generation(name)
    machines = ask.tables.machines_of(generation) if generation else []
    family = name.casefold().partition("-")[0]
    return [one for one in machines if one.family == family] or machines


def _chips(name: str) -> int:
    digits = name.removesuffix("-tpu").rpartition("-")[2].removesuffix("t")
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 4 else 0


RULE = Rule(
    "TPZ101",
    "unknown-machine-type",
    Severity.ERROR,
    (NodePool, TpuVm),  # and compute classes, whose module is loaded where there are some
    look,
    why="GKE refuses a machine type that does not exist. Up to v5p the names say hightpu, from v6e on standard.",
    source="github:GoogleCloudPlatform/cluster-autoscaler:pkg/cloudprovider/gke/machinetypes/deprecated_tpu_config.go",
    wrong={"machine_type": "ct6e-hightpu-4t"},
    right={"machine_type": "ct6e-standard-4t"},
)
