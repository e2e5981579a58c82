"""A folder of Terraform as a module: its variables, locals, resources, and the modules that it calls."""

from posixpath import join, normpath

from tpu_zones.lint.read.terraform.evaluate import Budget, evaluate
from tpu_zones.lint.read.terraform.expressions import Block, Expression, Literal, Pairs, Reference
from tpu_zones.lint.read.terraform.folder import Folder, is_local
from tpu_zones.lint.read.terraform.syntax import TOO_LARGE
from tpu_zones.lint.read.terraform.types import convert
from tpu_zones.lint.read.terraform.vals import ELEMENTS, Set, Val, as_number, make, members, refused, unknown
from tpu_zones.lint.things import Fault
from tpu_zones.lint.values import Spot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from tpu_zones.lint.read.terraform.evaluate import Names

NESTED = 8
"""Modules within modules."""
NOTES = 50
"""Notes about one root."""
_NOT_ARGUMENTS = frozenset(("source", "version", "count", "for_each", "providers", "depends_on", "lifecycle"))


class Run:
    """What the modules of one root share."""

    def __init__(self, folder_of: "Callable[[str], Folder | None]", faults: "list[Fault]") -> None:
        self.folder_of, self.faults = folder_of, faults
        self.budget = Budget()
        self.modules: list[Module] = []
        self._noted: set[tuple[str, str]] = set()

    def note(self, spot: Spot, text: str, level: str = "info") -> None:
        """Keep a fault, once, and not too many."""
        if (spot.file, text) not in self._noted and len(self._noted) < NOTES:
            self._noted.add((spot.file, text))
            self.faults.append(Fault(spot, text, level=level))

    def end(self) -> None:
        """Let the modules go, which hold each other: they are freed at once, and not by a later search for cycles."""
        for module in self.modules:
            module.forget()
        self.modules.clear()


class Instance:
    """One instance of a resource."""

    __slots__ = ("_known", "address", "block", "maybe", "module", "names")

    def __init__(self, block: Block, module: "Module", key: str, names: "Names", maybe: bool) -> None:
        self.block, self.module, self.names, self.maybe = block, module, names, maybe
        self.address = f"{module.address}{'.'.join(block.labels)}{key}"
        self._known: dict[str, Val | None] = {}

    def attribute(self, name: str) -> Val:
        """Return the value of an attribute as the config gives it."""
        if name in self._known:
            return self._known[name] or refused(f"{self.address}.{name} refers to itself")
        self._known[name] = None
        expression = self.block.expression(name)
        if expression is None:
            val = unknown(f"{self.address}.{name} is known after apply").at(self.block.spot)
        else:
            try:
                val = evaluate(expression, self.module, self.names)
            except RecursionError:
                val = unknown(TOO_LARGE)
        made = self._known[name] = Val(val.data, val.spot, val.why, (self, name), val.size, val.depth)
        return made

    def forget(self) -> None:
        """Let go of the values, which know where they come from."""
        self._known.clear()


class Call:
    """One instance of a module that is called; `module` is None where its files are not here."""

    __slots__ = ("maybe", "module", "name", "names")

    def __init__(self, name: str, module: "Module | None", names: "Names", maybe: bool) -> None:
        self.name, self.module, self.names, self.maybe = name, module, names, maybe

    def attribute(self, name: str) -> Val:
        """Return an output."""
        if self.module is None:
            return unknown(f"module.{self.name} is not read, so that its outputs are unknown")
        return self.module.output(name)


class Module:
    """One module in one use: the root, or an instance of a call; `given` returns what was passed for a variable."""

    def __init__(
        self,
        folder: Folder,
        run: Run,
        given: "Callable[[str], Val | None]",
        *,
        chain: "Sequence[str]" = (),
        address: str = "",
        maybe: bool = False,
        providers: "Mapping[tuple[str, str], tuple[Block, Module]] | None" = None,
    ) -> None:
        self.folder, self.run, self.budget, self._given = folder, run, run.budget, given
        self.chain, self.address, self.maybe = (*chain, folder.path), address, maybe
        own = {(one.labels[0], one.text("alias") or ""): (one, self) for one in folder.of("provider")}
        for key in [key for key in own if ("provider", *key) in folder.twice]:
            own.pop(key)  # which of the two counts, nobody knows
        self.providers: dict[tuple[str, str], tuple[Block, Module]] = {**(providers or {}), **own}
        self._memo: dict[tuple[str, str, str], Val | None] = {}
        self._instances: dict[Block, list[tuple[str | int | None, Instance]]] = {}
        self._calls: dict[Block, list[tuple[str | int | None, Call]]] = {}
        run.modules.append(self)

    def forget(self) -> None:
        """Let go of what was worked out; nothing is asked any more."""
        for instances in self._instances.values():
            for _, one in instances:
                one.forget()
        for kept in (self.providers, self._memo, self._instances, self._calls):
            kept.clear()

    def named(self, base: str, name: str | None) -> Val:
        """Return what a reference that begins with two names means."""
        if name is None:
            return unknown(f"{base} is not known here")
        if base == "var":
            return self._once(("var", name, ""), lambda: self._variable(name))
        if base == "local":
            return self._once(("local", name, ""), lambda: self._local(name))
        if base == "module":
            return self._once(("module", name, ""), lambda: self._module(name))
        if base in ("each", "count", "self", "path", "terraform"):
            return unknown(f"{base}.{name} is not known here")
        return self.resource(base, name)

    def _once(self, key: tuple[str, str, str], make_it: "Callable[[], Val]") -> Val:
        """Return a value that is made when it is first asked for."""
        if key in self._memo:
            return self._memo[key] or refused(f"{key[0]}.{key[1]} refers to itself")
        self._memo[key] = None
        try:
            made = make_it()
        except RecursionError:
            made = unknown(TOO_LARGE)
        self._memo[key] = made
        return made

    def _variable(self, name: str) -> Val:
        block = self.folder.blocks.get(("variable", name))
        if block is None:
            return unknown(f"var.{name} is not declared in the files that were read")
        val, default = self._given(name), block.expression("default")
        if val is None and ("variable", name) in self.folder.twice:
            return unknown(f"var.{name} is declared twice")
        nullable = block.expression("nullable")
        if val is not None and val.why is None and val.data is None and default is not None:
            val = None if isinstance(nullable, Literal) and nullable.value is False else val
        if val is None:
            if default is None:
                return unknown(f"var.{name} has no default, and no value in the files that were read")
            val = evaluate(default, self, {})
        made = convert(val, block.expression("type"), self)
        if made.origin is None and val.origin is not None and made.why is None:
            made.origin = val.origin
        return made.at(block.spot)

    def _local(self, name: str) -> Val:
        expression = self.folder.locals.get(name)
        if expression is None:
            return unknown(f"local.{name} is not declared in the files that were read")
        if ("local", name) in self.folder.twice:
            return unknown(f"local.{name} is declared twice")
        return evaluate(expression, self, {})

    def output(self, name: str) -> Val:
        """Return the value of an output."""
        block = self.folder.blocks.get(("output", name))
        expression = block.expression("value") if block else None
        if expression is None:
            return unknown(f"the output {name} is not declared in the files that were read")
        if ("output", name) in self.folder.twice:
            return unknown(f"the output {name} is declared twice")
        return self._once(("output", name, ""), lambda: evaluate(expression, self, {}))

    def resource(self, kind: str, name: str) -> Val:
        """Return a resource: one, or a list or map of its instances."""
        block = self.folder.blocks.get(("resource", kind, name))
        if block is None:
            return unknown(f"{kind}.{name} is not in the files that were read")
        if ("resource", kind, name) in self.folder.twice:
            return unknown(f"{kind}.{name} is declared twice")
        return self._once(("resource", kind, name), lambda: _gathered(self.instances(block), f"{kind}.{name}"))

    def instances(self, block: Block) -> "list[tuple[str | int | None, Instance]]":
        """Return the instances of a resource with their keys (None where it is not repeated)."""
        if block not in self._instances:
            self._instances[block] = [
                (key, Instance(block, self, _shown(key), names, maybe or self.maybe))
                for key, names, maybe in expand(block, self, {})
            ]
        return self._instances[block]

    def _module(self, name: str) -> Val:
        """Return a module that is called: one, or a list or map of its instances."""
        block = self.folder.blocks.get(("module", name))
        if block is None or ("module", name) in self.folder.twice:
            return unknown(f"the instances of module.{name} are not known")
        return _gathered(self.calls(block), f"module.{name}")

    def calls(self, block: Block) -> "list[tuple[str | int | None, Call]]":
        """Return the instances of a module that this one calls."""
        name = block.labels[0]
        if block not in self._calls:
            self._calls[block] = []
            if self.budget.steps <= 0:
                return [("?", Call(name, None, {}, True))]
            folder = self._called(block)
            for key, names, unsure in expand(block, self, {}):
                maybe = unsure or self.maybe
                module = self._child(block, folder, key, names, maybe) if folder else None
                self._calls[block].append((key, Call(name, module, names, maybe)))
        return self._calls[block]

    def _called(self, block: Block) -> Folder | None:
        """Return the folder of a module that is called; None where it is not to be read, with a note."""
        source = block.text("source")
        if source is None or not is_local(source):
            return None
        path, shown = normpath(join(self.folder.path, source)), f"module {block.labels[-1]!r}"
        if path in self.chain:
            self.run.note(block.spot, f"{shown} calls itself ({path})", "error")
            return None
        if len(self.chain) > NESTED:
            self.run.note(block.spot, f"{shown} is not read: more than {NESTED} modules within modules")
            return None
        folder = self.run.folder_of(path)
        if folder is None:
            self.run.note(block.spot, f"{shown} is not read: no Terraform in {path}, or outside what may be read")
        return folder

    def _child(self, block: Block, folder: Folder, key: str | int | None, names: "Names", maybe: bool) -> "Module":
        def given(name: str) -> Val | None:
            expression = block.expression(name) if name not in _NOT_ARGUMENTS else None
            return evaluate(expression, self, names) if expression is not None else None

        address = f"{self.address}module.{block.labels[-1]}{_shown(key)}."
        self.budget.steps -= 10 + (len(self.providers) >> 2)
        providers = {alias: one for alias, one in self.providers.items() if not alias[1]}
        passed = block.expression("providers")
        for inner, outer in passed.pairs if isinstance(passed, Pairs) else ():
            if found := self.providers.get(_provider_key(outer)):
                providers[_provider_key(inner)] = found
        return Module(folder, self.run, given, chain=self.chain, address=address, maybe=maybe, providers=providers)

    def provider(self, block: Block) -> "tuple[Block, Module] | None":
        """Return the provider block of a resource, and the module that it stands in."""
        named = block.expression("provider")
        key = _provider_key(named) if named else (block.labels[0].partition("_")[0], "")
        return self.providers.get(key)

    def arguments(self, block: Block, call: Call) -> dict[str, Val]:
        """Return what a call passes on."""
        names = [name for name in block.attributes if name not in _NOT_ARGUMENTS]
        return {name: evaluate(block.attributes[name].expression, self, call.names) for name in names}


def _provider_key(expression: Expression) -> tuple[str, str]:
    if isinstance(expression, Reference) and isinstance(expression.base, str):
        alias = expression.steps[0][1] if expression.steps else ""
        return expression.base, alias if isinstance(alias, str) else ""
    name, _, alias = str(expression.value).partition(".") if isinstance(expression, Literal) else ("", "", "")
    return name, alias


def _shown(key: str | int | None) -> str:
    return "" if key is None else f'["{key}"]' if isinstance(key, str) else f"[{key}]"


def _gathered(found: "Sequence[tuple[str | int | None, Instance | Call]]", what: str) -> Val:
    """Return instances as references to them see them."""
    vals = [(key, Val(why=f"{what} as a whole", origin=(one, None))) for key, one in found]
    if vals and vals[0][0] is None:
        return vals[0][1]
    if vals and vals[0][0] == "?":
        return unknown(f"the instances of {what} are not known")
    if vals and isinstance(vals[0][0], str):
        return make({str(key): val for key, val in vals})
    return make([val for _, val in vals])


def expand(block: Block, module: Module, names: "Names") -> "Iterator[tuple[str | int | None, Names, bool]]":
    """Yield key, names and whether it may not exist for each instance; one that may not exist where that is unknown."""
    count, for_each = block.expression("count"), block.expression("for_each")
    if count is not None:
        number = as_number(evaluate(count, module, names))
        if number.why is None and isinstance(number.data, int) and number.data <= ELEMENTS and module.budget.steps > 0:
            for at in range(number.data):
                if not _afford(module):
                    return
                yield at, {**names, "count": make({"index": make(at, count.spot)})}, False
            return
        yield "?", {**names, "count": make({"index": unknown("the count is unknown")})}, True
    elif for_each is not None:
        collection = evaluate(for_each, module, names)
        if collection.why is None and isinstance(collection.data, (dict, list)) and module.budget.steps > 0:
            for key, value in members(collection):
                if not _afford(module):
                    return
                name = value.data if isinstance(collection.data, Set) else key.data
                yield str(name), {**names, "each": make({"key": key, "value": value})}, False
            return
        why = unknown(f"for_each is not known: {collection.why or 'null'}")
        yield "?", {**names, "each": make({"key": why, "value": why})}, True
    else:
        _afford(module)
        yield None, names, False


def _afford(module: Module) -> bool:
    """Whether the budget allows one more instance."""
    module.budget.steps -= 10
    return module.budget.steps > 0
