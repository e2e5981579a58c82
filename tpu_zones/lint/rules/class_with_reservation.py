"""How a compute class consumes reservations."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.values import given, text
from tpu_zones.lint.view.workload import Work
from tpu_zones.lint.workloads import ComputeClass
from tpu_zones.records.findings import Severity


def look(work: Work, ask: Ask) -> Iterator[Found]:
    """Find zones beside a specific reservation, and reservations that are not specific."""
    value = work.value("reservation_affinity")
    if value is None or not given(value):
        return
    affinity = (text(value) or "").casefold()
    if affinity == "specific" and given(work.thing.zone):
        said = "a priority with a specific reservation cannot set location.zones, nor take them from priorityDefaults"
        yield Found(work.thing.zone, f"{said}: put them under reservations.specific[].zones")
    elif affinity == "anybesteffort":
        said = "AnyBestEffort falls back to on-demand beside the priorities; for TPUs a reservation is Specific"
        yield Found(value, said)


_TPU = {"accelerator": "tpu-v6e-slice", "topology": "2x2", "chips": 4}

RULE = Rule(
    "TPZ620",
    "class-with-reservation",
    Severity.ERROR,
    (ComputeClass,),
    look,
    why="GKE refuses a priority that names both a specific reservation and zones of its own: the reservation's zones"
    " stand beside its name. TPUs of a reservation are used by its name alone.",
    source="https://cloud.google.com/kubernetes-engine/docs/reference/crds/computeclass",
    fact="reservation-specific",
    wrong={**_TPU, "reservation_affinity": "Specific", "zone": ["us-east5-b"]},
    right={**_TPU, "reservation_affinity": "Specific"},
)
