"""A generation that PathwaysJob takes, and that is not named for Pathways."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.values import given, text
from tpu_zones.lint.view.tables import said
from tpu_zones.lint.workloads import PathwaysJob
from tpu_zones.records.findings import Severity


def look(job: PathwaysJob, ask: Ask) -> Iterator[Found]:
    """Find worker types of generations that the report of general availability leaves out."""
    kind = text(job.type)
    worker = next((one for one in ask.index.table("worker_types") if one.worker_type == kind), None)
    if job.type is None or not given(job.type) or worker is None:
        return
    rows = {one.generation: one for one in ask.index.table("pathways_generations")}
    row = rows.get(worker.generation)
    if row is not None and not row.named:
        named = ", ".join(one.generation for one in rows.values() if one.named)
        told = f"{worker.generation} is accepted, and not named for Pathways on GKE (those are {named})"
        yield Found(job.type, told, claim=said(row))


RULE = Rule(
    "TPZ706",
    "pathways-generation",
    Severity.INFO,
    (PathwaysJob,),
    look,
    why="The schema and Google's sample accept v4; the report of general availability names newer generations only.",
    source="article-2026-11-09",
    wrong={"workers": 1, "type": "ct4p-hightpu-4t", "topology": "2x2x2", "slices": 1, "version": "jax-0.10.1"},
    right={"workers": 1, "type": "ct5p-hightpu-4t", "topology": "2x2x2", "slices": 1, "version": "jax-0.10.1"},
)
