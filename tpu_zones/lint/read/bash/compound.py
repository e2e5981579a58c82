"""Text -> statements that have others in them: branches, loops, functions, groups."""

import re

from tpu_zones.lint.read.bash.nodes import Branches, Function, Group, Loop, Piece, Sub, Test, Word
from tpu_zones.lint.read.bash.words import Unreadable, Words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tpu_zones.lint.read.bash.nodes import Node
    from tpu_zones.lint.read.bash.source import Source

MISTAKES = 1_000
"""Mistakes that are kept of one script."""
_BLANK = re.compile(r"(?:[ \t\r\f\v\xa0]|\\\n)+")
_GAP = re.compile(r"(?:[ \t\r\f\v\xa0]|\\\n)+|#[^\n]*|\n")
_KEYWORD = re.compile(
    r"(?:if|then|elif|else|fi|for|select|while|until|do|done|case|esac|function|coproc|\{|\}|!|\[\[)(?=[\s;&|()<>]|\Z)"
)
_BRACKET = re.compile(r"[()]")
_ASSIGNED = re.compile(r"\b([A-Za-z_]\w*+)\s*+(?:=(?!=)|[-+*/%]=|\+\+|--)")
CALL = re.compile(r"\([ \t]*\)")
"""The brackets behind the name of a function."""
_THEN, _ELSE, _FI, _DO, _DONE = (frozenset(words.split()) for words in ("then", "elif else fi", "fi", "do", "done"))
ESAC, _BRACE = frozenset({"esac"}), frozenset({"}"})


class Compound(Words):
    """Reads statements that have others in them. Mistakes are noted, and what can be read is read."""

    def __init__(self, source: "Source", start: int = 0, end: int | None = None) -> None:
        super().__init__(source, start, end)
        self.mistakes: list[tuple[int, Unreadable]] = []
        self.began = 0
        self.names: list[str] = []
        self.commands = 0

    def command(self) -> "Node":
        """Read a command of any kind."""
        raise NotImplementedError

    def note(self, text: str) -> None:
        """Keep a mistake, with the place of the command that it is in."""
        if len(self.mistakes) < MISTAKES:
            self.mistakes.append((self.began, Unreadable(text, self.pos)))

    def gap(self) -> None:
        """Go to the next statement: over blanks, comments, ends of lines, and here-documents."""
        while found := _GAP.match(self.text, self.pos, self.end):
            self.pos = found.end()
            if self.pending and self.text[self.pos - 1] == "\n" and found.group() == "\n":
                self.heredocs()

    def blank(self) -> None:
        """Go over blanks and continuation lines."""
        found = _BLANK.match(self.text, self.pos, self.end)
        if found:
            self.pos = found.end()

    def keyword(self) -> str:
        """Return the keyword that stands here, if any."""
        found = _KEYWORD.match(self.text, self.pos, self.end)
        return found.group() if found else ""

    def expect(self, word: str) -> None:
        """Go over a keyword that must stand here."""
        self.gap()
        if self.keyword() == word:
            self.pos += len(word)
        else:
            self.note(f"{word!r} is missing")

    def heredocs(self) -> None:
        """Take the texts that begin on this line."""
        for one in self.pending:
            one.start = self.pos
            tabs = r"\t*" if one.tabs else ""
            found = re.compile(rf"^{tabs}{re.escape(one.word)}[ \t]*$", re.MULTILINE).search(
                self.text, self.pos, self.end
            )
            one.end, self.pos = (found.start(), found.end()) if found else (self.end, self.end)
        self.pending = []

    def if_(self) -> "Node":
        """Read `if`."""
        conditions, bodies, word = [], [], "if"
        while word in {"if", "elif"}:
            self.pos += len(word)
            conditions.append(self.statements(_THEN))
            self.expect("then")
            bodies.append(self.statements(_ELSE))
            word = self.keyword()
        closed = word == "else"
        if closed:
            self.pos += 4
            bodies.append(self.statements(_FI))
        self.expect("fi")
        return Branches(conditions, bodies, closed)

    def while_(self) -> "Node":
        """Read `while` or `until`."""
        self.pos += 5
        before = len(self.names)
        condition = self.statements(_DO)
        return Loop(None, None, condition, self.do(), set(self.names[before:]))

    def do(self) -> "list[Node]":
        """Read the body of a loop."""
        self.gap()
        if self.keyword() == "{":
            self.pos += 1
            body = self.statements(_BRACE)
            self.expect("}")
            return body
        self.expect("do")
        body = self.statements(_DONE)
        self.expect("done")
        return body

    def for_(self) -> "Node":
        """Read `for` or `select`."""
        select = self.keyword() == "select"
        self.pos += 6 if select else 3
        self.blank()
        before = len(self.names)
        if self.text.startswith("((", self.pos):
            self.double_paren()
            self.separator()
            return Loop(None, None, [], self.do(), set(self.names[before:]))
        name = self.word()
        plain = name.plain if name else None
        self.gap()
        words: list[Word] | None = None
        if self.text.startswith("in", self.pos) and self.text[self.pos + 2 : self.pos + 3] in " \t\n;\\":
            self.pos += 2
            words = []
            self.blank()
            while word := self.word():
                words.append(word)
                self.blank()
        self.separator()
        if plain:
            self.names.append(plain)
        body = self.do()
        return Loop(plain, None if select else words, [], body, set(self.names[before:]))

    def separator(self) -> None:
        """Go over the semicolon in front of `do`."""
        self.blank()
        if self.text.startswith(";", self.pos, self.end):
            self.pos += 1

    def case(self) -> "Node":
        """Read `case`."""
        self.pos += 4
        self.blank()
        subject = self.word()
        self.gap()
        if self.text.startswith("in", self.pos):
            self.pos += 2
        bodies: list[list[Node]] = []
        closed = False
        while True:
            self.gap()
            if self.pos >= self.end or self.keyword() == "esac":
                break
            start = self.pos
            if self.text[start] == "(":
                self.pos += 1
            while self.pos < self.end and self.text[self.pos] not in ")\n":
                self.blank()
                word = self.word()
                closed = closed or (word is not None and word.plain == "*")
                if word is None and self.text[self.pos : self.pos + 1] != ")":
                    self.pos += 1
            self.pos += 1
            bodies.append(self.statements(ESAC))
            if self.text.startswith(";", self.pos, self.end):
                self.pos += 3 if self.text.startswith(";;&", self.pos) else 2
        self.expect("esac")
        return Branches([[Test([subject] if subject else [])]], bodies, closed)

    def function(self) -> "Node":
        """Read `function name`."""
        self.pos += 8
        self.blank()
        word = self.word()
        self.blank()
        if found := CALL.match(self.text, self.pos, self.end):
            self.pos = found.end()
        return self.defined((word and word.plain) or "")

    def defined(self, name: str) -> "Node":
        """Read the body of a function."""
        self.gap()
        return Function(name, self.command() if self.pos < self.end else Group([], False))

    def braced(self) -> "Node":
        """Read `{ ...; }`."""
        self.pos += 1
        body = self.statements(_BRACE)
        self.expect("}")
        return Group(body, False)

    def paren(self) -> "Node":
        """Read `( ... )`."""
        start = self.pos
        self.pos += 1
        body = self.statements(paren=True)
        if self.pos >= self.end:
            raise Unreadable("( is not closed", start)
        self.pos += 1
        return Group(body, True)

    def double_paren(self) -> "Node":
        """Read `(( ... ))`, or a subshell that begins with a bracket."""
        level = 0
        for found in _BRACKET.finditer(self.text, self.pos, min(self.end, self.pos + 2000)):
            level += 1 if found.group() == "(" else -1
            if not level:
                if self.text[found.start() - 1] != ")":
                    break
                self.names.extend(_ASSIGNED.findall(self.text[self.pos : found.end()]))
                at, self.pos = self.pos, found.end()
                formula = Sub("arithmetic", at, False, formula=self.text[at + 2 : self.pos - 2])
                return Test([Word([formula], at, self.pos)])
        return self.paren()

    def test(self) -> "Node":
        """Read `[[ ... ]]`."""
        self.pos += 2
        words: list[Word] = []
        while True:
            self.gap()
            if self.pos >= self.end:
                raise Unreadable("[[ is not closed", self.pos)
            if self.text.startswith("]]", self.pos):
                self.pos += 2
                return Test(words)
            word = self.word()
            if word is None:
                word = Word([Piece(self.text[self.pos], self.source, self.pos)], self.pos, self.pos + 1)
                self.pos += 1
            words.append(word)
