"""Is an option taken there: verdicts of the snapshot, and the general rule where no claim speaks."""

from tpu_zones.records.words import Answer, Evidence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tpu_zones.facts.index import Index
    from tpu_zones.records.offerings import Offering
    from tpu_zones.records.verdicts import OptionVerdict
    from tpu_zones.records.words import Option, Surface


def taken(
    index: "Index", one: "Offering", option: "Option", surface: "Surface | None"
) -> "tuple[Answer, tuple[OptionVerdict, ...]]":
    """Return whether an option is known to be taken for an offering, and the verdicts behind that.

    Without a surface: yes if one surface takes it, no if every serving surface refuses it, else unknown.
    """
    verdicts = {
        row.surface: row
        for zone in (None, one.zone)
        for row in index.options.get((one.generation, zone), ())
        if row.option == option
    }
    if surface is not None:
        row = verdicts.get(surface)
        return _answer(index, one, option, surface, row), (row,) if row else ()
    answers = [_answer(index, one, option, surface, verdicts.get(surface)) for surface in one.surfaces]
    if Answer.YES in answers:
        answer = Answer.YES
    else:
        answer = Answer.NO if answers and set(answers) == {Answer.NO} else Answer.UNKNOWN
    return answer, tuple(verdicts.values())


def by_rule(index: "Index", one: "Offering", option: "Option") -> bool:
    """Return whether Google's general rule for every zone of its list has the option there."""
    return one.evidence is Evidence.DOCUMENTED and option in index.general


def _answer(
    index: "Index", one: "Offering", option: "Option", surface: "Surface", row: "OptionVerdict | None"
) -> Answer:
    if row:
        return row.answer
    if surface not in one.surfaces:
        return Answer.NO
    return Answer.YES if by_rule(index, one, option) else Answer.UNKNOWN
