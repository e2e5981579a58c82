"""Flex-start for a generation or machine type that does not take it."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import NodePool, TpuVm
from tpu_zones.lint.view.pool import Pool
from tpu_zones.lint.view.tables import said
from tpu_zones.lint.view.vm import Vm
from tpu_zones.records.findings import Severity
from tpu_zones.records.words import Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tpu_zones.records.verdicts import OptionVerdict


def look(view: Pool | Vm, ask: Ask) -> Iterator[Found]:
    """Find flex-start where the machine type, or the whole generation, is known to refuse it."""
    value, machine = view.thing.flex_start, view.machine
    if not view.flex or value is None or view.generation is None:
        return
    if machine and machine.flex_start is False:
        yield Found(value, f"{machine.machine_type} is not offered by flex-start", claim=said(machine))
        return
    if row := refusal(ask, view.generation):
        yield Found(value, f"{view.generation} is not offered by flex-start", claim=said(row))


def refusal(ask: Ask, generation: str) -> "OptionVerdict | None":
    """Return what refuses flex-start to a whole generation, if anything does."""
    rows = ask.index.options.get((generation, None), ())
    return next((row for row in rows if row.option == Option.FLEX_START and row.answer == "no"), None)


_POOL = {"flex_start": True, "num_nodes": 0, "max_nodes": 4}

RULE = Rule(
    "TPZ407",
    "flex-start-generation",
    Severity.ERROR,
    (NodePool, TpuVm),
    look,
    why="Flex-start covers v5e, v5p, v6e and, for admitted projects, tpu7x. It is off for v3, v4 and ct5l.",
    source="https://cloud.google.com/kubernetes-engine/docs/concepts/provisioning-model",
    fact="flex-start-generations",
    wrong={**_POOL, "machine_type": "ct4p-hightpu-4t", "topology": "2x2x4"},
    right={**_POOL, "machine_type": "ct6e-standard-4t", "topology": "4x4"},
)
