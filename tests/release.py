"""What the last release said of the fixtures, and which of today's findings it may not come to say by data alone.

`fixtures/expected/release.json` holds, for one version: the folders of fixtures with a hash of what is in them, the
rules with their severities, and the errors and warnings. `tests/tools/record_release.py` writes it.
"""

import hashlib
import json
import re
from pathlib import Path
from typing import Any

from support import FIXTURES, ROOT

import tpu_zones as tz
from tpu_zones.lint.control.own import UNCHECKED, UNREAD, UNUSED_IGNORE, WRONG_IGNORE
from tpu_zones.lint.rules import RULES
from tpu_zones.version import __version__

RECORD = FIXTURES / "expected" / "release.json"
_OWN = {UNREAD[0]: "error", UNCHECKED[0]: "info", WRONG_IGNORE[0]: "warning", UNUSED_IGNORE[0]: "info"}
_LEVELS = ("info", "warning", "error")
_EXPECT = "expect.json"

Record = dict[str, Any]


def today() -> Record:
    """What this version says."""
    folders = [one for one in (FIXTURES / "example", *(FIXTURES / "configs").iterdir()) if one.is_dir()]
    names = {folder.relative_to(FIXTURES).as_posix(): folder for folder in sorted(folders)}
    return {
        "version": __version__,
        "rules": {**{rule.id: str(rule.severity) for rule in RULES}, **_OWN},
        "folders": {name: _hash(folder) for name, folder in names.items()},
        "findings": sorted(row for folder in names.values() for row in _findings(folder)),
    }


def written(record: Record) -> str:
    """A record as its file has it: one row a line, so that a difference reads itself."""
    head = json.dumps({"version": record["version"]})[1:-1]
    tables = [f'"{name}": {{\n{_lines(_pairs(record[name]))}\n}}' for name in ("rules", "folders")]
    rows = f'"findings": [\n{_lines(map(json.dumps, record["findings"]))}\n]'
    return "{\n" + ",\n".join([head, *tables, rows]) + "\n}\n"


def complaints(then: Record, now: Record, changelog: str) -> list[str]:
    """What changed since a release without a word in the changelog's Code parts above that release."""
    told = set(re.findall(r"\bTPZ\d{3}\b", _code_since(changelog, then["version"])))
    found = []
    for rule, level in now["rules"].items():
        before = then["rules"].get(rule)
        if rule not in told and (before is None or _LEVELS.index(level) > _LEVELS.index(before)):
            found.append(f"{rule} is {'new' if before is None else f'{level}, and was {before}'}")
    same = {name for name, content in then["folders"].items() if now["folders"].get(name) == content}
    old = {tuple(row) for row in then["findings"]}
    for rule, path, subject, value, level in map(tuple, now["findings"]):
        unchanged = any(path.startswith(f"{name}/") for name in same)
        if level == "error" and unchanged and rule not in told and (rule, path, subject, value, level) not in old:
            found.append(f"{path}: {rule} is a new error in an unchanged file: {subject} {value!r}")
    return found


def unreleased(changelog: str) -> list[str]:
    """Versions of the changelog, the newest first, that are not released."""
    return re.findall(r"^## (\S+) \(unreleased\)$", changelog, re.M)


def released(changelog: str) -> list[str]:
    """Versions of the changelog that are released, the newest first."""
    return re.findall(r"^## (\d\S*)(?:$| (?!\(unreleased\)))", changelog, re.M)


def _code_since(changelog: str, version: str) -> str:
    """The Code parts of the sections above a version's; and of its own, while it is not released."""
    above, heading, own = changelog.partition(f"\n## {version}")
    if own.startswith(" (unreleased)"):
        above += heading + own.partition("\n## ")[0]
    return "".join(re.findall(r"^### Code\n(.*?)(?=^##|\Z)", above, re.M | re.S))


def _hash(folder: Path) -> str:
    """Identify what is in a folder, also what a check of it is asked with."""
    parts = [json.dumps(_asked(folder), sort_keys=True)]
    for file in sorted(folder.rglob("*")):
        if file.is_file() and file.name != _EXPECT:
            parts += [file.relative_to(folder).as_posix(), hashlib.sha256(file.read_bytes()).hexdigest()]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def _asked(folder: Path) -> dict[str, Any]:
    expect = folder / _EXPECT
    asked: dict[str, Any] = json.loads(expect.read_text("utf-8")).get("asked", {}) if expect.exists() else {}
    return asked


def _findings(folder: Path) -> list[list[str]]:
    report = tz.check(folder, exclude=_EXPECT, **_asked(folder))
    return [
        [one.rule, Path(one.path).relative_to(FIXTURES).as_posix(), one.subject, one.value, str(one.severity)]
        for one in report.findings
        if one.severity != "info"
    ]


def _pairs(table: dict[str, str]) -> list[str]:
    return [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in sorted(table.items())]


def _lines(rows: Any) -> str:
    return ",\n".join(f"  {row}" for row in rows)


def changelog() -> str:
    return (ROOT / "CHANGELOG.md").read_text("utf-8")
