"""Findings as SARIF 2.1.0, for code scanning."""

import hashlib
from urllib.parse import quote

from tpu_zones.lint.report.json_report import dumped
from tpu_zones.records.table import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tpu_zones.records.findings import Finding
    from tpu_zones.records.reports import Report

_LEVELS = {"error": "error", "warning": "warning", "info": "note"}


def render(report: "Report") -> str:
    """Return the report as SARIF; fingerprints follow a finding when its line moves."""
    from tpu_zones.lint.rules import RULES

    used = {one.rule for one in report.findings}
    rules = [_rule(rule) for rule in RULES if rule.id in used]
    whole = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": {"name": "tpu-zones", "semanticVersion": report.version, "rules": rules}},
                "columnKind": "unicodeCodePoints",
                "properties": {"compiled": report.compiled, "snapshot": report.hash},
                "invocations": [
                    {
                        "executionSuccessful": report.complete,
                        "toolExecutionNotifications": [
                            {"level": "warning", "message": {"text": printable(str(note))}} for note in report.notes
                        ],
                    }
                ],
                "results": [_result(one) for one in report.findings],
            }
        ],
    }
    return dumped(whole, 1)


def _rule(rule: "Any") -> "dict[str, Any]":
    return {
        "id": rule.id,
        "name": "".join(word.capitalize() for word in rule.name.split("-")),
        "shortDescription": {"text": rule.name.replace("-", " ")},
        "fullDescription": {"text": rule.why},
        "defaultConfiguration": {"level": _LEVELS[str(rule.severity)]},
    }


def _result(one: "Finding") -> "dict[str, Any]":
    text = printable(one.message) + (f" ({printable(one.claim)})" if one.claim else "")
    found: dict[str, Any] = {
        "ruleId": one.rule,
        "level": _LEVELS[str(one.severity)],
        "message": {"text": text},
        "locations": [{"physicalLocation": _place(one.path, one.line, one.column)}],
        "partialFingerprints": {"identity/v1": fingerprint(one)},
    }
    if one.fix:
        region = {
            "startLine": one.fix.line,
            "startColumn": one.fix.column,
            "endLine": one.fix.line,
            "endColumn": one.fix.column + len(one.fix.old),
        }
        change = {
            "artifactLocation": {"uri": _uri(one.fix.path)},
            "replacements": [{"deletedRegion": region, "insertedContent": {"text": one.fix.new}}],
        }
        found["fixes"] = [{"description": {"text": "the corrected value"}, "artifactChanges": [change]}]
    return found


def fingerprint(one: "Finding") -> str:
    """Return what a finding keeps when its line moves."""
    return hashlib.sha256("\0".join(map(str, one.identity)).encode("utf-8", "replace")).hexdigest()


def _place(path: str, line: int, column: int) -> "dict[str, Any]":
    return {
        "artifactLocation": {"uri": _uri(path)},
        "region": {"startLine": max(1, line), "startColumn": max(1, column)},
    }


def _uri(path: str) -> str:
    """Return a path as a relative URI."""
    return quote(path.replace("\\", "/").removeprefix("./"), safe="/-._~")
