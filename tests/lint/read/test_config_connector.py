import pytest
from hypothesis import given
from mangled import fields, limited, mangled, stands_there, thorough, told

from tpu_zones.lint.read.config_connector import read
from tpu_zones.lint.things import NodePool

POOL = """\
apiVersion: container.cnrm.cloud.google.com/v1beta1
kind: ContainerNodePool
metadata:
  name: slice
  annotations:
    cnrm.cloud.google.com/project-id: demo
spec:
  location: us-east5
  nodeLocations: [us-east5-b]
  clusterRef:
    name: train
  initialNodeCount: 4
  autoscaling: {minNodeCount: 0, maxNodeCount: 4, locationPolicy: ANY}
  management: {autoRepair: true}
  nodeConfig:
    machineType: ct6e-standard-4t
    diskType: hyperdisk-balanced
    spot: true
    reservationAffinity:
      consumeReservationType: SPECIFIC_RESERVATION
      key: compute.googleapis.com/reservation-name
      values: [res-1]
    labels: {team: a}
    taint:
    - {key: a, value: b, effect: NO_SCHEDULE}
    sandboxConfig: {sandboxType: gvisor}
  placementPolicy:
    type: COMPACT
    tpuTopology: 4x4
  version: 1.34.0-gke.2201000
"""
CLUSTER = """\
apiVersion: container.cnrm.cloud.google.com/v1beta1
kind: ContainerCluster
metadata: {name: train, namespace: infra}
spec:
  location: us-central2-b
  enableAutopilot: false
  minMasterVersion: "1.34"
  releaseChannel: {channel: RAPID}
  clusterAutoscaling: {enabled: true, resourceLimits: [{resourceType: tpu-v4-podslice, maximum: 64}]}
  nodeConfig: {machineType: e2-standard-4}
"""
POLICY = """\
apiVersion: compute.cnrm.cloud.google.com/v1beta1
kind: ComputeResourcePolicy
metadata: {name: wide}
spec:
  region: us-central1
  workloadPolicy: {type: high_throughput, acceleratorTopology: 2x2x4, acceleratorTopologyMode: PROVISION_ONLY}
"""


def test_a_pool() -> None:
    found = read(POOL, "f")
    [pool] = found.things
    assert isinstance(pool, NodePool) and pool.form == "config-connector" and not found.faults
    pool_text = POOL.replace("SPECIFIC_RESERVATION", "specific")
    stands_there(pool_text, pool)
    assert fields(pool) == {
        "name": ("slice", 4, 9),
        "project": ("demo", 6, 39),
        "cluster": ("train", 11, 11),
        "cluster_location": ("us-east5", 8, 13),
        "locations": (["us-east5-b"], 9, 19),
        "num_nodes": (4, 12, 21),
        "autoscaling": (True, 13, 16),
        "min_nodes": (0, 13, 31),
        "max_nodes": (4, 13, 48),
        "location_policy": ("ANY", 13, 67),
        "auto_repair": (True, 14, 28),
        "machine_type": ("ct6e-standard-4t", 16, 18),
        "disk_type": ("hyperdisk-balanced", 17, 15),
        "spot_vms": (True, 18, 11),
        "reservation_affinity": ("specific", 20, 31),
        "reservation": ("res-1", 22, 16),
        "labels": ({"team": "a"}, 23, 13),
        "taints": ([{"key": "a", "value": "b", "effect": "NO_SCHEDULE"}], 25, 7),
        "sandbox": ("GVISOR", 26, 34),
        "placement": ("COMPACT", 28, 11),
        "topology": ("4x4", 29, 18),
        "version": ("1.34.0-gke.2201000", 30, 12),
    }


def test_a_cluster() -> None:
    [cluster] = read(CLUSTER, "f").things
    assert fields(cluster) == {
        "name": ("train", 3, 18),
        "location": ("us-central2-b", 5, 13),
        "autopilot": (False, 6, 20),
        "version": ("1.34", 7, 21),
        "channel": ("RAPID", 8, 29),
        "auto_provisioning": (True, 9, 33),
        "resource_limits": ([{"resourceType": "tpu-v4-podslice", "maximum": 64}], 9, 56),
        "machine_type": ("e2-standard-4", 10, 29),
    }


def test_policies() -> None:
    [policy] = read(POLICY, "f").things
    assert fields(policy) == {
        "name": ("wide", 3, 18),
        "region": ("us-central1", 5, 11),
        "type": ("HIGH_THROUGHPUT", 6, 26),
        "topology": ("2x2x4", 6, 64),
        "topology_mode": ("PROVISION_ONLY", 6, 96),
    }
    group = POLICY.partition("  workload")[0] + "  groupPlacementPolicy: {collocation: COLLOCATED, vmCount: 2}\n"
    [compact] = read(group, "f").things
    assert fields(compact)["placement"] == ("COMPACT", 6, 39)


def test_several_documents_with_others_between() -> None:
    job = "apiVersion: batch/v1\nkind: Job\nmetadata: {name: x}\n"
    found = read("---\n".join([POOL, job, CLUSTER, POLICY]), "f")
    assert [type(one).__name__ for one in found.things] == ["NodePool", "Cluster", "Policy"] and not found.faults


def test_lists_and_json() -> None:
    one = '{"apiVersion": "container.cnrm.cloud.google.com/v1beta1", "kind": "ContainerNodePool", "spec": {"nodeConfig": {"machineType": "x"}}}'
    assert fields(read(one, "f").things[0]) == {"machine_type": ("x", 1, 127)}
    assert len(read(f'{{"apiVersion": "v1", "kind": "List", "items": [{one}, {one}]}}', "f").things) == 2


def spec(text: str) -> str:
    return "apiVersion: container.cnrm.cloud.google.com/v1beta1\nkind: ContainerNodePool\nspec:\n" + text


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("  clusterRef: {external: projects/p/locations/l/clusters/c}\n", "cluster", ("projects/p/locations/l/clusters/c", 4, 26)),
        ("  resourceID: other\n", "name", ("other", 4, 15)),
        ("  nodeCount: 2\n  initialNodeCount: 4\n", "num_nodes", (2, 4, 14)),
        ("  nodeCount: '2'\n", "num_nodes", ("2", 4, 14)),
        ("  autoscaling: {minNodeCount: 0, maxNodeCount: 0}\n", "autoscaling", (False, 4, 16)),
        ("  autoscaling: {totalMaxNodeCount: 8}\n", "autoscaling", (True, 4, 16)),
        ("  autoscaling: {}\n", "autoscaling", (True, 4, 16)),
        ("  autoscaling: {totalMinNodeCount: 1, totalMaxNodeCount: 8}\n", "total_max_nodes", (8, 4, 58)),
        ("  placementPolicy: {policyNameRef: {name: wide}}\n", "policy", ("wide", 4, 43)),
        ("  placementPolicy: {policyName: wide}\n", "policy", ("wide", 4, 33)),
        ("  nodeConfig: {preemptible: yes}\n", "preemptible", (True, 4, 29)),
        ("  nodeConfig: {machineType: null}\n", "machine_type", (None, 4, 29)),
        ("  nodeConfig: {machineType: ${machine}}\n", "machine_type", ("? '${machine}' is filled in later", 4, 29)),
        ("  nodeConfig: {machineType: '${machine}'}\n", "machine_type", ("? '${machine}' is filled in later", 4, 29)),
        ("  location: us-east5 # kpt-set: ${region}\n", "cluster_location", ("us-east5", 4, 13)),
        ("  upgradeSettings:\n    strategy: blue_green\n", "upgrade_strategy", ("BLUE_GREEN", 5, 15)),
        ("  nodeConfig: &n {machineType: x}\n  more: *n\n", "machine_type", ("x", 4, 32)),
        ("  nodeLocations:\n  - a\n  - b\n", "locations", (["a", "b"], 5, 3)),
        ("  nodeConfig: {ephemeralStorageLocalSsdConfig: {localSsdCount: 1}}\n", "local_ssd", (1, 4, 64)),
        ("  nodeConfig: [1]\n  version: 1.30\n", "version", (1.3, 5, 12)),
    ],
)  # fmt: skip
def test_forms_and_odd_values(text: str, name: str, value: tuple[object, int, int] | None) -> None:
    things = read(spec(text), "f").things
    assert [fields(one)[name] for one in things] == ([value] if value else [])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "kind: ContainerNodePool\n",
        "apiVersion: v1\nkind: ContainerNodePool\n",
        "apiVersion: container.cnrm.cloud.google.com/v1beta1\nkind: [ContainerNodePool]\n",
        "apiVersion: container.cnrm.cloud.google.com/v1beta1\n",
        "apiVersion: 3\nkind: 4\n",
        "apiVersion: iam.cnrm.cloud.google.com/v1beta1\nkind: IAMPolicy\n",
        "kind: List\nitems: 5\n",
        "- a\n- b\n",
        "apiVersion: evil.example.com/container.cnrm.cloud.google.com\nkind: ContainerNodePool\n",
    ],
)
def test_nothing_to_read(text: str) -> None:
    assert read(text, "f").things == []


def test_a_resource_without_a_spec() -> None:
    [pool] = read(spec(""), "f").things
    assert fields(pool) == {}


def test_mistakes_spare_what_stands_before() -> None:
    found = read(POOL + "---\na: b: c\n", "f")
    assert len(found.things) == 1
    assert told(found.faults) == [("error", 32, 5, "not YAML: mapping values are not allowed in this context")]
    template = read(POOL + "---\n{{- if .Values.x }}\na: b\n", "f")
    assert len(template.things) == 1 and template.faults[0].level == "info"


def test_reported_cases() -> None:
    one = POOL.replace("us-east5", "us-central1").replace("-b]", "-c]").replace("ct6e", "tpu7x").replace("4x4", "2x2x1")
    found = fields(read(one, "f").things[0])
    assert found["machine_type"] == ("tpu7x-standard-4t", 16, 18) and found["placement"] == ("COMPACT", 28, 11)
    assert found["topology"] == ("2x2x1", 29, 18) and found["locations"] == (["us-central1-c"], 9, 19)


def test_hostile_files_end_early() -> None:
    ran = limited(f"""
from tpu_zones.lint.read.config_connector import read
pool = {POOL!r}
lists = "".join("  " * n + "kind: List\\n" + "  " * n + "items:\\n" + "  " * n + "-\\n" for n in range(40))
for text in each(("---\\n".join([pool] * 1200), pool + "  x: " + "[" * 100_000, lists, pool.replace("ct6e", "x" * 900_000))):
    found = read(text, "f")
    print(len(found.things), [fault.text[:8] for fault in found.faults])
""")
    assert ran.code == 0, ran
    assert ran.out.splitlines()[0] == "1200 []"


@thorough
@given(mangled(POOL, CLUSTER, POLICY, POOL + "---\n" + CLUSTER))
def test_nothing_crashes(text: str) -> None:
    for thing in read(text, "f").things:
        fields(thing)
