"""A Job on a slice that is to complete more or fewer Pods than run at a time."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.values import absent, given, number, text
from tpu_zones.lint.view.workload import Work
from tpu_zones.lint.workloads import Workload
from tpu_zones.records.findings import Severity


def look(work: Work, ask: Ask) -> Iterator[Found]:
    """Find numbers of completions that differ from the hosts of a slice of several."""
    value, pods = work.value("completions"), work.value("pods")
    if not work.multi_host or value is None or not given(value) or not absent(work.value("slice_topology")):
        return
    count = number(value)
    if count is None or (pods is not None and not given(pods)):
        return
    at_a_time = number(pods) if pods is not None else 1
    if at_a_time is None or count == at_a_time or (pods is not None and count == work.hosts):
        return  # a wrong parallelism is another rule's
    kind = text(work.value("kind"))
    right = work.hosts
    said = f"{count} completions with a parallelism of {at_a_time}: on a slice of {right} hosts both are {right}"
    in_turn = kind in ("Job", "CronJob") and count % at_a_time == 0 and at_a_time == right
    yield Found(value, said, severity=Severity.WARNING if in_turn else None, new=right)


RULE = Rule(
    "TPZ609",
    "completions-differ",
    Severity.ERROR,
    (Workload,),
    look,
    why="All hosts of a slice run together: parallelism and completions are both their number. A difference leaves"
    " hosts empty, or starts Pods on a slice that others have left.",
    source="github:kubernetes-sigs/jobset:pkg/webhooks, api/jobset/v1alpha2",
    fact="fx-hosts",
    wrong={
        "kind": "JobSet",
        "accelerator": "tpu-v6e-slice",
        "topology": "4x4",
        "chips": 4,
        "pods": 4,
        "completions": 1,
    },
    right={
        "kind": "JobSet",
        "accelerator": "tpu-v6e-slice",
        "topology": "4x4",
        "chips": 4,
        "pods": 4,
        "completions": 4,
    },
)
