"""Pods of a template -> what they ask of TPUs: chips, and the nodes that they select."""

from tpu_zones.lint.read.nodes import Node, located
from tpu_zones.lint.values import Value, number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

RESOURCE = "google.com/tpu"

_SELECTORS = {
    "accelerator": ("cloud.google.com/gke-tpu-accelerator",),
    "topology": ("cloud.google.com/gke-tpu-topology",),
    "zone": ("topology.kubernetes.io/zone", "failure-domain.beta.kubernetes.io/zone"),
    "compute_class": ("cloud.google.com/compute-class",),
    "node_pool": ("cloud.google.com/gke-nodepool",),
    "flex_start": ("cloud.google.com/gke-flex-start",),
    "queued": ("cloud.google.com/gke-queued",),
}
"""Field of a workload -> labels of nodes."""
_QUEUE = "kueue.x-k8s.io/queue-name"
_PARTS = ("cloud.google.com/gke-tpu-slice-topology", "kueue.x-k8s.io/podset-slice-required-topology")
_DURATION = "provreq.kueue.x-k8s.io/maxRunDurationSeconds"
_REQUIRED = ("affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution", "nodeSelectorTerms")
_JOINED = "MEGASCALE_"


def pods(template: Node | None) -> "dict[str, Value | None] | None":
    """Return what the Pods of a template ask for, by field of a workload; None where they ask for no TPU."""
    spec = template.get("spec") if template is not None else None
    if template is None or spec is None or spec.kind != "mapping":
        return None
    containers = list(spec.get("containers") or ())
    before = list(spec.get("initContainers") or ())
    asking = [one for one in [*containers, *before] if _asked(one) is not None]
    if not asking or (chips := _chips(containers, before)) is None:
        return None
    fields = dict(_selected(spec))
    fields["chips"] = chips
    for name in ("requests", "limits"):
        fields[name] = Value([located(one.get("resources", name, RESOURCE)) for one in asking], asking[0].spot)
    metadata = template.get("metadata")
    if metadata is not None:
        fields["queue"] = located(metadata.get("labels", _QUEUE))
        parts = [located(metadata.get("annotations", one)) for one in _PARTS]
        fields["slice_topology"] = next((one for one in parts if one is not None), None)
        fields["run_duration"] = located(metadata.get("annotations", _DURATION))
    fields["claims"] = located(spec.get("resourceClaims"))
    fields["tolerations"] = located(spec.get("tolerations"))
    fields["sandbox"] = located(spec.get("runtimeClassName"))
    fields["multislice"] = _joined(containers)
    images = [found for one in containers if (found := located(one.get("image"))) is not None]
    fields["images"] = Value(images, spec.spot) if images else None
    return fields


def selected(template: Node | None) -> "dict[str, Any]":
    """Return the labels of TPU nodes that a patch of Pods selects, by field; a whole Pod without chips says nothing."""
    spec = template.get("spec") if template is not None else None
    if spec is None or spec.kind != "mapping" or any(one.get("image") for one in spec.get("containers") or ()):
        return {}
    return {name: value for name, value in _selected(spec) if name in ("accelerator", "topology")}


def _asked(container: Node) -> Node | None:
    """Return what a container is limited to, or else what it requests: of an extended resource that is the same."""
    for name in ("limits", "requests"):
        found = container.get("resources", name, RESOURCE)
        if found is not None and (found.kind != "scalar" or found.value is not None or found.unknown):
            return found
    return None


def _chips(containers: list[Node], before: list[Node]) -> Value | None:
    """Return the chips of a Pod; None where it asks for none.

    Containers run together, and init containers before them one by one, but for those that stay.
    """
    together = [*containers, *(one for one in before if one.text("restartPolicy") == "Always")]
    alone = [one for one in before if one not in together]
    asked = [found for one in together if (found := _asked(one)) is not None]
    first = [found for one in alone if (found := _asked(one)) is not None]
    values = [located(one) for one in [*asked, *first]]
    for value in values:
        if value is not None and (value.unknown or number(value) is None):
            return Value(spot=value.spot, unknown=value.unknown or f"{str(value.value)[:60]!r} is no number of chips")
    numbers = [number(value) or 0 for value in values]
    most = max([sum(numbers[: len(asked)]), *numbers[len(asked) :]], default=0)
    if most <= 0:
        return None
    several = [value for value, held in zip(values, numbers, strict=True) if held]
    only = several[0]
    if len(several) == 1 and only is not None:
        return only
    return Value(most, only.spot if only else None)


def _selected(spec: Node) -> "Iterator[tuple[str, Value | None]]":
    """Yield the fields that say which nodes are selected."""
    selector = spec.get("nodeSelector")
    terms = spec.get(*_REQUIRED)
    required, vague = _affinity(terms)
    for name, labels in _SELECTORS.items():
        for label in labels:
            found = located(selector.get(label)) if selector is not None else None
            found = found or required.get(label)
            if found is not None:
                yield name, found
                break
    place = selector or terms
    reason = next((one.unknown for one in (selector, terms) if one is not None and one.unknown), vague)
    if selector is not None and selector.kind == "mapping":
        written = next((key for key, _ in selector.items() if "{{" in key or key.startswith("${")), None)
        reason = reason or (f"{written[:60]!r} is filled in later" if written else None)
    elif selector is not None and selector.value is not None:
        reason = reason or _no_mapping(selector)
    if spec.get("nodeName") is not None:
        reason = reason or "the Pods name their node"
    if place is not None or reason:
        spot = selector.key_spot if selector is not None else (terms or spec).key_spot
        yield "selector", Value(spot=spot, unknown=reason) if reason else Value("", spot)


def _no_mapping(node: Node) -> str | None:
    """Return why a node selector that is no mapping says nothing."""
    value = located(node)
    return (value.unknown if value else None) or "no mapping of labels"


def _affinity(terms: Node | None) -> "tuple[dict[str, Value], str | None]":
    """Return the labels that affinity requires, and why that is not all: any one of several terms is enough."""
    found: dict[str, Value] = {}
    if terms is None:
        return found, None
    if len(terms) != 1:
        return found, "several terms of affinity" if len(terms) else None
    for one in terms.get(0, "matchExpressions") or ():
        key, values = one.text("key"), one.get("values")
        if key and one.text("operator") == "In" and values is not None and len(values):
            value = located(values)
            if value is not None and value.known and isinstance(value.value, list) and len(value.value) == 1:
                value = Value(value.value[0], value.spot)
            if value is not None:
                found[key] = value
        elif key and one.text("operator") == "Exists":
            found.setdefault(key, Value(spot=one.spot, unknown="any value will do"))
    return found, None


def _joined(containers: list[Node]) -> Value | None:
    """Return the setting that joins slices, where there is one."""
    for container in containers:
        for one in container.get("env") or ():
            if (one.text("name") or "").startswith(_JOINED):
                return Value(True, one.spot)
    return None
