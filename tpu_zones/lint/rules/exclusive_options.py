"""Two ways to buy capacity at once."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import NodePool, TpuVm
from tpu_zones.lint.values import Value, given, text
from tpu_zones.lint.view.pool import Pool
from tpu_zones.lint.view.vm import Vm
from tpu_zones.lint.view.words import field
from tpu_zones.records.findings import Severity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tpu_zones.lint.view.workload import Work

_ONE_WAY = ("Spot", "flex-start", "a reservation")
_OF_A_POOL = {"spot_vms": "Spot", "preemptible": "Spot", "flex_start": "flex-start", "queued": "queued"}
_OF_A_VM = {"spot_vms": "Spot", "flex_start": "flex-start", "reserved": "a reservation"}


def look(view: "Pool | Vm | Work", ask: Ask) -> Iterator[Found]:
    """Find pairs among Spot, flex-start and a reservation, and Spot with queued provisioning."""
    there = _options(view)
    ways = [name for name in _ONE_WAY if name in there]
    if len(ways) > 1:
        names = " and ".join(there[one][0] for one in ways)
        message = f"{names}: {' and '.join(ways)} exclude one another, keep one"
        yield Found(there[ways[-1]][1], message, shown=" + ".join(ways))
    elif "Spot" in there and "queued" in there:
        names = " and ".join(there[one][0] for one in ("Spot", "queued"))
        yield Found(there["queued"][1], f"{names}: queued provisioning excludes Spot", shown="Spot + queued")


def _options(view: "Pool | Vm | Work") -> dict[str, tuple[str, Value]]:
    """Return the options that are certainly on, each with its field and value."""
    thing = view.thing
    fields = _OF_A_VM if isinstance(view, Vm) else _OF_A_POOL
    found = {
        name: (field(thing, one), getattr(thing, one))
        for one, name in fields.items()
        if one in thing.fields and view.has(one)
    }
    if not isinstance(view, Vm):
        affinity = (text(thing.reservation_affinity) or "").lower()
        by_name = affinity.startswith("specific")
        for one, on in (("reservation_affinity", by_name), ("reservation", by_name or not affinity)):
            value: Value | None = getattr(thing, one, None)
            if on and given(value):
                found["a reservation"] = field(thing, one), value
    return found


_RESERVED = {"machine_type": "ct6e-standard-4t", "reservation_affinity": "specific", "reservation": "r"}

RULE = Rule(
    "TPZ401",
    "exclusive-options",
    Severity.ERROR,
    (NodePool, TpuVm),  # and compute classes, whose module is loaded where there are some
    look,
    why="Spot, flex-start and a reservation exclude one another; queued provisioning excludes Spot as well.",
    source="github:GoogleCloudPlatform/cluster-toolkit:modules/compute/gke-node-pool/main.tf",
    fact="spot-exclusive",
    wrong={**_RESERVED, "spot_vms": True},
    right=_RESERVED,
)
