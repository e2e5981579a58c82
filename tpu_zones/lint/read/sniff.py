"""What a file is: whether it speaks of TPUs at all, and its format by content; by name where only that tells."""

import os
import re

_HINTS = (b"tpu", b"ct6", b"ct5", b"v5", b"v6e-", b"pathways.d")
"""What is looked for first, because it is fast: each word below has one of them in it (ct3 and ct4 are hightpu)."""
_WORDS = re.compile(
    rb"tpu(?!t)"  # google.com/tpu, gke-tpu-*, tpu_topology, hightpu, tpus, tpu7x: anything but out-tpu-t
    rb"|\bct(?:6e|5lp?|5p|5e)-[a-z]"
    rb"|\bv(?:5litepod|5e|5p|6e)-[0-9]"
    rb"|\bpathways-job\.pathways\.domain"
)

_TEMPLATES = (".tmpl", ".tpl", ".tftpl", ".template", ".j2", ".jinja", ".jinja2", ".erb", ".mustache", ".gotmpl")
_SHELL_NAMES = (".sh", ".bash", ".zsh", ".ksh")
_OTHER_SHELLS = (".bat", ".cmd", ".ps1", ".psm1")
"""Endings of scripts for shells whose lines go on, and whose variables are written, in another way than bash has."""

# Patterns of formats, compiled when they are first looked for: most files need few of them.
_SHEBANG = rb"#![^\n]{0,80}\b(?:ba|z|k|da)?sh\b"
_COMMAND = rb"(?m)^[ \t]*(?:\$ )?(?:gcloud|xpk)[ \t]+[a-z]"
_ANY_COMMAND = rb"\b(?:gcloud|xpk)\b"
_STEPS = rb"""(?m)^[ \t]*(?:-[ \t]*)?["']?(?:run|script|before_script|args|steps|cmds?)["']?[ \t]*:"""
_TERRAFORM = (
    rb'(?m)^(?:(?:resource|data)[ \t]+"[a-z0-9_]+"[ \t]+"|(?:module|variable|provider)[ \t]+"'
    rb"|(?:locals|terraform) *\{)"
)
_CONNECTOR = rb"cnrm\.cloud\.google\.com/v"
_CONNECTOR_KIND = rb"\b(?:ContainerNodePool|ContainerCluster|ComputeResourcePolicy)\b"
_OBJECT = rb"""apiVersion["']?[ \t]*:"""
_KIND = rb"""kind["']?[ \t]*:"""
_OBJECT_OF_ITS_OWN = rb"""(?m)^["']?apiVersion["']?[ \t]*:"""
"""In YAML an object that stands further in belongs to something else, such as the script of a workflow."""
_BLUEPRINT = (
    rb"(?m)^(?:blueprint_name|deployment_groups|terraform_backend_defaults)[ \t]*:"
    rb"|^[ \t]*(?:-[ \t]+)?source[ \t]*:[^\n]*modules/(?:compute|scheduler)/"
)
_VARS = rb"(?m)^vars[ \t]*:[ \t]*(?:#[^\n]*)?\r?$"
_VARS_OF_POOLS = rb"(?m)^[ \t]+(?:machine_type|tpu_topology|num_slices)[ \t]*:"
_OTHER_VARS = rb"(?m)^(?:tasks|hosts|jobs|steps|version|stages)[ \t]*:|^-[ \t]"
_PLAN = rb'"format_version"[ \t]*:'
_PLAN_PART = rb'"(?:planned_values|resource_changes|terraform_version)"[ \t]*:'
_BRACKET = rb'"(?:[^"\\\n]|\\.)*+"|[\[\]{}()]'
_POOLS = rb"""\b(?:nodePools?|config|nodeConfig|placementPolicy|initialNodeCount|autoscaling)["']?[ \t]*:"""
_MACHINE = rb"""\bmachineType["']?[ \t]*:"""
_HEAD = 1024 * 1024
"""Bytes in which a plan says that it is one."""


def nested(data: bytes, most: int = 1000) -> int | None:
    """Return where a text nests its brackets deeper than any config does; None where it does not.

    >>> nested(b'{"a": [1, "[["]}', most=2), nested(b'{"a": [{}]}', most=2)
    (None, 7)
    """
    if data.count(b"[") + data.count(b"{") + data.count(b"(") <= most:
        return None
    depth = 0
    for found in re.finditer(_BRACKET, data):
        bracket = found.group()
        if bracket in b"[{(":
            depth += 1
            if depth > most:
                return found.start()
        elif bracket in b"]})":
            depth = max(0, depth - 1)
    return None


def speaks_of_tpu(data: bytes) -> bool:
    """Whether a file has a word that only TPUs have; a file without one is silent, whatever else it is.

    >>> speaks_of_tpu(b"machine_type: ct6e-standard-4t"), speaks_of_tpu(b"outputs: [tput]")
    (True, False)
    """
    for hint in _HINTS:
        if hint in data:
            return _WORDS.search(data) is not None
    return False


def named_terraform(name: str) -> str | None:
    """Return terraform or tfvars where the name of a file says so."""
    if name.endswith((".tf", ".tf.json")):
        return "terraform"
    return "tfvars" if name.endswith((".tfvars", ".tfvars.json")) else None


def named_makefile(name: str) -> bool:
    """Whether the name of a file says that it is a Makefile, whose recipes are read as a script."""
    return name in ("Makefile", "makefile", "GNUmakefile") or name.endswith(".mk")


def named_kustomization(name: str) -> bool:
    """Whether the name of a file says that it is one of Kustomize, which tells which others are patches."""
    return name in ("kustomization.yaml", "kustomization.yml", "Kustomization")


def names_deployment(name: str, data: bytes) -> bool:
    """Whether a file is a deployment file of Cluster Toolkit, which tells the vars of a blueprint beside it."""
    return "deployment" in name and re.search(_VARS, data) is not None and b"deployment_name:" in data


def sniff(file: str, data: bytes) -> str | None:
    """Return the format of a file; None where it is none that we read.

    terraform, tfvars, plan-json, shell, workflow, gke-json, config-connector, toolkit, kubernetes,
    kustomization, helm-template, or template. A file of several documents has the format of its first reader in this
    order: Config Connector, Cluster Toolkit, Kubernetes; those readers pass over each other's documents.
    """
    return told(file, data) or _by_content(file, data)


def told(file: str, data: bytes) -> str | None:
    """Return the format that the name of a file tells, its folder or how it begins; the rest is a guess."""
    name = file.rpartition("/")[2]
    return named_terraform(name) or _named(file, name) or _by_beginning(data, name)


def _named(file: str, name: str) -> str | None:
    """Return the format that only the name or the folder tells."""
    if _in_chart(file):
        return "helm-template"
    if name.endswith(_TEMPLATES):
        return "template"
    return "kustomization" if named_kustomization(name) else None


def _by_beginning(data: bytes, name: str) -> str | None:
    if name.endswith(_SHELL_NAMES) or (data.startswith(b"#!") and re.match(_SHEBANG, data)):
        return "shell"
    if named_makefile(name):
        return "shell" if re.search(_ANY_COMMAND, data) else None
    return "plan-json" if is_plan(data) else None


def is_plan(data: bytes) -> bool:
    """Whether a file begins as what `terraform show -json` prints."""
    head = data[:_HEAD]
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n")[:1]
    return start == b"{" and bool(re.search(_PLAN, head) and re.search(_PLAN_PART, head))


def _by_content(file: str, data: bytes) -> str | None:
    is_object = re.search(_OBJECT, data) and re.search(_KIND, data)
    if is_object and file.endswith((".yaml", ".yml")) and not re.search(_OBJECT_OF_ITS_OWN, data):
        is_object = None if _has_steps(file, data) else is_object
    found: str | None = None
    if is_object and re.search(_CONNECTOR, data) and re.search(_CONNECTOR_KIND, data):
        found = "config-connector"
    elif is_object:
        found = "kubernetes"
    elif re.search(_BLUEPRINT, data) or (
        re.search(_VARS, data)
        and (re.search(_VARS_OF_POOLS, data) or names_deployment(file.rpartition("/")[2], data))
        and not re.search(_OTHER_VARS, data)
    ):
        found = "toolkit"
    elif _has_steps(file, data):
        found = "workflow"
    elif re.search(_MACHINE, data) and re.search(_POOLS, data):
        found = "gke-json"
    elif not file.endswith((".yaml", ".yml", ".json", *_OTHER_SHELLS)):
        if re.search(_TERRAFORM, data):
            found = "terraform"
        elif re.search(_COMMAND, data):
            found = "shell"
    return found


def _has_steps(file: str, data: bytes) -> bool:
    """Whether a file is a workflow with commands in it."""
    of_github = "/.github/workflows/" in f"/{file}"
    return re.search(_STEPS, data) is not None and (of_github or re.search(_ANY_COMMAND, data) is not None)


def _in_chart(file: str) -> bool:
    """Whether a file lies under the templates of a Helm chart."""
    above, _, _ = f"/{file}".rpartition("/")
    while "/templates" in above:
        above, folder, _ = above.rpartition("/templates")
        if folder and _is_chart(above[1:] or ("." if not file.startswith("/") else "/")):
            return True
    return False


def _is_chart(folder: str) -> bool:
    return os.path.exists(f"{folder}/Chart.yaml")
