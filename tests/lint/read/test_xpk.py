"""xpk commands: the cluster, and the pools that hold its slices."""

from typing import Any

import pytest
from mangled import fields

from tpu_zones.lint.read.shell import read
from tpu_zones.lint.things import Cluster, NodePool

CREATE = "xpk cluster create --cluster demo "
WORKLOAD = "xpk workload create --cluster demo --workload w "

CASES: dict[str, tuple[str, dict[str, Any]]] = {
    "c007": (
        CREATE + "--zone us-west4-a --tpu-type v5litepod-16 --num-slices 4 --spot",
        {
            "cluster": ("demo", 1, 30),
            "locations": (["us-west4-a"], 1, 42),
            "cluster_location": ("us-west4", 1, 42),
            "accelerator_type": ("v5litepod-16", 1, 64),
            "slices": (4, 1, 90),
            "spot_vms": (True, 1, 92),
        },
    ),
    "c052": (
        CREATE + "--zone=us-central1-a --tpu-type=v4-8 --num-slices=1 --spot",
        {"locations": (["us-central1-a"], 1, 42), "accelerator_type": ("v4-8", 1, 67)},
    ),
    "c091": (
        "ZONE=us-central1-a\n" + CREATE + "--zone $ZONE --tpu-type v6e-4x4 --reservation res-1 --sub-slicing",
        {
            "locations": (["us-central1-a"], 1, 6),
            "accelerator_type": ("v6e-4x4", 2, 59),
            "reservation": ("res-1", 2, 81),
        },
    ),
    "c094": (
        WORKLOAD + '--zone us-central1-c --tpu-type tpu7x-4x4x20 --command "python3 train.py --zone x"',
        {
            "name": ("w", 1, 47),
            "locations": (["us-central1-c"], 1, 56),
            "accelerator_type": ("tpu7x-4x4x20", 1, 81),
            "slices": None,
        },
    ),
    "c097": (
        WORKLOAD + "--zone us-central1-a --device-type v5p-8 --num-slices 1 --command=x",
        {"accelerator_type": ("v5p-8", 1, 84), "slices": (1, 1, 103)},
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_real_configs(case: str) -> None:
    script, expected = CASES[case]
    found = read(script, "a.sh")
    pool = found.things[-1]
    assert isinstance(pool, NodePool) and found.faults == []
    assert (pool.form, pool.maybe) == ("xpk", False)
    assert {name: fields(pool).get(name) for name in expected} == expected
    assert len(found.things) == (1 if "workload" in script else 2)


# 15 good ones: what the pool is known to be
GOOD: dict[str, dict[str, Any]] = {
    CREATE + "--tpu-type=v6e-16 --on-demand": {"accelerator_type": "v6e-16", "cluster": "demo"},
    CREATE + "--tpu-type=v6e-16 --flex": {"flex_start": True},
    CREATE + "--tpu-type=v6e-16 --reservation=r --num-nodes=3": {"reservation": "r", "slices": None},
    CREATE + "--tpu-type=v6e-16 --gke-version=1.34.0-gke.2201000": {"version": "1.34.0-gke.2201000"},
    CREATE + "--device-type=tpu7x-128 --super-slicing --num-cubes=2": {"accelerator_type": "tpu7x-128"},
    CREATE + "--tpu-type v5p-8 --project=p --no-dry-run": {"project": "p"},
    "xpk cluster create-pathways --cluster c --tpu-type v5p-8 --zone=us-east5-a": {"cluster_location": "us-east5"},
    "xpk cluster adapt --cluster c --tpu-type v5p-8 --zone us-central1-ai1a": {"cluster_location": "us-central1"},
    "xpk workload create-pathways --workload w --tpu-type v5p-8 --headless": {"name": "w"},
    "python3 xpk.py cluster create --cluster c --tpu-type v5p-8": {"accelerator_type": "v5p-8"},
    "python xpk/xpk.py workload create --workload w --tpu-type v5p-8": {"name": "w"},
    "uv run xpk cluster create --cluster c --tpu-type v5p-8": {"cluster": "c"},
    "T=v6e\nxpk cluster create --cluster c --tpu-type $T-256": {"accelerator_type": "v6e-256"},
    CREATE + "--tpu-type=v6e-16 --enable-autoprovisioning --autoprovisioning-min-chips=8": {
        "accelerator_type": "v6e-16"
    },
    'A=(--spot --num-slices=2)\nxpk cluster create --tpu-type=v6e-8 "${A[@]}"': {"spot_vms": True, "slices": 2},
}


@pytest.mark.parametrize("command", GOOD)
def test_flags(command: str) -> None:
    pool = read(command, "a.sh").things[-1]
    assert isinstance(pool, NodePool)
    known = {name: value.value for name, value in pool.values().items() if value.known}
    assert {name: known.get(name) for name in GOOD[command]} == GOOD[command]


# 15 odd ones: (number of things, fields of the last that are unknown)
ODD: dict[str, tuple[int, set[str]]] = {
    "xpk": (0, set()),
    "xpk cluster": (0, set()),
    "xpk cluster list": (0, set()),
    "xpk cluster delete --cluster c": (0, set()),
    "xpk workload list --zone z": (0, set()),
    "xpk inspector --cluster c": (0, set()),
    "xpk $COMMAND create --tpu-type v6e-8": (0, set()),
    "echo xpk cluster create --tpu-type v6e-8": (0, set()),
    "xpk cluster create --cluster c": (1, set()),
    "xpk cluster create --cluster c --tpu-type": (1, set()),
    "xpk cluster create --tpu-type $T": (2, {"accelerator_type"}),
    "xpk cluster create --tpu-type <TPU_TYPE> --zone <ZONE>": (
        2,
        {"accelerator_type", "locations", "cluster_location"},
    ),
    "xpk cluster create --tpu-type v6e-8 --zone ''": (2, {"locations", "cluster_location"}),
    "xpk workload create --tpu-type v6e-8 --num-slices $(count)": (1, {"slices"}),
    "pip install xpk cluster create": (0, set()),
}


@pytest.mark.parametrize("command", ODD)
def test_odd_commands(command: str) -> None:
    found = read(command, "a.sh").things
    count, unknown = ODD[command]
    assert len(found) == count
    if found:
        assert {name for name, value in found[-1].values().items() if not value.known} == unknown


def test_the_cluster() -> None:
    cluster = read(
        CREATE + "--zone=us-east5-b --tpu-type=v6e-8 --default-pool-cpu-machine-type=n2-standard-8", "a.sh"
    ).things[0]
    assert isinstance(cluster, Cluster)
    assert {name: value.value for name, value in cluster.values().items()} == {
        "name": "demo",
        "location": "us-east5",
        "locations": ["us-east5-b"],
        "machine_type": "n2-standard-8",
    }


def test_a_region_for_the_zone_is_where_the_cluster_of_a_workload_is_looked_for() -> None:
    work = read("xpk workload create --workload w --tpu-type=v6e-8 --zone=us-east5", "a.sh").things[0]
    made = read(CREATE + "--tpu-type=v6e-8 --zone=us-east5", "a.sh").things[-1]
    assert isinstance(work, NodePool) and isinstance(made, NodePool)
    assert work.locations and work.locations.unknown and made.locations and made.locations.value == ["us-east5"]
    assert work.cluster_location and work.cluster_location.value == "us-east5"
    assert made.cluster_location and made.cluster_location.value == "us-east5"


def test_arguments_that_go_into_the_pool_leave_it_open() -> None:
    pool = read(CREATE + "--tpu-type=v6e-8 --custom-nodepool-arguments='--disk-type=x'", "a.sh").things[-1]
    assert isinstance(pool, NodePool) and pool.disk_type is not None
    assert pool.disk_type.unknown == "further arguments for the node pool may set it"
