"""A TPU that is asked for as an accelerator of another machine, as GPUs are."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import NodePool
from tpu_zones.lint.values import given, text
from tpu_zones.lint.view.pool import Pool
from tpu_zones.lint.view.tables import said
from tpu_zones.lint.view.vm import hardware_of
from tpu_zones.records.findings import Severity


def look(pool: Pool, ask: Ask) -> Iterator[Found]:
    """Find pools of machines without TPUs whose accelerator is a TPU."""
    value, name = pool.thing.accelerator, text(pool.thing.accelerator)
    if value is None or not given(value) or not name or (hardware := hardware_of(ask, name)) is None:
        return
    machines = [one for one in ask.tables.machines.values() if one.generation == hardware.generation]
    like = ", ".join(sorted({one.machine_type for one in machines if one.status != "not-gke"}))
    machine = text(pool.thing.machine_type)
    text_ = f"{name} is no accelerator of a node pool, and {machine} has no TPUs: set machine type {like}"
    yield Found(value, text_, claim=said(machines[0]) if machines else None)


RULE = Rule(
    "TPZ107",
    "tpu-as-accelerator",
    Severity.ERROR,
    (NodePool,),
    look,
    why="TPUs come with machine types of their own (ct*, tpu7x*); they are not attached to others as GPUs are.",
    source="https://docs.cloud.google.com/kubernetes-engine/docs/concepts/tpus",
    wrong={"machine_type": "n1-standard-8", "accelerator": "v3-8"},
    right={"machine_type": "n1-standard-8", "accelerator": "nvidia-tesla-t4"},
)
