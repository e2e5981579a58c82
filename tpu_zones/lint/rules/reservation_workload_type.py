"""A reservation for slices of the other kind: of one host, or of several."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import NodePool, Reservation, Thing
from tpu_zones.lint.values import given, text
from tpu_zones.lint.view.pool import Pool
from tpu_zones.records.findings import Severity

_FACT = "reservation-workload-type"
"""The statement behind it, which two topics of the catalog have."""
_FOR = {"SERVING": False, "BATCH": True}
"""Workload type -> whether it is for slices of several hosts."""


def look(pool: Pool, ask: Ask) -> Iterator[Found]:
    """Find pools that use a reservation of the same group whose workload type is for others."""
    value = pool.thing.reservation
    if not ask.reservations or not given(value) or pool.multi_host is None:
        return
    *above, name = (text(value) or "").partition("/reservationBlocks")[0].split("/")
    found = [one for one in ask.reservations if not given(one.name) or text(one.name) == name]
    if len(found) != 1 or found[0].maybe or not given(found[0].name) or not given(found[0].workload_type):
        return
    if above and text(found[0].project) not in above:  # another project's, by its path
        return
    kind = text(found[0].workload_type) or ""
    if _FOR.get(kind, pool.multi_host) != pool.multi_host:
        hosts, other = ("several hosts", "one host") if pool.multi_host else ("one host", "several hosts")
        told = f"reservation {name} is of workload type {kind}, for slices of {other}: this pool's has {hosts}"
        yield Found(value, told, claim=ask.tables.claim(_FACT))


def _example(kind: str) -> list[Thing]:
    return [
        Reservation(name="res-1", workload_type=kind),
        NodePool(machine_type="ct6e-standard-4t", topology="4x4", num_nodes=4, reservation="res-1"),
    ]


RULE = Rule(
    "TPZ421",
    "reservation-workload-type",
    Severity.WARNING,
    (NodePool,),
    look,
    why="GKE's autoscaler takes a TPU reservation of workload type SERVING for single-host nodes, and one of type BATCH"
    " for slices of several hosts. The finding needs the command that asks for the reservation, with its name, in the"
    " same file or configured group.",
    source="github:GoogleCloudPlatform/cluster-autoscaler:pkg/cloudprovider/gke@7d25050",
    wrong=lambda: _example("SERVING"),
    right=lambda: _example("BATCH"),
)
