"""A zone or region that does not exist."""

from collections.abc import Iterator

from tpu_zones.errors import did_you_mean
from tpu_zones.lint.rules.base import AGES_AFTER, Ask, Found, Rule
from tpu_zones.lint.things import NodePool, TpuVm
from tpu_zones.lint.values import Value
from tpu_zones.lint.view.places import is_region, names
from tpu_zones.lint.view.pool import Pool
from tpu_zones.lint.view.vm import Vm
from tpu_zones.records.findings import Severity


def look(view: Pool | Vm, ask: Ask) -> Iterator[Found]:
    """Find names of places that nobody knows, and regions where a zone has to stand."""
    thing = view.thing
    if isinstance(thing, NodePool):
        fields = [(thing.locations, True), (thing.cluster_location, False)]
    else:
        fields = [(thing.zone, True)]
    for field, zone_wanted in fields:
        for name, value in names(field):
            if name in ask.index.regions and zone_wanted:
                zones = [one.zone for one in ask.index.zones.values() if one.region == name]
                listed = f"its zones are {', '.join(zones)}" if zones else "its zones are not known"
                yield Found(value, f"{name} is a region, and a zone has to stand here; {listed}", shown=name)
            elif name not in ask.index.zones and name not in ask.index.regions:
                yield _unknown(ask, name, value)


def _unknown(ask: Ask, name: str, value: Value) -> Found:
    what = "region" if is_region(ask.index, name) else "zone"
    region = ask.index.regions.get(name.rpartition("-")[0])
    if region and region.status != "public" and what == "zone":
        text = f"zone {name}: the region {region.region} is {region.status}, and its zones are not all known"
        return Found(value, f"{text}; {ask.newer}", severity=Severity.INFO, shown=name)
    if (region and _is_ai_zone(name)) or (not region and _may_be_new(ask, name, what)):
        return Found(value, f"{what} {name} is not known; {ask.newer}", severity=Severity.INFO, shown=name)
    known = list(ask.index.regions) if what == "region" else list(ask.index.zones)
    meant = did_you_mean(ask.tables.near(name, known))
    if region:
        meant = f"; {region.region} has {', '.join(one for one in known if one.rpartition('-')[0] == region.region)}"
    import datetime as dt

    compiled = dt.date.fromisoformat(ask.catalog.snapshot.compiled)
    severity = Severity.WARNING if ask.today - compiled > AGES_AFTER else None
    return Found(value, f"there is no {what} {name}{meant}", severity=severity, shown=name)


def _is_ai_zone(name: str) -> bool:
    """Whether a name has the form of an AI zone: region, ai, a number, a letter."""
    last = name.rpartition("-")[2]
    return last.startswith("ai") and last[2:-1].isdigit() and last[-1].isalpha()


def _may_be_new(ask: Ask, name: str, what: str) -> bool:
    """Whether a region has the stem of known ones, and a higher number than any of them."""
    region, _, letter = (name, "", "") if what == "region" else name.rpartition("-")
    stem = region.rstrip("0123456789")
    digits = region[len(stem) :]
    numbers = [
        int(one[len(stem) :]) for one in ask.index.regions if one.startswith(stem) and one[len(stem) :].isdigit()
    ]
    plain = what == "region" or (len(letter) == 1 and letter.isalpha())
    return plain and bool(numbers) and digits.isdigit() and max(numbers) < int(digits[:3]) < max(numbers) + 10


RULE = Rule(
    "TPZ102",
    "unknown-zone",
    Severity.ERROR,
    (NodePool, TpuVm),
    look,
    why="A zone that does not exist is refused. AI zones, such as us-central1-ai1a, end in more than a letter.",
    source="https://docs.cloud.google.com/compute/docs/regions-zones/ai-zones",
    wrong={"machine_type": "ct6e-standard-4t", "locations": ["europe-weast4-a"]},
    right={"machine_type": "ct6e-standard-4t", "locations": ["europe-west4-a"]},
)
