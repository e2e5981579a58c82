"""Pathways: how far it has come and what it takes, apart from where the TPU is offered."""

from tpu_zones.facts.ask import walked, word
from tpu_zones.facts.catalog import Catalog
from tpu_zones.ordering import jax_version
from tpu_zones.records.offerings import Offering
from tpu_zones.records.pathways import JaxLimit, Pathways, PathwaysPlatform, PathwaysStage, WorkerType
from tpu_zones.records.rows import Note, Rows
from tpu_zones.records.words import Answer, Confidence, ZoneKind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tpu_zones.facts.index import Index
    from tpu_zones.names import Hardware
    from tpu_zones.ordering import JaxKey
    from tpu_zones.records.pathways import PathwaysGeneration

PLATFORMS = {"gke": "pw-ga-gke", "slurm": "pw-slurm-preview"}
"""Platform -> the statement that says how far Pathways has come there."""
_LIMITS = {"images": ("img-min-jax", "min_jax"), "client library": ("pu-min", "jax")}
_IMAGES = ("img-server", "img-proxy", "img-sidecar")
_SETTINGS = {"env-platforms": " selects ", "env-target": " points ", "env-gcp": " is "}
_OPEN = ("u-image-table", "u-autopilot", "u-price")


def pathways(
    tpu: str | None = None,
    *,
    jax: str | None = None,
    platform: str = "gke",
    within: "str | Iterable[str] | None" = None,
    catalog: Catalog | None = None,
) -> Pathways:
    """Return what is known of Pathways for a TPU: stage, worker types, images, lowest JAX, and the zones.

    `answer` is no where the JAX asked about is too old for the images, and unknown for a generation that is not
    named for Pathways. That it is generally available on GKE does not mean that a zone has the TPU: `offerings`.

    tpu: any name of hardware: v5p, Trillium, ct6e-standard-4t (default: all that are named for Pathways)
    jax: a JAX version to judge: 0.10.1
    platform: gke, or slurm (through Cluster Director)
    within: places, by comma: a continent, EU, a country, a city, a region, a zone

    >>> one = pathways("v6e", jax="0.10.0")
    >>> str(one.stage), str(one.answer), [(limit.part, str(limit.answer)) for limit in one.jax_limits]
    ('ga', 'no', [('images', 'no'), ('client library', 'yes')])
    """
    catalog, within = catalog or Catalog.default(), walked(within)
    where = word("platform", PLATFORMS, platform)
    have = None if jax is None else jax_version(jax)
    index = catalog.index
    hardware = None if tpu is None else index.names.parse(tpu)
    table: Sequence[PathwaysGeneration] = index.table("pathways_generations")
    generations = tuple(one.generation for one in table if one.named)
    named = hardware.generation in generations if hardware else None
    platforms = [_platform(index, name) for name in PLATFORMS]
    limits = [_limit(index, part, have) for part in _LIMITS]
    workers = _workers(catalog, hardware, generations)
    offerings = _offerings(catalog, generations if tpu is None else (tpu,), within, where)
    mine = next((one for one in table if hardware and one.generation == hardware.generation), None)
    seen = [*(one.seen for one in platforms), *(one.seen for one in limits)]
    days = [*(one.day for one in seen if one), offerings.evidence_date]
    return Pathways(
        generation=hardware.generation if hardware else None,
        platform=where,
        stage=next(one.stage for one in platforms if one.platform == where),
        named=named,
        jax=jax,
        answer=_answer(named, limits[0]),
        generations=generations,
        platforms=Rows(platforms, record=PathwaysPlatform),
        offerings=offerings,
        worker_types=Rows(workers, record=WorkerType),
        images=tuple(text.partition(": ")[2] for text in _texts(index, _IMAGES)),
        image_tags=tuple(map(str, index.value("img-tags", "seen") or ())),
        jax_limits=Rows(limits, record=JaxLimit),
        environment=tuple(
            text.partition(verb)[0] for name, verb in _SETTINGS.items() for text in _texts(index, [name])
        ),
        fee=None,
        evidence_date=max(filter(None, days), default=None),
        notes=tuple(
            dict.fromkeys(
                [
                    *_on_stage(index, platforms, where),
                    *_on_generation(hardware, generations, mine, workers),
                    *_on_limits(limits, jax),
                    *offerings.notes,
                    *(Note(code="unknown", text=f"not known: {text}") for text in _texts(index, _OPEN)),
                ]
            )
        ),
    )


def _answer(named: bool | None, images: JaxLimit) -> Answer:
    if images.answer in (Answer.NO, Answer.UNKNOWN):
        return images.answer
    return Answer.UNKNOWN if named is False else Answer.YES


def _texts(index: "Index", names: "Iterable[str]") -> "list[str]":
    """Return the texts of the statements that are there."""
    return [one.text for name in names if (one := index.statements.get(name))]


def _platform(index: "Index", name: str) -> PathwaysPlatform:
    statement, word = index.statements.get(PLATFORMS[name]), str(index.value(PLATFORMS[name], "stage")).casefold()
    return PathwaysPlatform(
        platform=name,
        stage=next((stage for stage in PathwaysStage if stage.value == word), PathwaysStage.UNKNOWN),
        sources=statement.sources if statement else (),
        seen=statement.seen if statement else None,
        confidence=statement.confidence if statement else Confidence.UNKNOWN,
        note=statement.note if statement else None,
    )


def _limit(index: "Index", part: str, have: "JaxKey | None") -> JaxLimit:
    """Return the lowest JAX of one part, and whether the version asked about is enough."""
    name, key = _LIMITS[part]
    statement, value = index.statements.get(name), index.value(name, key)
    minimum = str(value).removeprefix(">=") if value else None
    answer = None
    if have is not None:
        answer = Answer.UNKNOWN
        if minimum:
            answer = Answer.YES if have >= jax_version(minimum) else Answer.NO
    return JaxLimit(
        part=part,
        minimum=minimum,
        answer=answer,
        sources=statement.sources if statement else (),
        seen=statement.seen if statement else None,
        confidence=statement.confidence if statement else Confidence.UNKNOWN,
        note=statement.note if statement else None,
    )


def _workers(catalog: Catalog, hardware: "Hardware | None", generations: "Sequence[str]") -> "list[WorkerType]":
    """Return the worker types of the TPU asked about, or of the generations that are named."""
    found: Iterable[WorkerType] = catalog.snapshot.table("worker_types")
    if hardware is None:
        return [one for one in found if one.generation in generations]
    machines = hardware.machine_types
    return [
        one for one in found if one.generation == hardware.generation and (not machines or one.worker_type in machines)
    ]


def _offerings(
    catalog: Catalog, tpus: "Sequence[str]", within: "str | Iterable[str] | None", platform: str
) -> Rows[Offering]:
    """Return where the TPUs are offered; Cluster Director has no AI zones."""
    answers = [catalog.offerings(tpu, within, surface="gke") for tpu in tpus]
    found = [one for answer in answers for one in answer]
    left_out = {"also-seen"}
    if platform == "slurm":
        found = [one for one in found if one.zone and catalog.index.zones[one.zone].kind is not ZoneKind.AI]
        left_out.add("access")
    days = [answer.evidence_date for answer in answers if answer.evidence_date]
    notes = dict.fromkeys(note for answer in answers for note in answer.notes if note.code not in left_out)
    return Rows(found, record=Offering, notes=notes, evidence_date=max(days, default=None))


def _on_stage(index: "Index", platforms: "Iterable[PathwaysPlatform]", where: str) -> "Iterator[Note]":
    for one in platforms:
        if one.platform == where and one.note:
            yield Note(
                code="stage", text=f"{one.platform} {one.stage} ({one.seen}, {one.confidence} confidence): {one.note}"
            )
    for text in _texts(index, ["gke-min-pathways"] if where == "gke" else ["cd-tpu-limits"]):
        yield Note(code="platform", text=text)


def _on_generation(
    hardware: "Hardware | None",
    generations: "Sequence[str]",
    mine: "PathwaysGeneration | None",
    workers: "Sequence[WorkerType]",
) -> "Iterator[Note]":
    if hardware is None:
        return
    if hardware.generation not in generations:
        more = f"; {mine.note}" if mine and mine.note else ""
        yield Note(code="not-named", text=f"{hardware.generation} is not named for Pathways{more}")
    if not workers:
        yield Note(code="worker-type", text=f"{hardware.name.strip()}: no worker type of PathwaysJob is known")
    for one in workers:
        if one.note:
            yield Note(code="worker-type", text=f"{one.worker_type}: {one.note}")


def _on_limits(limits: "Iterable[JaxLimit]", jax: str | None) -> "Iterator[Note]":
    for one in limits:
        asked = f"JAX {jax.strip()} for the {one.part}: {one.answer}; " if jax else f"{one.part}: "
        yield Note(code="jax", text=f"{asked}JAX {one.minimum or 'unknown'} or newer ({one.confidence} confidence)")
