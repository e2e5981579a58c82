"""A zone that is not on Google's list, and that others have seen."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import NodePool, TpuVm
from tpu_zones.lint.values import plain
from tpu_zones.lint.view.offer import offered, section_claim
from tpu_zones.lint.view.pool import Pool
from tpu_zones.lint.view.vm import Vm
from tpu_zones.records.findings import Severity
from tpu_zones.records.words import Evidence


def look(view: Pool | Vm, ask: Ask) -> Iterator[Found]:
    """Find zones where the generation was only observed, is withdrawn, or doubtful."""
    generation = view.generation
    if generation is None or (isinstance(view, Pool) and view.machine is None and view.hardware is None):
        return
    for zone, value in view.zones:
        one = ask.index.offering.get((generation, zone))
        if one is None or one.evidence in ask.accepted or ask.is_granted(generation, zone):
            continue
        answer = ask.availability(generation, zone)
        where, new = offered(ask, generation, zone)
        exact = plain(value) == zone
        yield Found(
            value,
            f"{generation} in {zone} is {'; '.join(answer.reasons[:2])}; {where}. It may be private capacity",
            new=new if exact and one.evidence is not Evidence.OBSERVED else None,
            shown=zone,
            claim=section_claim(ask, generation, zone),
        )


RULE = Rule(
    "TPZ202",
    "zone-not-documented",
    Severity.WARNING,
    (NodePool, TpuVm),
    look,
    why="The zone is not on Google's newest list. That others have seen the generation there may be capacity of"
    " their own: say that it is granted to you (granted), or accept what was observed (evidence).",
    source="https://docs.cloud.google.com/tpu/docs/regions-zones",
    fact="zone-offers-tpu",
    wrong={"machine_type": "ct6e-standard-4t", "locations": ["us-east5-c"]},
    right={"machine_type": "ct6e-standard-4t", "locations": ["us-east5-a"]},
)
