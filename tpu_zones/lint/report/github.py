"""Findings as annotations of a GitHub workflow: ten errors and ten warnings are shown, the rest is counted."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tpu_zones.records.reports import Report

_LIMIT = 10
"""Annotations of one level that GitHub shows for one step."""
_LEVELS = {"error": "error", "warning": "warning", "info": "notice"}


def render(report: "Report") -> str:
    """Return workflow commands, errors first; the whole list belongs into the job summary."""
    lines = []
    for severity, level in _LEVELS.items():
        found = [one for one in report.findings if one.severity == severity]
        for one in found[:_LIMIT]:
            place = f"file={_property(one.path)},line={one.line},col={one.column}"
            title = _property(f"{one.rule} {one.name}")
            lines.append(f"::{level} {place},title={title}::{_data(one.message)}")
        if len(found) > _LIMIT:
            lines.append(f"::notice title=tpu-zones::and {len(found) - _LIMIT} more of severity {severity}")
    lines += [f"::notice title=tpu-zones::{_data(str(note))}" for note in report.notes[:_LIMIT]]
    return "".join(f"{line}\n" for line in lines)


def _data(text: str) -> str:
    """Escape a message so that it cannot end its command or start another."""
    return _visible(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _visible(text: str) -> str:
    from tpu_zones.records.table import printable

    return "\n".join(map(printable, text.split("\n")))
