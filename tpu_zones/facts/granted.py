"""What Google gave one project beside its list, as its owner writes it: `v6e:us-east5-c`."""

from tpu_zones.errors import NoSuchSlice, UnknownName, WrongUsage, shown
from tpu_zones.facts.ask import by_comma, walked
from tpu_zones.facts.notes import some

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from tpu_zones.facts.index import Index


def pairs(index: "Index", granted: "str | Iterable[str] | None") -> "tuple[tuple[str, str], ...]":
    """Return generation and zone of each pair, none twice; a string may name several, by comma.

    A name that narrows a generation, such as a machine type, means the generation. `UnknownName` and `WrongUsage`
    say which pair is wrong, with the nearest good names.

    >>> from tpu_zones import Catalog
    >>> pairs(Catalog.bundled().index, "Trillium:us-east5-c, v5p:EUROPE-WEST4-A")
    (('v6e', 'us-east5-c'), ('v5p', 'europe-west4-a'))
    """
    given = (granted,) if isinstance(granted, str) else walked(granted)
    several = given if isinstance(given, (tuple, list)) else () if given is None else (given,)
    return tuple(dict.fromkeys(_pair(index, text) for text in by_comma(several) if text != ""))


def _pair(index: "Index", text: object) -> tuple[str, str]:
    name, colon, zone = text.partition(":") if isinstance(text, str) else ("", "", "")
    if not (colon and name.strip() and zone.strip()):
        raise WrongUsage(f"granted: {shown(text)} is not written like v6e:us-east5-c")
    try:
        generation = index.names.parse(name).generation
        place, *others = index.places.find(zone)
    except (UnknownName, NoSuchSlice) as error:
        error.args = (f"granted {shown(text)}: {error}",)
        raise
    if others or not place.is_zone:
        zones = some([one.zone for one in place.zones]) or "no zone of it is known"
        raise WrongUsage(f"granted {shown(text)}: a zone is wanted, and {place.name} is a {place.kind}: {zones}")
    return generation, place.name
