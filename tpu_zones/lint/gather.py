"""Files -> what they describe, in groups whose things may know each other: a Terraform root, or one file."""

import os
import re
from functools import cache
from posixpath import dirname, join, normpath

from tpu_zones.lint.read import files as found_files
from tpu_zones.lint.read.sniff import named_terraform
from tpu_zones.lint.things import Fault, NodePool, Read, broken, looks_like_tpu
from tpu_zones.lint.values import Spot, Value, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from tpu_zones.lint.read.files import File
    from tpu_zones.lint.things import Thing

_READERS = {
    "shell": "shell",
    "workflow": "workflow",
    "gke-json": "gke_json",
    "config-connector": "kubernetes",
    "kubernetes": "kubernetes",
    "plan-json": "terraform.plan_json",
}
"""Format -> the module whose `read(text, file)` reads it."""
_MARKED = re.compile(
    r"<[^<>]{1,100}>|<[A-Za-z][\w-]*$|\$\{|\{\{|\$\(|\$\[|\(\(|#\{|^\[[^\[\]]+\]$"
    r"|__[A-Za-z]\w*?__|%[A-Za-z][\w.]*%|@[A-Za-z][\w.]*@|##[A-Za-z]\w*##"
)
"""Marks of what tools of all kinds fill in: <zone>, ${ZONE}, {{ zone }}, ((zone)), [ZONE], __ZONE__, %ZONE%, @ZONE@."""
_TO_BE_NAMED = re.compile(
    r"[A-Z][A-Z0-9_-]*|(?i:(?:your|my)[-_ ].*|(?:replace|change|fill)[-_ ]?(?:me|this|in)|placeholder|todo|tbd|x{3,})"
)
_LOWER = frozenset(
    "location locations cluster_location zone region machine_type topology accelerator_type version"
    " runtime_version accelerator".split()
)
"""Fields whose words are Google's: never in capitals, and never somebody's own."""
_SOURCE = r'source"?\s*[=:]\s*"(\.\.?(?:/[^"]*)?)"'


class Gathered:
    """What files describe: things by group, what was read, and the files whose faults nobody needs to know.

    Those speak of no TPU, or only their content suggested a format.

    `incomplete` is whether there is Terraform that was not read and may make node pools.
    """

    __slots__ = ("faults", "groups", "incomplete", "silent", "texts")

    def __init__(self) -> None:
        self.groups: dict[str, list[Thing]] = {}
        self.faults: list[Fault] = []
        self.texts: dict[str, str] = {}
        self.silent: set[str] = set()
        self.incomplete = False

    def take(self, group: str, read: "Callable[[], Read]") -> None:
        """Add what a reader finds; a reader that breaks costs its own file, not the run."""
        try:
            found = read()
        except Exception as error:
            found = Read(faults=[broken(error, Spot(group))])
        for thing in found.things:
            _leave_open(thing)
            self.groups.setdefault(thing.group or group, []).append(thing)
        self.faults.extend(found.faults)


def _leave_open(thing: "Thing") -> None:
    """Make placeholders that are still to be filled in unknown: <your-zone>, ${ZONE}, {{ zone }}, my-zone, ZONE."""
    for name, value in thing.values().items():
        held = value.value
        for word in (held,) if isinstance(held, str) else held if isinstance(held, (list, tuple)) else ():
            if not isinstance(word, str):
                continue
            marked = not word.replace("-", "").isalnum() and _MARKED.search(word)
            if marked or (name in _LOWER and _TO_BE_NAMED.fullmatch(word)):
                value.unknown, value.value = f"{word[:100]!r} is a placeholder", None
                break


def gather(
    files: "Iterable[File]",
    roots: "Sequence[str]" = (),
    var_files: "Sequence[tuple[str, str]]" = (),
    sets: "Mapping[str, Sequence[Sequence[tuple[str, str]]]] | None" = None,
) -> Gathered:
    """Read files of all formats that are read here.

    roots: folders and files that the user named; local modules are read from their repositories, and no further
    var_files: name and text of tfvars files that count for every Terraform root
    sets: such files for single roots, by folder: each set is read on its own
    """
    gathered = Gathered()
    gathered.texts.update(
        [*var_files, *(one for several in (sets or {}).values() for given in several for one in given)]
    )
    folders: dict[str, dict[str, str]] = {}
    blueprints: dict[str, str] = {}
    kustomizations: dict[str, str] = {}
    for file in files:
        if file.fault is not None:
            gathered.incomplete = gathered.incomplete or named_terraform(file.path) is not None
            continue
        if file.format is None:
            continue
        gathered.texts[file.path] = file.text
        if not file.speaks or file.guessed:
            gathered.silent.add(file.path)
        if file.format in ("terraform", "tfvars"):
            folders.setdefault(normpath(dirname(file.path) or "."), {})[file.path] = file.text
        elif file.format == "toolkit":
            blueprints[file.path] = file.text
        elif file.format == "kustomization":
            kustomizations[file.path] = file.text
        elif file.format in _READERS:
            gathered.take(file.path, lambda file=file: _reader(file.format)(file.text, file.path))  # type: ignore[misc]
    if blueprints:
        _toolkit(blueprints, gathered)
    if folders:
        _terraform(folders, roots, var_files, sets or {}, gathered)
    if kustomizations:
        _complete_later(kustomizations, gathered)
    _look_elsewhere(gathered)
    return gathered


def _look_elsewhere(gathered: Gathered) -> None:
    """Take back that all pools of a cluster are known where another group, or what was not read, may have more."""
    clusters = [(group, one) for group, things in gathered.groups.items() for one in things if one.whole]
    if not clusters:
        return
    pools: dict[str | None, set[str]] = {}
    for group, things in gathered.groups.items():
        for one in things:
            if isinstance(one, NodePool) and looks_like_tpu(text(one.machine_type) or "tpu"):
                pools.setdefault(_last_part(one.cluster), set()).add(group)
    for group, cluster in clusters:
        name = _last_part(cluster.name)
        known = name is not None and "." not in name  # and no address that stands for a name
        others = pools.get(None, set()) | pools.get(name, set()) if known else set().union(*pools.values())
        cluster.whole = not gathered.incomplete and others <= {group}


def _last_part(name: Value | None) -> str | None:
    return (text(name) or "").rpartition("/")[2] or None


def _complete_later(kustomizations: "Mapping[str, str]", gathered: Gathered) -> None:
    """Mark things in patches, and in what patches change: they are not judged by what they lack."""
    from tpu_zones.lint.read.kustomize import incomplete

    for path in incomplete(kustomizations):
        for thing in gathered.groups.get(path, ()):
            if "partial" in thing.fields:
                thing.partial = Value(True, thing.spot)  # type: ignore[attr-defined]


@cache
def _reader(form: str) -> "Callable[[str, str], Read]":
    module = __import__(f"tpu_zones.lint.read.{_READERS[form]}", fromlist=["read"])
    return module.read  # type: ignore[no-any-return]


def _toolkit(texts: "Mapping[str, str]", gathered: Gathered) -> None:
    from tpu_zones.lint.read import toolkit

    for name, deployments in toolkit.grouped(texts):
        given = [(texts[one], one) for one in deployments]
        gathered.take(name, lambda name=name, given=given: toolkit.read(texts[name], name, given))  # type: ignore[misc]


def _terraform(
    folders: "Mapping[str, Mapping[str, str]]",
    roots: "Sequence[str]",
    var_files: "Sequence[tuple[str, str]]",
    sets: "Mapping[str, Sequence[Sequence[tuple[str, str]]]]",
    gathered: Gathered,
) -> None:
    wanted = folders if var_files or sets else dict(_relevant(folders, gathered.silent))
    left = [text for path, files in folders.items() if path not in wanted for text in files.values()]
    gathered.incomplete = gathered.incomplete or any("google_container_node_pool" in text for text in left)
    if not wanted:
        return
    from tpu_zones.lint.read import terraform

    modules = _Modules(roots, gathered)
    gathered.take(next(iter(wanted)), lambda: terraform.read(wanted, modules.fetch, var_files, sets))


def _relevant(
    folders: "Mapping[str, Mapping[str, str]]", silent: "set[str]"
) -> "Iterator[tuple[str, Mapping[str, str]]]":
    """Yield the folders that speak of TPUs, that call one that does, or one that was not walked; and their modules."""
    calls = {
        path: {normpath(join(path, source)) for text in files.values() for source in re.findall(_SOURCE, text)}
        for path, files in folders.items()
    }
    callers: dict[str, list[str]] = {}
    for path, targets in calls.items():
        for target in targets:
            callers.setdefault(target, []).append(path)
    pending = [path for path, files in folders.items() if any(one not in silent for one in files)]
    pending += [target for target in callers if target not in folders]
    relevant: set[str] = set()
    while pending:
        path = pending.pop()
        if path not in relevant:
            relevant.add(path)
            pending.extend(callers.get(path, ()))
    pending = list(relevant)
    while pending:
        for target in calls.get(pending.pop(), ()):
            if target not in relevant:
                relevant.add(target)
                pending.append(target)
    return ((path, files) for path, files in folders.items() if path in relevant)


class _Modules:
    """Reads the folders of local modules, inside the repositories of what the user named."""

    def __init__(self, roots: "Sequence[str]", gathered: Gathered) -> None:
        self.within = tuple({repository(os.path.realpath(root)) for root in roots})
        self.gathered = gathered

    def fetch(self, path: str) -> "Mapping[str, str] | None":
        """Return the Terraform files of a folder, by path; None where it must not or cannot be read."""
        whole = os.path.realpath(path)
        if not any(lies_in(whole, one) for one in self.within):
            return None
        found: dict[str, str] = {}
        try:
            names = sorted(name for name in os.listdir(whole) if named_terraform(name) == "terraform")
        except OSError:
            return None
        for file in found_files.find([join(path, name) for name in names]):
            if file.fault is not None:
                self.gathered.faults.append(file.fault)
                self.gathered.incomplete = True
            elif file.format == "terraform":
                found[file.path] = self.gathered.texts[file.path] = file.text
                if not file.speaks:
                    self.gathered.silent.add(file.path)
        return found or None


def lies_in(path: str, folder: str) -> bool:
    """Whether a path is a folder or inside it, where both are as `os.path.realpath` has them."""
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def repository(path: str) -> str:
    """Return the nearest folder above with a .git; the folder itself where there is none."""
    start = folder = path if os.path.isdir(path) else os.path.dirname(path)
    while not os.path.lexists(os.path.join(folder, ".git")):
        above = os.path.dirname(folder)
        if above == folder:
            return start
        folder = above
    return folder
