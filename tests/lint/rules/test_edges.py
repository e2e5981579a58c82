"""What decides at the edge of a rule: where the value stands, through which surface, whether it is certain."""

import pytest

from tpu_zones.lint.things import NodePool, TpuVm
from tpu_zones.lint.values import Value
from tpu_zones.lint.workloads import ComputeClass, PathwaysJob, Workload


@pytest.mark.parametrize(("name", "zone"), [("v4-8", "us-central2-b"), ("v3-8", "europe-west4-a")])
def test_what_a_generation_refuses_is_not_called_unknown_in_a_zone(check, name, zone):
    assert check(TpuVm(accelerator_type=name, zone=zone, flex_start=True)) == ["TPZ407 error"]


def test_flex_start_is_looked_up_by_its_surface(findings):
    def asked(surface):
        vm = TpuVm(accelerator_type="v6e-8", zone="us-east5-a", flex_start=True, surface=surface)
        return [one.message for one in findings(vm) if one.rule == "TPZ408"]

    assert asked("cloud-tpu-api") == []
    (text,) = asked("compute-engine")
    assert text == (
        "whether us-east5-a takes flex-start of v6e through compute-engine is not known; europe-west4-a does"
    )


def test_a_tpu_node_is_told_by_its_own_word(findings):
    (one,) = findings(TpuVm(accelerator_type="v2-8", surface="tpu-node", zone="us-central1-b"))
    assert (one.rule, one.value) == ("TPZ504", "tpu-node")


def test_a_topology_that_may_not_be_there_is_not_judged(check):
    pods = {"kind": "Job", "accelerator": "tpu-v6e-slice", "chips": 4}
    assert check(Workload(**pods, topology="8")) == ["TPZ605 error"]
    assert check(Workload(**pods, topology=Value("8", maybe=True))) == []


@pytest.mark.parametrize(
    ("kind", "wrong", "end"),
    [
        ("ct6e-standard-4t", "5x5", "it takes 2x2, 2x4, 4x4, 4x8, 8x8, 8x16, 16x16"),
        ("ct5p-hightpu-4t", "5x5x5", "it takes 2x2x1, 2x2x2, 2x2x4, 2x4x4, 4x4x4, 4x4x8, 4x4x12, 4x8x8 and larger"),
    ],
)
def test_topologies_of_a_worker_that_fill_its_vm(findings, kind, wrong, end):
    found = findings(PathwaysJob(workers=1, type=kind, topology=wrong, slices=1, version="jax-0.10.1"))
    assert [one.message.partition("; ")[2] for one in found] == [end]


def test_what_is_null_says_no_part_of_a_priority(check):
    assert "TPZ622 error" in check(ComputeClass(accelerator="tpu-v6e-slice", topology=Value(None)))
    assert "TPZ622 error" not in check(ComputeClass(accelerator=Value(None), topology=Value(None)))


def test_what_to_take_instead_is_named(findings):
    (one,) = findings(NodePool(machine_type="n1-standard-8", accelerator="v3-8"))
    assert one.message.endswith("set machine type ct3-hightpu-4t, ct3p-hightpu-4t")
    vm = TpuVm(machine_type="ct5lp-hightpu-4t", surface="compute-engine", zone="us-west4-a")
    (text,) = [one.message for one in findings(vm) if one.rule == "TPZ506"]
    assert text == "ct5lp-hightpu-4t is no Compute Engine instance: that takes v5p, v6e, tpu7x; use GKE for v5e"
