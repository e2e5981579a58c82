"""Flex-start in a zone of which nobody says that it takes it."""

from collections.abc import Iterator

from tpu_zones.facts.options import taken
from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.rules.flex_start_generation import refusal as refusal_of
from tpu_zones.lint.things import NodePool, TpuVm
from tpu_zones.lint.view.pool import Pool
from tpu_zones.lint.view.tables import said
from tpu_zones.lint.view.vm import COMPUTE_ENGINE, Vm
from tpu_zones.records.findings import Severity
from tpu_zones.records.words import Answer, Option, Surface


def look(view: Pool | Vm, ask: Ask) -> Iterator[Found]:
    """Find zones that refused flex-start in a test, and those of which nothing is known."""
    generation = view.generation
    if not view.flex or generation is None or (view.machine and view.machine.flex_start is False):
        return
    if refusal_of(ask, generation):
        return
    surface = Surface.GKE
    if isinstance(view, Vm):
        surface = Surface.COMPUTE_ENGINE if view.surface == COMPUTE_ENGINE else Surface.CLOUD_TPU_API
    for zone, value in view.zones:
        one = ask.index.offering.get((generation, zone))
        if one is None or surface not in one.surfaces or taken(ask.index, one, Option.FLEX_START, surface)[0] == "yes":
            continue
        rows = [row for row in ask.index.options.get((generation, zone), ()) if row.option == Option.FLEX_START]
        refusal = next((row for row in rows if row.answer is Answer.NO), None)
        if refusal:
            text = f"flex-start of {generation} was refused in {zone} on {refusal.seen} (through {refusal.surface})"
            text += _where(ask, generation, surface)
            yield Found(value, text, severity=Severity.WARNING, shown=zone, claim=said(refusal))
        else:
            text = f"whether {zone} takes flex-start of {generation} through {surface} is not known"
            yield Found(value, f"{text}{_where(ask, generation, surface)}", shown=zone)


def _where(ask: Ask, generation: str, surface: Surface) -> str:
    zones = ask.catalog.zones(generation, option="flex-start", surface=surface.value)
    return f"; {', '.join(one.zone for one in zones)} {'does' if len(zones) == 1 else 'do'}" if zones else ""


_POOL = {"machine_type": "ct6e-standard-4t", "topology": "4x4", "flex_start": True, "num_nodes": 0, "max_nodes": 4}

RULE = Rule(
    "TPZ408",
    "flex-start-zone",
    Severity.INFO,
    (NodePool, TpuVm),
    look,
    why="Google lists few zones for flex-start, and single tests were refused in others. A zone that is on no list"
    " is unknown, not wrong.",
    source="https://cloud.google.com/kubernetes-engine/docs/concepts/provisioning-model",
    wrong={**_POOL, "locations": ["us-central1-b"]},
    right={**_POOL, "locations": ["us-east5-b"]},
)
