"""Slices of one host, or of v3, that are joined by Multislice."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.values import given, number, text
from tpu_zones.lint.view.workload import Work
from tpu_zones.lint.workloads import Workload
from tpu_zones.records.findings import Severity

_BY_POOL = "cloud.google.com/gke-nodepool"


def look(work: Work, ask: Ask) -> Iterator[Found]:
    """Find several replicas of such slices with a sign that they are joined."""
    value = work.value("slices")
    if text(work.value("kind")) != "JobSet" or value is None or not given(value) or (number(value) or 0) < 2:
        return
    joined = given(work.value("multislice"))
    if not joined and text(work.value("exclusive")) != _BY_POOL:
        return
    if ask.tables.no_multislice(work.generation):
        yield Found(value, f"{number(value)} slices of {work.generation} cannot be joined by Multislice")
    elif work.hosts == 1:
        said = f"{number(value)} slices of {work.nodes} have one host each, and Multislice joins slices of several"
        yield Found(value, f"{said}: take a larger topology, or leave out what joins them")


RULE = Rule(
    "TPZ612",
    "multislice-of-hosts",
    Severity.ERROR,
    (Workload,),
    look,
    why="Multislice joins slices of several hosts, from v4 on. Independent replicas on single hosts are fine: the"
    " finding needs a sign that they are joined (MEGASCALE settings, or one node pool for each).",
    source="https://docs.cloud.google.com/kubernetes-engine/docs/how-to/tpu-multislice",
    fact="multislice",
    wrong={
        "kind": "JobSet",
        "accelerator": "tpu-v5-lite-podslice",
        "topology": "2x2",
        "chips": 4,
        "pods": 1,
        "slices": 2,
        "exclusive": _BY_POOL,
    },
    right={
        "kind": "JobSet",
        "accelerator": "tpu-v5-lite-podslice",
        "topology": "4x4",
        "chips": 4,
        "pods": 4,
        "slices": 2,
        "exclusive": _BY_POOL,
    },
)
