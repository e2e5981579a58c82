"""Location policy BALANCED on a slice."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import NodePool
from tpu_zones.lint.values import given, text
from tpu_zones.lint.view.pool import Pool
from tpu_zones.lint.view.words import field
from tpu_zones.records.findings import Severity


def look(pool: Pool, ask: Ask) -> Iterator[Found]:
    """Find multi-host pools that are to be balanced over zones."""
    value = pool.thing.location_policy
    if pool.multi_host and given(value) and (text(value) or "").upper() == "BALANCED":
        text_ = f"{field(pool.thing, 'location_policy')} BALANCED has no effect on a slice, which lies in one zone"
        yield Found(value, f"{text_}; ANY is usual", new="ANY")


_SLICE = {"machine_type": "ct5lp-hightpu-4t", "topology": "4x4", "num_nodes": 0, "max_nodes": 4}

RULE = Rule(
    "TPZ319",
    "location-policy",
    Severity.INFO,
    (NodePool,),
    look,
    why="A multi-host pool lies in one zone, so there is nothing to balance; BALANCED was never seen refused.",
    source="github:vllm-project/ci-infra/pull/545",
    fact="autoscale-location-policy",
    wrong={**_SLICE, "location_policy": "BALANCED"},
    right={**_SLICE, "location_policy": "ANY"},
)
