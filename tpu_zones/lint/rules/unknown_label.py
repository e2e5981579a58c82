"""A limit for auto-created nodes that names no accelerator label."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import Cluster
from tpu_zones.lint.values import Value, plain
from tpu_zones.lint.view.tables import newer_than
from tpu_zones.records.findings import Severity

_KEYS = ("resource_type", "resourceType", "type")


def look(cluster: Cluster, ask: Ask) -> Iterator[Found]:
    """Find limits with the look of a TPU's whose name is none of the labels."""
    labels = {one.name: one for one in ask.index.table("labels") if one.kind == "accelerator"}
    real = {one.gke_accelerator: one for one in ask.tables.machines.values() if one.gke_accelerator}
    for name, value in limits(cluster.resource_limits):
        if not name.startswith("tpu") or (name in labels and labels[name].valid):
            continue
        early = newer_than(ask.index, name, ("tpu", "tpu-v"))
        if name in real or early == "announced":
            text = "is in Google's code only" if name in real else "is of an announced generation, nothing public yet"
            yield Found(value, f"the accelerator label {name} {text}", severity=Severity.WARNING, shown=name)
        elif early == "newer":
            text = f"the accelerator label {name} is not known; {ask.newer}"
            yield Found(value, text, severity=Severity.INFO, shown=name)
        else:
            known = [label for label, one in labels.items() if one.valid]
            right = (labels[name].note or "").partition("right: ")[2] if name in labels else ""
            meant = right or ", ".join(ask.tables.near(name, known))
            text = f"there is no accelerator label {name}" + (f"; it is {meant}" if meant else "")
            yield Found(value, f"{text}: without its limit no node is created", shown=name)


def limits(value: Value | None) -> Iterator[tuple[str, Value]]:
    """Yield the names in limits: a mapping name -> maximum, or a list of names or of mappings."""
    held = plain(value)
    if value is None or not isinstance(held, (dict, list, tuple)):
        return
    for one in held:
        own = one if isinstance(one, Value) else value
        entry = plain(one) if isinstance(one, Value) else one
        if isinstance(entry, dict):
            entry = next((entry[key] for key in _KEYS if key in entry), None)
            own, entry = (entry, plain(entry)) if isinstance(entry, Value) else (own, entry)
        if isinstance(entry, str):
            yield entry, own


RULE = Rule(
    "TPZ103",
    "unknown-label",
    Severity.ERROR,
    (Cluster,),
    look,
    why="Auto-creation makes no TPU node without a resource limit that is named after the accelerator label.",
    source="github:GoogleCloudPlatform/cluster-autoscaler:pkg/cloudprovider/gke@7d25050",
    fact="nap-limits",
    wrong={"resource_limits": {"cpu": 100, "tpu-v5e-slice": 16}},
    right={"resource_limits": {"cpu": 100, "tpu-v5-lite-podslice": 16}},
)
