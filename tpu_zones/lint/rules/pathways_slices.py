"""Numbers of slices of a PathwaysJob that cannot be."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.values import given, number
from tpu_zones.lint.workloads import PathwaysJob
from tpu_zones.records.findings import Severity


def look(job: PathwaysJob, ask: Ask) -> Iterator[Found]:
    """Find fewer than one slice, and more elastic slices than there are."""
    slices, elastic = number(job.slices), number(job.elastic)
    if job.slices is not None and given(job.slices) and slices is not None and slices < 1:
        yield Found(job.slices, f"numSlices is {slices}: at least 1 is needed for any worker to start")
    elif job.elastic is not None and given(job.elastic) and given(job.slices) and slices and elastic:
        if elastic > slices:
            yield Found(job.elastic, f"elasticSlices is {elastic}, and there are {slices} slices: it is at most that")
        elif elastic == slices:
            said = f"elasticSlices is {elastic}, which is all slices: the job may go on with none"
            yield Found(job.elastic, said, severity=Severity.WARNING)


_V6E = {"workers": 1, "type": "ct6e-standard-4t", "topology": "4x4"}

RULE = Rule(
    "TPZ704",
    "pathways-slices",
    Severity.ERROR,
    (PathwaysJob,),
    look,
    why="The schema sets no minimum for numSlices, and compares nothing with it; without a slice no worker starts,"
    " and the client refuses more elastic slices than there are.",
    source="github:google/pathways-job:api/v1/pathwaysjob_types.go and config/crd/bases@c0cc759",
    fact="spec-workers-numslices",
    wrong={**_V6E, "slices": 0},
    right={**_V6E, "slices": 3, "elastic": 1},
)
