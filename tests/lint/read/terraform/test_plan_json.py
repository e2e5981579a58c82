import json

from mangled import fields, told

import tpu_zones as tz
from tpu_zones.lint.read.terraform.plan_json import read
from tpu_zones.lint.things import NodePool

PLAN = {
    "format_version": "1.2",
    "terraform_version": "1.13.0",
    "planned_values": {
        "root_module": {
            "resources": [
                {
                    "address": "google_container_cluster.c",
                    "mode": "managed",
                    "type": "google_container_cluster",
                    "values": {"name": "c", "location": "us-east5", "enable_autopilot": None},
                },
                {
                    "address": "data.google_container_cluster.d",
                    "mode": "data",
                    "type": "google_container_cluster",
                    "values": {"name": "d"},
                },
            ],
            "child_modules": [
                {
                    "resources": [
                        {
                            "address": 'module.m.google_container_node_pool.p["a"]',
                            "mode": "managed",
                            "type": "google_container_node_pool",
                            "index": "a",
                            "values": {
                                "cluster": "c",
                                "location": "us-east5",
                                "node_locations": ["us-east5-b"],
                                "node_count": 4,
                                "autoscaling": [],
                                "node_config": [{"machine_type": "ct6e-standard-4t", "spot": False, "disk_type": None}],
                                "placement_policy": [{"type": "COMPACT", "tpu_topology": "4x4"}],
                            },
                        }
                    ]
                }
            ],
        }
    },
    "resource_changes": [
        {
            "address": 'module.m.google_container_node_pool.p["a"]',
            "change": {
                "after_unknown": {"version": True, "node_config": [{"disk_type": True}], "node_locations": [False]}
            },
        }
    ],
}


def test_a_plan() -> None:
    cluster, pool = read(json.dumps(PLAN, indent=1), "plan.json").things
    assert {name: value[0] for name, value in fields(cluster).items()} == {"name": "c", "location": "us-east5"}
    assert isinstance(pool, NodePool) and pool.form == "terraform-plan"
    assert pool.address == 'module.m.google_container_node_pool.p["a"]'
    assert {name: value[0] for name, value in fields(pool).items()} == {
        "cluster": "c",
        "cluster_location": "us-east5",
        "locations": ["us-east5-b"],
        "num_nodes": 4,
        "machine_type": "ct6e-standard-4t",
        "spot_vms": False,
        "placement": "COMPACT",
        "topology": "4x4",
        "version": "? known after apply",
        "disk_type": "? known after apply",
    }
    line = json.dumps(PLAN, indent=1).split("\n")[pool.machine_type.spot.line - 1]
    assert line[pool.machine_type.spot.column - 1 :].startswith('"ct6e-standard-4t"')


def test_a_state() -> None:
    state = {"format_version": "1.0", "values": PLAN["planned_values"]}
    assert len(read(json.dumps(state), "state.json").things) == 2


def test_broken_plans() -> None:
    assert told(read("{", "p").faults)[0][0] == "error"
    assert (
        not read("[]", "p").things
        and not read('{"planned_values": {"root_module": {"resources": [1, {}]}}}', "p").things
    )
    odd = {
        "planned_values": {
            "root_module": {
                "resources": [{"type": "google_container_node_pool", "values": {"node_config": "x", "name": 3}}]
            }
        }
    }
    (found,) = read(json.dumps(odd), "p").things
    assert found.machine_type is None and found.name.value == 3


def test_a_finding_in_a_plan_offers_nothing_to_replace():
    text = json.dumps(PLAN).replace('"node_count": 4', '"node_count": 7')
    found = tz.check_text(text, name="plan.json").findings
    assert [(one.rule, one.value, one.fix) for one in found] == [("TPZ311", "7", None)]
    assert found[0].message.endswith("set it to 4")
