"""Minimum versions: of GKE, of Cloud TPU runtimes, of frameworks; and whether a GKE version is enough."""

from tpu_zones.errors import WrongUsage
from tpu_zones.facts.ask import surface_named, word
from tpu_zones.facts.dates import newest_day, of_generation
from tpu_zones.facts.floors import ANY, MODES, enough, feature_floors, general_floors, generation_floors
from tpu_zones.ordering import gke_at_least, gke_version
from tpu_zones.records.rows import Note, Rows
from tpu_zones.records.versions import Version
from tpu_zones.records.words import Answer, Confidence, Stage, Surface

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tpu_zones.facts.index import Index
    from tpu_zones.records.versions import FrameworkVersion

_FRAMEWORKS = ("jax", "tensorflow")


def versions(index: "Index", tpu: str | None, surface: str | None, mode: str | None, gke: str | None) -> Rows[Version]:
    """Return the minimum versions of a generation, or of all: GKE first, then runtimes and frameworks."""
    hardware = None if tpu is None else index.names.parse(tpu)
    on, mode = surface_named(surface), None if mode is None else word("mode", MODES, mode)
    have = None if gke is None else gke_version(gke)
    if have and on not in (None, Surface.GKE):
        raise WrongUsage(f"gke asks about a version of GKE, and surface {on} leaves GKE out: give one of the two")
    of_catalog = [one.generation for one in index.generations.values() if one.stage is not Stage.UNDOCUMENTED]
    generations = [hardware.generation] if hardware else of_catalog
    rows = [row for one in generations for row in generation_floors(index, one, have)]
    if any(index.generations[one].gke is not Answer.NO for one in generations):
        rows += general_floors(index, have)
        rows += feature_floors(index, hardware.generation if hardware else None, have)
    rows += [row for one in generations for row in _software(index, one)]
    if not hardware:
        rows += _releases(index)
    if on:
        rows = [one for one in rows if one.surface in (on, None)]
    if mode:
        rows = [one for one in rows if one.mode in (mode, ANY)]
    notes = [Note(code="name", text=hardware.note)] if hardware and hardware.note else []
    answer = None
    if hardware and gke is not None:
        answer, said = _verdict(index, hardware.generation, mode, gke)
        notes.append(Note(code="verdict", text=said))
    day = newest_day(one.seen for one in rows if one.confidence is not Confidence.UNKNOWN)
    day = day or of_generation(index, hardware.generation if hardware else None)
    return Rows(rows, record=Version, notes=notes, evidence_date=day, answer=answer)


def _verdict(index: "Index", generation: str, mode: str | None, gke: str) -> tuple[Answer, str]:
    """Return whether a GKE version is enough for a generation (mode: Standard by default), and why, in words."""
    have, mode = gke_version(gke), mode or MODES[0]
    answer, floor = enough(index, generation, mode, have)
    said = f"{generation} on GKE {gke.strip()} ({mode}): {answer}"
    if floor is None:
        return answer, said
    if floor.minimum is None:
        return answer, f"{said}; {floor.note}"
    whose = "" if floor.subject == generation and floor.mode == mode else f" ({floor.subject}, {floor.mode})"
    said += f"; the minimum is {floor.minimum}{whose}"
    if answer is not Answer.UNKNOWN:
        return answer, said
    if gke_at_least(have, gke_version(floor.minimum)) is Answer.UNKNOWN:
        return answer, f"{said}, and there are builds of it on both sides"
    if floor.confidence is Confidence.LOW:
        return answer, f"{said}, by a source of low confidence"
    return answer, f"{said}, disputed by {', '.join(floor.alternatives)}"


def _software(index: "Index", generation: str) -> "Iterator[Version]":
    """Yield runtimes, images and the lowest framework versions of a generation."""
    for one in index.table("runtime_versions"):
        if generation in one.generations:
            image = one.runtime_version is None
            parts = ("recommended" if one.recommended else None, ", ".join(one.frameworks) or None, one.note)
            yield Version(
                subject=generation,
                scope="image" if image else "runtime",
                surface=Surface.COMPUTE_ENGINE if image else Surface.CLOUD_TPU_API,
                mode=ANY,
                minimum=one.image_family if image else one.runtime_version,
                answer=None,
                note="; ".join(filter(None, parts)),
                sources=one.sources,
                seen=one.seen,
                confidence=one.confidence,
            )
    table = index.table("framework_versions")
    for framework in _FRAMEWORKS:
        found = next((one for one in table if (one.framework, one.generation) == (framework, generation)), None)
        yield _framework(generation, framework, found)
        if framework == "jax":
            yield _libtpu(index, generation, found and found.minimum)


def _framework(subject: str, framework: str, one: "FrameworkVersion | None") -> Version:
    note = one.note if one else "no minimum was found"
    refused = framework == "tensorflow" and "unsupported" in (note or "")
    settled = Answer.NO if refused else Answer.UNKNOWN
    return Version(
        subject=subject,
        scope=framework,
        surface=None,
        mode=ANY,
        minimum=one.minimum if one else None,
        answer=None if one and one.minimum else settled,
        note=note,
        sources=one.sources if one else (),
        seen=one.seen if one else None,
        confidence=one.confidence if one else Confidence.UNKNOWN,
    )


def _libtpu(index: "Index", generation: str, jax: str | None) -> Version:
    """Return the libtpu that belongs to the lowest JAX of a generation."""
    one = next((row for row in _releases(index) if jax and row.subject == f"jax {jax}"), None)
    return Version(
        subject=generation,
        scope="libtpu",
        surface=None,
        mode=ANY,
        minimum=one.minimum if one else None,
        answer=None if one else Answer.UNKNOWN,
        note=f"belongs to JAX {jax}" if one else f"that of JAX {jax} was not found" if jax else "no minimum was found",
        sources=one.sources if one else (),
        seen=one.seen if one else None,
        confidence=one.confidence if one else Confidence.UNKNOWN,
    )


def _releases(index: "Index") -> "Iterator[Version]":
    """Yield the libtpu that belongs to each release of a framework."""
    for one in index.table("framework_versions"):
        if one.libtpu:
            python = f"Python {one.python}" if one.python else None
            yield Version(
                subject=f"{one.framework} {one.version}",
                scope="libtpu",
                surface=None,
                mode=ANY,
                minimum=one.libtpu,
                answer=None,
                note="; ".join(filter(None, (python, one.note))) or None,
                sources=one.sources,
                seen=one.seen,
                confidence=one.confidence,
            )
