import pytest
from evaluated import one, read
from mangled import fields

from tpu_zones.lint.things import Cluster, NodePool, Policy, TpuVm
from tpu_zones.lint.values import plain

POOL = """\
resource "google_container_node_pool" "slice" {
  name               = "slice"
  project            = "demo"
  location           = "us-east5"
  cluster            = "train"
  node_locations     = ["us-east5-b"]
  initial_node_count = 4
  version            = "1.34.0-gke.2201000"

  autoscaling {
    min_node_count       = 0
    max_node_count       = 4
    total_min_node_count = "1"
    total_max_node_count = 2
    location_policy      = "any"
  }
  management {
    auto_repair = false
  }
  upgrade_settings {
    strategy = "BLUE_GREEN"
  }
  queued_provisioning {
    enabled = true
  }
  placement_policy {
    type         = "compact"
    tpu_topology = "4x4"
    policy_name  = "wide"
  }
  network_config {
    accelerator_network_profile = "auto"
  }
  node_config {
    machine_type     = "ct6e-standard-4t"
    disk_type        = "hyperdisk-balanced"
    spot             = "true"
    preemptible      = false
    flex_start       = true
    max_run_duration = "604800s"
    labels           = { team = "a", n = 1 }
    reservation_affinity {
      consume_reservation_type = "SPECIFIC_RESERVATION"
      key                      = "compute.googleapis.com/reservation-name"
      values                   = ["res-1"]
    }
    taint {
      key    = "a"
      value  = "b"
      effect = "NO_SCHEDULE"
    }
    taint {
      key    = "c"
      value  = true
      effect = "NO_EXECUTE"
    }
    sandbox_config {
      sandbox_type = "gvisor"
    }
    ephemeral_storage_local_ssd_config {
      local_ssd_count = 2
    }
  }
}
"""


def test_every_field_of_a_node_pool() -> None:
    found = one(POOL)
    assert isinstance(found, NodePool) and found.form == "terraform" and not found.maybe
    assert found.address == "google_container_node_pool.slice" and found.spot.key == ("infra/main.tf", 1, 1)
    assert fields(found) == {
        "name": ("slice", 2, 24),
        "project": ("demo", 3, 24),
        "cluster": ("train", 5, 24),
        "cluster_location": ("us-east5", 4, 24),
        "locations": (["us-east5-b"], 6, 25),
        "machine_type": ("ct6e-standard-4t", 35, 24),
        "topology": ("4x4", 28, 20),
        "num_nodes": (4, 7, 24),
        "autoscaling": (True, 10, 3),
        "min_nodes": (0, 11, 28),
        "max_nodes": (4, 12, 28),
        "total_min_nodes": ("1", 13, 28),
        "total_max_nodes": (2, 14, 28),
        "location_policy": ("ANY", 15, 28),
        "placement": ("COMPACT", 27, 20),
        "policy": ("wide", 29, 20),
        "spot_vms": ("true", 37, 24),
        "preemptible": (False, 38, 24),
        "flex_start": (True, 39, 24),
        "queued": (True, 24, 15),
        "reservation_affinity": ("specific", 43, 34),
        "reservation": ("res-1", 45, 35),
        "run_duration": ("604800s", 40, 24),
        "auto_repair": (False, 18, 19),
        "upgrade_strategy": ("BLUE_GREEN", 21, 16),
        "disk_type": ("hyperdisk-balanced", 36, 24),
        "version": ("1.34.0-gke.2201000", 8, 24),
        "labels": ({"team": "a", "n": 1}, 41, 24),
        "taints": (
            [
                {"key": "a", "value": "b", "effect": "NO_SCHEDULE"},
                {"key": "c", "value": True, "effect": "NO_EXECUTE"},
            ],
            47,
            5,
        ),
        "sandbox": ("gvisor", 58, 22),
        "network_profile": ("auto", 32, 35),
        "local_ssd": (2, 61, 25),
    }


def test_a_node_pool_in_json() -> None:
    text = """{"resource": {"google_container_node_pool": {"p": {
 "name": "p", "for_each": "${toset([\\"a\\", \\"b\\"])}", "node_locations": ["${each.key}"],
 "node_config": {"machine_type": "ct6e-standard-4t", "taint": [{"key": "a"}, {"key": "b"}]},
 "dynamic": {"autoscaling": {"for_each": [1], "content": {"max_node_count": 3}}},
 "placement_policy": [{"tpu_topology": "4x4"}]}}}}"""
    two = read({"r/a.tf.json": text}).things
    assert [plain(found.locations) for found in two] == [["a"], ["b"]]
    assert fields(two[0])["machine_type"] == ("ct6e-standard-4t", 3, 34)
    assert (two[0].max_nodes.value, two[0].topology.value, len(two[0].taints.value)) == (3, "4x4", 2)


def test_clusters_and_their_pools_find_one_another() -> None:
    text = """\
resource "google_container_cluster" "c" {
  name               = "train"
  location           = "us-central2-b"
  node_locations     = ["us-central2-b"]
  enable_autopilot   = false
  min_master_version = "1.34"
  enable_tpu         = true
  release_channel {
    channel = "rapid"
  }
  cluster_autoscaling {
    enabled = true
    resource_limits {
      resource_type = "tpu-v4-podslice"
      maximum       = 64
    }
  }
  node_config {
    machine_type = "e2-standard-4"
  }
  node_pool {
    name       = "inline"
    node_count = 1
    node_config {
      machine_type = "ct4p-hightpu-4t"
    }
  }
}
resource "google_container_node_pool" "by_name" {
  cluster = google_container_cluster.c.name
}
resource "google_container_node_pool" "by_id" {
  cluster = google_container_cluster.c.id
}
resource "google_container_node_pool" "located" {
  cluster  = google_container_cluster.c.id
  location = google_container_cluster.c.location
}
"""
    cluster, inline, by_name, by_id, located = read(text).things
    assert isinstance(cluster, Cluster) and fields(cluster) == {
        "name": ("train", 2, 24),
        "location": ("us-central2-b", 3, 24),
        "locations": (["us-central2-b"], 4, 25),
        "autopilot": (False, 5, 24),
        "version": ("1.34", 6, 24),
        "channel": ("RAPID", 9, 15),
        "auto_provisioning": (True, 12, 15),
        "resource_limits": ([{"resource_type": "tpu-v4-podslice", "maximum": 64}], 13, 5),
        "enable_tpu": (True, 7, 24),
        "machine_type": ("e2-standard-4", 19, 20),
    }
    for pool in (inline, by_name, by_id, located):
        assert isinstance(pool, NodePool) and pool.cluster.value == "train"
        assert pool.cluster_location.value == "us-central2-b" and pool.cluster_location.spot.line == 3
    assert by_name.cluster.spot.key[1:] == (2, 24) and by_name.cluster.related.key[1:] == (30, 13)


def test_names_known_after_apply_are_addresses() -> None:
    text = """\
resource "google_container_cluster" "c" {
  name = random_pet.p.id
}
resource "google_container_node_pool" "p" {
  cluster = google_container_cluster.c.name
  placement_policy {
    policy_name = google_compute_resource_policy.many["a"].self_link
  }
}
resource "google_compute_resource_policy" "many" {
  for_each = toset(["a"])
  region   = "us-central1"
  workload_policy {
    type                      = "HIGH_THROUGHPUT"
    accelerator_topology      = "2x2x4"
    accelerator_topology_mode = "PROVISION_ONLY"
  }
}
"""
    cluster, pool, policy = read(text).things
    assert cluster.name.value == pool.cluster.value == "google_container_cluster.c"
    assert isinstance(policy, Policy)
    assert policy.name.value == pool.policy.value == 'google_compute_resource_policy.many["a"]'
    assert (policy.type.value, policy.topology.value, policy.topology_mode.value) == (
        "HIGH_THROUGHPUT",
        "2x2x4",
        "PROVISION_ONLY",
    )


def test_a_group_placement_policy() -> None:
    text = 'resource "google_compute_resource_policy" "p" {\n  name = "n"\n  group_placement_policy {\n    collocation = "COLLOCATED"\n  }\n}\nprovider "google" {\n  region = "us-east5"\n}\n'
    found = one(text)
    assert (found.name.value, found.placement.value, found.region.value) == ("n", "COMPACT", "us-east5")


def test_tpu_vms() -> None:
    text = """\
resource "google_tpu_v2_vm" "a" {
  name             = "a"
  zone             = "us-east5-b"
  accelerator_type = "v6e-8"
  runtime_version  = "v2-alpha-tpuv6e"
  scheduling_config {
    spot        = false
    preemptible = true
    reserved    = true
  }
  dynamic "data_disks" {
    for_each = ["x", "y"]
    content {
      source_disk = google_compute_disk.d[data_disks.value].id
    }
  }
  data_disks {
    source_disk = "projects/p/zones/z/disks/d"
  }
}
resource "google_compute_disk" "d" {
  for_each = { x = "pd-ssd", y = null }
  type     = each.value
}
"""
    found = one(text)
    assert isinstance(found, TpuVm) and found.surface.value == "cloud-tpu-api"
    assert (found.accelerator_type.value, found.runtime_version.value) == ("v6e-8", "v2-alpha-tpuv6e")
    assert found.spot_vms.value is True and found.reserved.value is True
    assert found.disk_types.value == ["pd-ssd", "pd-standard"], "the type that the provider takes where none is given"
    assert found.disk_types.spot.key[1:] == (22, 20) and found.disk_types.related.key[1:] == (14, 21)


def test_queued_resources_nodes_and_instances() -> None:
    text = """\
resource "google_tpu_v2_queued_resource" "q" {
  name = "q"
  tpu {
    node_spec {
      parent = "projects/p/locations/us-central1-c"
      node {
        accelerator_type = "v2-8"
        runtime_version  = "tpu-vm-base"
      }
    }
  }
}
resource "google_tpu_node" "n" {
  name               = "n"
  zone               = "us-central1-b"
  accelerator_type   = "v3-8"
  tensorflow_version = "2.10.0"
  scheduling_config {
    preemptible = true
  }
}
resource "google_compute_instance" "i" {
  name         = "i"
  zone         = "us-east5-b"
  machine_type = "ct6e-standard-4t"
  scheduling {
    provisioning_model = "SPOT"
  }
  boot_disk {
    initialize_params {
      type = "hyperdisk-balanced"
    }
  }
  attached_disk {
    source = google_compute_disk.d.self_link
  }
}
resource "google_compute_instance" "cpu" {
  name         = "cpu"
  machine_type = "n2-standard-4"
}
resource "google_compute_disk" "d" {
  type = "pd-ssd"
}
"""
    queued, node, instance = read(text).things
    assert (queued.zone.value, queued.accelerator_type.value) == ("us-central1-c", "v2-8")
    assert (node.surface.value, node.zone.value, node.runtime_version.value) == ("tpu-node", "us-central1-b", "2.10.0")
    assert node.spot_vms.value is True
    assert (instance.surface.value, instance.machine_type.value) == ("compute-engine", "ct6e-standard-4t")
    assert instance.spot_vms.value is True and instance.flex_start.value is False
    assert (instance.disk_type.value, instance.disk_types.value) == ("hyperdisk-balanced", ["pd-ssd"])


@pytest.mark.parametrize(
    ("written", "word"),
    [
        ("ANY_RESERVATION", "any"),
        ("NO_RESERVATION", "none"),
        ("SPECIFIC_RESERVATION", "specific"),
        ("UNSPECIFIED", "unspecified"),
        ("ANY_RESERVATION_THEN_FAIL", "any-then-fail"),
    ],
)
def test_kinds_of_reservations(written: str, word: str) -> None:
    found = one(POOL.replace("SPECIFIC_RESERVATION", written))
    assert found.reservation_affinity.value == word


def test_instances_of_count_and_for_each() -> None:
    text = 'resource "google_container_node_pool" "p" {\n  count = 3\n  name = "p${count.index}"\n  num = 1\n}\nresource "google_container_node_pool" "q" {\n  for_each = { b = 2, a = var.gone }\n  name = each.key\n  node_count = each.value\n}\n'
    found = read(text).things
    assert [thing.name.value for thing in found] == ["p0", "p1", "p2", "a", "b"]
    assert [thing.address for thing in found][2:4] == [
        "google_container_node_pool.p[2]",
        'google_container_node_pool.q["a"]',
    ]
    assert not found[3].num_nodes.known and found[4].num_nodes.value == 2
    assert found[4].num_nodes.spot.key[1:] == (7, 20) and not any(thing.maybe for thing in found)


def test_null_is_like_not_written() -> None:
    text = 'provider "google" {\n  zone = "us-east5-b"\n}\nresource "google_container_node_pool" "p" {\n  location = null\n  node_count = null\n  initial_node_count = 2\n}\n'
    found = one(text)
    assert (found.cluster_location.value, found.num_nodes.value) == ("us-east5-b", 2)


def test_a_list_with_an_unknown_part_is_unknown() -> None:
    assert not one('resource "google_container_node_pool" "p" {\n  node_locations = ["a", var.z]\n}\n').locations.known


def test_what_is_written_twice_is_unknown() -> None:
    found = one('resource "google_container_node_pool" "p" {\n  name = "a"\n  name = "b"\n}\n')
    assert found.name.unknown == "name is written twice in one block"


def test_other_resources_are_silent() -> None:
    assert not read('resource "aws_instance" "x" {\n  count = 3\n}\ndata "google_container_cluster" "c" {\n}\n').things
