"""Workflow YAML -> what the commands in it ask for.

GitHub Actions, GitLab CI, Cloud Build, Argo, Tekton and the like: a text behind `run`, `script`, `source`, ... is
a script; a list behind `args` is the arguments of a command. Variables of `env`, `variables`, `substitutions`
are known where they are written, and so are the defaults of inputs. What a step of GitHub's writes for later ones
is unknown there. Scripts for shells of another kind (PowerShell, Python) are not read: a step's own shell counts,
then the job's default, the workflow's, and that of the machine, which is PowerShell on Windows.
"""

import re

from tpu_zones.lint.read.bash.cells import known
from tpu_zones.lint.read.bash.nodes import Piece
from tpu_zones.lint.read.bash.source import Mapped, Source, starts
from tpu_zones.lint.read.matrix import combinations
from tpu_zones.lint.read.shell import run, speaks, tells
from tpu_zones.lint.read.sniff import speaks_of_tpu
from tpu_zones.lint.things import Fault, Read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tpu_zones.lint.read.bash.cells import Text
    from tpu_zones.lint.read.nodes import Node

_SCRIPTS = frozenset(
    "run script before_script after_script source command commands cmd cmds bash sh shell inlineScript "
    "ansible.builtin.shell ansible.builtin.command".split()
)
_VARIABLES = frozenset("env variables substitutions environment".split())
_WORDS = ("entrypoint", "command", "args")
_SHELLS = frozenset("bash sh zsh dash ksh".split())
_SET_FOR_LATER = re.compile(r"\b([A-Za-z_]\w*)(?:=|<<)")
_TEMPLATE = re.compile(r"\$?\{\{\s*(.*?)\s*\}\}")
_RUNS = 1_000
"""Scripts that one file may have."""


def read(text: str, file: str) -> Read:
    """Return what the commands in a workflow ask for, and what could not be read of it."""
    if not tells(text):
        return Read()
    from tpu_zones.lint.read.yaml_nodes import documents

    text = text.removeprefix("\ufeff")
    nodes, faults = documents(text, file)
    found = scripts(nodes, text, file)
    found.faults[:0] = faults
    return found


def scripts(nodes: "Iterable[Node]", text: str, file: str) -> Read:
    """Return what the commands in documents of a text ask for."""
    reader = _Reader(text, file)
    for node in nodes:
        reader.build = node.get("steps", 0, "name") is not None and node.get("jobs") is None
        reader.visit(node, _inputs(node))
    return reader.found


class _Reader:
    """Walks a document, with the variables that are set around each place."""

    def __init__(self, text: str, file: str) -> None:
        self.text, self.file = text, file
        self.starts = starts(text)
        self.whole = Source(text, file)
        self.found = Read()
        self.build = self.in_matrix = False
        self.shell = ""
        self.unread: set[str] = set()
        self.runs = 0

    def visit(self, node: "Node", given: "dict[str, Text]") -> None:
        """Read the scripts in a node."""
        if node.kind == "sequence":
            for one in node:
                if one.kind != "scalar":
                    self.visit(one, given)
                    if later := _set_for_later(one):
                        given = {**given, **later}
            return
        if node.kind != "mapping":
            return
        if (
            "strategy" in node.value
            and not self.in_matrix
            and (every := combinations(node)[: max(0, _RUNS - self.runs)])
        ):
            self.in_matrix = True  # a job has one, and none is in another
            for combination in every:
                cells = {f"{{{{matrix.{name}}}}}": _cell(value, given) for name, value in combination.items()}
                self.inside(node, {**given, **cells})
            self.in_matrix = False
            return
        self.inside(node, given)

    def inside(self, node: "Node", given: "dict[str, Text]") -> None:
        """Read the scripts in a mapping."""
        outer, self.shell = self.shell, _default_shell(node, given) or self.shell or _shell_of_machine(node, given)
        set_here = {
            name: cell for key, value in node.items() if key in _VARIABLES for name, cell in _variables(value, given)
        }
        given = {**given, **set_here} if set_here else given
        self.words(node, given)
        for key, value in node.items():
            if key in _SCRIPTS:
                texts = list(_lines(value))
                shell = self.other_shell(node, key, given)
                if shell:
                    self.leave(texts, shell)
                else:
                    self.script(texts, given)
            self.visit(value, given)
        self.shell = outer

    def other_shell(self, step: "Node", key: str, given: "dict[str, Text]") -> str:
        """Return the shell that a step's script is for, where it is none that is read here."""
        shell = ""
        if (first := step.text(key) or "").startswith("#!"):
            words = first[2:].partition("\n")[0].removeprefix("/usr/bin/env").split()
            shell = next((word for word in words if not word.startswith("-")), "")
        elif key in ("run", "command"):
            shell = _shell(step.get("shell"), given) or self.shell
        elif key == "source":  # a script of Argo: its command runs it
            shell = step.text("command", 0) or ""
        if "{{" in shell:
            return shell
        name = shell.partition(" ")[0].replace("\\", "/").rpartition("/")[2].removesuffix(".exe")
        return "" if name in _SHELLS else name

    def leave(self, texts: "list[Node]", shell: str) -> None:
        """Say once of each shell that what is for it is not read, where that speaks of TPUs."""
        for node in texts:
            text = node.value if isinstance(node.value, str) else ""
            if shell not in self.unread and speaks(text) and speaks_of_tpu(text.encode("utf-8", "replace")):
                self.unread.add(shell)
                reason = f"a script for {shell[:40]}, which is not read: its commands are not checked"
                self.found.faults.append(Fault(node.spot, reason, level="info"))

    def script(self, nodes: "list[Node]", given: "dict[str, Text]") -> None:
        """Read texts as one script."""
        texts = [node for node in nodes if isinstance(node.value, str)]
        if not any(tells(node.value) for node in texts):
            return
        script = Mapped(self.text, self.file, self.whole)
        for node in texts:
            self.add(script, node)
            script.insert("\n", self.offset(node))
        self.run(script, given)

    def words(self, node: "Node", given: "dict[str, Text]") -> None:
        """Read the arguments of a command."""
        parts: list[Node] = []
        for key in _WORDS:
            value = node.get(key)
            if value is not None and (value.kind == "sequence" or key == "entrypoint"):
                parts += [value] if value.kind == "scalar" else [one for one in value if one.kind == "scalar"]
        texts = [part.raw or "" for part in parts]
        if not texts or not any(speaks(text) for text in (*texts, node.text("name") or "")):
            return
        for number, text in enumerate(texts[:-1]):
            shell = number == 0 or texts[0].rpartition("/")[2] in _SHELLS
            if shell and text.startswith("-") and not text.startswith("--") and text.endswith("c"):
                self.script([parts[number + 1]], given)
                return
        script = Mapped(self.text, self.file, self.whole)
        image = (node.text("name") or "").partition(":")[0].rpartition("/")[2]
        if node.get("entrypoint") is None and image in {"gcloud", "xpk"}:
            script.insert(image, self.offset(parts[0]))
        elif texts[0] in _SHELLS or not any(speaks(text) for text in texts[:2]):
            return
        for part in parts:
            script.insert(' "', self.offset(part))
            self.add(script, part, escaped='"`')
            script.insert('"', self.offset(part))
        self.run(script, given)

    def run(self, script: Mapped, given: "dict[str, Text]") -> None:
        """Read a script."""
        self.runs += 1
        if self.runs > _RUNS:
            return
        read = run(script.source(), given)
        self.found.things.extend(read.things)
        self.found.faults.extend(read.faults)

    def offset(self, node: "Node") -> int:
        """Return the offset of a scalar in the file."""
        return self.starts[node.line - 1] + node.column - 1

    def add(self, script: Mapped, node: "Node", escaped: str = "") -> None:
        """Add the text of a scalar, each character with its place in the file.

        YAML folds, cuts and escapes: text and file are walked side by side.
        """
        text, at = node.raw or "", self.offset(node)
        raw, end, skipped = self.text, len(self.text), False
        for char in text:
            if not char.isspace():
                here, limit = at, min(end, at + 2000)
                while here < limit and raw[here] != char:
                    here += 2 if raw[here] == "\\" and raw[here + 1 : here + 2] in {"n", "t"} else 1
                at = here if here < limit else at
            if char in escaped:
                script.insert("\\", at)
            if char == "$" and self.build and not skipped and text.find("$$") >= 0 and raw[at : at + 2] == "$$":
                skipped = True  # Cloud Build writes $$ for a dollar sign that it leaves to the shell
            else:
                script.add(char, at)
                skipped = False
            if not char.isspace():
                at += 1


def _lines(node: "Node") -> "Iterator[Node]":
    """Yield the scalars of a script: GitLab takes lists in its lists, most of them aliases of a hidden job's."""
    if node.kind == "scalar":
        yield node
    for one in node:
        yield from _lines(one)


def _default_shell(node: "Node", given: "dict[str, Text]") -> str:
    """Return the shell that a workflow or a job says its scripts are for; nothing where it says none."""
    return _shell(node.get("defaults", "run", "shell"), given)


def _shell(node: "Node | None", given: "dict[str, Text]") -> str:
    """Return what a scalar says of a shell, as it is written where that is filled in elsewhere; nothing for none."""
    return "" if node is None else (known(_cell(node, given)) or node.raw or "").strip()


def _shell_of_machine(job: "Node", given: "dict[str, Text]") -> str:
    """Return the shell that scripts of a job are for by its machine, where that is none of Unix."""
    machine = job.get("runs-on", "labels") or job.get("runs-on")
    labels = [] if machine is None else [machine] if machine.kind == "scalar" else list(machine)
    texts = [(known(_cell(one, given)) or "").casefold() for one in labels]
    return "pwsh" if any(text.startswith("windows") for text in texts) else ""


def _set_for_later(step: "Node") -> "dict[str, Text]":
    """Return the variables that a step sets for those after it, by GITHUB_ENV; their values are unknown."""
    script = step.text("run") or ""
    if "GITHUB_ENV" not in script:
        return {}
    unsaid: Text = [Piece("", at=step.spot, unknown="an earlier step sets it")]
    return {key: unsaid for name in _SET_FOR_LATER.findall(script) for key in (name, f"{{{{env.{name}}}}}")}


def _variables(node: "Node", given: "dict[str, Text]") -> "Iterable[tuple[str, Text]]":
    """Yield the variables of a mapping, or of a list of names and values; also as `{{env.NAME}}`."""
    pairs = list(node.items())
    pairs += [(name, value) for one in node if (name := one.text("name")) and (value := one.get("value"))]
    for name, value in pairs:
        cell = _cell(value.get("value") or value, given)
        yield name, cell
        yield f"{{{{env.{name}}}}}", cell


def _cell(node: "Node", given: "dict[str, Text]") -> "Text":
    """Return what a scalar says, as the text of a variable."""
    raw = node.raw if node.kind == "scalar" else None
    if raw is None:
        return [Piece("", at=node.spot, unknown="no plain value")]
    found = _TEMPLATE.fullmatch(raw.strip())
    if found and (cell := given.get("{{" + found.group(1) + "}}")):
        return cell
    if "{{" in raw or "$" in raw:
        return [Piece("", at=node.spot, unknown=f"{raw[:60]!r} is filled in elsewhere", outside=True)]
    return [Piece(raw, at=node.spot)] if raw else []


def _inputs(node: "Node") -> "dict[str, Text]":
    """Return the defaults of the inputs of a workflow or an action, and the parameters of an Argo workflow."""
    given: dict[str, Text] = {}
    places = (("on", "workflow_dispatch", "inputs"), ("on", "workflow_call", "inputs"), ("inputs",))
    for place in places:
        inputs = node.get(*place)
        for name, one in inputs.items() if inputs else ():
            default = one.get("default")
            if default is not None:
                cell = _cell(default, given)
                given[f"{{{{inputs.{name}}}}}"] = given[f"{{{{github.event.inputs.{name}}}}}"] = cell
    parameters = node.get("spec", "arguments", "parameters")
    for one in parameters or ():
        label, value = one.text("name"), one.get("value")
        if label and value is not None:
            given[f"{{{{workflow.parameters.{label}}}}}"] = _cell(value, given)
    return given
