from typing import Any

import pytest
from hypothesis import given
from mangled import fields, limited, mangled, thorough, told

from tpu_zones.lint.read.toolkit import grouped, read
from tpu_zones.lint.things import NodePool, Thing

BLUEPRINT = """\
blueprint_name: slice
vars:
  project_id: demo
  deployment_name: slice
  region: us-east5
  zone:
  machine_type: ct6e-standard-4t
  tpu_topology: 2x4
  num_slices: 2
deployment_groups:
- group: primary
  modules:
  - id: network
    source: modules/network/vpc
  - id: cluster
    source: modules/scheduler/gke-cluster
    use: [network]
    settings: {release_channel: RAPID, system_node_pool_machine_type: n2-standard-8, min_master_version: 1.34.0-gke.1}
  - id: pool
    source: modules/compute/gke-node-pool
    use: [cluster]
    settings:
      name: $(vars.deployment_name)-pool
      zones: [$(vars.zone)]
      disk_type: hyperdisk-balanced
      reservation_affinity:
        consume_reservation_type: SPECIFIC_RESERVATION
        specific_reservations:
        - name: res-1
      placement_policy: {type: COMPACT, tpu_topology: $(vars.tpu_topology)}
"""
DEPLOYMENT = """\
terraform_backend_defaults:
  type: gcs
vars:
  zone: us-east5-b
  tpu_topology: 4x4
"""
POLICY = """\
vars: {region: us-central1, zone: us-central1-c, shape: 2x2x4}
deployment_groups:
- modules:
  - id: policy
    source: modules/compute/resource-policy
    settings:
      name: wide
      workload_policy: {type: HIGH_THROUGHPUT, accelerator_topology: $(vars.shape)}
  - id: pool
    source: modules/compute/gke-node-pool
    use: [policy]
    settings:
      machine_type: tpu7x-standard-4t
      zones: [$(vars.zone)]
      enable_flex_start: true
      autoscaling_max_node_count: 4
      max_run_duration: 3600
      auto_repair: false
"""


def pools(text: str, *deployments: str) -> list[dict[str, tuple[Any, int, int]]]:
    found = read(text, "f", [(one, f"d{n}") for n, one in enumerate(deployments)])
    return [fields(one) for one in found.things if isinstance(one, NodePool)]


def pool(settings: str, variables: str = "{}") -> dict[str, tuple[Any, int, int]]:
    """The fields of a pool whose settings begin in line 4, its vars in line 1, column 7."""
    [found] = pools(f"vars: {variables}\ndeployment_groups:\n- modules:\n  - {settings}\n")
    return found


def one(settings: str, variables: str = "{}") -> dict[str, tuple[Any, int, int]]:
    """The fields of a pool; columns of line 4 count from the begin of the settings."""
    start = "{source: modules/compute/gke-node-pool, settings: {"
    found = pool(start + settings + "}}", variables)
    return {
        name: (value, line, column - 4 - len(start) if line == 4 else column)
        for name, (value, line, column) in found.items()
    }


def test_a_blueprint_alone() -> None:
    found = read(BLUEPRINT, "f")
    cluster, first = found.things
    assert not found.faults and isinstance(first, NodePool) and first.form == "toolkit" and not first.maybe
    assert fields(cluster) == {
        "name": ("cluster", 15, 5),
        "project": ("demo", 3, 15),
        "location": ("us-east5", 5, 11),
        "version": ("1.34.0-gke.1", 18, 106),
        "channel": ("RAPID", 18, 33),
        "machine_type": ("n2-standard-8", 18, 71),
    }
    assert fields(first) == {
        "name": ("slice-pool", 23, 13),
        "project": ("demo", 3, 15),
        "cluster": ("cluster", 15, 5),
        "cluster_location": ("us-east5", 5, 11),
        "locations": ("? the var 'zone' has no value here", 24, 15),
        "machine_type": ("ct6e-standard-4t", 7, 17),
        "disk_type": ("hyperdisk-balanced", 25, 18),
        "reservation_affinity": ("specific", 27, 35),
        "reservation": ("res-1", 29, 17),
        "placement": ("COMPACT", 30, 32),
        "topology": ("2x4", 8, 17),
        "auto_repair": (True, 19, 5),
    }


def test_a_deployment_file_gives_the_vars() -> None:
    found = read(BLUEPRINT, "blueprint.yaml", [(DEPLOYMENT, "deployment.yaml")])
    first = found.things[1]
    assert isinstance(first, NodePool)
    zones, topology = first.locations, first.topology
    assert zones is not None and topology is not None
    assert zones.value == ["us-east5-b"] and zones.spot is not None and zones.spot.key == ("deployment.yaml", 4, 9)
    assert topology.value == "4x4" and topology.spot is not None and topology.spot.key == ("deployment.yaml", 5, 17)
    assert topology.related is not None and topology.related.key == ("blueprint.yaml", 30, 55)
    two = pools(BLUEPRINT, DEPLOYMENT, DEPLOYMENT.replace("4x4", "8x8"))
    assert [each["topology"][0] for each in two] == ["4x4", "8x8"]


def test_a_used_policy() -> None:
    found = read(POLICY, "f").things
    assert fields(found[0]) == {
        "name": ("wide", 7, 13),
        "region": ("us-central1", 1, 16),
        "type": ("HIGH_THROUGHPUT", 8, 31),
        "topology": ("2x2x4", 1, 57),
    }
    assert fields(found[1]) == {
        "machine_type": ("tpu7x-standard-4t", 13, 21),
        "locations": (["us-central1-c"], 1, 35),
        "flex_start": (True, 15, 26),
        "max_nodes": (4, 16, 35),
        "autoscaling": (True, 16, 35),
        "run_duration": (3600, 17, 25),
        "auto_repair": (False, 18, 20),
        "policy": ("wide", 11, 11),
        "topology": ("2x2x4", 1, 57),
    }


def test_a_deployment_file_alone_is_a_pool_that_may_exist() -> None:
    text = "vars:\n  zone: us-east5-a\n  machine_type: ct6e-standard-4t\n  tpu_topology: 4x4\n  autoscaling_max_node_count: 4\n"
    [found] = read(text, "f").things
    said = {name: value for name, value in fields(found).items() if not str(value[0]).startswith("? the blueprint")}
    assert found.maybe and len(fields(found)) == len(found.fields)
    assert said == {
        "locations": (["us-east5-a"], 2, 9),
        "machine_type": ("ct6e-standard-4t", 3, 17),
        "topology": ("4x4", 4, 17),
        "max_nodes": (4, 5, 31),
        "autoscaling": (True, 5, 31),
    }
    assert read("vars:\n  zone: us-east5-a\n", "f").things == []


def test_a_slurm_node_set() -> None:
    text = """\
vars: {zone: us-central1-b, project_id: demo}
deployment_groups:
- modules:
  - id: tpus
    source: community/modules/compute/schedmd-slurm-gcp-v6-nodeset-tpu
    settings: {node_type: v3-8, preemptible: true, accelerator_config: {version: V3, topology: 2x2}}
"""
    [found] = read(text, "f").things
    assert fields(found) == {
        "project": ("demo", 1, 41),
        "zone": ("us-central1-b", 1, 14),
        "surface": ("cloud-tpu-api", 4, 5),
        "accelerator_type": ("v3-8", 6, 27),
        "tpu_type": ("V3", 6, 82),
        "topology": ("2x2", 6, 96),
        "spot_vms": (True, 6, 46),
    }


@pytest.mark.parametrize(
    ("settings", "variables", "name", "value"),
    [
        ("machine_type: $(vars.m)", "{m: x}", "machine_type", ("x", 1, 11)),
        ("machine_type: '$(vars.a.b)'", "{a: {b: x}}", "machine_type", ("x", 1, 15)),
        ("machine_type: '$(vars.l[1])'", "{l: [x, y]}", "machine_type", ("y", 1, 15)),
        ("machine_type: $( vars.m )", "{m: x}", "machine_type", ("x", 1, 11)),
        ("machine_type: ((var.m))", "{m: x}", "machine_type", ("x", 1, 11)),
        ("machine_type: 'ct6e-$(vars.m)-4t'", "{m: standard}", "machine_type", ("ct6e-standard-4t", 4, 15)),
        ("machine_type: $(vars.m)", "{m: $(vars.n), n: x}", "machine_type", ("x", 1, 25)),
        ("machine_type: $(vars.m)", "{m: $(vars.m)}", "machine_type", ("? the var 'm' has no value here", 1, 11)),
        ("machine_type: $(vars.m)", "{}", "machine_type", ("? the var 'm' has no value here", 4, 15)),
        ("machine_type: $(vars.m)", "{m: null}", "machine_type", ("? the var 'm' has no value here", 4, 15)),
        ("machine_type: $(other.output)", "{}", "machine_type", ("? '$(other.output)' is an expression of the tool", 4, 15)),
        ("machine_type: 'x-$(flatten(vars.m))'", "{m: x}", "machine_type", ("? 'x-$(flatten(vars.m))' is an expression of the tool", 4, 15)),
        ("machine_type: 'x-$(vars.m)'", "{m: [1]}", "machine_type", ("? the var 'm' has no value here", 4, 15)),
        ("zones: $(vars.z)", "{z: [a, b]}", "locations", (["a", "b"], 1, 11)),
        ("zones: [a, $(vars.z)]", "{z: b}", "locations", (["a", "b"], 4, 8)),
        ("zones: [a, $(vars.z)]", "{}", "locations", ("? the var 'z' has no value here", 4, 12)),
        ("placement_policy: $(vars.p)", "{p: {type: compact, tpu_topology: 4x4}}", "topology", ("4x4", 1, 41)),
        ("placement_policy: $(vars.p)", "{}", "topology", ("? the var 'p' has no value here", 4, 19)),
        ("placement_policy: $(merge(x, y))", "{}", "placement", None),
        ("static_node_count: 4, spot: true", "{}", "autoscaling", (False, 4, 20)),
        ("static_node_count: 4", "{}", "num_nodes", (4, 4, 20)),
        ("initial_node_count: 2", "{}", "num_nodes", (2, 4, 21)),
        ("static_node_count: null, autoscaling_total_max_nodes: 8", "{}", "autoscaling", (True, 4, 55)),
        ("spot: yes", "{}", "spot_vms", ("yes", 4, 7)),
        ("enable_queued_provisioning: true", "{}", "queued", (True, 4, 29)),
        ("max_run_duration: '3600'", "{}", "run_duration", ("3600", 4, 19)),
        ("max_run_duration: 1h", "{}", "run_duration", ("1h", 4, 19)),
        ("machine_type: x", "{disk_type: pd-ssd}", "disk_type", ("pd-ssd", 1, 19)),
        ("kubernetes_labels: {a: b}", "{}", "labels", ({"a": "b"}, 4, 20)),
        ("upgrade_settings: {strategy: surge}", "{}", "upgrade_strategy", ("SURGE", 4, 30)),
        ("machine_type: 5", "{}", "machine_type", (5, 4, 15)),
        ("zones: a", "{}", "locations", ("a", 4, 8)),
    ],
)  # fmt: skip
def test_expressions_and_odd_values(settings: str, variables: str, name: str, value: Any) -> None:
    if value is None:
        reason = "? '$(merge(x, y))' is an expression of the tool"
        # quotes are needed: the comma would end the text
        assert one(settings.replace("$(", "'$(").replace("))", "))'"), variables)[name][0] == reason
        return
    assert one(settings, variables)[name] == value


@pytest.mark.parametrize(
    "source",
    [
        "modules/compute/gke-node-pool",
        "./modules/compute/gke-node-pool",
        "modules/compute/gke-node-pool/",
        "github.com/GoogleCloudPlatform/cluster-toolkit//modules/compute/gke-node-pool?ref=v1.50.0&depth=1",
    ],
)
def test_sources_of_a_pool(source: str) -> None:
    assert pool(f"{{source: '{source}', settings: {{machine_type: x}}}}")["machine_type"][0] == "x"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "blueprint_name: x\n",
        "deployment_groups: 5\n",
        "deployment_groups:\n- modules: x\n",
        "deployment_groups:\n- modules:\n  - 5\n  - source: modules/compute/other\n",
        "deployment_groups:\n- modules:\n  - source: [modules/compute/gke-node-pool]\n",
        "deployment_groups:\n- modules:\n  - source: modules/compute/gke-node-pool-extra\n",
        "vars: 7\n",
        "vars: [machine_type]\n",
        "- a\n- 3\n",
        "machine_type: x\n",
    ],
)
def test_nothing_to_read(text: str) -> None:
    found = read(text, "f", [("vars:\n", "d"), ("[]", "e"), ("", "g")])
    assert found.things == [] and found.faults == []


def test_parts_and_odd_modules() -> None:
    part = "  - id: pool\n    source: modules/compute/gke-node-pool\n    use: [cluster, 5, pool]\n    settings: {machine_type: x}\n"
    assert pools(part) == [{"machine_type": ("x", 4, 30), "auto_repair": (True, 1, 5)}]
    assert pool("{source: modules/compute/gke-node-pool, settings: 5, use: 7}") == {"auto_repair": (True, 4, 5)}
    zonal = "vars: {zone: a-b, region: a}\ndeployment_groups: [{modules: [{id: c, source: modules/scheduler/gke-cluster, settings: {cluster_availability_type: ZONAL}}]}]\n"
    [cluster] = read(zonal, "f").things
    assert fields(cluster)["location"] == ("a-b", 1, 14) and fields(cluster)["machine_type"][0] == "e2-standard-4"
    without = zonal.replace("ZONAL", "ZONAL, system_node_pool_enabled: false")
    assert "machine_type" not in fields(read(without, "f").things[0])


def test_which_deployment_file_is_for_which_blueprint() -> None:
    names = {
        "a/v6e.yaml": BLUEPRINT,
        "a/v6e-advanced.yaml": BLUEPRINT,
        "a/v6e-deployment.yaml": DEPLOYMENT,
        "a/v7-deployment.yaml": DEPLOYMENT,
        "b/x.yaml": "deployment_groups: []",
        "b/deployment.yaml": DEPLOYMENT,
        "c/alone.yaml": DEPLOYMENT,
    }
    assert sorted(grouped(names)) == [
        ("a/v6e-advanced.yaml", ["a/v6e-deployment.yaml"]),
        ("a/v6e.yaml", ["a/v6e-deployment.yaml"]),
        ("a/v7-deployment.yaml", []),
        ("b/x.yaml", ["b/deployment.yaml"]),
        ("c/alone.yaml", []),
    ]


def test_mistakes() -> None:
    found = read(BLUEPRINT, "f", [("vars: a: b\n", "d")])
    assert told(found.faults) == [("error", 1, 8, "not YAML: mapping values are not allowed in this context")]
    assert found.faults[0].spot.file == "d" and len(found.things) == 2
    assert read("deployment_groups: [\n", "f").faults[0].level == "error"


def test_reported_cases() -> None:
    flex = one(
        "enable_flex_start: true, zones: [europe-west4-a], static_node_count: 4, autoscaling_max_node_count: 4, machine_type: ct6e-standard-4t"
    )
    assert flex["flex_start"][0] is True and flex["auto_repair"][0] is True and flex["num_nodes"] == (4, 4, 70)
    assert flex["autoscaling"] == (False, 4, 70) and flex["max_nodes"][0] == 4
    queued = read(
        "vars:\n  machine_type: tpu7x-standard-4t\n  zone: us-central1-c\n  tpu_topology: 2x2x2\n  enable_flex_start: true\n  enable_queued_provisioning: true\n  autoscaling_min_node_count: 0\n  autoscaling_max_node_count: 2\n",
        "f",
    )
    assert fields(queued.things[0])["queued"] == (True, 6, 31) and queued.things[0].maybe
    derived = pools(BLUEPRINT)[0]
    assert "num_nodes" not in derived and "autoscaling" not in derived
    block = one("reservation_affinity: {specific_reservations: [{name: team/r/reservationBlocks/b}]}")
    assert block["reservation"] == ("team/r/reservationBlocks/b", 4, 55)


def test_hostile_files_end_early() -> None:
    ran = limited("""
from tpu_zones.lint.read.toolkit import grouped, read
doubling = "vars:\\n" + "".join(f"  v{i}: '{('$(vars.v%d)' % (i + 1)) * 50}'\\n" for i in range(15)) + "  v15: x\\n  l0: [1]\\n"
doubling += "".join(f"  l{i}: [{','.join(['$(vars.l%d)' % (i - 1)] * 20)}]\\n" for i in range(1, 12))
module = "  - {id: p%d, source: modules/compute/gke-node-pool, settings: {machine_type: $(vars.v0), zones: $(vars.l11), name: $(vars.v0)}}\\n"
doubling += "deployment_groups:\\n- modules:\\n" + "".join(module % i for i in range(8000))
plain = "vars: {m: x}\\ndeployment_groups:\\n- modules:\\n" + "".join(module.replace("v0", "m").replace("l11", "m") % i for i in range(5000))
for text in each((doubling, plain, "vars: {m: " + "$(" * 400_000 + "}", "vars: {machine_type: '" + "$(vars.machine_type)" * 50_000 + "'}", "source" * 150_000, " " * 1_000_000, "vars: {machine_type: " + "(" * 900_000 + "}")):
    found = read(text, "f")
    list(grouped({"f": text}))
    print(len(found.things), [fault.text[:8] for fault in found.faults])
""")
    assert ran.code == 0, ran
    assert ran.out.splitlines()[1].startswith("5000 []")


@thorough
@given(mangled(BLUEPRINT, POLICY, DEPLOYMENT), mangled(DEPLOYMENT))
def test_nothing_crashes(text: str, deployment: str) -> None:
    things: list[Thing] = read(text, "f", [(deployment, "d")]).things
    for thing in things:
        fields(thing)
    list(grouped({"f": text, "d": deployment}))
