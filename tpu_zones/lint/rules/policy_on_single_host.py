"""A workload policy on a single-host pool of tpu7x."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import NodePool
from tpu_zones.lint.values import given
from tpu_zones.lint.view.pool import Pool
from tpu_zones.records.findings import Severity


def look(pool: Pool, ask: Ask) -> Iterator[Found]:
    """Find policies where there is one host, hence nothing to place."""
    value = pool.thing.policy
    if pool.by_policy and pool.multi_host is False and given(value):
        text = "a single-host pool needs no workload policy; Google's own tools disagree whether to send one"
        yield Found(value, text)


RULE = Rule(
    "TPZ306",
    "policy-on-single-host",
    Severity.INFO,
    (NodePool,),
    look,
    why="A workload policy places the hosts of a slice. xpk leaves it out for one host, Cluster Toolkit sends it.",
    source="github:AI-Hypercomputer/xpk/pull/825",
    fact="single-host-no-policy",
    wrong={"machine_type": "tpu7x-standard-4t", "topology": "2x2x1", "policy": "wp", "num_nodes": 1},
    right={"machine_type": "tpu7x-standard-4t", "num_nodes": 1},
)
