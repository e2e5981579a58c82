"""Pods that ask for other numbers of chips than the nodes have."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.values import Value, absent, given, plain
from tpu_zones.lint.view.tables import SLICES
from tpu_zones.lint.view.workload import Work
from tpu_zones.lint.workloads import ComputeClass, Workload
from tpu_zones.records.findings import Severity


def look(work: Work, ask: Ask) -> Iterator[Found]:
    """Find numbers of chips that no VM of the accelerator has in this topology."""
    value, chips = work.value("chips"), work.chips
    if value is None or not given(value) or chips is None:
        return
    possible = sorted(_possible(work, ask))
    if not possible or chips in possible:
        return
    words = " or ".join(map(str, possible))
    name = "tpu.count" if isinstance(work.thing, ComputeClass) else "google.com/tpu"
    on = work.nodes if work.sides else work.label or "such nodes"
    more = "no node has so many" if chips > possible[-1] else "all of them have to be asked for"
    unit = "chip" if words == "1" else "chips"
    text = f"{name} {chips} does not fit {on}: a node has {words} {unit}, and {more}"
    single = len(possible) == 1 and plain(value) == chips and _alone(work)
    yield Found(value, text, new=possible[0] if single else None)


def _possible(work: Work, ask: Ask) -> set[int]:
    """Return the chips of the VMs that may be meant; none where that is not known."""
    if work.fits:
        return {machine.chips for machine, _ in work.fits}
    if work.machines:
        return {one.chips for one in work.machines} if absent(work.thing.topology) else set()
    known = {one.name for one in ask.index.table("labels") if one.kind == "accelerator" and one.valid}
    label = work.label or ""
    if work.sides is None or not label.startswith("tpu-v") or label in known or not _is_old(ask, label):
        return set()
    rows = ask.tables.machines.values()
    return {one.chips for one in rows if one.gke_accelerator and ask.tables.fit(one, work.sides).state in SLICES}


def _is_old(ask: Ask, label: str) -> bool:
    """Whether a wrong label speaks of a generation that is known, so that its nodes are."""
    return any(f"-{name}-" in f"{label}-" for name, one in ask.index.generations.items() if one.stage == "available")


def _alone(work: Work) -> bool:
    """Whether one container asks for all."""
    held = plain(work.value("limits"))
    if not isinstance(held, list):
        return True
    both = [held, plain(work.value("requests"))]
    return len(held) == 1 and sum(isinstance(one, list) and isinstance(one[0], Value) for one in both) == 1


RULE = Rule(
    "TPZ606",
    "chips-of-a-pod",
    Severity.ERROR,
    (Workload, ComputeClass),
    look,
    why="A Pod takes all chips of its node, summed over its containers: 4 on most, 8 only for 2x4 on one host, 1"
    " only for 1x1. More chips than a node has can never be scheduled; fewer are refused, by a report of 2026.",
    source="github:johnahull/llmd-gke:pattern1/llm-d-pattern1-tpu-setup.md",
    fact="request-all-chips",
    wrong={"kind": "Job", "accelerator": "tpu-v6e-slice", "topology": "4x4", "chips": 8, "pods": 2},
    right={"kind": "Job", "accelerator": "tpu-v6e-slice", "topology": "2x4", "chips": 8, "pods": 1},
)
