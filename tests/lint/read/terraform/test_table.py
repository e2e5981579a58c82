"""What a tool that guesses makes of values that cannot be known, and what we make of them."""

from evaluated import one, read, unknown, value

from tpu_zones.lint.values import absent

POOL = 'resource "google_container_node_pool" "p" {{\n  {0}\n}}\n'
NOTHING = 'variable "z" {\n}\nvariable "zones" {\n}\n'


def pool(inside: str, beside: str = NOTHING):
    return one(POOL.format(inside) + beside)


def test_a_variable_without_default_is_unknown_and_null_is_null() -> None:
    assert pool("name = var.z").name.unknown == "var.z has no default, and no value in the files that were read"
    found = pool("name = var.n", 'variable "n" {\n  default = null\n}\n')
    assert found.name.known and absent(found.name)


def test_a_template_with_an_unknown_part_is_not_the_escaped_literal() -> None:
    assert unknown('"pool-${var.z}"', NOTHING)
    assert value('"pool-$${var.z}"') == "pool-${var.z}"


def test_length_and_coalesce_of_unknown_are_unknown() -> None:
    assert unknown("length(var.zones)", NOTHING) and unknown('coalesce(var.z, "x")', NOTHING)


def test_ids_and_the_clock_are_unknown_and_the_same_in_every_run() -> None:
    again = [value("[google_compute_network.n.id, timestamp()]") for _ in range(2)]
    assert again[0] == again[1] and again[0].startswith("? ")


def test_for_each_unknown_is_one_instance_maybe() -> None:
    found = pool('for_each = var.zones\n  name = each.key\n  node_config {\n    machine_type = "ct6e-standard-4t"\n  }')
    assert found.maybe and not found.name.known and found.machine_type.value == "ct6e-standard-4t"


def test_for_each_unknown_on_a_module_is_one_instance_maybe() -> None:
    files = {
        "infra/main.tf": NOTHING + 'module "m" {\n  source   = "./m"\n  for_each = var.zones\n  name = "a"\n}\n',
        "infra/m/main.tf": 'variable "name" {\n}\n' + POOL.format("name = var.name"),
    }
    found = one(files)
    assert found.maybe and found.name.value == "a" and found.name.spot.line == 8


def test_count_unknown_is_one_instance_maybe_and_count_zero_is_none() -> None:
    found = pool('count = length(var.zones)\n  name = "p-${count.index}"')
    assert found.maybe and not found.name.known
    assert not read(POOL.format("count = 0")).things
    assert not read(POOL.format("for_each = {}")).things


def test_a_dynamic_block_over_unknown_is_there_maybe() -> None:
    block = 'dynamic "placement_policy" {\n    for_each = var.z\n    content {\n      tpu_topology = "4x4"\n    }\n  }'
    found = pool(block)
    assert found.topology.value == "4x4" and found.topology.maybe and not found.maybe


def test_a_dynamic_block_on_a_default_null_is_decided() -> None:
    block = (
        'dynamic "autoscaling" {\n    for_each = var.fixed == null ? [1] : []\n    content {\n'
        '      max_node_count = 4\n    }\n  }\n  dynamic "placement_policy" {\n    for_each = var.fixed != null ? [1] : []\n'
        '    content {\n      type = "COMPACT"\n    }\n  }'
    )
    found = pool(block, 'variable "fixed" {\n  default = null\n}\n')
    assert (found.max_nodes.value, found.max_nodes.spot.line, found.max_nodes.maybe) == (4, 5, False)
    assert found.autoscaling.value is True and found.placement is None


def test_tfvars_are_read_without_being_asked_for() -> None:
    files = {
        "infra/main.tf": NOTHING + POOL.format("name = var.z\n  node_locations = var.zones"),
        "infra/terraform.tfvars": 'z = "from-tfvars"\n',
        "infra/x.auto.tfvars": 'zones = ["us-east5-b"]\n',
    }
    found = one(files)
    assert (found.name.value, str(found.name.spot.file), found.name.spot.line) == (
        "from-tfvars",
        "infra/terraform.tfvars",
        1,
    )
    assert found.name.related.file == "infra/main.tf" and found.name.related.line == 6
    assert found.locations.value == ["us-east5-b"] and found.locations.spot.key == ("infra/x.auto.tfvars", 1, 10)


def test_one_bad_file_is_one_fault_and_the_others_count() -> None:
    found = read(
        {
            "r/a.tf": POOL.format('name = "a"'),
            "r/b.tf": "resource {{\n",
            "r/c.tf": POOL.format('name = "c"').replace('"p"', '"q"'),
        }
    )
    assert [thing.name.value for thing in found.things] == ["a", "c"]
    assert [(fault.level, fault.spot.file) for fault in found.faults] == [("error", "r/b.tf")]


def test_a_bad_file_in_a_module_is_told() -> None:
    found = read(
        {"r/a.tf": 'module "m" {\n  source = "./m"\n}\nmodule "n" {\n  source = "./n"\n}\n', "r/m/a.tf": "x = ]\n"}
    )
    assert [(fault.level, fault.spot.key[:2]) for fault in found.faults] == [
        ("error", ("r/m/a.tf", 1)),
        ("info", ("r/a.tf", 4)),
    ]


def test_json_with_a_template_is_unknown_and_not_null() -> None:
    text = (
        '{"resource": {"google_container_node_pool": {"p": {"name": "a-${var.z}", "version": null,\n"cluster": "c"}}}}'
    )
    found = one({"r/a.tf.json": text})
    assert not found.name.known and absent(found.version) and found.cluster.spot.key == ("r/a.tf.json", 2, 12)


def test_no_file_is_ever_read() -> None:
    assert value('file("/etc/passwd")') == "? file() is not evaluated"


def test_lines_and_columns_count_characters() -> None:
    found = pool('name = "é${"ö"}"   \n  cluster = lower("É") # ü\n  version = "ü", '[:-2])
    assert found.name.spot.key[1:] == (2, 10) and found.version.spot.key[1:] == (4, 13)
    wide = one('resource "google_container_node_pool" "ü" { name = "x" }\n')
    assert wide.name.spot.column == 52
    assert one("\ufeff" + 'resource "google_container_node_pool" "p" { name = "x" }\n').name.spot.key[1:] == (1, 52)
