"""A workload policy in another region or project than its pool."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import NodePool, Policy, Thing
from tpu_zones.lint.values import given, text
from tpu_zones.lint.view.pool import Pool
from tpu_zones.records.findings import Severity


def look(pool: Pool, ask: Ask) -> Iterator[Found]:
    """Find policies that the pool cannot use where they are."""
    policy, value = pool.policy, pool.thing.policy
    if policy is None or value is None:
        return
    there, here = text(policy.region) if given(policy.region) else None, pool.region(ask)
    if there and here in ask.index.regions and there.rpartition("/")[2] != here:
        text_ = f"the policy is in {there}, and the pool in {here}: a workload policy lies in its pool's region"
        yield Found(value, text_)


def _example(region: str) -> list[Thing]:
    return [
        Policy(name="wp", region=region, type="HIGH_THROUGHPUT", topology="2x2x2"),
        NodePool(machine_type="tpu7x-standard-4t", policy="wp", num_nodes=2, locations=["us-central1-c"]),
    ]


RULE = Rule(
    "TPZ208",
    "policy-elsewhere",
    Severity.ERROR,
    (NodePool,),
    look,
    why="A placement policy is a regional resource, found in the pool's own project and region only.",
    source="github:hashicorp/terraform-provider-google-beta:website/docs",
    fact="policy-locality",
    wrong=lambda: _example("us-east1"),
    right=lambda: _example("us-central1"),
)
