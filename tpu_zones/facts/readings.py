"""Readings of prices: which one answers, for which form of a slice, and how fresh it is."""

import datetime as dt

from tpu_zones.names import CORES_PER_COUNTED_CHIP
from tpu_zones.records.rows import Note
from tpu_zones.records.words import Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tpu_zones.facts.index import Index
    from tpu_zones.names import Hardware
    from tpu_zones.records.offerings import Offering
    from tpu_zones.records.prices import PriceReading

DEVICE, POD = "device", "pod"
DEVICE_CHIPS = 4
"""Chips of the single host that Google prices as a device; larger slices are pods (v2, v3)."""
FRESH = dt.timedelta(days=30)
"""How long a Spot reading counts as fresh; Google may change such a price once a day."""


def reading(
    index: "Index", generation: str, form: str | None, region: str, option: Option
) -> "tuple[PriceReading | None, Sequence[PriceReading]]":
    """Return the price of a region, None where none is known, and the readings that it replaced."""
    found = index.prices.get(generation, {}).get((form, region, option), ())
    return (found[0], found[1:]) if found and found[0].current else (None, found)


def forms(index: "Index", hardware: "Hardware") -> list[str | None]:
    """Return the forms that have prices of their own, of those that a name can mean; [None]: one price for all."""
    known = {form for form, _, _ in index.prices.get(hardware.generation, ())}
    if hardware.accelerator_type and hardware.chips:
        known &= {form_of(hardware.chips)}
    elif hardware.machine_types:
        shapes = [one for one in index.table("shapes") if one.machine_type in hardware.machine_types]
        known &= {form_of(one.chips) for one in shapes}
    return sorted(known - {None}, key=str) or [None]


def form_of(chips: int) -> str:
    """Return the form of a slice of v2 or v3.

    >>> form_of(4), form_of(16)
    ('device', 'pod')
    """
    return DEVICE if chips <= DEVICE_CHIPS else POD


def has_form(one: "Offering", form: str | None) -> bool:
    """Return whether sizes of a form are listed for an offering."""
    if form is None or not one.sizes:
        return True
    cores = [int(number) for size in one.sizes if (number := size.rpartition("-")[2]).isdecimal()]
    return form in {form_of(number // CORES_PER_COUNTED_CHIP) for number in cores}


def no_price(index: "Index", generation: str, form: str | None, region: str, option: Option) -> str:
    """Say that no price was found, and where it was looked for."""
    anywhere = option in index.priced_options.get(generation, ())
    where = f"{f' {form}' if form else ''} in {region}" if anywhere else " in any region"
    return f"no {option} price of {generation}{where} was found by {index.snapshot.compiled}"


def is_stale(one: "PriceReading | None", today: dt.date) -> bool:
    """Return whether a reading is of Spot and too old to count on."""
    return one is not None and one.option == Option.SPOT and one.read_on.last < today - FRESH


def stale_note(regions: "Iterable[str]", today: dt.date) -> "Iterator[Note]":
    """Name the regions whose Spot price is too old to count on."""
    regions = list(dict.fromkeys(regions))
    if regions:
        text = (
            f"Spot prices may change every day; read more than {FRESH.days} days before {today}: {', '.join(regions)}"
        )
        yield Note(code="stale-price", text=text)
