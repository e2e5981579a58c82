"""Paths -> the files in them that are worth reading.

A folder is walked: what .gitignore leaves out (also one further up in the same repository) stays out, and so do
folders that are copies of other people's work. Links to folders are not followed; links to files only where
their name says Terraform, which reads them as files of that folder. Files that are named are always taken.

Only a file that speaks of TPUs, or is Terraform by name (its values may be used elsewhere), is handed on. Of a
file no more than its first MiB is read, of a plan 32: if that speaks of no TPUs the file is silent, however large.
"""

import os
import stat
import sys

from tpu_zones.lint.read.ignore import Patterns, patterns
from tpu_zones.lint.read.sniff import (
    is_plan,
    named_kustomization,
    named_terraform,
    names_deployment,
    nested,
    sniff,
    speaks_of_tpu,
    told,
)
from tpu_zones.lint.things import Fault
from tpu_zones.lint.values import Spot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

__all__ = ["File", "find", "sniff", "speaks_of_tpu"]

TERRAFORM_SIZE = 256 * 1024
SIZE = 1024 * 1024
PLAN_SIZE = 32 * 1024 * 1024
"""Bytes of the largest files that are read: Terraform, others, and plans of Terraform."""

_FIRST = 64 * 1024
_DEEPEST = 100
_NEVER = frozenset({".git", ".hg", ".svn", ".terraform", ".terragrunt-cache", "node_modules", "__pycache__"})
_NO_CONFIG = frozenset(
    "." + ending
    for ending in (
        "7z a adoc avi bin bmp br bz2 c cc class cpp css csv db dll dylib eot exe gif go gz h hcl hpp htm html ico "
        "ipynb jar java jpeg jpg js jsonnet jsx kt libsonnet lock log map markdown md mdx mjs mov mp3 mp4 npy npz o "
        "onnx otf parquet patch pb pdf php pkl png po proto py pyc pyi pyx rar rb rs rst safetensors scala scss so "
        "sql sqlite sum svg swift tar tflite tfstate tgz tif tiff ts tsx ttf txt wasm wav webm webp whl woff woff2 "
        "xls xlsx xml xz zip zst"
    ).split()
)
"""Endings of files that are no configs: not opened in a walk."""
_CONFIG = (".tf", ".json", ".tfvars", ".yaml", ".yml", ".sh", ".bash", ".zsh", ".ksh")
_NESTING = (None, "terraform", "tfvars")
"""Formats that are not known, or whose readers pass over what nobody asks for: it is to be told that it is hostile."""
_OPEN = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_PIPES = ("/dev/fd/", "/proc/self/fd/", "/dev/stdin")


class File:
    """A file that was found. `path` is for people, `place` is what opens; `named` whether it was given directly.

    `text` is its content and `format` what it is, None where it is no format that we read; or `fault` says why
    it could not be read. `missing` marks a path that does not exist; `guessed` a walked file whose format only its
    content suggests: what cannot be read of it is most likely no config.
    """

    __slots__ = ("fault", "format", "guessed", "missing", "named", "path", "place", "speaks", "text")

    def __init__(self, place: str, *, named: bool = False, fault: Fault | None = None, missing: bool = False) -> None:
        self.place, self.path, self.named, self.fault, self.missing = place, shown(place), named, fault, missing
        self.text, self.speaks, self.guessed = "", False, False
        self.format: str | None = None

    def __repr__(self) -> str:
        return f"File({self.path!r}, {self.fault.text if self.fault else self.format})"


def shown(place: str) -> str:
    """Return a path as people see it: with slashes, and in text that can be written."""
    text = place if place.isascii() else os.fsencode(place).decode("utf-8", "replace")
    return text.replace(os.sep, "/")


def find(
    paths: "Iterable[str]",
    *,
    exclude: "Iterable[str]" = (),
    stdin: bytes | None = None,
    stdin_name: str | None = None,
) -> "Iterator[File]":
    """Yield the files of paths in the order of paths, then of names; each file once.

    paths: files and folders; - is the standard input.
    exclude: patterns as in a .gitignore, of what a walk leaves out; beside the walked folder they are also compared
        with the path as it is shown.
    stdin: what the standard input has, where it was read already.
    stdin_name: the name that the standard input goes by.
    """
    walk = _Walk(Patterns(exclude))
    for path in paths:
        if path == "-":
            name = stdin_name or "<stdin>"
            try:
                data = _whole(sys.stdin.buffer.read) if stdin is None else stdin
            except (AttributeError, OSError) as error:  # the first: there is none, or one without bytes
                said = "" if isinstance(error, AttributeError) else f": {_reason(error)}"
                yield _faulty(name, f"the standard input cannot be read{said}")
            else:
                yield _filled(name, data, named=True) or File(name, named=True)
        else:
            yield from walk.path(path)


def named(paths: "Iterable[str]") -> "Iterator[File]":
    """Yield the files that were named one by one, such as tfvars; a folder is none."""
    several = list(paths)
    yield from (_faulty(path, "a folder, and a file is to be named") for path in several if os.path.isdir(path))
    yield from find(path for path in several if not os.path.isdir(path))


def beside(found: "Iterable[File]", *, exclude: "Iterable[str]" = ()) -> "Iterator[File]":
    """Yield the Terraform files of the folders of those that were named, which are not among them themselves."""
    found, walk = list(found), _Walk(Patterns(exclude))
    given = [file.place for file in found if file.named and file.format in ("terraform", "tfvars")]
    if given:
        walk.seen.update(os.path.abspath(file.place) for file in found)
    for folder in dict.fromkeys(os.path.dirname(place) or "." for place in given if os.path.isfile(place)):
        whole = os.path.abspath(folder)
        own = _ignore(whole + "/.gitignore")
        ignores = [*_above(whole), *([(whole + "/", own)] if own else ())]
        for name in sorted(filter(named_terraform, os.listdir(whole))):
            if not walk.left_out(f"{whole}/{name}", name, folder, ignores, False):
                yield from walk.file(_join(folder, name), f"{whole}/{name}")


class _Walk:
    """Goes through paths, and remembers what it saw."""

    def __init__(self, exclude: Patterns) -> None:
        self.exclude = exclude
        self.seen: set[str] = set()

    def path(self, given: str) -> "Iterator[File]":
        """Yield a file that was named, or those of a folder."""
        path = os.path.normpath(given) if given else given
        try:
            about = os.stat(path)
        except (OSError, ValueError) as error:
            missing = isinstance(error, (FileNotFoundError, NotADirectoryError, ValueError))
            reason = "there is no such file or folder" if missing else f"cannot be read: {_reason(error)}"
            yield _faulty(given, reason, missing=missing)
            return
        whole = os.path.abspath(path)
        regular = stat.S_ISREG(about.st_mode)
        if stat.S_ISDIR(about.st_mode):
            yield from self.folder(path, whole, "", _above(whole), whole)
        elif not regular and not given.startswith(_PIPES):
            yield _faulty(path, "no regular file: a device, a socket or a pipe")
        elif whole not in self.seen:
            self.seen.add(whole)
            try:
                yield _filled(path, _read(whole, wait=not regular), named=True) or File(path, named=True)
            except OSError as error:
                yield _faulty(path, f"cannot be read: {_reason(error)}")

    def folder(
        self, place: str, whole: str, inside: str, ignores: "list[tuple[str, Patterns]]", root: str
    ) -> "Iterator[File]":
        """Yield the files of a folder; `inside` is its path in the walk, `ignores` the patterns that hold in it."""
        try:
            with os.scandir(whole) as found:
                entries = sorted(found, key=lambda entry: entry.name)
        except OSError as error:
            yield _faulty(place, f"the folder cannot be read: {_reason(error)}", level="info" if inside else "error")
            return
        if inside.count("/") > _DEEPEST:
            yield _faulty(place, f"folders deeper than {_DEEPEST} levels are not walked", level="info")
            return
        names = {entry.name for entry in entries}
        if inside and "pyvenv.cfg" in names:  # other people's Python, of a virtual environment
            return
        if ".gitignore" in names and (own := _ignore(whole + "/.gitignore")):
            ignores = [*ignores, (whole + "/", own)]
        for entry in entries:
            name = entry.name
            if entry.is_dir(follow_symlinks=False):
                inner = f"{inside}{name}/"
                if name not in _NEVER and not self.left_out(f"{whole}/{name}", inside + name, place, ignores, True):
                    yield from self.folder(_join(place, name), f"{whole}/{name}", inner, ignores, root)
            elif (
                os.path.splitext(name)[1].lower() not in _NO_CONFIG
                and _regular(entry, root)
                and not self.left_out(f"{whole}/{name}", inside + name, place, ignores, False)
            ):
                yield from self.file(_join(place, name), f"{whole}/{name}")

    def file(self, place: str, whole: str) -> "Iterator[File]":
        """Yield a file of a walk, if it is worth it."""
        if whole in self.seen:
            return
        self.seen.add(whole)
        try:
            data = _read(whole)
        except OSError as error:
            if place.endswith(_CONFIG):
                yield _faulty(place, f"cannot be read: {_reason(error)}", level="info")
            return
        if (file := _filled(place, data, named=False)) is not None:
            yield file

    def left_out(
        self, whole: str, inside: str, place: str, ignores: "list[tuple[str, Patterns]]", folder: bool
    ) -> bool:
        """Whether a pattern leaves a path out; the innermost .gitignore that says something counts."""
        if self.exclude.any is not None:
            says_of_it = {self.exclude.says(one, folder) for one in (inside, _join(place, inside.rpartition("/")[2]))}
            if True in says_of_it and False not in says_of_it:
                return True
        for above, own in reversed(ignores):
            if (says := own.says(whole[len(above) :], folder)) is not None:
                return says
        return False


def _filled(place: str, data: bytes, *, named: bool) -> File | None:
    """Return a file with its content, or with what is wrong with it; None where a walk need not tell of it."""
    name = place.rpartition("/")[2]
    terraform = named_terraform(name)
    nul = b"\0" in data
    speaks = speaks_of_tpu(data.replace(b"\0", b"") if nul else data)
    read_with_others = terraform or named_kustomization(name) or names_deployment(name, data)
    if not speaks and not (read_with_others and not nul) and not named:
        return None
    file = File(place, named=named)
    file.speaks = speaks
    limit = TERRAFORM_SIZE if terraform == "terraform" else PLAN_SIZE if is_plan(data) else SIZE
    if len(data) > limit:
        file.fault = Fault(Spot(file.path), f"too large: more than {limit // 1024} KiB, and it speaks of TPUs")
        return file if speaks and (named or _is_config(place, data)) else None
    try:
        if nul:
            raise UnicodeDecodeError("utf-8", data, at := data.index(b"\0"), at + 1, "a NUL byte")
        file.text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line, column = data.count(b"\n", 0, error.start) + 1, error.start - data.rfind(b"\n", 0, error.start)
        file.fault = Fault(Spot(file.path, line, column), f"not UTF-8: {error.reason}; save it as UTF-8")
        return file if speaks and (named or place.endswith(_CONFIG)) else None
    file.format = sniff(file.path, data)
    file.guessed = not named and not place.endswith(_CONFIG) and told(file.path, data) is None
    if file.guessed and file.format == "terraform":  # which reads no file of another name
        file.format = None
    if speaks and file.format in _NESTING and place.endswith(_CONFIG) and (deep := nested(data)) is not None:
        line, column = data.count(b"\n", 0, deep) + 1, deep - data.rfind(b"\n", 0, deep)
        file.fault = Fault(Spot(file.path, line, column), "nested too deeply: more than 1,000 brackets in each other")
    return file


def _is_config(place: str, data: bytes) -> bool:
    """Whether a walked file is one of ours by its name, or by what can be seen of it."""
    return told(place, data) is not None or (place.endswith(_CONFIG) and sniff(place, data) is not None)


def _read(whole: str, *, wait: bool = False) -> bytes:
    """Return the first bytes of a file: one more than any file of its kind may have."""
    handle = os.open(whole, os.O_RDONLY if wait else _OPEN)
    try:
        data = os.read(handle, _FIRST)
        return data if len(data) < _FIRST and not wait else _whole(lambda most: os.read(handle, most), data)
    finally:
        os.close(handle)


def _whole(read: "Callable[[int], bytes]", data: bytes = b"") -> bytes:
    """Return what is to be read, one byte more than the limit; for a plan that is higher."""
    parts, limit = [data], SIZE
    left = limit + 1 - len(data)
    while left > 0 and (more := read(min(left, SIZE))):
        parts.append(more)
        left -= len(more)
        if not left and limit == SIZE and is_plan(b"".join(parts)):
            limit, left = PLAN_SIZE, PLAN_SIZE - SIZE
    return b"".join(parts)


def _regular(entry: "os.DirEntry[str]", root: str) -> bool:
    """Whether an entry of a folder is a file: a link only where its name says Terraform, and it stays inside."""
    if entry.is_file(follow_symlinks=False):
        return True
    try:
        if not entry.is_symlink() or not named_terraform(entry.name) or not entry.is_file():
            return False
        return os.path.realpath(entry.path).startswith(os.path.realpath(root) + os.sep)
    except OSError:
        return False


def _above(whole: str) -> "list[tuple[str, Patterns]]":
    """Return the patterns of the repository that a folder lies in, from the top down to the folder's parent."""
    found: list[tuple[str, Patterns]] = []
    folder = whole
    while not os.path.lexists(folder + "/.git"):
        parent = os.path.dirname(folder)
        if parent == folder:
            return []
        folder = parent
        if own := _ignore(folder + "/.gitignore"):
            found.append((folder.rstrip("/") + "/", own))
    if own := _ignore(folder + "/.git/info/exclude"):
        found.append((folder.rstrip("/") + "/", own))
    return found[::-1]


def _ignore(whole: str) -> Patterns | None:
    try:
        found = patterns(_read(whole).decode("utf-8", "replace"))
    except OSError:
        return None
    return found if found.each else None


def _faulty(place: str, text: str, *, level: str = "error", missing: bool = False) -> File:
    """Return a path that cannot be read: an error where it was named, information in a walk."""
    fault = Fault(Spot(shown(place)), text, level=level)
    return File(place, named=level == "error", fault=fault, missing=missing)


def _join(place: str, name: str) -> str:
    return name if place == "." else f"{place.rstrip('/')}/{name}"


def _reason(error: BaseException) -> str:
    return getattr(error, "strerror", None) or str(error)
