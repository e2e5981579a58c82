"""A system pool of a machine family that the TPU zone does not have."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import Cluster, NodePool
from tpu_zones.lint.values import given, text
from tpu_zones.lint.view.places import names
from tpu_zones.lint.view.pool import Pool
from tpu_zones.records.findings import Severity


def look(view: Pool | Cluster, ask: Ask) -> Iterator[Found]:
    """Find machine types of an absent family, in pools and in the cluster's default pool."""
    thing = view.thing if isinstance(view, Pool) else view
    value, name = thing.machine_type, text(thing.machine_type)
    if value is None or not name:
        return
    if isinstance(view, Pool):
        zones = view.zones
    else:
        zones = [*names(view.location), *names(view.locations)] if given(view.location) else []
    family = name.partition("-")[0].casefold()
    for zone in dict.fromkeys(zone for zone, _ in zones):
        known = ask.index.value("system-pool-families", zone) or {}
        if family in known.get("absent", ()):
            there = ", ".join(known.get("present", ()))
            yield Found(value, f"{zone} has no {family.upper()} machines, so {name} is refused; it has {there}")


RULE = Rule(
    "TPZ207",
    "system-machine-not-in-zone",
    Severity.ERROR,
    (NodePool, Cluster),
    look,
    why="The pool for system Pods needs a machine family that the TPU's zone has: us-central2-b has no E2, and GKE"
    " answers that the machine type is not found.",
    source="github:keras-team/kinetic/issues/305",
    fact="system-pool-families",
    wrong={"machine_type": "e2-standard-4", "locations": ["us-central2-b"]},
    right={"machine_type": "n2-standard-4", "locations": ["us-central2-b"]},
)
