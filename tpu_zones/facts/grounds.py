"""What an answer on one zone stands on: the claims that bear on it, and its three parts."""

from tpu_zones.facts import notes, where
from tpu_zones.records.claims import Claim, Scope
from tpu_zones.records.words import Answer, Confidence, Evidence, Option, Stage, Surface, What

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tpu_zones.facts.index import Index
    from tpu_zones.names import Hardware
    from tpu_zones.places import Covered
    from tpu_zones.records.generations import Generation

    Part = tuple[Answer, list[str]]
    """An answer to one part of the question, with its reasons."""


class Asked:
    """The question with every name resolved, and the offering that it is about, if there is one.

    `regional` is an offering of the region whose zone nobody knows.
    """

    __slots__ = ("generation", "hardware", "offering", "option", "place", "region", "regional", "surface")

    def __init__(
        self, index: "Index", hardware: "Hardware", place: "Covered", option: Option | None, surface: Surface | None
    ) -> None:
        self.hardware, self.place, self.option, self.surface = hardware, place, option, surface
        self.generation: Generation = index.generations[hardware.generation]
        self.region = place.region or ""
        of_generation = index.offerings[hardware.generation]
        self.offering = index.offering.get((hardware.generation, place.name))
        self.regional = next((one for one in of_generation if one.zone is None and one.region == self.region), None)


def claims(index: "Index", asked: Asked) -> "Iterator[Claim]":
    """Yield the claims for and against, and the newest list as one where it lacks the zone."""
    generation = asked.generation.generation
    for claim in (*index.claims.get(generation, ()), *index.claims.get("any", ())):
        if _bears(claim, asked):
            yield claim
    heading = index.regions[asked.region].heading
    section = index.sections.get((generation, heading or ""))
    listed = asked.offering and asked.offering.evidence is Evidence.DOCUMENTED
    if section and asked.place.kind == "zone" and not listed:
        confidence = next((one.confidence for one in index.table("lists") if one.list == section.list), None)
        yield Claim(
            generation=generation,
            zone=asked.place.name,
            region=asked.region,
            scope=Scope.ZONE,
            what=What.ABSENT,
            seen=section.seen,
            source=section.source,
            confidence=confidence or Confidence.UNKNOWN,
            list=section.list,
            note=f"covers {heading} in full, without the zone",
        )


def _bears(claim: Claim, asked: Asked) -> bool:
    """Whether a claim speaks on what was asked."""
    by_way = (
        asked.option is not None
        and claim.option == asked.option
        and (None in (claim.surface, asked.surface) or claim.surface == asked.surface)
    )
    if claim.zone is not None:
        there = claim.option is None or claim.what in (What.CREATED, What.RESERVED)
        return claim.zone == asked.place.name and (there or by_way)
    if claim.scope is Scope.REGION:
        regional = asked.regional and not asked.offering
        return claim.region == asked.region and (claim.what is What.ABSENT or bool(regional))
    if claim.scope is Scope.ALL:
        return by_way and asked.offering is not None and asked.offering.evidence is Evidence.DOCUMENTED
    if asked.generation.stage is not Stage.AVAILABLE:
        return True
    return by_way or (claim.option is None and asked.surface is not None and claim.surface == asked.surface)


def evidence(index: "Index", asked: Asked, said: "Iterable[Claim]") -> "Part":
    """Answer whether the generation is there at all; where it is seen, and granted to the project that asks, it is."""
    answer, reasons = _evidence(index, asked, said)
    if answer is Answer.YES or (asked.generation.generation, asked.place.name) not in index.granted:
        return answer, reasons
    if asked.offering is None:
        return Answer.UNKNOWN, ["granted to your project, and seen by no source", *reasons]
    return Answer.YES, ["granted to your project", *reasons]


def _evidence(index: "Index", asked: Asked, said: "Iterable[Claim]") -> "Part":
    if early := notes.not_yet(index, asked.generation):
        return Answer.UNKNOWN, [early.text]
    if asked.place.kind == "unconfirmed":
        status = index.regions[asked.region].status
        return Answer.UNKNOWN, [f"the region {asked.region} is {status}, and its zones are not known"]
    newest = _newest_list(index, asked)
    absent = [f"{claim.note} ({claim.seen})" for claim in said if claim.what is What.ABSENT and not claim.list]
    one = asked.offering
    if one is None and asked.regional:
        published = f"machine types published in {asked.region} without a zone ({asked.regional.last_seen})"
        return Answer.UNKNOWN, [published, f"not {newest}", *absent]
    if one is None:
        return Answer.NO, [f"not {newest}", *absent]
    if one.evidence is Evidence.DOCUMENTED:
        return Answer.YES, [newest]
    reasons = [f"{one.evidence}: {notes.sighting(one)}", f"not {newest}", *absent]
    if one.evidence is Evidence.WITHDRAWN:
        listed = next((claim.seen for claim in said if claim.what is What.LISTED and not claim.option), None)
        reasons[0] = f"withdrawn: last listed {listed or 'unknown'}, and no dated source has seen it since"
    return Answer.NO if one.evidence is Evidence.WITHDRAWN else Answer.UNKNOWN, reasons


def _newest_list(index: "Index", asked: Asked) -> str:
    """Name the newest list that covers the generation there, as `on ...`."""
    heading = index.regions[asked.region].heading
    section = index.sections.get((asked.generation.generation, heading or ""))
    if section is None:
        return "on any of Google's lists that were read" + (f" for {heading}" if heading else "")
    about = "about " if section.seen.inferred else ""
    return f"on Google's list for {heading} of {about}{section.seen}"


def size(index: "Index", asked: Asked) -> "Part":
    """Answer whether it is there in the size, or as the machine type, that was named."""
    fits = where.sizes_that_fit(index, asked.hardware)
    one = asked.offering or asked.regional
    if one is None or fits(one) or (one.zone is None and asked.hardware.accelerator_type):
        return Answer.YES, []
    shown = where.unusual(index, asked.hardware)
    if shown is None:
        return Answer.NO, [f"listed for {notes.sizes(one)} only"]
    if not shown:
        return Answer.UNKNOWN, ["no machine type listing shows it anywhere"]
    return Answer.NO, [f"the machine type listing shows it in {', '.join(shown)} only"]


def way(index: "Index", asked: Asked) -> "Part":
    """Answer whether it can be had there by the option, through the surface."""
    option, surface = asked.option, asked.surface
    if where.refused_as_machine(index, asked.hardware, option, surface):
        return Answer.NO, [f"{asked.hardware.name.strip()} cannot be had {_by(option, surface)}"]
    one = asked.offering or asked.regional
    if option and one:
        from tpu_zones.facts.options import by_rule, taken

        answer, verdicts = taken(index, one, option, surface)
        said = {row.surface: f"{option} through {row.surface}: {row.why} ({row.seen})" for row in verdicts}
        for other in (surface,) if surface else one.surfaces:
            if other not in one.surfaces:
                said.setdefault(other, f"{asked.generation} is not served through {other}")
            elif by_rule(index, one, option):
                said.setdefault(other, f"{option} through {other}: by Google's rule for every zone of its list")
            else:
                said.setdefault(other, f"{option} through {other}: not known")
        return answer, list(said.values())
    if surface is None or (serves := getattr(asked.generation, surface.name.lower())) is Answer.YES:
        return Answer.YES, []
    if serves is Answer.UNKNOWN:
        return Answer.UNKNOWN, [f"whether {surface} serves {asked.generation} is not known"]
    rows = index.options.get((asked.generation.generation, asked.place.name), ())
    if disputed := [row for row in rows if row.surface is surface and row.answer is not Answer.NO]:
        return Answer.UNKNOWN, [f"{row.option} through {surface}: {row.why} ({row.seen})" for row in disputed]
    return Answer.NO, [f"{asked.generation} is not served through {surface}"]


def _by(option: Option | None, surface: Surface | None) -> str:
    return " ".join(filter(None, (option and f"by {option}", surface and f"through {surface}")))
