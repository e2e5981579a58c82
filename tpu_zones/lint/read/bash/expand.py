"""Words -> arguments: variables, defaults, arrays, patterns."""

import re

from tpu_zones.lint.read.bash.cells import LONGEST, LOOP, MOST, Arg, Array, capped, join, known, outside, unknown
from tpu_zones.lint.read.bash.nodes import Piece, Sub, Var, Word
from tpu_zones.lint.read.bash.words import PLACEHOLDER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tpu_zones.lint.read.bash.cells import Cell, Text
    from tpu_zones.lint.read.bash.nodes import Node

_SET = re.compile(
    r"(?:\+\+|--)\s*+([A-Za-z_]\w*+)|\b([A-Za-z_]\w*+)(?:\[[^]]*+\])?\s*+(?:\+\+|--|(?:<<|>>|[-+*/%&|^])?=(?!=))"
)
"""What a formula sets: `++N`, `N--`, `N += 2`."""
_ALL = frozenset("@*")
_SPECIAL = {"#": "the number of arguments", "?": "an exit code", "$": "a process id", "!": "a process id"}
STEPS = 100_000
"""Steps that a script may take: commands, words, and pieces of long texts."""
_ROUNDS = 64
"""Words that `{0..9}` may stand for."""


class Exhausted(Exception):
    """A script takes more steps than it may."""


class Expander:
    """The variables of a script at one point, and what words mean there."""

    def __init__(self, given: "dict[str, Text] | None" = None) -> None:
        self.cells: dict[str, Cell] = dict(given or {})
        self.arguments: list[Text] | None = None
        self.frames: list[dict[str, Cell | None]] = []
        self.sourced = ""
        self.left = STEPS
        self.run_inside: Callable[[list[Node]], None] = lambda body: None

    def spend(self, steps: int) -> None:
        """Count steps."""
        self.left -= steps
        if self.left < 0:
            raise Exhausted

    def set(self, name: str, cell: "Cell | None") -> None:
        """Give a variable a value, or None to unset it."""
        if self.frames:
            self.frames[-1].setdefault(name, self.cells.get(name))
        if cell is None:
            self.cells.pop(name, None)
        else:
            self.cells[name] = cell

    def words(self, words: list[Word]) -> list[Arg]:
        """Return the arguments that words stand for."""
        found: list[Arg] = []
        self.spend(1)
        for word in words:
            if len(word.parts) == 1 and type(piece := word.parts[0]) is Piece and "{" not in piece.text:
                found.append(Arg([piece], word))
            else:
                found.extend(self.fields(word))
            if len(found) > MOST:
                return [*found[:MOST], Arg([unknown("too many arguments", loose=True)], word)]
        return found

    def fields(self, word: Word) -> "list[Arg]":
        """Return the arguments that one word stands for."""
        found: list[list[Piece]] = []
        now: list[Piece] | None = None
        for part in word.parts:
            if type(part) is Piece:
                if part.text or part.quoted:
                    now = now or []
                    now.append(part)
                continue
            if isinstance(part, Var) and (many := self.many(part)) is not None:
                if not many and now and not any(piece.text or piece.unknown for piece in now):
                    now = None  # "$@" without arguments is no word
                for number, one in enumerate(many):
                    if number and now is not None:
                        found.append(now)
                        now = None
                    now = now or []
                    now.extend(one)
                continue
            pieces = self.part(part)
            if part.quoted:
                now = now or []
                now.extend(pieces)
                continue
            for piece in pieces:
                now = self._split(piece, now, found)
        if now is not None:
            found.append(now)
        self.spend(len(word.parts) + len(found))
        if any("{" in piece.text for pieces in found for piece in pieces if not piece.quoted):
            found = [other for pieces in found for other in _braces(pieces)]
        alone = sum(type(part) is not Piece or bool(part.text) for part in word.parts) == 1
        return [Arg(_tidy(pieces, alone), word) for pieces in found]

    def _split(self, piece: Piece, now: "Text | None", found: "list[Text]") -> "Text | None":
        """Split the text of an expansion without quotes at its blanks; what is to be filled in stays whole."""
        given = self.unset(piece.text) if "<" in piece.text and PLACEHOLDER.fullmatch(piece.text) else None
        if piece.unknown or given:
            loose = given or piece.like("")
            loose.loose = given is None
            now = now or []
            now.append(loose)
            return now
        text, at = piece.text, 0
        self.spend(1 + len(text) // 20)
        for field in text.split():
            start = text.index(field, at)
            if start > at or (at and start == at):
                if now is not None:
                    found.append(now)
                now = None
            now = now or []
            now.append(piece.like(field, start))
            at = start + len(field)
        if now is not None and at < len(text):
            found.append(now)
            return None
        return now

    def text(self, word: Word) -> "Text":
        """Return what a word stands for where it is not split: behind `=`."""
        self.spend(len(word.parts))
        pieces: list[Piece] = []
        for part in word.parts:
            if type(part) is Piece:
                if part.text:
                    pieces.append(part)
            else:
                pieces.extend(piece for piece in self.part(part) if piece.text or piece.unknown)
        self.spend(len(pieces) // 2)
        return capped(pieces)

    def part(self, part: "Piece | Var | Sub") -> "Text":
        """Return the text of an expansion."""
        if isinstance(part, Piece):
            return [part]
        if isinstance(part, Sub):
            if part.formula is not None:
                return [self.arithmetic(part.formula)]
            if part.body:
                self.run_inside(list(part.body))
            return [Piece("", unknown=f"{part.what} is not known here")]
        if (many := self.many(part)) is not None:
            return [piece for text in many for piece in text]
        return self.variable(part)

    def arithmetic(self, formula: str) -> Piece:
        """Return what a formula comes to; a variable that it sets is unknown from then on."""
        from tpu_zones.lint.read.bash import arithmetic

        self.spend(1 + len(formula) // 20)
        set_here = _SET.findall(formula)
        for names in set_here:
            self.set(next(filter(None, names)), [unknown("changes in arithmetic")])
        if set_here:
            return unknown("arithmetic is not known here")
        try:
            return Piece(str(arithmetic.value(formula, self.certain)))
        except arithmetic.Unknown as reason:
            return unknown(str(reason))

    def certain(self, name: str) -> str | None:
        """Return the text of a variable that is known for certain."""
        cell = self.lookup(name)
        return None if not cell or any(piece.maybe for piece in cell) else known(cell)

    def many(self, part: Var) -> "list[Text] | None":
        """Return the words of `"${name[@]}"` and `"$@"`; None for other expansions."""
        name, index = part.name, part.index
        if part.mark or (name not in _ALL and (index is None or index.plain not in _ALL)):
            return None
        if name in _ALL:
            found = self.arguments
        else:
            cell = self.cells.get(name)
            found = list(cell.all()) if isinstance(cell, Array) else cell if cell is None else [cell]
        if found is None and part.op in {"+", ":+"}:
            return []
        if found is None:
            piece = unknown("$@ is given when this is called", given=True) if name in _ALL else self.unset(name)
            piece.loose = True
            return [[piece]]
        return found if part.op in {"", "+", ":+", "-", ":-"} else [[unknown("some of several words", loose=True)]]

    def lookup(self, name: str, index: Word | None = None) -> "Text | None":
        """Return the text of a variable; None where it is not set in this file."""
        if name[0].isdigit():
            return self.argument(name)
        cell = self.cells.get(name)
        if not isinstance(cell, Array):
            return cell
        if cell.unknown:
            return [cell.unknown]
        key = known(self.text(index)) if index else "0"
        if key is not None and cell.keys is not None:
            return cell.keys.get(key)
        if key is None or not key.isdigit() or len(key) > 5:
            return [unknown("an index that is not known here")]
        return cell.words[int(key)] if int(key) < len(cell.words) else None

    def argument(self, name: str) -> "Text | None":
        """Return the text of `$1`; None where fewer are given."""
        number = int(name) if len(name) < 6 else 0
        if self.arguments is None or not number:
            return [unknown(f"${name} is given when this is called", given=True)]
        return self.arguments[number - 1] if number <= len(self.arguments) else None

    def variable(self, part: Var) -> "Text":
        """Return what `${...}` stands for."""
        name = part.name
        if name in _SPECIAL or part.mark == "#":
            return [unknown(_SPECIAL.get(name, "a length"))]
        value = self.lookup(name, part.index)
        if part.mark == "!":
            named = known(value) if value else None
            if not named or not named.isidentifier():
                return [unknown(f"${{!{name}}} is not known here")]
            value = self.lookup(named)
        if part.op:
            return self.operate(part, value)
        if value is None:
            return [self.unset(name)]
        return value

    def unset(self, name: str) -> Piece:
        """Return the piece for a variable that the file does not set."""
        if name.startswith("{{"):
            return unknown(f"{name} is filled in elsewhere", given=True)
        if name.startswith("<"):
            return unknown(f"{name} is to be filled in", given=True)
        behind = f" (it reads {self.sourced})" if self.sourced else ""
        return unknown(f"${name} is not set in this file{behind}", given=True)

    def operate(self, part: Var, value: "Text | None") -> "Text":
        """Return the value of an expansion with an operator."""
        op, word = part.op, part.word or Word([], part.at, part.at)
        if op in {":-", "-", ":=", "="}:
            result = self._default(value, word, empty=op[0] == ":")
            if op[-1] == "=" and result is not value:
                self.set(part.name, result)
            return result
        if op in {":+", "+"}:
            if value is not None and not outside(value):
                return [] if known(value) == "" and op == ":+" else self.text(word)
            return [piece.like(piece.text, maybe=True) for piece in self.text(word)]
        if value is None:
            return [self.unset(part.name)]
        return value if op in {":?", "?"} else self._part(part.name, op, value, self.text(word))

    def _part(self, name: str, op: str, value: "Text", argument: "Text") -> "Text":
        text, pattern = known(value), known(argument)
        if outside(value) and text is None:
            return value
        if text is None or pattern is None or len(text) > 200 or len(pattern) > 100:
            return [unknown(f"a part of ${name}")]
        self.spend(1 + len(text) // 2)
        found = _transformed(op, value, text, pattern)
        return [unknown(f"a part of ${name}")] if found is None else found

    def _default(self, value: "Text | None", word: Word, *, empty: bool) -> "Text":
        if value is None or outside(value):
            return self.text(word)
        if empty and known(value) == "":
            return self.text(word)
        if any(piece.maybe for piece in value):
            sure: list[Piece] = [Piece(p.text, p.source, p.at, quoted=p.quoted, unknown=p.unknown) for p in value]
            joined = join(sure, self.text(word))
            return joined if isinstance(joined, list) else value
        return value

    def assign(self, name: str, word: "Word | list[Word]", *, adds: bool = False, index: Word | None = None) -> None:
        """Carry out an assignment."""
        if isinstance(word, list):
            self.set(name, self._array(name, word, adds=adds))
            return
        value = self.text(word)
        before = self.cells.get(name)
        if index is not None:
            key = known(self.text(index))
            kept = before if isinstance(before, Array) and not before.unknown else Array()
            if key is None or (kept.words and kept.keys is None):
                self.set(name, Array(unknown=unknown("an element is set", loose=True)))
            elif len(kept.keys or ()) < MOST:
                self.set(name, Array(keys={**(kept.keys or {}), key: value}))
            return
        if adds and isinstance(before, list):
            value = capped([*before, *value])
        elif adds and before is None:
            value = [self.unset(name), *value]
        self.set(name, value)

    def _array(self, name: str, words: list[Word], *, adds: bool) -> Array:
        before = self.cells.get(name) if adds else None
        if before == [LOOP] or (isinstance(before, Array) and before.unknown):
            return Array(unknown=unknown("grows in a loop", loose=True))
        if any(type(w.parts[0]) is Piece and w.parts[0].text.startswith("[") for w in words):
            return self._keyed(words)
        found = [arg.pieces for arg in self.words(words)]
        if isinstance(before, Array):
            found = [*before.all(), *found]
        if len(found) > MOST or sum(len(piece.text) for text in found for piece in text) > LONGEST:
            return Array(unknown=unknown("grows too long", loose=True))
        return Array(found)

    def _keyed(self, words: list[Word]) -> Array:
        """Return the array of `([key]=value ...)`."""
        keys: dict[str, list[Piece]] = {}
        for word in words:
            pieces = self.text(word)
            first = pieces[0].text if pieces else ""
            key, sign, _ = first.partition("]=")
            if not sign or not key.startswith("["):
                return Array(unknown=unknown("an array with odd keys", loose=True))
            head = len(key) + 2
            rest = [pieces[0].like(first[head:], head)] if len(first) > head else []
            keys[key[1:]] = rest + pieces[1:]
        return Array(keys=keys)


def _tidy(pieces: "Text", alone: bool) -> "Text":
    """Return the pieces of one argument. An unknown one beside others is no more than a part of it."""
    solid = [piece for piece in pieces if piece.text or piece.unknown]
    if alone or not any(piece.loose for piece in solid):
        return solid or pieces[:1]
    for number, piece in enumerate(solid):
        if piece.loose:
            solid[number] = piece.like(piece.text)
            solid[number].loose = False
    return solid


def _transformed(op: str, value: "Text", text: str, argument: str) -> "Text | None":
    """Return a text without its head or tail, in other letters, or with other parts."""
    first = value[0] if value else Piece("")
    if op in {"%", "%%", "#", "##"}:
        found = _stripped(op, text, argument)
        return [first.like(found, len(text) - len(found) if op[0] == "#" else 0)] if len(value) == 1 else [Piece(found)]
    if op in {"^^", ",,"}:
        return [Piece(text.upper() if op == "^^" else text.lower(), first.source, first.at)]
    if op in {"/", "//"}:
        old, _, new = argument.partition("/")
        if old and not any(char in old for char in "*?[\\"):
            return [Piece(text.replace(old, new, -1 if op == "//" else 1))]
    if op == ":":
        start, sign, length = argument.partition(":")
        if start.strip().isdigit() and (not sign or length.strip().isdigit()):
            begin = int(start)
            return [Piece(text[begin : begin + int(length)] if sign else text[begin:])]
    return None


def _stripped(op: str, text: str, pattern: str) -> str:
    """Return a text without the shortest (or longest) head or tail that a pattern matches."""
    from fnmatch import fnmatchcase

    tail = op[0] == "%"
    places = range(len(text), -1, -1) if tail else range(len(text) + 1)
    for at in places if len(op) == 1 else reversed(places):
        if fnmatchcase(text[at:] if tail else text[:at], pattern):
            return text[:at] if tail else text[at:]
    return text


def _braces(pieces: "Text", groups: int = 6) -> "list[Text]":
    """Return the words that `{a,b}` or `{1..3}` stands for."""
    for number, piece in enumerate(pieces if groups else ()):
        text = piece.text
        start = text.find("{")
        stop = text.find("}", start)
        if piece.quoted or start < 0 or stop < 0 or piece.unknown:
            continue
        inner = text[start + 1 : stop]
        low, dots, high = inner.partition("..")
        options: list[str] = []
        if dots and low.isdigit() and high.isdigit() and len(low + high) < 10:
            step = 1 if int(high) >= int(low) else -1
            if abs(int(high) - int(low)) < _ROUNDS:
                options = [str(one) for one in range(int(low), int(high) + step, step)]
        elif "," in inner and "{" not in inner:
            options = inner.split(",")[:_ROUNDS]
        if not options:
            continue
        head, tail = piece.like(text[:start]), piece.like(text[stop + 1 :], stop + 1)
        tails = _braces([tail, *pieces[number + 1 :]], groups - 1)[:_ROUNDS]
        return [
            [*pieces[:number], head, piece.like(one, start + 1), *rest] for one in options[:_ROUNDS] for rest in tails
        ][:MOST]
    return [pieces]
