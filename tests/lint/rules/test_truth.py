"""What is true in practice, row by row: the severity of each fault, and its exceptions."""

import datetime as dt

import pytest

from tpu_zones.lint.things import Cluster, NodePool, Policy, Reservation, TpuVm
from tpu_zones.lint.values import Value

V3, V4, V5E, V5P = "ct3p-hightpu-4t", "ct4p-hightpu-4t", "ct5lp-hightpu-4t", "ct5p-hightpu-4t"
V6E, TPU7X = "ct6e-standard-4t", "tpu7x-standard-4t"


def pool(machine_type=V6E, topology=None, **fields):
    return NodePool(machine_type=machine_type, topology=topology, **fields)


def flex(machine_type=V6E, topology="4x4", **fields):
    base = {"flex_start": True, "num_nodes": 0, "max_nodes": 4, "location_policy": "ANY"}
    return pool(machine_type, topology, **{**base, **fields})


def vm(accelerator_type="v6e-8", **fields):
    return TpuVm(accelerator_type=accelerator_type, **fields)


def instance(machine_type, **fields):
    return TpuVm(machine_type=machine_type, surface="compute-engine", **fields)


def policy(topology="2x2x2", **fields):
    return Policy(**{"name": "wp", "type": "HIGH_THROUGHPUT", "topology": topology, **fields})


def ironwood(topology="2x2x2", **fields):
    return pool(TPU7X, topology, **{"policy": "wp", "num_nodes": 2, **fields})


def reserved(kind="SERVING", topology="4x4", name="r", reservation="r", **fields):
    return [Reservation(name=name, workload_type=kind, **fields), pool(topology=topology, reservation=reservation)]


def regional(*zones, **fields):
    return [Cluster(name="demo", location="us-east5", locations=list(zones) or None), pool(cluster="demo", **fields)]


ROWS = [
    ("unknown machine type", [pool("ct6e-standard-16t")], ["TPZ101 error"]),
    ("its exceptions: a recipe of Google's", [pool("tpu7x-standard-1t")], ["TPZ101 warning"]),
    ("... a listing only", [pool("ct5p-hightpu-1t"), pool("ct5p-hightpu-2t")], ["TPZ101 warning"] * 2),
    ("... the code only", [pool("tpu7-standard-4t"), pool("tpu7x-ultranet-4t")], ["TPZ101 warning"] * 2),
    ("... an unknown name of theirs", [pool("tpu7x-standard-8t")], ["TPZ101 warning"]),
    ("... announced", [pool("tpu8t-standard-4t")], ["TPZ101 warning"]),
    ("... newer than the data", [pool("tpu9x-standard-4t")], ["TPZ101 info"]),
    ("... Compute Engine's name on GKE", [pool("ct6e-standard-4t-tpu")], ["TPZ101 warning"]),
    ("... and on Compute Engine", [TpuVm(machine_type="ct6e-standard-4t-tpu", surface="compute-engine")], []),
    ("no such family", [pool("ct2-hightpu-4t"), pool("ct5e-standard-4t")], ["TPZ101 error"] * 2),
    ("unknown zone", [pool(locations=["us-east5-z"])], ["TPZ102 error"]),
    ("... an AI zone", [pool(TPU7X, locations=["us-central1-ai1a"])], []),
    ("... a slip of one page", [pool(locations=["us-central1-ai1"])], ["TPZ102 error"]),
    ("... a new AI zone", [pool(locations=["us-east5-ai1a"])], ["TPZ102 info"]),
    ("... of an allow-listed region", [pool(V4, locations=["us-central2-a"])], ["TPZ102 info"]),
    ("... of a region that may be new", [pool(locations=["us-west9-a"])], ["TPZ102 info"]),
    ("... a region that does not exist", [pool(cluster_location="us-cental1")], ["TPZ102 error", "TPZ204 info"]),
    ("... a region as node location", [pool(locations=["us-east5"])], ["TPZ102 error"]),
    ("unknown label", [Cluster(resource_limits=[{"resource_type": "tpu-v5e-slice"}])], ["TPZ103 error"]),
    ("... announced", [Cluster(resource_limits={"tpu8t": 8})], ["TPZ103 warning"]),
    ("... right, and others' limits", [Cluster(resource_limits={"tpu7x": 8, "cpu": 9, "nvidia-l4": 1})], []),
    ("topology form", [pool(V4, "2x2xa", num_nodes=4)], ["TPZ104 error"]),
    ("topology rank", [pool(V5P, "4x4"), pool(V6E, "2x2x2")], ["TPZ301 error"] * 2),
    ("topology not for the machine", [pool(V6E, "2x8"), pool(V5P, "2x2x8")], ["TPZ302 error"] * 2),
    ("... single-host machines", [pool("ct6e-standard-8t", "4x4")], ["TPZ302 error"]),
    ("... unsorted v4", [pool(V4, "2x4x2", num_nodes=4)], ["TPZ302 warning"]),
    ("... unsorted others", [pool(V5P, "4x2x2", num_nodes=4)], ["TPZ302 error"]),
    ("... v4 above the documented limit", [pool(V4, "16x16x16", num_nodes=1024)], ["TPZ302 warning"]),
    ("... v4 above every limit", [pool(V4, "16x16x20")], ["TPZ302 error"]),
    ("... v5p above the documented limit", [pool(V5P, "16x20x28", num_nodes=2240)], ["TPZ302 warning"]),
    ("... 2x4 is decided by the machine", [pool("ct6e-standard-8t"), pool(V6E, "2x4", num_nodes=2)], []),
    ("TensorCores taken for chips", [vm("v5p-8", topology="2x2x2")], ["TPZ106 error"]),
    ("... a name of a tool", [pool(V5P, "2x2x2", name="v5p-8", num_nodes=2)], ["TPZ106 warning"]),
    ("accelerator types", [vm("v5p-4"), vm("v5e-8"), vm("v6e-3")], ["TPZ105 error"] * 3),
    ("... announced and newer ones", [vm("tpu8t-16"), vm("v9-8")], ["TPZ105 warning", "TPZ105 info"]),
    ("generation not in zone", [pool(V5P, locations=["europe-west4-a"])], ["TPZ201 error"]),
    ("... known for the region only", [pool(TPU7X, locations=["us-east1-b"])], ["TPZ201 warning"]),
    ("... the whole region", [pool(V4, cluster_location="us-central1", num_nodes=1)], ["TPZ201 error"]),
    ("... a cluster zone", [pool(V5P, cluster_location="us-central1-f", num_nodes=1)], ["TPZ201 error"]),
    ("zone only observed", [pool(V6E, locations=["us-east5-c"])], ["TPZ202 warning"]),
    ("... withdrawn", [pool(V5E, locations=["us-east5-b"])], ["TPZ202 warning"]),
    ("... doubtful", [pool(V6E, locations=["us-south1-b"])], ["TPZ202 warning"]),
    ("size not in the zone's list", [vm("v2-8", zone="us-central1-a")], ["TPZ203 warning"]),
    ("... a legacy machine elsewhere", [pool("ct5l-hightpu-4t", locations=["us-west4-a"])], ["TPZ203 warning"]),
    ("regional cluster, multi-host", regional(topology="4x4", num_nodes=4), ["TPZ204 error"]),
    ("... single-host", regional(num_nodes=1), ["TPZ204 warning"]),
    ("... one fitting cluster zone", regional("us-east5-b", topology="4x4", num_nodes=4), []),
    ("... several cluster zones", regional("us-east5-a", "us-east5-b", topology="4x4"), ["TPZ206 error"]),
    ("... cluster not in the check", [pool(topology="4x4", cluster_location="us-east5")], ["TPZ204 info"]),
    ("... zones on the pool", regional(topology="4x4", locations=["us-east5-b"]), []),
    (
        "pool zone outside the region",
        [pool(cluster_location="us-central1", locations=["us-east5-b"])],
        ["TPZ205 error"],
    ),
    ("... another zone of the region", [pool(cluster_location="us-east5-a", locations=["us-east5-b"])], []),
    ("multi-host in two zones", [pool(topology="4x4", locations=["us-east5-a", "us-east5-b"])], ["TPZ206 error"]),
    ("single-host in several zones", [pool(locations=["us-east5-a", "us-east5-b"])], []),
    ("... one of them lacks it", [pool(V5P, locations=["us-central1-a", "us-central1-b"])], ["TPZ201 warning"]),
    ("... none has it", [pool(V5P, locations=["us-central1-b", "us-central1-c"])], ["TPZ201 error"] * 2),
    ("node pool on Autopilot", [Cluster(name="a", autopilot=True), pool(cluster="a")], ["TPZ507 error"]),
    ("E2 in us-central2-b", [NodePool(machine_type="e2-medium", locations=["us-central2-b"])], ["TPZ207 error"]),
    ("... N2 there", [NodePool(machine_type="n2-standard-8", locations=["us-central2-b"])], []),
    ("... E2 elsewhere", [NodePool(machine_type="e2-medium", locations=["us-east5-b"])], []),
    ("... the cluster's own pool", [Cluster(location="us-central2-b", machine_type="e2-medium")], ["TPZ207 error"]),
    ("topology missing", [pool(V5E, placement="COMPACT", num_nodes=4)], ["TPZ303 warning"]),
    ("... single hosts are meant", [pool(V5E, num_nodes=4), pool(V5E, placement="COMPACT", num_nodes=1)], []),
    ("... a multi-host machine", [pool(V3, num_nodes=4)], ["TPZ303 warning"]),
    ("... with a policy", [policy("4x4"), pool(V6E, policy="wp", num_nodes=4)], ["TPZ303 error"]),
    ("... tpu7x takes it from the policy", [policy(), ironwood(None)], []),
    ("topology on one chip", [pool("ct6e-standard-1t", "1x1", num_nodes=1)], ["TPZ304 error"]),
    ("... COMPACT on one chip", [pool("ct5lp-hightpu-1t", placement="COMPACT", num_nodes=1)], ["TPZ304 error"]),
    ("topology on single-host 4t", [pool(V4, "2x2x1", num_nodes=3)], ["TPZ305 warning"]),
    ("... 8t", [pool("ct6e-standard-8t", "2x4", num_nodes=1)], ["TPZ305 warning"]),
    ("policy on single-host tpu7x", [ironwood("2x2x1")], ["TPZ305 warning", "TPZ306 info"]),
    ("COMPACT missing", [pool(V6E, "4x4", num_nodes=4), pool(V4, "2x2x4", num_nodes=4)], []),
    ("tpu7x multi-host: COMPACT", [ironwood(policy=None, placement="COMPACT")], ["TPZ307 error"]),
    ("... a bare topology", [ironwood(policy=None)], ["TPZ307 error"]),
    ("... another type of policy", [policy(type="HIGH_AVAILABILITY"), ironwood()], ["TPZ307 error"]),
    ("... a group placement policy", [Policy(name="wp", placement="COMPACT"), ironwood()], ["TPZ307 error"]),
    ("... single-host COMPACT", [pool(TPU7X, placement="COMPACT", num_nodes=1)], ["TPZ307 warning"]),
    ("policy without topology", [policy(None), ironwood()], ["TPZ309 error"]),
    ("policy and topology agree", [policy(), ironwood()], []),
    ("... and differ", [policy("2x2x4"), ironwood()], ["TPZ310 error"]),
    ("COMPACT and a policy", [ironwood(placement="COMPACT")], ["TPZ308 warning"]),
    ("policy in another region", [policy(region="us-east1"), ironwood(locations=["us-central1-c"])], ["TPZ208 error"]),
    ("fixed node count", [pool(V6E, "4x4", num_nodes=16)], ["TPZ311 error"]),
    ("... 0 is legal", [pool(V6E, "4x4", num_nodes=0)], []),
    ("... by the policy", [policy("2x2x4"), ironwood(None, num_nodes=8)], ["TPZ311 error"]),
    ("... any on single hosts", [pool(V6E, num_nodes=7)], []),
    ("node count omitted, topology given", [pool(V6E, "4x4", form="gcloud")], []),
    ("... tpu7x policy only", [ironwood(None, num_nodes=None, form="gcloud")], ["TPZ312 warning"]),
    ("... three happen to be right", [ironwood(None, num_nodes=None, form="gke-json")], []),
    ("Terraform: no count, no autoscaling", [pool(V6E, "4x4", form="terraform")], ["TPZ313 warning"]),
    ("... with autoscaling", [pool(V6E, "4x4", max_nodes=4, form="terraform")], []),
    ("autoscaling maximum", [pool(V6E, "4x4", max_nodes=3)], ["TPZ314 error"]),
    ("... a multiple", [pool(V6E, "4x4", max_nodes=8)], ["TPZ314 error"]),
    ("... any on single hosts", [pool(V6E, max_nodes=3)], []),
    ("only a total maximum", [pool(V6E, "4x4", total_max_nodes=4)], ["TPZ315 error"]),
    ("... on single hosts", [pool(V6E, total_max_nodes=4)], []),
    ("total and per-zone limits", [pool(V6E, max_nodes=4, total_max_nodes=4)], ["TPZ316 error"]),
    ("... 0 is none", [pool(V6E, "4x4", max_nodes=4, total_min_nodes=0)], []),
    ("minimum between", [pool(V6E, "4x4", min_nodes=1, max_nodes=4)], ["TPZ317 error"]),
    ("minimum = maximum = slice", [pool(V6E, "4x4", min_nodes=4, max_nodes=4)], ["TPZ318 warning"]),
    ("BALANCED", [pool(V6E, "4x4", max_nodes=4, location_policy="BALANCED")], ["TPZ319 info"]),
    ("... on single hosts", [pool(V6E, max_nodes=4, location_policy="BALANCED")], []),
    ("Multislice on v3 and v2", [vm("v3-32", count=2), vm("v2-8", count=2)], ["TPZ320 warning"] * 2),
    ("... from v4 on", [vm("v4-16", count=2), vm("v6e-8", count=2)], []),
    ("Spot with a reservation", [pool(spot_vms=True, reservation="r")], ["TPZ401 error"]),
    ("... with flex-start", [flex(spot_vms=True)], ["TPZ401 error"]),
    ("... with queued", [pool(preemptible=True, queued=True)], ["TPZ401 error", "TPZ411 error"]),
    ("... on a TPU VM", [vm(spot_vms=True, reserved=True)], ["TPZ401 error"]),
    ("flex-start with a reservation", [flex(reservation="r", reservation_affinity="specific")], ["TPZ401 error"]),
    ("affinity to any reservation", [pool(reservation_affinity="any")], ["TPZ402 warning"]),
    ("... and then fail", [pool(reservation_affinity="any-then-fail"), pool(reservation_affinity="none")], []),
    (
        "reservation block",
        [pool(reservation="r/reservationBlocks/b", reservation_affinity="specific")],
        ["TPZ403 warning"],
    ),
    (
        "... that provisioning only needs",
        [
            policy("4x4x4", topology_mode="PROVISION_ONLY"),
            ironwood(None, num_nodes=16, reservation="r/reservationBlocks/b", reservation_affinity="specific"),
        ],
        [],
    ),
    ("a reservation for single hosts", reserved(), ["TPZ421 warning"]),
    ("... for slices", reserved("BATCH", None), ["TPZ421 warning"]),
    ("... of the right kind", [*reserved("BATCH"), *reserved("SERVING", None, "s", "s")], []),
    ("... of no kind", reserved("UNSPECIFIED"), []),
    ("... of another name", reserved(name="q"), []),
    ("... of none that is known", reserved(name=Value(unknown="$NAME")), []),
    ("... two of one name", [*reserved(), Reservation(name="r", workload_type="BATCH")], []),
    ("... one that may not be", [Reservation(name="r", workload_type="SERVING", maybe=True), reserved()[1]], []),
    ("... by its path", reserved(reservation="projects/a/reservations/r", project="a"), ["TPZ421 warning"]),
    ("... of another project", reserved(reservation="projects/a/reservations/r", project="b"), []),
    ("... whose hosts are not known", reserved(topology=Value(unknown="$T")), []),
    ("flex-start without autoscaling", [flex(max_nodes=None, location_policy=None)], ["TPZ404 error"]),
    ("... with a start size", [flex(num_nodes=4)], ["TPZ405 error"]),
    ("... with gcloud's own", [flex(num_nodes=None, form="gcloud")], ["TPZ405 error"]),
    ("... with Terraform's own", [flex(num_nodes=None, form="terraform")], []),
    ("... with auto-repair", [flex(auto_repair=True)], ["TPZ406 warning"]),
    ("... a static count in the toolkit", [flex(num_nodes=4, autoscaling=False, form="toolkit")], ["TPZ405 error"]),
    ("... in the toolkit", [flex(auto_repair=True, form="toolkit")], ["TPZ406 error"]),
    ("... nothing said on it", [flex()], []),
    ("flex-start multi-host", [flex(), flex(TPU7X, "2x2x4", policy="wp")], []),
    ("flex-start v3", [flex(V3)], ["TPZ407 error"]),
    ("... v4", [flex(V4, "2x2x4")], ["TPZ407 error"]),
    ("... ct5l", [flex("ct5l-hightpu-4t", None)], ["TPZ407 error"]),
    ("flex-start zone unlisted", [flex(locations=["us-east1-d"])], ["TPZ408 info"]),
    ("... listed", [flex(locations=["us-east5-b"])], []),
    *(
        (f"... refused in a test: {zone}", [flex(machine, shape, locations=[zone])], expected)
        for machine, shape, zone, expected in (
            (V5E, "4x4", "europe-west4-a", ["TPZ202 warning", "TPZ408 warning"]),
            (V5E, "4x4", "europe-west4-b", ["TPZ408 warning"]),
            (V6E, "4x4", "us-central1-b", ["TPZ408 warning"]),
            (V6E, "4x4", "us-south1-a", ["TPZ202 warning", "TPZ408 warning"]),
            (V5P, "2x2x4", "us-central1-a", ["TPZ408 warning"]),
            (V5P, "2x2x4", "europe-west4-b", ["TPZ408 warning"]),
        )
    ),
    ("run duration above 7 days", [flex(run_duration="604801s"), flex(run_duration="8d")], ["TPZ409 error"] * 2),
    ("... 7 days", [flex(run_duration="604800s"), flex(run_duration="1w"), flex(run_duration=604800)], []),
    ("... without its unit", [flex(run_duration="3600", form="terraform")], ["TPZ409 warning"]),
    ("... not flex-start", [pool(run_duration="30d")], []),
    ("flex-start + queued", [flex(queued=True)], ["TPZ410 info"]),
    ("queued without flex-start", [pool(queued=True, flex_start=False)], ["TPZ411 error"]),
    ("boot disk pd-* on v6e, tpu7x", [pool(disk_type="pd-ssd"), pool(TPU7X, disk_type="pd-ssd")], ["TPZ412 error"] * 2),
    ("... on v5e, v5p", [pool(V5E, disk_type="pd-standard"), pool(V5P, disk_type="hyperdisk-balanced")],
     ["TPZ412 warning"] * 2),
    (
        "... of an instance",
        [instance(V6E, disk_type="pd-ssd"), instance(V5P, disk_type="hyperdisk-balanced"), instance(V6E)],
        ["TPZ412 warning", "TPZ412 error"],
    ),
    ("... omitted, or right", [pool(), pool(V5E, disk_type="pd-ssd"), pool(V4, disk_type="pd-standard")], []),
    ("data disk on v6e", [vm(disk_types=["pd-balanced"])], ["TPZ413 error"]),
    ("... on older ones", [vm("v5litepod-8", disk_types=["hyperdisk-ml"])], ["TPZ413 warning"]),
    ("... on tpu7x", [vm("tpu7x-8", disk_types=["pd-balanced"])], ["TPZ413 error", "TPZ505 warning"]),
    ("... right", [vm(disk_types=["hyperdisk-ml"]), vm("v4-8", disk_types=["pd-balanced"])], []),
    ("... too many", [vm(disk_types=["hyperdisk-ml"] * 32)], ["TPZ413 warning"]),
    ("GKE version floors", [pool(TPU7X, version="1.33.9-gke.1"), pool(version="1.30.1-gke.1")], ["TPZ501 error"] * 2),
    ("... between two figures", [pool(version="1.31.2-gke.1")], ["TPZ501 warning"]),
    ("... flex-start", [flex(version="1.32.9-gke.1")], ["TPZ502 error"]),
    ("... a channel, or any build", [pool(TPU7X, version="latest"), pool(TPU7X, version="1.34")], []),
    ("... the figure of one blueprint", [pool(TPU7X, version="1.34.0-gke.2201000")], []),
    ("... of a cluster", [Cluster(name="c", version="1.33.1-gke.1"), pool(TPU7X, cluster="c")], ["TPZ501 error"]),
    (
        "... of a cluster that a channel moves on",
        [Cluster(name="c", version="1.33.1-gke.1", channel="RAPID"), pool(TPU7X, cluster="c")],
        ["TPZ501 warning"],
    ),
    ("... a channel alone", [Cluster(name="c", channel="STABLE"), pool(TPU7X, cluster="c")], []),
    ("runtime: base image", [vm(runtime_version="tpu-ubuntu2204-base")], ["TPZ503 error"]),
    ("... on v5e", [vm("v5litepod-8", runtime_version="tpu-ubuntu2204-base")], ["TPZ503 warning"]),
    ("... on v4", [vm("v4-8", runtime_version="tpu-ubuntu2204-base")], []),
    ("... of another generation", [vm(runtime_version="v2-alpha-tpuv5")], ["TPZ503 warning"]),
    ("... unknown", [vm(runtime_version="v2-alpha-tpuv6e-2")], ["TPZ503 info"]),
    ("... TensorFlow's", [vm("v4-8", runtime_version="tpu-vm-tf-2.13.0")], []),
    ("... for v4 alone", [vm("v3-8", runtime_version="tpu-vm-tf-2.10.0-pod-v4")], ["TPZ503 warning"]),
    ("... on v6e", [vm(runtime_version="tpu-vm-tf-2.17.0-pod-pjrt")], []),
    ("... on v6e, too old", [vm(runtime_version="tpu-vm-tf-2.14.1")], ["TPZ503 warning"]),
    ("... on v6e, by name", [vm(runtime_version="tpu-vm-tf-2.18.0-pjrt-v5e-and-v6")], []),
    ("... the beginning twice", [vm("v3-8", runtime_version="tpu-vm-tpu-vm-tf-2.18.0-se")], []),
    ("... for others by name", [vm("v5p-8", runtime_version="tpu-vm-tf-2.18.0-pjrt-v5e-and-v6")], ["TPZ503 warning"]),
    ("... an old base image", [vm("v4-8", runtime_version="tpu-vm-v4-base")], ["TPZ503 info"]),
    ("... an old base image on v6e", [vm(runtime_version="tpu-vm-base")], ["TPZ503 warning"]),
    ("TPU Node API", [vm("v3-8", surface="tpu-node"), Cluster(enable_tpu=True)], ["TPZ504 error"] * 2),
    ("tpu7x through the Cloud TPU API", [vm("tpu7x-8")], ["TPZ505 warning"]),
    ("... by its type", [TpuVm(tpu_type="TPU7X", topology="2x2x1")], ["TPZ505 warning"]),
    ("v5e as an instance", [TpuVm(machine_type=V5E, surface="compute-engine")], ["TPZ506 error"]),
    ("labels by hand", [pool(labels={"cloud.google.com/gke-tpu-topology": "2x2"})], ["TPZ415 info"]),
    ("... that contradict", [pool(labels={"cloud.google.com/gke-tpu-accelerator": "tpu7x"})], ["TPZ415 warning"]),
    ("... the toolkit's taint", [pool(taints=["google.com/tpu=present:NoSchedule"])], ["TPZ415 info"]),
    ("gVisor: multi-host", [pool(topology="4x4", sandbox="gvisor")], ["TPZ416 error"]),
    ("... tpu7x", [pool(TPU7X, sandbox="gvisor")], ["TPZ416 warning"]),
    ("... one VM", [pool(sandbox="gvisor")], []),
    ("blue-green with COMPACT", [pool(placement="COMPACT", topology="4x4", upgrade_strategy="BLUE_GREEN")],
     ["TPZ414 error"]),
    ("... that GKE adds", [pool(topology="4x4", upgrade_strategy="BLUE_GREEN")], ["TPZ414 warning"]),
    ("... SHORT_LIVED", [flex(placement="COMPACT", upgrade_strategy="SHORT_LIVED")], []),
    ("Spot on v3", [pool("ct3-hightpu-4t", spot_vms=True)], ["TPZ417 warning"]),
    ("local SSD", [pool(local_ssd=2)], ["TPZ419 warning"]),
    ("network profile", [pool(V5E, network_profile="auto")], ["TPZ420 warning"]),
    ("a pool without TPUs", [NodePool(machine_type="c4-standard-8", num_nodes=9, disk_type="pd-ssd", queued=True)], []),
    ("two clusters, one capacity", [flex(name="a", cluster="a"), flex(name="b", cluster="b")], []),
]  # fmt: skip


@pytest.mark.parametrize(("row", "things", "expected"), ROWS, ids=[row for row, *_ in ROWS])
def test_row(row, things, expected, check):
    assert check(*things) == expected


def test_age_makes_a_missing_zone_a_warning(findings):
    bad = pool(V5P, locations=["europe-west4-a"])
    for days, severity in ((0, "error"), (180, "error"), (181, "warning")):
        (one,) = findings(bad, today=dt.date(2026, 11, 9) + dt.timedelta(days=days))
        assert one.severity == severity
    (one,) = findings(pool(V4, locations=["us-east5-a"]), today=dt.date(2026, 8, 21) + dt.timedelta(days=181))
    assert one.severity == "warning"  # each generation has its own newest evidence


def test_age_makes_an_unknown_zone_a_warning(check):
    bad = pool(locations=["us-east5-z"])
    assert check(bad, today=dt.date(2026, 11, 30) + dt.timedelta(days=181)) == ["TPZ102 warning"]


@pytest.mark.parametrize(
    "fields",
    [
        {"num_nodes": 16, "topology": "4x4"},
        {"topology": "2x2x1"},
        {"disk_type": "pd-ssd"},
        {"machine_type": TPU7X, "version": "1.33.1-gke.1"},
    ],
)
def test_arithmetic_and_shapes_never_age(fields, findings):
    (one,) = findings(pool(**fields), today=dt.date(2036, 1, 1))
    assert one.severity == "error"


def test_what_is_granted(check):
    observed, missing = pool(locations=["us-east5-c"]), pool(V5P, locations=["europe-west4-a"])
    assert check(observed, granted=[("v6e", "us-east5-c")]) == []
    assert check(observed, granted=[("v6e", "us-east5-b"), ("v5p", "us-east5-c")]) == ["TPZ202 warning"]
    assert check(missing, granted=[("v5p", "europe-west4-a")]) == ["TPZ201 warning"]


def test_accepted_evidence(check):
    observed, withdrawn = pool(locations=["us-east5-c"]), pool(V5E, locations=["us-east5-b"])
    assert check(observed, withdrawn, evidence="observed") == ["TPZ202 warning"]
    assert check(observed, withdrawn, evidence="any") == []


def test_what_the_user_says_of_the_clusters(check):
    assert check(pool(TPU7X), gke_version="1.33.1-gke.1") == ["TPZ501 error"]
    assert check(pool(TPU7X, version="1.35.1-gke.1"), gke_version="1.33.1-gke.1") == []
    assert check(pool(), mode="autopilot") == ["TPZ507 error"]
    assert check(Cluster(name="c"), pool(cluster="c"), mode="autopilot") == []


def test_a_value_that_is_not_known_is_no_value(check):
    why = Value(unknown="var.x")
    for field in NodePool.fields:
        fields = {"machine_type": TPU7X, "topology": "2x2x2", "policy": "wp", "num_nodes": 2, field: why}
        assert check(NodePool(**fields)) == [], field
    assert check(NodePool(**dict.fromkeys(NodePool.fields, why))) == []
    assert check(TpuVm(**dict.fromkeys(TpuVm.fields, why)), Cluster(**dict.fromkeys(Cluster.fields, why))) == []
    wrong = {"machine_type": V6E, "topology": "4x4", "num_nodes": 16}
    assert check(pool(**wrong)) == ["TPZ311 error"]
    for field in wrong:
        assert check(pool(**{**wrong, field: why})) == [], field
    assert check(ironwood(policy=why)) == check(flex(autoscaling=why, max_nodes=None)) == []
    assert check(pool(queued=True, flex_start=why)) == []
    assert check(policy(Value(unknown="var.x")), ironwood()) == []


def test_a_block_that_may_not_exist(check):
    there = Value("4x4", maybe=True)
    assert check(pool(topology=there, num_nodes=7)) == []  # without it the pool is seven single hosts
    assert check(pool(topology=Value("2x2x1", maybe=True))) == ["TPZ301 error"]  # wrong in itself
    assert check(ironwood(policy=Value("wp", maybe=True))) == []
    assert check(pool(queued=Value(True, maybe=True))) == check(flex(num_nodes=Value(4, maybe=True))) == []
    assert check(NodePool(machine_type=V6E, topology="4x4", num_nodes=16, maybe=True)) == ["TPZ311 error"]
