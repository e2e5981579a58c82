"""Reports in every format: what they hold, and that no text of a file can be more than text."""

import hashlib
import json
import re
from xml.etree import ElementTree

import jsonschema
import pytest
from support import FIXTURES

import tpu_zones as tz
from tpu_zones.lint.report import github, json_report, junit, markdown, sarif, text
from tpu_zones.records.findings import Finding, Fix, Severity
from tpu_zones.records.reports import Report
from tpu_zones.records.rows import Note

NASTY = 'a"b\r\n::error::pwned\x1b[31m<script>alert(1)</script>|x|%0A,file=x:\u202e]]>&\x00 `rm` [l](javascript:x)'
OFFICIAL = "c3b4bb2d6093897483348925aaa73af03b3e3f4bd4ca38cef26dcb4212a2682e"
"""Hash of the schema of SARIF that OASIS publishes; fixtures/schemas/README.md has where."""


def report(*findings, notes=(), complete=True):
    return Report(
        findings,
        summary={"node_pool": 2, "unknown_value": 1, "file": 3, "file_out_of_scope": 1},
        notes=notes,
        complete=complete,
        version="9.9",
        compiled="2026-11-30",
        origin="bundled",
        hash="abc",
        sources={"a.tf": ["first", '\tnode_count = "7"']},
    )


def finding(**given):
    fields = {
        "rule": "TPZ311",
        "name": "node-count",
        "severity": Severity.ERROR,
        "path": "a.tf",
        "line": 2,
        "column": 16,
        "subject": "node pool tpu",
        "value": "7",
        "message": "7 nodes, and 4x4 is 4",
        "fix": Fix(path="a.tf", line=2, column=16, old="7", new="4"),
        "claim": "Google's page, 2026-11-09",
    }
    return Finding(**{**fields, **given})


def nasty():
    return report(
        finding(path=NASTY, message=NASTY, subject=NASTY, value=NASTY, fix=None, claim=NASTY),
        notes=[Note(code="x", text=NASTY)],
    )


def test_text_shows_place_message_and_fix():
    assert text.render(report(finding())).splitlines() == [
        "tpu-zones 9.9, data compiled 2026-11-30 (bundled)",
        "a.tf:2:16: error TPZ311 node-count: 7 nodes, and 4x4 is 4",
        "    fix: replace '7' with '4'",
        "1 error in 2 node pools, 1 unknown value, 3 files, 1 file out of scope",
    ]


def test_a_check_of_nothing_says_so():
    assert text.summary(tz.check_text("nothing", name="a.md")) == "no findings; nothing that was read speaks of TPUs"


def test_a_terminal_shows_the_line_with_a_caret_below_the_value():
    lines = text.render(report(finding()), terminal=True).splitlines()
    assert lines[2] == '     2 |  node_count = "7"'
    assert lines[3].index("^") == lines[2].index("7")


def test_json_is_the_documented_form():
    whole = json.loads(json_report.render(report(finding())))
    assert list(whole) == ["version", "compiled", "evidence_date", "snapshot", "findings", "summary"]
    assert whole["findings"][0]["fix"] == {"path": "a.tf", "line": 2, "column": 16, "old": "7", "new": "4"}
    assert whole["summary"] == {
        "node_pool": 2, "unknown_value": 1, "file": 3, "file_out_of_scope": 1, "complete": True, "notes": [],
    }  # fmt: skip


@pytest.mark.parametrize("render", [json_report.render, sarif.render], ids=["json", "sarif"])
def test_json_is_ascii_so_that_nothing_steers_and_every_stream_takes_it(render):
    odd = "\u202e\u2028\u2066\u200b\x85\x7f é → \U0001f600"
    out = render(report(finding(message=odd, subject=odd, value=odd), notes=[Note(code="x", text=odd)]))
    assert out.isascii() and not re.search(r"[^\n\x20-\x7e]", out)
    if render is json_report.render:
        (one,) = json.loads(out)["findings"]
        assert (one["message"], one["subject"], one["value"]) == (odd, odd, odd)


def test_github_shows_errors_first_ten_and_ten_and_counts_the_rest():
    many = [finding(line=n) for n in range(1, 14)] + [finding(severity=Severity.WARNING, line=n) for n in range(12)]
    lines = github.render(report(*reversed(many))).splitlines()
    assert [line.split(" ")[0] for line in lines] == ["::error"] * 10 + ["::notice"] + ["::warning"] * 10 + ["::notice"]
    assert lines[10] == "::notice title=tpu-zones::and 3 more of severity error"


def test_github_commands_cannot_be_injected():
    out = github.render(nasty())
    assert len(out.splitlines()) == 2
    assert all(line.startswith(("::error file=", "::notice title=")) for line in out.splitlines())
    properties = out.split("::")[1]
    assert properties.count(",") == 3
    assert "\x1b" not in out and "\x00" not in out and "\u202e" not in out


def test_junit_is_xml_with_a_case_a_finding():
    suites = ElementTree.fromstring(junit.render(nasty()))
    suite = suites.find("testsuite")
    assert (suite.get("tests"), suite.get("failures")) == ("1", "1")
    assert "<script>" in suite.find("testcase/failure").text
    assert ElementTree.fromstring(junit.render(report())).find("testsuite/testcase").get("name") == "no findings"


def test_markdown_lets_no_text_be_markup():
    out = markdown.render(nasty())
    assert not re.search(r"(?<!\\)<", out)
    row = out.splitlines()[4]
    assert len(re.findall(r"(?<!\\)\|", row)) == 5
    assert "\\[l\\]\\(javascript\\:x\\)" in row


def test_the_last_line_of_markdown_is_no_part_of_the_list():
    *_, note, blank, last = markdown.render(nasty()).splitlines()
    assert note.startswith("- ") and blank == "" and last == "tpu-zones 9.9, data compiled 2026-11-30"


def test_a_terminal_cannot_be_steered():
    out = text.render(nasty(), terminal=True)
    assert "\x1b" not in out and "\x00" not in out and "\u202e" not in out
    assert len(out.splitlines()) == 4


def test_a_fingerprint_stays_when_the_line_moves_and_changes_with_the_value():
    here, moved, other = finding(), finding(line=40, column=1, message="else"), finding(value="8")
    assert sarif.fingerprint(here) == sarif.fingerprint(moved) != sarif.fingerprint(other)


def test_sarif_holds_rules_places_and_fixes():
    run = json.loads(sarif.render(report(finding(), complete=False)))["runs"][0]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["TPZ311"]
    (result,) = run["results"]
    assert result["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "a.tf"},
        "region": {"startLine": 2, "startColumn": 16},
    }
    change = result["fixes"][0]["artifactChanges"][0]["replacements"][0]
    assert change["deletedRegion"] == {"startLine": 2, "startColumn": 16, "endLine": 2, "endColumn": 17}
    assert change["insertedContent"] == {"text": "4"}
    assert run["invocations"] == [{"executionSuccessful": False, "toolExecutionNotifications": []}]


def test_sarif_describes_the_rules_of_the_check_itself_too():
    own = finding(rule="TPZ901", name="not-readable", fix=None)
    (rule,) = json.loads(sarif.render(report(own)))["runs"][0]["tool"]["driver"]["rules"]
    assert (rule["id"], rule["name"]) == ("TPZ901", "NotReadable")
    assert rule["defaultConfiguration"] == {"level": "error"} and "exit code is 3" in rule["fullDescription"]["text"]


@pytest.fixture(scope="module")
def errors():
    """What the schema says against a report, as texts; the file is the one that OASIS publishes, byte by byte."""
    data = (FIXTURES / "schemas" / "sarif-2.1.0.json").read_bytes()
    assert hashlib.sha256(data).hexdigest() == OFFICIAL
    schema = json.loads(data)
    jsonschema.Draft4Validator.check_schema(schema)
    validator = jsonschema.Draft4Validator(schema, format_checker=jsonschema.FormatChecker())
    return lambda one: [error.message for error in validator.iter_errors(json.loads(sarif.render(one)))]


def test_reports_of_all_fixtures(errors):
    rules = set()
    for case in sorted((FIXTURES / "configs").iterdir()):
        asked = json.loads((case / "expect.json").read_text("utf-8")).get("asked", {})
        found = tz.check(case, exclude="expect.json", **asked)
        rules |= {one.rule for one in found.findings}
        assert errors(found) == [], case.name
    assert len(rules) >= 40


def test_hostile_and_empty_reports(errors):
    unread = report(finding(rule="TPZ901", name="not-readable", line=0, column=0, fix=None, claim=None), complete=False)
    for one in (nasty(), report(), unread, report(notes=[Note(code="out-of-scope", text="a template")])):
        assert errors(one) == []


def test_the_schema_refuses_what_is_wrong(errors, monkeypatch):
    monkeypatch.setitem(sarif._LEVELS, "error", "fatal")
    assert "'fatal' is not one of ['none', 'note', 'warning', 'error']" in errors(report(finding()))


def test_a_report_is_neither_true_nor_false():
    with pytest.raises(TypeError, match=r"ask \.ok"):
        bool(report())
    assert report().ok
    assert not report(finding()).ok
    assert report(finding(severity=Severity.WARNING)).ok


def test_severities_count_from_the_worst():
    some = report(finding(), finding(severity=Severity.WARNING), finding(severity=Severity.INFO))
    assert [some.worst(level) for level in ("error", "warning", "info")] == [1, 2, 3]
    with pytest.raises(tz.WrongUsage, match="no severity is called 'fatal'"):
        some.worst("fatal")
