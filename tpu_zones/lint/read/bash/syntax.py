"""Text -> statements.

We read bash ourselves: tree-sitter-bash (0.25) ends the process on 250 KB of `a | `, takes 600 MB for 30 KB of
it, and reads options behind a redirection as files. This reader is linear, and its depth has a limit.
"""

import re

from tpu_zones.lint.read.bash.compound import CALL, ESAC, Compound
from tpu_zones.lint.read.bash.nodes import Assign, Chain, Heredoc, Pipe, Simple, Sub, Word
from tpu_zones.lint.read.bash.words import PLACEHOLDER, Unreadable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tpu_zones.lint.read.bash.nodes import Node
    from tpu_zones.lint.read.bash.source import Source

COMMANDS = 50_000
"""Commands that a script may have."""
_ASSIGNMENT = re.compile(r"([A-Za-z_]\w*)(\[[^\]\n]{0,200}\])?(\+?=)", re.ASCII)
_REDIRECT = re.compile(r"(?:\d+|\{\w+\})?(<<<|<<-?|<>|<&|<(?!\()|>>|>\||>&|>(?!\()|&>>?)")
_DECLARING = frozenset("export local declare readonly typeset".split())
_CLOSING = frozenset("then elif else fi do done esac }".split())


class Syntax(Compound):
    """Reads the statements of a script."""

    def __init__(self, source: "Source") -> None:
        super().__init__(source)
        self.stopped: Unreadable | None = None
        self.outer = 0
        """Where the last statement begins that is in no other: nothing is read of it when reading stops inside."""

    def read(self) -> "list[Node]":
        """Return the statements, up to what cannot be read at all."""
        found: list[Node] = []
        try:
            self.collect(found, frozenset())
        except Unreadable as mistake:
            self.stopped = mistake
        return found

    def statements(self, stops: frozenset[str] = frozenset(), *, paren: bool = False) -> "list[Node]":
        """Read statements up to a word or a bracket that ends them."""
        found: list[Node] = []
        self.collect(found, stops, paren=paren)
        return found

    def collect(self, found: "list[Node]", stops: frozenset[str], *, paren: bool = False) -> None:
        """Read statements into a list."""
        text = self.text
        while True:
            self.gap()
            if self.pos >= self.end:
                return
            char = text[self.pos]
            if char == ")":
                if paren:
                    return
                self.note("a closing bracket without an opening one")
                self.pos += 1
                continue
            if char in ";&|" and not text.startswith("&>", self.pos):
                if stops is ESAC and text.startswith((";;", ";&"), self.pos):
                    return
                self.pos += 1
                continue
            word = self.keyword()
            if word in stops:
                return
            if word in _CLOSING:
                self.note(f"{word!r} does not belong here")
                self.pos += len(word)
                continue
            if not self.depth:
                self.outer = self.pos
            found.append(self.chain())

    def chain(self) -> "Node":
        """Read commands with && and || between them."""
        first = self.pipe()
        items: list[tuple[str, Node]] = [("", first)]
        while True:
            self.blank()
            sign = self.text[self.pos : min(self.pos + 2, self.end)]
            if sign not in {"&&", "||"}:
                return Chain(items) if len(items) > 1 else first
            self.pos += 2
            self.gap()
            if self.pos >= self.end:
                return Chain(items)
            items.append((sign, self.pipe()))

    def pipe(self) -> "Node":
        """Read commands with | between them."""
        negated = False
        while self.keyword() == "!":
            self.pos += 1
            self.blank()
            negated = True
        items = [self.command()]
        while True:
            self.blank()
            if not self.text.startswith("|", self.pos, self.end) or self.text.startswith("||", self.pos):
                return Pipe(items) if negated or len(items) > 1 else items[0]
            self.pos += 2 if self.text.startswith("|&", self.pos) else 1
            self.gap()
            if self.pos >= self.end:
                return Pipe(items)
            items.append(self.command())

    def command(self) -> "Node":
        """Read a command of any kind."""
        self.commands += 1
        if self.commands > COMMANDS:
            raise Unreadable(f"more than {COMMANDS:,} commands", self.pos)
        word = self.keyword()
        if word in {"coproc", "then"}:
            self.pos += len(word)
            self.blank()
            word = self.keyword()
        compound = {
            "if": self.if_,
            "for": self.for_,
            "select": self.for_,
            "while": self.while_,
            "until": self.while_,
            "case": self.case,
            "function": self.function,
            "{": self.braced,
            "[[": self.test,
        }.get(word)
        if not compound and self.text.startswith("(", self.pos, self.end):
            compound = self.double_paren if self.text.startswith("((", self.pos) else self.paren
        if not compound:
            return self.simple()
        self.deeper(self.pos)
        node = compound()
        self.depth -= 1
        stdin = None
        while True:
            self.blank()
            found = _REDIRECT.match(self.text, self.pos, self.end)
            if not found:
                break
            stdin = self.redirect(found) or stdin
        return node

    def simple(self) -> "Node":
        """Read assignments and a command of words."""
        text, start = self.text, self.pos
        self.began = start
        assigns: list[Assign] = []
        words: list[Word] = []
        stdin: Heredoc | Word | None = None
        declaring = False
        while True:
            self.blank()
            if self.pos >= self.end:
                break
            char = text[self.pos]
            if char in "\n;|)#" or (char == "&" and not text.startswith("&>", self.pos)):
                break
            marked = char == "<" and PLACEHOLDER.match(text, self.pos, self.end)
            if not marked and char in "<>&0123456789{" and (found := _REDIRECT.match(text, self.pos, self.end)):
                stdin = self.redirect(found) or stdin
                continue
            if (not words or declaring) and (found := _ASSIGNMENT.match(text, self.pos, self.end)):
                assigns.append(self.assignment(found))
                continue
            if char == "(":
                call = CALL.match(text, self.pos, self.end)
                if call and len(words) == 1 and not assigns:
                    self.pos = call.end()
                    self.deeper(start)
                    node = self.defined(words[0].plain or "")
                    self.depth -= 1
                    return node
                self.note("a bracket that does not belong here")
                self.count()
                stop = text.find(")", self.pos, min(self.end, self.pos + 200)) + 1 or self.pos + 1
                words.append(Word([Sub("a text in brackets", self.pos, False)], self.pos, stop))
                self.pos = stop
                continue
            word = self.process() if char in "<>" and not marked else self.word()
            if word is None:
                self.pos += 1
                continue
            if word.parts:
                words.append(word)
                declaring = declaring or (len(words) == 1 and word.plain in _DECLARING)
        if self.pos == start:
            self.pos += 1
        return Simple(start, assigns, words, stdin)

    def process(self) -> Word | None:
        """Read `<( ... )`."""
        if not self.text.startswith("(", self.pos + 1):
            return None
        start = self.pos
        word = Word([], start, start)
        word.end = self.pos = self.substitution(word.parts, start, False, start + 2)
        return word

    def assignment(self, found: "re.Match[str]") -> Assign:
        """Read the value behind `name=`."""
        name, index, sign = found.groups()
        start, self.pos = self.pos, found.end()
        self.names.append(name)
        key = self.word_between(found.start(2) + 1, found.end(2) - 1) if index else None
        value: Word | list[Word]
        if self.text.startswith("(", self.pos, self.end):
            value = self.array()
        else:
            value = self.word() or Word([], self.pos, self.pos)
        return Assign(name, start, sign == "+=", key, value)

    def array(self) -> list[Word]:
        """Read the words between brackets."""
        start = self.pos
        self.pos += 1
        words: list[Word] = []
        while True:
            self.gap()
            if self.pos >= self.end:
                raise Unreadable("( is not closed", start)
            if self.text[self.pos] == ")":
                self.pos += 1
                return words
            word = self.word()
            if word is None:
                self.pos += 1
            elif word.parts:
                words.append(word)

    def redirect(self, found: "re.Match[str]") -> Heredoc | Word | None:
        """Read a redirection; return what the command reads, where that is written here."""
        self.pos = found.end()
        sign = found.group(1)
        if sign in {"<<", "<<-"}:
            self.blank()
            start = self.pos
            word = self.word()
            raw = self.text[start : self.pos]
            plain = word.plain if word else None
            here = Heredoc(raw if plain is None else plain, any(c in raw for c in "'\"\\"), sign == "<<-")
            self.pending.append(here)
            return here
        self.blank()
        word = self.word()
        return word if sign == "<<<" else None
