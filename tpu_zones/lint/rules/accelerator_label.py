"""An accelerator label that no node carries."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.values import Value, given, plain
from tpu_zones.lint.view.tables import newer_than, said
from tpu_zones.lint.view.workload import Work
from tpu_zones.lint.workloads import ComputeClass, Flavor, Workload
from tpu_zones.records.findings import Severity


def look(work: Work, ask: Ask) -> Iterator[Found]:
    """Find values of the selector, of a flavor or of a compute class that are no labels."""
    value = work.thing.accelerator
    held = plain(value)
    if value is None or not given(value):
        return
    if isinstance(held, list):
        if isinstance(work.thing, Workload) and len(held) > 1:
            several = ", ".join(map(str, held))
            text = f"several accelerators are allowed ({several[:100]}): GKE refuses Pods with more than one"
            yield Found(value, text, shown=several, severity=Severity.WARNING)
        for one in held:
            yield from _judged(value, str(one), ask, shown=str(one))
    elif isinstance(held, str):
        yield from _judged(value, held, ask)


def _judged(value: Value, name: str, ask: Ask, shown: str | None = None) -> Iterator[Found]:
    rows = {one.name: one for one in ask.index.table("labels") if one.kind == "accelerator"}
    machines = ask.tables.labels.get(name, ())
    if any(one.status in ("documented", "legacy") for one in machines) or (name in rows and rows[name].valid):
        return
    if machines:
        text = f"the accelerator label {name} is in Google's code only, and no page has it"
        yield Found(value, text, severity=Severity.WARNING, shown=shown)
        return
    early = newer_than(ask.index, name, ("tpu", "tpu-v"))
    if early == "announced":
        text = f"the accelerator label {name} is of an announced generation, nothing public yet"
        yield Found(value, text, severity=Severity.WARNING, shown=shown)
    elif early == "newer":
        text = f"the accelerator label {name} is not known; {ask.newer}"
        yield Found(value, text, severity=Severity.INFO, shown=shown)
    else:
        right = _right(name, rows, ask)
        new = right[0] if len(right) == 1 and shown is None else None
        meant = f"; it is {' or '.join(right)}" if right else ""
        text = f"there is no accelerator label {name}{meant}: no node carries it"
        yield Found(value, text, new=new, shown=shown, claim=said(rows[name]) if name in rows else None)


def _right(name: str, rows: "dict[str, object]", ask: Ask) -> list[str]:
    """Return the labels that a wrong one may mean: as the catalog says, or those of its generation."""
    note: str = getattr(rows.get(name), "note", None) or ""
    if right := note.partition("right: ")[2]:
        return [right]
    word = name.casefold()
    of = [
        label
        for label, machines in ask.tables.labels.items()
        for machine in machines[:1]
        if machine.status == "documented" and f"-{machine.generation}-" in f"-{word}-"
    ]
    if of:
        return of
    known = [label for label, machines in ask.tables.labels.items() if machines[0].status == "documented"]
    return list(ask.tables.near(name, known))[:2]


RULE = Rule(
    "TPZ601",
    "accelerator-label",
    Severity.ERROR,
    (Workload, Flavor, ComputeClass),
    look,
    why="Nodes carry the accelerator labels that GKE gives them; a selector with another value matches none, and"
    " the Pods stay Pending.",
    source="https://docs.cloud.google.com/kubernetes-engine/docs/concepts/tpus",
    wrong={"kind": "Pod", "accelerator": "tpu-v5e-slice", "topology": "2x2", "chips": 4},
    right={"kind": "Pod", "accelerator": "tpu-v5-lite-podslice", "topology": "2x2", "chips": 4},
)
