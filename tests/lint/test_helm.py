"""Rendered Helm: findings name the template, the lines are those of the stream."""

import pytest

import tpu_zones as tz
from tpu_zones.lint.read.helm import Templates

JOB = """apiVersion: batch/v1
kind: Job
metadata:
  name: {name}
spec:
  template:
    spec:
      nodeSelector:
        cloud.google.com/gke-tpu-accelerator: tpu-v6e-slice
        cloud.google.com/gke-tpu-topology: 2x2
      containers:
      - name: main
        resources:
          requests: {{google.com/tpu: {chips}}}
          limits: {{google.com/tpu: {chips}}}
"""


def stream(*documents):
    return "".join(f"---\n# Source: {name}\n{text}" if name else f"---\n{text}" for name, text in documents)


def found(text, name="<stdin>"):
    report = tz.check_text(text, name=name)
    return [(one.rule, one.path, one.line, one.message) for one in report.findings if one.severity != "info"]


def test_a_finding_names_its_template():
    text = stream(
        ("train/templates/good.yaml", JOB.format(name="good", chips=4)),
        ("train/charts/inner/templates/job.yaml", JOB.format(name="bad", chips=3)),
        (None, JOB.format(name="other", chips=3)),
    )
    (first, second) = found(text)
    assert first[:2] == second[:2] and first[1] == "<stdin>"
    assert text.split("\n")[first[2] - 1].strip().startswith(("requests:", "limits:")) and first[2] > 17
    assert first[3].endswith(" (rendered from train/charts/inner/templates/job.yaml)")
    assert second[3] == first[3].removesuffix(" (rendered from train/charts/inner/templates/job.yaml)")


def test_the_identity_does_not_depend_on_it():
    plain, rendered = JOB.format(name="bad", chips=3), stream(("a/templates/x.yaml", JOB.format(name="bad", chips=3)))
    (one,), (other,) = (
        [one for one in tz.check_text(text, name="-").findings if one.severity != "info"] for text in (plain, rendered)
    )
    assert one.identity == other.identity and one.message != other.message


@pytest.mark.parametrize(
    "comment",
    [
        "# Source: https://example.com/docs/tpu",
        "# Source: templates/x.yaml and more",
        "#Source: a/templates/x.yaml",
        "# Source: a/x.yaml",
        "# Source: a/templates/" + "x" * 301,
        "apiVersion: v1 # Source: a/templates/x.yaml",
        "\n# Source: a/templates/x.yaml",
    ],
)
def test_other_comments_are_no_templates(comment):
    assert Templates(f"---\n{comment}\nkind: Job\n".split("\n")).at(3) is None


def test_lines_and_documents():
    lines = "# a\n--- \n# Source: a/templates/x.yaml\r\nkind: A\n---\nkind: B\n---".split("\n")
    templates = Templates(lines)
    assert [templates.at(line) for line in range(1, 8)] == [None, *["a/templates/x.yaml"] * 3, None, None, None]


def test_what_a_stream_says_cannot_steer_a_terminal(capsys, tmp_path, monkeypatch):
    from tpu_zones.cli.main import main

    monkeypatch.chdir(tmp_path)
    text = stream(("a/templates/\x1b]0;x\x07.yaml", JOB.format(name="bad", chips=3)))
    (tmp_path / "all.yaml").write_text(text.replace("\x1b", "\u202e").replace("\x07", ""))
    assert main(["check", "all.yaml"]) == 1
    out = capsys.readouterr().out
    assert "rendered from a/templates/" in out and "\u202e" not in out
