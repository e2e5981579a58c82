"""A topology on a pool of single hosts."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import NodePool
from tpu_zones.lint.values import given
from tpu_zones.lint.view.pool import Pool
from tpu_zones.lint.view.words import field
from tpu_zones.records.findings import Severity


def look(pool: Pool, ask: Ask) -> Iterator[Found]:
    """Find single-host topologies on machines of four and eight chips."""
    machine, value = pool.machine, pool.thing.topology
    if machine is None or machine.chips == 1 or not given(value):
        return
    if pool.fit is None or pool.fit.state != "ok" or pool.fit.nodes != 1:
        return
    name = field(pool.thing, "topology")
    whole = " with the whole placement" if pool.compact and pool.by_policy else ""
    text = f"{name} {value.value} is one {machine.machine_type}: some such requests were refused"
    yield Found(value, f"{text}; leave it out{whole}, the label comes anyway")


RULE = Rule(
    "TPZ305",
    "topology-on-single-host",
    Severity.WARNING,
    (NodePool,),
    look,
    why="A single-host pool needs no topology: nodes are labelled with the machine's shape. Some requests with one"
    " were refused and others accepted, so leaving it out is always right.",
    source="github:AI-Hypercomputer/xpk/pull/825",
    fact="single-host-no-topology",
    wrong={"machine_type": "ct6e-standard-4t", "topology": "2x2", "num_nodes": 1},
    right={"machine_type": "ct6e-standard-4t", "num_nodes": 1},
)
