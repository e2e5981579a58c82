"""Every documented zone, option known there and shape: all forms, parsed back."""

from collections import Counter

import parse_back
import pytest

import tpu_zones as tz
from tpu_zones.planning.emit import FORMS

GENERATIONS = ("v3", "v4", "v5e", "v5p", "v6e", "tpu7x")
OPTIONS = ("on-demand", "spot", "flex-start", "calendar", "reservation")


def placements(generation, slices):
    for topology in dict.fromkeys(one.topology for one in tz.slices(generation)):
        found = tz.plan(generation, topology=topology, option=OPTIONS, slices=slices, limit=10**6)
        yield from (one for one in found if one.option_answer == "yes")


def check(one):
    """Emit all forms of a placement, parse them back and compare."""
    common = {
        "zone": one.zone,
        "machine": one.machine_type,
        "spot": one.option == "spot",
        "flex": one.option == "flex-start",
    }
    reserved = one.option in ("calendar", "reservation")
    pooled = {
        **common,
        "topology": one.topology if one.multi_host else None,
        "nodes": one.nodes,
        "disk": "hyperdisk-balanced" if one.generation in ("v6e", "tpu7x") else None,
        "reserved": reserved,
        "placement": "COMPACT" if one.multi_host and one.generation != "tpu7x" else None,
    }
    flags, found = parse_back.gcloud(one.emit("gcloud"))
    assert found == pooled
    assert ("--placement-policy" in flags) == (one.multi_host and one.generation == "tpu7x")
    if one.option == "flex-start":
        assert (flags["--num-nodes"], flags["--min-nodes"], flags["--reservation-affinity"]) == ("0", "0", "none")
        assert flags["--enable-autoscaling"] and flags["--no-enable-autorepair"] and "--spot" not in flags
    assert parse_back.terraform(one.emit("terraform")) == pooled
    (rule,) = parse_back.priorities(one.emit("computeclass"))
    policy = f"tpu7x-{one.topology}" if one.multi_host and one.generation == "tpu7x" else None
    assert rule == {**common, "topology": one.topology, "hosts": one.hosts, "policy": policy, "reserved": reserved}
    found = parse_back.pod(one.emit("pod"))
    tolerated = ["gke-spot"] if common["spot"] else ["gke-flex-start"] if common["flex"] else []
    assert found == {**common, "topology": one.topology, "nodes": one.nodes, "tolerated": tolerated}


@pytest.mark.slow
@pytest.mark.parametrize("generation", GENERATIONS)
def test_every_placement_parses_back(generation):
    counted = Counter()
    for one in placements(generation, 1):
        check(one)
        counted[one.option, one.zone] += len(FORMS)
        counted["all"] += len(FORMS)
    shapes = len(tz.slices(generation))
    zones = tz.zones(generation, surface="gke")
    for zone in zones:
        if generation != "v3":  # where only v3-8 is listed in two of the zones
            assert counted["on-demand", zone.zone] == shapes * len(FORMS)
    assert counted["all"] >= shapes * len(FORMS)


@pytest.mark.slow
@pytest.mark.parametrize("generation", GENERATIONS)
def test_several_slices_parse_back(generation):
    listed = {one.topology for one in tz.slices(generation) if one.tier == "listed"}
    found = [one for one in placements(generation, 3) if one.topology in listed]
    assert found
    for one in found:
        check(one)
