"""The Terraform resources of the node pools."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tpu_zones.planning.emit.pool import Pool

    Lines = Iterator[str]


def render(pool: "Pool") -> str:
    """Return HCL: the workload policy where one is needed, then the pools."""
    resources = [*([_policy(pool)] if pool.by_policy else []), _pool(pool)]
    return pool.head() + "\n".join(f"{line}" for lines in resources for line in (*lines, ""))


def _label(pool: "Pool") -> str:
    return pool.name.replace("-", "_")


def _policy(pool: "Pool") -> "Lines":
    yield f'resource "google_compute_resource_policy" "{_label(pool)}" {{'
    yield f'  name   = "{pool.policy}"'
    yield f'  region = "{pool.region}"'
    yield ""
    yield "  workload_policy {"
    yield '    type                 = "HIGH_THROUGHPUT"'
    yield f'    accelerator_topology = "{pool.topology}"'
    yield "  }"
    yield "}"


def _pool(pool: "Pool") -> "Lines":
    several = pool.pools > 1
    yield f'resource "google_container_node_pool" "{_label(pool)}" {{'
    if several:
        yield f"  count          = {pool.pools}"
    yield f'  name           = "{pool.name}{"-${count.index + 1}" if several else ""}"'
    yield f'  cluster        = "{pool.cluster}"'
    yield f'  location       = "{pool.location}"'
    yield f'  node_locations = ["{pool.zone}"]'
    if pool.flex:
        yield "  # Empty at first; one slice at the most, counted in its one zone."
        yield "  initial_node_count = 0"
        yield ""
        yield "  autoscaling {"
        yield "    min_node_count  = 0"
        yield f"    max_node_count  = {pool.nodes}"
        yield '    location_policy = "ANY"'
        yield "  }"
        yield ""
        yield "  queued_provisioning {"
        yield "    enabled = false"
        yield "  }"
        yield ""
        yield "  management {"
        yield "    auto_repair  = false"
        yield "    auto_upgrade = true"
        yield "  }"
    else:
        yield f"  node_count     = {pool.nodes}"
    yield ""
    yield "  node_config {"
    yield f'    machine_type = "{pool.machine_type}"'
    if pool.disk:
        yield f'    disk_type    = "{pool.disk}"'
    if pool.spot:
        yield "    spot         = true"
    if pool.flex:
        yield "    flex_start   = true"
    yield from _reservation(pool)
    yield "  }"
    yield from _placement(pool)
    yield "}"


def _reservation(pool: "Pool") -> "Lines":
    if pool.flex:
        yield ""
        yield "    reservation_affinity {"
        yield '      consume_reservation_type = "NO_RESERVATION"'
        yield "    }"
    elif pool.reserved:
        yield ""
        yield "    reservation_affinity {"
        yield '      consume_reservation_type = "SPECIFIC_RESERVATION"'
        yield '      key                      = "compute.googleapis.com/reservation-name"'
        yield f'      values                   = ["{pool.reservation_path}"]'
        yield "    }"


def _placement(pool: "Pool") -> "Lines":
    """Yield the placement of a multi-host pool; the provider's schema wants a type, which a policy must not have."""
    if not pool.multi_host:
        return
    yield ""
    yield "  placement_policy {"
    if pool.by_policy:
        yield '    type        = ""'
        yield f"    policy_name = google_compute_resource_policy.{_label(pool)}.name"
    else:
        yield '    type         = "COMPACT"'
        yield f'    tpu_topology = "{pool.topology}"'
    yield "  }"
