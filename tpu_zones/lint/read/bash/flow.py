"""Statements -> what happens when a script runs, with three values: branches, loops, what is certain."""

from tpu_zones.lint.read.bash.cells import LOOP, Arg, Array, join, outside, unknown
from tpu_zones.lint.read.bash.expand import Exhausted, Expander
from tpu_zones.lint.read.bash.nodes import Branches, Chain, Function, Group, Loop, Pipe, Simple, Test, Var, Word
from tpu_zones.lint.things import Fault
from tpu_zones.lint.values import Spot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from tpu_zones.lint.read.bash.cells import Cell, Text
    from tpu_zones.lint.read.bash.nodes import Node
    from tpu_zones.lint.read.bash.source import Source

LEVELS = 60
"""Levels of statements in statements, over all functions that are being called."""
FAULTS = 20
"""Faults that are kept of one script: more say nothing new."""
NORMAL, LEFT, ENDED = 0, 1, 2
"""How statements end: a round or a function is left; the script ends."""
_TESTING = frozenset("[ test grep egrep command which type hash pgrep false diff cmp".split())


class Flow(Expander):
    """Runs statements as far as they are known."""

    def __init__(self, source: "Source", given: "dict[str, Text] | None" = None) -> None:
        super().__init__(given)
        self.source = source
        self.faults: list[Fault] = []
        self.functions: dict[str, tuple[Source, Node]] = {}
        self.called: set[str] = set()
        self.unsure = 0
        self.levels = 0
        self.at = Spot(source.file)
        self.run_inside = self.inside
        self.kinds: dict[type, Callable[[Any], int]] = {
            Simple: self.simple,
            Chain: self.chain,
            Branches: self.branches,
            Loop: self.loop,
            Group: self.group,
            Function: self.function,
            Pipe: self.pipe,
            Test: self.test,
        }

    def simple(self, node: Simple) -> int:
        """Run a command; return how it ends."""
        raise NotImplementedError

    def interesting(self, name: str) -> bool:
        """Whether a command of this name is one that the reader is about."""
        raise NotImplementedError

    def piped(self, node: Pipe) -> None:
        """Run the text that a here-document sends through a pipe into bash."""
        raise NotImplementedError

    def inside_words(self, word: Word) -> None:
        """Carry out what the parts of a word do besides being text."""
        raise NotImplementedError

    def script(self, nodes: "list[Node]") -> None:
        """Run a whole script, and then the functions that nothing has called."""
        try:
            self.run(nodes)
            self.unsure += 1
            self.arguments = None
            for name in reversed(list(self.functions)):  # what calls others mostly stands below them
                if name not in self.called:
                    self.source, body = self.functions[name]
                    self.branch([body])
        except Exhausted:
            self.faults.append(Fault(self.at, "too much for one script: the rest of it is not read", level="info"))

    def run(self, nodes: "list[Node]") -> int:
        """Run statements; return how they end."""
        if self.levels >= LEVELS:
            raise Exhausted
        self.levels += 1
        number, how = 0, NORMAL
        while number < len(nodes):
            node = nodes[number]
            number += 1
            if isinstance(node, Simple):
                node, number = self.whole(node, nodes, number)
            how = self.one(node)
            if how:
                break
        self.levels -= 1
        return how

    def whole(self, node: Simple, nodes: "list[Node]", number: int) -> tuple[Simple, int]:
        """Return a command with the options that stand alone on the lines behind it.

        A comment between continuation lines ends a command, and so does a blank behind a backslash: the
        options after it are meant for the command, though the shell does not pass them.
        """
        words: list[Word] = []
        while number < len(nodes) and node.words:
            behind = nodes[number]
            if not isinstance(behind, Simple) or not behind.words or behind.assigns:
                break
            if not (behind.words[0].plain or "").startswith("--"):
                break
            if not words and not self.interesting(node.words[0].plain or ""):
                break
            text = "the command ends above: these options are not passed to it (a comment, or a blank behind \\)"
            if len(self.faults) < FAULTS:
                self.faults.append(Fault(self.source.spot(behind.at), text, level="info"))
            words += behind.words
            number += 1
        if not words:
            return node, number
        kept = [word for word in node.words if word.plain is None or word.plain.strip()]
        return Simple(node.at, node.assigns, kept + words, node.stdin), number

    def one(self, node: "Node") -> int:
        """Run a statement; return how it ends."""
        self.spend(1)
        run: Callable[[Any], int] = self.kinds[type(node)]
        return run(node)

    def group(self, node: Group) -> int:
        """Run `{ }` or `( )`."""
        if not node.subshell:
            return self.run(node.body)
        self.branch(node.body)
        return NORMAL

    def function(self, node: Function) -> int:
        """Keep a function."""
        self.functions[node.name] = self.source, node.body
        return NORMAL

    def pipe(self, node: Pipe) -> int:
        """Run commands with | between them, or one that is negated."""
        if len(node.items) == 1:
            self.one(node.items[0])
            return NORMAL
        for item in node.items:
            self.branch([item])
        self.piped(node)
        return NORMAL

    def test(self, node: Test) -> int:
        """Run `[[ ]]`."""
        for word in node.words:
            self.inside_words(word)
        return NORMAL

    def branch(self, nodes: "list[Node]") -> "tuple[dict[str, Cell | None], int]":
        """Run statements beside the others; return what they change, and how they end."""
        arguments = self.arguments
        self.frames.append({})
        how = self.run(nodes)
        before = self.frames.pop()
        changed = {name: self.cells.get(name) for name in before}
        for name, cell in before.items():
            if cell is None:
                self.cells.pop(name, None)
            else:
                self.cells[name] = cell
        self.arguments = arguments
        return changed, how

    def inside(self, body: "list[Node]") -> None:
        """Run the commands of a substitution."""
        self.branch(body)

    def merge(self, ways: "list[dict[str, Cell | None]]", preferred: str | None = None) -> None:
        """Let variables hold what they hold after one of several ways."""
        for name in dict.fromkeys(name for way in ways for name in way):
            before = self.cells.get(name)
            self.spend(len(ways))
            values = [way.get(name, before) for way in ways]
            if name == preferred and (before is None or (isinstance(before, list) and outside(before))):
                self.set(name, next(way[name] for way in ways if name in way))
                continue
            joined = values[0]
            for value in values[1:]:
                joined = join(joined, value)
            self.set(name, joined)

    def chain(self, node: Chain) -> int:
        """Run commands with && and || between them."""
        first = node.items[0][1]
        how = self.one(first)
        if how:
            return how
        tested = _tests(first)
        for sign, item in node.items[1:]:
            if sign == "&&" and not tested:
                how = self.one(item)
                if how:
                    return how
                tested = _tests(item)
                continue
            self.unsure += 1
            changed, how = self.branch([item])
            self.unsure -= 1
            tested = True
            if not how:
                self.merge([{}, changed], _emptied(first) if sign == "&&" else None)
        return NORMAL

    def branches(self, node: Branches) -> int:
        """Run `if` or `case`."""
        for condition in node.conditions[:1]:
            self.run(condition)
        ways: list[dict[str, Cell | None]] = [] if node.closed else [{}]
        ends = []
        self.unsure += 1
        for condition in node.conditions[1:]:
            self.branch(condition)
        for body in node.bodies:
            changed, how = self.branch(body)
            ends.append(how)
            if not how:
                ways.append(changed)
        self.unsure -= 1
        if ways:
            self.merge(ways, _emptied(node.conditions[0][-1]) if node.conditions[0] else None)
            return NORMAL
        return min(ends, default=NORMAL)

    def loop(self, node: Loop) -> int:
        """Run a loop: round by round over a list that is known, else one round that stands for any."""
        if node.words is not None and node.name:
            rounds = self.words(node.words)
            if all(arg.text is not None and not _globs(arg) for arg in rounds):
                for arg in rounds:
                    self.set(node.name, arg.pieces)
                    if self.run(node.body) == ENDED:
                        return ENDED
                return NORMAL
        before = {name: self.cells.get(name) for name in node.names}
        for name, cell in before.items():
            self.set(name, Array(unknown=LOOP) if isinstance(cell, Array) else [LOOP])
        if node.name:
            self.set(node.name, [unknown(f"${node.name} runs over a list that is not known here")])
        self.unsure += 1
        self.run(node.condition)
        changed, _ = self.branch(node.body)
        self.unsure -= 1
        after = {name: changed.get(name, self.cells.get(name)) for name in {**before, **changed}}
        for name, cell in before.items():
            self.set(name, cell)
        self.merge([{}, after])
        return NORMAL


def _globs(arg: Arg) -> bool:
    """Whether an argument stands for files."""
    return any(not piece.quoted and ("*" in piece.text or "?" in piece.text) for piece in arg.pieces)


def _tests(node: "Node") -> bool:
    """Whether a command is there for its exit code, so that what follows it is a branch."""
    if isinstance(node, (Test, Branches)):
        return True
    if isinstance(node, Pipe):
        return len(node.items) == 1 or _tests(node.items[-1])
    return isinstance(node, Simple) and bool(node.words) and (node.words[0].plain or "") in _TESTING


def _emptied(node: "Node") -> str | None:
    """Return the variable that a condition finds empty: `[ -z "$X" ]`."""
    if isinstance(node, Simple) and node.words and node.words[0].plain in {"[", "test"}:
        words = node.words[1:]
    elif isinstance(node, Test):
        words = node.words
    else:
        return None
    if len(words) >= 2 and words[0].plain == "-z":
        names = [part.name for part in words[1].parts if isinstance(part, Var) and part.op in {"", ":-", "-"}]
        return names[0] if len(names) == 1 else None
    return None
