"""A GKE version below the floor of what a workload uses."""

from collections.abc import Iterator

from tpu_zones.facts.floors import enough
from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import Cluster, Thing
from tpu_zones.lint.values import Value, given, text
from tpu_zones.lint.view.cluster import on_autopilot, running_on
from tpu_zones.lint.view.tables import said
from tpu_zones.lint.view.version import Running
from tpu_zones.lint.view.workload import Work
from tpu_zones.lint.workloads import ComputeClass, Workload
from tpu_zones.ordering import gke_at_least, gke_version
from tpu_zones.records.findings import Severity
from tpu_zones.records.words import Answer


def look(work: Work, ask: Ask) -> Iterator[Found]:
    """Find generations, flex-start, GKE Sandbox and compute classes that the version does not have yet."""
    have = running_on(ask)
    if have is None:
        return
    yield from _generation(work, ask, have)
    rows = {one.id: one for one in ask.index.table("gke_versions")}
    used = [("flex_start", "flex-tpu")] if work.flex else []
    used += [("sandbox", "sandbox-tpu")] if text(work.value("sandbox")) == "gvisor" else []
    used += [("accelerator", "ccc-tpu")] if isinstance(work.thing, ComputeClass) else []
    for name, ident in used:
        row, value = rows[ident], work.value(name)
        if value is not None and gke_at_least(have.key, gke_version(row.min_version)) is Answer.NO:
            yield _found(have, value, row.subject, row.min_version, said(row))


def _generation(work: Work, ask: Ask, have: Running) -> Iterator[Found]:
    value, generation = work.thing.accelerator, work.generation
    if value is None or generation is None or not given(value):
        return
    answer, floor = enough(ask.index, generation, "autopilot" if on_autopilot(ask) else "standard", have.key)
    if answer is Answer.NO and floor is not None and floor.minimum is not None:
        yield _found(have, value, generation, floor.minimum, said(floor))


def _found(have: Running, value: Value, subject: str, minimum: str, claim: str) -> Found:
    text = f"GKE {have.word} is too old for {subject}: it needs {minimum} or later"
    text += "" if have.sure else "; a release channel may have moved the cluster on"
    severity = None if have.sure else Severity.WARNING
    return Found(value, text, severity=severity, shown=have.word, claim=claim)


def _example(version: str) -> list[Thing]:
    pods = Workload(kind="Job", accelerator="tpu7x", topology="2x2x1", chips=4)
    return [Cluster(name="demo", version=version), pods]


RULE = Rule(
    "TPZ614",
    "workload-version",
    Severity.ERROR,
    (Workload, ComputeClass),
    look,
    why="Each generation, and so flex-start, GKE Sandbox and compute classes for TPUs, came with a version of GKE. The"
    " version is the one that the check was given, or that of the only cluster beside the manifests.",
    source="https://docs.cloud.google.com/kubernetes-engine/docs/concepts/tpu-ironwood",
    wrong=lambda: _example("1.34.0-gke.999999"),
    right=lambda: _example("1.34.0-gke.2201000"),
)
