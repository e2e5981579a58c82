"""Independent parsers of the emitted forms: shell words, tree-sitter's HCL, PyYAML. Each finds the same facts."""

import json
import shlex
from functools import cache
from math import prod

import tree_sitter_hcl
import yaml
from support import FIXTURES, table
from tree_sitter import Language, Parser

HCL = Parser(Language(tree_sitter_hcl.language()))
FLAGS = json.loads((FIXTURES / "gcloud" / "flags.json").read_text("utf-8"))
KNOWN = FLAGS["commands"]
YAML_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@cache
def machines():
    """Label, topology and chips of a node -> machine type."""
    found = {
        (row["gke_accelerator"], row["topology"], row["chips_per_host"]): row["machine_type"]
        for row in table("shapes")
        if row["tier"] == "listed"
    }
    rules = {row["machine_type"] for row in table("shape_rules")}
    found.update(
        ((row["gke_accelerator"], None, row["chips"]), row["machine_type"])
        for row in table("machine_types")
        if row["machine_type"] in rules and row["status"] == "documented"
    )
    return found


def machine(label, topology, chips):
    return machines().get((label, topology, chips)) or machines()[label, None, chips]


def hosts(topology, chips):
    return prod(map(int, topology.split("x"))) // chips


def commands(text):
    """The gcloud commands of a script, each with the words of its name, its flags, and how often it runs."""
    words, times, found = shlex.split(text, comments=True), 1, []
    while words:
        word = words.pop(0)
        if word == "for":
            assert words[:4] == ["slice", "in", "$(seq", "1"] and words[5] == "do"
            times, words = int(words[4].removesuffix(");")), words[6:]
        elif word == "done":
            times = 1
        else:
            assert word == "gcloud"
            end = next((i for i, one in enumerate(words) if one in ("gcloud", "for", "done")), len(words))
            found.append((words[:end], times))
            words = words[end:]
    return [(_command(words), times) for words, times in found]


def _command(words):
    name = " ".join(word for word in words if not word.startswith("--"))
    known = next(known for known in KNOWN if known != "gcloud" and f"gcloud {name} ".startswith(f"{known} "))
    flags = {}
    for word in words:
        if word.startswith("--"):
            flag, equals, value = word.partition("=")
            kind = KNOWN[known].get(flag) or KNOWN[known].get("--" + flag.removeprefix("--no-"))
            assert kind, f"{known} has no flag {flag}"
            assert (kind == "bool") == (not equals), word
            assert not isinstance(kind, list) or value in kind, word
            assert flag not in flags
            flags[flag] = value if equals else True
    return {"command": known, "name": f"gcloud {name}".removeprefix(known).strip(), **flags}


def gcloud(text):
    found = commands(text)
    policy = next((one for one, _ in found if one["command"].endswith("workload-policy")), None)
    (pool, times), *others = [pair for pair in found if pair[0]["command"].endswith("node-pools create")]
    assert not others
    topology = pool.get("--tpu-topology") or (policy and policy["--accelerator-topology"])
    if policy:
        assert policy["name"] == pool["--placement-policy"] and policy["--type"] == "HIGH_THROUGHPUT"
        assert pool["--node-locations"].startswith(policy["--region"] + "-")
    flex = "--flex-start" in pool
    nodes = int(pool["--max-nodes" if flex else "--num-nodes"])
    return pool, {
        "zone": pool["--node-locations"],
        "machine": pool["--machine-type"],
        "topology": topology,
        "nodes": nodes * times,
        "disk": pool.get("--disk-type"),
        "spot": "--spot" in pool,
        "flex": flex,
        "reserved": pool.get("--reservation-affinity") == "specific",
        "placement": pool.get("--placement-type"),
    }


def blocks(text):
    """HCL as nested dicts: `block`, `labels`, attributes by name, and `blocks`."""
    tree = HCL.parse(text.encode())
    assert not tree.root_node.has_error, text
    body = next((one for one in tree.root_node.children if one.type == "body"), None)
    return _body(body)["blocks"]


def _body(body):
    found = {"blocks": []}
    for one in body.children if body else ():
        parts = [part for part in one.children if part.is_named]
        if one.type == "attribute":
            found[parts[0].text.decode()] = _value(parts[1].text.decode())
        elif one.type == "block":
            inner = next((part for part in parts if part.type == "body"), None)
            labels = [part.text.decode().strip('"') for part in parts if part.type == "string_lit"]
            found["blocks"].append({"block": parts[0].text.decode(), "labels": labels, **_body(inner)})
    return found


def _value(text):
    try:
        return json.loads(text)
    except ValueError:
        return text


def terraform(text):
    found = blocks(text)
    pool = next(one for one in found if one["labels"][0] == "google_container_node_pool")
    policy = next((one for one in found if one["labels"][0] == "google_compute_resource_policy"), None)
    inner = {one["block"]: one for one in pool["blocks"]}
    config, placement = inner["node_config"], inner.get("placement_policy", {})
    affinity = next((one for one in config["blocks"] if one["block"] == "reservation_affinity"), {})
    topology = placement.get("tpu_topology")
    if policy:
        workload = policy["blocks"][0]
        assert placement["policy_name"] == ".".join((*policy["labels"], "name")) and placement["type"] == ""
        assert workload["type"] == "HIGH_THROUGHPUT" and policy["name"] == f"tpu7x-{workload['accelerator_topology']}"
        topology = workload["accelerator_topology"]
    flex = config.get("flex_start", False)
    if flex:
        assert pool["initial_node_count"] == 0 and inner["autoscaling"]["min_node_count"] == 0
        assert inner["management"]["auto_repair"] is False and inner["queued_provisioning"]["enabled"] is False
        assert affinity["consume_reservation_type"] == "NO_RESERVATION" and "node_count" not in pool
    (zone,) = pool["node_locations"]
    return {
        "zone": zone,
        "machine": config["machine_type"],
        "topology": topology,
        "nodes": (inner["autoscaling"]["max_node_count"] if flex else pool["node_count"]) * pool.get("count", 1),
        "disk": config.get("disk_type"),
        "spot": config.get("spot", False),
        "flex": flex,
        "reserved": affinity.get("consume_reservation_type") == "SPECIFIC_RESERVATION",
        "placement": placement.get("type") or None,
    }


def documents(text):
    return list(yaml.load_all(text, Loader=YAML_LOADER))


def priorities(text):
    (one,) = documents(text)
    assert (one["apiVersion"], one["kind"]) == ("cloud.google.com/v1", "ComputeClass")
    assert one["spec"]["whenUnsatisfiable"] == "DoNotScaleUp" and one["spec"]["nodePoolAutoCreation"] == {
        "enabled": True
    }
    return [_priority(rule) for rule in one["spec"]["priorities"]]


def _priority(rule):
    reserved = "reservations" in rule
    assert reserved != ("location" in rule)
    (zone,) = rule["reservations"]["specific"][0]["zones"] if reserved else rule["location"]["zones"]
    tpu = rule["tpu"]
    return {
        "zone": zone,
        "machine": machine(tpu["type"], tpu["topology"], tpu["count"]),
        "topology": tpu["topology"],
        "hosts": hosts(tpu["topology"], tpu["count"]),
        "policy": rule.get("placement", {}).get("policyName"),
        "spot": rule.get("spot", False),
        "flex": rule.get("flexStart", {}).get("enabled", False),
        "reserved": reserved,
    }


def pod(text):
    *services, one = documents(text)
    slices, job = 1, one
    if one["kind"] == "JobSet":
        (replicated,) = one["spec"]["replicatedJobs"]
        slices, job = replicated["replicas"], replicated["template"]
    spec = job["spec"]["template"]["spec"]
    selector = spec["nodeSelector"]
    assert all(isinstance(value, str) for value in selector.values())
    resources = spec["containers"][0]["resources"]
    assert resources["requests"] == resources["limits"]
    chips = resources["limits"]["google.com/tpu"]
    assert job["spec"]["parallelism"] == job["spec"]["completions"] and job["spec"]["completionMode"] == "Indexed"
    for service in services:
        assert service["metadata"]["name"] == spec["subdomain"] and service["spec"]["clusterIP"] == "None"
    label, topology = selector["cloud.google.com/gke-tpu-accelerator"], selector["cloud.google.com/gke-tpu-topology"]
    return {
        "zone": selector["topology.kubernetes.io/zone"],
        "machine": machine(label, topology, chips),
        "topology": topology,
        "nodes": job["spec"]["parallelism"] * slices,
        "spot": selector.get("cloud.google.com/gke-spot") == "true",
        "flex": selector.get("cloud.google.com/gke-flex-start") == "true",
        "tolerated": [one["key"].rpartition("/")[2] for one in spec.get("tolerations", ())],
    }
