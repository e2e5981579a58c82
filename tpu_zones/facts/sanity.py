"""Whether the values of a snapshot's records can be true, each on its own: sizes, days, names, prices, versions."""

from decimal import Decimal
from typing import TYPE_CHECKING, Any

from tpu_zones.errors import WrongUsage, shown
from tpu_zones.facts import said
from tpu_zones.facts.load import record_class
from tpu_zones.facts.tables import TABLES
from tpu_zones.ordering import gke_version
from tpu_zones.records.period import Period
from tpu_zones.records.words import Evidence, What
from tpu_zones.shapes import parse_topology, volume

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    Table = Callable[[str], tuple[Any, ...]]

MOST_CHIPS = 1_000_000
"""Of one slice; the largest that is known has fewer than 10,000."""
MOST_USD = Decimal(1_000_000)
"""Of a chip-hour."""
MOST_TFLOPS = 1_000_000
"""Of a chip."""
_MOST_STEP = 1024


def faults(table: "Table") -> "Iterator[str]":
    """Yield each value that cannot be, as `table, row n, field f: what`."""
    for name in TABLES:
        check = _CHECKS.get(name, _nothing)
        dated = [field for field, kind in record_class(name).__annotations__.items() if "Period" in str(kind)]
        for number, record in enumerate(table(name), 1):
            for field, what in (*_days(record, dated), *check(record, table)):
                yield f"{name}.json, row {number}, field {field}: {what}"


def _nothing(_: Any, __: "Table") -> "Iterable[tuple[str, str]]":
    return ()


def _days(record: Any, fields: "Iterable[str]") -> "Iterator[tuple[str, str]]":
    for field in fields:
        value = getattr(record, field)
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, Period) and one.first > one.last:
                yield field, f"it ends on {one.last}, before it begins on {one.first}"


def _alias(record: Any, _: "Table") -> "Iterator[tuple[str, str]]":
    least = {"reject": 0, "ambiguous": 2}.get(record.verdict, 1)
    if len(record.generations) < least:
        yield "generations", f"{record.verdict} takes at least {least}, and has {len(record.generations)}"


def _generation(record: Any, _: "Table") -> "Iterator[tuple[str, str]]":
    for one in record.accelerator_types:
        yield from _type_name("accelerator_types", one)


def _type_name(field: str, name: str) -> "Iterator[tuple[str, str]]":
    stem, _, number = name.rpartition("-")
    if not (stem and number.isascii() and number.isdigit() and 0 < len(number) < 8 and int(number)):
        yield field, f"{name[:40]!r} is not written like v5p-8"


def _count(record: Any, *fields: str, most: int = MOST_CHIPS) -> "Iterator[tuple[str, str]]":
    for field in fields:
        value = getattr(record, field)
        if value is not None and not 1 <= value <= most:
            yield field, f"{value} is no count from 1 to {most:,}"


def _machine(record: Any, _: "Table") -> "Iterator[tuple[str, str]]":
    yield from _count(record, "chips")


def _sides(field: str, text: str | None) -> "tuple[tuple[int, ...], list[tuple[str, str]]]":
    try:
        return parse_topology(text) if text else (), []
    except WrongUsage as error:
        return (), [(field, str(error))]


def _shape(record: Any, _: "Table") -> "Iterator[tuple[str, str]]":
    yield from _count(record, "chips", "tensorcores", "hosts", "chips_per_host")
    sides, wrong = _sides("topology", record.topology)
    yield from wrong
    if sides and volume(sides) != record.chips:
        yield "topology", f"{record.topology} is {volume(sides)} chips, not {record.chips}"
    if record.accelerator_type:
        yield from _type_name("accelerator_type", record.accelerator_type)


def _rule(record: Any, _: "Table") -> "Iterator[tuple[str, str]]":
    yield from _count(record, "above_chips", "max_chips", "disputed_max_chips")
    yield from _count(record, "multiple_of", most=_MOST_STEP)
    yield from _sides("max_topology", record.max_topology)[1]


def _place(record: Any, table: "Table") -> "Iterator[tuple[str, str]]":
    yield from _point(record)
    known = {zone.region for zone in table("zones")} if record.regions else set()
    for region in record.regions:
        if region not in known:
            yield "regions", f"{region} has no zone"


def _offering(record: Any, table: "Table") -> "Iterator[tuple[str, str]]":
    if record.evidence == Evidence.WITHDRAWN and not any(
        one.what == What.LISTED
        and one.option is None
        and (one.generation, one.zone) == (record.generation, record.zone)
        for one in table("claims")
    ):
        yield "evidence", f"withdrawn, and no claim lists {record.generation} in {record.zone}"


def _price(record: Any, _: "Table") -> "Iterator[tuple[str, str]]":
    if not 0 < record.usd_per_chip_hour <= MOST_USD:
        yield "usd_per_chip_hour", f"{record.usd_per_chip_hour} is no price above 0 and up to {MOST_USD:,}"


def _zone(record: Any, _: "Table") -> "Iterator[tuple[str, str]]":
    letters = record.zone.removeprefix(f"{record.region}-")
    if letters == record.zone or not (letters.isascii() and letters.isalnum() and letters == letters.casefold()):
        yield "zone", f"{record.zone[:40]!r} is not the region {record.region}, a dash, and letters or digits"
    elif not letters[-1].isalpha():
        yield "zone", f"{record.zone[:40]!r} does not end in a letter"


def _point(record: Any) -> "Iterator[tuple[str, str]]":
    for field, most in (("latitude", 90), ("longitude", 180)):
        value = getattr(record, field)
        if value is not None and not -most <= value <= most:
            yield field, f"{value} is no {field} from -{most} to {most}"


def _region(record: Any, _: "Table") -> "Iterator[tuple[str, str]]":
    yield from _point(record)
    word = record.region
    if not (word.isascii() and word.replace("-", "").isalnum() and word == word.casefold() and "-" in word):
        yield "region", f"{word[:40]!r} is not written like us-central1"


def _gke(record: Any, _: "Table") -> "Iterator[tuple[str, str]]":
    for field, texts in (("min_version", (record.min_version,)), ("alternatives", record.alternatives)):
        for text in texts:
            if text is not None:
                try:
                    gke_version(text)
                except WrongUsage as error:
                    yield field, str(error)


def _spec(record: Any, _: "Table") -> "Iterator[tuple[str, str]]":
    if record.name == "peak_bf16" and not (type(record.value) in (int, float) and 0 < record.value <= MOST_TFLOPS):
        yield "value", f"peak_bf16 is a number above 0 and up to {MOST_TFLOPS:,}, and not {shown(record.value)}"


def _statement(record: Any, table: "Table") -> "Iterator[tuple[str, str]]":
    name, value = record.id, record.value
    if wrong := list(said.wrong(name, record.topic, value)):
        yield from (("value", what) for what in wrong)
    elif value is not None and said.is_enum(name, record.topic, value):
        generation = value["generation"]
        if generation not in {one.generation for one in table("generations")}:
            yield "value", f"{name}.generation: {shown(generation)} is in no table"


_CHECKS: "dict[str, Callable[[Any, Table], Iterable[tuple[str, str]]]]" = {
    "aliases": _alias,
    "generations": _generation,
    "gke_versions": _gke,
    "machine_types": _machine,
    "offerings": _offering,
    "places": _place,
    "places_elsewhere": _place,
    "prices": _price,
    "regions": _region,
    "shape_rules": _rule,
    "shapes": _shape,
    "specs": _spec,
    "statements": _statement,
    "zones": _zone,
}
