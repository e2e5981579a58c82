import pytest
from hypothesis import given
from mangled import fields, limited, mangled, stands_there, thorough, told
from support import FIXTURES

from tpu_zones.lint.read.gke_json import read
from tpu_zones.lint.things import Cluster, NodePool

REQUEST = """{
  "parent": "projects/demo/locations/us-east5/clusters/train",
  "nodePool": {
    "name": "slice",
    "locations": ["us-east5-b"],
    "initialNodeCount": "4",
    "config": {
      "machineType": "ct6e-standard-4t", "spot": true, "diskType": "hyperdisk-balanced",
      "labels": {"team": "a"}, "taints": [{"key": "x", "value": "y", "effect": "NO_SCHEDULE"}]
    },
    "placementPolicy": {"type": "compact", "tpuTopology": "4x4"},
    "upgradeSettings": {"strategy": "BLUE_GREEN"}
  }
}
"""
DESCRIBED = """\
autoscaling:
  enabled: true
  locationPolicy: ANY
  maxNodeCount: 4
config:
  diskType: hyperdisk-balanced
  flexStart: true
  machineType: ct6e-standard-4t
  maxRunDuration: 604800s
  reservationAffinity:
    consumeReservationType: NO_RESERVATION
locations:
- us-east5-b
- us-east5-c
management:
  autoUpgrade: true
name: flex
selfLink: https://container.googleapis.com/v1/projects/demo/locations/us-east5/clusters/train/nodePools/flex
status: RUNNING
version: 1.33.1-gke.100
"""
CLUSTER = """{
  "name": "train",
  "location": "us-central2-b",
  "locations": ["us-central2-b"],
  "currentMasterVersion": "1.34.1-gke.1",
  "releaseChannel": {"channel": "RAPID"},
  "autoscaling": {"enableNodeAutoprovisioning": true, "resourceLimits": [{"resourceType": "tpu-v4-podslice", "maximum": "64"}]},
  "nodeConfig": {"machineType": "e2-standard-4"},
  "nodePools": [
    {"name": "system", "config": {"machineType": "e2-standard-4"}, "initialNodeCount": 1},
    {"name": "v4", "config": {"machineType": "ct4p-hightpu-4t"}, "placementPolicy": {"tpuTopology": "2x2x2"}}
  ],
  "selfLink": "https://container.googleapis.com/v1/projects/demo/zones/us-central2-b/clusters/train"
}
"""


def only(text: str) -> NodePool:
    found = read(text, "f")
    assert not found.faults, told(found.faults)
    [pool] = found.things
    assert isinstance(pool, NodePool) and pool.form == "gke-json" and not pool.maybe
    return pool


def test_a_request() -> None:
    pool = only(REQUEST)
    assert fields(pool) == {
        "name": ("slice", 4, 13),
        "project": ("demo", 2, 13),
        "cluster": ("train", 2, 13),
        "cluster_location": ("us-east5", 2, 13),
        "locations": (["us-east5-b"], 5, 19),
        "num_nodes": ("4", 6, 25),
        "machine_type": ("ct6e-standard-4t", 8, 22),
        "spot_vms": (True, 8, 50),
        "disk_type": ("hyperdisk-balanced", 8, 68),
        "labels": ({"team": "a"}, 9, 17),
        "taints": ([{"key": "x", "value": "y", "effect": "NO_SCHEDULE"}], 9, 43),
        "placement": ("COMPACT", 11, 33),
        "topology": ("4x4", 11, 59),
        "upgrade_strategy": ("BLUE_GREEN", 12, 37),
    }
    assert pool.spot.key == ("f", 3, 15)


def test_what_gcloud_describes_as_yaml() -> None:
    assert fields(only(DESCRIBED)) == {
        "name": ("flex", 17, 7),
        "project": ("demo", 18, 11),
        "cluster": ("train", 18, 11),
        "cluster_location": ("us-east5", 18, 11),
        "autoscaling": (True, 2, 12),
        "location_policy": ("ANY", 3, 19),
        "max_nodes": (4, 4, 17),
        "disk_type": ("hyperdisk-balanced", 6, 13),
        "flex_start": (True, 7, 14),
        "machine_type": ("ct6e-standard-4t", 8, 16),
        "run_duration": ("604800s", 9, 19),
        "reservation_affinity": ("none", 11, 29),
        "locations": (["us-east5-b", "us-east5-c"], 13, 1),
        "auto_repair": (False, 16, 3),
        "num_nodes": (0, 1, 1),
        "version": ("1.33.1-gke.100", 20, 10),
    }


def test_a_cluster_with_its_pools() -> None:
    cluster, system, v4 = read(CLUSTER, "f").things
    assert isinstance(cluster, Cluster)
    assert fields(cluster) == {
        "name": ("train", 2, 11),
        "project": ("demo", 13, 15),
        "location": ("us-central2-b", 3, 15),
        "locations": (["us-central2-b"], 4, 17),
        "version": ("1.34.1-gke.1", 5, 27),
        "channel": ("RAPID", 6, 33),
        "auto_provisioning": (True, 7, 49),
        "resource_limits": ([{"resourceType": "tpu-v4-podslice", "maximum": "64"}], 7, 74),
    }
    assert fields(system) == {
        "name": ("system", 10, 14),
        "project": ("demo", 13, 15),
        "cluster": ("train", 2, 11),
        "cluster_location": ("us-central2-b", 3, 15),
        "machine_type": ("e2-standard-4", 10, 50),
        "num_nodes": (1, 10, 88),
    }
    for one in (cluster, v4):
        setattr(one, "project", None)  # comes from the link  # noqa: B010
        stands_there(CLUSTER, one)
    assert fields(v4)["machine_type"] == ("ct4p-hightpu-4t", 11, 46)
    assert fields(v4)["topology"] == ("2x2x2", 11, 101)


def test_answers_of_the_api() -> None:
    def told_of(name: str) -> list[dict[str, object]]:
        found = read((FIXTURES / "http" / name).read_text("utf-8"), name)
        assert not found.faults
        return [{key: value.value for key, value in one.values().items()} for one in found.things]

    default, spot, queued = told_of("gke_node_pools_list.json")
    assert default["machine_type"] == "e2-medium" and default["num_nodes"] == 1 and "spot_vms" not in default
    assert spot["spot_vms"] is True and spot["topology"] == "4x4" and spot["max_nodes"] == 4
    assert queued["queued"] is queued["flex_start"] is True and queued["policy"] == "tpu7x-workload-policy-16ch"
    assert "placement" not in queued and queued["num_nodes"] == 0 and queued["auto_repair"] is True
    [flex] = told_of("gke_node_pool_v6e_flex_start.json")
    assert (
        flex["auto_repair"] is False and flex["upgrade_strategy"] == "SHORT_LIVED" and flex["network_profile"] == "auto"
    )
    [reserved] = told_of("gke_node_pool_v5p_reservation.json")
    assert reserved["reservation_affinity"] == "specific" and reserved["reservation"] == "tpu-v5p-res"
    [sandbox] = told_of("gke_node_pool_v5e_gvisor.json")
    assert sandbox["sandbox"] == "GVISOR" and sandbox["cluster_location"] == "us-west4-a"
    [request] = told_of("gke_node_pool_create_request_tpu7x_dws.json")
    assert request["num_nodes"] == request["min_nodes"] == 0 and "cluster_location" not in request


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ('{"config": {"machineType": "ct5p-hightpu-4t"}}', "machine_type", ("ct5p-hightpu-4t", 1, 28)),
        ('[{"name": "a", "config": {"machineType": "x"}}]', "name", ("a", 1, 11)),
        ('{"nodePools": [{"config": {"machineType": "x"}}]}', "machine_type", ("x", 1, 43)),
        ('{"nodePools": [{"nodeConfig": {"machineType": "x", "flexStart": true}}]}', "flex_start", (True, 1, 65)),
        ('{"config": {}, "autoscaling": {"maxNodeCount": 4}}', "autoscaling", (False, 1, 31)),
        ('{"config": {}, "autoscaling": {"totalMinNodeCount": "1", "totalMaxNodeCount": "9"}}', "total_max_nodes", ("9", 1, 79)),
        ('{"config": {"preemptible": true}}', "preemptible", (True, 1, 28)),
        ('{"config": {"bootDisk": {"diskType": "pd-ssd"}, "diskType": "x"}}', "disk_type", ("pd-ssd", 1, 38)),
        (
            '{"config": {"reservationAffinity": {"consumeReservationType": "ANY_RESERVATION_THEN_FAIL"}}}',
            "reservation_affinity",
            ("any_reservation_then_fail", 1, 63),
        ),
        ('{"config": {"reservationAffinity": {"values": ["a", "b"]}}}', "reservation", (["a", "b"], 1, 47)),
        ('{"config": {"machineType": null}}', "machine_type", (None, 1, 28)),
        ('{"config": {"machineType": "${TYPE}"}}', "machine_type", ("? '${TYPE}' is filled in later", 1, 28)),
        ('{"config": {}, "placementPolicy": {"type": 3}}', "placement", (3, 1, 44)),
        ('{"config": {}, "placementPolicy": [], "locations": "us-east5-b"}', "locations", ("us-east5-b", 1, 52)),
        ('{"config": {}, "name": 7, "selfLink": 8}', "name", (7, 1, 24)),
        (
            '{"name": "projects/p/locations/l/clusters/c/nodePools/n", "machineType": "ct6e-standard-4t"}',
            "name",
            ("n", 1, 10),
        ),
        ('{"config": {"localSsdCount": 2, "machineType": "x"}}', "local_ssd", (2, 1, 30)),
        ('{"config": {"machineType": "a", "machineType": "b"}}', "machine_type", ("b", 1, 48)),
        ("nodePools:\n- config: {machineType: 'x'}\n", "machine_type", ("x", 2, 25)),
    ],
)  # fmt: skip
def test_forms_and_odd_values(text: str, name: str, value: tuple[object, int, int]) -> None:
    [pool] = read(text, "f").things
    assert fields(pool)[name] == value


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[]",
        "null",
        '"text"',
        "7",
        '{"nodePools": []}',
        '{"nodePools": 5}',
        '{"nodePool": null}',
        "- - - x\n",
        '{"a": [{}]}',
    ],
)
def test_nothing_to_read(text: str) -> None:
    found = read(text, "f")
    assert found.things == [] and found.faults == []


def test_lists_of_clusters_and_requests() -> None:
    found = read(f'{{"clusters": [{CLUSTER}]}}', "f").things
    assert [type(one).__name__ for one in found] == ["Cluster", "NodePool", "NodePool"]
    request = '{"parent": "projects/p/locations/us-east5", "cluster": {"name": "c", "autopilot": {"enabled": true}}}'
    [cluster] = read(request, "f").things
    assert fields(cluster) == {
        "name": ("c", 1, 65),
        "project": ("p", 1, 12),
        "location": ("us-east5", 1, 12),
        "autopilot": (True, 1, 95),
    }


def test_mistakes_spare_what_stands_before() -> None:
    found = read('{"config": {"machineType": "x"}}\n{"config": ', "f")
    assert len(found.things) == 1
    assert told(found.faults) == [("error", 2, 12, "not JSON: the text ends too early")]


def test_reported_cases() -> None:
    found = only(
        '{"nodePool": {"name": "v4", "config": {"machineType": "ct4p-hightpu-4t"},\n "placementPolicy": {"policyName": "group", "type": "COMPACT", "tpuTopology": "invalid"},\n "autoscaling": {"enabled": true, "autoprovisioned": true, "maxNodeCount": 2}}}'
    )
    assert fields(found)["topology"] == ("invalid", 2, 79) and fields(found)["max_nodes"] == (2, 3, 76)
    single = only(
        '{\n "name": "one-chip",\n "initialNodeCount": 0,\n "config": {"machineType": "ct5lp-hightpu-1t"},\n "placementPolicy": {"tpuTopology": "1x1", "type": "COMPACT"}\n}'
    )
    assert fields(single)["topology"] == ("1x1", 5, 37) and fields(single)["num_nodes"] == (0, 3, 22)
    large = only(
        '{"nodePool": {"config": {"machineType": "ct3p-hightpu-4t"}, "initialNodeCount": 128, "placementPolicy": {"tpuTopology": "16x32"}, "locations": ["europe-west4-a"]}}'
    )
    assert fields(large)["num_nodes"][0] == 128 and fields(large)["locations"] == (["europe-west4-a"], 1, 145)
    tutorial = only(
        "nodePools:\n- nodeConfig:\n    machineType: n1-standard-8\n    acceleratorConfig: {type: v3-8, count: 8}\n"
    )
    assert fields(tutorial)["machine_type"] == ("n1-standard-8", 3, 18)


def test_hostile_files_end_early() -> None:
    ran = limited("""
from tpu_zones.lint.read.gke_json import read
pool = '{"name": "a", "config": {"machineType": "ct6e-standard-4t"}}'
for text in each((
    "[" + ",".join([pool] * 16_000) + "]", '{"nodePool":' * 80_000, '{"nodePools":[' * 60_000,
    '{"selfLink": "' + "projects/" * 100_000 + '", "config": {}}', '{"config": {"machineType": "' + "x" * 1_000_000 + '"}}',
    "nodePools: [" + "&a {config: {}}, " + "*a, " * 60_000 + "]", '{"config": {"machineType": "' + "$" * 1_000_000 + '"}}',
)):
    found = read(text, "f")
    print(len(found.things), [fault.text[:8] for fault in found.faults])
""")
    assert ran.code == 0, ran
    assert ran.out.splitlines()[0] == "16000 []"


@thorough
@given(mangled(REQUEST, DESCRIBED, CLUSTER))
def test_nothing_crashes(text: str) -> None:
    for thing in read(text, "f").things:
        fields(thing)
