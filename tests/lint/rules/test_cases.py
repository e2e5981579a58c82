"""Pools, clusters and TPU VMs that people published or reported, rebuilt in code; the names are the cases'."""

import pytest

from tpu_zones.lint.things import Cluster, NodePool, Policy, TpuVm
from tpu_zones.lint.values import Value


def pool(machine_type, topology=None, zone=None, **fields):
    if zone is not None:
        fields["locations"] = [zone]
    return NodePool(machine_type=machine_type, topology=topology, **fields)


def slice_of(machine_type, topology, zone=None, **fields):
    return pool(machine_type, topology, zone, placement="COMPACT", **fields)


V5E, V5P, V6E, TPU7X = "ct5lp-hightpu-4t", "ct5p-hightpu-4t", "ct6e-standard-4t", "tpu7x-standard-4t"
UNKNOWN = Value(unknown="var.zone")
RESERVED = {"reservation_affinity": "specific", "reservation": "res-1"}

FAULTS = {
    "c001": ([slice_of("ct4p-hightpu-4t", "invalid", policy="p", max_nodes=2, form="gke-json")], {"TPZ104": "invalid"}),
    "c003": (
        [
            pool(
                V5E,
                "4x4",
                "us-west4-a",
                flex_start=True,
                queued=True,
                autoscaling=True,
                num_nodes=0,
                max_nodes=1,
                location_policy="ANY",
                reservation_affinity="none",
                auto_repair=False,
                form="gcloud",
            )
        ],
        {"TPZ314": "1"},
    ),
    "c004": (
        [
            TpuVm(
                zone="us-east5-b",
                runtime_version="v2-alpha-tpuv6e",
                tpu_type="V6E",
                topology="2x2",
                disk_types=["pd-balanced"],
            )
        ],
        {"TPZ413": "pd-balanced"},
    ),
    "c009": (
        [
            slice_of(
                V6E,
                "4x4",
                "europe-west4-a",
                flex_start=True,
                num_nodes=4,
                max_nodes=4,
                auto_repair=True,
                form="toolkit",
            )
        ],
        {"TPZ405": "4", "TPZ406": "true"},
    ),
    "c010": ([slice_of(V5P, "4x12x16", "us-east5-a", num_nodes=384)], {"TPZ311": "384"}),
    "c011": ([Cluster(location="us-central2-b", machine_type="e2-standard-4")], {"TPZ207": "e2-standard-4"}),
    "c017": (
        [
            slice_of(
                TPU7X,
                "2x2x2",
                "us-central1-c",
                cluster_location="us-central1",
                num_nodes=0,
                total_min_nodes=0,
                total_max_nodes=2,
                location_policy="BALANCED",
                form="terraform",
            )
        ],
        {"TPZ315": "2", "TPZ307": "COMPACT"},
    ),
    "c022": (
        [pool(TPU7X, None, "us-central1-c", version="1.33.5-gke.1201000", num_nodes=1)],
        {"TPZ501": "1.33.5-gke.1201000"},
    ),
    "c050": (
        [
            Policy(name="slice-wp", type="HIGH_THROUGHPUT", topology="2x4x4", region="us-central1"),
            pool(TPU7X, None, "us-central1-c", policy="slice-wp", num_nodes=16, form="gcloud"),
        ],
        {"TPZ311": "16"},
    ),
    "c051": ([pool(V6E, "2x2x1", cluster_location="us-central1-b", num_nodes=1)], {"TPZ301": "2x2x1"}),
    "c052": ([slice_of("ct4p-hightpu-4t", None, "us-central1-a", num_nodes=1)], {"TPZ201": "us-central1-a"}),
    "c053": (
        [pool(V6E, "2x2x1", cluster_location="us-central1-b", autoscaling=True, min_nodes=0, max_nodes=3)],
        {"TPZ301": "2x2x1"},
    ),
    "c055": (
        [TpuVm(zone="us-east5-b", accelerator_type="v6e-1", runtime_version="tpu-ubuntu2204-base")],
        {"TPZ503": "tpu-ubuntu2204-base"},
    ),
    "c060": (
        [slice_of(V5E, "4x4", "us-west4-a", num_nodes=0, total_min_nodes=0, total_max_nodes=4, location_policy="ANY")],
        {"TPZ315": "4"},
    ),
    "c067": (
        [
            Cluster(name="c", location="us-central1-a"),
            slice_of("ct4p-hightpu-4t", "2x2x2", cluster="c", cluster_location="us-central1-a", num_nodes=2),
        ],
        {"TPZ201": "us-central1-a"},
    ),
    "c069": ([slice_of("ct5lp-hightpu-1t", "1x1", "us-west4-a", num_nodes=0)], {"TPZ304": "1x1"}),
    "c081": (
        [TpuVm(zone="us-central1-f", accelerator_type="v5litepod-4", runtime_version="v2-alpha-tpuv5-lite")],
        {"TPZ201": "us-central1-f"},
    ),
    "c083": ([pool("ct6e-hightpu-4t", "16x16", cluster_location="us-east5")], {"TPZ101": "ct6e-hightpu-4t"}),
    "c087": ([slice_of(V5P, "2x2", num_nodes=2, cluster_location=UNKNOWN)], {"TPZ301": "2x2", "TPZ311": "2"}),
    "c089": ([pool(TPU7X, None, "us-central1-c", cluster_location="us-central1", num_nodes=1)], {}),
    "c096": (
        [slice_of("ct3p-hightpu-4t", "2x2", num_nodes=2, cluster_location=UNKNOWN)],
        {"TPZ302": "2x2", "TPZ311": "2"},
    ),
    "c099": (
        [pool("ct5e-standard-4", "2x2x1", cluster_location="us-central1-a", num_nodes=1)],
        {"TPZ101": "ct5e-standard-4", "TPZ301": "2x2x1"},
    ),
}

VALID = {
    "c005": [slice_of(V5E, "4x4", num_nodes=4, locations=UNKNOWN, version="1.35.3-gke.1083000", **RESERVED)],
    "c007": [slice_of(V5E, "4x4", "us-west4-a", spot_vms=True, num_nodes=4, form="xpk")] * 4,
    "c014": [
        pool("ct4p-hightpu-4t", "2x2x4", "us-central2-b", num_nodes=4),
        pool("ct4p-hightpu-4t", "2x2x2", "us-central2-b", num_nodes=2),
        NodePool(machine_type="n2-standard-64", locations=["us-central2-a", "us-central2-b", "us-central2-c"]),
    ],
    "c019": [pool(V6E, "4x4", "us-east5-b", cluster_location="us-east5", form="gcloud")] * 2,
    "c026": [pool(TPU7X, None, "us-central1-c", cluster_location="us-central1", num_nodes=1, **RESERVED)],
    "c041": [
        TpuVm(
            zone="us-east5-b",
            accelerator_type="v6e-1",
            runtime_version="v2-alpha-tpuv6e",
            disk_types=["hyperdisk-balanced"],
        )
    ],
    "c043": [
        Policy(name="slice", region="us-central1", type="HIGH_THROUGHPUT", topology="2x2x2"),
        pool(
            TPU7X,
            "2x2x2",
            "us-central1-c",
            placement="",
            policy="slice",
            cluster_location="us-central1",
            min_nodes=0,
            max_nodes=2,
            location_policy="ANY",
            form="terraform",
        ),
    ],
    "c044": [
        pool(V6E, "4x4", "us-east5-a", flex_start=True, autoscaling=True, min_nodes=0, max_nodes=4, form="toolkit")
    ],
    "c047": [slice_of(V6E, "4x4", "europe-west4-a", disk_type="hyperdisk-balanced", form="toolkit", **RESERVED)] * 2,
    "c048": [
        Cluster(name="ray", location="us-east5-b", version="1.35.3-gke.1737000", channel="RAPID"),
        pool("ct6e-standard-8t", cluster="ray", cluster_location="us-east5-b", num_nodes=1, spot_vms=True),
    ],
    "c056": [TpuVm(zone="us-east5-b", accelerator_type="v6e-4", runtime_version="v2-alpha-tpuv6e", spot_vms=True)],
    "c063": [slice_of(V6E, "4x4", "us-east5-b", cluster_location="us-east5", num_nodes=4)],
    "c080": [TpuVm(zone="us-west4-a", accelerator_type="v5litepod-8", runtime_version="v2-alpha-tpuv5-lite")],
    "c084": [TpuVm(zone="us-south1-a", accelerator_type="v5litepod-1", runtime_version="v2-alpha-tpuv5-lite")],
    "c090": [TpuVm(zone="europe-west4-b", machine_type="ct5lp-hightpu-1t", runtime_version="v2-alpha-tpuv5-lite")],
    "c097": [pool(V5P, None, "us-central1-a", num_nodes=1, form="xpk")],
    "c102": [pool(V5E, "2x4", num_nodes=2)] * 2,
    "c103": [pool("ct5lp-hightpu-8t", cluster_location="us-west4-a", num_nodes=2, form="gcloud")],
}

UNSURE = {
    "c008": (
        [TpuVm(zone="us-central1-c", accelerator_type="v2-8", runtime_version="tpu-vm-tf-2.13.0")],
        [],
    ),
    "c018": ([pool(V6E, cluster_location="europe-west4-c", num_nodes=3)], ["TPZ201 error"]),
    "c020": (
        [pool(V5P, "2x2x4", "us-east5-a", num_nodes=4, autoscaling=True, min_nodes=4, max_nodes=4, form="gcloud")],
        ["TPZ318 warning"],
    ),
    "c021": ([slice_of("ct4p-hightpu-4t", "2x2x2", policy="p", autoscaling=True, max_nodes=2, auto_repair=True)], []),
    "c023": ([slice_of("ct4p-hightpu-4t", None, "us-central2-b", num_nodes=2)], ["TPZ303 warning"]),
    "c028": ([pool(TPU7X, "2x2x1", "us-central1-c", num_nodes=1, form="gcloud")], ["TPZ305 warning"]),
    "c031": (
        [TpuVm(zone="us-west4-a", accelerator_type="v5litepod-16", runtime_version="tpu-ubuntu2204-base")],
        ["TPZ503 warning"],
    ),
    "c033": ([TpuVm(zone="southamerica-west1-a", accelerator_type="v6e-8", runtime_version="v2-alpha-tpuv6e")], []),
    "c038": (
        [
            pool(
                V6E,
                cluster_location="europe-west4-a",
                num_nodes=1,
                form="gcloud",
                labels={
                    "cloud.google.com/gke-tpu-accelerator": "tpu-v6e-slice",
                    "cloud.google.com/gke-tpu-topology": "2x2",
                },
                taints=[{"key": "google.com/tpu", "value": "present", "effect": "NO_SCHEDULE"}],
            )
        ],
        ["TPZ415 info", "TPZ415 info"],
    ),
    "c046": ([TpuVm(zone="europe-west4-a", accelerator_type="v3-8", surface="tpu-node")], ["TPZ504 error"]),
    "c057": ([pool(V5E, "8x8", "us-east5-b", num_nodes=16)], ["TPZ202 warning"]),
    "c064": (
        [slice_of(TPU7X, "2x2x2", "us-central1-c", policy="slice-wp", num_nodes=2, form="gcloud")],
        ["TPZ308 warning"],
    ),
    "c066": (
        [pool("tpu7x-standard-1t", None, "us-central1-c", num_nodes=1, form="gcloud", **RESERVED)],
        ["TPZ101 warning"],
    ),
    "c070": ([slice_of(TPU7X, "2x2x1", "us-central1-c", num_nodes=1)], ["TPZ305 warning"]),
    "c075": ([slice_of("ct3p-hightpu-4t", "16x32", "europe-west4-a", num_nodes=128)], []),
    "c078": (
        [
            pool(
                TPU7X,
                None,
                "us-central1-c",
                policy="slice-wp",
                flex_start=True,
                queued=True,
                autoscaling=True,
                num_nodes=0,
                max_nodes=2,
                location_policy="ANY",
                reservation_affinity="none",
                auto_repair=False,
                form="gcloud",
            )
        ],
        ["TPZ410 info"],
    ),
    "c086": (
        [
            slice_of(
                V6E,
                "4x4",
                "us-east5-b",
                num_nodes=4,
                form="toolkit",
                reservation_affinity="specific",
                reservation="team-a/res-1/reservationBlocks/block-1",
            )
        ],
        ["TPZ403 warning"],
    ),
    "c091": ([slice_of(V6E, "4x4", "us-central1-a", num_nodes=4, form="xpk", **RESERVED)], ["TPZ202 warning"]),
    "c092": (
        [
            TpuVm(
                zone="us-west4-a",
                accelerator_type="v5litepod-4",
                runtime_version="v2-alpha-tpuv5-lite",
                flex_start=True,
                run_duration="4h",
            )
        ],
        [],
    ),
    "c101": (
        [TpuVm(zone="us-central1-f", accelerator_type="v2-8", count=2, runtime_version="tpu-vm-base")],
        ["TPZ202 warning", "TPZ320 warning", "TPZ503 info"],
    ),
}


@pytest.mark.parametrize("case", FAULTS)
def test_each_fault_is_found_with_its_value(case, findings):
    things, expected = FAULTS[case]
    serious = [one for one in findings(*things) if one.severity != "info"]
    assert {one.rule: one.value for one in serious} == expected
    assert {str(one.severity) for one in serious} <= {"error"}


@pytest.mark.parametrize("case", VALID)
def test_nothing_but_information_on_what_is_valid(case, findings):
    assert [one for one in findings(*VALID[case]) if one.severity != "info"] == []


@pytest.mark.parametrize("case", UNSURE)
def test_what_is_done_where_sources_disagree(case, check):
    things, expected = UNSURE[case]
    assert check(*things) == expected


def test_a_pool_named_by_tensorcores(findings):
    (one,) = findings(pool(V5P, "2x2x2", name="v5p-8", num_nodes=2))
    assert (one.rule, one.severity, one.value) == ("TPZ106", "warning", "v5p-8")
    assert one.message.startswith("v5p-8 is 8 TensorCores = 4 chips, topology 2x2x1, and not 2x2x2")
