"""The card of a generation."""

from tpu_zones.facts.cards.disputes import disputes
from tpu_zones.facts.cards.parts import fact, newest, table, tables
from tpu_zones.names import key
from tpu_zones.records.cards import Card, Fact
from tpu_zones.records.rows import Note, Rows
from tpu_zones.records.words import Unit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tpu_zones.facts.index import Index
    from tpu_zones.names import Hardware
    from tpu_zones.records.generations import Generation

_USABLE = ("accept", "note")
_NO_NAME = ("wrong-label", "cloud-tpu-type-prefix")


def card(index: "Index", hardware: "Hardware", no_label: str | None) -> Card:
    """Return a generation's chip, names, dates, surfaces, machine types and zones.

    `no_label` says why the name is no label of GKE, where people take it for one.
    """
    one = index.generations[hardware.generation]

    def mine(name: str) -> "list[object]":
        return [row for row in index.table(name) if row.generation == one.generation]

    notes = [Note(code="name", text=hardware.note)] if hardware.note else []
    if no_label:
        notes.append(Note(code="label", text=f"{hardware.name.strip()} is no label of GKE: {no_label}"))
    return Card(
        kind="TPU generation",
        name=one.generation,
        facts=Rows(_facts(index, one), record=Fact),
        tables=tables(
            table("chip", mine("specs"), "name value unit seen confidence note sources"),
            table("dates", mine("launches"), "date event confidence sources"),
            table(
                "machine types",
                mine("machine_types"),
                "machine_type chips vcpus memory_gb gke_accelerator single_host_topology status regions",
            ),
            table(
                "zones",
                index.offerings[one.generation],
                "zone region evidence last_seen sighting sizes qualifiers surfaces",
            ),
            disputes(index, [one.generation, *_aliases(index, one)]),
        ),
        evidence_date=newest([one]),
        notes=tuple(notes),
    )


def _facts(index: "Index", one: "Generation") -> "Iterator[Fact]":
    yield fact("name", one.name, one)
    yield fact("stage", one.stage)
    yield fact("status", one.status)
    yield fact("also called", tuple(alias for alias in _aliases(index, one) if key(alias) != one.generation))
    for surface, answer in (
        ("gke", one.gke),
        ("compute-engine", one.compute_engine),
        ("cloud-tpu-api", one.cloud_tpu_api),
    ):
        yield fact(surface, answer)
    for mode in index.table("mode_support"):
        if mode.generation == one.generation:
            yield fact("GKE modes", f"standard {mode.standard}, autopilot {mode.autopilot}", mode)
    yield _accelerator_types(one)
    yield fact("interconnect", one.interconnect)
    if one.note:
        yield fact("note", one.note)


def _aliases(index: "Index", one: "Generation") -> "list[str]":
    """Return the names that mean this generation and no other."""
    return [
        alias.alias
        for alias in index.table("aliases")
        if alias.generations == (one.generation,) and alias.verdict in _USABLE and alias.kind not in _NO_NAME
    ]


def _accelerator_types(one: "Generation") -> Fact:
    if one.accelerator_type_prefix is None:
        return fact("accelerator types", None)
    counts = "TensorCores, two a chip" if one.accelerator_type_unit is Unit.TENSORCORES else "chips"
    known = f": {', '.join(one.accelerator_types)}" if one.accelerator_types else ""
    return fact("accelerator types", f"{one.accelerator_type_prefix}-N counts {counts}{known}")
