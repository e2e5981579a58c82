"""Manifests: which Pods ask for TPUs, and what they select."""

import json

import pytest
from hypothesis import given
from mangled import fields, limited, mangled, thorough, told

import tpu_zones as tz
from tpu_zones.lint.read.kubernetes import read

JOBSET = """\
apiVersion: jobset.x-k8s.io/v1alpha2
kind: JobSet
metadata:
  name: train
  labels: {kueue.x-k8s.io/queue-name: team}
  annotations:
    alpha.jobset.sigs.k8s.io/exclusive-topology: cloud.google.com/gke-nodepool
    provreq.kueue.x-k8s.io/maxRunDurationSeconds: "7200"
spec:
  replicatedJobs:
  - name: head
    template: {spec: {template: {spec: {containers: [{name: main, image: a}]}}}}
  - name: workers
    replicas: 2
    template:
      spec:
        parallelism: 4
        completions: 4
        template:
          spec:
            nodeSelector:
              cloud.google.com/gke-tpu-accelerator: tpu-v6e-slice
              cloud.google.com/gke-tpu-topology: 4x4
              cloud.google.com/gke-queued: "true"
            runtimeClassName: gvisor
            containers:
            - name: main
              image: example.com/a:1
              env: [{name: MEGASCALE_NUM_SLICES, value: "2"}]
              resources: {limits: {google.com/tpu: 4}}
"""
POD = """\
apiVersion: v1
kind: Pod
metadata: {name: one}
spec:
  nodeSelector:
    cloud.google.com/gke-tpu-accelerator: tpu-v6e-slice
    cloud.google.com/gke-tpu-topology: 2x2
  containers:
  - {name: main, image: a, resources: {limits: {google.com/tpu: 4}}}
"""
GROUP = """\
apiVersion: leaderworkerset.x-k8s.io/v1
kind: LeaderWorkerSet
metadata: {name: serve}
spec:
  replicas: 2
  leaderWorkerTemplate:
    size: 5
    leaderTemplate: {spec: {containers: [{name: main}]}}
    workerTemplate:
      spec: {containers: [{name: main, resources: {limits: {google.com/tpu: 4}}}]}
"""
RAY = """\
apiVersion: ray.io/v1
kind: RayJob
metadata: {name: ray}
spec:
  rayClusterSpec:
    workerGroupSpecs:
    - {groupName: cpu, template: {spec: {containers: [{name: a}]}}}
    - groupName: tpu
      replicas: 1
      numOfHosts: 4
      template: {spec: {containers: [{name: a, resources: {requests: {google.com/tpu: "4"}}}]}}
"""
CLASS = """\
apiVersion: cloud.google.com/v1
kind: ComputeClass
metadata: {name: c}
spec:
  priorityDefaults: {location: {zones: [us-east5-a]}}
  whenUnsatisfiable: DoNotScaleUp
  priorities:
  - {machineFamily: n4}
  - {tpu: {type: tpu-v6e-slice, count: 4, topology: 2x2}, reservations: {affinity: Specific}}
  - {tpu: {type: tpu-v6e-slice, count: 4, topology: 2x2}, flexStart: {enabled: true}, location: {zones: [us-east5-b]}}
"""
PATHWAYS = """\
apiVersion: pathways-job.pathways.domain/v1
kind: PathwaysJob
metadata: {name: pw}
spec:
  pathwaysVersion: jax-0.10.1
  workers: [{type: ct6e-standard-4t, topology: 4x4, numSlices: 3}]
  controller: {elasticSlices: 1}
"""


def test_a_jobset() -> None:
    found = read(JOBSET, "f")
    [work] = found.things
    got = fields(work)
    assert not found.faults and work.form == "kubernetes"
    assert {name: got[name] for name in got if name not in ("requests", "limits", "images", "kind", "selector")} == {
        "name": ("train/workers", 4, 9),
        "accelerator": ("tpu-v6e-slice", 22, 53),
        "topology": ("4x4", 23, 50),
        "queued": ("true", 24, 44),
        "chips": (4, 30, 52),
        "pods": (4, 17, 22),
        "completions": (4, 18, 22),
        "slices": (2, 14, 15),
        "queue": ("team", 5, 39),
        "run_duration": ("7200", 8, 51),
        "sandbox": ("gvisor", 25, 31),
        "exclusive": ("cloud.google.com/gke-nodepool", 7, 50),
        "multislice": (True, 29, 21),
    }
    assert got["kind"][0] == "JobSet" and got["selector"][1:] == (21, 13)
    assert [one and one.value for one in got["limits"][0]] == [4] and got["requests"][0] == [None]


@pytest.mark.parametrize(
    ("text", "pods", "more"),
    [
        (GROUP, 5, {"leader": True, "slices": 2, "name": "serve/workers"}),
        (GROUP.replace("    leaderTemplate: {spec: {containers: [{name: main}]}}\n", ""), 5, {"name": "serve"}),
        (RAY, 4, {"name": "ray/tpu", "chips": "4", "kind": "RayJob"}),
        (RAY.replace("RayJob", "RayService").replace("rayClusterSpec", "rayClusterConfig"), 4, {"kind": "RayService"}),
        (POD, None, {"kind": "Pod", "name": "one"}),
        (JOBSET, 4, {"slices": 2}),
    ],
)
def test_kinds(text: str, pods: int | None, more: dict[str, object]) -> None:
    [work] = read(text, "f").things
    assert fields(work).get("pods", (None,))[0] == pods
    assert {name: fields(work)[name][0] for name in more} == more


def test_a_leader_that_asks_is_a_workload_of_its_own() -> None:
    both = GROUP.replace("[{name: main}]", "[{name: main, resources: {limits: {google.com/tpu: 4}}}]")
    leader, workers = read(both, "f").things
    assert fields(leader)["name"][0] == "serve/leader" and fields(leader)["pods"][0] == 5
    assert "pods" not in fields(workers) and "leader" not in fields(workers)


def test_a_class_is_a_thing_for_each_priority_with_tpus() -> None:
    one, two = read(CLASS, "f").things
    assert fields(one)["zone"] == (["us-east5-a"], 5, 41) and fields(two)["zone"] == (["us-east5-b"], 10, 106)
    assert fields(one)["reservation_affinity"][0] == "Specific" and fields(two)["flex_start"][0] is True
    assert {fields(each)["when_unsatisfiable"][0] for each in (one, two)} == {"DoNotScaleUp"}


def test_a_pathways_job_and_a_flavor() -> None:
    flavor = """
apiVersion: kueue.x-k8s.io/v1beta2
kind: ResourceFlavor
metadata: {name: f}
spec: {nodeLabels: {cloud.google.com/gke-tpu-accelerator: tpu7x}}
"""
    job, kueue = read(f"{PATHWAYS}---{flavor}", "f").things
    assert {name: value for name, (value, *_) in fields(job).items()} == {
        "name": "pw",
        "workers": 1,
        "type": "ct6e-standard-4t",
        "topology": "4x4",
        "slices": 3,
        "elastic": 1,
        "version": "jax-0.10.1",
    }
    assert fields(kueue)["accelerator"][0] == "tpu7x"


def test_a_patch_selects_and_a_whole_pod_without_chips_says_nothing() -> None:
    pod = "apiVersion: v1\nkind: Pod\nspec:\n  nodeSelector: {cloud.google.com/gke-tpu-topology: 2x3}\n"
    (patch,) = read(pod + "  containers: [{name: c}]\n", "f").things
    assert type(patch).__name__ == "Flavor" and fields(patch)["topology"] == ("2x3", 4, 53)
    assert not read(pod + "  containers: [{name: c, image: monitor:1}]\n", "f").things


def test_lists_json_several_documents_and_resources_of_config_connector() -> None:
    pool = (
        "apiVersion: container.cnrm.cloud.google.com/v1beta1\nkind: ContainerNodePool\n"
        "spec: {nodeConfig: {machineType: x}}\n"
    )
    kinds = [type(one).__name__ for one in read("---\n".join([POD, pool, "kind: Other\n", JOBSET]), "f").things]
    assert kinds == ["Workload", "NodePool", "Workload"]
    pod = {
        "apiVersion": "v1",
        "kind": "Pod",
        "spec": {"containers": [{"resources": {"limits": {"google.com/tpu": "8"}}}]},
    }
    text = json.dumps({"apiVersion": "v1", "kind": "List", "items": [pod, pod]})
    assert [fields(one)["chips"][0] for one in read(text, "f").things] == ["8", "8"]


def pod(spec: str) -> str:
    return f"apiVersion: v1\nkind: Pod\nspec:\n  {spec}\n"


def asks(*chips: object) -> str:
    return "containers: [" + ", ".join(f"{{resources: {{limits: {{google.com/tpu: {one}}}}}}}" for one in chips) + "]"


@pytest.mark.parametrize(
    ("spec", "chips"),
    [
        (asks(4), 4),
        (asks(2, 2), 4),
        (asks('"4"'), "4"),
        (asks("4.0"), 4.0),
        (asks(0, 4), 4),
        (asks("{{ .Values.chips }}"), "? "),
        (asks("four"), "? "),
        (asks("4k"), "? "),
        (asks("null"), None),
        (asks(0), None),
        (asks(-1), None),
        ("containers: []", None),
        ("containers: {a: b}", None),
        ("containers: null", None),
        (asks(1) + "\n  initContainers: [{resources: {limits: {google.com/tpu: 4}}}]", 4),
        (asks(2) + "\n  initContainers: [{restartPolicy: Always, resources: {limits: {google.com/tpu: 2}}}]", 4),
    ],
)
def test_chips_are_the_sum_over_containers(spec: str, chips: object) -> None:
    things = read(pod(spec), "f").things
    got = fields(things[0])["chips"][0] if things else None
    assert got == chips or (isinstance(got, str) and got.startswith("? ") and chips == "? ")


def affinity(terms: str) -> str:
    required = f"requiredDuringSchedulingIgnoredDuringExecution: {{nodeSelectorTerms: {terms}}}"
    return pod(f"affinity: {{nodeAffinity: {{{required}}}}}\n  {asks(4)}")


def test_affinity_counts_as_far_as_it_decides() -> None:
    def got(terms: str) -> tuple[object, object]:
        found = fields(read(affinity(terms), "f").things[0])
        return found.get("accelerator", (None,))[0], found.get("selector", (None,))[0]

    label = "cloud.google.com/gke-tpu-accelerator"
    one = f"{{matchExpressions: [{{key: {label}, operator: In, values: [tpu7x]}}]}}"
    assert got(f"[{one}]") == ("tpu7x", "")
    assert got(f"[{one.replace('[tpu7x]', '[a, b]')}]") == (["a", "b"], "")
    assert got(f"[{one}, {one}]") == (None, "? several terms of affinity")
    assert got(f"[{one.replace('In, values: [tpu7x]', 'Exists')}]")[0] == "? any value will do"
    assert got(f"[{one.replace('In', 'NotIn')}]") == (None, "")
    for odd in ("null", "[]", "[null]", "[{matchExpressions: 3}]", "[{matchExpressions: [null, 3, {key: [a]}]}]", "x"):
        assert got(odd)[0] is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "kind: Pod",
        "apiVersion: v1\nkind: [Pod]",
        "apiVersion: {a: b}\nkind: Pod\nspec: 3",
        "apiVersion: batch/v1\nkind: Job",
        "apiVersion: batch/v1\nkind: Job\nspec: [a]",
        "apiVersion: batch/v1\nkind: Job\nspec: {template: google.com/tpu}",
        "apiVersion: jobset.x-k8s.io/v1alpha2\nkind: JobSet\nspec: {replicatedJobs: {a: b}}",
        "apiVersion: jobset.x-k8s.io/v1alpha2\nkind: JobSet\nspec: {replicatedJobs: [null, 3, [a], {template: 4}]}",
        "apiVersion: leaderworkerset.x-k8s.io/v1\nkind: LeaderWorkerSet\nspec: {leaderWorkerTemplate: 3}",
        "apiVersion: ray.io/v1\nkind: RayCluster\nspec: {workerGroupSpecs: [3]}",
        "apiVersion: ray.io/v1\nkind: RayCluster\nspec: null",
        "apiVersion: cloud.google.com/v1\nkind: ComputeClass\nspec: {priorities: [{tpu: null}, 3]}",
        "apiVersion: kueue.x-k8s.io/v1beta1\nkind: ResourceFlavor\nspec: {nodeLabels: [a]}",
        "apiVersion: v1\nkind: List\nitems: {a: b}",
        "apiVersion: example.com/v1\nkind: Job\nspec: {template: {spec: {containers: [{}]}}}",
    ],
)
def test_odd_objects_have_nothing(text: str) -> None:
    found = read(text, "f")
    assert [one for one in found.things if fields(one).get("chips")] == [] and told(found.faults) == []


@pytest.mark.parametrize(
    "workers", ["null", "3", "[]", "[null]", "[3]", "{a: b}", "[{type: [a], topology: {b: c}, numSlices: null}]"]
)
def test_odd_workers_of_pathways(workers: str) -> None:
    text = PATHWAYS.replace("[{type: ct6e-standard-4t, topology: 4x4, numSlices: 3}]", workers)
    report = tz.check_text(text, name="a.yaml")
    assert {one.rule for one in report.findings} <= {"TPZ701"} and report.complete


def test_anchors_and_merges_are_followed() -> None:
    text = (
        "apiVersion: v1\nkind: Pod\nspec:\n  nodeSelector: &s\n    cloud.google.com/gke-tpu-accelerator: tpu7x\n"
        "  containers: [&c {resources: {limits: {google.com/tpu: 2}}}, *c]\n"
        "---\napiVersion: v1\nkind: Pod\nspec:\n  nodeSelector: {<<: {cloud.google.com/gke-tpu-topology: 2x2x1}}\n"
        "  containers: [{resources: {limits: {google.com/tpu: 4}}}]\n"
    )
    one, two = read(text, "f").things
    assert fields(one)["chips"][0] == 4 and fields(two)["topology"][0] == "2x2x1"


@thorough
@given(mangled(JOBSET, POD, GROUP, RAY, CLASS, PATHWAYS))
def test_no_text_raises(text: str) -> None:
    for one in read(text, "f").things:
        fields(one)
    tz.check_text(text + "\n# tpu", name="a.yaml")


def test_many_things_are_cut_off_and_fast() -> None:
    code = """
from tpu_zones.lint.read.kubernetes import MOST, read
pod = "apiVersion: v1\\nkind: Pod\\nspec: {containers: [{resources: {limits: {google.com/tpu: 4}}}]}\\n---\\n"
print(len(read(pod * 9000, "f").things) == MOST)
"""
    assert limited(code).out.strip() == "True"


POD_SPEC = {
    "nodeSelector": {
        "cloud.google.com/gke-tpu-accelerator": "tpu-v6e-slice",
        "cloud.google.com/gke-tpu-topology": "2x4",
    },
    "containers": [{"name": "a", "resources": {"limits": {"google.com/tpu": 8}}}],
}


@pytest.mark.parametrize(
    ("kind", "group", "spec", "count"),
    [
        (
            "TFJob",
            "kubeflow.org/v1",
            {"tfReplicaSpecs": {"Worker": {"replicas": 2, "template": {"spec": POD_SPEC}}}},
            1,
        ),
        ("PyTorchJob", "kubeflow.org/v1", {"specs": {name: {"template": {"spec": POD_SPEC}} for name in "ab"}}, 2),
        ("LLMInferenceService", "serving.kserve.io/v1alpha1", {"replicas": 1, "template": POD_SPEC}, 1),
        ("DaemonSet", "apps/v1", {"template": {"metadata": {"labels": {"a": "b"}}, "spec": POD_SPEC}}, 1),
        ("Deployment", "apps/v2", {"template": {"spec": {"containers": [{"name": "google.com/tpu"}]}}}, 0),
        ("Secret", "v1", {"a": "google.com/tpu"}, 0),
    ],
)
def test_pods_of_other_kinds_are_read_and_lack_nothing(kind, group, spec, count):
    text = json.dumps({"apiVersion": group, "kind": kind, "metadata": {"name": "x"}, "spec": spec})
    found = read(text, "a.json").things
    assert len(found) == count
    for one in found:
        assert type(one).__name__ == "Workload"
        known = {name: value.value for name, value in one.values().items()}
        assert known["topology"] == "2x4" and known["chips"] == 8
        assert (known["kind"], known["name"], known["partial"]) == (kind, "x", True)
