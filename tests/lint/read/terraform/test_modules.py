import gc

from evaluated import one, read, value

POOL = 'resource "google_container_node_pool" "p" {{\n{0}\n}}\n'


def test_the_order_of_tfvars_is_terraforms() -> None:
    files = {
        "r/a.tf": 'variable "a" {\n  default = 0\n}\nvariable "b" {\n}\nvariable "c" {\n}\n'
        + POOL.format('  name = "${var.a}${var.b}${var.c}"'),
        "r/terraform.tfvars": "a = 1\nb = 1\nc = 1\n",
        "r/terraform.tfvars.json": '{"b": 2, "c": 2}',
        "r/b.auto.tfvars": "c = 3\n",
        "r/a.auto.tfvars.json": '{"c": 4}',
        "r/other.tfvars": "a = 9\nb = 9\nc = 9\n",
    }
    assert one(files).name.value == "123"
    (found,) = read(files, var_files=(("given.tfvars", "c = 7\n"),)).things
    assert found.name.value == "127"


def test_a_tfvars_file_that_cannot_be_read_makes_variables_unknown() -> None:
    files = {
        "r/a.tf": 'variable "a" {\n  default = "x"\n}\n' + POOL.format("name = var.a"),
        "r/terraform.tfvars": "a = [",
    }
    found = read(files)
    assert found.things[0].name.unknown == "a tfvars file cannot be read"
    assert {fault.level for fault in found.faults} == {"error", "info"}
    del files["r/terraform.tfvars"]
    assert read(files, var_files=(("x.tfvars", "= 1"),)).things[0].name.unknown == "a tfvars file cannot be read"


def test_type_constraints_convert_and_fill_in() -> None:
    beside = """
variable "pools" {
  type = map(object({
    machine = string
    count   = optional(number, 4)
    spot    = optional(bool)
    zones   = optional(list(string), ["us-east5-b"])
    inner   = optional(object({ size = optional(string, "4x4") }), {})
  }))
  default = { a = { machine = "ct6e-standard-4t", extra = 1, count = "2" } }
}
variable "mixed" {
  type    = list(map(any))
  default = [{ a = 1, b = "x", c = true }]
}
variable "set" {
  type    = set(string)
  default = ["b", "a", "b"]
}
variable "old" {
  type    = "string"
  default = 1
}
variable "pair" {
  type    = tuple([string, number])
  default = [1, "2"]
}
variable "strict" {
  type     = number
  nullable = false
  default  = 3
}
"""
    assert value("var.pools", beside) == {
        "a": {
            "machine": "ct6e-standard-4t",
            "count": 2,
            "spot": None,
            "zones": ["us-east5-b"],
            "inner": {"size": "4x4"},
        }
    }
    assert value("var.mixed", beside) == [{"a": "1", "b": "x", "c": "true"}]
    assert value("var.set", beside) == ["a", "b"] and value("var.old", beside) == "1"
    assert value("var.pair", beside) == ["1", 2]
    more = {"infra/terraform.tfvars": "strict = null\n"}
    assert value("var.strict", beside, **more) == 3


def test_wrong_types_are_refused() -> None:
    beside = 'variable "n" {\n  type    = number\n  default = "x"\n}\nvariable "o" {\n  type    = object({ a = string })\n  default = {}\n}\n'
    assert value("var.n", beside).startswith("! ") and value("var.o", beside).startswith("! ")


def test_values_keep_their_place_through_modules() -> None:
    files = {
        "env/main.tf": 'variable "pools" {\n}\nmodule "a" {\n  source = "../modules/a"\n  pools  = var.pools\n}\n',
        "env/terraform.tfvars": 'pools = {\n  x = { machine = "ct6e-standard-4t" }\n}\n',
        "modules/a/main.tf": 'variable "pools" {\n}\nmodule "b" {\n  for_each = var.pools\n  source = "../b"\n  machine = each.value.machine\n  name = each.key\n}\n',
        "modules/b/main.tf": 'variable "machine" {\n}\nvariable "name" {\n}\nmodule "c" {\n  source = "./c"\n  machine = var.machine\n  name = var.name\n}\n',
        "modules/b/c/main.tf": 'variable "machine" {\n}\nvariable "name" {\n}\n'
        + POOL.format("  name = var.name\n  node_config {\n    machine_type = var.machine\n  }"),
    }
    found = one(files)
    assert found.name.value == "x" and found.machine_type.value == "ct6e-standard-4t"
    assert found.machine_type.spot.key == ("env/terraform.tfvars", 2, 19)
    assert found.machine_type.related.key == ("modules/b/c/main.tf", 8, 20)
    assert found.address == 'module.a.module.b["x"].module.c.google_container_node_pool.p'
    assert found.group == "env"


def test_outputs_come_back() -> None:
    files = {
        "r/main.tf": 'module "m" {\n  source = "./m"\n}\nmodule "n" {\n  source = "./m"\n  count = 2\n}\n'
        + POOL.format(
            '  name = "${module.m.zone}-${module.n[1].zone}-${join(",", module.n[*].zone)}"\n  cluster = module.gone.name\n  version = module.m.gone'
        ),
        "r/m/main.tf": 'output "zone" {\n  value = "z"\n}\n',
    }
    found = one(files)
    assert found.name.value == "z-z-z,z" and not found.cluster.known and not found.version.known


def test_remote_modules_are_unknown_without_a_word() -> None:
    found = read(
        'module "m" {\n  source = "terraform-google-modules/kubernetes-engine/google"\n}\n'
        + POOL.format("cluster = module.m.name")
    )
    assert not found.things[0].cluster.known and not found.faults


def test_a_folder_is_a_root_unless_a_root_reached_it() -> None:
    module = 'variable "n" {\n}\n' + POOL.format("name = var.n")
    call = 'module "m" {\n  source = "../m"\n  n = "called"\n}\n'
    assert [thing.name.value for thing in read({"m/a.tf": module, "r/a.tf": call}).things] == ["called"]
    assert [thing.name.known for thing in read({"m/a.tf": module}).things] == [False]
    circle = {
        "a/a.tf": 'module "b" {\n  source = "../b"\n}\n' + POOL.format(""),
        "b/a.tf": 'module "a" {\n  source = "../a"\n}\n',
    }
    found = read(circle)
    assert len(found.things) == 1 and found.faults[0].text == "module 'a' calls itself (a)"


def test_a_disabled_module_is_no_root_either() -> None:
    files = {"r/a.tf": 'module "m" {\n  source = "./m"\n  count = 0\n}\n', "r/m/a.tf": POOL.format("")}
    assert not read(files).things


def test_modules_beyond_the_folders_are_fetched() -> None:
    from tpu_zones.lint.read import terraform

    asked = []

    def fetch(path: str):
        asked.append(path)
        return {"outside/m/a.tf": POOL.format('name = "far"')} if path == "outside/m" else None

    text = 'module "m" {\n  source = "../../outside/m"\n}\nmodule "n" {\n  source = "../../../gone"\n}\n'
    found = terraform.read({"in/r": {"in/r/a.tf": text}}, fetch)
    assert [thing.name.value for thing in found.things] == ["far"] and asked == ["outside/m", "../gone"]
    assert [fault.level for fault in found.faults] == ["info"]


def test_no_more_than_eight_modules_within_modules() -> None:
    files = {
        "r" + "/m" * n + "/a.tf": 'module "m" {\n  source = "./m"\n}\n' + POOL.format(f'name = "{n}"')
        for n in range(12)
    }
    found = read(files)
    assert [thing.name.value for thing in found.things] == [str(n) for n in range(9)]
    assert [fault.text for fault in found.faults] == ["module 'm' is not read: more than 8 modules within modules"]


def test_override_files_win() -> None:
    files = {
        "r/a.tf": POOL.format('  name = "a"\n  version = "1"\n  node_config {\n    spot = true\n  }')
        + "locals {\n  x = 1\n}\n",
        "r/a_override.tf": POOL.format('  name = "b"\n  node_config {\n    machine_type = "ct6e-standard-4t"\n  }'),
    }
    found = one(files)
    assert (found.name.value, found.version.value, found.spot_vms) == ("b", "1", None)
    assert found.machine_type.spot.key == ("r/a_override.tf", 4, 20)


def test_providers_of_modules() -> None:
    vm = 'resource "google_tpu_v2_vm" "v" {{\n  name = "v"\n{0}}}\n'
    files = {
        "r/a.tf": 'provider "google" {\n  zone = "us-east5-b"\n}\nprovider "google" {\n  alias = "west"\n  zone = "us-west4-a"\n}\n'
        'module "inherits" {\n  source = "./m"\n}\nmodule "given" {\n  source = "./m"\n  providers = {\n    google = google.west\n  }\n}\n'
        + vm.format("  provider = google.west\n"),
        "r/m/a.tf": vm.format(""),
    }
    found = read(files).things
    assert [thing.zone.value for thing in found] == ["us-west4-a", "us-east5-b", "us-west4-a"]
    alone = one(vm.format(""))
    assert not alone.zone.known and "provider" in alone.zone.unknown


def test_folders_named_in_many_ways_are_the_same() -> None:
    from tpu_zones.lint.read import terraform

    text = 'module "m" {\n  source = "./m/../m/"\n}\n'
    found = terraform.read({".": {"a.tf": text}, "./m": {"./m/a.tf": POOL.format("")}}, lambda _: None)
    assert len(found.things) == 1


def test_a_root_that_was_read_is_freed_at_once() -> None:
    files = {
        "r/a.tf": 'provider "google" {\n  zone = "us-east5-b"\n}\nmodule "m" {\n  source = "./m"\n  n = local.n\n}\n'
        + 'locals {\n  n = google_container_cluster.c.name\n}\nresource "google_container_cluster" "c" {\n}\n',
        "r/m/a.tf": 'variable "n" {\n}\n' + POOL.format("  cluster = var.n\n  name = google_x.a.id"),
    }
    assert len(read(files).things) == 2
    gc.collect()
    gc.disable()
    try:
        read(files)
        assert gc.collect() == 0
    finally:
        gc.enable()
