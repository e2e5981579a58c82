"""The parts of a shell script: what words and statements consist of."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tpu_zones.lint.read.bash.source import Source
    from tpu_zones.lint.values import Spot


class Piece:
    """Some text that stands in one place, or an unknown one.

    `at` is the offset in `source`, or a Spot outside of the script. `unknown` says why the text is not known;
    `outside` that it comes from the environment or an argument, so that a default may stand in for it; `maybe`
    that it may be missing; `loose` that it stands without quotes and may be several words or none.
    """

    __slots__ = ("at", "loose", "maybe", "outside", "quoted", "source", "text", "unknown")

    def __init__(
        self,
        text: str,
        source: "Source | None" = None,
        at: "int | Spot | None" = None,
        *,
        quoted: bool = False,
        unknown: str | None = None,
        outside: bool = False,
        maybe: bool = False,
        loose: bool = False,
    ) -> None:
        self.text, self.source, self.at, self.quoted = text, source, at, quoted
        self.unknown, self.outside, self.maybe, self.loose = unknown, outside, maybe, loose

    def like(self, text: str, skip: int = 0, *, maybe: bool = False) -> "Piece":
        """Return a piece with other text that begins `skip` characters later."""
        at = self.at + skip if isinstance(self.at, int) else self.at
        return Piece(
            text,
            self.source,
            at,
            quoted=self.quoted,
            unknown=self.unknown,
            outside=self.outside,
            maybe=self.maybe or maybe,
            loose=self.loose,
        )


class Var:
    """An expansion: `$name`, `${name[index]op word}`. `mark` is `!` or `#` in front of the name."""

    __slots__ = ("at", "index", "mark", "name", "op", "quoted", "word")

    def __init__(
        self,
        name: str,
        at: int,
        quoted: bool,
        *,
        mark: str = "",
        index: "Word | None" = None,
        op: str = "",
        word: "Word | None" = None,
    ) -> None:
        self.name, self.at, self.quoted, self.mark = name, at, quoted, mark
        self.index, self.op, self.word = index, op, word


class Sub:
    """The output of something: of a command in `$( )` or backticks, of an arithmetic expression (its `formula`)."""

    __slots__ = ("at", "body", "formula", "quoted", "what")

    def __init__(
        self, what: str, at: int, quoted: bool, body: "Sequence[Node]" = (), formula: str | None = None
    ) -> None:
        self.what, self.at, self.quoted, self.body, self.formula = what, at, quoted, body, formula


class Word:
    """A word as written: its parts, and where it begins and ends."""

    __slots__ = ("at", "end", "parts")

    def __init__(self, parts: "list[Part]", at: int, end: int) -> None:
        self.parts, self.at, self.end = parts, at, end

    @property
    def plain(self) -> str | None:
        """The text, where it has no expansion in it."""
        if len(self.parts) == 1 and type(self.parts[0]) is Piece:
            return self.parts[0].text
        if all(type(part) is Piece for part in self.parts):
            return "".join(part.text for part in self.parts if isinstance(part, Piece))
        return None


class Heredoc:
    """Text that a command reads: where it begins and ends, and whether expansions happen in it."""

    __slots__ = ("end", "quoted", "start", "tabs", "word")

    def __init__(self, word: str, quoted: bool, tabs: bool) -> None:
        self.word, self.quoted, self.tabs = word, quoted, tabs
        self.start = self.end = 0


class Assign:
    """`name=value`, `name+=value`, `name[index]=value`, `name=(several words)`."""

    __slots__ = ("adds", "at", "index", "name", "value")

    def __init__(self, name: str, at: int, adds: bool, index: "Word | None", value: "Word | list[Word]") -> None:
        self.name, self.at, self.adds, self.index, self.value = name, at, adds, index, value


class Simple:
    """A command: assignments, words, and what it reads from."""

    __slots__ = ("assigns", "at", "stdin", "words")

    def __init__(self, at: int, assigns: list[Assign], words: list[Word], stdin: "Heredoc | Word | None") -> None:
        self.at, self.assigns, self.words, self.stdin = at, assigns, words, stdin


class Chain:
    """Commands with `&&` and `||` between them."""

    __slots__ = ("items",)

    def __init__(self, items: "list[tuple[str, Node]]") -> None:
        self.items = items


class Pipe:
    """Commands with `|` between them, or one that is negated."""

    __slots__ = ("items",)

    def __init__(self, items: "list[Node]") -> None:
        self.items = items


class Branches:
    """`if` or `case`: conditions with their bodies; `closed` when one of the bodies is certainly run."""

    __slots__ = ("bodies", "closed", "conditions")

    def __init__(self, conditions: "list[list[Node]]", bodies: "list[list[Node]]", closed: bool) -> None:
        self.conditions, self.bodies, self.closed = conditions, bodies, closed


class Loop:
    """`for`, `select`, `while`, `until`. `words` is None but for a `for` with its list; `names` are assigned in it."""

    __slots__ = ("body", "condition", "name", "names", "words")

    def __init__(
        self, name: str | None, words: list[Word] | None, condition: "list[Node]", body: "list[Node]", names: set[str]
    ) -> None:
        self.name, self.words, self.condition, self.body, self.names = name, words, condition, body, names


class Function:
    """The definition of a function."""

    __slots__ = ("body", "name")

    def __init__(self, name: str, body: "Node") -> None:
        self.name, self.body = name, body


class Group:
    """`{ ...; }` or, as a `subshell`, `( ... )`."""

    __slots__ = ("body", "subshell")

    def __init__(self, body: "list[Node]", subshell: bool) -> None:
        self.body, self.subshell = body, subshell


class Test:
    """`[[ ... ]]` or `(( ... ))`: its words."""

    __slots__ = ("words",)

    def __init__(self, words: list[Word]) -> None:
        self.words = words


if TYPE_CHECKING:
    Part = Piece | Var | Sub
    Node = Simple | Chain | Pipe | Branches | Loop | Function | Group | Test
