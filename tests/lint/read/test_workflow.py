"""Workflow YAML: commands in scripts and lists, with the variables around them."""

import time
from typing import Any

import pytest
from hypothesis import given
from mangled import fields, mangled, thorough

from tpu_zones.lint.read.workflow import read

POOL = "gcloud container node-pools create"
VM = "gcloud compute tpus tpu-vm create"

# 15 good ones: text, and fields of the last thing with value, line and column
GOOD: dict[str, tuple[str, dict[str, Any]]] = {
    "github, one line": (
        f"jobs:\n  a:\n    steps:\n    - run: {POOL} p --zone us-east5-a",
        {"name": ("p", 4, 47), "cluster_location": ("us-east5-a", 4, 56)},
    ),
    "github, block": (
        f"jobs:\n  a:\n    steps:\n    - name: x\n      run: |\n        set -e\n\n        {POOL} p \\\n"
        "          --zone=us-east5-a \\\n          --tpu-topology 4x4\n",
        {"cluster_location": ("us-east5-a", 9, 18), "topology": ("4x4", 10, 26)},
    ),
    "github, folded": (
        f"jobs:\n  a:\n    steps:\n    - run: >-\n        {POOL} p\n        --zone us-east5-a\n        --spot\n",
        {"cluster_location": ("us-east5-a", 6, 16), "spot_vms": (True, 7, 9)},
    ),
    "github, env of the workflow": (
        f"env:\n  ZONE: us-east5-a\njobs:\n  a:\n    steps:\n    - run: {POOL} p --zone ${{{{ env.ZONE }}}}",
        {"cluster_location": ("us-east5-a", 2, 9)},
    ),
    "github, env of the step": (
        f"env: {{ZONE: x}}\njobs:\n  a:\n    steps:\n    - env:\n        ZONE: us-east5-a\n      run: {POOL} p --zone $ZONE",
        {"cluster_location": ("us-east5-a", 6, 15)},
    ),
    "github, input with a default": (
        "on:\n  workflow_dispatch:\n    inputs:\n      zone:\n        default: us-east5-a\n"
        f"jobs:\n  a:\n    env: {{Z: '${{{{ inputs.zone }}}}'}}\n    steps:\n    - run: {POOL} p --zone \"$Z\"",
        {"cluster_location": ("us-east5-a", 5, 18)},
    ),
    "action": (
        "inputs:\n  zone: {default: us-east5-a}\nruns:\n  using: composite\n  steps:\n"
        f"  - run: {VM} v --zone ${{{{ inputs.zone }}}}\n    shell: bash",
        {"zone": ("us-east5-a", 2, 19)},
    ),
    "gitlab": (
        f"variables:\n  ZONE: us-east5-a\nbuild:\n  script:\n  - export T=4x4\n  - {POOL} p --zone=$ZONE --tpu-topology $T",
        {"cluster_location": ("us-east5-a", 2, 9), "topology": ("4x4", 5, 14)},
    ),
    "gitlab, described variable": (
        f"variables:\n  ZONE:\n    value: us-east5-a\n    description: x\nbuild:\n  script: {POOL} p --zone=$ZONE",
        {"cluster_location": ("us-east5-a", 3, 12)},
    ),
    "cloud build, args": (
        "steps:\n- name: gcr.io/cloud-builders/gcloud\n  args: ['container', 'node-pools', 'create', 'p', "
        "'--zone', '${_ZONE}', '--spot']\nsubstitutions:\n  _ZONE: us-east5-a",
        {"cluster_location": ("us-east5-a", 5, 10), "spot_vms": (True, 3, 74)},
    ),
    "cloud build, entrypoint bash": (
        "steps:\n- name: google/cloud-sdk\n  entrypoint: bash\n  args:\n  - -c\n  - |\n    Z=us-east5-a\n"
        f'    {POOL} p --zone $$Z --cluster "$${{C:-demo}}"',
        {"cluster_location": ("us-east5-a", 7, 7), "cluster": ("demo", 8, 70)},
    ),
    "cloud build, entrypoint gcloud": (
        "steps:\n- name: google/cloud-sdk\n  entrypoint: gcloud\n  args:\n  - compute\n  - tpus\n  - tpu-vm\n  - create\n"
        "  - v\n  - --zone=us-east5-a\n",
        {"name": ("v", 9, 5), "zone": ("us-east5-a", 10, 12)},
    ),
    "argo": (
        "spec:\n  arguments:\n    parameters:\n    - {name: zone, value: us-east5-a}\n  templates:\n  - script:\n"
        f"      source: |\n        {VM} v --zone {{{{workflow.parameters.zone}}}}\n",
        {"zone": ("us-east5-a", 4, 27)},
    ),
    "kubernetes job": (
        "spec:\n  containers:\n  - command: [bash, -c]\n    env:\n    - {name: ZONE, value: us-east5-a}\n"
        f"    args:\n    - {VM} v --zone $ZONE",
        {"zone": ("us-east5-a", 5, 27)},
    ),
    "circleci": (
        f"jobs:\n  a:\n    steps:\n    - run:\n        name: x\n        command: |\n          {VM} v --zone us-east5-a",
        {"zone": ("us-east5-a", 7, 54)},
    ),
}


@pytest.mark.parametrize("name", GOOD)
def test_values_and_their_places(name: str) -> None:
    text, expected = GOOD[name]
    found = read(text, "w.yaml")
    assert found.faults == [] and len(found.things) == 1
    said = fields(found.things[0])
    assert {name: said.get(name) for name in expected} == expected


# 15 odd ones: text, and the zone: a value, or the reason why there is none
ODD: dict[str, tuple[str, str | None]] = {
    "matrix": (f"a:\n- run: {VM} v --zone ${{{{ matrix.zone }}}}", "? {{matrix.zone}} is filled in elsewhere"),
    "secret": (f"a:\n- run: {VM} v --zone '${{{{ secrets.ZONE }}}}'", "${{ secrets.ZONE }}"),
    "env of a secret": (
        f"env: {{Z: '${{{{ vars.ZONE }}}}'}}\na:\n- run: {VM} v --zone $Z",
        "? '${{ vars.ZONE }}' is filled in elsewhere",
    ),
    "default of a secret": (
        f"env: {{Z: '${{{{ vars.ZONE }}}}'}}\na:\n- run: {VM} v --zone ${{Z:-us-east5-a}}",
        "us-east5-a",
    ),
    "double quotes with escapes": (f'a:\n- run: "Z=us-east5-a\\n{VM} v --zone \\"$Z\\""', "us-east5-a"),
    "single quotes": (f"a:\n- run: '{VM} v --zone ''us-east5-a'''", "us-east5-a"),
    "plain over lines": (f"a:\n- run: {VM} v\n    --zone\n    us-east5-a", "us-east5-a"),
    "anchors": (f"a: &a\n  run: {VM} v --zone us-east5-a\nb: c", "us-east5-a"),
    "crlf": (f"a:\r\n- run: |\r\n    {VM} v \\\r\n      --zone us-east5-a\r\n", "us-east5-a"),
    "bom": (f"\ufeffa:\n- run: {VM} v --zone us-east5-a", "us-east5-a"),
    "indentation sign": (f"a:\n- run: |2-\n      {VM} v --zone us-east5-a", "us-east5-a"),
    "several documents": (f"x: 1\n---\na:\n- run: {VM} v --zone us-east5-a\n---\n", "us-east5-a"),
    "a number": (f"env: {{Z: 5}}\na:\n- run: {VM} v --zone $Z", "5"),
    "an empty variable": (f"env: {{Z: }}\na:\n- run: {VM} v --zone $Z --version x", None),
    "quotes in args": (
        f"steps:\n- name: x\n  entrypoint: gcloud\n  args: [{', '.join(VM.split()[1:])}, 'a\"`b', --zone, us-east5-a]",
        "us-east5-a",
    ),
}


@pytest.mark.parametrize("name", ODD)
def test_odd_workflows(name: str) -> None:
    text, zone = ODD[name]
    found = read(text, "w.yaml")
    assert len(found.things) == 1, found.things
    said = fields(found.things[0])
    assert (said["zone"][0] if "zone" in said else None) == zone


RUN = f"run: '{VM} v --zone us-east5-a --accelerator-type v6e-8'"
PWSH = "a script for pwsh, which is not read: its commands are not checked"


@pytest.mark.parametrize("own", ["bash", "sh", "bash -leo pipefail {0}", "/bin/bash {0}", r"C:\Git\bin\bash.exe", ""])
@pytest.mark.parametrize(
    "around", ["", "defaults: {run: {shell: pwsh}}\n", "defaults: {run: {working-directory: a}}\n"]
)
def test_the_shell_of_a_step_goes_before_others(own: str, around: str) -> None:
    found = read(f"{around}jobs:\n  a:\n    steps:\n    - shell: {own}\n      {RUN}", "w.yaml")
    read_here = bool(own) or "pwsh" not in around
    assert (len(found.things), [one.text for one in found.faults]) == ((1, []) if read_here else (0, [PWSH]))


@pytest.mark.parametrize("own", ["pwsh", "powershell", "cmd", "python", "perl {0}", "pwsh.exe", "'${{ inputs.how }}'"])
@pytest.mark.parametrize("place", ["workflow", "job", "step"])
def test_other_shells_are_not_read(own: str, place: str) -> None:
    default = f"defaults:\n  run:\n    shell: {own}\n"
    lines = {"workflow": default, "job": "", "step": ""}[place] + "jobs:\n  a:\n"
    if place == "job":
        lines += "    " + default.replace("\n ", "\n     ")
    step = f"    - {RUN}\n" + (f"      shell: {own}\n" if place == "step" else "")
    text = f"{lines}    steps:\n{step}{step}    - run: {VM} b --zone us-east5-a\n      shell: bash\n"
    found = read(text, "w.yaml")
    assert [fields(one)["name"][0] for one in found.things] == ["b"]
    name = own.strip("'").partition(" {0}")[0].removesuffix(".exe")
    assert [(one.level, one.text, one.spot.line) for one in found.faults] == [
        ("info", PWSH.replace("pwsh", name), text.count("\n", 0, text.index(RUN)) + 1)
    ]


@pytest.mark.parametrize(
    ("head", "read_here"),
    [
        ("runs-on: windows-latest", False),
        ("runs-on: [self-hosted, Windows]", False),
        ("runs-on: {group: a, labels: [windows-2025]}", False),
        ("runs-on: ubuntu-latest", True),
        ("runs-on: '${{ inputs.os }}'", True),
        ("runs-on: '${{ matrix.os }}'\n    strategy: {matrix: {os: [windows-latest]}}", False),
        ("runs-on: '${{ matrix.os }}'\n    strategy: {matrix: {os: [ubuntu-24.04]}}", True),
        ("runs-on: windows-latest\n    defaults: {run: {shell: bash}}", True),
        ("defaults: {run: {shell: cmd}}\n    steps: []\n  b:\n    runs-on: ubuntu-latest", True),
    ],
)
def test_the_machine_of_a_job_has_a_shell(head: str, read_here: bool) -> None:
    found = read(f"jobs:\n  a:\n    {head}\n    steps:\n    - {RUN}\n", "w.yaml")
    assert (len(found.things), [one.text for one in found.faults]) == ((1, []) if read_here else (0, [PWSH]))


def test_a_shell_of_the_workflow_goes_before_that_of_the_machine() -> None:
    head = "defaults: {run: {shell: bash}}\njobs:\n  a:\n    runs-on: windows-latest\n"
    assert len(read(f"{head}    steps:\n    - {RUN}\n", "w.yaml").things) == 1


def test_what_speaks_of_no_tpu_is_not_told_of() -> None:
    text = "steps:\n- shell: pwsh\n  run: gcloud version\n- shell: pwsh\n  run: echo v6e-8\n"
    assert read(text + f"- run: {VM} v", "w.yaml").faults == []
    circle = f"steps:\n- run:\n    shell: powershell.exe\n    command: {VM} v --accelerator-type=v6e-8\n"
    assert [one.text for one in read(circle, "w.yaml").faults] == [PWSH.replace("pwsh", "powershell")]


@pytest.mark.parametrize(
    "text",
    [
        "run: gcloud version",
        f"description: {POOL} p",
        f"steps:\n- name: a\n  args: [echo, {POOL}]",
        f"data:\n  note: |\n    {POOL} p",
        "run: 5",
        "run: [gcloud, [x]]",
        "gcloud",
        "",
    ],
)
def test_what_is_no_command_is_not_read(text: str) -> None:
    assert read(text, "w.yaml").things == []


def test_what_is_no_yaml_is_one_error() -> None:
    assert [fault.level for fault in read("a: [gcloud\nb: }", "w.yaml").faults] == ["error"]


def test_every_script_of_a_file_is_read_with_its_own_variables() -> None:
    steps = "".join(f"    - env: {{Z: us-east5-{letter}}}\n      run: {VM} v --zone $Z\n" for letter in "abc")
    found = read(f"jobs:\n  a:\n    steps:\n{steps}", "w.yaml").things
    assert [fields(thing)["zone"][0] for thing in found] == ["us-east5-a", "us-east5-b", "us-east5-c"]


HOSTILE = {
    "many steps": "a:\n" + f"- run: {VM} v --zone us-east5-a\n" * 5_000,
    "one long script": "run: |\n" + f"  {VM} v --zone us-east5-a\n" * 10_000,
    "alias bomb": "a: &a [gcloud, gcloud]\n"
    + "".join(f"{b}: &{b} [*{a}, *{a}, *{a}]\n" for a, b in zip("abcdefghijkl", "bcdefghijklm", strict=True)),
    "many variables": "env:\n" + "".join(f"  V{n}: x\n" for n in range(20_000)) + f"a:\n- run: {VM} v\n- run: {VM} w\n",
    "variables at each level": "".join("  " * n + f"env: {{A{n}: x}}\n" + "  " * n + "a:\n" for n in range(50))
    + "  " * 50
    + f"run: {VM} v",
    "long folded text": "run: >\n" + "  gcloud x y z\n" * 50_000,
    "quotes": 'run: "gcloud' + "\\n" * 200_000 + '"',
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_workflows_end_soon(name: str) -> None:
    start = time.process_time()
    read(HOSTILE[name], "w.yaml")
    assert time.process_time() - start < 5


@thorough
@given(mangled(*(text for text, _ in GOOD.values())))
def test_no_workflow_breaks_the_reader(text: str) -> None:
    for thing in read(f"{text}\n# gcloud", "w.yaml").things:
        for value in thing.values().values():
            assert value.spot is not None and value.spot.line >= 1 and value.spot.column >= 1


MATRIX = """on: push
jobs:
  tpu:
    strategy:
      matrix:
        %s
    env: {TYPE: "${{ matrix.type }}"}
    steps:
    - run: gcloud compute tpus tpu-vm create a --zone=${{ matrix.zone }} --accelerator-type=$TYPE
"""


def vms(matrix, text=MATRIX):
    found = read(text % matrix, ".github/workflows/a.yaml").things
    return [
        tuple((one.value, one.spot.line) if one.known else one.unknown for one in (vm.zone, vm.accelerator_type))
        for vm in found
    ]


def test_each_combination_of_a_matrix_is_read():
    assert vms("zone: [us-east5-a, us-east5-b]\n        type: [v6e-8]") == [
        (("us-east5-a", 6), ("v6e-8", 7)),
        (("us-east5-b", 6), ("v6e-8", 7)),
    ]
    assert len(vms("zone: [a, b, c]\n        type: [v6e-4, v6e-8]")) == 6
    assert vms("include: [{zone: a, type: x}, {zone: b}]") == [
        (("a", 6), ("x", 6)),
        (("b", 6), "'${{ matrix.type }}' is filled in elsewhere"),
    ]
    nested = MATRIX.replace("matrix.zone", "matrix.at.zone").replace("matrix.type", "matrix.at.type")
    assert vms("at: [{zone: a, type: x}]", nested) == [(("a", 6), ("x", 6))]


@pytest.mark.parametrize(
    "matrix",
    [
        "zone: ${{ fromJSON(inputs.zones) }}",
        "zone: [a, b]\n        exclude: [{zone: a}]",
        "zone: [a, b]\n        include: [{zone: c}]",
        "include: ${{ fromJSON(inputs.all) }}",
        f"zone: {list(range(40))}",
        "zone: []",
        "zone: [[a], {b: c}]",
        "{}",
    ],
)
def test_a_matrix_that_is_not_certain_is_unknown(matrix):
    assert all(zone == "{{matrix.zone}} is filled in elsewhere" for zone, _ in vms(matrix))
    assert vms(matrix)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("    - run: gcloud", "    - if: matrix.zone == 'b'\n      run: gcloud"),
        ("run: gcloud", "run: |\n        if [ x = ${{ matrix.zone }} ]; then exit; fi\n        gcloud"),
        ("run: gcloud", "run: '[[ $TYPE = x ]] && gcloud"),
    ],
)
def test_a_condition_may_choose_among_the_combinations(before, after):
    text = MATRIX.replace(before, after)
    text = text.rstrip() + "'\n" if "'[[" in after else text
    ((zone, _),) = vms("zone: [a, b]", text)
    assert zone == "{{matrix.zone}} is filled in elsewhere"


def test_a_fault_of_one_combination_is_found_where_the_matrix_has_it():
    import tpu_zones as tz

    text = MATRIX % "zone: [us-east5-a, us-east5-q]\n        type: [v6e-8]"
    (one,) = tz.check_text(text, name=".github/workflows/a.yaml").findings
    assert (one.rule, one.line, one.column, one.value) == ("TPZ102", 6, 28, "us-east5-q")


def test_the_lines_of_a_file_are_counted_once_for_all_its_scripts(monkeypatch):
    from tpu_zones.lint.read.bash import source

    counted = []
    count = source.starts
    monkeypatch.setattr(source, "starts", lambda text: counted.append(text) or count(text))
    text = "steps:\n" + f"- run: {VM} a --zone=us-east5-a\n" * 50
    assert [thing.zone.spot.line for thing in read(text, "a.yaml").things] == list(range(2, 52))
    assert counted.count(text) == 1


def test_a_matrix_in_a_matrix_does_not_multiply():
    text = "jobs:\n"
    for level in range(1, 25):
        text += f"{'  ' * level}strategy: {{matrix: {{z: [1, 2, 3, 4]}}}}\n{'  ' * level}x:\n"
    text += "  " * 26 + f"run: {VM} a --zone=${{{{ matrix.z }}}}\n"
    assert [thing.zone.value for thing in read(text, "a.yaml").things] == ["1", "2", "3", "4"]
