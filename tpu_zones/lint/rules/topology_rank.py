"""A 3D topology on a 2D generation, or the other way round."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import NodePool, TpuVm
from tpu_zones.lint.view.pool import Pool
from tpu_zones.lint.view.vm import Vm
from tpu_zones.records.findings import Severity
from tpu_zones.shapes import topology_name, volume


def look(view: Pool | Vm, ask: Ask) -> Iterator[Found]:
    """Find topologies with the wrong number of sides."""
    sides, value = view.sides, view.thing.topology
    wanted = ask.tables.dimensions.get(view.generation or "")
    if sides is None or value is None or wanted is None or len(sides) == wanted:
        return
    same = [topology_name(one) for one in ask.tables.topologies(view.generation or "") if volume(one) == volume(sides)]
    chips = volume(sides)
    cure = f"; {chips} chips are {' or '.join(sorted(same))}" if same else ""
    form = "x".join("ABC"[:wanted])
    name = f" on {view.machine.machine_type}" if view.machine else ""
    text = f"topology {topology_name(sides)}{name}: {view.generation} topologies have {wanted} sides ({form}){cure}"
    alone = isinstance(view, Pool) and view.machine is not None and chips <= view.machine.chips
    text += ", one host: a single-host pool needs no topology" if alone and same else ""
    yield Found(value, text, new=same[0] if len(same) == 1 and not alone else None)


RULE = Rule(
    "TPZ301",
    "topology-rank",
    Severity.ERROR,
    (NodePool, TpuVm),
    look,
    why="v3, v5e and v6e take AxB; v4, v5p and tpu7x take AxBxC. GKE refuses the other.",
    source="github:GoogleCloudPlatform/cluster-toolkit:pkg/config/hardware.go",
    fact="dims-rank",
    wrong={"machine_type": "ct6e-standard-4t", "topology": "2x2x1"},
    right={"machine_type": "ct6e-standard-4t", "topology": "4x4"},
)
