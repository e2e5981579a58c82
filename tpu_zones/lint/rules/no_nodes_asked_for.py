"""A Terraform pool with neither a count nor autoscaling."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import NodePool
from tpu_zones.lint.values import blank
from tpu_zones.lint.view.pool import Pool
from tpu_zones.records.findings import Severity
from tpu_zones.records.table import counted

_FORMS = ("terraform", "terraform-plan")


def look(pool: Pool, ask: Ask) -> Iterator[Found]:
    """Find pools that ask for no node at all."""
    thing = pool.thing
    if thing.form in _FORMS and blank(thing.num_nodes) and pool.autoscaled is False and thing.machine_type:
        size = f": set node_count to {pool.nodes}, the slice's {counted(pool.nodes, 'node')}" if pool.nodes else ""
        text = f"neither node_count, initial_node_count nor autoscaling: Terraform asks for an empty pool{size}"
        yield Found(thing.machine_type, text)


_SLICE = {"machine_type": "ct6e-standard-4t", "topology": "4x4", "form": "terraform"}

RULE = Rule(
    "TPZ313",
    "no-nodes-asked-for",
    Severity.WARNING,
    (NodePool,),
    look,
    why="Without node_count, initial_node_count and autoscaling the Terraform provider asks for 0 nodes, and a"
    " slice never appears.",
    source="github:GoogleCloudPlatform/magic-modules:mmv1/third_party/terraform/services/container/"
    "resource_container_node_pool.go.tmpl",
    fact="node-count-terraform",
    wrong=_SLICE,
    right={**_SLICE, "num_nodes": 4},
)
