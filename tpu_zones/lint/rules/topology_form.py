"""A topology that is not written as AxB or AxBxC."""

from collections.abc import Iterator

from tpu_zones.errors import WrongUsage
from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import NodePool, TpuVm
from tpu_zones.lint.values import Value, plain
from tpu_zones.lint.view.pool import Pool
from tpu_zones.lint.view.vm import Vm
from tpu_zones.records.findings import Severity
from tpu_zones.shapes import parse_topology, topology_name


def look(view: Pool | Vm, ask: Ask) -> Iterator[Found]:
    """Find topologies that cannot be read."""
    value: Value | None = view.thing.topology
    word = plain(value)
    if value is None or word is None or word == "":
        return
    try:
        name = topology_name(parse_topology(str(word)))
    except WrongUsage as error:
        yield Found(value, str(error))
        return
    if name != word:
        yield Found(value, f"topology {word} is written {name}", severity=Severity.WARNING, new=name)


RULE = Rule(
    "TPZ104",
    "topology-form",
    Severity.ERROR,
    (NodePool, TpuVm),
    look,
    why="A topology is two or three whole numbers with an x between them; anything else is refused.",
    source="github:GoogleCloudPlatform/cluster-autoscaler:pkg/cloudprovider/gke@7d25050",
    wrong={"machine_type": "ct4p-hightpu-4t", "topology": "invalid"},
    right={"machine_type": "ct4p-hightpu-4t", "topology": "2x2x4"},
)
