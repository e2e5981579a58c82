"""The matrix as HTML: a row a zone, a column a generation, in each cell the evidence and a price."""

from html import escape

from tpu_zones.notebook.signs import SIGNS, sign_of
from tpu_zones.records.table import printable
from tpu_zones.records.words import Access, Evidence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tpu_zones.records.offerings import Offering
    from tpu_zones.records.zones import Zone

_ACCESS = {Access.AI: "per project", Access.ALLOWLIST: "allow-listed"}


def text(value: object) -> str:
    """Return a value as HTML shows it: as text, whatever is in it."""
    return escape(printable(str(value)))


def matrix(
    zones: "Iterable[Zone]", generations: "Iterable[str]", offerings: "Mapping[tuple[str, str], Offering]"
) -> str:
    """Return the head and the body of the table."""
    generations = list(generations)
    columns = "".join(
        f'<th scope="col" data-generation="{name}"><a href="#tpu={name}" data-tpu="{name}">{name}</a></th>'
        for name in map(text, generations)
    )
    rows = "\n".join(
        f'<tr data-zone="{text(zone.zone)}" data-region="{text(zone.region)}">{_head(zone)}'
        + "".join(_cell(one, zone.zone, offerings.get((one, zone.zone))) for one in generations)
        + "</tr>"
        for zone in zones
    )
    return f'<thead><tr><th scope="col">Zone</th>{columns}</tr></thead>\n<tbody>\n{rows}\n</tbody>'


def _head(zone: "Zone") -> str:
    tag = f'<span class="tag">{_ACCESS[zone.access]}</span>' if zone.access in _ACCESS else ""
    place = ", ".join(filter(None, (zone.place, zone.country)))
    name = text(zone.zone)
    return (
        f'<th scope="row"><a href="#within={name}" data-within="{name}">{name}</a>{tag}'
        f'<span class="place">{text(place)}</span></th>'
    )


def _cell(generation: str, zone: str, one: "Offering | None") -> str:
    name = text(generation)
    if one is None:
        return (
            f'<td data-generation="{name}"><span class="none" aria-hidden="true">{sign_of(None).sign}</span>'
            f'<span class="hidden">{sign_of(None).word}</span></td>'
        )
    sign = sign_of(one.evidence)
    return (
        f'<td data-generation="{name}"><button type="button" class="tile {style(one.evidence)}" aria-haspopup="dialog"'
        f' data-cell="{name}/{text(zone)}"><span class="sign" aria-hidden="true">{text(sign.sign)}</span>'
        f'<span class="word">{text(sign.word)}</span><span class="price"></span>'
        f'<span class="seen">seen {text(one.last_seen)}</span><span class="why"></span></button></td>'
    )


def style(evidence: str) -> str:
    """Return the class of an evidence; one for all that a newer snapshot may bring."""
    return evidence if evidence in tuple(Evidence) else "other"


def legend() -> str:
    """Return the signs with their meaning, as items of a list."""
    known = [(style(one), sign_of(one).sign, sign_of(one).word, sign_of(one).meaning) for one in Evidence]
    none = ("none", sign_of(None).sign, sign_of(None).word, sign_of(None).meaning)
    return "".join(
        f'<li><span class="chip {look}" aria-hidden="true">{text(sign)}</span>'
        f"<span><b>{text(word)}</b> {text(meaning)}</span></li>"
        for look, sign, word, meaning in (*known, none, ("out", "", "outlined", "known, but filtered out"))
    )


def colours() -> str:
    """Return the colours of the signs as properties of a style sheet, for both schemes."""
    light = [(one, sign.light, sign.light_ink) for one, sign in SIGNS.items() if one in tuple(Evidence)]
    dark = [(one, sign.dark, sign.dark_ink) for one, sign in SIGNS.items() if one in tuple(Evidence)]
    day, night = (
        "".join(f"--{one}:{colour};--{one}-ink:{ink};" for one, colour, ink in scheme) for scheme in (light, dark)
    )
    return f":root{{{day}}}\n@media screen and (prefers-color-scheme:dark){{:root{{{night}}}}}\n"
