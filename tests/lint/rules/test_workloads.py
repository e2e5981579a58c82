"""What is true of workloads in practice, row by row: severities, exceptions, and what stays silent."""

import itertools

import pytest

import tpu_zones as tz
from tpu_zones.lint.rules import RULES
from tpu_zones.lint.things import Cluster, NodePool
from tpu_zones.lint.values import Value
from tpu_zones.lint.workloads import ComputeClass, Flavor, PathwaysJob, Workload

V5E, V5P, V6E, TPU7X = "tpu-v5-lite-podslice", "tpu-v5p-slice", "tpu-v6e-slice", "tpu7x"


def pods(kind="JobSet", accelerator=V6E, topology="4x4", chips=4, **fields):
    return Workload(kind=kind, accelerator=accelerator, topology=topology, chips=chips, **fields)


def unsure():
    return Value(unknown="a template")


@pytest.mark.parametrize(
    ("label", "found"),
    [
        ("tpu-v4-podslice", []),
        ("tpu-v5-lite-device", []),
        ("tpu-v3-slice", []),
        ("tpu-v5e", ["TPZ601 error"]),
        ("tpu-v6e-podslice", ["TPZ601 error"]),
        ("tpu7", ["TPZ601 warning"]),
        ("tpu8t", ["TPZ601 warning"]),
        ("tpu9x", ["TPZ601 info"]),
        ("v6e-8", ["TPZ601 error"]),
        (unsure(), []),
        ([], []),
        ([V6E], []),
        ([V6E, V5E], ["TPZ601 warning"]),
        (None, ["TPZ602 error"]),
    ],
)
def test_labels(label, found, check):
    assert check(pods("Pod", label, unsure(), 4)) == found


@pytest.mark.parametrize("name", ["compute_class", "queue", "slice_topology", "claims"])
def test_selectors_may_be_left_to_others(name, check):
    bare = {"accelerator": None, "topology": None}
    assert check(pods(**bare)) == ["TPZ602 error", "TPZ603 error"]
    assert check(pods(**bare, **{name: "x"})) == []
    assert check(pods(**bare, **{name: unsure()})) == []
    assert check(pods(**bare, selector=unsure())) == []
    assert check(pods(**bare, partial=True)) == []
    assert check(pods(accelerator=unsure(), topology=unsure())) == []


@pytest.mark.parametrize(
    ("label", "topology", "found"),
    [
        (V5P, "4x4", ["TPZ604 error"]),
        (V6E, "2x2x2", ["TPZ604 error"]),
        (V6E, "4x16", ["TPZ605 error"]),
        (V6E, "4x2", ["TPZ605 error"]),
        (V6E, "04x4", ["TPZ605 error"]),
        (V6E, "4X4", ["TPZ605 error"]),
        (V6E, "big", ["TPZ605 error"]),
        (V6E, 44, ["TPZ605 error"]),
        (V6E, unsure(), []),
        (V6E, ["4x4", "2x2"], []),
        (TPU7X, "4x4x6", ["TPZ605 error"]),
        (TPU7X, "1x1x1", ["TPZ605 warning"]),
        (V5P, "16x16x28", ["TPZ605 warning"]),
        ("tpu-v4-podslice", "4x2x2", ["TPZ605 warning"]),
        ("tpu-v4-podslice", "1x2x2", ["TPZ605 error"]),
        ("tpu-v5-lite-device", "4x4", ["TPZ605 warning"]),
        ("tpu9x", "9x9", ["TPZ601 info"]),
    ],
)
def test_topologies(label, topology, found, check):
    assert check(Flavor(accelerator=label, topology=topology)) == found


@pytest.mark.parametrize(
    ("topology", "chips", "pods_", "found"),
    [
        ("2x4", 8, 1, []),
        ("2x4", 4, 2, []),
        ("2x4", 8, 2, []),  # two Pods on a slice each: nothing says that they belong together
        ("2x4", 4, 1, ["TPZ608 error"]),
        ("2x4", 1, 1, ["TPZ606 error"]),
        ("1x1", 1, 1, []),
        ("1x1", 4, 1, ["TPZ606 error"]),
        ("4x4", 8, 2, ["TPZ606 error"]),
        ("4x4", "4", "4", []),
        ("4x4", 4, 4.0, []),
        ("4x4", 4, 16, ["TPZ608 error"]),
        ("4x4", 4, 10**18, ["TPZ608 error"]),
        ("4x4", 4, 0, []),
        ("4x4", 4, None, ["TPZ608 error"]),
        ("4x4", 4, unsure(), []),
        ("4x4", unsure(), 4, []),
        ("4x4", unsure(), 3, ["TPZ608 error"]),
        ("2x4", unsure(), 5, []),
        (unsure(), 4, 7, []),
    ],
)
def test_chips_and_hosts(topology, chips, pods_, found, check):
    assert check(pods("JobSet", V6E, topology, chips, pods=pods_)) == found


@pytest.mark.parametrize(
    ("kind", "fields", "found"),
    [
        ("Job", {"pods": 4, "completions": 4}, []),
        ("Job", {"pods": 8}, ["TPZ608 warning"]),
        ("Job", {"pods": 8, "multislice": True}, []),
        ("Job", {"pods": 3}, ["TPZ608 error"]),
        ("Job", {"pods": 4, "completions": 8}, ["TPZ609 warning"]),
        ("Job", {"completions": 4}, ["TPZ609 error"]),
        ("JobSet", {"pods": 4, "completions": 2}, ["TPZ609 error"]),
        ("JobSet", {"pods": 2, "slice_topology": "2x4"}, []),
        ("RayCluster", {}, ["TPZ608 error"]),
        ("RayCluster", {"pods": 8}, ["TPZ608 error"]),
        ("LeaderWorkerSet", {"pods": 4}, []),
        ("LeaderWorkerSet", {"pods": 4, "leader": True}, ["TPZ608 error"]),
        ("LeaderWorkerSet", {"pods": 5, "leader": True}, []),
        ("LeaderWorkerSet", {"pods": 8}, ["TPZ608 info"]),
        ("LeaderWorkerSet", {}, []),
        ("Deployment", {}, ["TPZ610 error"]),
        ("StatefulSet", {}, ["TPZ610 warning"]),
        ("Pod", {}, ["TPZ610 warning"]),
        ("DaemonSet", {}, []),
    ],
)
def test_kinds(kind, fields, found, check):
    assert check(pods(kind, **fields)) == found


def test_requests_and_limits(check):
    one = {"pods": 4, "chips": 4}
    assert check(pods(**one, requests=[Value(4)], limits=[Value("4")])) == []
    assert check(pods(**one, requests=[None], limits=[Value(4)])) == []
    assert check(pods(**one, requests=[Value(4)], limits=[None])) == ["TPZ607 error"]
    assert check(pods(**one, requests=[Value(4)], limits=[unsure()])) == []
    assert check(pods(**one, requests=[Value(2), Value(2)], limits=[Value(2), Value(4)])) == ["TPZ607 error"]


def test_zones(check):
    assert check(pods(pods=4, zone="europe-west4-a")) == []
    assert check(pods(accelerator=TPU7X, topology="2x2x1", pods=1, zone="europe-west4-a")) == ["TPZ201 error"]
    assert check(pods(pods=4, zone="europe-weast4-a")) == ["TPZ102 error"]
    assert check(pods(pods=4, zone=unsure())) == []
    some = ComputeClass(accelerator=V5P, topology="2x2x1", chips=4, zone=["europe-west4-a", "europe-west4-b"])
    assert check(some) == ["TPZ201 warning"]


def test_options(check):
    v4 = {"accelerator": "tpu-v4-podslice", "topology": "2x2x1", "chips": 4}
    assert check(ComputeClass(**v4, flex_start=True)) == ["TPZ407 error"]
    assert check(ComputeClass(**v4, flex_start=False)) == []
    v6e = {"accelerator": V6E, "topology": "2x2", "chips": 4}
    assert check(ComputeClass(**v6e, run_duration=10**9)) == []
    assert check(ComputeClass(**v6e, run_duration=10**9, flex_start=True)) == ["TPZ616 error"]
    assert check(ComputeClass(**v6e, reservation_affinity="AnyBestEffort")) == ["TPZ620 error"]
    assert check(ComputeClass(**v6e, reservation_affinity="Specific", spot_vms=True)) == ["TPZ401 error"]
    assert check(ComputeClass(**v6e, flex_start=True, spot_vms=True)) == ["TPZ401 error"]
    assert check(ComputeClass(machine_type="ct5lp-standard-8t")) == ["TPZ101 error"]
    assert check(ComputeClass(machine_type="ct5lp-hightpu-8t", zone=["us-east5-b"])) == ["TPZ202 warning"]
    assert check(ComputeClass(accelerator=V6E, chips=4)) == ["TPZ622 error"]
    assert check(pods(pods=4, run_duration="604801")) == ["TPZ616 error"]
    assert check(pods("Job", topology="2x2", sandbox="gvisor")) == []
    assert check(pods("Job", TPU7X, "2x2x1", sandbox="gvisor")) == ["TPZ615 warning"]
    every = [{"operator": "Exists"}]
    assert check(pods(pods=4, queued="true", tolerations=every)) == []
    assert check(pods(pods=4, queued="true")) == ["TPZ611 error"]
    assert check(pods(pods=4, queued="true", tolerations=unsure())) == []
    assert check(pods(pods=4, queued="false")) == []


def test_multislice_needs_a_sign(check):
    single = {"topology": "2x2", "pods": 1, "slices": 2}
    assert check(pods(**single)) == []
    assert check(pods(**single, multislice=True)) == ["TPZ612 error"]
    assert check(pods(pods=4, slices=2, multislice=True)) == []


def test_version_and_mode(check):
    ironwood = pods("Job", TPU7X, "2x2x1")
    assert check(ironwood, gke_version="1.34.0-gke.999999") == ["TPZ614 error"]
    assert check(ironwood, gke_version="1.34.0-gke.2201000") == []
    assert check(ironwood, gke_version="1.34.0-gke.2201000", mode="autopilot") == ["TPZ614 error"]
    assert check(ironwood) == []
    moving = Cluster(name="a", version="1.33.1-gke.100", channel="RAPID")
    assert check(moving, ironwood) == ["TPZ614 warning"]
    assert check(moving, Cluster(name="b"), ironwood) == []  # which of the two, nobody knows
    assert check(pods(pods=4, node_pool="a"), mode="autopilot") == ["TPZ613 error"]
    assert check(pods(pods=4, node_pool="a"), mode="standard") == []


@pytest.mark.parametrize(
    ("fields", "found"),
    [
        ({}, []),
        ({"workers": 2}, ["TPZ701 error"]),
        ({"type": "ct5p-hightpu-1t", "topology": "1x1x1"}, ["TPZ702 error"]),
        ({"type": "tpu9-standard-4t"}, ["TPZ702 info"]),
        ({"type": unsure(), "topology": "9x9"}, []),
        ({"type": "ct5p-hightpu-4t", "topology": "4x8x8"}, []),
        ({"type": "ct5p-hightpu-4t", "topology": "4x4x16"}, ["TPZ703 error"]),
        ({"topology": "x"}, ["TPZ703 error"]),
        ({"slices": -1}, ["TPZ704 error"]),
        ({"elastic": 2}, ["TPZ704 warning"]),
        ({"elastic": 3}, ["TPZ704 error"]),
        ({"version": "jax-0.9.2"}, ["TPZ705 warning"]),
        ({"version": "jax-0.10.10"}, []),
        ({"version": "nightly"}, []),
        ({"version": "latest"}, ["TPZ705 info"]),
        ({"version": None}, ["TPZ705 info"]),
    ],
)
def test_pathways(fields, found, check):
    base = {"workers": 1, "type": "ct6e-standard-4t", "topology": "4x4", "slices": 2, "version": "jax-0.11.0"}
    assert check(PathwaysJob(**{**base, **fields})) == found


def test_messages_and_fixes(findings):
    (one,) = findings(pods("JobSet", V6E, "4x4", 4, pods=Value(16), name="train/workers"))
    assert one.subject == "JobSet train/workers" and one.fix.new == "4"
    assert (
        one.message
        == "parallelism is 16, and topology 4x4 on tpu-v6e-slice with google.com/tpu 4 is 4 hosts: set it to 4"
    )
    (one,) = findings(pods("RayCluster", V5E, "2x4", 8, pods=2))
    assert one.fix is None and one.message.endswith("is 1 host: set it to 1, or ask for 4 chips")
    (one,) = findings(Flavor(accelerator="tpu-v3-podslice"))
    assert one.message.startswith("there is no accelerator label tpu-v3-podslice; it is tpu-v3-device or tpu-v3-slice")
    (one,) = findings(Flavor(accelerator="tpu-v5e-slice"))
    assert one.fix.new == V5E


ODD = (None, "", " ", "x", "4x4", -1, 0, 2**70, 1.5, True, [], ["a", None, 3], [["a"]], {}, {"a": {"b": 1}}, "é" * 999)
CLASSES = (Workload, ComputeClass, Flavor, PathwaysJob)


@pytest.mark.parametrize(("kind", "field"), [(kind, field) for kind in CLASSES for field in kind.fields])
def test_no_value_raises(kind, field, findings):
    right = {
        "kind": "JobSet",
        "accelerator": V6E,
        "topology": "4x4",
        "chips": 4,
        "pods": 4,
        "slices": 2,
        "type": "ct6e-standard-4t",
        "flex_start": True,
        "zone": "us-east5-b",
    }
    given = {name: value for name, value in right.items() if name in kind.fields}
    for odd, version in itertools.product(ODD, (None, "1.30.0-gke.1")):
        findings(kind(**{**given, field: odd}), gke_version=version)


POD = """\
apiVersion: v1
kind: Pod
metadata: {{name: a}}
spec:
  {selector}
  containers: [{{name: a, resources: {{limits: {{google.com/tpu: {chips}}}}}}}]
"""


def rules_of(report):
    return [one.rule for one in report.findings]


def test_what_is_filled_in_later_is_silent():
    for selector, chips in (
        ("nodeSelector: {cloud.google.com/gke-tpu-accelerator: '{{ .Values.a }}'}", "4"),
        ("nodeSelector: {cloud.google.com/gke-tpu-accelerator: TPU_ACCELERATOR}", "4"),
        ("nodeSelector: {cloud.google.com/gke-tpu-accelerator: <label>}", "4"),
        ("nodeSelector: $SELECTOR", "4"),
        (
            "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{}, {}]}}}",
            "4",
        ),
    ):
        rules = rules_of(tz.check_text(POD.format(selector=selector, chips=chips), name="a.yaml"))
        assert not {"TPZ601", "TPZ602"} & set(rules), selector
    assert rules_of(tz.check_text(POD.format(selector="", chips="$CHIPS"), name="a.yaml")) == []


def test_patches_and_what_they_complete_are_not_judged_by_what_they_lack(tmp_path):
    bare = POD.format(selector="", chips=4)
    for name in ("base/pod.yaml", "over/patch.yaml", "lone/pod.yaml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(bare)
    (tmp_path / "base/kustomization.yaml").write_text("resources: [pod.yaml]\n")
    (tmp_path / "lone/kustomization.yaml").write_text("resources: [pod.yaml, 3, null]\npatches: []\n")
    (tmp_path / "over/kustomization.yaml").write_text("resources: [../base]\npatches: [{path: patch.yaml}]\n")
    report = tz.check(tmp_path)
    assert rules_of(report) == ["TPZ602", "TPZ603"] and {one.path for one in report.findings} == {
        str(tmp_path / "lone/pod.yaml")
    }
    (tmp_path / "over/kustomization.yaml").write_text("patches: {a: [\n")
    assert tz.check(tmp_path).complete and len(tz.check(tmp_path).findings) == 6
    assert report.summary["workload"] == 3


def test_a_label_without_a_limit_where_pools_are_created(check):
    def cluster(limits=("cpu", "memory"), **fields):
        given = [{"resource_type": name, "maximum": 100} for name in limits]
        return Cluster(**{"name": "c", "auto_provisioning": True, "resource_limits": given, **fields})

    one = pods("Pod", topology="2x2")
    assert check(cluster(), one) == ["TPZ619 warning"]
    assert check(cluster(["nvidia-l4"]), one, NodePool(machine_type="ct5lp-hightpu-4t")) == ["TPZ619 warning"]
    assert check(cluster(["cpu", V6E]), one) == []
    for limits in (unsure(), None, [{"resource_type": unsure()}, {"resource_type": "cpu"}]):
        assert check(cluster(resource_limits=limits), one) == []
    for auto in (False, None, unsure()):
        assert check(cluster(auto_provisioning=auto), one) == []
    assert check(cluster(), pods("Pod", topology="2x2", compute_class="tpu")) == []
    assert check(cluster(), pods("Pod", topology="2x2", queue="q")) == []
    assert check(cluster(autopilot=True), one) == []
    assert check(cluster(), one, mode="autopilot") == []
    for pool in (
        NodePool(machine_type="ct6e-standard-4t", num_nodes=1),
        NodePool(machine_type=unsure(), topology="4x4"),
    ):
        assert check(cluster(), one, pool) == []
    assert check(cluster(), cluster(name="d"), one) == []


def test_pods_that_fit_on_larger_nodes_with_the_same_labels(check):
    two, eight = (
        NodePool(machine_type="ct6e-standard-4t", topology="2x4", num_nodes=2),
        NodePool(machine_type="ct6e-standard-8t"),
    )
    small = pods(topology="2x4", pods=2)
    assert check(two, eight, small) == ["TPZ623 info"]
    assert check(two, small) == check(eight, pods("Job", topology="2x4", chips=8)) == []
    assert check(two, eight, pods(topology="2x4", pods=2, node_pool="a")) == []
    assert check(two, eight, NodePool(machine_type=unsure(), topology="2x4"), small) == []


def test_a_compute_class_names_type_count_and_topology(check):
    whole = {"accelerator": V6E, "topology": "2x2", "chips": 4}
    assert check(ComputeClass(**whole)) == []
    assert check(ComputeClass(**{**whole, "chips": None})) == ["TPZ622 error"]
    assert check(ComputeClass(accelerator=V6E)) == ["TPZ622 error"]
    assert check(ComputeClass(**{**whole, "topology": unsure()})) == []
    assert check(ComputeClass()) == []


def test_there_are_rules_of_both_kinds():
    assert {rule.id[:4] for rule in RULES if "TPZ6" <= rule.id < "TPZ9"} == {"TPZ6", "TPZ7"}


def test_joined_slices_have_one_shape():
    job = """
  - name: {name}
    template:
      spec:
        parallelism: {hosts}
        completions: {hosts}
        template:
          spec:
            nodeSelector:
              cloud.google.com/gke-tpu-accelerator: tpu-v6e-slice
              cloud.google.com/gke-tpu-topology: {topology}
            containers:
            - {{env: [{{name: {env}}}], resources: {{limits: {{google.com/tpu: 4}}}}}}"""
    head = "apiVersion: jobset.x-k8s.io/v1alpha2\nkind: JobSet\nmetadata: {name: a}\nspec:\n  replicatedJobs:"
    for env, topology, hosts, found in (
        ("MEGASCALE_SLICE_ID", "4x8", 8, ["TPZ617"]),
        ("MEGASCALE_SLICE_ID", "4x4", 4, []),
        ("OTHER", "4x8", 8, []),
    ):
        jobs = job.format(name="a", hosts=4, topology="4x4", env=env)
        jobs += job.format(name="b", hosts=hosts, topology=topology, env=env)
        assert rules_of(tz.check_text(head + jobs, name="a.yaml")) == found


def test_pools_beside_pods_have_to_serve_one_of_them(check):
    pool = NodePool(machine_type="ct6e-standard-4t", topology="4x4", num_nodes=4)
    eight = pods(topology="2x4", chips=8, pods=1)
    assert check(pool, pods(pods=4)) == []
    assert check(pool, eight) == ["TPZ618 warning"]
    assert check(pool, pods(topology=unsure(), pods=4), eight) == ["TPZ618 warning"]
    for other in (
        NodePool(machine_type=unsure()),
        NodePool(machine_type="ct6e-standard-8t", num_nodes=1, maybe=True),
        NodePool(machine_type="ct6e-standard-8t", num_nodes=1),
        NodePool(machine_type="ct6e-standard-4t", topology=unsure()),
        Cluster(name="a", autopilot=True),
        Cluster(name="a", auto_provisioning=True),
        Cluster(name="a", auto_provisioning=unsure()),
    ):
        assert check(pool, other, eight) == []
    assert check(pool, NodePool(machine_type="n2-standard-4"), eight) == ["TPZ618 warning"]
    assert check(pool, pods(topology="2x4", chips=8, pods=1, queue="a")) == []
    assert check(NodePool(machine_type="n2-standard-4"), eight) == []
