"""Kubernetes manifests -> the Pods that ask for TPUs, compute classes, flavors, PathwaysJobs; Config Connector beside.

Source of the fields: the API references of Kubernetes, JobSet, LeaderWorkerSet, KubeRay, Kueue and PathwaysJob, and
GKE's of ComputeClass, read 2026-11-30. Of other kinds, such as TFJob or LLMInferenceService, the Pods are read
wherever they stand: what their controllers add is not known, so that nothing is missed in them.
"""

from tpu_zones.lint.read import config_connector
from tpu_zones.lint.read.json_nodes import documents_of
from tpu_zones.lint.read.nodes import Fields, Node, located, paths, pick
from tpu_zones.lint.read.pods import RESOURCE, pods, selected
from tpu_zones.lint.things import Read, looks_like_tpu
from tpu_zones.lint.values import Value
from tpu_zones.lint.values import text as text_of
from tpu_zones.lint.workloads import ComputeClass, Flavor, PathwaysJob, Workload

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from tpu_zones.lint.things import Thing

FORM = "kubernetes"
MOST = 2_000
"""Things that one file may describe."""

_OF_STEPS = frozenset(("argoproj.io", "tekton.dev"))
"""API groups of objects that hold scripts, as workflows do."""
_EXCLUSIVE = (
    ("metadata", "annotations", "alpha.jobset.sigs.k8s.io/exclusive-topology"),
    ("metadata", "annotations", "leaderworkerset.sigs.k8s.io/exclusive-topology"),
)
_QUEUE = (("metadata", "labels", "kueue.x-k8s.io/queue-name"),)
_DURATION = (("metadata", "annotations", "provreq.kueue.x-k8s.io/maxRunDurationSeconds"),)
_ACCELERATOR = "cloud.google.com/gke-tpu-accelerator"
_TOPOLOGY = "cloud.google.com/gke-tpu-topology"
_ZONE = "topology.kubernetes.io/zone"


def read(text: str, file: str) -> Read:
    """Return what the objects of a text ask of TPUs, and what could not be read."""
    documents, faults = documents_of(text, file)
    things: list[Thing] = []
    for document in documents:
        for one in objects(document):
            if len(things) < MOST:
                things.extend(_things(one, RESOURCE in text))
    steps = [one for one in documents if (one.text("apiVersion") or "").partition("/")[0] in _OF_STEPS]
    if steps and any(word in text for word in ("gcloud", "xpk")):
        from tpu_zones.lint.read.workflow import scripts

        found = scripts(steps, text.removeprefix("\ufeff"), file)
        things.extend(found.things)
        faults.extend(found.faults)
    return Read(things, faults)


def objects(node: Node) -> "Iterator[Node]":
    """Yield an object, or those of a list of objects."""
    items = node.get("items")
    if (node.text("kind") or "").endswith("List") and items is not None:
        for one in items:
            yield from objects(one)
    else:
        yield node


def _things(node: Node, asks: bool) -> "Iterator[Thing]":
    connector = config_connector.thing(node)
    if connector is not None:
        yield connector
        return
    group = (node.text("apiVersion") or "").partition("/")[0]
    make = _KINDS.get((node.text("kind") or "", group))
    if make is not None:
        yield from make(node)
    elif asks and group and node.text("kind"):
        yield from _other(node)


def _workload(node: Node, template: "Node | None", part: str | None = None, **fields: "Any") -> "Iterator[Thing]":
    """Yield the Pods of a template, if they ask for TPUs; else what a patch selects, if those are TPU nodes.

    Of a patch the labels are judged, and nothing else.
    """
    spot = template.spot if template is not None else node.spot
    asked = pods(template)
    if asked is None:
        if found := selected(template):
            yield Flavor(
                spot=spot, form=FORM, name=_name(node, part), kind=Value(node.text("kind"), node.spot), **found
            )
        return
    whole = {
        "name": _name(node, part),
        "kind": Value(node.text("kind"), node.spot),
        "queue": pick(node, _QUEUE),
        "run_duration": pick(node, _DURATION),
        "exclusive": pick(node, _EXCLUSIVE),
        "partial": Value(True, node.spot) if _is_patch(node) else None,
    }
    for name, value in whole.items():
        asked[name] = asked.get(name) or value
    yield Workload(spot=spot, form=FORM, **{**asked, **{name: one for name, one in fields.items() if one is not None}})


def _name(node: Node, part: str | None) -> Value | None:
    """Return the name of an object, with the part of it that is meant."""
    name = located(node.get("metadata", "name"))
    if name is None or name.unknown or not part:
        return name
    return Value(f"{name.value}/{part}", name.spot)


def _is_patch(node: Node) -> bool:
    """Whether an object is marked as a patch, wherever it is named."""
    return any(key.startswith("$patch") for key, _ in node.items())


def _pod(node: Node) -> "Iterator[Thing]":
    return _workload(node, node)


def _replicated(node: Node) -> "Iterator[Thing]":
    return _workload(node, node.get("spec", "template"))


def _job(node: Node) -> "Iterator[Thing]":
    return _of_job(node, node.get("spec"), None)


def _cron_job(node: Node) -> "Iterator[Thing]":
    return _of_job(node, node.get("spec", "jobTemplate", "spec"), None)


def _of_job(node: Node, spec: Node | None, part: str | None, **fields: "Any") -> "Iterator[Thing]":
    """Yield the Pods of a Job; without a parallelism there is one at a time."""
    if spec is None:
        return iter(())
    completions = located(spec.get("completions"))
    given = located(spec.get("parallelism"))
    return _workload(node, spec.get("template"), part, pods=given, completions=completions, **fields)


def _job_set(node: Node) -> "Iterator[Thing]":
    first: Workload | None = None
    for one in node.get("spec", "replicatedJobs") or ():
        part = one.text("name")
        slices = located(one.get("replicas"))
        inner = one.get("template", "metadata")
        exclusive = pick(one, tuple(("template", *path) for path in _EXCLUSIVE)) if inner is not None else None
        for work in _of_job(node, one.get("template", "spec"), part, slices=slices, exclusive=exclusive):
            if isinstance(work, Workload) and work.multislice is not None:
                work.joined_with = _shape(first) if first is not None else None  # type: ignore[attr-defined]
                first = first or work
            yield work


def _shape(work: Workload) -> Value | None:
    """Return what a workload selects, where all of it is plain text."""
    both = [text_of(work.accelerator), text_of(work.topology)]
    return Value(both, work.spot) if all(both) else None


def _group(node: Node) -> "Iterator[Thing]":
    """Yield the leader and the workers of a LeaderWorkerSet: one kind of Pods where both ask for the same."""
    group = node.get("spec", "leaderWorkerTemplate")
    if group is None:
        return
    slices = located(node.get("spec", "replicas"))
    size = located(group.get("size"))
    leader, worker = group.get("leaderTemplate"), group.get("workerTemplate")
    asks = leader is not None and pods(leader) is not None
    alone = asks and pods(worker) is None
    parted = group.get("subGroupPolicy") is not None
    counted = None if parted or (asks and not alone) else size
    without = Value(True, leader.spot) if leader is not None and leader.kind == "mapping" and not asks else None
    if asks:
        yield from _workload(node, leader, "leader", slices=slices, pods=size if not parted and not alone else None)
    yield from _workload(node, worker, "workers" if leader else None, slices=slices, pods=counted, leader=without)


def _ray(node: Node) -> "Iterator[Thing]":
    spec = node.get("spec")
    spec = spec and (spec.get("rayClusterSpec") or spec.get("rayClusterConfig") or spec)
    for one in (spec and spec.get("workerGroupSpecs")) or ():
        hosts, slices = located(one.get("numOfHosts")), located(one.get("replicas"))
        yield from _workload(node, one.get("template"), one.text("groupName"), pods=hosts, slices=slices)


def _other(node: Node) -> "Iterator[Thing]":
    """Yield the Pods in an object of another kind: those of templates, and of specs that have none around them."""
    left = [node]
    while left:
        one = left.pop()
        inner = one.get("spec")
        if inner is not None and inner.get("containers") is not None:
            template = one
        elif one.get("containers") is not None:
            template = Node("mapping", {"spec": one}, one.file, one.line, one.column)
        else:
            below = [value for _, value in one.items()] if one.kind == "mapping" else list(one)
            left += reversed([value for value in below if value.kind != "scalar"])
            continue
        yield from _workload(node, template, partial=Value(True, one.spot))


def _flavor(node: Node) -> "Iterator[Thing]":
    labels = node.get("spec", "nodeLabels")
    if labels is not None and (labels.get(_ACCELERATOR) or labels.get(_TOPOLOGY)):
        yield Flavor(
            spot=node.spot,
            form=FORM,
            name=_name(node, None),
            accelerator=located(labels.get(_ACCELERATOR)),
            topology=located(labels.get(_TOPOLOGY)),
            zone=located(labels.get(_ZONE)),
        )


_PRIORITY = Fields(
    {
        "machine_type": paths("machineType"),
        "accelerator": paths("tpu.type"),
        "topology": paths("tpu.topology"),
        "chips": paths("tpu.count"),
        "zone": paths("location.zones"),
        "flex_start": paths("flexStart.enabled"),
        "spot_vms": paths("spot"),
        "run_duration": paths("maxRunDurationSeconds"),
        "reservation_affinity": paths("reservations.affinity"),
        "disk_type": paths("storage.bootDiskType"),
    }
)


def _compute_class(node: Node) -> "Iterator[Thing]":
    name, unmet = _name(node, None), located(node.get("spec", "whenUnsatisfiable"))
    zones = located(node.get("spec", "priorityDefaults", "location", "zones"))
    disk = located(node.get("spec", "priorityDefaults", "storage", "bootDiskType"))
    for one in node.get("spec", "priorities") or ():
        if one.get("tpu") is None and not looks_like_tpu(one.text("machineType") or ""):
            continue
        fields: dict[str, Any] = _PRIORITY.of(one)
        fields["zone"] = fields["zone"] or zones
        fields["disk_type"] = fields["disk_type"] or disk
        yield ComputeClass(spot=one.spot, form=FORM, name=name, when_unsatisfiable=unmet, **fields)


def _pathways(node: Node) -> "Iterator[Thing]":
    spec = node.get("spec")
    if spec is None or spec.kind != "mapping":
        return
    workers = spec.get("workers")
    first = workers.get(0) if workers is not None else None
    count = None
    if workers is not None and workers.kind == "sequence":
        count = Value(len(workers), workers.key_spot if not len(workers) else workers.spot)
    elif workers is not None:
        count = located(workers)
    images = [located(one.get("image")) for one in spec.get("customComponents") or ()]
    partial = _is_patch(node)
    yield PathwaysJob(
        spot=node.spot,
        form=FORM,
        name=_name(node, None),
        workers=count,
        type=first and located(first.get("type")),
        topology=first and located(first.get("topology")),
        slices=first and located(first.get("numSlices")),
        elastic=located(spec.get("controller", "elasticSlices")),
        version=located(spec.get("pathwaysVersion")),
        images=Value([one for one in images if one], node.spot) if images else None,
        partial=Value(True, node.spot) if partial else None,
    )


_KINDS: "dict[tuple[str, str], Callable[[Node], Iterator[Thing]]]" = {
    ("Pod", "v1"): _pod,
    ("Deployment", "apps"): _replicated,
    ("StatefulSet", "apps"): _replicated,
    ("Job", "batch"): _job,
    ("CronJob", "batch"): _cron_job,
    ("JobSet", "jobset.x-k8s.io"): _job_set,
    ("LeaderWorkerSet", "leaderworkerset.x-k8s.io"): _group,
    ("RayCluster", "ray.io"): _ray,
    ("RayJob", "ray.io"): _ray,
    ("RayService", "ray.io"): _ray,
    ("ResourceFlavor", "kueue.x-k8s.io"): _flavor,
    ("ComputeClass", "cloud.google.com"): _compute_class,
    ("PathwaysJob", "pathways-job.pathways.domain"): _pathways,
}
"""Kind and API group -> what reads such an object."""
