"""From SKUs to prices of a chip-hour: what is sold, where, for how much, and what was not taken."""

import datetime as dt
from collections import defaultdict
from collections.abc import Callable, Iterable
from decimal import Decimal

from tpu_zones.errors import TpuZonesError
from tpu_zones.facts.amounts import money
from tpu_zones.facts.index import Index
from tpu_zones.records.period import Period
from tpu_zones.records.prices import PriceReading
from tpu_zones.records.table import counted, printable
from tpu_zones.records.words import Confidence, Option
from tpu_zones.update.sources.payloads import Sku
from tpu_zones.update.sources.sightings import several
from tpu_zones.update.sources.wordings import Wording, read, read_old

DEVICE_CHIPS = {"v2": 4, "v3": 4, "v4": 4}
"""Chips that the older service prices together, 8 TensorCores (source: SKU 3B3D-4CB4-AECC, 4.50 for 4 x 1.125).

What the other service would measure these generations by is not known.
"""
FORMED = ("v2", "v3")
"""Generations whose pods have another price than their devices."""

Key = tuple[str, str | None, str, Option]
"""Generation, form, region, option."""


class Service:
    """A service of the catalog, and how it words and measures its TPUs."""

    __slots__ = ("id", "name", "per_device", "read")

    def __init__(self, id_: str, name: str, read_: Callable[[str, str], Wording | None], *, per_device: bool) -> None:
        self.id, self.name, self.read, self.per_device = id_, name, read_, per_device


SERVICES = (
    Service("6F81-5844-456A", "Compute Engine", read, per_device=False),
    Service("E000-3F24-B8AA", "Cloud TPU", read_old, per_device=True),
)


class Tally:
    """Prices as they are found, each with its notes and sources, and what was not taken.

    `left` are descriptions by why they were left out, `nowhere` regions that the tables do not have, `skus`
    how many there were at all.
    """

    __slots__ = ("found", "left", "nowhere", "skus")

    def __init__(self) -> None:
        self.found: dict[Key, dict[Decimal, tuple[str, str]]] = defaultdict(dict)
        self.left: dict[str, set[str]] = defaultdict(set)
        self.nowhere: set[str] = set()
        self.skus = 0

    def add(self, skus: Iterable[Sku], service: Service, address: str, known: "Words") -> None:
        """Take the prices out of SKUs; those that are not of TPUs are passed over."""
        for sku in skus:
            self.skus += 1
            if sku.category.resource_group != "TPU" and "tpu" not in sku.description.lower():
                continue
            wording = service.read(sku.description, sku.category.usage_type)
            generation = known.generation(wording.tpu) if wording else None
            if wording is None:
                self.left["worded in a way that is not known"].add(sku.description)
            elif generation is None or service.per_device != (generation in DEVICE_CHIPS):
                self.left["of a generation that this service is not known to sell"].add(sku.description)
            elif (price := price_of(sku)) is None or not sku.service_regions:
                self.left["without a region, or one price in USD for an hour"].add(sku.description)
            else:
                if service.per_device:
                    price = price / DEVICE_CHIPS[generation]
                form = ("pod" if wording.pod else "device") if generation in FORMED else None
                for region in sku.service_regions:
                    if region in known.regions:
                        where = (generation, form, region, wording.option)
                        self.found[where].setdefault(price, (f"SKU {sku.sku_id}: {sku.description}", address))
                    else:
                        self.nowhere.add(region)

    def take(self, other: "Tally") -> None:
        """Add what another tally has."""
        for key, prices in other.found.items():
            self.found[key] = {**prices, **self.found[key]}
        for why, descriptions in other.left.items():
            self.left[why] |= descriptions
        self.nowhere |= other.nowhere
        self.skus += other.skus

    def readings(self, day: dt.date) -> list[PriceReading]:
        """Return the prices; where two SKUs disagree there is none."""
        return [
            PriceReading(
                generation=generation,
                form=form,
                region=region,
                option=option,
                usd_per_chip_hour=money(price),
                read_on=Period(first=day, last=day),
                rounded=False,
                current=True,
                sources=(address,),
                confidence=Confidence.HIGH,
                note=printable(note),
            )
            for (generation, form, region, option), prices in sorted(self.found.items(), key=_order)
            if len(prices) == 1
            for price, (note, address) in prices.items()
        ]

    def remarks(self) -> list[str]:
        """Return what was left out, and why."""
        found = [
            f"{counted(len(descriptions), 'TPU price')} left out, {why}: {several(sorted(descriptions))}"
            for why, descriptions in sorted(self.left.items())
        ]
        if self.nowhere:
            regions = f"{counted(len(self.nowhere), 'region')} that this catalog does not know"
            found.append(f"prices left out in {regions}: {several(sorted(self.nowhere))}")
        split = [key for key, prices in sorted(self.found.items(), key=_order) if len(prices) > 1]
        if split:
            which = several([" ".join(filter(None, key)) for key in split])
            found.append(f"{counted(len(split), 'price')} left out, two SKUs disagree: {which}")
        return found


class Words:
    """What the tables know: regions, and generations by what an SKU calls them."""

    __slots__ = ("_names", "_read", "regions")

    def __init__(self, index: Index) -> None:
        self.regions = frozenset(index.regions)
        self._names = index.names
        self._read: dict[str, str | None] = {}

    def generation(self, word: str) -> str | None:
        """Return the generation; None where the word is not known, or was only taken for something."""
        if word not in self._read:
            try:
                found = self._names.parse(word)
                self._read[word] = None if found.note or found.accelerator_type else found.generation
            except TpuZonesError:
                self._read[word] = None
        return self._read[word]


def price_of(sku: Sku) -> Decimal | None:
    """Return the newest price of an SKU, exactly; None where it is not one amount of USD for an hour.

    An amount of zero is no price: the API leaves out what it does not say.
    """
    if not sku.pricing_info:
        return None
    newest = max(reversed(sku.pricing_info), key=lambda one: one.effective_time).pricing_expression
    if newest.usage_unit != "h" or len(newest.tiered_rates) != 1:
        return None
    (rate,) = newest.tiered_rates
    money = rate.unit_price
    amount = Decimal(money.units) + Decimal(money.nanos).scaleb(-9)
    return amount if money.currency_code == "USD" and not rate.start_usage_amount and amount > 0 else None


def _order(item: tuple[Key, object]) -> tuple[str, ...]:
    return tuple(part or "" for part in item[0])
