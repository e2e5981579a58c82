"""The card of a machine type."""

from tpu_zones.facts.cards.parts import fact, newest, table, tables
from tpu_zones.records.cards import Card, Fact
from tpu_zones.records.rows import Rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tpu_zones.facts.index import Index
    from tpu_zones.names import Hardware
    from tpu_zones.records.machines import MachineType


def card(index: "Index", hardware: "Hardware") -> Card:
    """Return what a machine type has, where the listing shows it, and the slices that it makes."""
    one = next(one for one in index.table("machine_types") if one.machine_type in hardware.machine_types)
    shapes = [shape for shape in index.table("shapes") if shape.machine_type == one.machine_type]
    return Card(
        kind="TPU machine type",
        name=one.machine_type,
        facts=Rows(_facts(one), record=Fact),
        tables=tables(
            table("slices", shapes, "topology chips tensorcores hosts accelerator_type tier note sources"),
        ),
        evidence_date=newest([index.generations[one.generation]]),
    )


def _facts(one: "MachineType") -> "Iterator[Fact]":
    yield fact("generation", one.generation, one)
    yield fact("status", one.status)
    yield fact("chips per VM", one.chips)
    yield fact("vCPUs", one.vcpus)
    yield fact("memory", one.memory_gb and f"{one.memory_gb} GB")
    yield fact("NUMA nodes", one.numa_nodes)
    yield fact("network interfaces", one.nics)
    yield fact("network", one.network_gbps and f"{one.network_gbps} Gb/s")
    yield fact("HBM in all", one.hbm_total)
    yield fact("CPU platform", one.cpu_platform)
    yield fact("gke", one.gke)
    yield fact("compute-engine", one.compute_engine)
    yield fact("GKE label", one.gke_accelerator)
    yield fact("single host", f"{one.single_host_topology or 'topology unknown'}" if one.single_host else False)
    yield fact("multi-host", one.multi_host)
    yield fact("flex-start", one.flex_start)
    yield fact("boot disk", one.default_boot_disk)
    yield fact("boot disks", one.boot_disk_types or None)
    yield fact("data disks", one.attach_disk_types)
    yield fact("reservation family", one.reservation_vm_family)
    yield fact("confidential computing", one.confidential)
    yield fact("accelerator network profile", one.dranet)
    yield fact("also called", one.aliases)
    yield fact("regions", one.regions or "in none of the newest machine type listing")
    for text in one.notes:
        yield fact("note", text)
