"""Findings as JUnit XML: a test case a finding, a failure an error or warning."""

from xml.etree import ElementTree

from tpu_zones.records.table import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tpu_zones.records.reports import Report


def render(report: "Report") -> str:
    """Return the report as JUnit XML; a clean one is one passed case, so that no run counts as empty."""
    errors = sum(one.severity != "info" for one in report.findings)
    suite = ElementTree.Element(
        "testsuite",
        name="tpu-zones",
        tests=str(len(report.findings) or 1),
        failures=str(errors),
        errors="0",
        skipped="0",
    )
    if not report.findings:
        ElementTree.SubElement(suite, "testcase", classname="tpu-zones", name="no findings")
    for one in report.findings:
        name = f"{one.rule} {one.name}: {one.subject}"
        case = ElementTree.SubElement(
            suite,
            "testcase",
            classname=printable(one.path),
            name=printable(name),
            file=printable(one.path),
            line=str(one.line),
        )
        text = f"{printable(one.path)}:{one.line}:{one.column}: {printable(one.message)}"
        if one.severity == "info":
            ElementTree.SubElement(case, "system-out").text = text
        else:
            failure = ElementTree.SubElement(case, "failure", type=str(one.severity), message=printable(one.message))
            failure.text = text
    suites = ElementTree.Element("testsuites", name=f"tpu-zones {report.version}, data compiled {report.compiled}")
    suites.append(suite)
    ElementTree.indent(suites)
    return ElementTree.tostring(suites, encoding="unicode", xml_declaration=False) + "\n"
