"""GKE Sandbox on a slice."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import NodePool
from tpu_zones.lint.values import flag, given, plain
from tpu_zones.lint.view.pool import Pool
from tpu_zones.records.findings import Severity


def look(pool: Pool, ask: Ask) -> Iterator[Found]:
    """Find sandboxed pools of several hosts, and of generations that the page does not list."""
    value = pool.thing.sandbox
    if not given(value) or plain(value) is False or flag(value) is False:
        return
    if pool.multi_host:
        yield Found(value, "GKE Sandbox works with one-VM shapes only, and this is a slice of several hosts")
    elif pool.generation and not ask.tables.in_sandbox(pool.generation):
        yield Found(value, f"GKE Sandbox is not listed for {pool.generation}", severity=Severity.WARNING)


RULE = Rule(
    "TPZ416",
    "sandbox-on-slice",
    Severity.ERROR,
    (NodePool,),
    look,
    why="GKE Sandbox (gVisor) works with v4 to v6e, on shapes of one VM.",
    source="https://docs.cloud.google.com/kubernetes-engine/docs/concepts/sandbox-pods",
    fact="sandbox",
    wrong={"machine_type": "ct6e-standard-4t", "topology": "4x4", "num_nodes": 4, "sandbox": "gvisor"},
    right={"machine_type": "ct6e-standard-4t", "num_nodes": 1, "sandbox": "gvisor"},
)
