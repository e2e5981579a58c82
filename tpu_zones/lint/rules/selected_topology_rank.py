"""A topology of a workload with as many numbers as other generations have."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.view.workload import Work
from tpu_zones.lint.workloads import ComputeClass, Flavor, Workload
from tpu_zones.records.findings import Severity
from tpu_zones.shapes import topology_name, volume


def look(work: Work, ask: Ask) -> Iterator[Found]:
    """Find topologies of two numbers for 3D generations, and of three for 2D ones."""
    value, generation = work.thing.topology, work.generation
    if value is None or work.sides is None or generation is None:
        return
    wanted = ask.tables.dimensions.get(generation)
    if wanted is None or len(work.sides) == wanted:
        return
    same = [
        topology_name(one) for one in sorted(ask.tables.topologies(generation)) if volume(one) == volume(work.sides)
    ]
    cure = f": {' or '.join(same)} has as many chips" if same else ""
    text = f"topologies of {generation} have {wanted} numbers, and {work.topology} has {len(work.sides)}{cure}"
    yield Found(value, text, new=same[0] if len(same) == 1 else None)


RULE = Rule(
    "TPZ604",
    "selected-topology-rank",
    Severity.ERROR,
    (Workload, Flavor, ComputeClass),
    look,
    why="Topologies of v3, v5e and v6e have two numbers, those of v4, v5p and tpu7x three; no node carries another.",
    source="https://docs.cloud.google.com/kubernetes-engine/docs/concepts/tpus",
    fact="dims-rank",
    wrong={"kind": "Job", "accelerator": "tpu-v5p-slice", "topology": "4x4", "chips": 4},
    right={"kind": "Job", "accelerator": "tpu-v5p-slice", "topology": "2x2x4", "chips": 4, "pods": 4},
)
