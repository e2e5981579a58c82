"""What was gathered of files -> the Report: findings in order, fixes that stand where their text is, and counts."""

from tpu_zones.facts.dates import of_generation
from tpu_zones.lint.control.own import UNCHECKED, UNREAD
from tpu_zones.lint.things import broken, looks_like_tpu
from tpu_zones.lint.values import Spot
from tpu_zones.records.findings import Finding, Fix, Severity
from tpu_zones.records.reports import Report
from tpu_zones.records.rows import Note

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tpu_zones.lint.control.apply import Control
    from tpu_zones.lint.gather import Gathered
    from tpu_zones.lint.read.files import File
    from tpu_zones.lint.rules.base import Ask
    from tpu_zones.lint.things import Thing

_COUNTED = {"NodePool": "node_pool", "Cluster": "cluster", "TpuVm": "tpu_vm", "Policy": "placement_policy"}
_COUNTED.update(dict.fromkeys(("Workload", "ComputeClass", "Flavor", "PathwaysJob"), "workload"))

_LINES = 1_000_000
"""Lines of one file that a report may show."""


def report(gathered: "Gathered", files: "Sequence[File]", ask: "Ask", control: "Control") -> Report:
    """Ask the rules, and return what they found, as far as the control reports it."""
    from tpu_zones.lint.rules import find
    from tpu_zones.version import __version__

    found = [_fault(one.spot, one.text, one.level) for one in gathered.faults if one.spot.file not in gathered.silent]
    found += [_fault(file.fault.spot, file.fault.text, file.fault.level) for file in files if file.fault]
    for things in control.joined(gathered.groups):
        try:
            found += find(things, ask)
        except Exception as error:  # a rule that breaks costs its own group, not the run
            spots = [one.spot for one in things]
            fault = broken(error, next((one for one in spots if control.reports(one.file)), spots[0]))
            found.append(_fault(fault.spot, fault.text, fault.level))
    incomplete = any(one.rule == UNREAD[0] and control.reports(one.path) for one in found)
    left, counts = control.applied(_merged(found), gathered.texts)
    shown = {path for one in left for path in (one.path, *([one.fix.path] if one.fix else ()))}
    lines = {path: text.split("\n", _LINES) for path, text in gathered.texts.items() if path in shown}
    findings = [_aimed(one, lines.get(one.fix.path)) if one.fix else one for one in _sourced(left, lines)]
    snapshot = ask.catalog.snapshot
    return Report(
        findings,
        summary={**_summary(gathered, files, control), **counts},
        notes=[*_notes(files), *control.notes],
        complete=not incomplete,
        version=__version__,
        compiled=snapshot.compiled,
        origin=snapshot.origin,
        hash=snapshot.hash,
        evidence_date=of_generation(ask.catalog.index, None),
        sources=lines,
    )


def _fault(spot: Spot, text: str, level: str) -> Finding:
    ident, name = UNREAD if level == "error" else UNCHECKED
    return Finding(
        rule=ident,
        name=name,
        severity=Severity(level),
        path=spot.file,
        line=spot.line,
        column=spot.column,
        subject="file",
        value="",
        message=text,
    )


def _merged(found: "list[Finding]") -> "list[Finding]":
    """Return findings in order; equal ones of one value are one, with all their subjects."""
    alike: dict[tuple[object, ...], list[Finding]] = {}
    for one in found:
        key = (one.path, one.line, one.column, one.rule, one.value, one.severity, one.message)
        alike.setdefault(key, []).append(one)
    return [_joined(alike[key]) for key in sorted(alike, key=lambda key: tuple(map(str, key[:1])) + key[1:5])]


def _joined(alike: "list[Finding]") -> Finding:
    first = alike[0]
    subjects = sorted({one.subject for one in alike})
    related = tuple(sorted({place for one in alike for place in one.related}, key=str))
    if len(alike) == 1 or (subjects == [first.subject] and related == first.related):
        return first
    return first.altered(subject=", ".join(subjects), related=related)


def _aimed(one: Finding, lines: "list[str] | None") -> Finding:
    """Return a finding whose fix stands where its text is, or without one where the text is not there."""
    fix = one.fix
    if fix is None or lines is None:
        return one
    line = lines[fix.line - 1][fix.column - 1 :] if 0 < fix.line <= len(lines) else ""
    if line.startswith(fix.old):
        return one
    moved = None
    if line[:1] in ('"', "'") and line.startswith(fix.old, 1):
        moved = Fix(path=fix.path, line=fix.line, column=fix.column + 1, old=fix.old, new=fix.new)
    return one.altered(fix=moved)


def _sourced(found: "Sequence[Finding]", lines: "Mapping[str, list[str]]") -> "Sequence[Finding]":
    """Return findings; those in what Helm rendered name their template."""
    rendered = [path for path, text in lines.items() if any(line.startswith("# Source: ") for line in text)]
    if not rendered:
        return found
    from tpu_zones.lint.read.helm import Templates

    templates = {path: Templates(lines[path]) for path in rendered}
    names = [templates[one.path].at(one.line) if one.path in templates else None for one in found]
    return [
        one.altered(message=f"{one.message} (rendered from {name})") if name else one
        for one, name in zip(found, names, strict=True)
    ]


def _summary(gathered: "Gathered", files: "Sequence[File]", control: "Control") -> dict[str, int]:
    """Count what was read, values that are unknown, and files that are left to others."""
    counts = dict.fromkeys((*_COUNTED.values(), "unknown_value"), 0)
    for things in gathered.groups.values():
        for thing in things:
            kind = _COUNTED.get(type(thing).__name__)
            if kind and _is_about_tpus(thing) and control.reports(thing.spot.file):
                counts[kind] += 1
                counts["unknown_value"] += sum(not value.known for value in thing.values().values())
    counts["file"] = sum(file.speaks and not file.fault for file in files)
    counts["file_out_of_scope"] = sum(_out_of_scope(file) for file in files)
    return counts


def _is_about_tpus(thing: "Thing") -> bool:
    """Whether a thing counts: any but a node pool that is known to have no TPUs."""
    machine = getattr(thing, "machine_type", None)
    if type(thing).__name__ != "NodePool" or machine is None or not machine.known:
        return True
    return looks_like_tpu(str(machine.value))


def _out_of_scope(file: "File") -> bool:
    return file.fault is None and file.speaks and file.format in (None, "helm-template", "template")


def _notes(files: "Sequence[File]") -> list[Note]:
    """Say of which files nothing was checked."""
    told = {
        "helm-template": "a template of a Helm chart: render it and pipe that in (helm template . | tpu-zones check -)",
        "template": "a template: render it and pipe that in (... | tpu-zones check -)",
    }
    found: dict[str, list[str]] = {}
    for file in sorted(files, key=lambda file: file.path):
        if file.fault is None and file.speaks:
            if file.format in told:
                found.setdefault(str(file.format), []).append(file.path)
            elif file.format is None and file.named:
                found.setdefault("none", []).append(file.path)
    notes = []
    for form, paths in found.items():
        more = f" and {len(paths) - 3:,} more" if len(paths) > 3 else ""
        reason = told.get(form, "no format that is read: nothing was checked")
        notes.append(Note(code="out-of-scope", text=f"{', '.join(paths[:3])}{more}: {reason}"))
    return notes
