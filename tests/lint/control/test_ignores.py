"""Ignores beside the code: what they hide, what they never hide, what is said of them."""

import time

import pytest

import tpu_zones as tz
from tpu_zones.lint.control.ignores import read


def found(text, name="main.tf", **given):
    return [(one.rule, one.line) for one in tz.check_text(text, name=name, **given).findings]


def marked(text, line, comment):
    """Return a text with a comment at the end of a line."""
    lines = text.split("\n")
    lines[line - 1] += comment
    return "\n".join(lines)


def above(text, line, *comments):
    lines = text.split("\n")
    lines[line - 1 : line - 1] = comments
    return "\n".join(lines)


@pytest.mark.parametrize(
    "comment",
    [
        "# tpu-zones: ignore[TPZ311] ticket 12",
        "#tpu-zones:ignore[TPZ311] ticket 12",
        "// tpu-zones: ignore[tpz311] ticket 12",
        "/* tpu-zones: ignore[node-count] - ticket 12 */",
        "# tpu-zones: ignore[ TPZ311 , ] ticket 12\r",
        "## tpu-zones: ignore[TPZ311]: ticket 12",
    ],
)
def test_an_ignore_counts_at_the_end_of_the_line_and_alone_above(pool, comment):
    assert found(pool(nodes="7")) == [("TPZ311", 6)]
    assert found(marked(pool(nodes="7"), 6, " " + comment)) == []
    assert found(above(pool(nodes="7"), 6, "  " + comment)) == []
    assert found(marked(pool(nodes="7"), 6, " " + comment), ignores=False) == [("TPZ311", 6)]


@pytest.mark.parametrize(
    "comment", ["# tpu-zones: ignore[TPZ311]", "# tpu-zones: ignore[TPZ311] -", "/* tpu-zones: ignore[TPZ311] */"]
)
def test_without_a_reason_it_does_not_count(pool, comment):
    report = tz.check_text(marked(pool(nodes="7"), 6, "  " + comment), name="main.tf")
    assert [(one.rule, str(one.severity), one.line) for one in report.findings] == [
        ("TPZ311", "error", 6),
        ("TPZ903", "warning", 6),
    ]
    assert report.findings[1].message == "this ignore does not count: it has no reason: write one behind ignore[TPZ311]"


@pytest.mark.parametrize(
    "comment",
    [
        "# tpu-zones: ignore",
        "# tpu-zones: ignore all",
        "# tpu-zones: ignore[] why",
        "# tpu-zones: ignore[ , ] why",
        "# tpu-zones: ignore[TPZ311 why",
    ],
)
def test_without_a_rule_it_does_not_count(pool, comment):
    assert found(marked(pool(nodes="7"), 6, "  " + comment)) == [("TPZ311", 6), ("TPZ903", 6)]


def test_one_that_hides_nothing_is_information(pool):
    (one,) = tz.check_text(marked(pool(), 6, " # tpu-zones: ignore[TPZ311] old"), name="main.tf").findings
    assert (one.rule, one.name, str(one.severity), one.line, one.value) == (
        "TPZ904",
        "unused-ignore",
        "info",
        6,
        "TPZ311",
    )
    assert one.message == "this ignore hides nothing: TPZ311 finds nothing here"
    (_, one) = tz.check_text(marked(pool(nodes="7"), 6, " # tpu-zones: ignore[TPZ31] x"), name="main.tf").findings
    assert one.message.startswith("this ignore hides nothing: no rule is called 'TPZ31'; did you mean TPZ31")


def test_of_several_rules_only_the_unused_ones_are_told(pool):
    text = marked(pool(nodes="7"), 6, " # tpu-zones: ignore[TPZ311, TPZ201] ticket")
    assert [(one.rule, one.value) for one in tz.check_text(text, name="main.tf").findings] == [("TPZ904", "TPZ201")]
    assert found(marked(pool(nodes="7"), 6, " # tpu-zones: ignore[TPZ311,node-count] twice")) == []


def test_comments_above_one_another_count_for_the_line_below_them(pool):
    both = pool(nodes="7", zone="europe-west4-b").replace(
        'node_locations = ["europe-west4-b"]\n  node_count     = 7',
        'node_locations = ["europe-west4-b"], node_count = 7',
    )
    one, other = "  # tpu-zones: ignore[TPZ311] one", "  # tpu-zones: ignore[TPZ201] other"
    assert found(above(pool(nodes="7"), 6, one, other)) == [("TPZ904", 7)]
    assert both != pool() and found(above(pool(nodes="7"), 6, other, one)) == [("TPZ904", 6)]


@pytest.mark.parametrize("line", [1, 2, 4, 5, 7, 8, 12])
def test_an_ignore_on_another_line_hides_nothing(pool, line):
    assert ("TPZ311", 6) in found(marked(pool(nodes="7"), line, " # tpu-zones: ignore[TPZ311] elsewhere"))


def test_an_ignore_in_a_string_hides_no_finding_of_another_line():
    text = "apiVersion: v1\ndescription: |\n  # tpu-zones: ignore[TPZ201] no comment\nzone: x\n"
    assert [list(one.lines) for one in read(text, "a.yaml")] == [[]]
    text = 'a: "tpu\n# tpu-zones: ignore[TPZ201] no comment"\nzone: x\n'
    assert [list(one.lines) for one in read(text, "a.yaml")] == [[]]
    text = 'x = <<EOT\n# tpu-zones: ignore[TPZ201] no comment\nEOT\nzone = "a"\n'
    assert [list(one.lines) for one in read(text, "a.tf")] == [[3]]
    assert [list(one.lines) for one in read('url = "a#tpu-zones: ignore[TPZ201] x"\n', "a.tf")] == []


def test_json_has_no_comments():
    assert (
        list(read('{"a": " # tpu-zones: ignore[TPZ201] x"}', "a.json"))
        == list(read(' [" # tpu-zones: ignore[T] x"]', "-"))
        == []
    )


def test_slashes_are_no_comment_in_yaml_and_shell():
    assert (
        list(read("// tpu-zones: ignore[TPZ201] x\n", "a.yaml"))
        == list(read("/* tpu-zones: ignore[TPZ201] x */\n", "a.sh"))
        == []
    )


def test_above_a_command_an_ignore_counts_for_all_its_lines():
    command = (
        "gcloud container node-pools create a \\\n  --cluster=c --location=europe-west4 \\\n"
        "  --machine-type=ct5p-hightpu-4t \\\n  --node-locations=europe-west4-a\n"
    )
    assert found(command, "a.sh") == [("TPZ201", 4)]
    assert found("# tpu-zones: ignore[TPZ201] allow-listed\n" + command, "a.sh") == []
    assert found("# tpu-zones: ignore[TPZ201] allow-listed\ndate\n" + command, "a.sh") == [("TPZ904", 1), ("TPZ201", 6)]


def test_a_file_that_cannot_be_read_cannot_be_ignored():
    text = "# tpu-zones: ignore[TPZ901] never mind\nresource {\n"
    report = tz.check_text(text, name="main.tf")
    assert not report.complete and {one.rule for one in report.findings} == {"TPZ901", "TPZ904"}
    assert "TPZ901 cannot be ignored" in report.findings[0].message


def test_the_summary_counts_what_is_hidden(write, run, pool):
    write("main.tf", marked(pool(nodes="7"), 6, " # tpu-zones: ignore[TPZ311] ticket 12"))
    code, out, _ = run(".")
    assert code == 0 and out.endswith("no findings in 1 node pool, 1 file, 1 ignored\n")
    assert run(".", "--no-ignore")[0] == 1
    assert tz.check(".").summary["ignored"] == 1 and tz.check(".", ignores=False).summary["ignored"] == 0


def test_an_ignore_of_a_rule_that_is_off_counts_as_used(write, run, pool):
    write("main.tf", marked(pool(nodes="7"), 6, " # tpu-zones: ignore[TPZ311] ticket 12"))
    write(".tpu-zones.toml", '[severity]\nTPZ311 = "off"\n')
    assert run(".")[1].splitlines()[1:] == ["no findings in 1 node pool, 1 file, 1 ignored"]


@pytest.mark.parametrize(
    "line",
    [
        "# tpu-zones: ignore[TPZ201] x",
        "# tpu-zones: ignore[zzz] x \\",
        "# " * 30 + "tpu-zones: ignore[" + "a," * 200 + "] x",
        "tpu-zones: " * 20,
        "#" * 500 + "tpu-zones:",
    ],
)
def test_a_hostile_file_takes_no_time(line):
    text = "\n".join([line] * (250_000 // len(line)))
    start = time.process_time()
    tz.check_text(text, name="a.sh")
    assert time.process_time() - start < 5
