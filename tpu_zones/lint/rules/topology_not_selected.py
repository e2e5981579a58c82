"""Pods that ask for TPUs, and do not say in which shape."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.values import number
from tpu_zones.lint.view.workload import Work
from tpu_zones.lint.workloads import Workload
from tpu_zones.records.findings import Severity
from tpu_zones.shapes import topology_name

KEY = "cloud.google.com/gke-tpu-topology"


def look(work: Work, ask: Ask) -> Iterator[Found]:
    """Find Pods without the topology selector, where nothing else selects the nodes."""
    if (at := work.unselected("topology")) is None:
        return
    fitting = list(dict.fromkeys(_fitting(work, ask)))
    cure = f": {' or '.join(fitting)}" if fitting else ""
    yield Found(at, f"the Pods ask for google.com/tpu without the node selector {KEY}: GKE refuses them; add it{cure}")


def _fitting(work: Work, ask: Ask) -> Iterator[str]:
    """Yield the topologies with the chips and the number of Pods."""
    pods = number(work.value("pods")) or 1
    for one in work.machines:
        if one.status == "documented" and one.chips == work.chips:
            shapes = ask.tables.shapes.get(one.machine_type, {})
            yield from (topology_name(sides) for sides, shape in shapes.items() if shape.hosts == pods)


RULE = Rule(
    "TPZ603",
    "topology-not-selected",
    Severity.ERROR,
    (Workload,),
    look,
    why="GKE admits Pods that ask for TPUs only with the topology selector, and so does Ray's webhook; it may be"
    " left to a compute class, to Kueue or to what places dynamic slices.",
    source="github:GoogleCloudPlatform/cluster-toolkit/pull/5820",
    fact="selectors",
    wrong={"kind": "Pod", "accelerator": "tpu-v6e-slice", "chips": 4},
    right={"kind": "Pod", "accelerator": "tpu-v6e-slice", "chips": 4, "topology": "2x2"},
)
