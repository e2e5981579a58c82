"""Pods that ask for TPUs, and do not say which."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.view.tables import SLICES
from tpu_zones.lint.view.workload import Work
from tpu_zones.lint.workloads import Workload
from tpu_zones.records.findings import Severity

KEY = "cloud.google.com/gke-tpu-accelerator"


def look(work: Work, ask: Ask) -> Iterator[Found]:
    """Find Pods without the accelerator selector, where nothing else selects the nodes."""
    if (at := work.unselected("accelerator")) is None:
        return
    fitting = list(_fitting(work, ask))
    cure = f": one of {', '.join(fitting)}" if len(fitting) > 1 else f": {fitting[0]}" if fitting else ""
    yield Found(at, f"the Pods ask for google.com/tpu without the node selector {KEY}: GKE refuses them; add it{cure}")


def _fitting(work: Work, ask: Ask) -> Iterator[str]:
    """Yield the labels whose nodes have the topology and the chips."""
    for label, machines in ask.tables.labels.items():
        for one in machines:
            shaped = work.sides is None or ask.tables.fit(one, work.sides).state in SLICES
            if work.sides and one.status == "documented" and shaped and work.chips in (None, one.chips):
                yield label
                break


RULE = Rule(
    "TPZ602",
    "accelerator-not-selected",
    Severity.ERROR,
    (Workload,),
    look,
    why="GKE admits Pods that ask for TPUs only with the accelerator selector, on Standard and on Autopilot; it"
    " may be left to a compute class, to Kueue or to a claim.",
    source="github:GoogleCloudPlatform/cluster-toolkit/pull/5820",
    fact="selectors",
    wrong={"kind": "Pod", "topology": "2x2", "chips": 4},
    right={"kind": "Pod", "topology": "2x2", "chips": 4, "accelerator": "tpu-v6e-slice"},
)
