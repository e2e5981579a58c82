"""Lowest GKE versions: of generations, modes and features, and whether a version is enough."""

from tpu_zones.ordering import gke_at_least, gke_version
from tpu_zones.records.versions import Version
from tpu_zones.records.words import Answer, Confidence, Surface

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tpu_zones.facts.index import Index
    from tpu_zones.ordering import GkeKey
    from tpu_zones.records.versions import GkeVersion, ModeSupport

MODES = ("standard", "autopilot", "auto-creation")
_IN_TABLE = {"node pool auto-creation": "auto-creation"}
ANY = "any"


def generation_floors(index: "Index", generation: str, have: "GkeKey | None") -> "Iterator[Version]":
    """Yield the floors of a generation in each mode.

    A mode without a figure is unknown, or no; it is left to the general floors where those are all there is.
    """
    table = [one for one in index.table("gke_versions") if one.scope in ("generation", "auto-creation")]
    support = next((one for one in index.table("mode_support") if one.generation == generation), None)
    for mode in MODES:
        of_mode = [one for one in table if _mode(one) == mode]
        rows = [one for one in of_mode if one.subject == generation]
        yield from (_version(one, have) for one in rows)
        runs = support.autopilot if support and mode == MODES[1] else support.standard if support else Answer.UNKNOWN
        general = runs is Answer.YES and any(one.subject == ANY for one in of_mode)
        if not rows and not general:
            yield _without(generation, mode, runs, support)


def general_floors(index: "Index", have: "GkeKey | None") -> "Iterator[Version]":
    """Yield the floors that a mode has for every generation."""
    for one in index.table("gke_versions"):
        if one.scope == "generation" and one.subject == ANY:
            yield _version(one, have)


def feature_floors(index: "Index", generation: str | None, have: "GkeKey | None") -> "Iterator[Version]":
    """Yield the floors of features, without those whose name says that they are other generations'."""
    for one in index.table("gke_versions"):
        if one.scope not in ("feature", "workload"):
            continue
        words = one.subject.replace("(", " ").replace(")", " ").replace(",", " ").split()
        of = index.generations.keys() & words
        if generation is None or not of or generation in of:
            yield _version(one, have)


def enough(index: "Index", generation: str, mode: str, have: "GkeKey") -> "tuple[Answer, Version | None]":
    """Return whether a GKE version is enough for a generation in a mode, and the floor that decides.

    Besides the mode's own floors those for every generation count, and that of Standard: a version that is
    too old for the generation is so in every mode. Of several that decide it is the highest; where none is
    known, the mode's own.
    """
    floors = [*generation_floors(index, generation, have), *general_floors(index, have)]
    floors = [one for one in floors if one.mode in (mode, ANY) or (one.mode == MODES[0] and one.minimum)]
    floors.sort(key=lambda one: one.mode != mode)
    for answer in (Answer.NO, Answer.UNKNOWN):
        if deciding := [one for one in floors if one.answer is answer]:
            return answer, max(deciding, key=_height)
    return Answer.YES, next((one for one in floors if one.mode == mode), None)


def _height(one: Version) -> "tuple[bool, GkeKey]":
    return one.minimum is None, gke_version(one.minimum) if one.minimum else ()


def _mode(one: "GkeVersion") -> str:
    return _IN_TABLE.get(one.mode, one.mode)


def _version(one: "GkeVersion", have: "GkeKey | None") -> Version:
    return Version(
        subject=one.subject,
        scope="generation" if one.scope == "auto-creation" else one.scope,
        surface=Surface.GKE,
        mode=_mode(one),
        minimum=one.min_version,
        answer=Answer.UNKNOWN if one.min_version is None else _answer(one, one.min_version, have),
        note=one.note,
        sources=one.sources,
        seen=one.seen,
        confidence=one.confidence,
        alternatives=one.alternatives,
    )


def _answer(one: "GkeVersion", floor: str, have: "GkeKey | None") -> Answer | None:
    """Return whether a version is enough.

    Where the figure is not of high confidence, the alternatives dispute it: unknown between the lowest and
    the highest. Below a figure of low confidence it is unknown too.
    """
    if have is None:
        return None
    disputed = one.alternatives if one.confidence is not Confidence.HIGH else ()
    floors = sorted(map(gke_version, (floor, *disputed)))
    if gke_at_least(have, floors[-1]) is Answer.YES:
        return Answer.YES
    below = gke_at_least(have, floors[0]) is Answer.NO
    return Answer.NO if below and one.confidence is not Confidence.LOW else Answer.UNKNOWN


def _without(generation: str, mode: str, runs: Answer, support: "ModeSupport | None") -> Version:
    """Return the row for a mode in which no floor is known."""
    notes = {
        Answer.NO: f"{generation} does not run on GKE in this mode",
        Answer.YES: "it runs there; no figure was found",
        Answer.UNKNOWN: "whether it runs there was not found",
    }
    return Version(
        subject=generation,
        scope="generation",
        surface=Surface.GKE,
        mode=mode,
        minimum=None,
        answer=Answer.NO if runs is Answer.NO else Answer.UNKNOWN,
        note=notes.get(runs, notes[Answer.UNKNOWN]),
        sources=support.sources if support else (),
        seen=support.seen if support else None,
        confidence=support.confidence if support and runs is not Answer.UNKNOWN else Confidence.UNKNOWN,
    )
