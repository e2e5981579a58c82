"""What a file is: whether it speaks of TPUs at all, and its format by content; by name where only that tells."""

import os
import re

_HINTS = (b"tpu", b"ct6", b"ct5", b"v5", b"v6e-", b"pathways.d")
"""What is looked for first, because it is fast: each word below has one of them in it (ct3 and ct4 are hightpu)."""
_WORDS = re.compile(
    rb"tpu(?!t)"  # google.com/tpu, gke-tpu-*, tpu_topology, hightpu, tpus, tpu7x: anything but out-tpu-t
    rb"|\bct(?:6e|5lp?|5p|5e)-[a-z]"
    rb"|\bv(?:5litepod|5p|6e)-[0-9]"
    rb"|\bpathways-job\.pathways\.domain"
)

_TEMPLATES = (".tmpl", ".tpl", ".tftpl", ".template", ".j2", ".jinja", ".jinja2", ".erb", ".mustache", ".gotmpl")
_SHELL_NAMES = (".sh", ".bash", ".zsh", ".ksh")
_SHEBANG = re.compile(rb"#![^\n]{0,80}\b(?:ba|z|k|da)?sh\b")
_COMMAND = re.compile(rb"^[ \t]*(?:\$ )?(?:gcloud|xpk)[ \t]+[a-z]", re.MULTILINE)
_ANY_COMMAND = re.compile(rb"\b(?:gcloud|xpk)\b")
_STEPS = re.compile(
    rb"""^[ \t]*(?:-[ \t]*)?["']?(?:run|script|before_script|args|steps|cmds?)["']?[ \t]*:""", re.MULTILINE
)
_TERRAFORM = re.compile(
    rb'^(?:(?:resource|data)[ \t]+"[a-z0-9_]+"[ \t]+"|(?:module|variable|provider)[ \t]+"|(?:locals|terraform) *\{)',
    re.MULTILINE,
)
_CONNECTOR = re.compile(rb"cnrm\.cloud\.google\.com/v")
_CONNECTOR_KIND = re.compile(rb"\b(?:ContainerNodePool|ContainerCluster|ComputeResourcePolicy)\b")
_OBJECT = re.compile(rb"""["']?apiVersion["']?[ \t]*:""")
_KIND = re.compile(rb"""["']?kind["']?[ \t]*:""")
_BLUEPRINT = re.compile(
    rb"^(?:blueprint_name|deployment_groups|terraform_backend_defaults)[ \t]*:"
    rb"|^[ \t]*(?:-[ \t]+)?source[ \t]*:[^\n]*modules/(?:compute|scheduler)/",
    re.MULTILINE,
)
_VARS = re.compile(rb"^vars[ \t]*:[ \t]*(?:#[^\n]*)?\r?$", re.MULTILINE)
_VARS_OF_POOLS = re.compile(rb"^[ \t]+(?:machine_type|tpu_topology|num_slices)[ \t]*:", re.MULTILINE)
_OTHER_VARS = re.compile(rb"^(?:tasks|hosts|jobs|steps|version|stages)[ \t]*:|^-[ \t]", re.MULTILINE)
_PLAN = re.compile(rb'"format_version"[ \t]*:')
_PLAN_PART = re.compile(rb'"(?:planned_values|resource_changes|terraform_version)"[ \t]*:')
_BRACKET = re.compile(rb'"(?:[^"\\\n]|\\.)*+"|[\[\]{}()]')
_HEAD = 1024 * 1024
"""Bytes in which a plan says that it is one."""
_POOLS = re.compile(
    rb"""["']?\b(?:nodePools?|config|nodeConfig|placementPolicy|initialNodeCount|autoscaling)["']?[ \t]*:"""
)
_MACHINE = re.compile(rb"""["']?\bmachineType["']?[ \t]*:""")


def nested(data: bytes, most: int = 1000) -> int | None:
    """Return where a text nests its brackets deeper than any config does; None where it does not.

    >>> nested(b'{"a": [1, "[["]}', most=2), nested(b'{"a": [{}]}', most=2)
    (None, 7)
    """
    if data.count(b"[") + data.count(b"{") + data.count(b"(") <= most:
        return None
    depth = 0
    for found in _BRACKET.finditer(data):
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


def named_kustomization(name: str) -> bool:
    """Whether the name of a file says that it is one of Kustomize, which tells which others are patches."""
    return name in ("kustomization.yaml", "kustomization.yml", "Kustomization")


def sniff(file: str, data: bytes) -> str | None:
    """Return the format of a file; None where it is none that we read.

    terraform, tfvars, plan-json, shell, workflow, gke-json, config-connector, toolkit, kubernetes,
    kustomization, helm-template, or template. A file of several documents has the format of its first reader in this
    order: Config Connector, Cluster Toolkit, Kubernetes; those readers pass over each other's documents.
    """
    name = file.rpartition("/")[2]
    return named_terraform(name) or _named(file, name) or _by_beginning(data, name) or _by_content(file, data)


def _named(file: str, name: str) -> str | None:
    """Return the format that only the name or the folder tells."""
    if _in_chart(file):
        return "helm-template"
    if name.endswith(_TEMPLATES):
        return "template"
    return "kustomization" if named_kustomization(name) else None


def _by_beginning(data: bytes, name: str) -> str | None:
    if name.endswith(_SHELL_NAMES) or _SHEBANG.match(data):
        return "shell"
    return "plan-json" if is_plan(data) else None


def is_plan(data: bytes) -> bool:
    """Whether a file begins as what `terraform show -json` prints."""
    head = data[:_HEAD]
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n")[:1]
    return start == b"{" and bool(_PLAN.search(head) and _PLAN_PART.search(head))


def _by_content(file: str, data: bytes) -> str | None:
    is_object = _OBJECT.search(data) and _KIND.search(data)
    found: str | None = None
    if is_object and _CONNECTOR.search(data) and _CONNECTOR_KIND.search(data):
        found = "config-connector"
    elif is_object:
        found = "kubernetes"
    elif _BLUEPRINT.search(data) or (
        _VARS.search(data) and _VARS_OF_POOLS.search(data) and not _OTHER_VARS.search(data)
    ):
        found = "toolkit"
    elif _STEPS.search(data) and (_ANY_COMMAND.search(data) or "/.github/workflows/" in f"/{file}"):
        found = "workflow"
    elif _MACHINE.search(data) and _POOLS.search(data):
        found = "gke-json"
    elif not file.endswith((".yaml", ".yml", ".json")):
        if _TERRAFORM.search(data):
            found = "terraform"
        elif _COMMAND.search(data):
            found = "shell"
    return found


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
