"""Pods that no pool serves are an error only where every pool of the cluster is seen."""

import json

import pytest
from support import POD

import tpu_zones as tz

CLASS = """apiVersion: cloud.google.com/v1
kind: ComputeClass
metadata: {name: fast}
spec:
  nodePoolAutoCreation: {enabled: true}
  priorities:
  - tpu: {type: tpu-v6e-slice, count: 8, topology: 2x4}
"""
CLUSTER = """resource "google_container_cluster" "c" {
  name                     = "c"
  location                 = "us-east5-b"
  initial_node_count       = 1
  remove_default_node_pool = true
}
"""
POOL = """resource "google_container_node_pool" "tpu" {
  name       = "tpu"
  cluster    = google_container_cluster.c.id
  location   = "us-east5-b"
  node_count = 1
  node_config { machine_type = "ct6e-standard-4t" }
}
resource "google_container_node_pool" "cpu" {
  name       = "cpu"
  cluster    = google_container_cluster.c.name
  location   = "us-east5-b"
  node_count = 1
  node_config { machine_type = "e2-standard-4" }
}
resource "random_id" "suffix" { byte_length = 4 }
"""


def described(**changed):
    link = "https://container.googleapis.com/v1/projects/demo/zones/us-east5-b/clusters/c"
    pools = [
        {"name": "cpu", "config": {"machineType": "e2-standard-4"}, "selfLink": f"{link}/nodePools/cpu"},
        {"name": "tpu", "config": {"machineType": "ct6e-standard-4t"}, "selfLink": f"{link}/nodePools/tpu"},
    ]
    whole = {
        "name": "c",
        "location": "us-east5-b",
        "autopilot": {},
        "autoscaling": {"autoscalingProfile": "BALANCED"},
        "currentMasterVersion": "1.34.1-gke.1",
        "nodeConfig": {"machineType": "e2-standard-4"},
        "nodePools": pools,
        "selfLink": link,
        "status": "RUNNING",
    }
    return json.dumps({**whole, **changed})


@pytest.fixture
def found(write):
    """Return a function that puts files beside a Pod and returns what is found of it, by the group and with others."""
    write("k8s/pod.yaml", POD)
    write(".tpu-zones.toml", '[[groups]]\nname = "prod"\nfolders = ["infra", "k8s"]\n')

    def of(files):
        for name, text in files.items():
            write(name, text)
        report = tz.check(".", config=".tpu-zones.toml")
        return [str(one.severity) for one in report.findings if one.rule == "TPZ618"]

    return of


def test_what_gcloud_describes_has_all_pools(found):
    assert found({"infra/c.json": described()}) == ["error"]
    assert found({"infra/c.json": f"[{described()}]"}) == ["error"]


@pytest.mark.parametrize(
    ("changed", "severities"),
    [
        ({"selfLink": None}, ["warning"]),
        ({"nodePools": [{"name": "tpu", "config": {"machineType": "ct6e-standard-4t"}}, {"name": "b"}]}, ["warning"]),
        ({"autopilot": {"enabled": True}}, []),
        ({"autoscaling": {"enableNodeAutoprovisioning": True}}, []),
        ({"autoscaling": {"defaultComputeClassConfig": {"enabled": True}}}, []),
        ({"autoscaling": {"defaultComputeClassConfig": {"enabled": False}}}, ["error"]),
    ],
)
def test_what_is_described_in_part_is_not_whole(changed, severities, found):
    text = json.dumps({name: one for name, one in json.loads(described(**changed)).items() if one is not None})
    assert found({"infra/c.json": text}) == severities


def test_a_request_and_a_list_of_pools_are_not_whole(found):
    request = json.loads(described())
    for name in ("selfLink", "status", "currentMasterVersion"):
        del request[name]
    assert found({"infra/c.json": json.dumps({"cluster": request})}) == ["warning"]
    assert found({"infra/c.json": json.dumps({"nodePools": request["nodePools"]})}) == ["warning"]


def test_a_root_with_its_cluster_and_all_pools_is_whole(found):
    assert found({"infra/main.tf": CLUSTER + POOL}) == ["error"]


def test_local_modules_count(found):
    pool = POOL.replace("google_container_cluster.c.id", "var.cluster").partition(
        'resource "google_container_node_pool" "cpu"'
    )[0]
    call = 'module "p" {\n  source = "../pool"\n  cluster = google_container_cluster.c.name\n}\n'
    files = {"infra/main.tf": CLUSTER + call, "pool/main.tf": 'variable "cluster" {}\n' + pool}
    assert found(files) == ["error"]
    assert found({"pool/more.tf": "resource {"}) == ["warning"]


@pytest.mark.parametrize(
    "more",
    [
        'module "n" {\n  source = "terraform-google-modules/network/google"\n}\n',
        'module "n" {\n  source = "../pool"\n}\n',
        'module "n" {\n  source = "../pool"\n  count = 0\n}\n',
        'resource "helm_release" "a" {\n  name = "a"\n}\n',
        'resource "kubernetes_manifest" "a" {\n  manifest = {}\n}\n',
        'resource "terraform_data" "a" {\n  provisioner "local-exec" {\n    command = "x"\n  }\n}\n',
        'resource "google_storage_bucket" "a" {\n  provisioner "local-exec" {\n    command = "x"\n  }\n}\n',
        'resource "google_container_node_pool" "a" {\n  count = 0\n  cluster = "c"\n}\n',
        'resource "google_container_node_pool" "a" {\n  cluster = "d"\n  node_config {\n    machine_type = "n2-standard-8"\n  }\n}\n',
        'resource "google_container_node_pool" "a" {\n  cluster = var.cluster\n  node_config {\n    machine_type = "n2-standard-8"\n  }\n}\nvariable "cluster" {}\n',
        'resource "google_container_cluster" "c" {\n  name = "c"\n}\n',
        'resource "google_container_cluster" "d" {\n  name = "d"\n  node_config {\n    machine_type = "ct6e-standard-8t"\n  }\n}\n',
        'resource "google_container_cluster" "d" {\n  name = "d"\n  enable_autopilot = var.x\n}\nvariable "x" {}\n',
        'resource "google_container_cluster" "d" {\n  count = var.x\n  name = "d"\n}\nvariable "x" {}\n',
        "# tpu\nresource {\n",
        "# tpu" * 60_000,
    ],
)
def test_what_a_root_leaves_open_is_a_warning(more, found):
    assert found({"infra/main.tf": CLUSTER + POOL, "infra/more.tf": more}) == ["warning"]


@pytest.mark.parametrize(
    ("inside", "severities"),
    [
        ("cluster_autoscaling {\n enabled = true\n}", []),
        ("cluster_autoscaling {\n enabled = var.auto\n}", []),
        ("cluster_autoscaling {\n default_compute_class_enabled = true\n}", []),
        ("cluster_autoscaling {\n enabled = false\n}", ["error"]),
        ("enable_autopilot = true", []),
        ("enable_autopilot = false", ["error"]),
        ('node_pool {\n node_config {\n machine_type = "ct6e-standard-8t"\n}\n}', []),
        ('dynamic "node_pool" {\n for_each = var.auto\n content {\n name = "x"\n}\n}', []),
    ],
)
def test_what_the_cluster_does_by_itself_counts(inside, severities, found):
    cluster = CLUSTER.removesuffix("}\n") + inside + "\n}\n"
    assert found({"infra/main.tf": cluster + POOL + 'variable "auto" {}\n'}) == severities


def test_a_compute_class_may_make_what_is_missing(found):
    assert found({"infra/main.tf": CLUSTER + POOL, "k8s/class.yaml": CLASS}) == ["warning"]


@pytest.mark.parametrize("name", ["google_container_cluster.x.name", '"c"', '"projects/p/locations/l/clusters/c"'])
def test_pools_of_other_files_may_be_for_the_same_cluster(name, found):
    other = POOL.partition("resource")[2].partition("\nresource")[0].replace("google_container_cluster.c.id", name)
    other = f"resource{other}\n".replace("ct6e-standard-4t", "MACHINE")
    files = {"infra/main.tf": CLUSTER + POOL, "pools/main.tf": other.replace("MACHINE", "ct6e-standard-8t")}
    assert found(files) == ["warning"]
    assert found({"pools/main.tf": other.replace("MACHINE", "n2-standard-8")}) == ["error"]


def test_pools_of_another_cluster_are_no_matter(found):
    other = (CLUSTER + POOL).replace('"c"', '"d"').replace("cluster.c.", "cluster.d.")
    assert found({"infra/main.tf": CLUSTER + POOL, "pools/main.tf": other}) == ["error"]


def test_a_cluster_whose_name_is_not_known_may_be_any(found):
    unnamed = (CLUSTER + POOL).replace('"c"\n', "var.name\n") + 'variable "name" {}\n'
    assert found({"infra/main.tf": unnamed}) == ["error"]
    other = (CLUSTER + POOL).replace('"c"', '"d"').replace("cluster.c.", "cluster.d.")
    assert found({"pools/main.tf": other}) == ["warning"]


def test_what_is_not_read_as_it_names_no_tpu_may_make_pools(found):
    silent = 'resource "google_container_node_pool" "a" {\n  cluster = "c"\n  node_config {\n    machine_type = var.m\n  }\n}\n'
    assert found({"infra/main.tf": CLUSTER + POOL, "pools/main.tf": silent + 'variable "m" {}\n'}) == ["warning"]
    assert found({"pools/main.tf": 'resource "google_storage_bucket" "a" {}\n'}) == ["error"]


def plan(**more):
    values = {"name": "c", "location": "us-east5-b", "initial_node_count": 1}
    pool = {
        "name": "tpu",
        "cluster": "c",
        "location": "us-east5-b",
        "node_count": 1,
        "node_config": [{"machine_type": "ct6e-standard-4t"}],
    }
    resources = [
        {"address": "c", "mode": "managed", "type": "google_container_cluster", "name": "c", "values": values},
        {"address": "p", "mode": "managed", "type": "google_container_node_pool", "name": "p", "values": pool},
        {"address": "d", "mode": "data", "type": "http", "name": "d", "values": {}},
    ]
    resources += [
        {"address": "x", "mode": "managed", "type": one, "name": "x", "values": {}} for one in more.pop("kinds", ())
    ]
    whole = {"format_version": "1.2", "complete": True, "errored": False}
    return json.dumps({**whole, **more, "planned_values": {"root_module": {"resources": resources}}})


def test_a_plan_is_whole_unless_it_says_otherwise(found):
    assert found({"infra/plan.json": plan()}) == ["error"]
    assert found({"infra/plan.json": plan(kinds=["google_project_service"])}) == ["error"]
    assert found({"infra/plan.json": plan(kinds=["helm_release"])}) == ["warning"]
    assert found({"infra/plan.json": plan(complete=False)}) == ["warning"]
    assert found({"infra/plan.json": plan(errored=True)}) == ["warning"]
