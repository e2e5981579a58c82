"""Requests and limits of TPUs that differ."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.values import Value, absent, given, items, number
from tpu_zones.lint.view.workload import Work
from tpu_zones.lint.workloads import Workload
from tpu_zones.records.findings import Severity


def look(work: Work, ask: Ask) -> Iterator[Found]:
    """Find containers that request another number than they are limited to, or request without a limit."""
    requests, limits = (items(work.value(name)) for name in ("requests", "limits"))
    for request, limit in zip(requests, limits, strict=False):
        if not isinstance(request, Value) or not given(request) or number(request) is None:
            continue
        if not isinstance(limit, Value) or absent(limit):
            if work.complete:
                yield Found(request, f"google.com/tpu {request.value} is requested without a limit: set the same limit")
        elif given(limit) and number(limit) is not None and number(limit) != number(request):
            text = f"google.com/tpu: {request.value} in requests, and {limit.value} in limits; both must be the same"
            yield Found(request, text, new=limit.value if number(limit) else None)


RULE = Rule(
    "TPZ607",
    "requests-and-limits",
    Severity.ERROR,
    (Workload,),
    look,
    why="TPUs are an extended resource: Kubernetes refuses a request that differs from its limit, and one without"
    " a limit; a limit alone is enough.",
    source="https://docs.cloud.google.com/kubernetes-engine/docs/concepts/tpus",
    fact="request-all-chips",
    wrong={
        "kind": "Pod",
        "accelerator": "tpu-v6e-slice",
        "topology": "2x2",
        "chips": 4,
        "requests": [Value(2)],
        "limits": [Value(4)],
    },
    right={
        "kind": "Pod",
        "accelerator": "tpu-v6e-slice",
        "topology": "2x2",
        "chips": 4,
        "requests": [Value(4)],
        "limits": [Value(4)],
    },
)
