"""Commands -> what they do: functions, variables, scripts in scripts; and those that the reader is about."""

from tpu_zones.lint.read.bash.cells import Arg, unknown
from tpu_zones.lint.read.bash.flow import ENDED, LEFT, NORMAL, Flow
from tpu_zones.lint.read.bash.nodes import Heredoc, Piece, Pipe, Simple, Sub, Var, Word
from tpu_zones.lint.read.bash.source import Source
from tpu_zones.lint.things import Fault
from tpu_zones.lint.values import Spot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tpu_zones.lint.read.bash.cells import Cell, Text

    Command = Callable[[str, list[Arg], "Runner"], None]

CALLS = 20
"""Functions that may call each other, and scripts in scripts."""
_JUMPS = {"exit": ENDED, "return": LEFT, "break": LEFT, "continue": LEFT}
_SHELLS = frozenset("bash sh zsh dash ksh".split())
_WRAPPERS = frozenset(
    "sudo env time nohup exec command builtin nice ionice timeout stdbuf retry try run run_cmd run_command execute "
    "run_with_retry retry_command with_retry python python3 uv uvx poetry".split()
)
_DECLARING = frozenset("export local declare readonly typeset".split())
_READING = frozenset("read mapfile readarray getopts".split())


class Runner(Flow):
    """Runs a script as far as it is known. `commands` says by name what to do with the commands of interest.

    `document` is called for every here-document.
    """

    def __init__(self, source: Source, commands: "dict[str, Command]", given: "dict[str, Text] | None" = None) -> None:
        super().__init__(source, given)
        self.commands = commands
        self.document: Callable[[Heredoc], None] = lambda given: None
        self.aliases: dict[str, Text] = {}
        self.local: dict[str, Cell | None] = {}
        self.calls = 0
        self.builtins: dict[str, Callable[[Simple, list[Arg]], int]] = {
            "shift": self.shift,
            "set": self.set_arguments,
            "unset": self.unset_names,
            "eval": self.eval,
            "alias": self.alias,
            "source": self.sources,
            ".": self.sources,
            "printf": self.printf,
        }

    def interesting(self, name: str) -> bool:
        """Whether a command of this name is one that the reader is about."""
        return _base(name) in self.commands

    def simple(self, node: Simple) -> int:
        """Run a command."""
        if isinstance(node.stdin, Heredoc):
            self.document(node.stdin)
        if not node.words:
            for one in node.assigns:
                self.assign(one.name, one.value, adds=one.adds, index=one.index)
            return NORMAL
        name = node.words[0].plain
        if name is not None and name not in self.aliases and not self.matters(name) and "{" not in name:
            for word in node.words[1:]:
                self.inside_words(word)
            return _JUMPS.get(name, NORMAL)
        return self.command(node, self.words(node.words))

    def matters(self, name: str) -> bool:
        """Whether a command of this name does something that we follow."""
        return (
            name in self.functions
            or name in self.builtins
            or name in _DECLARING
            or name in _READING
            or name in _WRAPPERS
            or _base(name) in self.commands
            or _base(name) in _SHELLS
            or name == ":"
        )

    def inside_words(self, word: Word) -> None:
        """Carry out what the parts of a word do besides being text."""
        for part in word.parts:
            if isinstance(part, Sub):
                if part.formula is not None:
                    self.arithmetic(part.formula)
                elif part.body:
                    self.inside(list(part.body))
            elif isinstance(part, Var) and part.op in {":=", "="}:
                self.variable(part)

    def command(self, node: Simple, args: list[Arg], depth: int = 0) -> int:
        """Run a command whose words are known, as far as they are."""
        while args and (args[0].loose or args[0].text is None) and len(args) > 1:
            args = args[1:]
        if not args or (name := args[0].text) is None:
            return NORMAL
        base = _base(name)
        if name in self.functions:
            return self.call(name, args[1:])
        if name in self.aliases and depth < CALLS:
            pieces = self.aliases[name]
            words = [Arg([piece], args[0].word) for text in pieces for piece in _pieces(text)]
            return self.command(node, words + args[1:], depth + 1) if words else NORMAL
        if name in self.builtins:
            return self.builtins[name](node, args[1:])
        if name in _DECLARING:
            self.declare(name, node, args[1:])
        elif name in _READING:
            self.reads(args[1:], given=node.stdin is None)
        elif base in self.commands:
            self.at = self.source.spot(node.words[0].at)
            self.commands[base](base, args, self)
        elif base in _SHELLS:
            self.shell(node, args)
        elif base in _WRAPPERS and depth < CALLS:
            return self.wrapped(node, args[1:], depth)
        return _JUMPS.get(name, NORMAL)

    def wrapped(self, node: Simple, args: list[Arg], depth: int) -> int:
        """Run the command behind sudo, env, time, ..."""
        for number, arg in enumerate(args[:8]):
            text = arg.text
            if text and not text.startswith("-") and "=" not in text and self.matters(text):
                return self.command(node, args[number:], depth + 1)
        return NORMAL

    def call(self, name: str, args: list[Arg]) -> int:
        """Run a function."""
        self.called.add(name)
        if self.calls >= CALLS:
            return NORMAL
        kept = self.arguments
        self.arguments = None if any(arg.loose for arg in args) and len(args) == 1 else [arg.pieces for arg in args]
        self.calls += 1
        local, self.local = self.local, {}
        outer = self.source
        self.source, body = self.functions[name]
        how = self.one(body)
        for variable, cell in self.local.items():
            self.set(variable, cell)
        self.local, self.source = local, outer
        self.calls -= 1
        self.arguments = kept
        return ENDED if how == ENDED else NORMAL

    def declare(self, name: str, node: Simple, args: list[Arg]) -> None:
        """Run export, local, readonly, declare."""
        names = [arg.text or "" for arg in args if not (arg.text or "-").startswith("-")]
        if self.calls and name in {"local", "declare", "typeset"}:
            for one in [*names, *(assign.name for assign in node.assigns)]:
                self.local.setdefault(one, self.cells.get(one))
        for assign in node.assigns:
            self.assign(assign.name, assign.value, adds=assign.adds, index=assign.index)
        for one in names:
            if name == "local" and one not in {assign.name for assign in node.assigns}:
                self.set(one, [])

    def reads(self, args: list[Arg], *, given: bool) -> None:
        """Run read and the like: variables get values, `given` from outside where the script gives no text itself."""
        for arg in args:
            text = arg.text or ""
            if text.isidentifier():
                self.set(text, [unknown(f"${text} is read when the script runs", given=given)])

    def shift(self, node: Simple, args: list[Arg]) -> int:
        """Run shift."""
        if self.arguments is not None:
            count = (args[0].text or "") if args else "1"
            self.arguments = self.arguments[int(count) :] if count.isdigit() and len(count) < 4 else None
        return NORMAL

    def set_arguments(self, node: Simple, args: list[Arg]) -> int:
        """Run `set -- ...`."""
        if args and args[0].text == "--":
            self.arguments = [arg.pieces for arg in args[1:]]
        return NORMAL

    def unset_names(self, node: Simple, args: list[Arg]) -> int:
        """Run unset."""
        for arg in args:
            self.set(arg.text or "", [])
        return NORMAL

    def printf(self, node: Simple, args: list[Arg]) -> int:
        """Run `printf -v name`."""
        if len(args) > 1 and args[0].text == "-v" and args[1].text:
            self.set(args[1].text, [unknown("the output of printf")])
        return NORMAL

    def sources(self, node: Simple, args: list[Arg]) -> int:
        """Run `source file`: the file is not read."""
        self.sourced = (args[0].text or "another file") if args else self.sourced
        return NORMAL

    def alias(self, node: Simple, args: list[Arg]) -> int:
        """Run alias."""
        for arg in args:
            name, sign, value = (arg.text or "").partition("=")
            if sign and len(self.aliases) < 1000:
                first = arg.pieces[0]
                head = len(name) + 1
                rest = [first.like(first.text[head:], head)] if len(first.text) > head else []
                self.aliases[name] = rest + arg.pieces[1:] if value else []
        return NORMAL

    def eval(self, node: Simple, args: list[Arg]) -> int:
        """Run eval: its text where it is known; else say that it is not."""
        if any(arg.text is None for arg in args):
            if not any(fault.text.startswith("eval") for fault in self.faults):
                text = "eval of a text that is not known here: its commands are not checked"
                self.faults.append(Fault(self.source.spot(node.at), text, level="info"))
            return NORMAL
        pieces: list[Piece] = []
        for arg in args:
            pieces += [*arg.pieces, Piece(" ")]
        return self.text_script(pieces, node.at)

    def shell(self, node: Simple, args: list[Arg]) -> None:
        """Run `bash -c text`, and a here-document that bash reads."""
        texts = [arg for arg in args[1:] if arg.text is not None]
        for number, arg in enumerate(texts):
            text = arg.text or ""
            if text.startswith("-") and not text.startswith("--") and text.endswith("c") and number + 1 < len(texts):
                self.nested(texts[number + 1].pieces, node.at)
                return
        if node.stdin is not None:
            self.nested(self.stdin(node.stdin), node.at)

    def piped(self, node: Pipe) -> None:
        """Run the text that a here-document sends through a pipe into bash."""
        first, last = node.items[0], node.items[-1]
        if not isinstance(first, Simple) or not isinstance(last, Simple) or not first.words or not last.words:
            return
        if first.stdin is not None and first.words[0].plain == "cat" and _base(last.words[0].plain or "") in _SHELLS:
            self.nested(self.stdin(first.stdin), first.at)

    def stdin(self, given: "Heredoc | Word") -> "Text":
        """Return what a command reads."""
        if isinstance(given, Word):
            return self.text(given)
        if given.quoted:
            return [Piece(self.source.text[given.start : given.end], self.source, given.start)]
        from tpu_zones.lint.read.bash.syntax import Syntax
        from tpu_zones.lint.read.bash.words import Unreadable

        try:
            return self.text(Syntax(self.source).word_between(given.start, given.end))
        except Unreadable:
            return []

    def nested(self, pieces: "Text", at: int) -> None:
        """Run a script in the script, in a shell of its own."""
        kept, functions = self.cells, self.functions
        self.cells, self.functions = dict(kept), dict(functions)
        arguments, self.arguments = self.arguments, None
        self.frames.append({})
        self.text_script(pieces, at)
        self.frames.pop()
        self.cells, self.functions, self.arguments = kept, functions, arguments

    def text_script(self, pieces: "Text", at: int) -> int:
        """Run the commands of a text."""
        if self.calls >= CALLS:
            return NORMAL
        from tpu_zones.lint.read.bash.syntax import Syntax

        text = "".join("$_" if piece.unknown else piece.text for piece in pieces)
        self.spend(len(text) // 10)
        outer = self.source
        here = outer.spot(at)
        source = Source(text, outer.file, _places(pieces, here))
        nodes = Syntax(source).read()
        self.calls += 1
        self.source = source
        how = self.run(nodes)
        self.source = outer
        self.calls -= 1
        return how


def _places(pieces: "Text", here: Spot) -> "Callable[[int], Spot]":
    """Return a function from the offsets of a text to where its pieces stand."""

    def place(offset: int) -> Spot:
        for piece in pieces:
            length = 2 if piece.unknown else len(piece.text)
            if offset < length:
                if isinstance(piece.at, int) and piece.source:
                    return piece.source.spot(piece.at + offset)
                return piece.at if isinstance(piece.at, Spot) else here
            offset -= length
        return here

    return place


def _pieces(piece: Piece) -> "list[Piece]":
    """Return the words of a piece."""
    found, at = [], 0
    for field in piece.text.split():
        at = piece.text.index(field, at)
        found.append(piece.like(field, at))
        at += len(field)
    return found


def _base(name: str) -> str:
    """Return the name of a program without its folder."""
    return name.rpartition("/")[2].removesuffix(".cmd")
