"""Pods whose selectors also match nodes with more chips than they ask for."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.rules.no_pool_for_pods import nodes_of
from tpu_zones.lint.things import NodePool, Thing
from tpu_zones.lint.view.workload import Work
from tpu_zones.lint.workloads import Workload
from tpu_zones.records.findings import Severity
from tpu_zones.shapes import topology_name


def look(work: Work, ask: Ask) -> Iterator[Found]:
    """Find labels and topologies that pools of larger machines beside them carry as well."""
    value = work.thing.topology
    if not ask.pools or value is None or work.sides is None or work.chips is None or work.left_to_others:
        return
    wanted = (work.label, topology_name(work.sides))
    more = sorted(chips for label, shape, chips in nodes_of(ask) if (label, shape) == wanted and chips > work.chips)
    if more and work.value("node_pool") is None:
        text = f"nodes with {more[0]} chips carry the labels {wanted[1]} on {wanted[0]} too: Pods that ask for"
        yield Found(value, f"{text} {work.chips} may land there")


def _example(node_pool: str | None = None) -> list[Thing]:
    return [
        NodePool(machine_type="ct6e-standard-4t", topology="2x4", num_nodes=2),
        NodePool(machine_type="ct6e-standard-8t", num_nodes=1),
        Workload(kind="JobSet", accelerator="tpu-v6e-slice", topology="2x4", chips=4, pods=2, node_pool=node_pool),
    ]


RULE = Rule(
    "TPZ623",
    "same-label",
    Severity.INFO,
    (Workload,),
    look,
    why="A slice of two hosts with four chips each and one host with eight carry the same labels: only the number of"
    " chips tells them apart, and the smaller number fits on both. Selecting the node pool as well parts them.",
    source="github:vllm-project/ci-infra/pull/525",
    fact="single-host-label",
    wrong=_example,
    right=lambda: _example(node_pool="slice"),
)
