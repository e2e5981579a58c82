"""Cards: all that is known of one name, whatever it names. One file a kind of name."""

from tpu_zones.errors import UnknownName, WrongUsage, did_you_mean, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tpu_zones.facts.index import Index
    from tpu_zones.names import Hardware
    from tpu_zones.records.cards import Card

_LIMIT = 100


def card(index: "Index", name: str) -> "Card":
    """Return the card of a name: of a zone, region, quota, label, hardware or place, looked for in this order."""
    if not isinstance(name, str):
        raise WrongUsage(f"show takes one name, as text such as v5p or us-east5-c, and not {shown(name)}")
    if not name.strip() or len(name) > _LIMIT:
        raise UnknownName(f"no name to show: {name[:_LIMIT]!r}", name=name[:_LIMIT])
    word = name.strip().casefold()
    from tpu_zones.facts.cards import region

    if word in index.zones or word in index.regions:
        from tpu_zones.facts.cards import zone

        found = index.zones.get(word)
        return zone.card(index, found) if found else region.card(index, index.regions[word], asked=word)
    from tpu_zones.facts.cards import label, quota
    from tpu_zones.facts.cards import place as places

    if quotas := quota.named(index, name):
        return quota.card(index, name.strip(), quotas)
    if of_label := label.named(index, name):
        return label.card(of_label)
    try:
        return _of_hardware(index, index.names.parse(name))
    except UnknownName as error:
        if error.reason:  # it has several meanings, or is known to be wrong
            raise
    if no_label := label.named(index, name, valid=False):
        text = f"{name.strip()!r} is no label of GKE: {no_label.note}"
        raise UnknownName(text, name=name, reason=no_label.note)
    try:
        place, *others = index.places.find(name)
    except UnknownName as error:
        raise error if error.reason else _unknown(index, name) from None
    if others:
        raise WrongUsage(f"show takes one name, not several: {name.strip()!r}")
    if place.region:  # a zone that nobody confirmed
        return region.card(index, index.regions[place.region], asked=place.name)
    return places.card(index, place)


def _of_hardware(index: "Index", hardware: "Hardware") -> "Card":
    from tpu_zones.facts.cards import accelerator, generation, label, machine

    if hardware.kind == "machine-type":
        return machine.card(index, hardware)
    if hardware.kind == "accelerator-type":
        return accelerator.card(index, hardware)
    if hardware.kind == "gke-label":
        return label.accelerator(index, hardware)
    wrong = label.named(index, hardware.name, valid=False)
    return generation.card(index, hardware, wrong.note if wrong else None)


def _unknown(index: "Index", name: str) -> UnknownName:
    """Return the error that names what looks like it, of any kind."""
    from tpu_zones.names import nearest_names

    nearest = nearest_names(name, _known(index), count=4)
    return UnknownName(f"nothing is called {name.strip()!r}{did_you_mean(nearest)}", name=name, suggestions=nearest)


def _known(index: "Index") -> "Iterator[str]":
    from tpu_zones.facts.cards import label, quota

    yield from (*index.zones, *index.regions, *index.names.known(), *index.places.known())
    for of_quota in index.table("quotas"):
        yield from quota.names(of_quota)
    for of_label in index.table("labels"):
        yield from label.names(of_label) if of_label.valid else ()
