"""xpk commands -> clusters and node pools.

Commands and flags as its parsers have them (xpk, read 2026-06-25): a cluster is regional, in the region of
`--zone`, and its TPU node pools are in that zone; each slice is a pool of its own, autoscaled with `--flex`.
"""

from tpu_zones.lint.read.flags import Flags, built, whole
from tpu_zones.lint.things import Cluster, NodePool
from tpu_zones.lint.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tpu_zones.lint.read.bash.cells import Arg
    from tpu_zones.lint.read.bash.run import Runner
    from tpu_zones.lint.things import Thing
    from tpu_zones.lint.values import Spot

_SWITCHES = frozenset(
    "dry-run skip-validation quiet sandbox-kubeconfig dependency-auto-download enable-pathways force "
    "enable-workload-identity enable-autoprovisioning managed-mldiagnostics private enable-private-endpoint "
    "enable-master-global-access adapt-from-ct enable-gcsfuse-csi-driver enable-gcpfilestore-csi-driver "
    "enable-parallelstore-csi-driver enable-pd-csi-driver enable-lustre-csi-driver enable-legacy-lustre-port "
    "create-vertex-tensorboard on-demand spot flex enable-mtc sub-slicing super-slicing "
    "ignore-nodepool-creation-errors mtc-enabled deploy-stacktrace-sidecar use-pathways headless "
    "use-parallel-containers enable-debug-logs use-vertex-tensorboard help".split()
)
_COMMANDS = frozenset(
    {
        ("cluster", "create"),
        ("cluster", "create-pathways"),
        ("cluster", "create-ray"),
        ("cluster", "adapt"),
        ("workload", "create"),
        ("workload", "create-pathways"),
    }
)


def read(args: "list[Arg]", here: "Spot", runner: "Runner") -> "list[Thing]":
    """Return what an xpk command asks for: a cluster with its pools, or the pools that a workload needs."""
    flags = Flags(args, runner.source, _SWITCHES)
    path = tuple(arg.text or "" for arg in flags.rest[:2])
    if path not in _COMMANDS:
        return []
    flags.rest = flags.rest[2:]
    flags.take(0)
    reason = flags.open
    if any(f"custom-{kind}nodepool-arguments" in flags for kind in ("", "tpu-")):
        reason = reason or "further arguments for the node pool may set it"
    zone, version = flags.value("zone"), flags.value("gke-version")
    kind = flags.value("tpu-type", "device-type")
    region = _changed(zone, _region)
    locations = _changed(zone, lambda text: [text])
    if path[0] == "workload" and locations and region and locations.value == [region.value]:
        locations = Value(spot=locations.spot, unknown="a region: xpk looks for the cluster there")
    common = {"project": flags.value("project"), "version": version, "locations": locations}
    maybe = runner.unsure > 0
    found: list[Thing] = []
    if path[0] == "cluster":
        fields = {
            **common,
            "name": flags.value("cluster"),
            "location": region,
            "machine_type": flags.value("default-pool-cpu-machine-type"),
        }
        found.append(built(Cluster, fields, here, "xpk", maybe=maybe, reason=flags.open))
    if kind is not None or reason:
        fields = {
            **common,
            "name": flags.value("workload"),
            "cluster": flags.value("cluster"),
            "cluster_location": region,
            "accelerator_type": kind,
            "slices": flags.value("num-slices", make=whole),
            "spot_vms": flags.switch("spot"),
            "flex_start": flags.switch("flex"),
            "autoscaling": flags.switch("flex"),
            "reservation": flags.value("reservation"),
        }
        found.append(built(NodePool, fields, here, "xpk", maybe=maybe, reason=reason))
    return found


def _region(zone: str) -> str:
    """Return the region as xpk finds it: the first two words, so that a region may stand for a zone."""
    return "-".join(zone.split("-")[:2])


def _changed(zone: Value | None, make: "Callable[[str], object]") -> Value | None:
    """Return something that follows from the zone, at its place."""
    if zone is None or zone.unknown:
        return zone
    return Value(make(str(zone.value)), zone.spot, related=zone.related, maybe=zone.maybe)
