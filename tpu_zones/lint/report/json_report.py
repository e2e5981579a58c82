"""Findings for a program."""

import json

from tpu_zones.records.table import JSON_ESCAPES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tpu_zones.records.findings import Finding
    from tpu_zones.records.reports import Report


def render(report: "Report") -> str:
    """Return the report as the text of one JSON document."""
    return dumped(document(report), 2)


def document(report: "Report") -> "dict[str, Any]":
    """Return what the JSON document holds, in plain values."""
    return {
        "version": report.version,
        "compiled": report.compiled,
        "evidence_date": report.evidence_date.isoformat() if report.evidence_date else None,
        "snapshot": {"origin": report.origin, "hash": report.hash},
        "findings": [row(one) for one in report.findings],
        "summary": {**report.summary, "complete": report.complete, "notes": [str(note) for note in report.notes]},
    }


def dumped(whole: "Any", indent: int) -> str:
    """Return JSON of printable ASCII alone: no character in it steers a terminal, and every stream takes it."""
    return json.dumps(whole, indent=indent).translate(JSON_ESCAPES) + "\n"


def row(one: "Finding") -> "dict[str, Any]":
    """Return one finding as a JSON object."""
    fix = one.fix
    return {
        "rule": one.rule,
        "name": one.name,
        "severity": str(one.severity),
        "path": one.path,
        "line": one.line,
        "column": one.column,
        "subject": one.subject,
        "value": one.value,
        "message": one.message,
        "fix": fix and {"path": fix.path, "line": fix.line, "column": fix.column, "old": fix.old, "new": fix.new},
        "claim": one.claim,
    }
