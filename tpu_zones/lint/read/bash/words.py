"""Text -> words: quotes, escapes, expansions."""

import re

from tpu_zones.lint.read.bash.nodes import Heredoc, Piece, Sub, Var, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tpu_zones.lint.read.bash.nodes import Node, Part
    from tpu_zones.lint.read.bash.source import Source

DEPTH = 40
"""Levels of nesting that a script may have."""

_PLAIN = re.compile(r"""[^\s'"\\$`|&;()<>{]+""")
_IN_DOUBLE = re.compile(r'[^"\\$`{]+')
_IN_BRACES = re.compile(r"""[^'"\\$`{}]+""")
_IN_HEREDOC = re.compile(r"[^\\$`{]+")
_EASY = re.compile(r"\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\}|([0-9@*#?$!_-]))", re.ASCII)
_OPENING = re.compile(r"\$\{([!#]?)([A-Za-z_]\w*|\d+|[@*#?$!-])", re.ASCII)
_PATH = re.compile(r"\$\{([A-Za-z_]\w*(?:\.[A-Za-z_][\w-]{0,60}){1,8})(?::[^{}$\n]{0,60})?\}", re.ASCII)
"""`${tpu.zone}`, `${oc.env:ZONE}`: no name of a variable, and filled in before a shell sees it."""
_OPERATOR = re.compile(r":[-=?+]|[-=?+]|%%?|##?|//?[#%]?|:|\^\^?|,,?|@")
_ANSI = re.compile(r"\$'((?:[^'\\]|\\.)*+)'", re.DOTALL)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", "'": "'", '"': '"'}
PLACEHOLDER = re.compile(r"<[A-Za-z][\w -]{0,60}>")
"""`<ZONE>`: what the reader is asked to fill in, and hardly ever a file."""
WORDS = 200_000
"""Words that a script may have."""
PARTS = 2_000
"""Parts that a word may have: quotes, expansions, text between them."""
_JOINED = 1_000
_TEMPLATE = 200
"""Characters that `{{ ... }}` may have."""


class Unreadable(Exception):
    """From here on a script cannot be read."""

    def __init__(self, text: str, at: int) -> None:
        super().__init__(text)
        self.text, self.at = text, at


class Words:
    """Reads words, from `pos` to `end`."""

    def __init__(self, source: "Source", start: int = 0, end: int | None = None) -> None:
        self.source, self.text = source, source.text
        self.pos, self.end = start, len(source.text) if end is None else end
        self.depth = 0
        self.words = 0
        self.pending: list[Heredoc] = []

    def statements(self, stops: frozenset[str] = frozenset(), *, paren: bool = False) -> "list[Node]":
        """Read statements up to a word or a bracket that ends them."""
        raise NotImplementedError

    def word(self) -> Word | None:
        """Read the word that begins here; None where none does."""
        self.count()
        text, start, end = self.text, self.pos, self.end
        found = _PLAIN.match(text, start, end)
        if found:
            stop = found.end()
            if stop == end or text[stop] in " \n\t;":
                self.pos = stop
                return Word([Piece(found.group(), self.source, start)], start, stop)
        parts: list[Part] = []
        at = start
        while at < end:
            found = _PLAIN.match(text, at, end)
            if found:
                self.literal(parts, found.group(), at, quoted=False)
                at = found.end()
                continue
            stop = self.special(parts, at, quoted=False)
            if stop == at or (stop - at == 2 and at == start and text[at:stop] == "\\\n"):
                at = stop
                break
            at = stop
        self.pos = at
        return Word(parts, start, at) if at > start else None

    def count(self) -> None:
        """Count a word."""
        self.words += 1
        if self.words > WORDS:
            raise Unreadable(f"more than {WORDS:,} words", self.pos)

    def literal(self, parts: "list[Part]", text: str, at: int, *, quoted: bool) -> None:
        """Add plain text, to what stands directly before it where that is alike."""
        last = parts[-1] if parts else None
        if (
            not quoted
            and type(last) is Piece
            and not last.quoted
            and last.at == at - len(last.text)
            and len(last.text) < _JOINED
        ):
            last.text += text
        else:
            self.append(parts, Piece(text, self.source, at, quoted=quoted))

    def append(self, parts: "list[Part]", part: "Part") -> None:
        """Add a part to a word."""
        if len(parts) >= PARTS:
            raise Unreadable(f"a word of more than {PARTS:,} parts", self.pos)
        parts.append(part)

    def special(self, parts: "list[Part]", at: int, *, quoted: bool) -> int:
        """Read what begins with a character that is not plain; return where it ends, or `at` where a word does."""
        char = self.text[at]
        if char == "$":
            return self.expansion(parts, at, quoted)
        if char == "{":
            return self.template(parts, at, at + 1, quoted) or self.one(parts, at, quoted)
        if char == "`":
            return self.backticks(parts, at, quoted)
        if char == "\\":
            return self.escape(parts, at, quoted)
        return self.one(parts, at, quoted) if quoted else self.bare(parts, at, char)

    def bare(self, parts: "list[Part]", at: int, char: str) -> int:
        """Read what begins with a quote outside of quotes, or with a bracket."""
        if char == '"':
            return self.inside(parts, at + 1, _IN_DOUBLE, '"')
        if char == "'":
            stop = self.text.find("'", at + 1, self.end)
            if stop < 0:
                raise Unreadable("a quote is not closed", at)
            self.literal(parts, self.text[at + 1 : stop], at + 1, quoted=True)
            return stop + 1
        if char == "(" and at and self.text[at - 1] in "?*+@!" and parts:
            stop = self.text.find(")", at, min(self.end, at + _TEMPLATE))
            if stop > 0:
                self.append(parts, Sub("a pattern", at, False))
                return stop + 1
        if char == "<" and (found := PLACEHOLDER.match(self.text, at, self.end)):
            self.append(parts, Var(found.group(), at, True))
            return found.end()
        return at

    def escape(self, parts: "list[Part]", at: int, quoted: bool) -> int:
        """Read a backslash and what it protects."""
        following = self.text[at + 1 : min(at + 2, self.end)]
        if following == "\n":
            return at + 2
        if following and (not quoted or following in '"\\$`'):
            self.append(parts, Piece(following, self.source, at + 1, quoted=True))
            return at + 2
        return self.one(parts, at, quoted)

    def one(self, parts: "list[Part]", at: int, quoted: bool) -> int:
        """Take one character as it is."""
        self.literal(parts, self.text[at], at, quoted=quoted)
        return at + 1

    def inside(self, parts: "list[Part]", at: int, plain: "re.Pattern[str]", close: str) -> int:
        """Read text between double quotes, or the word in `${name:-word}`; return where it ends.

        Without `close`, that is the end of the script (the text of a here-document).
        """
        text, end, start = self.text, self.end, at
        quoted = close != "}"
        if quoted:
            self.append(parts, Piece("", self.source, at, quoted=True))
        self.deeper(at)
        while at < end:
            found = plain.match(text, at, end)
            if found:
                self.append(parts, Piece(found.group(), self.source, at, quoted=True))
                at = found.end()
                continue
            char = text[at]
            if char == close:
                self.depth -= 1
                return at + 1
            stop = self.special(parts, at, quoted=quoted)
            at = stop if stop > at else self.one(parts, at, quoted)
        self.depth -= 1
        if close:
            raise Unreadable("a quote is not closed" if quoted else "${ is not closed", start - 1)
        return end

    def deeper(self, at: int) -> None:
        """Count a level of nesting."""
        self.depth += 1
        if self.depth > DEPTH:
            raise Unreadable(f"nested more than {DEPTH} levels deep", at)

    def template(self, parts: "list[Part]", at: int, inner: int, quoted: bool) -> int:
        """Read `{{ name }}` or `${{ name }}`, which another tool fills in; return where it ends, or 0."""
        if not self.text.startswith("{", inner):
            return 0
        stop = self.text.find("}}", inner, min(self.end, inner + _TEMPLATE))
        if stop < 0:
            return 0
        self.append(parts, Var("{{" + self.text[inner + 1 : stop].strip() + "}}", at, True))
        return stop + 2

    def expansion(self, parts: "list[Part]", at: int, quoted: bool) -> int:
        """Read what begins with a dollar sign; return where it ends."""
        text, end = self.text, self.end
        found = _EASY.match(text, at, end)
        if found:
            self.append(parts, Var(found.group(found.lastindex or 0), at, quoted))
            return found.end()
        following = text[at + 1 : min(at + 2, end)]
        if following == "{":
            return self.template(parts, at, at + 2, quoted) or self.braces(parts, at, quoted)
        if following == "(":
            return self.arithmetic(parts, at, quoted) or self.substitution(parts, at, quoted, at + 2)
        if following in {'"', "'"} and not quoted:
            return at + 1 if following == '"' else self.ansi(parts, at)
        return self.one(parts, at, quoted)

    def ansi(self, parts: "list[Part]", at: int) -> int:
        """Read `$'...'`."""
        found = _ANSI.match(self.text, at, self.end)
        if not found:
            raise Unreadable("a quote is not closed", at)
        raw = found.group(1)
        value = _ESCAPE.sub(lambda one: _ESCAPES.get(one.group(1), one.group()), raw) if "\\" in raw else raw
        self.append(parts, Piece(value, self.source, at + 2, quoted=True))
        return found.end()

    def braces(self, parts: "list[Part]", at: int, quoted: bool) -> int:
        """Read `${...}`; return where it ends."""
        text, end = self.text, self.end
        found = _OPENING.match(text, at, end)
        if not found:
            raise Unreadable("${ without a name", at)
        mark, name = found.groups()
        pos = found.end()
        index = None
        if text.startswith("[", pos):
            stop = text.find("]", pos, min(end, pos + _TEMPLATE))
            if stop < 0:
                raise Unreadable("[ is not closed", pos)
            index = self.word_between(pos + 1, stop)
            pos = stop + 1
        if text.startswith("}", pos):
            self.append(parts, Var(name, at, quoted, mark=mark, index=index))
            return pos + 1
        operator = _OPERATOR.match(text, pos, end)
        if not operator and (path := _PATH.match(text, at, end)):
            self.append(parts, Var("{{" + path.group(1) + "}}", at, True))
            return path.end()
        if not operator:
            raise Unreadable("${ } with something unknown in it", at)
        start = operator.end()
        inner: list[Part] = []
        stop = self.inside(inner, start, _IN_BRACES, "}")
        word = Word(inner, start, stop - 1)
        self.append(parts, Var(name, at, quoted, mark=mark, index=index, op=operator.group(), word=word))
        return stop

    def word_between(self, start: int, stop: int) -> Word:
        """Read what stands between two places as one word."""
        kept = self.pos, self.end
        self.pos, self.end = start, stop
        parts: list[Part] = []
        self.inside(parts, start, _IN_HEREDOC, "")
        self.pos, self.end = kept
        return Word([part for part in parts if type(part) is not Piece or part.text], start, stop)

    def arithmetic(self, parts: "list[Part]", at: int, quoted: bool) -> int:
        """Read `$(( ))`; return where it ends, or 0 where this is none."""
        if not self.text.startswith("$((", at):
            return 0
        level, stop = 0, self.end
        for found in re.compile(r"[()]").finditer(self.text, at + 1, min(stop, at + 2000)):
            level += 1 if found.group() == "(" else -1
            if not level:
                if self.text[found.start() - 1] != ")":
                    return 0
                formula = self.text[at + 3 : found.start() - 1]
                self.append(parts, Sub("arithmetic", at, quoted, formula=formula))
                return found.end()
        return 0

    def substitution(self, parts: "list[Part]", at: int, quoted: bool, start: int) -> int:
        """Read a command in brackets; return where it ends."""
        kept = self.pos
        self.pos = start
        self.deeper(at)
        body = self.statements(paren=True)
        self.depth -= 1
        if self.pos >= self.end:
            raise Unreadable(f"{self.text[at:start]} is not closed", at)
        stop = self.pos + 1
        self.pos = kept
        self.append(parts, Sub("the output of a command", at, quoted, body))
        return stop

    def backticks(self, parts: "list[Part]", at: int, quoted: bool) -> int:
        """Read a command in backticks; return where it ends."""
        text, stop = self.text, at + 1
        while True:
            stop = text.find("`", stop, self.end)
            if stop < 0:
                raise Unreadable("a backtick is not closed", at)
            if text[stop - 1] != "\\":
                break
            stop += 1
        kept = self.pos, self.end
        self.deeper(at)
        self.pos, self.end = at + 1, stop
        body = self.statements()
        self.depth -= 1
        self.pos, self.end = kept
        if text[at + 1 : stop].lstrip().startswith("#"):  # a comment between continuation lines
            return stop + 1
        self.append(parts, Sub("the output of a command", at, quoted, body))
        return stop + 1
