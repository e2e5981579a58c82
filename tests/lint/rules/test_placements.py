"""What a planner would build passes: every documented zone, machine type, topology and known option."""

import pytest

from tpu_zones.facts.options import taken
from tpu_zones.lint.rules import find
from tpu_zones.lint.rules.base import Ask
from tpu_zones.lint.things import Cluster, NodePool, Policy
from tpu_zones.records.words import Evidence, Option, Surface

GENERATIONS = ("v3", "v4", "v5e", "v5p", "v6e", "tpu7x")
FORMS = ("gcloud", "terraform", "gke-json", "config-connector", "toolkit", "python")
OPTIONS = {
    Option.ON_DEMAND: {},
    Option.SPOT: {"spot_vms": True},
    Option.RESERVATION: {"reservation_affinity": "specific", "reservation": "res-1"},
    Option.CALENDAR: {"reservation_affinity": "specific", "reservation": "res-1"},
    Option.FLEX_START: {"flex_start": True, "num_nodes": 0, "auto_repair": False, "reservation_affinity": "none"},
}


def placements(catalog, generation):
    """Things of one group a placement: the pool, its cluster and, where it needs one, its policy."""
    index = catalog.index
    disks = {one.machine_type: one.default_boot_disk for one in index.table("machine_types")}
    number = 0
    for slice_ in catalog.slices(generation):
        if slice_.disputed or Surface.GKE not in slice_.surfaces:
            continue
        for offering in index.offerings[generation]:
            known = slice_.accelerator_type in offering.sizes or not offering.sizes
            if offering.zone is None or offering.evidence is not Evidence.DOCUMENTED or not known:
                continue
            for option, fields in OPTIONS.items():
                if taken(index, offering, option, Surface.GKE)[0] == "yes":
                    number += 1
                    yield group(slice_, offering, fields, disks, FORMS[number % len(FORMS)])


def group(slice_, offering, fields, disks, form):
    pool = {
        "machine_type": slice_.machine_type,
        "locations": [offering.zone],
        "num_nodes": slice_.hosts,
        "disk_type": disks[slice_.machine_type],
        "cluster": "demo",
        "cluster_location": offering.region,
        "version": "1.35.3-gke.1083000",
    }
    things = [Cluster(name="demo", location=offering.region, form=form)]
    if slice_.multi_host:
        pool["topology"] = slice_.topology
        if slice_.generation == "tpu7x":
            pool["policy"] = "slice-wp"
            things.append(
                Policy(name="slice-wp", region=offering.region, type="HIGH_THROUGHPUT", topology=slice_.topology)
            )
        else:
            pool["placement"] = "COMPACT"
    if "flex_start" in fields:
        pool |= {"autoscaling": True, "min_nodes": 0, "max_nodes": slice_.hosts, "location_policy": "ANY"}
        pool |= {"run_duration": "604800s"}
    return [NodePool(form=form, **{**pool, **fields}), *things]


@pytest.mark.parametrize("generation", GENERATIONS)
def test_placements_pass_without_a_finding(generation, catalog):
    ask, number = Ask(catalog), 0
    for things in placements(catalog, generation):
        assert find(things, ask) == [], things
        number += 1
    assert number > 10


@pytest.mark.parametrize("generation", GENERATIONS)
def test_another_number_of_nodes_never_passes(generation, catalog):
    ask = Ask(catalog)
    for slice_ in catalog.slices(generation):
        if slice_.multi_host and not slice_.disputed and Surface.GKE in slice_.surfaces:
            fields = {"machine_type": slice_.machine_type, "topology": slice_.topology, "policy": "p"}
            for wrong in {slice_.hosts - 1, slice_.hosts + 1, 2 * slice_.hosts} - {0}:
                found = find([NodePool(num_nodes=wrong, **fields)], ask)
                assert [one.rule for one in found if one.severity == "error"] == ["TPZ311"]
                assert found[0].fix.new == str(slice_.hosts)
