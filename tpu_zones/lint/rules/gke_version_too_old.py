"""A GKE version below the generation's floor."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import NodePool
from tpu_zones.lint.view.pool import Pool
from tpu_zones.lint.view.tables import said
from tpu_zones.lint.view.version import running
from tpu_zones.ordering import gke_at_least, gke_version
from tpu_zones.records.findings import Severity
from tpu_zones.records.words import Answer, Confidence


def look(pool: Pool, ask: Ask) -> Iterator[Found]:
    """Find versions that are too old, or older than one of two figures that sources give."""
    at = pool.thing.machine_type or pool.thing.accelerator_type
    if (pool.machine or pool.hardware) is None or pool.generation is None or at is None:
        return
    have = running(pool, ask)
    if have is None:
        return
    answer, floor = ask.tables.floor(pool.generation, have.key)
    if floor is None or floor.minimum is None or answer is Answer.YES:
        return
    text = f"GKE {have.word} is too old for {pool.generation}: it needs {floor.minimum} or later"
    severity = None if have.sure else Severity.WARNING
    if answer is Answer.UNKNOWN:
        if floor.confidence is Confidence.LOW or gke_at_least(have.key, gke_version(floor.minimum)) is not Answer.NO:
            return
        severity, text = Severity.WARNING, f"{text}, by one of two sources (the other: {', '.join(floor.alternatives)})"
    elif not have.sure:
        text += "; a release channel may have moved the cluster on"
    yield Found(have.value or at, text, severity=severity, shown=have.word, claim=said(floor))


RULE = Rule(
    "TPZ501",
    "gke-version-too-old",
    Severity.ERROR,
    (NodePool,),
    look,
    why="GKE refuses a TPU pool on a version from before its generation. A pool without a version may come up older"
    " than its control plane; a channel alone says nothing.",
    source="https://docs.cloud.google.com/kubernetes-engine/docs/concepts/tpu-ironwood",
    wrong={"machine_type": "tpu7x-standard-4t", "num_nodes": 1, "version": "1.33.5-gke.1201000"},
    right={"machine_type": "tpu7x-standard-4t", "num_nodes": 1, "version": "1.34.0-gke.2201000"},
)
