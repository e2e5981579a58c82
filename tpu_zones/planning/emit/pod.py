"""The Pods that fill a slice: a Job, or a JobSet for several slices."""

from tpu_zones.planning.emit.pool import yaml

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tpu_zones.planning.emit.pool import Pool

    Lines = Iterator[str]


def render(pool: "Pool") -> str:
    """Return YAML: for several slices a JobSet with a Job each."""
    lines = _job_set(pool) if pool.placement.slices > 1 else _job(pool)
    return pool.head() + "\n".join(lines) + "\n"


def _job(pool: "Pool") -> "Lines":
    if pool.multi_host:  # the Pods of a slice find each other by its names
        yield "apiVersion: v1"
        yield "kind: Service"
        yield "metadata:"
        yield f"  name: {yaml(pool.name)}"
        yield "spec:"
        yield "  clusterIP: None"
        yield "  selector:"
        yield f"    job-name: {yaml(pool.name)}"
        yield "---"
    yield "apiVersion: batch/v1"
    yield "kind: Job"
    yield "metadata:"
    yield f"  name: {yaml(pool.name)}"
    yield "spec:"
    yield from _indented(_spec(pool, subdomain=pool.multi_host), "  ")


def _job_set(pool: "Pool") -> "Lines":
    yield "apiVersion: jobset.x-k8s.io/v1alpha2"
    yield "kind: JobSet"
    yield "metadata:"
    yield f"  name: {yaml(pool.name)}"
    if pool.multi_host:
        yield "  annotations:"
        yield "    alpha.jobset.sigs.k8s.io/exclusive-topology: cloud.google.com/gke-nodepool"
    yield "spec:"
    yield "  replicatedJobs:"
    yield "  - name: slice"
    yield f"    replicas: {pool.placement.slices}"
    yield "    template:"
    yield "      spec:"
    yield from _indented(_spec(pool, subdomain=False), "        ")


def _indented(lines: "Lines", indent: str) -> "Lines":
    return (indent + line for line in lines)


def _spec(pool: "Pool", *, subdomain: bool) -> "Lines":
    hosts = int(pool.placement.hosts)
    yield f"parallelism: {hosts}"
    yield f"completions: {hosts}"
    yield "completionMode: Indexed"
    yield "backoffLimit: 0"
    yield "template:"
    yield "  spec:"
    if subdomain:
        yield f"    subdomain: {yaml(pool.name)}"
    yield "    restartPolicy: Never"
    yield "    nodeSelector:"
    yield f"      cloud.google.com/gke-tpu-accelerator: {pool.accelerator}"
    yield f"      cloud.google.com/gke-tpu-topology: {pool.topology}"
    yield f"      topology.kubernetes.io/zone: {pool.zone}"
    key = "spot" if pool.spot else "flex-start" if pool.flex else None
    if key:
        yield f'      cloud.google.com/gke-{key}: "true"'
        yield "    tolerations:"
        yield f"    - key: cloud.google.com/gke-{key}"
        yield "      operator: Equal"
        yield '      value: "true"'
        yield "      effect: NoSchedule"
    yield "    containers:"
    yield "    - name: main"
    yield "      image: IMAGE"
    yield "      resources:"
    yield "        requests:"
    yield f"          google.com/tpu: {pool.chips}"
    yield "        limits:"
    yield f"          google.com/tpu: {pool.chips}"
