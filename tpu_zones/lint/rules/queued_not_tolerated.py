"""Pods that select nodes of queued provisioning, and do not tolerate their taint."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.values import items, unknown
from tpu_zones.lint.view.workload import Work
from tpu_zones.lint.workloads import Workload
from tpu_zones.records.findings import Severity

KEY = "cloud.google.com/gke-queued"


def look(work: Work, ask: Ask) -> Iterator[Found]:
    """Find selectors of queued nodes without a toleration for them."""
    value, tolerations = work.value("queued"), work.value("tolerations")
    if value is None or not work.has("queued") or unknown(tolerations) or not work.complete:
        return
    if not any(_tolerates(one) for one in items(tolerations)):
        yield Found(
            value, f"the Pods select {KEY} and do not tolerate its taint, which nothing adds: they stay Pending"
        )


def _tolerates(one: object) -> bool:
    """Whether a toleration is for the taint of queued nodes."""
    if not isinstance(one, dict):
        return True
    if one.get("effect") not in (None, "", "NoSchedule"):
        return False
    if one.get("operator") == "Exists":
        return one.get("key") in (None, "", KEY)
    return one.get("key") == KEY and str(one.get("value")).lower() == "true"


RULE = Rule(
    "TPZ611",
    "queued-not-tolerated",
    Severity.ERROR,
    (Workload,),
    look,
    why="Nodes of queued provisioning carry a taint of their own. The toleration for google.com/tpu is added to"
    " Pods that ask for TPUs, this one is not.",
    source="github:kubernetes-sigs/kueue",
    wrong={
        "kind": "JobSet",
        "accelerator": "tpu7x",
        "topology": "2x2x2",
        "chips": 4,
        "pods": 2,
        "queued": "true",
        "tolerations": [{"key": "google.com/tpu", "operator": "Exists"}],
    },
    right={
        "kind": "JobSet",
        "accelerator": "tpu7x",
        "topology": "2x2x2",
        "chips": 4,
        "pods": 2,
        "queued": "true",
        "tolerations": [{"key": KEY, "operator": "Equal", "value": "true", "effect": "NoSchedule"}],
    },
)
