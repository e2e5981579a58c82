"""Terraform, evaluated with three values: what is known, what is unknown and why, what Terraform would refuse.

It never reads a file by `file()`, the clock, the network or the environment.
"""

import re
from posixpath import normpath

from tpu_zones.lint.read.terraform.body import Written
from tpu_zones.lint.read.terraform.candidates import Candidate, candidates
from tpu_zones.lint.read.terraform.evaluate import STEPS, evaluate
from tpu_zones.lint.read.terraform.expressions import BadSyntax
from tpu_zones.lint.read.terraform.folder import Folder, parse_file
from tpu_zones.lint.read.terraform.module import Module, Run
from tpu_zones.lint.read.terraform.place import InModule
from tpu_zones.lint.read.terraform.resources import KINDS, things
from tpu_zones.lint.read.terraform.syntax import TOO_LARGE
from tpu_zones.lint.read.terraform.vals import Val, unknown
from tpu_zones.lint.read.terraform.whole import says_all
from tpu_zones.lint.things import Cluster, Fault, Read, Thing, broken
from tpu_zones.lint.values import Spot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from tpu_zones.lint.read.terraform.expressions import Block

_LOCAL_SOURCE = re.compile(r'source"?\s*[=:]\s*"\.\.?["/]')


def read(
    folders: "Mapping[str, Mapping[str, str]]",
    fetch: "Callable[[str], Mapping[str, str] | None]",
    var_files: "Sequence[tuple[str, str]]" = (),
    sets: "Mapping[str, Sequence[Sequence[tuple[str, str]]]] | None" = None,
) -> Read:
    """Return what the folders describe: each one that no other calls as a module is a root.

    folders: path of a folder -> path of a file -> text (.tf, .tf.json, .tfvars, .tfvars.json)
    fetch: returns the files of a module's folder that is not among them; None where it may not be read
    var_files: name and text of further tfvars files, which go after those that Terraform reads by itself
    sets: path of a folder -> sets of further tfvars files: it is a root, and each set makes a group of its own
    """
    return Reading(folders, fetch, var_files, sets).read()


class Reading:
    """One run over folders."""

    def __init__(
        self,
        folders: "Mapping[str, Mapping[str, str]]",
        fetch: "Callable[[str], Mapping[str, str] | None]",
        var_files: "Sequence[tuple[str, str]]",
        sets: "Mapping[str, Sequence[Sequence[tuple[str, str]]]] | None" = None,
    ) -> None:
        self.files = {normpath(path): files for path, files in folders.items()}
        self.fetch = fetch
        self.cache: dict[str, Folder | None] = {}
        self.result = Read()
        self.sets = sets or {}
        self.parsed: dict[str, Block | None] = {}
        self.var_files = [self.values(*one) for one in var_files]

    def values(self, name: str, text: str) -> "Block | None":
        """Return a further tfvars file; None, and a fault, where it cannot be read."""
        if name not in self.parsed:
            self.parsed[name] = None
            try:
                self.parsed[name] = parse_file(text, name)
            except BadSyntax as bad:
                self.result.faults.append(Fault(bad.spot, bad.text))
        return self.parsed[name]

    def read(self) -> Read:
        """Return the things and faults of all folders."""
        found: list[Candidate] = []
        called: dict[str, list[str]] = {}
        for path, files in self.files.items():
            if any(_LOCAL_SOURCE.search(text) for text in files.values()):
                folder = self.folder(path)
                called[path] = [one for one in folder.calls() if one in self.files] if folder else []
        for path in dict.fromkeys([*roots(list(self.files), called), *filter(self.files.get, self.sets)]):
            before = len(self.result.things)
            try:
                found.extend(self.root(path))
            except Exception as error:
                del self.result.things[before:]
                self.result.faults.append(broken(error, Spot(path)))
        used = _machine_spots(self.result.things)
        for candidate in found:
            if candidate.spot not in used or candidate.thing.group not in self.files:  # each set judges its own
                used.add(candidate.spot)
                self.result.things.append(candidate.thing)
        return self.result

    def folder(self, path: str) -> Folder | None:
        """Return the parsed files of a folder; its faults are told once."""
        if path not in self.cache:
            files = self.files[path] if path in self.files else self.fetch(path)
            folder = self.cache[path] = Folder(path, files) if files else None
            self.result.faults.extend(folder.faults if folder else ())
        return self.cache[path]

    def module(self, path: str, given: "Sequence[tuple[str, str]]" = ()) -> Module | None:
        """Return a folder as the root module, with a set of tfvars files; None where nothing in it can be read."""
        folder = self.folder(path)
        if folder is None:
            return None
        run = Run(self.folder, self.result.faults)
        more = [*self.var_files, *(self.values(*one) for one in given)]
        unread = folder.variables_unread or None in more
        if unread:
            run.note(Spot(path), "a tfvars file cannot be read, so that all variables here are unknown")
        return Module(folder, run, _given([*folder.loaded(), *filter(None, more)], run, unread))

    def root(self, path: str) -> list[Candidate]:
        """Read one root with its modules, once with each of its sets; return its candidates."""
        keep = path in self.cache
        found: list[Candidate] = []
        for given in self.sets.get(path, ((),)):
            group = f"{path} with {', '.join(name for name, _ in given)}" if given else path
            found += self.planned(path, group, given)
        if not keep:
            self.cache.pop(path, None)
        return found

    def planned(self, path: str, group: str, given: "Sequence[tuple[str, str]]") -> list[Candidate]:
        """Read one root with one set; its things make a group."""
        module = self.module(path, given)
        if module is None:
            return []
        before = len(self.result.things)
        _walk(module, self.result.things)
        used = _machine_spots(self.result.things[before:])
        found = list(candidates(module.run, used))
        clusters = [one for one in self.result.things[before:] if isinstance(one, Cluster)]
        if clusters and says_all(module):
            for one in clusters:
                one.whole = True
        for thing in [*self.result.things[before:], *(one.thing for one in found)]:
            thing.group = group
        if module.budget.steps <= 0:
            text = f"too large: after {STEPS:,} steps of evaluation the rest of this folder is unknown"
            module.run.note(Spot(path), text, level="error")
        else:
            _tell_of_large(module.run, self.result.things[before:])
        module.run.end()
        return found


def roots(paths: list[str], called: "Mapping[str, list[str]]") -> "Iterator[str]":
    """Yield the folders that no other folder reaches; of those that call one another in a circle, the first."""
    targets = {target for path, some in called.items() for target in some if target != path}
    reached: set[str] = set()
    for path in [*(one for one in paths if one not in targets), *paths]:
        if path in reached:
            continue
        yield path
        stack = [path]
        while stack:
            one = stack.pop()
            if one not in reached:
                reached.add(one)
                stack.extend(called.get(one, ()))


def _given(bodies: "list[Block]", run: Run, unread: bool) -> "Callable[[str], Val | None]":
    """Return what the tfvars files say of a variable: the last one that names it counts."""

    def given(name: str) -> Val | None:
        if unread:
            return unknown("a tfvars file cannot be read")
        found = next((body.expression(name) for body in reversed(bodies) if name in body.attributes), None)
        return evaluate(found, run.modules[0], {}) if found is not None else None

    return given


def _walk(module: Module, made: "list[Thing]") -> None:
    """Gather the things of a module, and of those that it calls."""
    for block in module.folder.of("resource"):
        if block.labels[0] in KINDS:
            for _, instance in module.instances(block):
                place, body = InModule(instance), Written.of(instance)
                for thing in things(block.labels[0], body, place, maybe=instance.maybe):
                    thing.address = instance.address
                    made.append(thing)
    for block in module.folder.of("module"):
        for _, call in module.calls(block):
            if call.module is not None:
                _walk(call.module, made)


def _tell_of_large(run: Run, made: "Sequence[Thing]") -> None:
    """Say once a file that a value is beyond the limits, so that nobody takes it for checked."""
    for thing in made:
        for value in thing.values().values():
            if value.unknown == TOO_LARGE and value.spot is not None:
                run.note(value.spot, "too long or nested too deeply to be worked out: its value is taken as unknown")


def _machine_spots(found: "Sequence[Thing]") -> set[Spot]:
    values = (getattr(thing, "machine_type", None) for thing in found)
    return {value.spot for value in values if value is not None and value.spot is not None}
