"""Slices of different shapes that are joined by Multislice."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.values import given, items, text
from tpu_zones.lint.view.workload import Work
from tpu_zones.lint.workloads import Workload
from tpu_zones.records.findings import Severity


def look(work: Work, ask: Ask) -> Iterator[Found]:
    """Find groups that select other nodes than the first group that they are joined with."""
    value, first = work.thing.topology, [str(one) for one in items(work.value("joined_with"))]
    mine = [text(work.thing.accelerator), text(work.thing.topology)]
    if value is not None and given(value) and len(first) == len(mine) and all(mine) and mine != first:
        said = f"slices of {work.nodes} are joined with those of topology {first[1]} on {first[0]}"
        yield Found(value, f"{said}: Multislice joins slices of one shape")


_PODS = {"kind": "JobSet", "accelerator": "tpu-v6e-slice", "chips": 4, "joined_with": ["tpu-v6e-slice", "4x4"]}

RULE = Rule(
    "TPZ617",
    "multislice-mixed",
    Severity.ERROR,
    (Workload,),
    look,
    why="All slices that Multislice joins are of one generation, machine type and topology. Groups count as joined"
    " where both have MEGASCALE settings.",
    source="https://docs.cloud.google.com/kubernetes-engine/docs/how-to/tpu-multislice",
    fact="multislice",
    wrong={**_PODS, "topology": "4x8", "pods": 8},
    right={**_PODS, "topology": "4x4", "pods": 4},
)
