import os
import random
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mangled import limited, thorough

from tpu_zones.lint.read.files import File, find, sniff, speaks_of_tpu
from tpu_zones.lint.read.ignore import patterns

TPU = "machineType: ct6e-standard-4t\n"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(files: dict[str, str | bytes]) -> None:
    for name, content in files.items():
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())


def names(*paths: str, exclude: tuple[str, ...] = ()) -> list[str]:
    return [file.path for file in find(paths or (".",), exclude=exclude)]


def only(path: str) -> File:
    [file] = find([path])
    return file


def fault(path: str) -> tuple[str, int, int, str]:
    found = only(path).fault
    assert found is not None
    return found.level, found.spot.line, found.spot.column, found.text


def test_files_that_speak_of_tpus_and_all_terraform() -> None:
    write(
        {
            "b.yaml": TPU,
            "a/x.yaml": "kind: Pod\n",
            "a/y.json": '{"machineType": "ct5p-hightpu-4t"}',
            "a/main.tf": "locals {}\n",
            "a/x.tfvars": "a = 1\n",
            "a/x.tf.json": "{}",
            "run": "gcloud compute tpus list\n",
            "a.py": "import google.com/tpu",
            "README.md": "gke-tpu",
            ".github/workflows/ci.yml": "run: gcloud compute tpus tpu-vm create x\n",
            "é.yaml": TPU,
        }
    )
    found = list(find(["."]))
    assert [(file.path, file.format, file.speaks) for file in found] == [
        (".github/workflows/ci.yml", "workflow", True),
        ("a/main.tf", "terraform", False),
        ("a/x.tf.json", "terraform", False),
        ("a/x.tfvars", "tfvars", False),
        ("a/y.json", None, True),
        ("b.yaml", None, True),
        ("run", "shell", True),
        ("é.yaml", None, True),
    ]
    assert found[5].text == TPU and not found[5].named
    assert only("a.py").named and only("a/x.yaml").speaks is False


def test_names_and_paths() -> None:
    write({"in/a.yaml": TPU, "in/sub/b.yaml": TPU, "out.yaml": TPU})
    assert names("in") == ["in/a.yaml", "in/sub/b.yaml"]
    assert names("./in/") == ["in/a.yaml", "in/sub/b.yaml"]
    assert names("in", "in/a.yaml", "in/../in", "./in/sub") == ["in/a.yaml", "in/sub/b.yaml"]
    os.chdir("in/sub")
    assert names("../../out.yaml", "..") == ["../../out.yaml", "../a.yaml", "../sub/b.yaml"]
    whole = os.getcwd()
    assert names(whole) == [f"{whole}/b.yaml"]
    Path(os.fsdecode(b"bad\xff.yaml")).write_text(TPU)
    Path("new\nline.yaml").write_text(TPU)
    assert names() == ["b.yaml", "bad\ufffd.yaml", "new\nline.yaml"]


def test_missing_paths_and_odd_ones() -> None:
    for path in ("nothing.yaml", "a/b/c", "", "nul\0"):
        file = only(path)
        assert file.missing and file.named and file.fault and file.fault.text == "there is no such file or folder"
    write({"a.yaml": TPU})
    assert only("a.yaml/b").missing
    os.mkfifo("pipe.yaml")
    assert fault("pipe.yaml")[3] == "no regular file: a device, a socket or a pipe"
    assert fault("/dev/null")[3] == "no regular file: a device, a socket or a pipe"
    assert names() == ["a.yaml"]
    os.symlink("loop", "loop")
    assert fault("loop")[3].startswith("cannot be read: ") and not only("loop").missing


def test_a_pipe_of_the_shell_is_read() -> None:
    read, write_end = os.pipe()
    os.write(write_end, TPU.encode())
    os.close(write_end)
    file = only(f"/dev/fd/{read}")
    os.close(read)
    assert file.text == TPU and file.fault is None


def test_the_standard_input() -> None:
    [file] = find(["-"], stdin=TPU.encode(), stdin_name="pools/a.tf")
    assert (file.path, file.format, file.named, file.text) == ("pools/a.tf", "terraform", True, TPU)
    [file] = find(["-"], stdin=b"\xff google.com/tpu")
    assert file.path == "<stdin>" and file.fault and file.fault.text.startswith("not UTF-8")


def test_links(here: Path) -> None:
    outside = here.parent / f"{here.name}-outside.tf"
    outside.write_text("locals {}")
    write({"work/common/shared.tf": "locals {}", "work/a/x.yaml": TPU, "work/b/keep": ""})
    os.symlink("../common/shared.tf", "work/b/shared.tf")
    os.symlink("../a/x.yaml", "work/b/x.yaml")
    os.symlink("../a", "work/b/folder")
    os.symlink("..", "work/b/up")
    os.symlink(outside, "work/b/outside.tf")
    os.symlink("nowhere.tf", "work/b/broken.tf")
    os.symlink("self.tf", "work/b/self.tf")
    assert names("work") == ["work/a/x.yaml", "work/b/shared.tf", "work/common/shared.tf"]
    assert names("work/b/x.yaml", "work/b/folder") == ["work/b/x.yaml", "work/b/folder/x.yaml"]
    outside.unlink()


def test_folders_of_others_are_not_walked() -> None:
    for folder in (".git", "a/.terraform/modules", "node_modules/x", "__pycache__"):
        write({f"{folder}/x.yaml": TPU})
    assert names() == []
    assert names("node_modules") == ["node_modules/x/x.yaml"]
    write({"env/lib/x.yaml": TPU, "env/pyvenv.cfg": "home = /usr/bin\n"})
    assert names() == []
    assert names("env") == ["env/lib/x.yaml"]


def test_unreadable(monkeypatch: pytest.MonkeyPatch) -> None:
    write({"a.yaml": TPU, "b.bin": TPU, "c/d.yaml": TPU, "e.yaml": TPU})
    real_open, real_scan = os.open, os.scandir

    def refuse(path: str, *rest: int) -> int:
        if path.endswith(("a.yaml", "b.conf")):
            raise PermissionError(13, "Permission denied")
        return real_open(path, *rest)

    def refuse_folder(path: str) -> object:
        if path.endswith("/c"):
            raise PermissionError(13, "Permission denied")
        return real_scan(path)

    monkeypatch.setattr(os, "open", refuse)
    monkeypatch.setattr(os, "scandir", refuse_folder)
    told = [(file.path, file.fault and (file.fault.level, file.fault.text)) for file in find(["."])]
    assert told == [
        ("a.yaml", ("info", "cannot be read: Permission denied")),
        ("c", ("info", "the folder cannot be read: Permission denied")),
        ("e.yaml", None),
    ]
    assert fault("a.yaml")[::3] == ("error", "cannot be read: Permission denied")
    assert fault("c")[::3] == ("error", "the folder cannot be read: Permission denied")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("a: é\nb: ct6e-standard-4t é".encode("latin-1"), (1, 4, "invalid continuation byte")),
        (TPU.encode("utf-16"), (1, 1, "invalid start byte")),
        (TPU.encode("utf-16-le"), (1, 2, "a NUL byte")),
        (TPU.encode("utf-32"), (1, 1, "invalid start byte")),
        (b"\x7fELF\0\0google.com/tpu", (1, 5, "a NUL byte")),
        (b"a: b\nc: google.com/tpu\0", (2, 18, "a NUL byte")),
    ],
)
def test_what_is_not_utf8_is_told_where_it_matters(content: bytes, told: tuple[int, int, str]) -> None:
    write({"a.yaml": content, "b.bin": content, "c": content})
    line, column, reason = told
    if reason != "a NUL byte" and b"\0" in content:
        reason, column = "a NUL byte", content.index(b"\0") + 1
    text = f"not UTF-8: {reason}; save it as UTF-8"
    assert fault("a.yaml") == ("error", line, column, text)
    assert fault("c") == ("error", line, column, text)
    assert names() == ["a.yaml"]


@pytest.mark.parametrize(
    "content", ["kind: Pod é".encode("latin-1"), "kind: Pod".encode("utf-16"), bytes(range(256)), b"\0" * 100]
)
def test_what_speaks_of_no_tpus_is_silent(content: bytes) -> None:
    write({"a.yaml": content, "b.yaml": b"a: [" + content[:0]})
    assert names() == []
    file = only("a.yaml")
    assert not file.speaks and not (file.fault and file.format)


def test_a_byte_order_mark_is_no_content() -> None:
    write({"a.yaml": "\ufeff" + TPU})
    assert only("a.yaml").text == TPU


def test_sizes() -> None:
    filler = "# " + "x" * 1021 + "\n"
    write(
        {
            "just.yaml": TPU + filler * 1023,
            "large.yaml": "config:\n  " + TPU + filler * 1024,
            "words.json": '{"model": {"tpu": 1, "' + "x" * (1 << 20) + '": 2}}',
            "words.model": TPU + filler * 1024,
            "late.yaml": filler * 1025 + TPU,
            "large.tf": TPU + filler * 256,
            "just.tf": TPU + filler * 255,
            "dull.tf": filler * 300,
            "vars.tfvars": TPU + filler * 300,
        }
    )
    assert {file.path: file.fault and file.fault.text for file in find(["."])} == {
        "just.tf": None,
        "just.yaml": None,
        "large.tf": "too large: more than 256 KiB, and it speaks of TPUs",
        "large.yaml": "too large: more than 1024 KiB, and it speaks of TPUs",
        "vars.tfvars": None,
    }


def test_a_format_that_only_the_content_suggests_is_a_guess() -> None:
    block, command = 'resource "google_tpu_v2_vm" "a" {\n', "gcloud compute tpus tpu-vm create a\n"
    write({"run": command, "run.sh": command, "bash": "#!/bin/sh\n" + command, "main.tf.old": block, "main.tf": block})
    assert {file.path: (file.format, file.guessed) for file in find(["."])} == {
        "bash": ("shell", False),
        "main.tf": ("terraform", False),
        "main.tf.old": (None, True),
        "run": ("shell", True),
        "run.sh": ("shell", False),
    }
    assert [(file.format, file.guessed) for file in find(["main.tf.old", "run"])] == [
        ("terraform", False),
        ("shell", False),
    ]


def test_gitignore_and_exclude() -> None:
    write({
        ".git/info/exclude": "secret.yaml\n",
        ".gitignore": "*.gen.yaml\n/build/\n!keep.gen.yaml\nlogs\n",
        "a.gen.yaml": TPU, "keep.gen.yaml": TPU, "build/x.yaml": TPU, "sub/build/x.yaml": TPU, "secret.yaml": TPU,
        "sub/.gitignore": "!b.gen.yaml\n/here.yaml\n", "sub/b.gen.yaml": TPU, "sub/here.yaml": TPU,
        "sub/deep/here.yaml": TPU, "sub/logs/x.yaml": TPU, "sub/c.gen.yaml": TPU,
    })  # fmt: skip
    assert names() == ["keep.gen.yaml", "sub/b.gen.yaml", "sub/build/x.yaml", "sub/deep/here.yaml"]
    assert names("sub") == ["sub/b.gen.yaml", "sub/build/x.yaml", "sub/deep/here.yaml"]
    assert names("a.gen.yaml", "build") == ["a.gen.yaml", "build/x.yaml"]
    assert names(exclude=("sub/deep",)) == ["keep.gen.yaml", "sub/b.gen.yaml", "sub/build/x.yaml"]
    assert names("sub", exclude=("sub/deep", "/build/", "*.gen.yaml")) == []
    assert names("sub", exclude=("build", "!sub/build")) == ["sub/b.gen.yaml", "sub/build/x.yaml", "sub/deep/here.yaml"]
    assert names("keep.gen.yaml", exclude=("*",)) == ["keep.gen.yaml"]


def test_a_gitignore_that_cannot_be_read_is_none() -> None:
    os.mkfifo(".gitignore")
    write({"a.yaml": TPU, "b/.gitignore": b"\xff\nx.yaml\n[\n\\\n", "b/x.yaml": TPU})
    assert names() == ["a.yaml"]


def test_patterns_end_early() -> None:
    rules = patterns("*a*a*a*a*a*a*a*a*a*b\n" + "**/" * 9 + "x\n" + "?" * 600 + "\n[[:alpha:]-]9\n")
    assert rules.says("a" * 250, False) is None
    assert rules.says("-9", False) is True and rules.says("x9", False) is True and rules.says("x", False) is None
    assert len(patterns("a\n" * 20_000).each) == 10_000
    assert len(patterns("*?[x]\n" * 9_000).each) == 6_666
    ran = limited("""
from tpu_zones.lint.read.ignore import patterns
lines = range(10_000)
for text in each(["".join(f"{'*a' * 40}{n}\\n" for n in lines), "".join(f"{'[a-z]' * 20}{n}\\n" for n in lines),
                  "".join(f"/folder/{'x' * 80}/{n}.yaml\\n" for n in lines)]):
    print(patterns(text).says("a" * 99, False))
""")
    assert (ran.code, ran.out) == (0, "None\n" * 3), ran.err


@pytest.mark.skipif(not shutil.which("git"), reason="git is the oracle")
@pytest.mark.parametrize("seed", range(12))
def test_gitignore_means_what_git_takes_it_for(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311
    parts = "* ** ? a b ab *.tf a* *b [ab] [!a] [^b]* build x\\ y c\\[1\\] \\#h \\!n a?.tf [a-c]* [[:upper:]]* **a a**b []a] \\a".split(
        " "
    )
    words = ["a", "b", "ab", "a.tf", "b.tf", "build", "x y", "c[1]", "#h", "!n", "A.tf"]
    folders = ["."]
    for _ in range(12):
        folder = f"{chance.choice(folders)}/{chance.choice(['a', 'b', 'ab', 'build', 'x y', 'sub.tf'])}"
        os.makedirs(folder, exist_ok=True)
        folders.append(folder)
    for _ in range(40):
        path = Path(f"{chance.choice(folders)}/{chance.choice(words)}")
        if not path.exists():
            path.write_text("google.com/tpu")
    for folder in chance.sample(folders, 3):
        lines = []
        for _ in range(chance.randint(1, 5)):
            pattern = "/".join(
                chance.choice([*parts, " a", "a ", "a  "]) for _ in range(chance.choice([1, 1, 1, 2, 2, 3]))
            )
            lines.append(
                chance.choice(["", "", "!"]) + chance.choice(["", "", "/"]) + pattern + chance.choice(["", "", "/"])
            )
        Path(folder, ".gitignore").write_text(chance.choice(["\n", "\r\n"]).join(lines), newline="")
    subprocess.run(["git", "init", "-q"], check=True)
    git = ["git", "-c", "core.excludesFile=", "ls-files", "-z", "-o", "--exclude-standard"]
    listed = subprocess.run(git, capture_output=True, check=True).stdout.decode().split("\0")
    assert {name for name in names() if ".gitignore" not in name} == {
        name for name in listed if name and ".gitignore" not in name
    }


@pytest.mark.parametrize(
    "text",
    [
        "machine_type = \"ct6e-standard-4t\"", "ct5lp-hightpu-1t", "ct3-hightpu-4t", "ct3p-hightpu-4t", "ct4p-hightpu-4t",
        "ct5l-hightpu-8t", "ct5p-hightpu-4t", "tpu7x-standard-4t", "tpu8t", "v5litepod-16", "--tpu-type=v6e-256", "v5p-8",
        "google.com/tpu: 4", "gke-tpu-accelerator", "--tpu-topology 2x2x1", "tpu_topology", "tpuTopology: 4x4", "tpu-vm",
        "google_tpu_v2_vm", "gcloud compute tpus list", "output\nct6e-standard-1t", "tput; tpu-v6e-slice", "ct5e-standard-4",
    ],
)  # fmt: skip
def test_words_of_tpus(text: str) -> None:
    assert speaks_of_tpu(text.encode())


@pytest.mark.parametrize(
    "text",
    [
        "output",
        "outputs: [tput]",
        "actions/cache@v5",
        "v5-litepod",
        "ipv6e-",
        "uuid-v5p-x",
        "struct6",
        "ct6-x",
        "direct5lp",
        "n2-standard-8",
        "",
        "TPUs are chips",
    ],
)
def test_other_words(text: str) -> None:
    assert not speaks_of_tpu(text.encode())


CONNECTOR = "apiVersion: container.cnrm.cloud.google.com/v1beta1\nkind: ContainerNodePool\n"


@pytest.mark.parametrize(
    ("name", "text", "kind"),
    [
        ("a.tf", "", "terraform"),
        ("a.tf.json", "{}", "terraform"),
        ("terraform.tfvars", "", "tfvars"),
        ("a.auto.tfvars.json", "{}", "tfvars"),
        ("plan.json", '{"format_version": "1.2", "planned_values": {}}', "plan-json"),
        ("show", '{"format_version":"1.0","terraform_version":"1.9"}', "plan-json"),
        ("run.sh", "", "shell"),
        ("run", "#!/usr/bin/env -S bash -e\n", "shell"),
        ("run", "#!/bin/sh\n", "shell"),
        ("run", "x=1\ngcloud container node-pools create x\n", "shell"),
        ("notes.md", "text\n    $ xpk cluster create\n", "shell"),
        ("run.py", "#!/usr/bin/python\n", None),
        ("a.yaml", CONNECTOR, "config-connector"),
        ("a.json", '{"apiVersion": "container.cnrm.cloud.google.com/v1beta1", "kind": "ContainerCluster"}', "config-connector"),
        ("a.yaml", "apiVersion: v1\nkind: Pod\n---\n" + CONNECTOR, "config-connector"),
        ("a.yaml", "apiVersion: iam.cnrm.cloud.google.com/v1beta1\nkind: IAMPolicy\n", "kubernetes"),
        ("a.yaml", "apiVersion: batch/v1\nkind: Job\n# gcloud compute tpus\n", "kubernetes"),
        ("a.yaml", "blueprint_name: x\n", "toolkit"),
        ("a.yaml", "vars:\n  machine_type: x\n", "toolkit"),
        ("a.yaml", "  - id: p\n    source: modules/compute/gke-node-pool\n", "toolkit"),
        ("Taskfile.yml", "version: 3\nvars:\n  machine_type: x\n", None),
        ("a.yml", "- hosts: x\n  vars:\n    machine_type: x\n", None),
        ("a.yml", "jobs:\n  a:\n    steps:\n    - run: gcloud compute tpus list\n", "workflow"),
        (".github/workflows/a.yml", "jobs:\n  a:\n    steps: []\n", "workflow"),
        (".github/workflows/a.yml", "jobs:\n  a:\n    steps:\n    - run: |\n        apiVersion: v1\n        kind: Pod\n", "workflow"),
        ("a.yml", "run: |\n  gcloud x\n  apiVersion: v1\n  kind: Pod\n", "workflow"),
        ("a.yml", "kind: List\nitems:\n- apiVersion: v1\n", "kubernetes"),
        ("cloudbuild.yaml", "steps:\n- name: gcr.io/x/gcloud\n  args: [container, node-pools]\n", "workflow"),
        (".gitlab-ci.yml", "deploy:\n  script:\n  - xpk cluster create\n", "workflow"),
        ("a.json", '{"nodePools": [{"config": {"machineType": "x"}}]}', "gke-json"),
        ("a.yaml", "config:\n  machineType: x\nname: y\n", "gke-json"),
        ("a.yaml", "nodePools:\n- nodeConfig: {machineType: x}\n", "gke-json"),
        ("a.yaml", "machineType: x\n", None),
        ("main", 'resource "google_tpu_v2_vm" "x" {\n', "terraform"),
        ("main.yaml", 'resource "google_tpu_v2_vm" "x" {\n', None),
        ("values.yaml", "nodeSelector: {}\n", None),
        ("x", "", None),
    ],
)  # fmt: skip
def test_formats(name: str, text: str, kind: str | None) -> None:
    assert sniff(name, text.encode()) == kind


def test_templates_of_a_chart_by_their_place() -> None:
    write({"charts/a/Chart.yaml": "name: a", "charts/a/templates/sub/x.yaml": TPU, "plain/templates/x.yaml": CONNECTOR})
    text = CONNECTOR.encode()
    assert sniff("charts/a/templates/sub/x.yaml", text) == "helm-template"
    assert sniff("charts/a/templates/run.sh", text) == "helm-template"
    assert sniff("charts/a/values.yaml", text) == "config-connector"
    assert sniff("plain/templates/x.yaml", text) == "config-connector"
    os.chdir("charts/a")
    assert sniff("templates/x.yaml", text) == "helm-template"
    assert sniff(os.path.abspath("templates/x.yaml"), text) == "helm-template"


def test_hostile_files_end_early() -> None:
    with open("huge.yaml", "wb") as file:
        file.write(b"config:\n  " + TPU.encode())
        file.truncate(100 << 20)
    with open("dull.json", "wb") as file:
        file.write(b"{")
        file.truncate(100 << 20)
    write(
        {
            "line.yaml": TPU + "x" * 1_000_000,
            "spaces.yaml": "source:" + " " * 900_000 + "tpu-",
            "colons": "gcloud" + " " * 900_000 + "1 tpu-",
        }
    )
    write(
        {
            "deep/" * 90 + "x.yaml": TPU,
            ".gitignore": "*a" * 200 + "\n" + "[" * 400 + "\n" + "\n".join("*" * n for n in range(400)),
        }
    )
    ran = limited(f"""
import os, time
os.chdir({os.getcwd()!r})
from tpu_zones.lint.read.files import find
open(".gitignore", "w").write("*a" * 200)
print([(file.path[-11:], file.format, file.fault and file.fault.text[:9]) for file in find([".", "/dev/zero"])])
""")
    assert ran.code == 0, ran.err
    assert ran.out.strip() == str([
        ("colons", None, None), ("deep/x.yaml", None, None), ("huge.yaml", None, "too large"), ("line.yaml", None, None),
        ("spaces.yaml", None, None), ("/dev/zero", None, "no regula"),
    ])  # fmt: skip


def test_folders_deeper_than_anyone_has() -> None:
    write({"d/" * 110 + "x.yaml": TPU})
    [file] = find(["."])
    assert file.fault and file.fault.text == "folders deeper than 100 levels are not walked"


@thorough
@given(
    st.binary(max_size=200),
    st.sampled_from(
        [b"", b"tpu-", b"apiVersion: a\nkind: b\n", b"vars:\n", b"source: modules/compute/", b"run: gcloud x"]
    ),
)
def test_nothing_crashes(data: bytes, start: bytes) -> None:
    for name in ("a.yaml", "a.tf", "x"):
        [file] = find(["-"], stdin=start + data, stdin_name=name)
        assert file.fault is None or file.fault.spot.line >= 1
        sniff(name, start + data)


@thorough
@given(st.text(alphabet="ab/*?[]!^-\\ #.{}()|+$é\n", max_size=40), st.text(alphabet="ab/.é", min_size=1, max_size=12))
def test_no_pattern_crashes(lines: str, path: str) -> None:
    patterns(lines).says(path, False)
    patterns(lines).says(path, True)


@pytest.mark.parametrize("name", ["a.yaml", "a.json", "a.tf", "a.tfvars", "a.tf.json"])
@pytest.mark.parametrize("opening", ["[", "{", '{"a":', "(", "[ {"])
def test_what_nests_without_an_end_is_one_message(tmp_path, monkeypatch, name, opening):
    import tpu_zones as tz

    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_text("tpu: \n" + opening * 30_000)
    (tmp_path / "good.sh").write_text(
        "gcloud compute tpus tpu-vm create a --zone=us-east5-q --accelerator-type=v6e-8\n"
    )
    report = tz.check(".")
    assert [(one.rule, one.path, one.line) for one in report.findings] == [
        ("TPZ901", name, 2),
        ("TPZ102", "good.sh", 1),
    ]
    (tmp_path / name).write_text("x: \n" + opening * 30_000)
    assert [one.path for one in tz.check(".").findings] == ["good.sh"]


def test_brackets_in_text_do_not_nest(tmp_path, monkeypatch):
    import tpu_zones as tz

    monkeypatch.chdir(tmp_path)
    (tmp_path / "log.json").write_text('{"tpu": ["' + "\\u001b[31m" * 3000 + '", "\\"[" ' + ', "[" ' * 3000 + "]}")
    (tmp_path / "b.yaml").write_text("tpu: [" + "[]," * 3000 + "]")
    assert tz.check(".").complete
