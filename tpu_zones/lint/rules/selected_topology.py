"""A topology of a workload that no node with its accelerator label has."""

from collections.abc import Iterator

from tpu_zones.errors import NoSuchSlice, WrongUsage
from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.values import Value, given, plain
from tpu_zones.lint.view.tables import DISPUTED, NONE, OK, UNSORTED, newer_than
from tpu_zones.lint.view.workload import Work
from tpu_zones.lint.workloads import ComputeClass, Flavor, Workload
from tpu_zones.records.findings import Severity
from tpu_zones.shapes import parse_topology, topology_name


def look(work: Work, ask: Ask) -> Iterator[Found]:
    """Find shapes that do not exist, unsorted ones, those above the limit, other spellings, and several at once."""
    value, states = work.thing.topology, work.states
    if value is None or not given(value):
        return
    if work.sides is None:
        yield from _unreadable(work, ask, value)
        return
    if not work.machines or work.generation is None:
        return
    written = topology_name(work.sides)
    if OK in states:
        if written != work.topology:
            yield Found(value, f"labels are compared as text: write {written} for {work.topology!r}", new=written)
        elif machines := _undocumented(work):
            text = f"topology {written} on {work.label} is that of {machines} alone, which no page has"
            yield Found(value, text, severity=Severity.WARNING)
    elif UNSORTED in states:
        proper = next(topology_name(fit.proper or fit.sides) for _, fit in work.fits if fit.state == UNSORTED)
        taken = ask.tables.takes_unsorted(work.generation) and 1 not in work.sides
        severity = Severity.WARNING if taken else None
        text = f"no node has topology {work.topology}: its sides are written in order, {proper}"
        yield Found(value, text, severity=severity, new=proper)
    elif DISPUTED in states:
        text = f"topology {written} on {work.label} is above the documented limit"
        yield Found(value, text, severity=Severity.WARNING)
    elif states and all(one == NONE for one in states):
        text, new = _none(work, ask, written)
        sure = any(one.status == "documented" for one in work.machines)
        claim = ask.tables.shape_claim(work.machines[0].machine_type)
        yield Found(value, text, new=new, severity=None if sure else Severity.WARNING, claim=claim)


def _unreadable(work: Work, ask: Ask, value: Value) -> Iterator[Found]:
    """Find what is no topology of any generation that has nodes, and more than one of them."""
    held = plain(value)
    if isinstance(held, list):
        if isinstance(work.thing, Workload) and len(held) > 1:
            several = ", ".join(map(str, held))
            text = f"several topologies are allowed ({several[:100]}): GKE refuses Pods with more than one"
            yield Found(value, text, shown=several, severity=Severity.WARNING)
        return
    newer = work.label is None or (not work.machines and newer_than(ask.index, work.label, ("tpu", "tpu-v")))
    if not newer and isinstance(held, (str, int, float)) and _is_no_topology(work.topology):
        yield Found(value, f"{work.topology!r} is no topology: it is numbers with x between, such as 2x2")


def _undocumented(work: Work) -> str:
    """Return the machines with this shape, where no page has any of them."""
    if any(machine.status in ("documented", "legacy") for machine, _ in work.fits):
        return ""
    return " or ".join(machine.machine_type for machine, _ in work.fits)


def _is_no_topology(word: str) -> bool:
    try:
        parse_topology(word)
    except WrongUsage:
        return True
    return False


def _none(work: Work, ask: Ask, written: str) -> tuple[str, str | None]:
    """Return what is wrong with a shape, and the one that is nearest."""
    try:
        ask.catalog.slices(str(work.generation), topology=written)
    except NoSuchSlice as error:
        return f"no {work.label} node has topology {written}: {error}", error.nearest[0] if len(
            error.nearest
        ) == 1 else None
    others = [
        label
        for label, machines in ask.tables.labels.items()
        if any(
            one.generation == work.generation and ask.tables.fit(one, work.sides or ()).state == OK for one in machines
        )
    ]
    where = f"; those of {' and '.join(others)} do" if others else ""
    return f"no {work.label} node has topology {written}{where}", None


RULE = Rule(
    "TPZ605",
    "selected-topology",
    Severity.ERROR,
    (Workload, Flavor, ComputeClass),
    look,
    why="Each accelerator has its list of topologies; above 64 chips 3D ones have sides in order, each a multiple"
    " of 4. Labels are compared as text, so that another spelling matches no node.",
    source="https://docs.cloud.google.com/kubernetes-engine/docs/concepts/tpus",
    wrong={"kind": "Job", "accelerator": "tpu-v6e-slice", "topology": "4x16", "chips": 4},
    right={"kind": "Job", "accelerator": "tpu-v6e-slice", "topology": "8x8", "chips": 4, "pods": 16},
)
