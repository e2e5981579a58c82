"""Where else a generation is offered, and which list says so."""

from tpu_zones.lint.view.places import region_of
from tpu_zones.lint.view.tables import said

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tpu_zones.lint.rules.base import Ask

_SHOWN = 3


def offered(ask: "Ask", generation: str, zone: str) -> tuple[str, str | None]:
    """Return where a generation is offered instead, in words, and the one zone of the same region if there is one."""
    near = ask.availability(generation, zone).nearest
    if not near:
        return f"{generation} is offered nowhere", None
    region = region_of(ask.index, zone)
    same = [one.zone for one in near if one.region == region]
    if same:
        verb = "does" if len(same) == 1 else "do"
        return f"{' and '.join(same)} in the same region {verb}", same[0] if len(same) == 1 else None
    if len(near) == 1:
        return f"only {near[0].zone} does", None
    return f"nearest are {', '.join(str(one) for one in near[:_SHOWN])}", None


def section_claim(ask: "Ask", generation: str, zone: str) -> str | None:
    """Return the newest list that covers a generation where a zone is."""
    region = ask.index.regions.get(region_of(ask.index, zone))
    section = ask.index.sections.get((generation, (region and region.heading) or ""))
    return said(section) if section else None
