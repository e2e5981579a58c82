"""The catalog: every look-up, as a method."""

from tpu_zones.facts.asking import Asking

TYPE_CHECKING = False
if TYPE_CHECKING:
    import datetime as dt
    import os
    from collections.abc import Iterable
    from decimal import Decimal

    from tpu_zones.records.availability import Availability
    from tpu_zones.records.cards import Card
    from tpu_zones.records.claims import Claim
    from tpu_zones.records.costs import Cost
    from tpu_zones.records.generations import Generation
    from tpu_zones.records.history import Change
    from tpu_zones.records.offerings import Offering
    from tpu_zones.records.prices import Price
    from tpu_zones.records.rows import Rows
    from tpu_zones.records.slices import Slice
    from tpu_zones.records.status import Status
    from tpu_zones.records.versions import Version
    from tpu_zones.records.zones import Zone


class Catalog(Asking):
    """What is known of Google Cloud's zones and TPUs, from one snapshot; it never changes.

    Questions return `Rows`, maybe empty, with notes that say why. A name that nobody knows, or that has
    two meanings, raises `UnknownName` with the nearest good ones; a size that no slice has, `NoSuchSlice`.

    >>> catalog = Catalog.bundled()
    >>> catalog.zones("v6e", within="NL")
    Rows(1 Zone: europe-west4-a)
    """

    _default: "Catalog | None" = None

    @staticmethod
    def default() -> "Catalog":
        """Return the catalog that the functions of the package ask, read once in a process.

        `TPU_ZONES_SNAPSHOT` names its snapshot: a path, or `bundled`. By default it is the newer of the
        bundled one and the one that `refresh` keeps for this user, by the date of their data.
        """
        if Catalog._default is None:
            import os

            named = os.environ.get("TPU_ZONES_SNAPSHOT")
            if named:
                Catalog._default = Catalog.bundled() if named == "bundled" else Catalog.load(named)
            else:
                from tpu_zones.facts.serving import serving

                Catalog._default = Catalog(serving())
        return Catalog._default

    @classmethod
    def of_project(cls, project: str, *, today: "dt.date | None" = None) -> "Catalog":
        """Return the catalog that also has what `refresh` saw with a project's eyes.

        Raises `SnapshotError` where nothing was refreshed for it.
        """
        from tpu_zones.facts.serving import of_project

        return cls(of_project(project), today=today)

    @classmethod
    def bundled(cls, *, today: "dt.date | None" = None) -> "Catalog":
        """Return the catalog of the snapshot inside the package; ages count from `today` (default: the real one)."""
        from tpu_zones.facts.load import bundled

        return cls(bundled(), today=today)

    @classmethod
    def load(cls, path: "str | os.PathLike[str]", *, today: "dt.date | None" = None) -> "Catalog":
        """Return the catalog of a snapshot in a folder, validated in full.

        Of a newer snapshot unknown fields are ignored and unknown words kept as text. Raises
        `SnapshotError` naming file, row and field for one that is missing or corrupt.
        """
        from tpu_zones.facts.outside import load

        return cls(load(path), today=today)

    def with_granted(self, granted: "str | Iterable[str]") -> "Catalog":
        """Return the catalog of a project that Google gave zones beside its list: there they are answers too.

        Their evidence stays what it is, and a note says that they are granted. What no source has seen is no row.

        granted: generation and zone, by comma: v6e:us-east5-c

        >>> Catalog.bundled().with_granted("v6e:us-east5-c")
        <Catalog bundled, compiled 2026-11-30, granted v6e:us-east5-c>
        >>> Catalog.bundled().with_granted("v6e:us-east5-c").zones("v6e", "us-east5")
        Rows(3 Zone: us-east5-a, us-east5-b, us-east5-c)
        """
        from tpu_zones.facts.granted import pairs

        found = type(self)(self.snapshot, today=self._today)
        found.index.granted = self.index.granted.union(pairs(self.index, granted))
        return found

    def zones(
        self,
        tpu: str | None = None,
        within: "str | Iterable[str] | None" = None,
        *,
        option: "str | Iterable[str] | None" = None,
        surface: str | None = None,
        evidence: str = "documented",
    ) -> "Rows[Zone]":
        """Return the zones that offer a TPU: open ones first, then by name.

        It says where Google offers it, never whether capacity is free. Where several places are named,
        the zones come in the order of the places.

        tpu: any name of hardware: v5p, Trillium, ct6e-standard-4t, v5litepod-16 (default: any TPU)
        within: places, by comma: a continent, EU, a country, a city, a region, a zone
        option: how to buy, by comma: on-demand, spot, flex-start, calendar, reservation; or all: any of them
        surface: where to create: gke, compute-engine, cloud-tpu-api
        evidence: documented (Google's newest list), observed (adds what a source saw), any (adds withdrawn, doubtful)

        >>> Catalog.bundled().zones("v6e", within="us-central1-b,NL", option="spot", surface="gke")
        Rows(2 Zone: us-central1-b, europe-west4-a)
        """
        return self._ask("where", "zones", tpu, within, option, surface, evidence)  # type: ignore[no-any-return]

    def generations(
        self,
        within: "str | Iterable[str] | None" = None,
        *,
        option: "str | Iterable[str] | None" = None,
        surface: str | None = None,
        evidence: str = "documented",
    ) -> "Rows[Generation]":
        """Return the TPU generations that a place offers; without a question, all that are known.

        within: places, by comma: a continent, EU, a country, a city, a region, a zone
        option: how to buy, by comma: on-demand, spot, flex-start, calendar, reservation; or all: any of them
        surface: where to create: gke, compute-engine, cloud-tpu-api
        evidence: documented (Google's newest list), observed (adds what a source saw), any (adds withdrawn, doubtful)

        >>> Catalog.bundled().generations("europe-west4-a")
        Rows(3 Generation: v2, v3, v6e)
        """
        return self._ask("where", "generations", within, option, surface, evidence)  # type: ignore[no-any-return]

    def offerings(
        self,
        tpu: str | None = None,
        within: "str | Iterable[str] | None" = None,
        *,
        option: "str | Iterable[str] | None" = None,
        surface: str | None = None,
        evidence: str = "documented",
    ) -> "Rows[Offering]":
        """Return the offerings behind the zones: evidence, last sighting, sizes, qualifiers, sources.

        tpu: any name of hardware: v5p, Trillium, ct6e-standard-4t, v5litepod-16 (default: any TPU)
        within: places, by comma: a continent, EU, a country, a city, a region, a zone
        option: how to buy, by comma: on-demand, spot, flex-start, calendar, reservation; or all: any of them
        surface: where to create: gke, compute-engine, cloud-tpu-api
        evidence: documented (Google's newest list), observed (adds what a source saw), any (adds withdrawn, doubtful)

        >>> [str(one.evidence) for one in Catalog.bundled().offerings("v6e", "us-east5", evidence="any")]
        ['documented', 'documented', 'observed']
        """
        return self._ask("where", "offerings", tpu, within, option, surface, evidence)  # type: ignore[no-any-return]

    def claims(
        self,
        tpu: str | None = None,
        within: "str | Iterable[str] | None" = None,
        *,
        option: "str | Iterable[str] | None" = None,
        surface: str | None = None,
    ) -> "Rows[Claim]":
        """Return who says what on a TPU in a place, the newest first: for a zone all that `availability` stands on.

        Google's newest list that covers a zone and does not have it is a claim too: `absent`.

        tpu: any name of hardware: v5p, Trillium, ct6e-standard-4t, v5litepod-16 (default: any TPU)
        within: places, by comma; a claim on a region is none on its zones, unless it is the only word on them
        option: only claims on these options, by comma; or all
        surface: only claims on this surface, or on none

        >>> [str(claim.what) for claim in Catalog.bundled().claims("v6e", "us-east5-c")]
        ['reserved', 'type', 'absent', 'type', 'listed', 'type', 'type']
        """
        return self._ask("claims", "claims", tpu, within, option, surface)  # type: ignore[no-any-return]

    def availability(
        self, tpu: str, zone: str, *, option: str | None = None, surface: str | None = None
    ) -> "Availability":
        """Return whether Google offers a TPU in a zone, never whether capacity is free.

        `answer` is yes, no or unknown, with `reasons`, `claims` for and against, `nearest` zones where the
        answer is yes (kilometres) and the `quota` to ask for. A region, or another place, is `WrongUsage`
        that lists its zones.

        tpu: any name of hardware: v5p, Trillium, ct6e-standard-4t, v5litepod-16
        zone: a zone: europe-west4-b
        option: how to buy: on-demand, spot, flex-start, calendar, reservation
        surface: where to create: gke, compute-engine, cloud-tpu-api

        >>> one = Catalog.bundled().availability("v6e", "us-east5-c")
        >>> str(one.answer), str(one.evidence), str(one.nearest[0])
        ('unknown', 'observed', 'us-east5-a (same region)')
        """
        return self._ask("availability", "availability", tpu, zone, option, surface)  # type: ignore[no-any-return]

    def require(
        self,
        tpu: str,
        within: "str | Iterable[str] | None" = None,
        *,
        option: "str | Iterable[str] | None" = None,
        surface: str | None = None,
        evidence: str = "documented",
    ) -> "Rows[Zone]":
        """Return the zones that offer a TPU, at least one, or raise `NotOffered`.

        The error says why there is none, and where it is offered (`nearest`: zone ids, the nearest first).

        tpu: any name of hardware: v5p, Trillium, ct6e-standard-4t, v5litepod-16
        within: places, by comma: a continent, EU, a country, a city, a region, a zone
        option: how to buy, by comma: on-demand, spot, flex-start, calendar, reservation; or all: any of them
        surface: where to create: gke, compute-engine, cloud-tpu-api
        evidence: documented (Google's newest list), observed (adds what a source saw), any (adds withdrawn, doubtful)

        >>> Catalog.bundled().require("v5p", within="Europe")
        Rows(1 Zone: europe-west4-b)
        """
        return self._ask("availability", "require", tpu, within, option, surface, evidence)  # type: ignore[no-any-return]

    def slices(
        self,
        tpu: str,
        *,
        chips: int | None = None,
        topology: str | None = None,
        machine_type: str | None = None,
    ) -> "Rows[Slice]":
        """Return the slices of a TPU: fewest hosts first, then the most cubic, then by name.

        An accelerator type means its own slice. Shapes of a legacy or undocumented machine type come back only
        where that is named. `NoSuchSlice` names the nearest slices that exist.

        tpu: any name of hardware: v5p, Trillium, ct6e-standard-4t, v5litepod-16
        chips: chips of one slice
        topology: the slice's topology, sides in order: 4x4, 2x2x4
        machine_type: only slices of this machine type, such as ct6e-standard-8t

        >>> [(one.machine_type, one.hosts) for one in Catalog.bundled().slices("v6e", chips=8)]
        [('ct6e-standard-8t', 1), ('ct6e-standard-4t', 2)]
        """
        return self._ask("slices", "slices", tpu, chips, topology, machine_type)  # type: ignore[no-any-return]

    def prices(
        self,
        tpu: str | None = None,
        within: "str | Iterable[str] | None" = None,
        *,
        option: "str | Iterable[str] | None" = None,
        evidence: str = "documented",
    ) -> "Rows[Price]":
        """Return what a chip-hour costs: a row a zone and option, in USD, with the day it was read.

        List prices before tax and discounts, from Google's billing catalog and pricing page by way of the
        sources that each row names. A price that is not known is a row without an amount, and its reason;
        the price of a region where no such zone is known is a row without a zone. A Spot price read more
        than 30 days ago is marked as stale.

        tpu: any name of hardware: v5p, Trillium, ct6e-standard-4t, v5litepod-16 (default: any TPU)
        within: places, by comma: a continent, EU, a country, a city, a region, a zone
        option: how to buy, by comma: on-demand, spot, flex-start, calendar, commit-1y, commit-3y; or all
        evidence: documented (Google's newest list), observed (adds what a source saw), any (adds withdrawn, doubtful)

        >>> [str(price) for price in Catalog.bundled().prices("v6e", "NL", option="on-demand,spot")]
        ['europe-west4-a on-demand 2.97', 'europe-west4-a spot 1.782']
        """
        return self._ask("prices", "prices", tpu, within, option, evidence, self.today)  # type: ignore[no-any-return]

    def cost(
        self,
        tpu: str,
        within: "str | Iterable[str] | None" = None,
        *,
        chips: int | None = None,
        slices: int | None = None,
        hours: "float | str | Decimal",
        option: "str | Iterable[str]" = "on-demand",
        evidence: str = "documented",
    ) -> "Rows[Cost]":
        """Return what chips cost for hours: a row a region, chips x hours x list price, in USD to the cent.

        In it: the host's vCPUs and memory. Not in it: GKE cluster fee, system nodes, disks, storage,
        network, tax. Raises `WrongUsage` where the chips are missing or said twice, or a number is none.

        tpu: any name of hardware; an accelerator type (v5p-8) brings its chips
        within: places, by comma: a continent, EU, a country, a city, a region, a zone
        chips: how many in total
        slices: how many of an accelerator type (default: 1)
        hours: for how long, as a number
        option: how to buy, by comma: on-demand, spot, flex-start, calendar, commit-1y, commit-3y; or all
        evidence: documented (Google's newest list), observed (adds what a source saw), any (adds withdrawn, doubtful)

        >>> str(Catalog.bundled().cost("v5p-8", "NL", hours=24).one())
        'europe-west4 on-demand 408.24'
        """
        return self._ask("cost", "cost", tpu, within, chips, slices, hours, option, evidence, self.today)  # type: ignore[no-any-return]

    def history(self, tpu: str | None = None, within: "str | Iterable[str] | None" = None) -> "Rows[Change]":
        """Return what was added and removed, the oldest first: on Google's zone lists, in the machine type listing.

        What a copy of a list does not show in full is not covered, and never removed. Without a place the
        steps of each generation come too, from Google's release notes.

        tpu: any name of hardware: v5p, Trillium, ct6e-standard-4t, v5litepod-16 (default: any TPU)
        within: places, by comma; a change of a region is none of its zones

        >>> [str(change) for change in Catalog.bundled().history("v5p", "us-east1-d")]
        ['v5p us-east1-d first listed 2023-12/2024-04', 'v5p us-east1-d removed 2024']
        """
        return self._ask("history", "history", tpu, within)  # type: ignore[no-any-return]

    def show(self, name: str) -> "Card":
        """Return a card of all that is known of a name: zone, region, place, hardware, label or quota.

        `facts` have their sources and days, `tables` the records behind them.

        name: us-east5-c, NL, Trillium, ct6e-standard-4t, v5p-8, tpu-v5p-slice, TPU-V5P-per-project-zone

        >>> print(Catalog.bundled().show("v5p-8").facts[1].text)
        8 TensorCores = 4 chips
        """
        return self._ask("cards", "card", name)  # type: ignore[no-any-return]

    def status(self) -> "Status":
        """Return which snapshot serves, its dates and age in days, and the number of rows of its tables."""
        from tpu_zones.facts.status import status

        return status(self.snapshot, self.today, self.granted)

    def versions(
        self,
        tpu: str | None = None,
        *,
        surface: str | None = None,
        mode: str | None = None,
        gke: str | None = None,
    ) -> "Rows[Version]":
        """Return minimum versions: of GKE by generation, mode and feature, of Cloud TPU runtimes, of frameworks.

        With `gke` each GKE row says whether that version is enough (`answer`), and the `answer` of the rows, with
        the note `verdict`, whether it is for the generation that is asked about; between two figures that sources
        give it is unknown. A figure that nobody found is None, with `answer` unknown.

        tpu: any name of hardware: v5p, Trillium, ct6e-standard-4t, v5litepod-16 (default: every generation)
        surface: only what this surface needs: gke, compute-engine, cloud-tpu-api
        mode: standard, autopilot or auto-creation (default: all; the verdict is for standard)
        gke: a GKE version to judge: 1.34.0-gke.2201000, or 1.34 for any build of it

        >>> rows = Catalog.bundled().versions("tpu7x", mode="standard", gke="1.34.0-gke.991000")
        >>> str(rows.answer), rows[0].minimum, str(rows[0].answer)
        ('no', '1.34.0-gke.2201000', 'no')
        >>> rows.notes[0].text
        'tpu7x on GKE 1.34.0-gke.991000 (standard): no; the minimum is 1.34.0-gke.2201000'
        """
        return self._ask("versions", "versions", tpu, surface, mode, gke)  # type: ignore[no-any-return]

    def _repr_html_(self) -> str:
        return self.status()._repr_html_()  # type: ignore[attr-defined, no-any-return]  # each record has it
