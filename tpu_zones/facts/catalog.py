"""The catalog: every look-up, as a method."""

from tpu_zones.facts.index import Index

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable
    from typing import Any

    from tpu_zones.facts.load import Snapshot
    from tpu_zones.records.claims import Claim
    from tpu_zones.records.generations import Generation
    from tpu_zones.records.offerings import Offering
    from tpu_zones.records.rows import Rows
    from tpu_zones.records.zones import Zone

_REMEMBERED = 2048


class Catalog:
    """What is known of Google Cloud's zones and TPUs, from one snapshot; it never changes.

    Questions return `Rows`, maybe empty, with notes that say why. A name that nobody knows, or that has
    two meanings, raises `UnknownName` with the nearest good ones; a size that no slice has, `NoSuchSlice`.

    >>> catalog = Catalog.bundled()
    >>> catalog.zones("v6e", within="NL")
    Rows(1 Zone: europe-west4-a)
    """

    _default: "Catalog | None" = None

    def __init__(self, snapshot: "Snapshot") -> None:
        self.snapshot = snapshot
        self.index = Index(snapshot)
        self._memory: dict[Any, Any] = {}

    @staticmethod
    def default() -> "Catalog":
        """Return the catalog that the functions of the package ask, read once in a process.

        `TPU_ZONES_SNAPSHOT` names its snapshot: a path, or `bundled` (also the default).
        """
        if Catalog._default is None:
            import os

            named = os.environ.get("TPU_ZONES_SNAPSHOT", "bundled")
            Catalog._default = Catalog.bundled() if named in ("", "bundled") else Catalog.load(named)
        return Catalog._default

    @classmethod
    def bundled(cls) -> "Catalog":
        """Return the catalog of the snapshot inside the package."""
        from tpu_zones.facts.load import bundled

        return cls(bundled())

    @classmethod
    def load(cls, path: "str | os.PathLike[str]") -> "Catalog":
        """Return the catalog of a snapshot in a folder, validated in full.

        Of a newer snapshot unknown fields are ignored and unknown words kept as text. Raises
        `SnapshotError` naming file, row and field for one that is missing or corrupt.
        """
        from tpu_zones.facts.outside import load

        return cls(load(path))

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
        option: how to buy, by comma: on-demand, spot, flex-start, calendar, reservation
        surface: where to create: gke, compute-engine, cloud-tpu-api
        evidence: documented (on Google's newest list), observed (adds zones that a dated source saw), any

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
        option: how to buy, by comma: on-demand, spot, flex-start, calendar, reservation
        surface: where to create: gke, compute-engine, cloud-tpu-api
        evidence: documented (on Google's newest list), observed (adds zones that a dated source saw), any

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
        option: how to buy, by comma: on-demand, spot, flex-start, calendar, reservation
        surface: where to create: gke, compute-engine, cloud-tpu-api
        evidence: documented (on Google's newest list), observed (adds zones that a dated source saw), any

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
        """Return who says what on a TPU in a place, the newest first.

        tpu: any name of hardware: v5p, Trillium, ct6e-standard-4t, v5litepod-16 (default: any TPU)
        within: places, by comma; a claim on a region is none on its zones
        option: only claims on these options, by comma
        surface: only claims on this surface, or on none

        >>> [str(claim.what) for claim in Catalog.bundled().claims("v6e", "us-east5-c")]
        ['reserved', 'type', 'type', 'listed', 'type', 'type']
        """
        return self._ask("claims", "claims", tpu, within, option, surface)  # type: ignore[no-any-return]

    def _ask(self, module: str, what: str, *asked: "Any") -> "Any":
        """Return the answer to a question, from memory where the same was asked before."""
        try:
            return self._memory[what, asked]
        except KeyError:
            pass
        except TypeError:  # a list of places or options cannot be a key
            asked = tuple(tuple(one) if isinstance(one, (list, set, frozenset)) else one for one in asked)
        from tpu_zones.records.rows import Note

        answer: Callable[..., Any] = getattr(__import__(f"tpu_zones.facts.{module}", fromlist=[what]), what)
        rows = answer(self.index, *asked)
        if self.snapshot.remarks:
            rows = rows.with_notes(Note(code="newer-data", text=text) for text in self.snapshot.remarks)
        if len(self._memory) >= _REMEMBERED:
            self._memory.clear()
        self._memory[what, asked] = rows
        return rows

    def __repr__(self) -> str:
        return f"<Catalog {self.snapshot.origin}, compiled {self.snapshot.compiled}>"
