"""Compares our evaluation of Terraform with tfparse's, over folders given on the command line.

    python tests/tools/compare_tfparse.py FOLDER...

Where both know a value, the two must be equal; where ours says that an attribute or a block is absent, tfparse
must not have it. tfparse runs in a process of its own with limits, because some inputs end it. Exit 1 on a
difference. `pip install tfparse` first; nothing of the folders is kept.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent.parent))
from tpu_zones.lint.read import terraform
from tpu_zones.lint.read.terraform.body import Body, Written
from tpu_zones.lint.read.terraform.module import Instance, Module
from tpu_zones.lint.read.terraform.vals import Unknown, plain
from tpu_zones.lint.things import NodePool

_META = frozenset(
    ("__tfmeta", "id", "count", "for_each", "depends_on", "provider", "lifecycle", "dynamic", "providers")
)
_SUFFIXES = (".tf", ".tf.json", ".tfvars", ".tfvars.json")
_MOST = 256 * 1024
_CHILD = """
import json, sys, tfparse
print(json.dumps(tfparse.load_from_path(sys.argv[1], vars_paths=sys.argv[2:] or None), default=str))
"""


def main() -> int:
    """Compare; print differences and counts."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--show", type=int, default=30, help="differences to print")
    options = parser.parse_args()
    counts: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    shown = 0
    for top in options.folders:
        folders = _folders(top)
        reading = terraform.Reading(folders, _from_disk, ())
        for path in _roots(reading):
            counts["roots"] += 1
            theirs = _tfparse(path, folders.get(path, {}))
            module = reading.module(path)
            if theirs is None or module is None:
                counts["roots that tfparse does not read" if module else "roots that we do not read"] += 1
                continue
            for where, ours, other in _differences(module, theirs, counts):
                shown += 1
                if shown <= options.show:
                    print(f"{path}: {where}\n    ours   {ours!r:.300}\n    theirs {other!r:.300}")
        found = terraform.read(folders, _from_disk)
        counts["faults"] += sum(fault.level == "error" for fault in found.faults)
        for thing in found.things:
            if isinstance(thing, NodePool) and thing.form == "terraform":
                counts["node pools"] += 1
                for value in thing.values().values():
                    counts["pool fields written"] += 1
                    counts["pool fields unknown"] += not value.known
                    reasons[(value.unknown or "").split(" ", 1)[-1][:50]] += not value.known
    print(*(f"{count:8} {name}" for name, count in sorted(counts.items())), sep="\n")
    if counts["pool fields written"]:
        print(f"{counts['pool fields unknown'] / counts['pool fields written']:8.1%} of the pool fields are unknown:")
        print(*(f"{count:12} {reason}" for reason, count in reasons.most_common(8) if count), sep="\n")
    return 1 if shown else 0


def _folders(top: Path) -> dict[str, dict[str, str]]:
    """Return the Terraform files under a folder, by folder."""
    made: dict[str, dict[str, str]] = {}
    for folder, names, files in os.walk(top):
        names[:] = sorted(name for name in names if not name.startswith("."))
        if found := {file: text for file in sorted(files) if (text := _text(Path(folder, file))) is not None}:
            made[folder] = {f"{folder}/{file}": text for file, text in found.items()}
    return made


def _text(file: Path) -> str | None:
    if not file.name.endswith(_SUFFIXES):
        return None
    try:
        return file.read_text("utf-8") if file.stat().st_size <= _MOST else None
    except (UnicodeDecodeError, OSError):
        return None


def _from_disk(folder: str) -> dict[str, str] | None:
    path = Path(folder)
    found = {str(file): text for file in path.glob("*") if file.is_file() and (text := _text(file)) is not None}
    return found or None


def _roots(reading: terraform.Reading) -> Iterator[str]:
    called = {path: list(folder.calls()) for path in reading.files if (folder := reading.folder(path))}
    for path in terraform.roots(list(reading.files), called):
        if any(file.endswith((".tf", ".tf.json")) for file in reading.files[path]):
            yield path


def _tfparse(path: str, files: dict[str, str]) -> dict[str, Any] | None:
    """Return what tfparse says of a folder by the address of a resource; None where it fails."""
    loaded = [file for file in files if file.endswith((".auto.tfvars", "terraform.tfvars"))]

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
        resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))

    command = [sys.executable, "-c", _CHILD, str(Path(path).resolve()), *(str(Path(one).resolve()) for one in loaded)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, preexec_fn=limit, check=False)
    except subprocess.TimeoutExpired:
        return None
    if done.returncode:
        return None
    made = {}
    for blocks in json.loads(done.stdout).values():
        for block in blocks:
            meta = block.get("__tfmeta", {})
            if meta.get("type") == "resource":
                made[meta["path"]] = block
    return made


def _differences(module: Module, theirs: dict[str, Any], counts: "Counter[str]") -> Iterator[tuple[str, Any, Any]]:
    for instance in _instances(module, set()):
        block = theirs.get(instance.address)
        if block is None:
            counts["instances only we have" if not instance.maybe else "instances, maybe"] += 1
            continue
        counts["instances of both"] += 1
        yield from _compared(Written.of(instance), block, instance.address, counts)


def _instances(module: Module, seen: set[int]) -> Iterator[Instance]:
    for block in module.folder.of("resource"):
        for _, instance in module.instances(block):
            yield instance
    for block in module.folder.of("module"):
        for _, call in module.calls(block):
            if call.module is not None and id(call.module) not in seen:
                seen.add(id(call.module))
                yield from _instances(call.module, seen)


def _compared(body: Body, block: dict[str, Any], where: str, counts: "Counter[str]") -> Iterator[tuple[str, Any, Any]]:
    for name, other in block.items():
        if name in _META:
            continue
        nested = other if isinstance(other, list) else [other]
        if nested and all(isinstance(one, dict) and "__tfmeta" in one for one in nested):
            yield from _compared_blocks(body, name, nested, where, counts)
        elif difference := _compared_values(body, name, other, counts):
            yield f"{where}.{name}", *difference


def _compared_blocks(
    body: Body, name: str, nested: list[dict[str, Any]], where: str, counts: "Counter[str]"
) -> Iterator[tuple[str, Any, Any]]:
    ours = body.blocks(name)
    if len(ours) > len(nested) and _dynamic(body, name):
        counts["dynamic blocks that tfparse drops"] += len(ours) - len(nested)
    elif len(ours) != len(nested) and not any(one.maybe for one in ours):
        yield f"{where}.{name}", f"{len(ours)} blocks", f"{len(nested)} blocks"
    else:
        for mine, one in zip(ours, nested, strict=False):
            if not mine.maybe:
                counts["blocks of both"] += 1
                yield from _compared(mine, one, f"{where}.{name}", counts)


def _compared_values(body: Body, name: str, other: Any, counts: "Counter[str]") -> tuple[Any, Any] | None:
    val, guessed = body.val(name), other is None or _unknown(other)
    if val is None:
        counts["absent here" if guessed else "ABSENT HERE, known there"] += 1
        return None if guessed else ("absent", other)
    try:
        mine = plain(val)
    except Unknown:
        counts["unknown to us and to tfparse" if guessed else "unknown to us only"] += 1
        return None
    if guessed and not (other is mine is None):
        counts["unknown to tfparse only"] += 1
    elif _same(mine, other):
        counts["equal"] += 1
    else:
        counts["DIFFERENT"] += 1
        return mine, other
    return None


def _dynamic(body: Body, name: str) -> bool:
    """Whether blocks of a name are made by `dynamic`: tfparse drops those that hold an unknown value."""
    found = body.source.inside[1] if isinstance(body, Written) else []
    return any(block.type == "dynamic" and block.labels[:1] == [name] for block in found)


def _unknown(other: Any) -> bool:
    """Whether tfparse did not evaluate a value, or a part of it."""
    if isinstance(other, dict):
        return "__attribute__" in other or any(map(_unknown, other.values()))
    if isinstance(other, list):
        return any(one is None or _unknown(one) for one in other)
    return isinstance(other, str) and "${" in other


def _same(mine: Any, other: Any) -> bool:
    """Whether two values are the same, but for true and "true", 1 and "1", which tfparse does not keep apart."""
    if isinstance(mine, list) and isinstance(other, list):
        return len(mine) == len(other) and all(map(_same, mine, other))
    if isinstance(mine, dict) and isinstance(other, dict):
        return mine.keys() == other.keys() and all(_same(mine[key], other[key]) for key in mine)
    if isinstance(mine, (bool, int, float, str)) and isinstance(other, (bool, int, float, str)):
        return mine == other or _word(mine) == _word(other)
    return mine is other is None


def _word(value: bool | float | str) -> str:
    text = str(value)
    return text.lower() if isinstance(value, bool) else text.removesuffix(".0")


if __name__ == "__main__":
    sys.exit(main())
