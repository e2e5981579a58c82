"""`terraform show -json` of a plan or a state: exact values, after all variables, modules and functions."""

from tpu_zones.lint.read import json_nodes
from tpu_zones.lint.read.terraform import large_plan
from tpu_zones.lint.read.terraform.body import Body
from tpu_zones.lint.read.terraform.place import Place
from tpu_zones.lint.read.terraform.resources import things
from tpu_zones.lint.read.terraform.whole import is_plain
from tpu_zones.lint.things import Cluster, Read
from tpu_zones.lint.values import Spot, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tpu_zones.lint.read.nodes import Node

FORM = "terraform-plan"
_LATER = "known after apply"


def is_plan(document: "Node") -> bool:
    """Whether a JSON document is what `terraform show -json` prints."""
    return document.get("format_version") is not None and bool(document.get("planned_values") or document.get("values"))


def read(text: str, file: str) -> Read:
    """Return what a plan or a state will have made."""
    small = len(text) <= large_plan.SIZE
    found, faults = (json_nodes if small else large_plan).documents(text, file)
    made = Read(faults=faults)
    for document in found:
        later = {}
        for change in document.get("resource_changes") or ():
            address, unknown = change.text("address"), change.get("change", "after_unknown")
            if address and unknown is not None:
                later[address] = unknown
        root = document.get("planned_values", "root_module") or document.get("values", "root_module")
        resources = list(_resources(root)) if root is not None else []
        whole = small and _says_all(document, resources)
        for resource in resources:
            values, address = resource.get("values"), resource.text("address") or ""
            if values is not None and resource.text("mode") != "data":
                body = Planned(values, later.get(address))
                for thing in things(resource.text("type") or "", body, InPlan(resource), form=FORM):
                    thing.address, thing.whole = address, whole and isinstance(thing, Cluster)
                    made.things.append(thing)
    return made


def _says_all(document: "Node", resources: "list[Node]") -> bool:
    """Whether a plan is for all of its root, and what it makes is all that there will be."""
    targeted, failed = document.get("complete"), document.get("errored")
    cut = (targeted is not None and targeted.value is False) or (failed is not None and failed.value is True)
    return not cut and all(is_plain(one.text("type") or "") for one in resources if one.text("mode") != "data")


def _resources(module: "Node") -> "Iterator[Node]":
    yield from module.get("resources") or ()
    for child in module.get("child_modules") or ():
        yield from _resources(child)


class InPlan(Place):
    """The place of a resource in a plan."""

    def __init__(self, resource: "Node") -> None:
        self.resource = resource

    def provided(self, name: str) -> Value | None:
        """Return unknown: a plan does not tell what the provider adds."""
        return Value(None, self.resource.spot, unknown=_LATER) if name != "project" else None

    def own_name(self, body: Body) -> Value | None:
        """Return the name of this resource, or its address where the name is known after apply."""
        value = body.value("name")
        known = value is not None and value.known
        return value if known else Value(self.resource.text("address"), self.resource.spot)

    def disk_type(self, body: Body, name: str) -> Value | None:
        """Return unknown: a plan names a disk, not its type."""
        at = body.value(name)
        return Value(None, at.spot, unknown="a disk by its name") if at is not None else None


class Planned(Body):
    """The values of a resource in a plan; `later` says which are known after apply."""

    written = True

    def __init__(self, values: "Node", later: "Node | None") -> None:
        self.values, self.later, self.spot = values, later, Spot(values.file, values.line, values.column)

    def value(self, name: str) -> Value | None:
        """Return an attribute as a field; null is not written."""
        found = self.values.get(name)
        later = self.later.get(name) if self.later is not None else None
        if later is not None and (later.value is True or (later.kind != "scalar" and True in _leaves(later))):
            return Value(None, found.spot if found is not None else self.spot, unknown=_LATER)
        if found is None or found.value is None:
            return None
        return Value(found.plain(), found.spot)

    def blocks(self, name: str) -> list[Body]:
        """Return the nested blocks of a name: a plan shows them as a list of objects."""
        found, later = self.values.get(name), self.later.get(name) if self.later is not None else None
        made: list[Body] = []
        for at, one in enumerate(found if found is not None else ()):
            if one.kind == "mapping":
                made.append(Planned(one, later.get(at) if later is not None else None))
        return made


def _leaves(node: "Node") -> "Iterator[object]":
    if node.kind == "scalar":
        yield node.value
    for one in node.value.values() if node.kind == "mapping" else node:
        yield from _leaves(one)
