"""An accelerator type, or a type of the Cloud TPU API, that does not exist."""

from collections.abc import Iterator

from tpu_zones.errors import NoSuchSlice, UnknownName, did_you_mean
from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import NodePool, TpuVm
from tpu_zones.lint.values import Value, text
from tpu_zones.lint.view.pool import Pool
from tpu_zones.lint.view.tables import NONE, WRONG_RANK, newer_than
from tpu_zones.lint.view.vm import Vm, sides_of
from tpu_zones.records.findings import Severity


def look(vm: Vm | Pool, ask: Ask) -> Iterator[Found]:
    """Find accelerator types that nobody knows, or that have another spelling; of xpk's pools also topologies."""
    value, name = vm.thing.accelerator_type, text(vm.thing.accelerator_type)
    if isinstance(vm, Pool):
        if value is not None and name:
            yield from _of_xpk(ask, vm, value, name)
        return
    if value is not None and name:
        yield from _accelerator_type(ask, vm, value, name)
    kind, word = vm.thing.tpu_type, text(vm.thing.tpu_type)
    if kind is not None and word and not name and vm.generation is None:
        yield _early(ask, kind, word) or Found(kind, f"{word} is no TPU type: {_types(ask)}")


def _accelerator_type(ask: Ask, vm: Vm, value: Value, name: str) -> Iterator[Found]:
    if vm.hardware is not None:
        proper = vm.hardware.accelerator_type
        if proper is None:
            example = ask.index.generations[vm.hardware.generation].accelerator_types[-1:]
            like = f", such as {example[0]}" if example else ""
            yield Found(value, f"{name} is a {vm.hardware.kind}, and an accelerator type has to stand here{like}")
        elif proper != name:
            yield Found(value, f"there is no accelerator type {name}: it is {proper}", new=proper)
        return
    error = ask.tables.hardware(name)
    if isinstance(error, NoSuchSlice):
        if seen := ask.index.value("accelerator-types-seen", name):
            claim = ask.tables.claim("accelerator-types-seen")
            text = f"{name} is on none of Google's pages; {seen}"
            yield Found(value, text, severity=Severity.WARNING, claim=claim)
            return
        new = error.nearest[0] if len(error.nearest) == 1 else None
        yield Found(value, str(error), new=new)
    elif isinstance(error, UnknownName):
        text = f"there is no accelerator type {name}{did_you_mean(error.suggestions[:3])}"
        yield _early(ask, value, name) or Found(value, text)


def _early(ask: Ask, value: Value, name: str) -> Found | None:
    early = newer_than(ask.index, name, ("tpu-v", "tpuv", "tpu", "v"))
    if early == "announced":
        return Found(value, f"{name}: its generation is announced, nothing public yet", severity=Severity.WARNING)
    if early == "newer":
        return Found(value, f"{name} is not known; {ask.newer}", severity=Severity.INFO)
    return None


def _types(ask: Ask) -> str:
    rows = (one.value for one in ask.index.statements.values() if one.id.startswith("enum-"))
    return ", ".join(one["enum"] for one in rows if isinstance(one, dict) and one.get("proto_number"))


def _of_xpk(ask: Ask, pool: Pool, value: Value, name: str) -> Iterator[Found]:
    """Find sizes, and topologies in their place, that no slice has; and v5e, which xpk calls v5litepod."""
    if pool.hardware is None:
        yield from _no_size(ask, value, name)
        return
    generation = pool.hardware.generation
    prefix, _, size = name.rpartition("-")
    sides = sides_of(Value(size))
    fits = [ask.tables.fit(one, sides).state for one in ask.tables.machines_of(generation)] if sides else []
    types = ask.index.generations[generation].accelerator_types
    proper = types[-1].rpartition("-")[0] if types else prefix
    if fits and all(one in (NONE, WRONG_RANK) for one in fits):
        yield Found(value, f"there is no type {name}: {generation} has no topology {size}")
    elif prefix == generation != proper:
        yield Found(value, f"xpk has no type {name}: it is {proper}-{size}", new=f"{proper}-{size}")


def _no_size(ask: Ask, value: Value, name: str) -> Iterator[Found]:
    error = ask.tables.hardware(name)
    if isinstance(error, NoSuchSlice):
        yield Found(value, str(error), new=error.nearest[0] if len(error.nearest) == 1 else None)


RULE = Rule(
    "TPZ105",
    "unknown-accelerator-type",
    Severity.ERROR,
    (TpuVm, NodePool),
    look,
    why="The Cloud TPU API refuses an unknown accelerator type. The number counts TensorCores for v2, v3, v4 and v5p"
    " (v5p-8 is 4 chips, v5p-4 does not exist), chips for v5litepod and v6e.",
    source="https://docs.cloud.google.com/tpu/docs/system-architecture-tpu-vm",
    fact="chips-suffix",
    wrong={"accelerator_type": "v5e-8", "zone": "us-west4-a"},
    right={"accelerator_type": "v5litepod-8", "zone": "us-west4-a"},
)
