"""A runtime of a TPU VM that is not its generation's."""

import re
from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import TpuVm
from tpu_zones.lint.values import Value, text
from tpu_zones.lint.view.tables import said
from tpu_zones.lint.view.vm import CLOUD_TPU, Vm
from tpu_zones.records.findings import Severity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tpu_zones.records.versions import RuntimeVersion

_BASE = "tpu-ubuntu2204-base"
_OLD_GENERATIONS = frozenset(("v2", "v3", "v4"))
_OLD_FAMILY = re.compile(r"tpu-vm-[a-z0-9.-]+")
"""Images from before the one base image: tpu-vm-base, tpu-vm-v4-base, tpu-vm-pt-*, tpu-vm-tf-*."""
_TENSORFLOW = re.compile(
    r"(?:tpu-vm-){1,2}tf-(\d{1,3})\.(\d{1,3})\.\d{1,3}(?:-pod)?(?P<kind>-v4|-pjrt|-se)?(?:-pod)?"
    r"(?:-(?P<only>v\d\w{0,2}(?:-and-v\d\w{0,2})*))?"
)
"""Names of 2.18.0 say for whom they are, and some have the beginning twice (used in a repository of 2025-07)."""
_FIRST_TENSORFLOW, _SINCE = (2, 15), "2.15.0 (tpu-vm-tf-2.15.0-pjrt)"
"""From this one on TensorFlow's images are for v5e, v5p and v6e, too. Source: that of the rule, read 2026-11-30."""


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
    tensorflow, old = _TENSORFLOW.fullmatch(name), _OLD_FAMILY.fullmatch(name) is not None
    recent = vm.generation not in _OLD_GENERATIONS
    if not mine and tensorflow:
        if not _takes(vm.generation, tensorflow):
            why = f"it takes TensorFlow from {_SINCE} on; else " if recent else ""
            text_ = f"runtime version {name} is not the one for {vm.generation}: {why}{use}"
            yield Found(value, text_, severity=Severity.WARNING)
    elif not mine and not (old and recent):
        known = [one.runtime_version for one in rows if one.runtime_version]
        what = "is an older one" if old or _is_older(name, known) else f"is not known; {ask.newer}"
        yield Found(value, f"runtime version {name} {what}. For {vm.generation} {use}", severity=Severity.INFO)
    else:
        yield _of_another(value, name, vm.generation, best, use)


def _of_another(value: Value, name: str, generation: str, best: "list[RuntimeVersion]", use: str) -> Found:
    """Return what is wrong with a runtime that is known, and another generation's."""
    refused = name == _BASE and generation == "v6e"
    what = "does not see the TPU of" if refused else "is not the one for"
    return Found(
        value,
        f"runtime version {name} {what} {generation}: {use}",
        severity=None if refused else Severity.WARNING,
        new=best[0].runtime_version if len(best) == 1 else None,
        claim=said(best[0]) if best else None,
    )


def _takes(generation: str, tensorflow: "re.Match[str]") -> bool:
    """Whether a generation has an image of TensorFlow: those that end in -v4, or in names, are for these alone."""
    if tensorflow["only"]:
        return any(generation.startswith(one) for one in tensorflow["only"].split("-and-"))
    if tensorflow["kind"] == "-v4":
        return generation == "v4"
    return generation in _OLD_GENERATIONS or (int(tensorflow[1]), int(tensorflow[2])) >= _FIRST_TENSORFLOW


def _is_older(name: str, known: list[str]) -> bool:
    """Whether a name differs from known ones in its numbers alone, and one of them has a higher one."""
    alike = [_numbers(one) for one in known if _words(one) == _words(name)]
    return bool(alike) and _numbers(name) < max(alike)


def _words(name: str) -> list[str]:
    return re.split(r"\d+", name)


def _numbers(name: str) -> list[int]:
    return [int(one) for one in re.findall(r"\d+", name[:100])]


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
