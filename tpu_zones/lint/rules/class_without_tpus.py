"""A compute class that falls back to machines without TPUs."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.values import given, text
from tpu_zones.lint.view.workload import Work
from tpu_zones.lint.workloads import ComputeClass
from tpu_zones.records.findings import Severity


def look(work: Work, ask: Ask) -> Iterator[Found]:
    """Find classes with TPUs that scale up anyway."""
    value = work.value("when_unsatisfiable")
    if value is not None and given(value) and text(value) == "ScaleUpAnyway":
        said = "ScaleUpAnyway starts general machines, which have no TPU"
        yield Found(value, f"{said}: use DoNotScaleUp", new="DoNotScaleUp")


_TPU = {"accelerator": "tpu-v6e-slice", "topology": "2x2", "chips": 4}

RULE = Rule(
    "TPZ621",
    "class-without-tpus",
    Severity.WARNING,
    (ComputeClass,),
    look,
    why="Where no priority can be had, ScaleUpAnyway brings nodes on which Pods that ask for TPUs cannot run.",
    source="github:google/skills:skills/cloud/gke-compute-classes@1af7775",
    wrong={**_TPU, "when_unsatisfiable": "ScaleUpAnyway"},
    right={**_TPU, "when_unsatisfiable": "DoNotScaleUp"},
)
