"""The files of a folder of Terraform: their blocks by kind and name."""

from posixpath import join, normpath

from tpu_zones.lint.read.nodes import FAULTS
from tpu_zones.lint.read.terraform.expressions import BadSyntax, Block, Expression
from tpu_zones.lint.read.terraform.syntax import TOO_LARGE
from tpu_zones.lint.things import Fault
from tpu_zones.lint.values import Spot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_LABELS = {"resource": 2, "module": 1, "variable": 1, "provider": 1}


class Folder:
    """The blocks of all files of a folder by kind and name; a file that cannot be read is a fault, the others count."""

    def __init__(self, path: str, files: "Mapping[str, str]") -> None:
        self.path = path
        self.faults: list[Fault] = []
        self.blocks: dict[tuple[str, ...], Block] = {}
        self.kinds: dict[str, list[Block]] = {}
        self.locals: dict[str, Expression] = {}
        self.twice: dict[tuple[str, ...], list[Block]] = {}
        """What Terraform refuses to see twice, by kind and name: every declaration but the first."""
        self.variables_unread = False
        self.values: list[tuple[str, Block]] = []
        names = sorted(files, key=lambda file: (_override(file), file))
        for file in names:
            if not _is_values(file) and (body := self._parsed(file, files[file])):
                self._add(body, override=_override(file))
        for key, block in self.blocks.items():
            if len(block.labels) == _LABELS.get(key[0]):
                self.kinds.setdefault(key[0], []).extend((block, *self.twice.get(key, ())))
        for file in sorted(filter(_is_values, files), key=_values_order):
            body = self._parsed(file, files[file])
            if body:
                self.values.append((file, body))
            elif _loaded(file):
                self.variables_unread = True

    def _parsed(self, file: str, text: str) -> Block | None:
        try:
            return parse_file(text, file)
        except BadSyntax as bad:
            self.faults.append(Fault(bad.spot, bad.text))
        except RecursionError:
            self.faults.append(Fault(Spot(file), f"Terraform syntax: {TOO_LARGE}, nested too deep"))
        return None

    def _add(self, body: Block, *, override: bool) -> None:
        for block in body.inside[1]:
            if block.type == "locals":
                for name, one in block.attributes.items():
                    if name in self.locals and not override:
                        self._again(("local", name), block, self.locals[name].spot)
                    self.locals[name] = one.expression
                continue
            labels = block.labels
            if block.type == "provider":
                labels = [*labels, block.text("alias") or ""]
            key = (block.type, *labels)
            before = self.blocks.get(key)
            if override:
                self.blocks[key] = before.overridden(block) if before else block
            elif before is None:
                self.blocks[key] = block
            elif block.type in _LABELS or block.type == "output":
                self._again(key, block, before.spot)

    def _again(self, key: tuple[str, ...], block: Block, first: Spot) -> None:
        """Keep a second declaration, and say that Terraform refuses it."""
        self.twice.setdefault(key, []).append(block)
        if len(self.faults) < FAULTS:
            name = " ".join(filter(None, key))[:200]
            text = f"{name} is declared twice (first at {first.file}:{first.line}), which Terraform refuses"
            self.faults.append(Fault(block.spot, text, level="info"))

    def of(self, kind: str) -> list[Block]:
        """Return the blocks of a kind in the order of the files."""
        return self.kinds.get(kind, [])

    def loaded(self) -> "Iterator[Block]":
        """Yield the tfvars files that Terraform reads by itself, in its order."""
        return (body for file, body in self.values if _loaded(file))

    def calls(self) -> "Iterator[str]":
        """Yield the folders that its module blocks name."""
        for block in self.of("module"):
            if (source := block.text("source")) and is_local(source):
                yield normpath(join(self.path, source))


def parse_file(text: str, file: str) -> Block:
    """Return the body of a file; raise `BadSyntax`."""
    if file.endswith(".json"):
        from tpu_zones.lint.read.terraform import json_syntax

        return json_syntax.parse(text, file)
    from tpu_zones.lint.read.terraform import syntax

    return syntax.parse(text, file)


def is_local(source: str) -> bool:
    """Whether the source of a module is a folder of the same repository."""
    return source.startswith(("./", "../")) or source in (".", "..")


def _name(file: str) -> str:
    return file.rpartition("/")[2]


def _override(file: str) -> bool:
    stem = _name(file).removesuffix(".json").removesuffix(".tf")
    return stem == "override" or stem.endswith("_override")


def _is_values(file: str) -> bool:
    return file.endswith((".tfvars", ".tfvars.json"))


def _loaded(file: str) -> bool:
    name = _name(file)
    return name in ("terraform.tfvars", "terraform.tfvars.json") or name.endswith((".auto.tfvars", ".auto.tfvars.json"))


def _values_order(file: str) -> tuple[bool, bool, str]:
    name = _name(file)
    return name != "terraform.tfvars", name != "terraform.tfvars.json", name
