"""Manifests in the here-documents of scripts."""

import pytest

from tpu_zones.lint.read import shell, workflow
from tpu_zones.lint.workloads import Workload

JOB = """\
apiVersion: batch/v1
kind: Job
metadata: {name: train}
spec:
  parallelism: 4
  template:
    spec:
      nodeSelector:
        cloud.google.com/gke-tpu-accelerator: tpu-v6e-slice
        cloud.google.com/gke-tpu-topology: 4x4
      containers:
      - name: a
        resources: {limits: {google.com/tpu: 4}}
"""


def script(job: str = JOB, *, before: str = "", command: str = "kubectl apply -f - <<EOF", end: str = "EOF") -> str:
    return f"{before}{command}\n{job}{end}\n"


def job(text: str) -> Workload:
    [found] = shell.read(text, "a.sh").things
    assert isinstance(found, Workload)
    return found


@pytest.mark.parametrize(
    "command",
    [
        "kubectl apply -f - <<EOF",
        "cat <<EOF | kubectl create -f -",
        "cat <<'EOF' > job.yaml",
        "tee job.yaml <<EOF >/dev/null",
        "make() {\ncat <<EOF\nEOF\n}\nkubectl apply -f - <<EOF",
    ],
)
def test_a_manifest_is_read_at_its_place(command: str) -> None:
    text = script(command=command)
    found = job(text)
    assert found.topology and found.topology.spot
    line = text.split("\n")[found.topology.spot.line - 1]
    assert found.topology.value == "4x4" and line[found.topology.spot.column - 1 :] == "4x4"
    assert not found.maybe


def test_what_the_script_knows_is_filled_in_and_the_rest_is_unknown() -> None:
    text = JOB.replace("4x4", "${TOPOLOGY}").replace("parallelism: 4", "parallelism: $HOSTS").replace("train", "$1")
    found = job(script(text, before="TOPOLOGY=${TOPOLOGY:-2x4}\n"))
    assert found.topology and found.topology.value == "2x4"
    assert found.pods and found.pods.unknown and found.name and found.name.unknown
    quoted = job(script(text, before="TOPOLOGY=2x4\n", command="cat <<'EOF' | envsubst | kubectl apply -f -"))
    assert quoted.topology and quoted.topology.unknown


def test_a_line_that_is_filled_in_may_be_what_seems_to_lack() -> None:
    bare = "".join(line for line in JOB.splitlines(keepends=True) if "gke-tpu-topology" not in line)
    assert not (found := job(script(bare))).partial and not found.topology
    filled = bare.replace("nodeSelector:\n", "nodeSelector:\n        $MORE\n")
    assert (found := job(script(filled))).partial and found.accelerator and found.accelerator.spot.line == 11


def test_what_may_not_be_run_may_not_be() -> None:
    assert job(f"if $GO; then\n{script()}fi\n").maybe


@pytest.mark.parametrize(
    "text",
    [
        script("apiVersion: v1\nkind: Pod\n"),
        script("use google.com/tpu: 4\n"),
        script(JOB.replace("template:", "template: [")),
        script(JOB, before="cat x\n", command="cat <<EOF\nEOF\n#"),
        script(JOB.replace("name: train", "name: $(date")),
        script(JOB.replace("spec:\n  par", "$SPEC\n  par"), before="SPEC='a:\n\n  b: 1\nspec:'\n"),
    ],
)
def test_what_is_none_that_can_be_read_is_silent(text: str) -> None:
    found = shell.read(text, "a.sh")
    assert not found.things
    assert not [fault for fault in found.faults if fault.level == "error"]


def test_more_of_them_than_anyone_has_end_early() -> None:
    found = shell.read("#\n" * 20_000 + script() * 1_000, "a.sh")
    assert 10 < len(found.things) < 100
    assert [(one.level, one.text) for one in found.faults] == [
        ("info", "too much for one script: the rest of it is not read")
    ]


def test_in_a_workflow() -> None:
    body = "".join(f"        {line}\n" for line in script(JOB + "---\nkind: x\n").splitlines())
    text = f"jobs:\n  a:\n    steps:\n    - run: |\n{body}"
    [found] = workflow.read(text, "a.yml").things
    assert isinstance(found, Workload) and found.topology and found.topology.spot
    line = text.split("\n")[found.topology.spot.line - 1]
    assert line[found.topology.spot.column - 1 :] == "4x4"
