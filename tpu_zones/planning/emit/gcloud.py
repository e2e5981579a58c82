"""The gcloud commands that make the node pools."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tpu_zones.planning.emit.pool import Pool


def render(pool: "Pool") -> str:
    """Return a shell script: the workload policy where one is needed, then the pools."""
    text = pool.head()
    if pool.by_policy:
        text += _command(f"gcloud compute resource-policies create workload-policy {pool.policy}", _policy(pool)) + "\n"
    if pool.pools == 1:
        return text + _command(f"gcloud container node-pools create {pool.name}", _flags(pool))
    loop = _command(f'gcloud container node-pools create "{pool.name}-$slice"', _flags(pool), indent="  ")
    return f"{text}for slice in $(seq 1 {pool.pools}); do\n{loop}done\n"


def _command(start: str, flags: "Iterator[str]", indent: str = "") -> str:
    return f"{indent}{start} \\\n" + " \\\n".join(f"{indent}  {flag}" for flag in flags) + "\n"


def _policy(pool: "Pool") -> "Iterator[str]":
    yield f"--region={pool.region}"
    yield "--type=HIGH_THROUGHPUT"
    yield f"--accelerator-topology={pool.topology}"


def _flags(pool: "Pool") -> "Iterator[str]":
    yield f"--cluster={pool.cluster}"
    yield f"--location={pool.location}"
    yield f"--node-locations={pool.zone}"
    yield f"--machine-type={pool.machine_type}"
    if pool.by_policy:
        yield f"--placement-policy={pool.policy}"
    elif pool.multi_host:
        yield "--placement-type=COMPACT"
        yield f"--tpu-topology={pool.topology}"
    if pool.disk:
        yield f"--disk-type={pool.disk}"
    if pool.flex:
        yield "--flex-start"
        yield "--enable-autoscaling"
        yield "--num-nodes=0"
        yield "--min-nodes=0"
        yield f"--max-nodes={pool.nodes}"
        yield "--location-policy=ANY"
        yield "--no-enable-autorepair"
        yield "--reservation-affinity=none"
        return
    yield f"--num-nodes={pool.nodes}"
    if pool.spot:
        yield "--spot"
    if pool.reserved:
        yield "--reservation-affinity=specific"
        yield f"--reservation={pool.reservation_path}"
