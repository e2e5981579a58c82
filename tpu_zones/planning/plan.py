"""From chips to a placement: a zone, a slice, an option, a price, best first."""

from tpu_zones.facts.catalog import Catalog
from tpu_zones.planning.ask import Ask
from tpu_zones.planning.candidates import groups
from tpu_zones.planning.placing import Placer
from tpu_zones.planning.remarks import remarks
from tpu_zones.records.placements import Placement
from tpu_zones.records.rows import Rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from decimal import Decimal

    from tpu_zones.planning.candidates import Group


def plan(
    tpu: str | None = None,
    *,
    chips: int | None = None,
    topology: str | None = None,
    slices: int = 1,
    within: "str | Iterable[str] | None" = None,
    option: "str | Iterable[str]" = "on-demand",
    surface: str | None = "gke",
    hours: "float | str | Decimal | None" = None,
    near: str | None = None,
    evidence: str = "documented",
    limit: int = 20,
    catalog: Catalog | None = None,
) -> Rows[Placement]:
    """Return the placements for one size, best first; each emits its own config (`emit`).

    By generation, the newest first, each with at least one placement; then evidence, option (known to be
    taken, then unknown; refused ones are left out and named), access, distance, price, zone. The order of the
    options decides ties alone. A Spot price read more than 30 days ago is shown and does not rank: such a
    placement comes after those with a price that counts. Money is USD, list price; nothing here says that
    capacity is free.

    Raises `WrongUsage` unless exactly one size is given, `NoSuchSlice` where no slice has it.

    tpu: any name of hardware; an accelerator type (v5p-16) brings its size (default: any TPU)
    chips: chips of one slice
    topology: the slice's topology: 4x4, 2x2x4
    slices: how many slices
    within: places, by comma: a continent, EU, a country, a city, a region, a zone
    option: how to buy, by comma: on-demand, spot, flex-start, calendar, reservation, commit-1y, commit-3y
    surface: where to create: gke, compute-engine, cloud-tpu-api
    hours: for how long, as a number, for the total in USD
    near: a place; the nearer zone comes first
    evidence: documented (Google's newest list), observed (adds what a source saw), any (adds withdrawn, doubtful)
    limit: at most so many placements

    >>> one = plan("v6e", chips=256, within="EU").one()
    >>> str(one), one.nodes, str(one.usd_per_hour)
    ('europe-west4-a ct6e-standard-4t 16x16 on-demand', 64, '760.32')
    """
    catalog = catalog or Catalog.default()
    ask = Ask(catalog, tpu, (chips, topology), slices, within, option, surface, hours, near, evidence, limit)
    found = groups(ask)
    placer = Placer(ask)
    rows = [placer.place(one) for group, most in _shares(found, ask.limit) for one in group.candidates[:most]]
    notes, day = remarks(ask, found, rows)
    return Rows(rows, record=Placement, notes=notes, evidence_date=day)


def _shares(found: "Sequence[Group]", limit: int) -> "list[tuple[Group, int]]":
    """Return how many of each group are shown: all in turn, but one is kept for each group that follows."""
    filled = [group for group in found if group.candidates]
    shares, left = [], limit
    for number, group in enumerate(filled[:limit]):
        waiting = len(filled[:limit]) - number - 1
        share = min(len(group.candidates), left - waiting)
        shares.append((group, share))
        left -= share
    return shares
