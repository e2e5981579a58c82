"""A PathwaysJob with no worker entry, or with several."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.values import absent, number, plain
from tpu_zones.lint.workloads import PathwaysJob
from tpu_zones.records.findings import Severity


def look(job: PathwaysJob, ask: Ask) -> Iterator[Found]:
    """Find lists of workers that have other than one entry."""
    count = number(job.workers)
    if job.workers is not None and count is not None and count != 1:
        why = "passes the schema and breaks the controller" if count == 0 else "is refused by the schema"
        yield Found(job.workers, f"spec.workers has {count} entries, which {why}: there has to be one")
    elif absent(job.workers) and plain(job.partial) is not True:
        yield Found(job.spot, "a PathwaysJob needs one entry in spec.workers, and has none")


_V6E = {"type": "ct6e-standard-4t", "topology": "4x4", "slices": 1}

RULE = Rule(
    "TPZ701",
    "pathways-workers",
    Severity.ERROR,
    (PathwaysJob,),
    look,
    why="A PathwaysJob has exactly one entry of workers: the schema allows no second, and the"
    " controller needs the first.",
    source="github:google/pathways-job:api/v1/pathwaysjob_types.go and config/crd/bases@c0cc759",
    fact="spec-workers",
    wrong={"workers": 0},
    right={"workers": 1, **_V6E},
)
