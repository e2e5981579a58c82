"""Pods in GKE Sandbox on a slice."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.values import given, text
from tpu_zones.lint.view.workload import Work
from tpu_zones.lint.workloads import Workload
from tpu_zones.records.findings import Severity


def look(work: Work, ask: Ask) -> Iterator[Found]:
    """Find gVisor on slices of several hosts, and on generations that the page does not list."""
    value = work.value("sandbox")
    if value is None or not given(value) or text(value) != "gvisor":
        return
    if work.multi_host:
        yield Found(value, f"GKE Sandbox works on one host only, and {work.nodes} is a slice of {work.hosts}")
    elif work.generation and not ask.tables.in_sandbox(work.generation):
        yield Found(value, f"GKE Sandbox is not listed for {work.generation}", severity=Severity.WARNING)


RULE = Rule(
    "TPZ615",
    "sandboxed-pods",
    Severity.ERROR,
    (Workload,),
    look,
    why="GKE Sandbox (gVisor) works with v4 to v6e, on shapes of one VM.",
    source="https://docs.cloud.google.com/kubernetes-engine/docs/concepts/sandbox-pods",
    fact="sandbox",
    wrong={
        "kind": "Job",
        "accelerator": "tpu-v6e-slice",
        "topology": "4x4",
        "chips": 4,
        "pods": 4,
        "sandbox": "gvisor",
    },
    right={"kind": "Job", "accelerator": "tpu-v6e-slice", "topology": "2x2", "chips": 4, "sandbox": "gvisor"},
)
