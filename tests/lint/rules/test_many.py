"""Many things in one group: the work grows with their number, and not with its square."""

import pytest

from tpu_zones.lint.things import Cluster, NodePool, TpuVm
from tpu_zones.lint.view import tables
from tpu_zones.lint.workloads import Workload


class Counted(Cluster):
    """A cluster that counts how often its name is asked for."""

    asked = 0

    def __getattribute__(self, name):
        if name in ("name", "autopilot", "resource_limits"):
            Counted.asked += 1
        return super().__getattribute__(name)


@pytest.mark.parametrize("number", [50, 200])
def test_each_cluster_is_looked_at_a_few_times(findings, number):
    things = [Counted(name=f"c{i}", location="us-east5") for i in range(number)]
    things += [NodePool(cluster=f"c{i}", machine_type="ct6e-standard-4t", num_nodes=1) for i in range(number)]
    pods = {"accelerator": "tpu-v6e-slice", "topology": "2x2", "chips": 4, "node_pool": "a"}
    things += [Workload(kind="Pod", name=f"p{i}", **pods) for i in range(number)]
    Counted.asked = 0
    found = findings(*things)
    assert len([one for one in found if one.rule == "TPZ204"]) == number
    assert Counted.asked < 12 * number


def test_near_names_are_looked_up_for_a_limited_number_of_names(findings, monkeypatch):
    monkeypatch.setattr(tables, "SUGGESTED", 5)
    found = findings(*[TpuVm(accelerator_type=f"v6e-8{'x' * i}", zone="us-east5-a") for i in range(1, 10)])
    assert [one.rule for one in found] == ["TPZ105"] * 9
    assert ["did you mean" in one.message for one in found] == [True] * 5 + [False] * 4


def test_an_answer_is_kept_for_the_next_thing(findings, catalog, monkeypatch):
    calls = []
    ask = type(catalog).availability
    monkeypatch.setattr(
        type(catalog), "availability", lambda self, *given, **how: calls.append(given) or ask(self, *given, **how)
    )
    vm = {"accelerator_type": "v5p-8", "zone": "europe-west4-a"}
    assert [one.rule for one in findings(*[TpuVm(name=f"a{i}", **vm) for i in range(20)])] == ["TPZ201"] * 20
    assert len(calls) == 1
