"""A priority of a compute class that says of its TPUs only a part."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.values import absent
from tpu_zones.lint.view.workload import Work
from tpu_zones.lint.workloads import ComputeClass
from tpu_zones.records.findings import Severity

_PARTS = {"accelerator": "type", "chips": "count", "topology": "topology"}


def look(work: Work, ask: Ask) -> Iterator[Found]:
    """Find priorities that certainly lack one of the three."""
    lacking = [name for field, name in _PARTS.items() if absent(work.value(field))]
    there = [value for field in _PARTS if (value := work.value(field)) is not None and not absent(value)]
    if lacking and there:
        text = (
            f"tpu has no {' and no '.join(lacking)}: it takes type, count (the chips of a node) and topology together"
        )
        yield Found(there[0], text)


_TPU = {"accelerator": "tpu-v6e-slice", "topology": "2x2", "chips": 4}

RULE = Rule(
    "TPZ622",
    "class-incomplete",
    Severity.ERROR,
    (ComputeClass,),
    look,
    why="A TPU rule of a compute class names the accelerator, the chips of a node and the topology; from two of them"
    " no node follows.",
    source="https://docs.cloud.google.com/kubernetes-engine/docs/concepts/about-custom-compute-classes",
    fact="computeclass-tpu",
    wrong={**_TPU, "topology": None},
    right=_TPU,
)
