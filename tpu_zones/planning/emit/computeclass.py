"""A ComputeClass: GKE makes the node pools itself, by the first of its priorities that it can have."""

from tpu_zones.planning.emit.pool import yaml

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tpu_zones.planning.emit.pool import Pool


def render(pools: "Sequence[Pool]") -> str:
    """Return YAML with a priority a placement, in their order."""
    first = pools[0]
    head = dict.fromkeys(line for pool in pools for line in pool.head().splitlines())
    lines = [
        *head,
        "apiVersion: cloud.google.com/v1",
        "kind: ComputeClass",
        "metadata:",
        f"  name: {yaml(first.name)}",
        "spec:",
        "  nodePoolAutoCreation:",
        "    enabled: true",
        "  # Other machines would come without TPUs.",
        "  whenUnsatisfiable: DoNotScaleUp",
        "  priorities:",
        *(line for pool in pools for line in _priority(pool)),
    ]
    return "\n".join(lines) + "\n"


def _priority(pool: "Pool") -> "Iterator[str]":
    yield "  - tpu:"
    yield f"      type: {pool.accelerator}"
    yield f"      count: {pool.chips}"
    yield f"      topology: {pool.topology}"
    if pool.by_policy:
        yield f"    # To be made before: a HIGH_THROUGHPUT workload policy in {pool.region} with this topology."
        yield "    placement:"
        yield f"      policyName: {pool.policy}"
    if pool.spot:
        yield "    spot: true"
    if pool.flex:
        yield "    flexStart:"
        yield "      enabled: true"
    if pool.reserved:  # which excludes `location`: the zone stands in the reservation
        yield "    reservations:"
        yield "      affinity: Specific"
        yield "      specific:"
        yield f"      - name: {yaml(pool.reservation)}"
        yield f"        project: {yaml(pool.project)}"
        yield "        zones:"
        yield f"        - {pool.zone}"
        return
    yield "    location:"
    yield "      zones:"
    yield f"      - {pool.zone}"
