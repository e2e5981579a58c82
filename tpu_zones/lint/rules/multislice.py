"""Several slices of a generation that cannot be joined."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import TpuVm
from tpu_zones.lint.values import given, number
from tpu_zones.lint.view.tables import said
from tpu_zones.lint.view.vm import Vm
from tpu_zones.records.findings import Severity


def look(vm: Vm, ask: Ask) -> Iterator[Found]:
    """Find queued resources of several v2 or v3 slices."""
    value = vm.thing.count
    if value is None or not given(value) or (number(value) or 0) < 2:
        return
    if excluded := ask.tables.no_multislice(vm.generation):
        text = f"{number(value)} slices of {vm.generation} cannot be joined by Multislice"
        yield Found(value, f"{text}; as independent ones they are fine", claim=said(excluded))


RULE = Rule(
    "TPZ320",
    "multislice",
    Severity.WARNING,
    (TpuVm,),
    look,
    why="Multislice does not join slices of the oldest generations: a request for several gives independent ones.",
    source="https://docs.cloud.google.com/kubernetes-engine/docs/how-to/tpu-multislice",
    fact="multislice",
    wrong={"accelerator_type": "v3-32", "zone": "europe-west4-a", "count": 2},
    right={"accelerator_type": "v4-16", "zone": "us-central2-b", "count": 2},
)
