import pytest
from evaluated import read

from tpu_zones.lint.things import NodePool, TpuVm
from tpu_zones.lint.values import absent

POOLS = """\
region = "us-east5"
anything = {
  small = { machine_type = "n2-standard-8" }
  big = {
    node_config = {
      machine_type = "ct6e-standard-4t"
      spot         = true
      labels       = { a = "b" }
      reservation_affinity = {
        consume_reservation_type = "SPECIFIC_RESERVATION"
        values                   = ["r"]
      }
    }
    placement_policy = { type = "compact", tpu_topology = "4x4" }
    autoscaling      = { min_node_count = 0, max_node_count = 4, enabled = true }
    node_locations   = "us-east5-a, us-east5-b"
    queued_provisioning = { enabled = false }
    version = null
  }
}
"""


def test_an_object_whatever_the_variable_is_called() -> None:
    (found,) = read({"r/prod.tfvars": POOLS}).things
    assert isinstance(found, NodePool) and found.form == "terraform-values"
    assert found.spot.key == ("r/prod.tfvars", 4, 9)
    known = {name: value.value for name, value in found.values().items() if value.known}
    assert known == {
        "name": "big",
        "cluster_location": "us-east5",
        "machine_type": "ct6e-standard-4t",
        "locations": ["us-east5-a", "us-east5-b"],
        "topology": "4x4",
        "placement": "COMPACT",
        "autoscaling": True,
        "min_nodes": 0,
        "max_nodes": 4,
        "spot_vms": True,
        "queued": False,
        "labels": {"a": "b"},
        "reservation_affinity": "specific",
        "reservation": "r",
    }


def test_what_the_object_does_not_say_is_unknown_not_absent() -> None:
    (found,) = read({"r/prod.tfvars": POOLS}).things
    assert not any(absent(getattr(found, field)) for field in NodePool.fields)
    assert found.version.unknown == found.num_nodes.unknown == "not in this object: the module that takes it decides"


@pytest.mark.parametrize(
    ("flag", "seen"),
    [
        ("enable_tpu = false", 0),
        ("tpu_enabled = false", 0),
        ("create_tpu_pools = false", 0),
        ("enable_tpu = true", 1),
        ("enable_tpu = var.unknown", 1),
        ("enable_gpu = false", 1),
        ("enable_t = false", 1),
        ("tpu = false", 1),
    ],
)
def test_not_where_a_flag_beside_it_says_that_it_is_not_used(flag: str, seen: int) -> None:
    pools = 'tpu_pools = [{ machine_type = "ct6e-standard-4t" }]\n'
    assert len(read({"r/prod.tfvars": f"{flag}\n{pools}"}).things) == seen
    call = f'module "m" {{\n  source = "x/y/z"\n  {flag}\n  {pools}}}\n'
    assert len(read({"r/main.tf": call}).things) == seen


def test_not_where_a_resource_uses_the_object() -> None:
    main = """\
variable "anything" {
}
resource "google_container_node_pool" "p" {
  for_each = { for k, v in var.anything : k => v if k != "off" }
  node_config {
    machine_type = each.value.machine_type
  }
}
"""
    values = (
        'anything = {\n  a = { machine_type = "ct6e-standard-4t" }\n  off = { machine_type = "ct6e-standard-8t" }\n}\n'
    )
    found = read({"r/main.tf": main, "r/terraform.tfvars": values}).things
    assert [(thing.form, thing.machine_type.value) for thing in found] == [("terraform", "ct6e-standard-4t")]


def test_variables_that_go_into_a_remote_module_once() -> None:
    main = 'variable "pools" {\n}\nmodule "m" {\n  source = "x/y/z"\n  pools = var.pools\n}\nmodule "n" {\n  source = "x/y/z"\n  pools = var.pools\n}\n'
    values = 'pools = [{ instance_type = "ct6e-standard-4t" }]\n'
    assert len(read({"r/main.tf": main, "r/terraform.tfvars": values}).things) == 1
    default = main.replace(
        '"pools" {\n', '"pools" {\n  default = [{ tpu_machine_type = "tpu7x-standard-4t", num_nodes = 2 }]\n', 1
    )
    (found,) = read({"r/main.tf": default}).things
    assert (found.machine_type.spot.key, found.num_nodes.value) == (("r/main.tf", 2, 35), 2)


def test_module_calls() -> None:
    text = 'module "m" {\n  source = "x/y/z"\n  count = {0}\n  machine_type = "ct6e-standard-4t"\n  name = "a"\n}\n'
    (found,) = read(text.replace("{0}", "1")).things
    assert (found.name.value, found.spot.line, found.maybe) == ("a", 1, False)
    assert not read(text.replace("{0}", "0")).things
    (found,) = read(text.replace("{0}", "var.on")).things
    assert found.maybe


def test_each_instance_of_a_call_with_values_of_its_own() -> None:
    text = 'module "m" {\n  source = "x/y/z"\n  for_each = {\n    a = "ct6e-standard-4t"\n    b = "ct6e-standard-8t"\n  }\n  machine_type = each.value\n  name = each.key\n}\n'
    assert [(thing.name.value, thing.machine_type.spot.line) for thing in read(text).things] == [("a", 4), ("b", 5)]


def test_a_vm_by_its_runtime() -> None:
    (found,) = read(
        'module "m" {\n  source = "./fabric"\n  machine_type = "ct5lp-hightpu-1t"\n  zone = "europe-west4-b"\n  tpu_config = { runtime_version = "v2-alpha-tpuv5-lite" }\n}\n'
    ).things
    assert isinstance(found, TpuVm) and found.zone.value == "europe-west4-b" and not found.surface.known


def test_other_objects_are_silent() -> None:
    text = 'a = { machine_type = "n2-standard-8" }\nb = ["ct6e-standard-4t"]\nc = { type = "ct6e-standard-4t" }\nd = "ct6e-standard-4t"\n'
    assert not read({"r/terraform.tfvars": text}).things


def test_values_of_the_wrong_kind_are_unknown() -> None:
    (found,) = read(
        {
            "r/x.tfvars": 'a = {\n  machine_type = "ct6e-standard-4t"\n  spot = "maybe"\n  node_count = { x = 1 }\n  topology = ["4x4"]\n  zones = []\n}\n'
        }
    ).things
    assert not found.spot_vms.known and not found.num_nodes.known and not found.topology.known
    assert found.locations.value == []
