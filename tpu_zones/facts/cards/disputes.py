"""Where sources disagree on what a card is about."""

from tpu_zones.facts.cards.parts import table
from tpu_zones.names import key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from tpu_zones.facts.index import Index
    from tpu_zones.records.cards import CardTable
    from tpu_zones.records.statements import Disagreement


def disputes(index: "Index", names: "Iterable[str]") -> "CardTable | None":
    """Return the disagreements whose own words have one of the names, with the side that this catalog takes."""
    wanted = {key(name) for name in names}
    found = [one for one in index.table("disagreements") if not wanted.isdisjoint(_words(one))]
    return table("where sources disagree", found, "topic claims trust why sources")


def _words(one: "Disagreement") -> set[str]:
    """Return its words as names are compared, of an accelerator type (v2-8) also the prefix."""
    text = " ".join(filter(None, (one.topic, *one.claims, one.trust)))
    words = [word.strip(".,:;()\"'") for word in text.replace("/", " ").split()]
    return {key(name) for word in words for name in (word, word.partition("-")[0])}
