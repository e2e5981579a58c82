"""A run that is longer than seven days."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.values import given, number
from tpu_zones.lint.view.workload import Work
from tpu_zones.lint.workloads import ComputeClass, Workload
from tpu_zones.records.findings import Severity


def look(work: Work, ask: Ask) -> Iterator[Found]:
    """Find limits above seven days, by Kueue's annotation or in a flex-start priority."""
    value = work.value("run_duration")
    if value is None or not given(value) or (isinstance(work.thing, ComputeClass) and not work.flex):
        return
    seconds, most = number(value), ask.tables.longest_run
    if seconds is not None and most and seconds > most:
        how = "flex-start" if isinstance(work.thing, ComputeClass) else "queued provisioning"
        days = most // 86400
        text = f"a run of {seconds} seconds: {how} ends after {days} days ({most} seconds), longer is refused"
        yield Found(value, text, new=most)


RULE = Rule(
    "TPZ616",
    "run-of-a-workload",
    Severity.ERROR,
    (Workload, ComputeClass),
    look,
    why="Flex-start and queued provisioning run seven days at most; both limits are bare seconds here.",
    source="https://docs.cloud.google.com/kubernetes-engine/docs/how-to/dws-flex-start-training-tpu",
    fact="flex-start-shape",
    wrong={
        "kind": "Job",
        "accelerator": "tpu7x",
        "topology": "2x2x1",
        "chips": 4,
        "run_duration": "691200",
    },
    right={
        "kind": "Job",
        "accelerator": "tpu7x",
        "topology": "2x2x1",
        "chips": 4,
        "run_duration": "604800",
    },
)
