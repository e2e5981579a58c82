"""A zone for which no source has the generation."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import AGES_AFTER, Ask, Found, Rule
from tpu_zones.lint.things import NodePool, TpuVm
from tpu_zones.lint.values import plain
from tpu_zones.lint.view.offer import offered, section_claim
from tpu_zones.lint.view.pool import Pool
from tpu_zones.lint.view.vm import Vm
from tpu_zones.lint.view.words import kind
from tpu_zones.records.findings import Severity
from tpu_zones.records.words import Answer, Evidence, Stage


def look(view: Pool | Vm, ask: Ask) -> Iterator[Found]:
    """Find zones without any evidence for the generation."""
    generation = view.generation
    if generation is None or ask.index.generations[generation].stage is not Stage.AVAILABLE:
        return
    if isinstance(view, Pool) and view.machine is None and view.hardware is None:
        return
    if isinstance(view, Pool) and view.source == "region":
        yield from _region(view, ask, generation)
    zones = [(zone, value) for zone, value in view.zones if zone in ask.index.zones]
    lacking = [(zone, value) for zone, value in zones if (generation, zone) not in ask.index.offering]
    for zone, value in lacking:
        where, new = offered(ask, generation, zone)
        yield Found(
            value,
            *_judged(ask, generation, zone, where, others=kind(view.thing) if len(lacking) < len(zones) else None),
            new=new if plain(value) == zone else None,
            shown=zone,
            claim=section_claim(ask, generation, zone),
        )


def _judged(ask: Ask, generation: str, zone: str, where: str, *, others: str | None) -> tuple[str, Severity | None]:
    """Return the message, and a warning where the generation may be there nevertheless.

    others: the kind of the thing, where it has other zones that fit
    """
    answer = ask.availability(generation, zone)
    if answer.answer is Answer.UNKNOWN:
        return f"{zone} is not known to offer {generation}: {answer.reasons[0]}; {where}", Severity.WARNING
    message = f"{zone} does not offer {generation}; {where}"
    if ask.is_granted(generation, zone):
        return f"{message}; it is granted, and no source has seen it", Severity.WARNING
    if ask.old(generation):
        return f"{message}; the newest evidence is older than {AGES_AFTER.days} days", Severity.WARNING
    return (f"{message}; other zones of the {others} do", Severity.WARNING) if others else (message, None)


def _region(pool: Pool, ask: Ask, generation: str) -> Iterator[Found]:
    """Find a region none of whose zones has the generation."""
    region = pool.region(ask)
    if pool.place is None or region is None or region not in ask.index.regions:
        return
    known = ask.index.offerings[generation]
    if not any(one.region == region for one in known) and ask.index.regions[region].status == "public":
        zones = [one.zone for one in known if one.zone and one.evidence is Evidence.DOCUMENTED]
        severity = Severity.WARNING if ask.old(generation) else None
        text = f"no zone of {region} offers {generation}; {', '.join(zones)} {'does' if len(zones) == 1 else 'do'}"
        yield Found(pool.place, text, severity=severity)


RULE = Rule(
    "TPZ201",
    "generation-not-in-zone",
    Severity.ERROR,
    (NodePool, TpuVm),
    look,
    why="Nothing can be created in a zone that does not offer the generation. A zone counts as lacking it only"
    " where no list, API or report has it; new zones appear, so the finding is a warning once the newest evidence"
    " is older than 180 days.",
    source="https://docs.cloud.google.com/tpu/docs/regions-zones",
    fact="zone-offers-tpu",
    wrong={"machine_type": "ct5p-hightpu-4t", "locations": ["europe-west4-a"]},
    right={"machine_type": "ct5p-hightpu-4t", "locations": ["europe-west4-b"]},
)
