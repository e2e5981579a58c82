"""A runtime of a TPU VM that is not its generation's."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import TpuVm
from tpu_zones.lint.values import text
from tpu_zones.lint.view.tables import said
from tpu_zones.lint.view.vm import CLOUD_TPU, Vm
from tpu_zones.records.findings import Severity

_BASE = "tpu-ubuntu2204-base"


def look(vm: Vm, ask: Ask) -> Iterator[Found]:
    """Find runtimes of other generations, and unknown ones."""
    value, name = vm.thing.runtime_version, text(vm.thing.runtime_version)
    if value is None or not name or vm.surface != CLOUD_TPU or vm.generation is None:
        return
    rows = ask.index.table("runtime_versions")
    own = [one for one in rows if vm.generation in one.generations and one.runtime_version]
    mine = [one for one in rows if one.runtime_version == name]
    if not own or any(vm.generation in one.generations or not one.generations for one in mine):
        return
    best = [one for one in own if one.recommended]
    use = f"use {' or '.join(one.runtime_version for one in best)}"
    if not mine:
        text_ = f"runtime version {name} is not known; {ask.newer}. For {vm.generation} {use}"
        yield Found(value, text_, severity=Severity.INFO)
        return
    refused = name == _BASE and vm.generation == "v6e"
    what = "does not see the TPU of" if refused else "is not the one for"
    new = best[0].runtime_version if len(best) == 1 else None
    severity = None if refused else Severity.WARNING
    text_ = f"runtime version {name} {what} {vm.generation}: {use}"
    yield Found(value, text_, severity=severity, new=new, claim=said(best[0]) if best else None)


_VM = {"accelerator_type": "v6e-1", "zone": "us-east5-b"}

RULE = Rule(
    "TPZ503",
    "runtime-version",
    Severity.ERROR,
    (TpuVm,),
    look,
    why="With the runtime of another generation the VM comes up and finds no TPU, without any refusal. For v5e the"
    " base image was reported to work with JAX.",
    source="https://docs.cloud.google.com/tpu/docs/runtimes",
    wrong={**_VM, "runtime_version": _BASE},
    right={**_VM, "runtime_version": "v2-alpha-tpuv6e"},
)
