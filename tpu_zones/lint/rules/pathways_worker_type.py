"""A worker type that PathwaysJob does not know."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.values import given, text
from tpu_zones.lint.view.tables import newer_than
from tpu_zones.lint.workloads import PathwaysJob
from tpu_zones.records.findings import Severity


def look(job: PathwaysJob, ask: Ask) -> Iterator[Found]:
    """Find worker types that are not in the list of the schema."""
    word = text(job.type)
    known = [one.worker_type for one in ask.index.table("worker_types")]
    if job.type is None or not given(job.type) or word is None or word in known:
        return
    early = newer_than(ask.index, word, ("tpu", "ct"))
    if early == "announced":
        yield Found(job.type, f"worker type {word} is of an announced generation, which no public Pathways tool takes")
        return
    if early == "newer":
        yield Found(job.type, f"worker type {word} is not known; {ask.newer}", severity=Severity.INFO)
        return
    family = word.partition("-")[0]
    same = [one for one in known if one.partition("-")[0] == family] or list(ask.tables.near(word, known, 1))
    cure = f"; it is {' or '.join(same)}" if same else f"; those are {', '.join(known)}"
    told = f"{word} is no worker type of PathwaysJob{cure}"
    yield Found(job.type, told, new=same[0] if len(same) == 1 and same[0][-2:] == word[-2:] else None)


RULE = Rule(
    "TPZ702",
    "pathways-worker-type",
    Severity.ERROR,
    (PathwaysJob,),
    look,
    why="The schema of PathwaysJob lists seven machine types; one-chip machines and the eighth generation are not"
    " among them.",
    source="github:google/pathways-job:api/v1/pathwaysjob_types.go and config/crd/bases@c0cc759",
    fact="spec-workers-type",
    wrong={"workers": 1, "type": "ct6e-standard-1t", "topology": "1x1", "slices": 1},
    right={"workers": 1, "type": "ct6e-standard-4t", "topology": "4x4", "slices": 1},
)
