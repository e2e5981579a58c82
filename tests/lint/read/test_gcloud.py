"""gcloud commands: flags, what they mean, and where their values stand."""

from typing import Any

import pytest
from mangled import fields

import tpu_zones as tz
from tpu_zones.lint.read.shell import read
from tpu_zones.lint.things import Cluster, NodePool, Policy, Thing, TpuVm

# Configs that people publish or had trouble with, rewritten; a line each, so that a column says enough.
CASES: dict[str, tuple[str, dict[str, Any]]] = {
    "c003": (
        """gcloud container node-pools create slice --cluster demo --location us-west4 --flex-start \\
  --node-locations us-west4-a --machine-type ct5lp-hightpu-4t --tpu-topology 4x4 --num-nodes 0 --max-nodes 1 \\
  --enable-queued-provisioning --enable-autoscaling --location-policy any --reservation-affinity none \\
  --no-enable-autorepair""",
        {
            "cluster_location": ("us-west4", 1, 68),
            "locations": (["us-west4-a"], 2, 20),
            "machine_type": ("ct5lp-hightpu-4t", 2, 46),
            "topology": ("4x4", 2, 78),
            "num_nodes": (0, 2, 94),
            "max_nodes": (1, 2, 108),
            "autoscaling": (True, 3, 32),
            "queued": (True, 3, 3),
            "flex_start": (True, 1, 77),
            "location_policy": ("ANY", 3, 71),
            "reservation_affinity": ("none", 3, 98),
            "auto_repair": (False, 4, 3),
        },
    ),
    "c018": (
        "for zone in europe-west4-c; do gcloud container node-pools create tpu --cluster demo --zone $zone "
        "--machine-type ct6e-standard-4t --num-nodes 3; done",
        {"cluster_location": ("europe-west4-c", 1, 13), "num_nodes": (3, 1, 143)},
    ),
    "c019": (
        "gcloud container node-pools create a --location=us-east5 --cluster=demo --node-locations=us-east5-b "
        "--machine-type=ct6e-standard-4t --tpu-topology=4x4",
        {"locations": (["us-east5-b"], 1, 90), "topology": ("4x4", 1, 148)},
    ),
    "c020": (
        "N=4\ngcloud container node-pools create p --cluster demo --region us-east5 --node-locations us-east5-a "
        "--machine-type ct5p-hightpu-4t --tpu-topology 2x2x4 --num-nodes $N --enable-autoscaling --min-nodes $N "
        "--max-nodes $N",
        {"num_nodes": (4, 1, 3), "min_nodes": (4, 1, 3), "max_nodes": (4, 1, 3), "topology": ("2x2x4", 2, 145)},
    ),
    "c022": (
        "gcloud container node-pools create ironwood --cluster demo --location us-central1-c --num-nodes 1 \\\n"
        "  --machine-type tpu7x-standard-4t --node-version 1.33.5-gke.1201000",
        {"version": ("1.33.5-gke.1201000", 2, 51), "machine_type": ("tpu7x-standard-4t", 2, 18)},
    ),
    "c026": (
        "gcloud container node-pools create ironwood --project p --location us-central1 --num-nodes 1 "
        "--node-locations us-central1-c --reservation res-1 --reservation-affinity=SPECIFIC "
        "--machine-type tpu7x-standard-4t --cluster demo",
        {"reservation": ("res-1", 1, 139), "reservation_affinity": ("specific", 1, 168), "project": ("p", 1, 55)},
    ),
    "c028": (
        "gcloud container node-pools create np --cluster demo --node-locations us-central1-c "
        "--machine-type tpu7x-standard-4t --tpu-topology 2x2x1 --num-nodes 1",
        {"topology": ("2x2x1", 1, 133), "cluster_location": None},
    ),
    "c038": (
        "gcloud container node-pools create tpu --cluster demo --zone europe-west4-a --machine-type ct6e-standard-4t \\\n"
        "  --node-labels cloud.google.com/gke-tpu-accelerator=tpu-v6e-slice,cloud.google.com/gke-tpu-topology=2x2 \\\n"
        "  --node-taints google.com/tpu=present:NoSchedule",
        {
            "labels": (
                {
                    "cloud.google.com/gke-tpu-accelerator": "tpu-v6e-slice",
                    "cloud.google.com/gke-tpu-topology": "2x2",
                },
                2,
                17,
            ),
            "taints": ([{"key": "google.com/tpu", "value": "present", "effect": "NO_SCHEDULE"}], 3, 17),
        },
    ),
    "c051": (
        'gcloud container node-pools create v6e --cluster "demo" --zone "us-central1-b" '
        "--machine-type 'ct6e-standard-4t' --tpu-topology \"2x2x1\" --num-nodes '1'",
        {"topology": ("2x2x1", 1, 130), "machine_type": ("ct6e-standard-4t", 1, 96), "num_nodes": (1, 1, 150)},
    ),
    "c053": (
        "gcloud container node-pools create v6e --cluster demo --zone us-central1-b --machine-type ct6e-standard-4t "
        "--tpu-topology 2x2x1 --enable-autoscaling --min-nodes 0 --max-nodes 3",
        {"max_nodes": (3, 1, 176), "min_nodes": (0, 1, 162)},
    ),
    "c064": (
        "gcloud beta container node-pools create np --cluster demo --machine-type tpu7x-standard-4t "
        "--placement-type compact --placement-policy slice-wp --tpu-topology 2x2x2 --num-nodes 2",
        {"placement": ("COMPACT", 1, 109), "policy": ("slice-wp", 1, 136)},
    ),
    "c078": (
        "gcloud container node-pools create np --cluster demo --machine-type tpu7x-standard-4t --flex-start "
        "--placement-policy slice-wp --enable-queued-provisioning --enable-autoscaling --num-nodes 0 --max-nodes 2",
        {"queued": (True, 1, 128), "topology": None},
    ),
    "c099": (
        "gcloud container node-pools create v5e --cluster demo --zone us-central1-a --machine-type ct5e-standard-4 "
        "--tpu-topology 2x2x1 --num-nodes 1",
        {"machine_type": ("ct5e-standard-4", 1, 91)},
    ),
    "c103": (
        "gcloud container node-pools create tpu --cluster serve -z us-west4-a --num-nodes 2 -m ct5lp-hightpu-8t",
        {"cluster_location": ("us-west4-a", 1, 59), "machine_type": ("ct5lp-hightpu-8t", 1, 87), "topology": None},
    ),
    "c015": (
        "gcloud compute tpus tpu-vm create n --zone us-central2-b --accelerator-type v4-16 --version tpu-vm-v4-base",
        {"zone": ("us-central2-b", 1, 44), "accelerator_type": ("v4-16", 1, 77)},
    ),
    "c031": (
        "T=v5litepod\ngcloud compute tpus tpu-vm create n --zone us-west4-a --accelerator-type $T-16 "
        "--version tpu-ubuntu2204-base",
        {"accelerator_type": ("v5litepod-16", 2, 74), "runtime_version": ("tpu-ubuntu2204-base", 2, 90)},
    ),
    "c046": (
        "gcloud compute tpus execution-groups create --name trial --zone europe-west4-a --accelerator-type v3-8 "
        "--tf-version 2.5.0",
        {"surface": ("tpu-node", 1, 1), "name": ("trial", 1, 52), "runtime_version": ("2.5.0", 1, 117)},
    ),
    "c055": (
        "gcloud compute tpus tpu-vm create dev --zone us-east5-b --accelerator-type v6e-1 --version tpu-ubuntu2204-base",
        {"runtime_version": ("tpu-ubuntu2204-base", 1, 92), "surface": ("cloud-tpu-api", 1, 1)},
    ),
    "c080": (
        "gcloud alpha compute tpus tpu-vm create s --zone us-west4-a --accelerator-type v5litepod-8 "
        "--version v2-alpha-tpuv5-lite",
        {"accelerator_type": ("v5litepod-8", 1, 80)},
    ),
    "c081": (
        "gcloud config set compute/zone us-central1-f\n"
        "gcloud compute tpus tpu-vm create s --accelerator-type v5litepod-4 --version v2-alpha-tpuv5-lite",
        {"zone": ("us-central1-f", 1, 32)},
    ),
    "c092": (
        "gcloud alpha compute tpus queued-resources create req --zone us-west4-a --accelerator-type v5litepod-4 "
        "--runtime-version v2-alpha-tpuv5-lite --node-id n --provisioning-model flex-start --max-run-duration 4h "
        "--valid-until-duration 4h",
        {
            "flex_start": (True, 1, 175),
            "run_duration": ("4h", 1, 205),
            "runtime_version": ("v2-alpha-tpuv5-lite", 1, 122),
            "spot_vms": None,
        },
    ),
    "c101": (
        "gcloud compute tpus queued-resources create multi --zone us-central1-f --accelerator-type v2-8 "
        "--node-count 2 --runtime-version tpu-vm-base --node-prefix m",
        {"count": (2, 1, 109), "name": ("multi", 1, 45)},
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_real_configs(case: str) -> None:
    script, expected = CASES[case]
    found = read(script, "a.sh")
    assert len(found.things) == 1 and found.faults == []
    assert found.things[0].form == "gcloud" and not found.things[0].maybe
    said = fields(found.things[0])
    assert {name: said.get(name) for name in expected} == expected


def test_c050_a_policy_and_the_pool_that_uses_it() -> None:
    found = read(
        """gcloud compute resource-policies create workload-policy slice-wp \\
  --type high-throughput --accelerator-topology 2x4x4 --region us-central1
gcloud container node-pools create np --cluster demo --machine-type tpu7x-standard-4t --placement-policy slice-wp
""",
        "a.sh",
    )
    policy, pool = found.things
    assert isinstance(policy, Policy) and isinstance(pool, NodePool)
    assert fields(policy) == {
        "name": ("slice-wp", 1, 57),
        "region": ("us-central1", 2, 64),
        "type": ("HIGH_THROUGHPUT", 2, 10),
        "topology": ("2x4x4", 2, 49),
    }
    assert fields(pool)["policy"] == ("slice-wp", 3, 106)


def one(command: str) -> dict[str, Any]:
    """The known fields of the only thing that a command asks for, without places."""
    found = read(command, "a.sh")
    assert len(found.things) == 1, found.things
    return {name: value.value for name, value in found.things[0].values().items() if value.known}


POOL = "gcloud container node-pools create p --cluster c "
VM = "gcloud compute tpus tpu-vm create v "
QUEUED = "gcloud compute tpus queued-resources create q "
INSTANCE = "gcloud compute instances create i --machine-type=ct6e-standard-4t "

# 15 good ones
GOOD: dict[str, dict[str, Any]] = {
    POOL + "--spot --no-enable-autoscaling": {"spot_vms": True, "autoscaling": False},
    POOL + "--preemptible --enable-autoupgrade --enable-autorepair": {"preemptible": True, "auto_repair": True},
    POOL + "--enable-autoscaling --total-min-nodes=0 --total-max-nodes 8": {
        "autoscaling": True,
        "total_min_nodes": 0,
        "total_max_nodes": 8,
    },
    POOL + "--max-nodes 4": {"autoscaling": False, "max_nodes": 4},
    POOL + "--node-locations a-b1-a,a-b1-b": {"locations": ["a-b1-a", "a-b1-b"]},
    POOL + '--node-locations="a-b1-a, a-b1-b"': {"locations": ["a-b1-a", "a-b1-b"]},
    POOL + "--max-run-duration=604800s --sandbox type=gvisor --disk-type=pd-ssd": {
        "run_duration": "604800s",
        "sandbox": "GVISOR",
        "disk_type": "pd-ssd",
    },
    POOL + "--enable-blue-green-upgrade --accelerator-network-profile=auto --local-ssd-count=1": {
        "upgrade_strategy": "BLUE_GREEN",
        "network_profile": "auto",
        "local_ssd": 1,
    },
    POOL + "--node-labels=^:^a=b,c:d=e": {"labels": {"a": "b,c", "d": "e"}},
    VM + "--type v5p --topology=2x2x2 --version=v2-alpha-tpuv5 --preemptible": {
        "tpu_type": "v5p",
        "topology": "2x2x2",
        "runtime_version": "v2-alpha-tpuv5",
        "spot_vms": True,
    },
    VM + "--reserved": {"reserved": True},
    QUEUED + "--best-effort --node-id=n --project=x": {"spot_vms": True, "name": "q", "project": "x"},
    QUEUED + "--provisioning-model=RESERVATION_BOUND --reservation=r": {"reserved": True},
    INSTANCE + "--provisioning-model=SPOT --zone=us-east5-b --create-disk=boot=yes,type=hyperdisk-balanced": {
        "surface": "compute-engine",
        "machine_type": "ct6e-standard-4t",
        "spot_vms": True,
        "disk_type": "hyperdisk-balanced",
    },
    "gcloud compute tpus create n --zone z --accelerator-type v2-8 --version 2.5.0": {
        "surface": "tpu-node",
        "accelerator_type": "v2-8",
        "runtime_version": "2.5.0",
    },
    "gcloud beta compute resource-policies create group-placement g --collocation=collocated --tpu-topology=4x4 "
    "--region=r": {"placement": "COMPACT", "topology": "4x4", "region": "r"},
}


@pytest.mark.parametrize("command", GOOD)
def test_flags_mean_what_gcloud_means(command: str) -> None:
    found = one(command)
    assert {name: found.get(name) for name in GOOD[command]} == GOOD[command]


# 15 odd ones
ODD: dict[str, dict[str, Any]] = {
    "gcloud --project=p --quiet beta container node-pools create x --cluster c": {"name": "x", "project": "p"},
    "gcloud container node-pools create --cluster c --spot x": {"name": "x", "spot_vms": True},
    "gcloud container node-pools --region r create x": {"name": "x", "cluster_location": "r"},
    POOL + "--num-nodes=1 --num-nodes=2": {"num_nodes": 2},
    POOL + "--spot --no-spot": {"spot_vms": True},
    POOL + "--spot=false": {"spot_vms": False},
    POOL + "--num-nodes two": {"num_nodes": "two"},
    POOL + "--num-nodes --spot": {"num_nodes": None, "spot_vms": True},
    POOL + "--something-new v5p --num-nodes 3": {"num_nodes": 3, "name": "p"},
    POOL + "--node-taints=a": {"taints": [{"key": "a", "value": "", "effect": ""}]},
    POOL + "--node-taints=a=b:PreferNoSchedule,c:NoExecute": {
        "taints": [
            {"key": "a", "value": "b", "effect": "PREFER_NO_SCHEDULE"},
            {"key": "c", "value": "", "effect": "NO_EXECUTE"},
        ]
    },
    POOL + "--machine-type=ct6e-'standard'-\"4t\"": {"machine_type": "ct6e-standard-4t"},
    POOL + "--machine-type=\\\nct6e-standard-4t": {"machine_type": "ct6e-standard-4t"},
    POOL + "--node-version=- -- x": {"version": "-"},
    "gcloud.cmd container node-pools create x --zone z": {"name": "x", "cluster_location": "z"},
}


@pytest.mark.parametrize("command", ODD)
def test_odd_commands(command: str) -> None:
    found = one(command)
    assert {name: found.get(name) for name in ODD[command]} == ODD[command]


@pytest.mark.parametrize(
    "command",
    [
        "gcloud compute instances create i --machine-type=e2-standard-4",
        "gcloud compute instances create i --machine-type=$MACHINE",
        "gcloud compute instances create i",
        "gcloud container node-pools delete p",
        "gcloud container node-pools create-something p",
        "gcloud compute tpus tpu-vm ssh v --command 'gcloud compute tpus tpu-vm create x'",
        "gcloud compute tpus tpu-vm list --zone z",
        "gcloud help container node-pools create",
    ],
)
def test_other_commands_ask_for_nothing(command: str) -> None:
    assert read(command, "a.sh").things == []


def test_a_cluster_of_tpus_is_a_cluster_and_its_default_pool() -> None:
    command = (
        "gcloud container clusters create c --zone us-west4-a --cluster-version 1.31.1-gke.1846000 --num-nodes 2 "
        "--machine-type ct5lp-hightpu-4t --release-channel rapid --enable-autoprovisioning "
        "--max-accelerator=type=tpu-v5-lite-podslice,count=16"
    )
    cluster, pool = read(command, "a.sh").things
    assert isinstance(cluster, Cluster) and isinstance(pool, NodePool)
    known = {name: value.value for name, value in cluster.values().items()}
    assert known == {
        "name": "c",
        "location": "us-west4-a",
        "version": "1.31.1-gke.1846000",
        "channel": "RAPID",
        "auto_provisioning": True,
        "resource_limits": [{"resource_type": "tpu-v5-lite-podslice", "maximum": 16}],
        "machine_type": "ct5lp-hightpu-4t",
    }
    known = {name: value.value for name, value in pool.values().items()}
    assert known == {
        "name": "default-pool",
        "cluster": "c",
        "cluster_location": "us-west4-a",
        "machine_type": "ct5lp-hightpu-4t",
        "num_nodes": 2,
        "version": "1.31.1-gke.1846000",
    }
    assert [type(thing) for thing in read(command.replace("ct5lp-hightpu-4t", "e2-standard-4"), "a.sh").things] == [
        Cluster
    ]


def test_autopilot() -> None:
    assert one("gcloud container clusters create-auto c --region r")["autopilot"] is True


def test_an_update_leaves_the_rest_unknown() -> None:
    for command in (
        "gcloud container node-pools update p --cluster c --enable-autoscaling --max-nodes 4",
        "gcloud container clusters update c --node-pool p --enable-autoscaling --max-nodes 4",
    ):
        found = read(command, "a.sh").things[0]
        assert isinstance(found, NodePool)
        assert one(command) == {"name": "p", "cluster": "c", "autoscaling": True, "max_nodes": 4}
        assert found.topology is not None and found.topology.unknown == "the command leaves it as it is"
    update = read("gcloud container clusters update c --enable-autoprovisioning", "a.sh").things[0]
    assert isinstance(update, Cluster)


def test_what_config_set_says_counts_until_a_flag_says_otherwise() -> None:
    script = f"Z=us-a1-a\ngcloud config set project x\ngcloud config set compute/zone $Z\n{VM}\n{VM} --zone=us-b1-b\n"
    first, second = (fields(thing) for thing in read(script, "a.sh").things)
    assert (first["zone"], first["project"]) == (("us-a1-a", 1, 3), ("x", 2, 27))
    assert second["zone"] == ("us-b1-b", 5, 45)
    unknown = read(f"gcloud config set compute/zone $Z\n{VM}", "a.sh").things[0]
    assert isinstance(unknown, TpuVm) and unknown.zone is not None and unknown.zone.unknown


def test_things_are_told_apart_by_their_place() -> None:
    things: list[Thing] = read(f"{POOL}\nif x; then\n  {POOL}\nfi", "b.sh").things
    assert [(repr(thing.spot), thing.maybe) for thing in things] == [("b.sh:1:1", False), ("b.sh:3:3", True)]


def test_a_future_reservation_of_tpus_says_its_workload_type():
    command = "gcloud beta compute future-reservations create fr --zone=us-east5-b --start-time=a --duration=7d"
    tpus = "--tpu-version=V6E --chip-count=16 --workload-type=serving --reservation-name=res-1 --project=demo"
    (found,) = read(f"{command} {tpus}\n", "a.sh").things
    assert {name: one.value for name, one in found.values().items()} == {
        "name": "res-1",
        "project": "demo",
        "workload_type": "SERVING",
    }
    assert read(f"{command} --machine-type=n2-standard-4 --total-count=2\n", "a.sh").things == []
    pool = "gcloud container node-pools create p --machine-type=ct6e-standard-4t --tpu-topology=4x4 --num-nodes=4"
    report = tz.check_text(f"{command} {tpus}\n{pool} --reservation=res-1\n", name="a.sh")
    assert [(one.rule, one.line, one.value) for one in report.findings] == [("TPZ421", 2, "res-1")]
    assert report.summary["node_pool"] == 1
