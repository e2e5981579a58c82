"""A baseline: the findings that a repository had when the check was switched on, and that are not reported.

Each entry is what a finding keeps when its line moves, and how often it was found. Paths are relative to the
baseline's own folder, so that it means the same wherever the check is run.
"""

import json
import os
from collections import Counter

from tpu_zones.errors import WrongUsage
from tpu_zones.lint.control.own import FIXED
from tpu_zones.records.table import JSON_ESCAPES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from tpu_zones.records.findings import Finding

    Identity = tuple[str, str, str, str]

SIZE = 16 * 1024 * 1024
MOST = 1_000_000_000
"""Of one finding."""
VERSION = 1
_KEYS = ("path", "rule", "subject", "value")


class Baseline:
    """The entries of one file, with how often each counts."""

    def __init__(self, path: str, entries: "Counter[Identity]") -> None:
        self.path, self.entries = path, entries

    def split(self, findings: "Iterable[Finding]", read: "Iterable[str]") -> "tuple[list[Finding], int, int]":
        """Return the findings that are new, how many are old, and how many entries match nothing any more.

        read: the files that were checked; an entry of another one that is still there says nothing.
        """
        left = Counter(self.entries)
        new, old = [], 0
        for one in findings:
            entry = identity(one, self.path)
            if one.rule not in FIXED and left[entry] > 0:
                left[entry] -= 1
                old += 1
            else:
                new.append(one)
        folder = os.path.dirname(os.path.abspath(self.path))
        seen = {_relative(path, self.path) for path in read}
        gone = sum(
            number
            for entry, number in left.items()
            if number > 0 and (entry[0] in seen or not os.path.lexists(os.path.join(folder, entry[0])))
        )
        return new, old, gone


def load(path: str) -> Baseline:
    """Return a baseline; `WrongUsage` where the file is missing, or is none."""
    if not os.path.isfile(path):
        missing = not os.path.lexists(path)
        raise WrongUsage(
            f"baseline {path!r}: " + ("there is no such file; --update-baseline writes it" if missing else "no file")
        )
    try:
        with open(path, "rb") as file:
            data = file.read(SIZE + 1)
    except OSError as error:
        raise WrongUsage(f"baseline {path!r}: cannot be read: {error.strerror or error}") from error
    if len(data) > SIZE:
        raise WrongUsage(f"baseline {path!r}: too large: more than {SIZE // 1024 // 1024} MiB")
    try:
        found = json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise WrongUsage(f"baseline {path!r}: no JSON: {str(error)[:200]}") from error
    if not isinstance(found, dict) or found.get("version") != VERSION or not isinstance(found.get("findings"), list):
        raise WrongUsage(f"baseline {path!r}: no baseline of version {VERSION}; --update-baseline writes one")
    entries: Counter[Identity] = Counter()
    for number, row in enumerate(found["findings"], 1):
        entry, count = _entry(row)
        if entry is None or count is None or entry in entries:
            raise WrongUsage(f"baseline {path!r}: finding {number} is none: it needs {', '.join(_KEYS)}, count, once")
        entries[entry] = count
    return Baseline(path, entries)


def write(path: str, findings: "Iterable[Finding]") -> int:
    """Write what was found as the new baseline, whole or not at all; return how many findings it holds."""
    from tpu_zones.update import files

    entries = Counter(identity(one, path) for one in findings if one.rule not in FIXED)
    rows = [{**dict(zip(_KEYS, entry, strict=True)), "count": entries[entry]} for entry in sorted(entries)]
    text = json.dumps({"version": VERSION, "findings": rows}, indent=1, ensure_ascii=False) + "\n"
    try:
        if os.path.exists(path) and not os.path.isfile(path):
            raise OSError(0, "it is no regular file")
        files.write(path, text.translate(JSON_ESCAPES).encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise WrongUsage(f"cannot write the baseline {path!r}: {error.strerror or error}") from error
    return entries.total()


def identity(one: "Finding", baseline: str) -> "Identity":
    """Return what a finding keeps when its line moves, with its path as the baseline writes it."""
    path, *rest = one.identity
    return (_relative(path, baseline), *rest)  # type: ignore[return-value]


def _relative(path: str, baseline: str) -> str:
    try:
        return os.path.relpath(path, os.path.dirname(os.path.abspath(baseline))).replace(os.sep, "/")
    except ValueError:  # another drive
        return os.path.abspath(path).replace(os.sep, "/")


def _entry(row: object) -> "tuple[Identity | None, int | None]":
    if not isinstance(row, dict) or set(row) != {*_KEYS, "count"}:
        return None, None
    path, rule, subject, value = (row[key] for key in _KEYS)
    count = row["count"]
    texts = all(isinstance(one, str) for one in (path, rule, subject, value))
    if not texts or type(count) is not int or not 1 <= count <= MOST:
        return None, None
    return (path, rule, subject, value), count
