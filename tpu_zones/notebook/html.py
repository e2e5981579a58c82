"""Answers as HTML for a notebook: no script, no network, all text escaped, with dates and sources."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from tpu_zones.notebook.style import style
from tpu_zones.notebook.text import cell, escaped
from tpu_zones.records.reports import Report
from tpu_zones.records.rows import Rows
from tpu_zones.records.table import COLUMNS, counted

MOST_ROWS, MOST_COLUMNS, MOST_NOTES, _NOTE = 60, 40, 20, 800
_FOLDED = 12
"""Rows within a record from which on they are folded."""
_BEHIND = {"Zone": "claims()", "Cost": "prices()", "Placement": "claims() and prices()"}
"""What names the sources of records that have none of their own."""
_LONG = ("note", "notes", "status", "reason", "message", "quota", "text", "said", "source", "sources", "claim")


def answer_html(answer: object) -> str:
    """Return the HTML of `Rows`, of a `Report`, or of any record."""
    if isinstance(answer, Rows):
        body = _rows(answer, _count(answer))
    elif isinstance(answer, Report):
        body = _report(answer)
    else:
        body = _record(answer)
    return f'<div class="tpu-zones">{style()}{body}</div>'


def _count(rows: "Rows[Any]") -> str:
    return f"{len(rows)} x {rows.record.__name__}" if rows else f"no {rows.record.__name__}"


def _rows(rows: "Rows[Any]", title: str) -> str:
    columns = [name for name in rows.columns if any(getattr(row, name) not in (None, ()) for row in rows)]
    wanted = [name for name in COLUMNS.get(rows.record.__name__, "").split() if name in columns] or columns
    shown = wanted[:MOST_COLUMNS]
    values = [[getattr(row, name) for name in shown] for row in rows[:MOST_ROWS]]
    answer = f"<p>answer: {cell(rows.answer)}</p>" if rows.answer is not None else ""
    left_out = [name for name in columns if name not in shown]
    also = f"not shown: {', '.join(left_out)}" if left_out else ""
    behind = _BEHIND.get(rows.record.__name__)
    return "".join(
        (
            _table(title, shown, values, len(rows) - len(values)),
            answer,
            _notes(rows.notes),
            _foot(rows.evidence_date, f"who says so: {behind}" if rows and behind else "", also),
        )
    )


def _record(record: Any) -> str:
    """Return a record as its card where it has one, else as its fields; rows that it holds are tables."""
    if hasattr(record, "sheet"):
        sheet = record.sheet()
        title, *lines = sheet.lines
        facts = getattr(record, "facts", None)  # with their days and sources in columns
        parts = [
            _title(title),
            *((_rows(facts, "facts"),) if facts else (f"<p>{escaped(line.strip(), _NOTE)}</p>" for line in lines)),
            *(_table(*table) for table in sheet.tables),
        ]
    else:
        filled = [(name, getattr(record, name)) for name in type(record).__annotations__]
        filled = [(name, value) for name, value in filled if value not in (None, ()) and name != "notes"]
        plain = [(name, value) for name, value in filled if not isinstance(value, Rows)]
        parts = [
            _table(_name(record), ("field", "value"), plain, 0),
            *(_within(value, name) for name, value in filled if isinstance(value, Rows)),
        ]
    return "".join((*parts, _notes(getattr(record, "notes", ())), _foot(getattr(record, "evidence_date", None))))


def _within(rows: "Rows[Any]", name: str) -> str:
    if len(rows) < _FOLDED:
        return _rows(rows, name)
    return f"<details><summary>{escaped(name)}: {len(rows):,}</summary>{_rows(rows, '')}</details>"


def _name(record: object) -> str:
    """Return the class of a record, and its own short text where it has one."""
    kind, text = type(record), str(record)
    has_one = kind.__str__ is not object.__str__ and "\n" not in text
    return f"{kind.__name__} {text}" if has_one else kind.__name__


def _report(report: Report) -> str:
    found = [
        {
            "severity": one.severity,
            "place": f"{one.path}:{one.line}:{one.column}",
            "rule": one.rule,
            "subject": one.subject,
            "value": one.value,
            "message": one.message,
            "fix": one.fix and one.fix.new,
            "claim": one.claim,
        }
        for one in report.findings[:MOST_ROWS]
    ]
    columns = [name for name in found[0] if any(one[name] for one in found)] if found else []
    rows = [[one[name] for name in columns] for one in found]
    counts = ", ".join(f"{count} {what}" for what, count in report.summary.items() if count)
    errors = report.worst("error")
    said = f"{counted(errors, 'error')}, {counted(len(report.findings), 'finding')}"
    return "".join(
        (
            _title(f"Check: {said}" + ("" if report.complete else ", incomplete: not everything could be read")),
            _table("", columns, rows, len(report.findings) - len(rows)),
            f"<p>{escaped(counts)}</p>" if counts else "",
            _notes(report.notes),
            _foot(report.evidence_date, f"tpu-zones {report.version}, compiled {report.compiled}, {report.origin}"),
        )
    )


def _title(text: str) -> str:
    return f'<p class="tz-title">{escaped(text, _NOTE)}</p>'


def _table(title: str, columns: "Sequence[str]", rows: "Sequence[Sequence[object]]", more: int) -> str:
    if not columns or not rows:
        return _title(title) if title else ""
    kinds = [_kind(name, [row[i] for row in rows]) for i, name in enumerate(columns)]
    caption = f'<caption class="tz-title">{escaped(title)}</caption>' if title else ""
    head = "".join(
        f'<th scope="col"{kind}>{escaped(name.replace("_", " "))}</th>'
        for name, kind in zip(columns, kinds, strict=True)
    )
    body = "".join(f"<tr>{_cells(columns, kinds, row)}</tr>" for row in rows[:MOST_ROWS])
    more += max(0, len(rows) - MOST_ROWS)
    rest = f"<p>and {more:,} more</p>" if more > 0 else ""
    table = f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return f'<div class="tz-wide" tabindex="0">{table}</div>{rest}'


def _cells(columns: "Sequence[str]", kinds: "Sequence[str]", row: "Sequence[object]") -> str:
    each = zip(columns, kinds, row, strict=True)
    return "".join(f"<td{kind}>{cell(value, name)}</td>" for name, kind, value in each)


def _kind(name: str, values: "Sequence[object]") -> str:
    """Return the class of a column: numbers stand to the right, short texts on one line, long ones have room."""
    known = [value for value in values if value is not None]
    if known and all(isinstance(value, (int, float, Decimal)) and not isinstance(value, bool) for value in known):
        return ' class="tz-number"'
    if name in _LONG:
        return ' class="tz-long"'
    long = name != "evidence" and any(len(cell(value, name)) > 30 for value in known)
    return f' class="tz-{"middle" if long else "short"}"'


def _notes(notes: "Sequence[object]") -> str:
    lines = [f"<li>{escaped(str(note), _NOTE)}</li>" for note in notes[:MOST_NOTES]]
    if len(notes) > MOST_NOTES:
        lines.append(f"<li>and {len(notes) - MOST_NOTES} more notes</li>")
    return f"<ul>{''.join(lines)}</ul>" if lines else ""


def _foot(evidence_date: object, *more: str) -> str:
    said = [f"newest evidence: {evidence_date}"] if evidence_date else []
    line = "; ".join([*said, *filter(None, more)])
    return f'<p class="tz-foot">{escaped(line, _NOTE)}</p>' if line else ""
