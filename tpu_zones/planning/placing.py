"""From a candidate to a placement: what it costs, what it takes, and what to know of it."""

from decimal import ROUND_HALF_UP, Decimal

from tpu_zones.facts.amounts import CENT, money
from tpu_zones.facts.floors import generation_floors
from tpu_zones.facts.notes import sighting
from tpu_zones.facts.quotas import quotas
from tpu_zones.facts.readings import POD, no_price
from tpu_zones.ordering import gke_version
from tpu_zones.records.machines import Tier
from tpu_zones.records.placements import Placement
from tpu_zones.records.words import RESERVED, Access, Answer, Confidence, Evidence, Option, Surface

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tpu_zones.planning.ask import Ask
    from tpu_zones.planning.candidates import Candidate
    from tpu_zones.records.quotas import Quota

FIGURES = Decimal("0.000001")
_ACCESS = {
    Access.AI: "an AI zone: a project sees it only after it is enabled for it",
    Access.ALLOWLIST: "shown to projects only that Google admitted",
}
_BOUGHT = {
    Option.FLEX_START: "a node {longest}may wait hours or days for its start",
    Option.SPOT: "can be taken back at any time",
    Option.CALENDAR: "{booked}a request cannot be changed or cancelled",
    Option.RESERVATION: "takes its nodes from a reservation that the project already has",
    Option.COMMIT_1Y: "a commitment is a price, not capacity; Google's sales make it",
    Option.COMMIT_3Y: "a commitment is a price, not capacity; Google's sales make it",
}
_SHARED_CORE = ("f1", "g1")
"""Too small for the system Pods of GKE."""


class Placer:
    """What all placements of one plan share."""

    __slots__ = ("_floors", "_limits", "_machines", "_peaks", "ask", "index")

    def __init__(self, ask: "Ask") -> None:
        self.ask, self.index = ask, ask.catalog.index
        self._peaks = {
            one.generation: Decimal(str(one.value)) / 1000
            for one in self.index.snapshot.groups("specs", "name").get("peak_bf16", ())
            if one.unit == "TFLOP/s"
        }
        self._machines = {one.machine_type: one for one in self.index.table("machine_types")}
        longest = self.index.value("flex-start-shape", "longest_run_seconds")
        least, most = self.index.value("consumption-4", "days") or (None, None)
        self._limits = {
            "longest": f"runs at most {longest // 86400} days, and " if longest else "",
            "booked": f"booked for {least} to {most} days; " if most else "",
        }
        self._floors: dict[tuple[str, Option], tuple[str | None, tuple[str, ...]]] = {}

    def place(self, one: "Candidate") -> Placement:
        """Return the placement."""
        ask, fitting, offering = self.ask, one.slice, one.offering
        chips = fitting.chips * ask.count
        zone = offering.zone or ""
        price = one.price.usd_per_chip_hour if one.price else None
        hourly = money(price * chips) if price is not None else None
        peak = self._peaks.get(fitting.generation)
        total = (hourly * ask.hours).quantize(CENT, ROUND_HALF_UP) if hourly is not None and ask.hours else None
        version, about_version = self._floor(fitting.generation, one.option)
        quota = tuple(self._quota(one))
        machine = self._machines.get(fitting.machine_type)
        disks = machine.boot_disk_types if machine else ()
        return Placement(
            generation=fitting.generation,
            machine_type=fitting.machine_type,
            topology=fitting.topology,
            chips=fitting.chips,
            tensorcores=fitting.tensorcores,
            hosts=fitting.hosts,
            chips_per_host=fitting.chips_per_host,
            multi_host=fitting.multi_host,
            gke_accelerator=fitting.gke_accelerator,
            accelerator_type=fitting.accelerator_type,
            zone=zone,
            option=one.option,
            slices=ask.count,
            nodes=fitting.hosts * ask.count,
            usd_per_hour=hourly,
            total_usd=total,
            read_on=one.price.read_on if one.price else None,
            gke_version=version,
            quota=quota,
            notes=(*self._caveats(one), *about_version, *self._no_quota(one, quota)),
            region=offering.region,
            access=self.index.zones[zone].access,
            evidence=offering.evidence,
            option_answer=one.answer,
            kilometres=one.kilometres,
            usd_per_chip_hour=price,
            peak_pflops=peak * chips if peak else None,
            usd_per_pflop_hour=(price / peak).quantize(FIGURES) if price is not None and peak else None,
            cpu_families=self._families(zone),
            boot_disk=disks[0] if disks and not any(disk.startswith("pd-") for disk in disks) else None,
            surface=ask.surface,
            price_sources=one.price.sources if one.price else (),
        )

    def _families(self, zone: str) -> tuple[str, ...] | None:
        """Return the machine families for a system pool that a zone is known to have; None: not known."""
        known = self.index.value("system-pool-families", zone)
        return None if known is None else tuple(one for one in known.get("present", ()) if one not in _SHARED_CORE)

    def _floor(self, generation: str, option: Option) -> tuple[str | None, tuple[str, ...]]:
        """Return the lowest GKE version on Standard, and what is to be said of it."""
        if self.ask.surface is not Surface.GKE:
            return None, ()
        known = self._floors.get((generation, option))
        if known is None:
            known = self._floors[generation, option] = self._floor_of(generation, option)
        return known

    def _floor_of(self, generation: str, option: Option) -> tuple[str | None, tuple[str, ...]]:
        floors = generation_floors(self.index, generation, None)
        own = next((one for one in floors if one.mode == "standard"), None)
        for_option = {Option.FLEX_START: "flex-tpu", Option.SPOT: "spot-tpu"}.get(option)
        floor = next((one.min_version for one in self.index.table("gke_versions") if one.id == for_option), None)
        if own is None or own.minimum is None:
            more = f"; {option} needs {floor} or newer" if floor else ""
            return None, (f"the lowest GKE version of {generation} is not known{more}",)
        said: tuple[str, ...] = ()
        if own.alternatives and own.confidence is not Confidence.HIGH:
            said = (f"GKE {own.minimum} for {generation}; other sources say {', '.join(own.alternatives)}",)
        return max(filter(None, (own.minimum, floor)), key=gke_version), said

    def _quota(self, one: "Candidate") -> "Iterator[str]":
        """Yield what to ask for; flex-start draws on preemptible quota first, then on the standard one."""
        if one.option in RESERVED:
            return
        drawn = {Option.SPOT: ("spot",), Option.FLEX_START: ("spot", "on-demand")}.get(one.option, ("on-demand",))
        family = (one.slice.machine_type or "").partition("-")[0]
        for provisioning in drawn:
            for row in quotas(self.index, self.index.generations[one.slice.generation], self.ask.surface):
                mine = row.tpu_family is None or row.tpu_family.casefold() == family
                legacy = "LITE_DEVICE" in (row.legacy_enum or "")  # the quota of ct5l machines
                if one.form and row.unit == "cores":  # v2 and v3: quota of its own for pods
                    mine = (" pod " in (row.display_name or "")) == (one.form == POD)
                if row.provisioning == provisioning and mine and legacy == (one.slice.tier is Tier.LEGACY):
                    yield self._amount(row, one)

    def _amount(self, row: "Quota", one: "Candidate") -> str:
        each = one.slice.tensorcores if row.unit == "cores" else one.slice.chips
        names = [row.metric or row.quota_id or row.display_name or row.legacy_enum]
        names += [f"tpu_family {row.tpu_family}"] if row.tpu_family else []
        return f"{', '.join(map(str, names))}: {each * self.ask.count} {row.unit} per {row.per or 'zone or region'}"

    def _no_quota(self, one: "Candidate", quota: tuple[str, ...]) -> "Iterator[str]":
        if one.option in RESERVED:
            yield "nodes from a reservation need no more quota"
        elif not quota:
            yield f"the quota for {one.option} is not known"

    def _caveats(self, one: "Candidate") -> "Iterator[str]":
        """Yield what to know of a placement."""
        offering, fitting, option = one.offering, one.slice, one.option
        if offering.evidence is not Evidence.DOCUMENTED:
            yield f"{offering.evidence}, not on Google's list: {sighting(offering)}"
        if one.answer is Answer.UNKNOWN:
            yield f"whether {option} is taken there is not known"
        if one.price is None:
            yield no_price(self.index, fitting.generation, one.form, offering.region, option)
        elif one.stale:
            yield f"the Spot price was read {one.price.read_on}, too long ago to rank by it"
        if access := _ACCESS.get(self.index.zones[offering.zone or ""].access):
            yield access
        verdicts = [
            row for zone in (None, offering.zone) for row in self.index.options.get((fitting.generation, zone), ())
        ]
        if any(row.allowlist for row in verdicts if row.option == option):
            yield f"{option}: a project may have to be admitted by Google first"
        if bought := _BOUGHT.get(option):
            yield bought.format_map(self._limits)
        if fitting.disputed and fitting.note:
            yield fitting.note
        if fitting.multi_host and self.ask.surface is Surface.GKE:
            yield "one node pool is one slice: it is made, upgraded and repaired as a whole"
        if families := self._families(offering.zone or ""):
            yield f"the system pool needs a machine family that the zone has: {', '.join(families)}"
