"""What chips cost for hours: chips x hours x the price of each region, and what that leaves out."""

import datetime as dt
from decimal import ROUND_CEILING, ROUND_HALF_UP, Decimal

from tpu_zones.errors import WrongUsage
from tpu_zones.facts.amounts import CENT, count, duration, tidy
from tpu_zones.facts.ask import names_all, options
from tpu_zones.facts.dates import newest_day
from tpu_zones.facts.notes import on_zones
from tpu_zones.facts.readings import form_of, forms, has_form, is_stale, no_price, reading, stale_note
from tpu_zones.facts.where import evidence_date, search, understand
from tpu_zones.records.costs import Cost
from tpu_zones.records.rows import Note, Rows
from tpu_zones.records.table import counted
from tpu_zones.records.words import Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from tpu_zones.facts.index import Index
    from tpu_zones.names import Hardware

    Regions = Mapping[str, Sequence[str]]

HOURS_A_YEAR = 8760
COMMITMENTS = (Option.COMMIT_1Y, Option.COMMIT_3Y)
EXCLUDED = "GKE cluster fee, system nodes, disks, storage, network, tax"
"""What comes on top. Sources: Google's pages on the pricing of TPUs and of GKE."""
_FEW = 12


def cost(
    index: "Index",
    tpu: str,
    within: "str | Iterable[str] | None",
    chips: int | None,
    slices: int | None,
    hours: "float | str | Decimal",
    option: "str | Iterable[str]",
    evidence: str,
    today: dt.date,
) -> Rows[Cost]:
    """Return what chips cost for hours: by region in the order of places, then by option."""
    hardware = index.names.parse(tpu)
    chips, slices = count("chips", chips), count("slices", slices)
    many = duration(hours)
    total = _chips(hardware, chips, slices)
    question = understand(index, tpu, within, None, None, evidence)
    known = index.priced_options.get(hardware.generation, ())
    named = options(option) or (Option.ON_DEMAND,)
    every = names_all(option)
    wanted = known if every else named
    form = _form(index, hardware, total)
    found = search(index, question)
    kept = [one for one in found.kept if has_form(one, form)]
    regions = {
        region: [one.zone for one in kept if one.region == region and one.zone]
        for region in dict.fromkeys(one.region for one in kept)
    }
    rows = []
    for region, zones in regions.items():
        priced = [way for way in wanted if not every or reading(index, hardware.generation, form, region, way)[0]]
        for way in priced or [Option.ON_DEMAND]:
            rows.append(_row(index, hardware.generation, form, region, zones, way, total, many))
    notes = [*on_zones(index, question, found)]
    if rows:
        notes += _notes(index, hardware, total, slices, form, regions, wanted, today)
    elif found.kept:
        where = ", ".join(one.zone or one.region for one in found.kept)
        notes.append(Note(code="size", text=f"{total} chips are a {form}, and only other sizes are listed in {where}"))
    return Rows(
        rows,
        record=Cost,
        notes=notes,
        evidence_date=newest_day([row.read_on for row in rows], evidence_date(index, question, found)),
    )


def _chips(hardware: "Hardware", chips: int | None, slices: int | None) -> int:
    """Return the chips in total."""
    own, name = hardware.accelerator_type, hardware.name.strip()
    if own and hardware.chips:
        if chips is not None:
            raise WrongUsage(f"{own} has {hardware.chips} chips: leave chips out, or say {hardware.generation}")
        return count("chips", hardware.chips * (slices or 1)) or 0
    if slices is not None:
        raise WrongUsage(f"slices count an accelerator type such as v5p-8, and {name} is none: say chips, in total")
    if chips is None:
        each = f" (one {name} has {hardware.chips})" if hardware.chips else ", or an accelerator type such as v5p-8"
        raise WrongUsage(f"how many chips of {name}? Say chips, in total{each}")
    return chips


def _form(index: "Index", hardware: "Hardware", chips: int) -> str | None:
    """Return the form that is priced: of one slice, or for chips of no slice by their number."""
    known = forms(index, hardware)
    return known[0] if len(known) == 1 else form_of(chips)


def _row(
    index: "Index",
    generation: str,
    form: str | None,
    region: str,
    zones: "Sequence[str]",
    option: Option,
    chips: int,
    hours: Decimal,
) -> Cost:
    price, _ = reading(index, generation, form, region, option)
    chip_hours = tidy(chips * hours)
    reason = None if price else no_price(index, generation, form, region, option)
    if not zones:
        reason = "; ".join(filter(None, (reason, "its machine types are published there without a zone")))
    return Cost(
        generation=generation,
        region=region,
        zones=tuple(zones),
        option=option,
        form=form,
        chips=chips,
        hours=hours,
        chip_hours=chip_hours,
        usd_per_chip_hour=price.usd_per_chip_hour if price else None,
        total_usd=(chip_hours * price.usd_per_chip_hour).quantize(CENT, ROUND_HALF_UP) if price else None,
        read_on=price.read_on if price else None,
        rounded=price.rounded if price else False,
        reason=reason,
        price_sources=price.sources if price else (),
    )


def _notes(
    index: "Index",
    hardware: "Hardware",
    chips: int,
    slices: int | None,
    form: str | None,
    regions: "Regions",
    wanted: "Sequence[Option]",
    today: dt.date,
) -> "Iterator[Note]":
    yield _about_slices(index, hardware, chips, slices)
    host = index.statements.get("host-included")
    if host and host.value is True:
        yield Note(code="included", text=f"in it: the host's vCPUs and memory ({host.note}; {host.seen})")
    yield Note(code="excluded", text=f"not in it: {EXCLUDED}")
    yield Note(code="billing", text="billed by the chip-hour while a node is ready, in use or idle")
    yield from _about_commitments(index, hardware.generation, form, regions, wanted)
    if Option.SPOT in wanted:
        spot = [reading(index, hardware.generation, form, region, Option.SPOT)[0] for region in regions]
        yield from stale_note([one.region for one in spot if one and is_stale(one, today)], today)


def _about_slices(index: "Index", hardware: "Hardware", chips: int, slices: int | None) -> Note:
    """Say whether the chips are a slice."""
    generation = hardware.generation
    if hardware.accelerator_type:
        many = "one slice" if slices in (None, 1) else f"{slices} slices"
        return Note(code="slice", text=f"{many} of {hardware.accelerator_type}: {counted(chips, 'chip')}")
    sizes = index.names.sizes(index.generations[generation])
    if chips in sizes:
        return Note(code="slice", text=f"{counted(chips, 'chip')} can be one slice of {generation}")
    near = [max((size for size in sizes if size < chips), default=0), min((s for s in sizes if s > chips), default=0)]
    few = len(sizes) <= _FEW
    listed = ", ".join(str(size) for size in (sizes if few else near) if size)
    text = f"{counted(chips, 'chip')} {'is' if chips == 1 else 'are'} no slice of {generation}"
    return Note(code="no-slice", text=f"{text}; {'sizes' if few else 'nearest sizes'}: {listed}")


def _about_commitments(
    index: "Index", generation: str, form: str | None, regions: "Regions", wanted: "Sequence[Option]"
) -> "Iterator[Note]":
    """Say from how many hours a year a commitment costs less than the same chips on demand."""
    said: dict[str, list[str]] = {}
    for region in regions:
        on_demand, _ = reading(index, generation, form, region, Option.ON_DEMAND)
        for option in COMMITMENTS:
            price, _ = reading(index, generation, form, region, option)
            if option in wanted and price and on_demand:
                ratio = price.usd_per_chip_hour / on_demand.usd_per_chip_hour
                hours = int((HOURS_A_YEAR * ratio).to_integral_value(ROUND_CEILING))
                said.setdefault(f"{option} from {hours:,} hours a year", []).append(region)
    if said:
        pays = "; ".join(f"{text} ({', '.join(where)})" for text, where in said.items())
        text = f"a commitment is paid for all {HOURS_A_YEAR:,} hours of a year; against on-demand it pays: {pays}"
        yield Note(code="commitment", text=text)
