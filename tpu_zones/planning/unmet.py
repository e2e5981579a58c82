"""Why a plan is empty: which of its constraints failed, and what would match without it."""

from tpu_zones.facts.ask import LEVELS
from tpu_zones.facts.notes import some
from tpu_zones.planning.candidates import groups
from tpu_zones.records.rows import Note
from tpu_zones.records.words import Answer, Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from tpu_zones.planning.ask import Ask
    from tpu_zones.planning.candidates import Candidate

_WIDEST: "dict[str, dict[str, Any]]" = {
    "within": {"places": None},
    "option": {"options": tuple(Option)},
    "surface": {"surface": None},
    "evidence": {"evidence": LEVELS["any"]},
}
"""Each constraint when nothing is asked of it."""


def unmet(ask: "Ask") -> "Iterator[Note]":
    """Yield, for each constraint without which something would match, what that is; else for a pair of them."""
    single = list(_WIDEST)
    pairs = [(one, other) for number, one in enumerate(single) for other in single[number + 1 :]]
    helped = [(name, found) for name in single if (found := _without(ask, name))]
    for name, found in helped:
        text = f"nothing matches {name} {_given(ask)[name]}; without it: {_shown(name, found)}"
        yield Note(code=f"without-{name}", text=text)
    if helped:
        return
    for one, other in pairs:
        if found := _without(ask, one, other):
            text = f"{one} and {other} fail together; without both: {_shown('within', found)}"
            yield Note(code="without-both", text=text)
            return
    yield Note(code="unmet", text="no such slice is known anywhere, whatever the place, option, surface or evidence")


def _without(ask: "Ask", *names: str) -> "list[Candidate]":
    wider = ask.widened(**{field: value for name in names for field, value in _WIDEST[name].items()})
    found = [one for group in groups(wider) for one in group.candidates]
    return [one for one in found if "option" not in names or one.answer is Answer.YES]


def _given(ask: "Ask") -> "dict[str, str]":
    return {
        "within": ", ".join(place.name for place in ask.places or ()),
        "option": ", ".join(ask.options),
        "surface": str(ask.surface),
        "evidence": next((word for word, levels in LEVELS.items() if levels == ask.evidence), ""),
    }


def _shown(name: str, found: "Sequence[Candidate]") -> str:
    """Return the zones, each with the word that would have to be given."""
    said: dict[str, list[str]] = {}
    for one in found:
        word = one.slice.generation
        if name == "option":
            word = one.option
        elif name == "surface":
            word = ", ".join(surface for surface in one.slice.surfaces if surface in one.offering.surfaces)
        elif name == "evidence":
            word = one.offering.evidence
        said.setdefault(word, []).append(one.offering.zone or "")
    return "; ".join(f"{word} in {some(zones)}" for word, zones in said.items())
