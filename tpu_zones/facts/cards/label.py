"""The card of a label of GKE: of an accelerator, or of anything else that TPU workloads carry."""

from tpu_zones.facts.cards.parts import fact, newest, table, tables
from tpu_zones.names import key
from tpu_zones.records.cards import Card, Fact
from tpu_zones.records.labels import Label
from tpu_zones.records.rows import Rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tpu_zones.facts.index import Index
    from tpu_zones.names import Hardware


def names(label: Label) -> "Iterator[str]":
    """Yield the names that a label is asked for by: one record may hold several, a taint has its value behind."""
    for name in label.name.split(", "):
        yield name
        if "=" in name:
            yield name.partition("=")[0]


def named(index: "Index", name: str, *, valid: bool = True) -> Label | None:
    """Return the label of a name, where it is valid one of anything but an accelerator, or an invalid one."""
    word = name.strip().casefold()
    labels = (one for one in index.table("labels") if one.valid is valid and not (valid and one.kind == "accelerator"))
    return next((label for label in labels if word in map(str.casefold, names(label))), None)


def card(label: Label) -> Card:
    """Return what a label is for."""
    values = label.values if isinstance(label.values, str) else None
    facts = [fact("values", values, label), *([fact("note", label.note)] if label.note else [])]
    return Card(kind=label.kind, name=label.name, facts=Rows(facts, record=Fact), evidence_date=label.seen.day)


def accelerator(index: "Index", hardware: "Hardware") -> Card:
    """Return what the value of the node label cloud.google.com/gke-tpu-accelerator stands for."""
    generation = index.generations[hardware.generation]
    word = key(hardware.name)
    machines = [one for one in index.table("machine_types") if key(one.gke_accelerator or "") == word]
    types = {one.machine_type for one in machines}
    shapes = [one for one in index.table("shapes") if one.machine_type in types]
    label = next((one for one in index.table("labels") if key(one.name) == word), None)
    alias = next((one for one in index.table("aliases") if key(one.alias) == word), None)
    facts = [
        fact("node label", "cloud.google.com/gke-tpu-accelerator", label),
        fact("generation", generation.generation, alias),
        *(fact("note", one.note) for one in (label, alias) if one and one.note),
    ]
    return Card(
        kind="accelerator label of GKE",
        name=machines[0].gke_accelerator if machines else hardware.name.strip(),
        facts=Rows(facts, record=Fact),
        tables=tables(
            table("machine types", machines, "machine_type chips single_host multi_host status regions"),
            table("topologies", shapes, "topology machine_type chips hosts accelerator_type tier note"),
        ),
        evidence_date=newest([generation]),
    )
