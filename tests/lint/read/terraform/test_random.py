"""Texts of all kinds, right and broken: no crash, and the same answer every time."""

import pytest
from evaluated import folders
from hypothesis import given
from hypothesis import strategies as st
from mangled import mangled, thorough

from tpu_zones.lint.read import terraform
from tpu_zones.lint.read.terraform import plan_json

NAMES = (
    "var.zone var.pools local.a local.b each.value each.key count.index module.m.out google_container_cluster.c.name "
    "google_container_cluster.c null true 1 2.5 0 -1 [] {} [1] data.x.y.z x.value self.a path.module"
)
TEXTS = ('"us-east5-b"', '"4x4"', '"ct6e-standard-4t"', '""', '"é"', "google_container_node_pool.p[*].name")
WORDS = st.sampled_from((*NAMES.split(), *TEXTS))
FUNCTIONS = st.sampled_from(
    "length merge lookup concat coalesce try can join format toset flatten keys element max jsonencode range gone one "
    "values zipmap contains tonumber distinct index sum slice replace jsondecode".split()
)


def deeper(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    two, some = st.tuples(inner, inner), st.lists(inner, max_size=3).map(", ".join)
    return (
        st.tuples(FUNCTIONS, some, st.sampled_from(["", "..."])).map(
            lambda it: f"{it[0]}({it[1]}{it[2] if it[1] else ''})"
        )
        | some.map("[{}]".format)
        | two.map(lambda it: f"{{ a = {it[0]}, (try({it[1]}, 1)) = 2 }}")
        | two.map(lambda it: f"({it[0]} == {it[1]})")
        | st.tuples(inner, st.sampled_from("+-*/%<>"), inner).map(lambda it: f"({it[0]} {it[1]} {it[2]})")
        | st.tuples(inner, inner, inner).map(lambda it: f"({it[0]} ? {it[1]} : {it[2]})")
        | two.map(lambda it: f"[for k, v in {it[0]} : {it[1]} if k != v]")
        | two.map(lambda it: f"{{ for v in {it[0]} : v => {it[1]}... }}")
        | inner.map(lambda it: f'"x${{{it}}}y"')
        | two.map(lambda it: f"({it[0]})[{it[1]}]")
        | inner.map(lambda it: f"({it})[*].a")
        | inner.map(lambda it: f"!({it})")
        | inner.map(lambda it: f"<<-E\n  a ${{{it}}}\n b\nE\n")
    )


EXPRESSIONS = st.recursive(WORDS, deeper, max_leaves=8)


@st.composite
def configs(draw: st.DrawFn) -> dict[str, str]:
    """A root with a module, whose expressions are anything."""
    e = [draw(EXPRESSIONS) for _ in range(9)]
    repeat = draw(st.sampled_from(["", f"  count = {e[0]}", f"  for_each = {e[0]}"]))
    kind = draw(
        st.sampled_from(
            ["any", "string", "list(string)", "map(any)", "object({ a = optional(string, 1) })", "set(number)"]
        )
    )
    pool = f"""resource "google_container_node_pool" "p" {{
{repeat}
  name           = {e[1]}
  node_locations = {e[2]}
  dynamic "autoscaling" {{
    for_each = {e[3]}
    iterator = x
    content {{
      max_node_count = {e[4]}
    }}
  }}
  node_config {{
    machine_type = {e[5]}
  }}
}}
"""
    root = f"""variable "zone" {{
  type    = {kind}
  default = {e[6]}
}}
variable "pools" {{
}}
locals {{
  a = {e[7]}
  b = local.a
}}
module "m" {{
  source = "./m"
{repeat}
  zone = {e[8]}
}}
output "out" {{
  value = local.b
}}
"""
    return {"r/a.tf": root + pool, "r/m/a.tf": root + pool, "r/terraform.tfvars": f"pools = {e[0]}\n"}


@thorough
@given(configs())
def test_any_expression(files: dict[str, str]) -> None:
    first, second = (terraform.read(folders(files), lambda _: None) for _ in range(2))
    assert [repr(thing) for thing in first.things] == [repr(thing) for thing in second.things]
    for thing in first.things:
        for value in thing.values().values():
            assert value.spot is not None and value.spot.line >= 1 and value.spot.column >= 1
            assert value.known or (value.value is None and value.unknown)


POOL = """\
variable "zones" {
  type = list(object({ a = optional(string, "x") }))
}
locals { z = [for k in var.zones : k.a if k != null] }
resource "google_container_node_pool" "p" {
  for_each = { for k, v in local.z : k => v... }
  name = "a-${each.key}-$${x}"
  node_config {
    machine_type = <<-E
      ct6e-standard-4t
    E
    spot = !true || false && 1 > 2
  }
}
"""


@thorough
@given(mangled(POOL), st.sampled_from(["r/a.tf", "r/terraform.tfvars", "r/a.tf.json"]))
def test_any_text(text: str, name: str) -> None:
    found = terraform.read(
        folders({name: text, "r/b.tf": 'resource "google_container_node_pool" "q" {\n}\n'}), lambda _: None
    )
    assert any(thing.address == "google_container_node_pool.q" for thing in found.things), "one bad file costs no other"


JSON = '{"resource": {"google_container_node_pool": {"p": {"name": "${var.a}", "node_config": [{"spot": true, "machine_type": null}], "dynamic": {"autoscaling": {"for_each": "${[1]}", "content": {"max_node_count": 3}}}}}}, "locals": [{"a": 1}]}'
PLAN = '{"format_version": "1", "planned_values": {"root_module": {"resources": [{"type": "google_container_node_pool", "values": {"name": "x", "node_config": [{"spot": true}]}}], "child_modules": [{"resources": []}]}}, "resource_changes": [{"address": "a", "change": {"after_unknown": {"name": true}}}]}'


@thorough
@given(mangled(JSON))
def test_any_json(text: str) -> None:
    terraform.read(folders({"r/a.tf.json": text, "r/a.auto.tfvars.json": text}), lambda _: None)


@thorough
@given(mangled(PLAN))
def test_any_plan(text: str) -> None:
    plan_json.read(text, "plan.json")


@pytest.mark.parametrize("text", ["locals = 1\n", "resource {\n}\n", 'resource "a" {\n}\n', "module m {\n}\n", 'variable "a" "b" {\n}\n', "x = 1\n", "locals {\n a {\n }\n}\n", 'provider {\n}\n', 'output "x" {\n}\n', 'resource google_container_node_pool p {\n dynamic {\n }\n dynamic "autoscaling" {\n }\n}\n', 'module "m" {\n source = var.x\n}\n', 'module "m" {\n source = ""\n}\n'])  # fmt: skip
def test_blocks_with_parts_missing(text: str) -> None:
    for name in ("r/a.tf", "r/x.tfvars"):
        terraform.read(folders({name: text}), lambda _: None)
