"""Published configs and faults that people reported, written anew: what the reader finds in them."""

import pytest
from evaluated import read
from mangled import fields

VM = 'resource "google_tpu_v2_vm" "node" {{\n  name = "node"\n{0}}}\n'
POOL = 'resource "google_container_node_pool" "tpus" {{\n{0}  node_config {{\n    machine_type = "{1}"\n  }}\n  placement_policy {{\n    type         = "{2}"\n    tpu_topology = "{3}"\n{4}  }}\n}}\n'
SCALE = '  autoscaling {{\n    {0} = 0\n    {1} = {2}\n    location_policy = "{3}"\n  }}\n'

CASES = {
    # disks
    "c004": (
        VM.format(
            '  zone = "us-east5-b"\n  accelerator_config {\n    type     = "V6E"\n    topology = "2x2"\n  }\n'
            "  data_disks {\n    source_disk = google_compute_disk.scratch.id\n  }\n"
        )
        + 'resource "google_compute_disk" "scratch" {\n  type = "pd-balanced"\n}\n',
        {
            "zone": ("us-east5-b", 3, 10),
            "tpu_type": ("V6E", 5, 16),
            "topology": ("2x2", 6, 16),
            "disk_types": (["pd-balanced"], 13, 10),
        },
    ),
    "c041": (
        'resource "google_compute_disk" "work" {\n  type = "hyperdisk-balanced"\n}\n'
        + VM.format(
            '  zone = "us-east5-b"\n  accelerator_type = "v6e-1"\n  runtime_version = "v2-alpha-tpuv6e"\n'
            "  data_disks {\n    source_disk = google_compute_disk.work.id\n  }\n"
        ),
        {
            "accelerator_type": ("v6e-1", 7, 22),
            "runtime_version": ("v2-alpha-tpuv6e", 8, 21),
            "disk_types": (["hyperdisk-balanced"], 2, 10),
        },
    ),
    # TPU VMs
    "c008": (
        'resource "google_tpu_v2_queued_resource" "q" {\n  zone = "us-central1-c"\n  tpu {\n    node_spec {\n      node {\n'
        '        runtime_version = "tpu-vm-tf-2.13.0"\n        accelerator_type = "v2-8"\n      }\n    }\n  }\n}\n',
        {"zone": ("us-central1-c", 2, 10), "accelerator_type": ("v2-8", 7, 28), "runtime_version": ("tpu-vm-tf-2.13.0", 6, 27)},
    ),
    "c033": (
        'provider "google-beta" {\n  alias = "south"\n  zone  = "southamerica-west1-a"\n}\n'
        + VM.format('  provider = google-beta.south\n  accelerator_type = "v6e-8"\n'),
        {"zone": ("southamerica-west1-a", 3, 11), "accelerator_type": ("v6e-8", 8, 22)},
    ),
    "c056": (
        VM.format('  zone = "us-east5-b"\n  accelerator_type = "v6e-4"\n  scheduling_config {\n    preemptible = true\n  }\n'),
        {"accelerator_type": ("v6e-4", 4, 22), "spot_vms": (True, 6, 19)},
    ),
    "c084": (
        VM.format('  zone = "us-south1-a"\n  accelerator_type = "v5litepod-1"\n  runtime_version = "v2-alpha-tpuv5-lite"\n'),
        {"zone": ("us-south1-a", 3, 10), "accelerator_type": ("v5litepod-1", 4, 22), "runtime_version": ("v2-alpha-tpuv5-lite", 5, 21)},
    ),
    # node pools
    "c005": (
        POOL.format("  node_locations = [var.zone]\n  node_count = 4\n", "ct5lp-hightpu-4t", "COMPACT", "4x4", ""),
        {"machine_type": ("ct5lp-hightpu-4t", 5, 20), "topology": ("4x4", 9, 20), "num_nodes": (4, 3, 16), "locations": None},
    ),
    "c010": (
        POOL.format('  node_locations = ["us-east5-a"]\n  initial_node_count = 384\n', "ct5p-hightpu-4t", "COMPACT", "4x12x16", ""),
        {"machine_type": ("ct5p-hightpu-4t", 5, 20), "topology": ("4x12x16", 9, 20), "num_nodes": (384, 3, 24), "locations": (["us-east5-a"], 2, 21)},
    ),
    "c017": (
        POOL.format(
            '  location = "us-central1"\n  node_locations = ["us-central1-c"]\n'
            + SCALE.format("total_min_node_count", "total_max_node_count", 2, "BALANCED"),
            "tpu7x-standard-4t", "COMPACT", "2x2x2", "",
        ),
        {"total_max_nodes": (2, 6, 28), "max_nodes": "absent", "location_policy": ("BALANCED", 7, 23), "placement": ("COMPACT", 13, 20)},
    ),
    "c043": (
        'resource "google_compute_resource_policy" "shape" {\n  workload_policy {\n    type = "HIGH_THROUGHPUT"\n    accelerator_topology = "2x2x2"\n  }\n}\n'
        + POOL.format(
            SCALE.format("min_node_count", "max_node_count", 2, "ANY"),
            "tpu7x-standard-4t", "", "2x2x2", "    policy_name = google_compute_resource_policy.shape.name\n",
        ),
        {"max_nodes": (2, 10, 22), "placement": ("", 17, 20), "policy": ("google_compute_resource_policy.shape", 19, 19), "topology": ("2x2x2", 18, 20)},
    ),
    "c048": (
        'resource "google_container_cluster" "ray" {\n  name = "ray"\n  location = "us-east5-b"\n  min_master_version = "1.35.3-gke.1737000"\n}\n'
        'resource "google_container_node_pool" "slice" {\n  cluster = google_container_cluster.ray.name\n  node_count = 1\n'
        '  node_config {\n    machine_type = "ct6e-standard-8t"\n    spot = true\n  }\n}\n',
        {"machine_type": ("ct6e-standard-8t", 10, 20), "cluster": ("ray", 2, 10), "cluster_location": ("us-east5-b", 3, 14), "spot_vms": (True, 11, 12), "topology": "absent"},
    ),
    "c060": (
        POOL.format('  node_locations = ["us-west4-a"]\n' + SCALE.format("total_min_node_count", "total_max_node_count", 4, "ANY"), "ct5lp-hightpu-4t", "COMPACT", "4x4", ""),
        {"total_max_nodes": (4, 5, 28), "max_nodes": "absent", "topology": ("4x4", 13, 20)},
    ),
    "c067": (
        'resource "google_container_cluster" "c" {\n  name = "c"\n  location = "us-central1-a"\n}\n'
        + POOL.format('  cluster = google_container_cluster.c.name\n  location = "us-central1-a"\n  initial_node_count = 2\n', "ct4p-hightpu-4t", "COMPACT", "2x2x2", ""),
        {"cluster_location": ("us-central1-a", 7, 14), "machine_type": ("ct4p-hightpu-4t", 10, 20), "num_nodes": (2, 8, 24)},
    ),
    "c087": (
        POOL.format("  location = var.zone\n  node_count = 2\n", "ct5p-hightpu-4t", "COMPACT", "2x2", ""),
        {"machine_type": ("ct5p-hightpu-4t", 5, 20), "topology": ("2x2", 9, 20), "num_nodes": (2, 3, 16), "cluster_location": None},
    ),
    "c096": (
        POOL.format("  location = var.zone\n  node_count = 2\n", "ct3p-hightpu-4t", "COMPACT", "2x2", ""),
        {"machine_type": ("ct3p-hightpu-4t", 5, 20), "topology": ("2x2", 9, 20)},
    ),
    # objects that some module takes
    "c014": (
        'region = "us-central2"\npools = [\n  { zone = "us-central2-b", node_count = 4, machine_type = "ct4p-hightpu-4t", topology = "2x2x4" },\n]\ncpus = {\n  machine_type = "n2-standard-64"\n}\n',
        {"machine_type": ("ct4p-hightpu-4t", 3, 60), "topology": ("2x2x4", 3, 90), "num_nodes": (4, 3, 42), "locations": (["us-central2-b"], 3, 12), "cluster_location": ("us-central2", 1, 10)},
    ),
    "c057": (
        'pools = [{ zone = "us-east5-b", node_count = 16, machine_type = "ct5lp-hightpu-4t", topology = "8x8" }]\n',
        {"machine_type": ("ct5lp-hightpu-4t", 1, 65), "topology": ("8x8", 1, 96), "num_nodes": (16, 1, 46)},
    ),
    "c023": (
        'module "gke" {\n  source = "terraform-google-modules/kubernetes-engine/google"\n  region = "us-central2"\n  node_pools = [{\n'
        '    name = "tpu"\n    machine_type = "ct4p-hightpu-4t"\n    node_locations = "us-central2-b"\n    autoscaling = false\n    node_count = 2\n    placement_policy = "COMPACT"\n  }]\n}\n',
        {"name": ("tpu", 5, 12), "machine_type": ("ct4p-hightpu-4t", 6, 20), "locations": (["us-central2-b"], 7, 22), "num_nodes": (2, 9, 18), "placement": ("COMPACT", 10, 24), "autoscaling": (False, 8, 19), "topology": None},
    ),
    "c090": (
        'module "tpu" {\n  source = "./fabric/modules/compute-vm"\n  zone = "europe-west4-b"\n  machine_type = "ct5lp-hightpu-1t"\n  tpu_config = {\n    runtime_version = "v2-alpha-tpuv5-lite"\n  }\n}\n',
        {"machine_type": ("ct5lp-hightpu-1t", 4, 18), "zone": ("europe-west4-b", 3, 10), "runtime_version": ("v2-alpha-tpuv5-lite", 6, 23), "surface": None},
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_case(case: str) -> None:
    text, wanted = CASES[case]
    name = "r/terraform.tfvars" if text.startswith(("region", "pools")) else "r/main.tf"
    found = read({name: text}).things[-1]
    have = fields(found)
    for field, value in wanted.items():
        if value == "absent":
            assert field not in have
        elif value is None:
            assert have[field][0].startswith("? ")
        else:
            assert have[field] == value, (case, field)
