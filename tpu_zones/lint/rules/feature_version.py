"""A GKE version below the floor of an option that the pool uses."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import NodePool
from tpu_zones.lint.values import flag, given
from tpu_zones.lint.view.pool import Pool
from tpu_zones.lint.view.tables import said
from tpu_zones.lint.view.version import running
from tpu_zones.ordering import gke_at_least, gke_version
from tpu_zones.records.findings import Severity
from tpu_zones.records.words import Answer

_FLOORS = {"flex_start": "flex-tpu", "sandbox": "sandbox-tpu", "network_profile": "dranet"}
"""Field of a pool -> row of the table of GKE versions."""


def look(pool: Pool, ask: Ask) -> Iterator[Found]:
    """Find options that the version does not have yet."""
    thing = pool.thing
    used = [name for name in _FLOORS if given(getattr(thing, name)) and flag(getattr(thing, name)) is not False]
    have = running(pool, ask) if used and pool.machine else None
    if have is None:
        return
    rows = {one.id: one for one in ask.index.table("gke_versions")}
    for name in used:
        row = rows[_FLOORS[name]]
        if gke_at_least(have.key, gke_version(row.min_version)) is Answer.NO:
            text = f"GKE {have.word} is too old for {row.subject}: it needs {row.min_version} or later"
            text += "" if have.sure else "; a release channel may have moved the cluster on"
            severity = None if have.sure else Severity.WARNING
            yield Found(have.value or getattr(thing, name), text, severity=severity, shown=have.word, claim=said(row))


_POOL = {"machine_type": "ct6e-standard-4t", "flex_start": True, "num_nodes": 0, "max_nodes": 4}

RULE = Rule(
    "TPZ502",
    "feature-version",
    Severity.ERROR,
    (NodePool,),
    look,
    why="Flex-start for TPUs, GKE Sandbox on them and the accelerator network profile each came with a version of"
    " GKE; older ones refuse them.",
    source="https://cloud.google.com/kubernetes-engine/docs/concepts/provisioning-model",
    wrong={**_POOL, "version": "1.32.4-gke.1236000"},
    right={**_POOL, "version": "1.33.0-gke.1712000"},
)
