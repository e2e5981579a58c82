"""Labels and taints of GKE's own, set by hand."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import NodePool
from tpu_zones.lint.values import Value, plain
from tpu_zones.lint.view.pool import Pool
from tpu_zones.records.findings import Severity

_ACCELERATOR, _TOPOLOGY = "cloud.google.com/gke-tpu-accelerator", "cloud.google.com/gke-tpu-topology"
_TAINT = "google.com/tpu"


def look(pool: Pool, ask: Ask) -> Iterator[Found]:
    """Find the TPU labels and the TPU taint on a pool, and labels that contradict the machine."""
    labels, held = pool.thing.labels, plain(pool.thing.labels)
    if labels is not None and isinstance(held, dict):
        mine = {key: held[key] for key in (_ACCELERATOR, _TOPOLOGY) if key in held}
        wrong = [_contradiction(pool, key, value) for key, value in mine.items()]
        if any(wrong):
            yield Found(labels, "; ".join(filter(None, wrong)), severity=Severity.WARNING, shown=", ".join(mine))
        elif mine:
            text = f"GKE sets {' and '.join(mine)} itself: leave them out"
            yield Found(labels, text, shown=", ".join(mine))
    taints = pool.thing.taints
    if taints is not None and _TAINT in str(plain(taints) or ""):
        yield Found(taints, f"GKE sets the taint {_TAINT} itself: leave it out", shown=_TAINT)


def _contradiction(pool: Pool, key: str, value: object) -> str | None:
    """Return what a label says against the machine; None where it agrees, or where that is not known."""
    held = plain(value) if isinstance(value, Value) else value
    machine = pool.machine
    if machine is None or not isinstance(held, str):
        return None
    if key == _ACCELERATOR:
        right = machine.gke_accelerator
    elif pool.shape:
        right = "x".join(map(str, pool.shape.sides))
    else:
        right = machine.single_host_topology if pool.multi_host is False else None
    if right is None or held == right:
        return None
    return f"{key} is {held}, and nodes of this pool are {right}"


RULE = Rule(
    "TPZ415",
    "reserved-labels",
    Severity.INFO,
    (NodePool,),
    look,
    why="GKE labels TPU nodes with accelerator and topology, and taints them. Whether it refuses them by hand is"
    " undecided; a label that contradicts the machine sends Pods to the wrong nodes.",
    source="https://docs.cloud.google.com/kubernetes-engine/docs/concepts/tpus",
    fact="single-host-label",
    wrong={"machine_type": "ct6e-standard-4t", "labels": {_ACCELERATOR: "tpu-v6e-slice"}},
    right={"machine_type": "ct6e-standard-4t", "labels": {"team": "a"}},
)
