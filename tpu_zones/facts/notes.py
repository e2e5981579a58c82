"""What an answer on zones does not show: what was left out and why, and what to know about what is there.

Codes of notes are stable; they are only ever added.
"""

from tpu_zones.records.rows import Note
from tpu_zones.records.words import EARLY, Access, Answer, Evidence, Option, Stage, What

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tpu_zones.facts.index import Index
    from tpu_zones.facts.where import Found, Question
    from tpu_zones.places import Covered
    from tpu_zones.records.generations import Generation
    from tpu_zones.records.offerings import Offering
    from tpu_zones.records.verdicts import OptionVerdict

_SIGHTED = {What.RESERVED: "reservation", What.CREATED: "created", What.TYPE: "type shown", What.LISTED: "listed"}
_RANK = (What.RESERVED, What.CREATED, What.TYPE, What.LISTED)
_ADMITTED = {Access.AI: "enabled per project", Access.ALLOWLIST: "shown to admitted projects only"}
_NEAREST = 3


def on_zones(index: "Index", question: "Question", found: "Found") -> tuple[Note, ...]:
    """Return the notes on an answer of zones or offerings."""
    return tuple(_on_zones(index, question, found))


def on_generations(
    index: "Index", question: "Question", found: "Found", kept: "Sequence[Generation]"
) -> tuple[Note, ...]:
    """Return the notes on an answer of generations."""
    early = ", ".join(one.generation for one in kept if one.stage in EARLY)
    said = [Note(code="announced", text=f"announced or reported, in no zone yet: {early}")] if early else []
    if not kept:
        said += _empty_places(index, question.places or ()) or [
            Note(code="not-listed", text="on none of Google's lists")
        ]
    said += granted(index, question, found.kept)
    offered = {one.generation for one in found.kept}
    also = [one for one in found.more if one.evidence is Evidence.OBSERVED and one.generation not in offered]
    if question.places is not None and also:
        said += _also_seen(question, also)
    return tuple(said)


def _on_zones(index: "Index", question: "Question", found: "Found") -> "Iterator[Note]":
    hardware = question.hardware
    if hardware and hardware.note:
        yield Note(code="name", text=hardware.note)
    if hardware and (early := not_yet(index, index.generations[hardware.generation])):
        yield early
        return
    rows = [one for one in found.kept if one.zone]
    if not rows:
        yield from _nothing(index, question, found)
    yield from _named_zones(index, question, found)
    yield from granted(index, question, found.kept)
    yield from access(index, rows)
    yield from _about_options(index, question, found)
    yield from _restricted(index, question, found)
    if hardware and Evidence.OBSERVED not in question.levels:
        yield from _also_seen(question, _observed(found))


def _observed(found: "Found") -> "list[Offering]":
    """Return the offerings that were seen, and that the answer would have if it took what was."""
    return [one for one in found.more if one.evidence is Evidence.OBSERVED and one.zone]


def not_yet(index: "Index", generation: "Generation") -> Note | None:
    """Return what is to be said of a generation that nobody can create."""
    name = generation.name
    if generation.stage is Stage.ANNOUNCED:
        launches = (one for one in index.table("launches") if one.generation == generation.generation)
        day = next((f" on {one.date}" for one in launches if one.event == "announced"), "")
        return Note(code="announced", text=f"{name}: announced by Google{day}, no zone published")
    if generation.stage is Stage.REPORTED:
        return Note(code="announced", text=f"{name}: reported by one article ({generation.seen}), no zone published")
    if generation.stage is Stage.UNDOCUMENTED:
        return Note(code="undocumented", text=f"{name}: known to Google's code only, undocumented, no zone published")
    return None


def _nothing(index: "Index", question: "Question", found: "Found") -> "Iterator[Note]":
    """Say why nothing is left."""
    places = question.places
    if places is not None:
        empty = _empty_places(index, places)
        yield from empty
        if len(empty) == len(places):
            return
    generation = question.generation
    if generation is None:
        yield Note(code="not-listed", text="no TPU of any generation is on Google's list there")
    elif not (found.unsure or found.refused or found.undersized):
        yield from _not_listed(index, generation, places)
    yield from _regions_only(found.below)


def _restricted(index: "Index", question: "Question", found: "Found") -> "Iterator[Note]":
    """Say where only other sizes are listed, or where an unusual machine type is to be seen at all."""
    hardware = question.hardware
    if hardware is None:
        return
    machines = hardware.machine_types and [
        one for one in index.table("machine_types") if one.machine_type in hardware.machine_types
    ]
    if machines and all(one.status != "documented" for one in machines):
        regions = sorted({region for one in machines for region in one.regions})
        where = (
            f"the machine type listing shows it in {', '.join(regions)}"
            if regions
            else "no machine type listing shows it"
        )
        status = "no GKE machine type" if machines[0].status == "not-gke" else machines[0].status
        yield Note(code="machine-type", text=f"{hardware.name.strip()}: {status}; {where}")
        return
    others = [f"{one.zone} ({sizes(one)})" for one in found.undersized if one.evidence in question.levels and one.zone]
    if others:
        yield Note(code="size", text=f"{hardware.name.strip()}: only other sizes are listed in {some(others)}")


def _not_listed(index: "Index", generation: str, places: "tuple[Covered, ...] | None") -> "Iterator[Note]":
    """Say on which list, of which day, the generation is not to be found."""
    regions = {zone.region for place in places or () for zone in place.zones}
    headings = dict.fromkeys(index.regions[region].heading for region in sorted(regions))
    there = f" in {', '.join(_outermost(places))}" if places else ""
    for heading in headings or [None]:
        section = index.sections.get((generation, heading or ""))
        if heading and section:
            yield Note(
                code="not-listed", text=f"{generation}{there}: not on Google's list for {heading} ({section.seen})"
            )
        else:
            where = f" for {heading}" if heading else ""
            yield Note(code="not-listed", text=f"{generation}{there}: on none of Google's lists that were read{where}")


def _outermost(places: "tuple[Covered, ...]") -> list[str]:
    """Return the names of places without the zones whose region is named too."""
    names = {place.name for place in places}
    return [place.name for place in places if not place.is_zone or place.region not in names]


def _empty_places(index: "Index", places: "Iterable[Covered]") -> list[Note]:
    """Say which of the places have no Google Cloud region, and what is near."""
    said = []
    for place in places:
        if place.zones:
            continue
        if place.region:
            region = index.regions[place.region]
            text = f"{place.name}: the region {place.region} is {region.status}; its zones are not known"
            if region.zones_seen and place.name == place.region:
                text = f"{place.name} is {region.status}"
            said.append(Note(code="unconfirmed-zone", text=text))
            continue
        near = nearest_regions(index, place)
        text = f"no Google Cloud region in {place.name}" + (f"; nearest: {near}" if near else "")
        said.append(Note(code="no-region", text=text))
    return said


def nearest_regions(index: "Index", covered: "Covered") -> str:
    """Return the regions that are nearest to a place, in kilometres; nothing where it has no known coordinates."""
    place = covered.place
    if place is None or place.latitude is None or place.longitude is None:
        return ""
    near = index.places.nearest_regions(place.latitude, place.longitude)[:_NEAREST]
    return ", ".join(f"{one.region} ({one.place}, {round(km):,} km)" for km, one in near)


def _regions_only(below: "Iterable[Offering]") -> "Iterator[Note]":
    """Name the regions that publish machine types without a zone."""
    for one in below:
        if one.zone is None:
            text = f"machine types published in {one.region} without a zone ({one.last_seen})"
            yield Note(code="region-only", text=text)


def _named_zones(index: "Index", question: "Question", found: "Found") -> "Iterator[Note]":
    """Say of each zone that was asked for by its id why it is not in the answer."""
    named = [place for place in question.places or () if place.kind == "zone"]
    if question.generation is None or not named:
        return
    kept = {one.zone for one in found.kept}
    told = {one.zone for one in (*found.unsure, *found.refused, *found.undersized)}
    if Evidence.OBSERVED not in question.levels and len(also := _observed(found)) <= _NEAREST:
        told.update(one.zone for one in also)
    for place in named:
        if place.name in kept or place.name in told:
            continue
        absent = [
            claim
            for claim in index.claims.get(question.generation, ())
            if claim.zone == place.name and claim.what is What.ABSENT
        ]
        one = index.offering.get((question.generation, place.name))
        if absent:
            newest = max(absent, key=lambda claim: claim.seen.age)
            yield Note(code="absent", text=f"{place.name}: {newest.note} ({newest.seen})")
        elif one:
            yield Note(code="evidence", text=f"{place.name}: {one.evidence}, {sighting(one)}")
        elif found.kept:
            yield from _not_listed(index, question.generation, (place,))


def granted(index: "Index", question: "Question", kept: "Iterable[Offering]") -> "Iterator[Note]":
    """Name what is in the answer only because the project that asks was given it, and what nobody has seen there."""
    if not index.granted:
        return
    mine = [one for one in kept if one.evidence not in question.levels]
    if mine:
        told = [f"{_where(question, one)} ({one.evidence}: {sighting(one)})" for one in mine]
        yield Note(code="granted", text=f"granted to your project, not on Google's list: {some(told)}")
    there = None if question.places is None else {zone.zone for place in question.places for zone in place.zones}
    unseen = [
        zone if question.generation else f"{generation} in {zone}"
        for generation, zone in sorted(index.granted, key=str)
        if zone and (generation, zone) not in index.offering
        if question.generation in (None, generation) and (there is None or zone in there)
    ]
    if unseen:
        yield Note(code="granted", text=f"granted to your project, seen by no source, and no row: {some(unseen)}")


def access(index: "Index", rows: "Iterable[Offering]") -> "Iterator[Note]":
    """Name the zones that not every project sees."""
    known, open_to_all = index.zones, Access.OPEN
    closed = {zone: access for one in rows if (zone := one.zone) and (access := known[zone].access) is not open_to_all}
    for access, text in _ADMITTED.items() if closed else ():
        if zones := [zone for zone, own in closed.items() if own is access]:
            yield Note(code="access", text=f"{text}: {', '.join(zones)}")


def _about_options(index: "Index", question: "Question", found: "Found") -> "Iterator[Note]":
    """Say which zones may take the options, which refuse them, and where no price is known."""
    if not question.options:
        yield from _about_surface(question, found)
        return
    every = len(question.options) == len(Option)
    yield from _not_taken(index, question, found, "any option" if every else "/".join(question.options))
    yield from admission(index, question, found.kept)
    for option in () if every else question.options:
        if unpriced := [one for one in found.kept if (one.generation, one.region, option) not in index.priced]:
            zones = some([one.zone or one.region for one in unpriced])
            yield Note(code="no-price", text=f"no {option} price known: {zones}")


def _about_surface(question: "Question", found: "Found") -> "Iterator[Note]":
    """Say which offerings the surface does not serve, where it alone was asked about."""
    if question.surface and (left := _unanswered(question, found, found.refused)):
        text = f"not through {question.surface}: {some([_where(question, one) for one in left])}"
        yield Note(code="surface", text=text)


def _not_taken(index: "Index", question: "Question", found: "Found", names: str) -> "Iterator[Note]":
    """Say which zones take the options on other surfaces, refuse them, or are not known to take them."""
    failed = [(one, False) for one in _unanswered(question, found, found.unsure)]
    failed += [(one, True) for one in _unanswered(question, found, found.refused)]
    if question.surface:
        verdicts = [(one, _verdicts(index, question, one, anywhere=True)) for one, _ in failed]
        if elsewhere := [when for one, rows in verdicts if (when := _when(question, one, Answer.YES, rows))]:
            yield Note(code="option-elsewhere", text=f"{names} accepted on other surfaces: {some(elsewhere)}")
    through = f" (not through {question.surface})" if question.surface else ""
    refused, unsure = [], []
    for one, is_refused in failed:
        if when := _when(question, one, Answer.NO, _verdicts(index, question, one), surface=True):
            refused.append(when)
        elif is_refused:
            refused.append(_where(question, one) + through)
        else:
            unsure.append(_where(question, one))
    if refused:
        yield Note(code="option-refused", text=f"{names} refused: {some(refused)}")
    if unsure:
        yield Note(code="option-unknown", text=f"{names} not known: {some(unsure)}")


def _unanswered(question: "Question", found: "Found", failed: "Sequence[Offering]") -> "Sequence[Offering]":
    """Return what failed; without a generation only in zones where nothing else answers the question."""
    if question.generation is not None:
        return failed
    there = {one.zone for one in found.kept}
    return [one for one in failed if one.zone not in there]


def _verdicts(
    index: "Index", question: "Question", one: "Offering", *, anywhere: bool = False
) -> "list[OptionVerdict]":
    """Return the verdicts on the options asked for, on the surface asked for or on any."""
    from tpu_zones.facts.options import taken

    surface = None if anywhere else question.surface
    return [row for option in question.options for row in taken(index, one, option, surface)[1]]


def _where(question: "Question", one: "Offering") -> str:
    """Return the zone of an offering, with its generation where the question names none."""
    return f"{'' if question.generation else f'{one.generation} in '}{one.zone or one.region}"


def _when(
    question: "Question", one: "Offering", answer: Answer, verdicts: "Iterable[OptionVerdict]", *, surface: bool = False
) -> str | None:
    """Return the zone with the day of the newest verdict of this answer; None where there is none."""
    newest = max((row for row in verdicts if row.answer is answer), key=lambda row: row.seen.age, default=None)
    if newest is None:
        return None
    return f"{_where(question, one)} ({f'{newest.surface}, ' if surface else ''}{newest.seen})"


def admission(index: "Index", question: "Question", kept: "Iterable[Offering]") -> "Iterator[Note]":
    """Name the options for which a project has to be admitted."""
    if not question.options:
        return
    for generation in dict.fromkeys(one.generation for one in kept):
        rows = [row for row in index.options.get((generation, None), ()) if row.allowlist]
        for option in dict.fromkeys(row.option for row in rows if row.option in question.options):
            yield Note(
                code="allowlist", text=f"{generation} {option}: a project may have to be admitted by Google first"
            )


def _also_seen(question: "Question", seen: "Sequence[Offering]") -> "Iterator[Note]":
    """Name up to three zones that were left out, with their strongest sighting, the newest first."""
    zoned = [one for one in seen if one.zone]
    if not zoned:
        return
    zoned = sorted(zoned, key=lambda one: one.sighted.age, reverse=True)
    zoned = sorted(zoned, key=lambda one: _RANK.index(one.sighting) if one.sighting in _RANK else len(_RANK))
    seen_in = some([f"{_where(question, one)} ({sighting(one)})" for one in zoned], _NEAREST)
    adds = f"evidence observed adds {'it' if len(zoned) == 1 else 'them'}"
    yield Note(code="also-seen", text=f"also seen, not on Google's list: {seen_in}; {adds}")


def sighting(one: "Offering") -> str:
    """Return the strongest sighting of an offering, with its day."""
    return f"{_SIGHTED.get(one.sighting, one.sighting)}, {one.sighted}"


def sizes(one: "Offering") -> str:
    """Return the sizes that an offering is listed for."""
    if not one.sizes:
        return "all sizes"
    return one.sizes[0] if len(one.sizes) == 1 else f"{one.sizes[0]} to {one.sizes[-1]}"


def some(names: "Iterable[str]", most: int = 8) -> str:
    """Return the first of several names, none twice, and how many more there are.

    >>> some(["a", "b", "a", "c"], 2)
    'a, b, and 1 more'
    """
    known = list(dict.fromkeys(names))
    more = f", and {len(known) - most} more" if len(known) > most else ""
    return ", ".join(known[:most]) + more
