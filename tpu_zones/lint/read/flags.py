"""Arguments of a command -> its flags, with the places of their values."""

from itertools import pairwise

from tpu_zones.lint.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tpu_zones.lint.read.bash.cells import Arg, Text
    from tpu_zones.lint.read.bash.nodes import Word
    from tpu_zones.lint.read.bash.source import Source
    from tpu_zones.lint.things import Thing
    from tpu_zones.lint.values import Spot

    Make = Callable[[str], object]


_NO = frozenset({"false", "no", "0"})
_SWITCHED: "dict[bool, Make]" = {True: lambda text: text.lower() not in _NO, False: lambda text: text.lower() in _NO}


class Given:
    """A flag that is written: the word of the flag, and its value, if it has one."""

    __slots__ = ("flag", "maybe", "pieces", "word")

    def __init__(self, flag: "Word", word: "Word", pieces: "Text | None", maybe: bool) -> None:
        self.flag, self.word, self.pieces, self.maybe = flag, word, pieces, maybe


class Flags:
    """The flags and the other arguments of a command.

    `switches` are the flags without a value: any other takes the next argument. `open` says why the command
    may have more arguments than those that are known, if so.
    """

    def __init__(
        self, args: "list[Arg]", source: "Source", switches: frozenset[str], short: dict[str, str] | None = None
    ) -> None:
        self.source = source
        self.given: dict[str, Given] = {}
        self.rest: list[Arg] = []
        self.open: str | None = None
        number = 0
        while number < len(args):
            arg = args[number]
            number += 1
            name, pieces = _named(arg, short or {})
            if not name:
                self.rest.append(arg)
                continue
            maybe = any(piece.maybe for piece in arg.pieces)
            word = arg.word
            if pieces is None and name.removeprefix("no-") not in switches and number < len(args):
                following = args[number]
                if not (following.text or "").startswith("--"):
                    pieces, word = following.pieces, following.word
                    maybe = maybe or any(piece.maybe for piece in pieces)
                    number += 1
            self.given[name] = Given(arg.word, word, pieces, maybe)

    def take(self, count: int) -> "list[Arg]":
        """Return up to `count` arguments that are no flags; others that are not known may be flags."""
        sure = [arg for arg in self.rest if not arg.loose]
        loose = [arg for arg in self.rest if arg.loose]
        taken = sure[:count]
        while loose and len(taken) < count:
            taken.append(loose.pop(0))
        if loose:
            self.open = f"further options of the command may set it: {loose[0].loose}"
        return taken

    def __contains__(self, name: str) -> bool:
        return name in self.given

    def value(self, *names: str, make: "Make | None" = None) -> Value | None:
        """Return the value of the first of these flags that is written."""
        for name in names:
            given = self.given.get(name)
            if given is not None and given.pieces is not None:
                return located(given.pieces, given.word, given.flag, self.source, make=make, maybe=given.maybe)
        return None

    def switch(self, name: str) -> Value | None:
        """Return True for `--name`, False for `--no-name` and `--name=false`."""
        for written in (name, f"no-{name}"):
            given = self.given.get(written)
            if given is not None and given.pieces is None:
                return Value(written == name, self.source.spot(given.flag.at), maybe=given.maybe)
            if given is not None:
                return self.value(written, make=_SWITCHED.get(written == name))
        return None


def located(
    pieces: "Text", word: "Word", flag: "Word", source: "Source", *, make: "Make | None" = None, maybe: bool = False
) -> Value:
    """Return the value that pieces make up, at its place: where the text itself stands, if that is one place."""
    here = source.spot(word.at)
    solid = [piece for piece in pieces if piece.text or piece.unknown]
    spot: Spot = here
    related = None
    if solid and _together(solid):
        first = solid[0]
        if isinstance(first.at, int) and first.source is not None:
            inside = first.source is source and word.at <= first.at < word.end
            spot = first.source.spot(first.at)
            related = None if inside else source.spot(flag.at)
        elif first.at is not None and not isinstance(first.at, int):
            spot, related = first.at, source.spot(flag.at)
    for piece in solid:
        if piece.unknown:
            return Value(None, here, unknown=piece.unknown, maybe=maybe)
    if not solid:
        return Value(None, here, unknown="empty here, to be filled in", maybe=maybe)
    text = "".join([piece.text for piece in solid])
    return Value(make(text) if make else text, spot, related=related, maybe=maybe)


def built(
    kind: "type[Thing]", fields: "dict[str, Value | None]", spot: "Spot", form: str, *, maybe: bool, reason: str | None
) -> "Thing":
    """Return a thing; with a reason, what is not written is unknown rather than absent."""
    if reason:
        blank = Value(None, spot, unknown=reason)
        fields = {name: blank if fields.get(name) is None else fields[name] for name in kind.fields}
    return kind(spot=spot, form=form, maybe=maybe, **fields)


def _together(pieces: "Text") -> bool:
    """Whether pieces stand directly behind each other in one place."""
    for one, other in pairwise(pieces):
        if one.source is not other.source or not isinstance(one.at, int) or not isinstance(other.at, int):
            return False
        if other.at != one.at + len(one.text):
            return False
    return True


def _named(arg: "Arg", short: dict[str, str]) -> "tuple[str, Text | None]":
    """Return the name of a flag, and its value behind `=`; an empty name for what is no flag."""
    pieces = arg.pieces
    while pieces and not pieces[0].text and not pieces[0].unknown:
        pieces = pieces[1:]
    if not pieces or not pieces[0].text.startswith("-"):
        return "", None
    first = pieces[0]
    if not first.text.startswith("--"):
        name = short.get(first.text[1:2], "")
        if len(first.text) > 2 and name:
            return name, [first.like(first.text[2:], 2), *pieces[1:]]
        return (name, None) if len(pieces) == 1 else ("", None)
    head, sign, tail = first.text.partition("=")
    if sign:
        return head[2:], ([first.like(tail, len(head) + 1)] if tail else []) + pieces[1:]
    joined = "".join(piece.text for piece in pieces)
    return (joined[2:].partition("=")[0], None) if not any(piece.unknown for piece in pieces) else ("", None)


def whole(text: str) -> object:
    """Return a whole number where the text is one; else the text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else text


def several(text: str) -> list[str]:
    """Return the elements of a list with commas, or with another sign between them as `^:^a:b` has it."""
    sign = ","
    if text.startswith("^") and "^" in text[1:]:
        sign, _, text = text[1:].partition("^")
    return [part.strip() for part in text.split(sign or ",") if part.strip()]


def pairs(text: str) -> dict[str, str]:
    """Return the pairs of `key=value,key=value`."""
    return {part.partition("=")[0]: part.partition("=")[2] for part in several(text)}
