"""The card of an accelerator type, with its unit spelt out."""

from tpu_zones.facts import where
from tpu_zones.facts.ask import LEVELS
from tpu_zones.facts.cards.parts import fact, newest, table, tables
from tpu_zones.facts.slices import slices
from tpu_zones.records.cards import Card, Fact
from tpu_zones.records.rows import Note, Rows
from tpu_zones.records.table import counted
from tpu_zones.records.words import Unit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tpu_zones.facts.index import Index
    from tpu_zones.names import Hardware


def card(index: "Index", hardware: "Hardware") -> Card:
    """Return what the number counts, the slice that it means, where it is listed, and who counts otherwise."""
    generation = index.generations[hardware.generation]
    shapes = slices(index, hardware.accelerator_type or hardware.name, None, None, None)
    offered = where.search(index, where.Question(hardware, None, (), None, LEVELS["documented"])).kept
    return Card(
        kind="accelerator type",
        name=hardware.accelerator_type or hardware.name.strip(),
        facts=Rows(_facts(index, hardware, any(one.topology for one in shapes)), record=Fact),
        tables=tables(
            table("slices", shapes, "topology machine_type chips tensorcores hosts gke_accelerator tier note sources"),
            table("zones", offered, "zone region evidence last_seen sizes surfaces"),
        ),
        evidence_date=newest(offered) or newest([generation]),
        notes=(Note(code="name", text=hardware.note),) if hardware.note else (),
    )


def _facts(index: "Index", hardware: "Hardware", shaped: bool) -> "Iterator[Fact]":
    generation = index.generations[hardware.generation]
    cores = f"{hardware.tensorcores} TensorCores = " if hardware.tensorcores else ""
    rule = index.statements.get(f"type-{generation.accelerator_type_prefix}")
    yield fact("generation", generation.name)
    yield fact("size", cores + counted(hardware.chips or 0, "chip"), rule)
    if rule:
        yield fact("number", rule.text, rule)
    if generation.accelerator_type_unit is Unit.TENSORCORES:
        trap = index.statements.get("shorthand-traps")
        yield fact("other tools", trap and trap.text, trap)
    yield fact("cloud-tpu-api", generation.cloud_tpu_api)
    if not shaped:
        rules = [one for one in index.table("shape_rules") if one.generation == hardware.generation]
        sides = f"unknown; each side is a multiple of {rules[0].multiple_of}" if rules else None
        yield fact("topology", sides, rules[0] if rules else None)
