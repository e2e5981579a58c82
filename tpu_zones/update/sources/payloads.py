"""What Google's APIs answer with, as far as it is used: unknown fields are ignored, wrong types refused.

All fields are optional where the API leaves out what is empty (proto3 JSON: no empty list, no zero).
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter
from pydantic.alias_generators import to_camel


class Payload(BaseModel):
    """A JSON object of an API."""

    model_config = ConfigDict(extra="ignore", strict=True, frozen=True, alias_generator=to_camel)


class Page(Payload):
    """A page of a list."""

    next_page_token: str = ""
    """Empty or missing on the last page."""


# Compute Engine: machineTypes.aggregatedList


class Datum(Payload):
    """A detail of a warning."""

    key: str = ""
    value: str = ""


class Warned(Payload):
    """What is odd about a list, or about one zone on one page."""

    code: str = ""
    data: tuple[Datum, ...] = ()


class Deprecation(Payload):
    """How far something is on its way out."""

    state: str = ""


class MachineTypeRow(Payload):
    """A machine type in a zone."""

    name: str
    zone: str = ""
    """A short name; some write it as an address."""
    deprecated: Deprecation | None = None


class ZonePart(Payload):
    """What a page says of one zone: some machine types, or a warning."""

    machine_types: tuple[MachineTypeRow, ...] = ()
    warning: Warned | None = None


class MachineTypesPage(Page):
    """A page of machine types over all zones."""

    kind: Literal["compute#machineTypeAggregatedList"]
    items: dict[str, ZonePart] = {}
    """By scope: `zones/us-central1-a`."""
    unreachables: tuple[str, ...] = ()
    warning: Warned | None = None


# Cloud TPU API: locations and acceleratorTypes


class Location(Payload):
    """A zone of the Cloud TPU API."""

    name: str = ""
    location_id: str = ""


class LocationsPage(Page):
    """A page of locations."""

    locations: tuple[Location, ...] = ()


class AcceleratorConfig(Payload):
    """A shape of an accelerator type."""

    type: str = ""
    """An enum value, kept as text: newer ones are no error."""


class AcceleratorTypeRow(Payload):
    """An accelerator type in a location."""

    name: str = ""
    type: str = ""
    accelerator_configs: tuple[AcceleratorConfig, ...] = ()


class AcceleratorTypesPage(Page):
    """A page of the accelerator types of one location."""

    accelerator_types: tuple[AcceleratorTypeRow, ...] = ()
    unreachable: tuple[str, ...] = ()


# Cloud Billing Catalog: services.skus


class Money(Payload):
    """An amount; both parts may be missing when they are zero."""

    currency_code: str = ""
    units: Annotated[str, Field(pattern="^-?[0-9]{1,19}$")] = "0"
    """A 64-bit integer, as text."""
    nanos: Annotated[int, Field(gt=-1_000_000_000, lt=1_000_000_000)] = 0


class Rate(Payload):
    """The price from some amount of use on."""

    start_usage_amount: float = 0
    unit_price: Money = Money()


class PricingExpression(Payload):
    """A price, and what it is for."""

    usage_unit: str = ""
    tiered_rates: tuple[Rate, ...] = ()


class PricingInfo(Payload):
    """A price from a day on."""

    effective_time: str = ""
    pricing_expression: PricingExpression = PricingExpression()


class Category(Payload):
    """What kind of thing an SKU is."""

    resource_group: str = ""
    usage_type: str = ""


class Sku(Payload):
    """One thing that is sold."""

    sku_id: str = ""
    description: str = ""
    category: Category = Category()
    service_regions: tuple[str, ...] = ()
    pricing_info: tuple[PricingInfo, ...] = ()


class SkusPage(Page):
    """A page of SKUs."""

    skus: tuple[Sku, ...] = ()


MACHINE_TYPES = TypeAdapter(MachineTypesPage)
LOCATIONS = TypeAdapter(LocationsPage)
ACCELERATOR_TYPES = TypeAdapter(AcceleratorTypesPage)
SKUS = TypeAdapter(SkusPage)
