"""A topology that the controller of PathwaysJob does not take."""

from collections.abc import Iterator

from tpu_zones.errors import WrongUsage
from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.values import given, text
from tpu_zones.lint.workloads import PathwaysJob
from tpu_zones.records.findings import Severity
from tpu_zones.records.table import counted
from tpu_zones.shapes import parse_topology, volume

_SHOWN = 8


def look(job: PathwaysJob, ask: Ask) -> Iterator[Found]:
    """Find topologies that are not on the list of the worker type, letter by letter, or smaller than its VM."""
    word, kind = text(job.topology), text(job.type)
    worker = next((one for one in ask.index.table("worker_types") if one.worker_type == kind), None)
    if job.topology is None or not given(job.topology) or word is None or worker is None:
        return
    chips = _chips(word)
    if word in worker.topologies:
        if chips is not None and chips < worker.chips:
            said = f"topology {word} is {counted(chips, 'chip')}, and {kind} has {worker.chips} in one VM"
            yield Found(job.topology, f"{said}: the list allows it, and no such slice can be made")
        return
    same = [one for one in worker.topologies if chips is not None and _chips(one) == chips]
    listed = f"; {chips:,} chips are {' or '.join(same)}" if same else ""
    if not same:
        fits = [one for one in worker.topologies if (_chips(one) or 0) >= worker.chips]
        listed = f"; it takes {', '.join(fits[:_SHOWN])}" + (" and larger" if len(fits) > _SHOWN else "")
    said = f"PathwaysJob takes no topology {word} for {kind}, which it compares as text{listed}"
    yield Found(job.topology, said, new=same[0] if len(same) == 1 else None)


def _chips(word: str) -> int | None:
    try:
        return volume(parse_topology(word))
    except WrongUsage:
        return None


RULE = Rule(
    "TPZ703",
    "pathways-topology",
    Severity.ERROR,
    (PathwaysJob,),
    look,
    why="The controller has a list of topologies for each worker type, on v5p and tpu7x one for each number of chips"
    " (4x8x8, not 4x4x16). Nothing is refused when the job is applied: it fails minutes later.",
    source="github:google/pathways-job:internal/controller/pathwaysjob_controller.go@c0cc759",
    fact="pw-exact-string",
    wrong={"workers": 1, "type": "ct6e-standard-4t", "topology": "4x2", "slices": 1},
    right={"workers": 1, "type": "ct6e-standard-4t", "topology": "2x4", "slices": 1},
)
