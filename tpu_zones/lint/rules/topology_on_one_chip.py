"""A topology or a COMPACT placement on a machine of one chip."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import NodePool
from tpu_zones.lint.values import given
from tpu_zones.lint.view.pool import Pool
from tpu_zones.lint.view.words import field
from tpu_zones.records.findings import Severity


def look(pool: Pool, ask: Ask) -> Iterator[Found]:
    """Find pools of one-chip VMs with a placement."""
    machine, thing = pool.machine, pool.thing
    if machine is None or machine.chips != 1 or machine.status == "not-gke":
        return
    unsure = Severity.WARNING if machine.status == "undocumented" else None
    for name, there in (("topology", given(thing.topology)), ("placement", pool.compact)):
        value = getattr(thing, name)
        if there and value is not None:
            text = f"{field(thing, name)} {value.value} is refused on the one-chip machine {machine.machine_type}"
            yield Found(value, f"{text}: leave it out, the label comes anyway", severity=unsure)
            return


RULE = Rule(
    "TPZ304",
    "topology-on-one-chip-machine",
    Severity.ERROR,
    (NodePool,),
    look,
    why="A pool of one-chip VMs must not set a TPU topology or a COMPACT placement: the API answers 400.",
    source="github:AI-Hypercomputer/xpk/issues/595",
    fact="single-host-one-chip-no-topology",
    wrong={"machine_type": "ct5lp-hightpu-1t", "topology": "1x1", "placement": "COMPACT"},
    right={"machine_type": "ct5lp-hightpu-1t", "num_nodes": 1},
)
