"""From claims to verdicts: whether an option is taken in a zone, through one surface."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from tpu_zones.records.claims import Claim, Scope, ZoneList
from tpu_zones.records.offerings import Offering
from tpu_zones.records.verdicts import OptionVerdict
from tpu_zones.records.words import Answer, Evidence, Option, Surface, What
from tpu_zones.update.reconcile import FIRM

SAYS = {
    What.LISTED: (Answer.YES, "listed"),
    What.CREATED: (Answer.YES, "accepted"),
    What.RESERVED: (Answer.YES, "reserved"),
    What.REFUSED: (Answer.NO, "refused"),
    What.ABSENT: (Answer.UNKNOWN, "looked for and not found"),
}
"""What a claim says of an option. That a type is shown says nothing of the ways to buy it."""


def verdicts(
    claims: Iterable[Claim],
    lists: Iterable[ZoneList],
    offerings: Iterable[Offering],
    serving: Mapping[str, Sequence[Surface]],
) -> list[OptionVerdict]:
    """Return a verdict for each zone, option and surface on which some claim speaks.

    Claims of high or medium confidence decide, the newest first; a refusal for the whole generation
    against an acceptance in one zone is unknown, and so is what only doubtful claims say, unless the
    general rule (on-demand, Spot and reservations in documented zones) says yes as well.
    `serving` are the surfaces of each generation.
    """
    lists = list(lists)
    claims = [claim for claim in claims if claim.what in SAYS and not _superseded(claim, lists)]
    general = {claim.option for claim in claims if claim.scope is Scope.ALL and claim.option}
    whole: dict[str, list[Claim]] = defaultdict(list)
    by_zone: dict[tuple[str, str], list[Claim]] = defaultdict(list)
    for claim in claims:
        if claim.option and claim.zone:
            by_zone[claim.generation, claim.zone].append(claim)
        elif claim.option and claim.scope is Scope.GENERATION:
            whole[claim.generation].append(claim)
    evidence = {(one.generation, one.zone): one.evidence for one in offerings if one.zone}

    of_whole = {
        (generation, option, surface): one
        for generation, surfaces in serving.items()
        for option in Option
        for surface in surfaces
        if (one := _of_whole(whole[generation], generation, option, surface, option in general))
    }
    found = list(of_whole.values())
    for (generation, zone), about_zone in by_zone.items():
        surfaces = serving[generation]
        documented = evidence.get((generation, zone)) is Evidence.DOCUMENTED
        for option, surface in ((option, surface) for option in Option for surface in Surface):
            about = _about(about_zone, option, surface)
            if surface not in surfaces:
                about = [claim for claim in about if claim.surface is surface]
            if not about:
                continue
            one = of_whole.get((generation, option, surface))
            found.append(
                _decide(
                    generation, zone, option, surface, about, one, surface in surfaces, documented and option in general
                )
            )
    order = list(serving)
    return sorted(found, key=lambda one: (order.index(one.generation), one.zone or "", one.option, one.surface))


def _of_whole(
    claims: Iterable[Claim], generation: str, option: Option, surface: Surface, general: bool
) -> OptionVerdict | None:
    """Return the verdict on a whole generation: that it is refused, or that a project has to be admitted; or none."""
    about = _about(claims, option, surface)
    firm = [claim for claim in about if claim.confidence in FIRM]
    refusals = [claim for claim in firm if claim.what is What.REFUSED]
    if refusals and all(claim.what is What.REFUSED for claim in _newest(firm)):
        return _row(generation, None, option, surface, Answer.NO, refusals, "refused for the whole generation")
    if any(claim.allowlist for claim in about):
        answer = Answer.YES if general else Answer.UNKNOWN
        return _row(generation, None, option, surface, answer, about, "for admitted projects", allowlist=True)
    return None


def _about(claims: Iterable[Claim], option: Option, surface: Surface) -> list[Claim]:
    return [claim for claim in claims if claim.option is option and claim.surface in (surface, None)]


def _newest(about: Sequence[Claim]) -> list[Claim]:
    """Return the newest claims: several, if they are of the same age."""
    age = max(claim.seen.age for claim in about)
    return [claim for claim in about if claim.seen.age == age]


def _superseded(claim: Claim, lists: Iterable[ZoneList]) -> bool:
    """Whether a claim was read from a list of an option that a newer one, full for the generation, replaced."""
    if claim.option is None or claim.list is None or claim.what is not What.LISTED:
        return False
    about = [one for one in lists if one.about == claim.option and claim.generation in one.covers]
    newest = max(about, key=lambda one: one.seen.age, default=None)
    mine = next((one for one in about if one.list == claim.list), None)
    return bool(newest and mine and mine.list != newest.list)


def _decide(
    generation: str,
    zone: str,
    option: Option,
    surface: Surface,
    about: Sequence[Claim],
    whole: OptionVerdict | None,
    serves: bool,
    general: bool,
) -> OptionVerdict:
    firm = [claim for claim in about if claim.confidence in FIRM]
    allowlist = bool(whole and whole.allowlist)
    if not firm:
        taken = all(SAYS[claim.what][0] is Answer.YES for claim in _newest(about))
        answer = Answer.YES if general and taken else Answer.UNKNOWN
        why = "by the general rule" if answer is Answer.YES else "low confidence only"
        return _row(generation, zone, option, surface, answer, about, why, allowlist=allowlist)
    newest = _newest(firm)
    answers = {SAYS[claim.what][0] for claim in newest}
    if len(answers) > 1:
        return _row(generation, zone, option, surface, Answer.UNKNOWN, newest, "disputed by claims of the same age")
    answer, why = SAYS[newest[-1].what]
    if answer is not Answer.YES:
        return _row(generation, zone, option, surface, answer, newest[-1:], why)
    if not serves:
        return _row(
            generation,
            zone,
            option,
            surface,
            Answer.UNKNOWN,
            newest[-1:],
            "disputed: the surface is said not to serve the generation",
        )
    if whole and whole.answer is Answer.NO:
        return _row(
            generation, zone, option, surface, Answer.UNKNOWN, newest[-1:], "disputed: refused for the whole generation"
        )
    return _row(generation, zone, option, surface, answer, newest[-1:], why, allowlist=allowlist)


def _row(
    generation: str,
    zone: str | None,
    option: Option,
    surface: Surface,
    answer: Answer,
    about: Sequence[Claim],
    why: str,
    *,
    allowlist: bool = False,
) -> OptionVerdict:
    newest = max(about, key=lambda claim: claim.seen.age)
    return OptionVerdict(
        generation=generation,
        zone=zone,
        option=option,
        surface=surface,
        answer=answer,
        allowlist=allowlist,
        why=why,
        seen=newest.seen,
        sources=tuple(dict.fromkeys(claim.source for claim in about)),
    )
