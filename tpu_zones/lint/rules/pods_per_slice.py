"""Fewer or more Pods than a slice has hosts."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.values import absent, given, number, plain, text
from tpu_zones.lint.view.workload import Work
from tpu_zones.lint.workloads import Workload
from tpu_zones.records.findings import Severity
from tpu_zones.records.table import counted

FIELDS = {
    "Job": "parallelism",
    "CronJob": "parallelism",
    "JobSet": "parallelism",
    "LeaderWorkerSet": "size",
    "RayCluster": "numOfHosts",
    "RayJob": "numOfHosts",
    "RayService": "numOfHosts",
}
"""Kind -> what the number of Pods in a slice is called there; it is 1 where nothing is written."""

_LOOSE = ("Job", "CronJob", "LeaderWorkerSet")
"""Kinds whose Pods may also be spread over several slices."""


def look(work: Work, ask: Ask) -> Iterator[Found]:
    """Find groups of another size than the slice; a plain Job may run on several slices."""
    kind, hosts = text(work.value("kind")) or "", work.hosts
    name, value = FIELDS.get(kind), work.value("pods")
    if name is None or hosts is None or not absent(work.value("slice_topology")) or work.thing.topology is None:
        return
    leader = 1 if plain(work.value("leader")) is True and kind == "LeaderWorkerSet" else 0
    right = hosts + leader
    slice_of = f"{work.nodes} with google.com/tpu {work.chips}" if work.chips else work.nodes
    with_leader = " and a leader without TPUs" if leader else ""
    whole = f"{slice_of} is {counted(hosts, 'host')}{with_leader}"
    if value is None or absent(value):
        one_by_one = number(work.value("completions")) not in (None, 1)
        if right > 1 and kind != "LeaderWorkerSet" and work.complete and not one_by_one:
            yield Found(work.thing.topology, f"{whole}, and {name} is 1 where nothing is written: set it to {right}")
        return
    count = number(value)
    if not given(value) or count is None or count == right or count < 1:
        return
    said = f"{name} is {count}, and {whole}: set it to {right}"
    slices, rest = divmod(count - leader, hosts)
    several = absent(work.value("exclusive")) if hosts == 1 and kind == "JobSet" else kind in _LOOSE and not rest
    if several and (_apart(kind, hosts) or given(work.value("multislice"))):
        return
    other = next((one.chips for one, fit in work.fits if fit.nodes == count - leader), None)
    if several:
        said += f", or make {slices} replicas if {slices} slices are meant"
        yield Found(value, said, severity=Severity.INFO if kind == "LeaderWorkerSet" else Severity.WARNING)
    elif other is not None:
        yield Found(value, f"{said}, or ask for {other} chips")
    else:
        yield Found(value, said, new=right)


def _apart(kind: str, hosts: int) -> bool:
    """Whether the Pods of a group are independent, each on a slice of its own."""
    return hosts == 1 and kind != "LeaderWorkerSet"


RULE = Rule(
    "TPZ608",
    "pods-per-slice",
    Severity.ERROR,
    (Workload,),
    look,
    why="Each host of a slice takes one Pod, and the slice starts only when all are there: hosts are the chips of"
    " the topology by the chips of a Pod. Ray's webhook refuses other numbers; elsewhere the Pods hang.",
    source="github:ai-on-gke/kuberay-tpu-webhook@ef658db",
    fact="fx-hosts",
    wrong={"kind": "JobSet", "accelerator": "tpu-v6e-slice", "topology": "4x4", "chips": 4, "pods": 16},
    right={"kind": "JobSet", "accelerator": "tpu-v6e-slice", "topology": "4x4", "chips": 4, "pods": 4},
)
