"""How evidence is shown: a sign and a word that need no colour, and a colour for each scheme.

Colours are the RGB values of CSS. A test holds that they stay apart for people who see no red, green or blue, and
that the ink can be read on each.
"""

from tpu_zones.records.dataclass import dataclass
from tpu_zones.records.table import printable
from tpu_zones.records.words import Evidence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_BLACK, _WHITE = "#000000", "#ffffff"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sign:
    """How one kind of evidence looks; `ink` is the colour of text on it."""

    sign: str
    """One character that every font has."""
    word: str
    meaning: str
    light: str
    light_ink: str
    dark: str
    dark_ink: str


NO_CLAIM, ANNOUNCED = "no claim", "announced"
"""What stands where there is no evidence; the second for a generation that is in no zone yet."""

SIGNS = {
    Evidence.DOCUMENTED: Sign(
        sign="●",
        word=Evidence.DOCUMENTED.value,
        meaning="on Google's newest list",
        light="#24498f",
        light_ink=_WHITE,
        dark="#8fc4f0",
        dark_ink=_BLACK,
    ),
    Evidence.OBSERVED: Sign(
        sign="○",
        word=Evidence.OBSERVED.value,
        meaning="on no newest list, and seen by a dated source",
        light="#80bcf8",
        light_ink=_BLACK,
        dark="#3a62a3",
        dark_ink=_WHITE,
    ),
    Evidence.WITHDRAWN: Sign(
        sign="×",  # noqa: RUF001 - the sign of multiplication is meant
        word=Evidence.WITHDRAWN.value,
        meaning="was on a list, and not seen since",
        light="#8a2a0c",
        light_ink=_WHITE,
        dark="#9c4a09",
        dark_ink=_WHITE,
    ),
    Evidence.DOUBTFUL: Sign(
        sign="?",
        word=Evidence.DOUBTFUL.value,
        meaning="weak reports only",
        light="#f9a23f",
        light_ink=_BLACK,
        dark="#ffe08a",
        dark_ink=_BLACK,
    ),
    ANNOUNCED: Sign(
        sign="…",
        word=ANNOUNCED,
        meaning="announced or reported, in no zone yet",
        light="#7d8085",
        light_ink=_BLACK,
        dark="#878b8f",
        dark_ink=_BLACK,
    ),
    NO_CLAIM: Sign(
        sign="·",
        word=NO_CLAIM,
        meaning="no source has it there",
        light="#f1f3f4",
        light_ink="#43484d",
        dark="#2b2f33",
        dark_ink="#c8ccd0",
    ),
}
"""Evidence -> its sign, the strongest first; then the two signs for no evidence."""


def sign_of(evidence: str | None) -> Sign:
    """Return the sign of an evidence, None being no claim; a word of a newer snapshot has a star and its own word.

    >>> sign_of("observed").sign, sign_of(None).word, sign_of("proven").sign
    ('○', 'no claim', '*')
    """
    found = SIGNS.get(NO_CLAIM if evidence is None else evidence)
    if found:
        return found
    plain = SIGNS[NO_CLAIM]
    return Sign(
        sign="*",
        word=printable(str(evidence)),
        meaning="a word of a newer snapshot",
        light=plain.light,
        light_ink=plain.light_ink,
        dark=plain.dark,
        dark_ink=plain.dark_ink,
    )


def signs_of(words: "Iterable[str]") -> list[Sign]:
    """Return the signs of several words, the strongest first and none twice, those of a newer snapshot last.

    >>> [one.sign for one in signs_of(["observed", "no claim", "proven", "documented"])]
    ['●', '○', '·', '*']
    """
    found = set(words)
    return [sign_of(word) for word in (*(one for one in SIGNS if one in found), *sorted(found.difference(SIGNS)))]
