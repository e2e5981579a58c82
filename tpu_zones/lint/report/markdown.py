"""Findings as a Markdown table: for a job summary, or a comment."""

from tpu_zones.lint.report.text import summary
from tpu_zones.records.table import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tpu_zones.records.reports import Report

_MARKED = r"\`*_{}[]<>()#+-.!|~&@:"


def render(report: "Report") -> str:
    """Return the report as Markdown in which no text of a file can be markup."""
    lines = [f"### tpu-zones: {escape(summary(report))}", ""]
    if report.findings:
        lines += ["| severity | rule | place | finding |", "|---|---|---|---|"]
        for one in report.findings:
            place = f"{escape(one.path)}\\:{one.line}"
            lines.append(f"| {one.severity} | {one.rule} {one.name} | {place} | {escape(one.message)} |")
        lines.append("")
    if report.notes:
        lines += [*(f"- {escape(str(note))}" for note in report.notes), ""]  # else the last line were part of the list
    lines.append(f"tpu-zones {report.version}, data compiled {report.compiled}")
    return "\n".join(lines) + "\n"


def escape(text: str) -> str:
    r"""Return text in which nothing is Markdown or HTML.

    >>> escape("<b> a|b")
    '\\<b\\> a\\|b'
    """
    return "".join(f"\\{c}" if c in _MARKED else c for c in printable(text))
