"""Findings for a person, or for a log."""

from tpu_zones.records.table import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tpu_zones.records.findings import Finding
    from tpu_zones.records.reports import Report

_WIDEST = 160
_WORDS = {
    "tpu_vm": ("TPU VM", "TPU VMs"),
    "placement_policy": ("placement policy", "placement policies"),
    "file_out_of_scope": ("file out of scope", "files out of scope"),
    "info": ("info", "infos"),
    "ignored": ("ignored", "ignored"),
    "baselined": ("in the baseline", "in the baseline"),
}
"""What is counted -> one, several; other words take an s."""
_COLOURS = {"error": "31", "warning": "33", "info": "36"}


def render(report: "Report", *, terminal: bool = False, colour: bool = False) -> str:
    """Return the report as text; on a terminal each finding shows its line, with a caret below the value."""
    lines = [f"tpu-zones {report.version}, data compiled {report.compiled} ({printable(report.origin)})"]
    for one in report.findings:
        lines += _finding(one, colour)
        lines += _excerpt(report, one) if terminal else []
        if one.fix:
            lines.append(f"    fix: replace {printable(repr(one.fix.old))} with {printable(repr(one.fix.new))}")
    lines += [f"note: {printable(str(note))}" for note in report.notes]
    return "\n".join([*lines, summary(report)]) + "\n"


def summary(report: "Report") -> str:
    """Return one line that counts findings and what was read."""
    counts = {level: sum(one.severity == level for one in report.findings) for level in ("error", "warning", "info")}
    found = ", ".join(_count(number, level) for level, number in counts.items() if number) or "no findings"
    read = ", ".join(_count(number, what) for what, number in report.summary.items() if number)
    return f"{found} in {read}" if read else f"{found}; nothing that was read speaks of TPUs"


def _count(number: int, what: str) -> str:
    one, several = _WORDS.get(what, (what.replace("_", " "), what.replace("_", " ") + "s"))
    return f"{number:,} {one if number == 1 else several}"


def _finding(one: "Finding", colour: bool) -> "Iterator[str]":
    severity = f"\x1b[{_COLOURS[one.severity]}m{one.severity}\x1b[0m" if colour else str(one.severity)
    place = f"{printable(one.path)}:{one.line}:{one.column}"
    yield f"{place}: {severity} {one.rule} {one.name}: {printable(one.message)}"


def _excerpt(report: "Report", one: "Finding") -> "Iterator[str]":
    """Return the line that a finding speaks of, and a caret below its column."""
    source = report.sources.get(one.path, [])
    if not 0 < one.line <= len(source):
        return
    start = max(0, one.column - _WIDEST // 2)
    shown = source[one.line - 1][start : start + _WIDEST].replace("\t", " ")
    lead = printable(shown[: one.column - 1 - start])
    yield f"{one.line:>6} | {printable(shown)}"
    yield f"       | {' ' * len(lead)}^"
