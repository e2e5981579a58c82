"""Objects in tfvars and in module calls that hold a TPU machine type: what some module makes node pools of.

Which module, and what it adds, is not known: a field that the object does not hold is unknown, not absent.
"""

import re

from tpu_zones.lint.read.terraform.evaluate import evaluate
from tpu_zones.lint.read.terraform.resources import affinity_word, changed, first
from tpu_zones.lint.read.terraform.vals import Val, located
from tpu_zones.lint.things import NodePool, Thing, TpuVm
from tpu_zones.lint.values import Spot, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tpu_zones.lint.read.terraform.expressions import Attribute
    from tpu_zones.lint.read.terraform.module import Run

    Object = dict[str, Val]

FORM = "terraform-values"
_NOT_SAID = "not in this object: the module that takes it decides"
_MACHINE = ("machine_type", "instance_type", "machine")
_TPU_MACHINE = re.compile(r"ct\d\w*-|tpu\d")
"""How machine types of TPUs begin: stricter than `looks_like_tpu`, as these keys may hold any module's own words."""
_INSIDE = ("config", "node", "node_config", "machine_config", "node_pool_config")
"""Keys under which a pool keeps the object with its machine type."""
_GENERIC = frozenset(("type", "name", "key", "values", "enabled", "mode", "strategy", "min", "max", "zone", "version"))
"""Keys that say nothing without the one above."""
_NAMES = {
    "name": "name pool_name node_pool_name",
    "project": "project_id project",
    "cluster": "cluster cluster_name",
    "cluster_location": "cluster_location location region",
    "locations": "node_locations node_zones zones zone locations",
    "topology": "tpu_topology placement_policy.tpu_topology topology placement_policy.topology accelerator_topology "
    "slice_topology",
    "num_nodes": "node_count num_nodes initial_node_count node_count.current node_count.initial static_node_count",
    "min_nodes": "min_count min_node_count min_nodes autoscaling.min",
    "max_nodes": "max_count max_node_count max_nodes autoscaling.max",
    "total_min_nodes": "total_min_count total_min_node_count total_min_nodes total_min autoscaling_total_min_nodes",
    "total_max_nodes": "total_max_count total_max_node_count total_max_nodes total_max autoscaling_total_max_nodes",
    "location_policy": "location_policy",
    "placement": "placement_policy.type placement_policy placement_type placement",
    "policy": "placement_policy.policy_name policy_name placement_policy.name",
    "spot_vms": "spot spot_vms use_spot enable_spot is_spot",
    "preemptible": "preemptible",
    "flex_start": "flex_start enable_flex_start",
    "queued": "queued_provisioning.enabled queued_provisioning enable_queued_provisioning",
    "reservation_affinity": "consume_reservation_type reservation_affinity.type",
    "reservation": "reservation reservation_name reservation_affinity.values reservation_affinity.name",
    "run_duration": "max_run_duration",
    "auto_repair": "auto_repair",
    "upgrade_strategy": "upgrade_settings.strategy strategy",
    "disk_type": "disk_type boot_disk_type boot_disk.type boot_disk.disk_type",
    "version": "node_version version",
    "labels": "labels node_labels",
    "network_profile": "accelerator_network_profile",
}
_LISTS = frozenset(("locations", "reservation"))
_FLAGS = frozenset(("autoscaling", "spot_vms", "preemptible", "flex_start", "queued", "auto_repair"))
_SWITCH = re.compile(r"(?:enable|create|deploy|use)_(\w+)|(\w+)_enabled")


class Candidate:
    """A thing that an object describes, and where the machine type stands."""

    __slots__ = ("spot", "thing")

    def __init__(self, thing: Thing, spot: Spot) -> None:
        self.thing, self.spot = thing, spot


def candidates(run: "Run", used: "set[Spot]") -> "Iterator[Candidate]":
    """Yield the candidates of a root, without those that are written beside a value that its resources use."""
    if not run.modules[0].folder.values and not any(module.folder.of("module") for module in run.modules):
        return
    taken = {(spot.file, spot.line) for spot in used}
    ranges = [
        (one.spot.file, one.spot.line, one.end)
        for one in _places(run)
        if any((one.spot.file, line) in taken for line in range(one.spot.line, one.end + 1))
    ]
    seen = set(used)
    for outer, val, maybe in _objects(run):
        for found, spot in _search(val, (outer,), maybe):
            inside = any(file == spot.file and start <= spot.line <= end for file, start, end in ranges)
            if spot not in seen and not inside:
                seen.add(spot)
                yield Candidate(found, spot)


def _places(run: "Run") -> "Iterator[Attribute]":
    """Yield the attributes that may hold an object: of tfvars files, of module calls, defaults."""
    for folder in {id(module.folder): module.folder for module in run.modules}.values():
        for _, body in folder.values:
            yield from body.attributes.values()
        for block in folder.of("module"):
            yield from block.attributes.values()
        for block in folder.of("variable"):
            yield from (one for name, one in block.attributes.items() if name == "default")


def _objects(run: "Run") -> "Iterator[tuple[Object, Val, bool]]":
    """Yield what stands around, the value, and whether it may not be used, for all tfvars files and module calls."""
    root = run.modules[0]
    for _, body in root.folder.values:
        values = {name: evaluate(one.expression, root, {}) for name, one in body.attributes.items()}
        yield {}, Val(values, Spot("")), False
    for module in list(run.modules):
        for block in module.folder.of("module"):
            for _, call in module.calls(block):
                yield {}, Val(module.arguments(block, call), block.spot), call.maybe


def _search(val: Val, outer: "tuple[Object, ...]", maybe: bool, name: str = "") -> "Iterator[tuple[Thing, Spot]]":
    """Yield the things that a value holds at any depth."""
    if val.why is not None:
        return
    if isinstance(val.data, list):
        for one in val.data:
            yield from _search(one, outer, maybe)
    elif isinstance(val.data, dict):
        machine = _machine(val.data)
        inside = [(key, one) for key, one in val.data.items() if key in _INSIDE and isinstance(one.data, dict)]
        for _, one in [] if machine else inside:
            machine = machine or _machine(one.data)
        if machine and machine.spot:
            yield _thing(val, machine, outer, maybe, name), machine.spot
            return
        for key, one in val.data.items():
            if isinstance(one.data, (dict, list)) and not _switched_off(key.lower(), val.data):
                yield from _search(one, (val.data, *outer), maybe, key)


def _switched_off(name: str, beside: "Object") -> bool:
    """Whether a flag says that a value beside it is not used: enable_tpu = false beside tpu_pools."""
    for key, one in beside.items():
        flag = _SWITCH.fullmatch(key.lower()) if one.data is False else None
        if flag and f"{name}_".startswith(f"{flag[1] or flag[2]}_"):
            return True
    return False


def _machine(found: "Object") -> Val | None:
    """Return the value of an object that is a TPU machine type."""
    for key, one in found.items():
        if isinstance(one.data, str) and key.lower().endswith(_MACHINE) and _TPU_MACHINE.match(one.data):
            return one
    return None


def _flat(found: "Object", prefix: str = "", depth: int = 0) -> "Object":
    """Return an object with what its inner objects hold, those also under both names."""
    flat: Object = {}
    inner: Object = {}
    for key, one in found.items():
        word = key.lower().replace("-", "_")
        if prefix:
            flat[f"{prefix}.{word}"] = one
        if not prefix or word not in _GENERIC:
            flat[word] = one
        if isinstance(one.data, dict) and one.why is None and depth < 3:
            for name, each in _flat(one.data, word, depth + 1).items():
                inner.setdefault(name, each)
    return {**inner, **flat}


def _thing(val: Val, machine: Val, outer: "tuple[Object, ...]", maybe: bool, name: str) -> Thing:
    flat, at = _flat(val.data), val.spot if val.spot and val.spot.file else machine.spot or Spot("")
    fields = {field: _field(field, names.split(), flat, at, maybe) for field, names in _NAMES.items()}
    fields["machine_type"] = located(machine, at, maybe=maybe)
    if not fields["cluster_location"].known:
        around = next((one for each in outer if (one := _around(each))), None)
        fields["cluster_location"] = located(around, at, maybe=maybe) if around else fields["cluster_location"]
    if name and not fields["name"].known:
        fields["name"] = Value(name, at)
    if "runtime_version" in flat:
        return _vm(fields, flat, at, maybe)
    scale = flat.get("autoscaling")
    if scale is not None and isinstance(scale.data, dict):
        fields["autoscaling"] = Value(True, scale.spot, maybe=maybe)
    else:
        names = ["autoscaling", "enable_autoscaling", "autoscaling_enabled"]
        fields["autoscaling"] = _field("autoscaling", names, flat, at, maybe)
    rest: Mapping[str, Value] = {field: Value(None, at, unknown=_NOT_SAID) for field in NodePool.fields}
    return NodePool(spot=at, form=FORM, maybe=maybe, **{**rest, **fields})


def _vm(fields: "dict[str, Value]", flat: "Object", at: Spot, maybe: bool) -> Thing:
    zones = first(fields["locations"])
    rest: Mapping[str, Value] = {field: Value(None, at, unknown=_NOT_SAID) for field in TpuVm.fields}
    shared = ("name", "project", "machine_type", "topology", "spot_vms", "flex_start", "run_duration")
    given = {field: fields[field] for field in shared}
    runtime = located(flat["runtime_version"], at, maybe=maybe)
    return TpuVm(spot=at, form=FORM, maybe=maybe, **{**rest, **given, "zone": zones, "runtime_version": runtime})


def _around(outer: "Object") -> Val | None:
    """Return the location that stands beside a list of pools."""
    found = [outer[name] for name in ("cluster_location", "location", "region") if name in outer]
    return next((one for one in found if one.why is None and isinstance(one.data, str)), None)


def _field(field: str, names: list[str], flat: "Object", at: Spot, maybe: bool) -> Value:
    for name in names:
        one = flat.get(name)
        if one is None or (one.why is None and one.data is None) or not _fits(field, one):
            continue
        value = located(one, at, maybe=maybe)
        if field == "locations" and isinstance(value.value, str):
            zones = [zone.strip() for zone in value.value.split(",") if zone.strip()]
            return Value(zones, value.spot, related=value.related, maybe=maybe)
        if field == "reservation":
            return first(value) or value
        if field == "reservation_affinity":
            return changed(value, affinity_word) or value
        return changed(value, str.upper) or value if field in ("placement", "upgrade_strategy") else value
    return Value(None, at, unknown=_NOT_SAID)


def _fits(field: str, val: Val) -> bool:
    """Whether a value is of the kind that a field takes."""
    if val.why is not None:
        return True
    if field in _FLAGS:
        return isinstance(val.data, bool) or val.data in ("true", "false")
    if isinstance(val.data, list):
        return field in _LISTS
    return isinstance(val.data, dict) == (field == "labels")
