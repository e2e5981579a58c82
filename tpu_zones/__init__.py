"""Which Google Cloud zones have the TPU you need, before you deploy.

    import tpu_zones as tz

    tz.zones("v5p", within="Europe")
    tz.offerings("v6e", within="NL", evidence="any")
    tz.claims("v6e", "us-east5-c")

Look-ups answer offline, from a snapshot inside the package, and name their sources and dates. Importing
the package reads nothing; each name below is loaded when it is first used.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tpu_zones.errors import (
        MissingExtra,
        NoSuchSlice,
        NotOffered,
        SnapshotError,
        TpuZonesError,
        UnknownName,
        WrongUsage,
    )
    from tpu_zones.facts.catalog import Catalog
    from tpu_zones.lint.check import check, check_pools, check_text
    from tpu_zones.lint.things import NodePool
    from tpu_zones.planning.diff import diff
    from tpu_zones.planning.pathways import pathways
    from tpu_zones.planning.plan import plan
    from tpu_zones.planning.refreshing import refresh
    from tpu_zones.records.availability import Availability, Near
    from tpu_zones.records.cards import Card, CardTable, Fact
    from tpu_zones.records.claims import Claim, Scope
    from tpu_zones.records.costs import Cost
    from tpu_zones.records.differences import Difference
    from tpu_zones.records.findings import Finding, Fix, Location, Severity
    from tpu_zones.records.generations import Generation
    from tpu_zones.records.history import Change
    from tpu_zones.records.machines import Tier
    from tpu_zones.records.offerings import Offering
    from tpu_zones.records.pathways import JaxLimit, Pathways, PathwaysPlatform, PathwaysStage, WorkerType
    from tpu_zones.records.period import Period
    from tpu_zones.records.placements import Placement
    from tpu_zones.records.prices import Price, PriceReading
    from tpu_zones.records.quotas import Quota
    from tpu_zones.records.refreshed import Refreshed, SourceResult
    from tpu_zones.records.reports import Report
    from tpu_zones.records.rows import Note, Rows
    from tpu_zones.records.slices import Slice
    from tpu_zones.records.status import Status, TableSize
    from tpu_zones.records.versions import Version
    from tpu_zones.records.words import (
        Access,
        Answer,
        Confidence,
        Evidence,
        Option,
        Stage,
        Surface,
        Unit,
        What,
        ZoneKind,
    )
    from tpu_zones.records.zones import Zone

    _default = Catalog.default()
    availability = _default.availability
    claims = _default.claims
    cost = _default.cost
    generations = _default.generations
    history = _default.history
    offerings = _default.offerings
    prices = _default.prices
    require = _default.require
    slices = _default.slices
    versions = _default.versions
    zones = _default.zones
    from tpu_zones.version import __version__ as __version__

__all__ = [
    "Access",
    "Answer",
    "Availability",
    "Card",
    "CardTable",
    "Catalog",
    "Change",
    "Claim",
    "Confidence",
    "Cost",
    "Difference",
    "Evidence",
    "Fact",
    "Finding",
    "Fix",
    "Generation",
    "JaxLimit",
    "Location",
    "MissingExtra",
    "Near",
    "NoSuchSlice",
    "NodePool",
    "NotOffered",
    "Note",
    "Offering",
    "Option",
    "Pathways",
    "PathwaysPlatform",
    "PathwaysStage",
    "Period",
    "Placement",
    "Price",
    "PriceReading",
    "Quota",
    "Refreshed",
    "Report",
    "Rows",
    "Scope",
    "Severity",
    "Slice",
    "SnapshotError",
    "SourceResult",
    "Stage",
    "Status",
    "Surface",
    "TableSize",
    "Tier",
    "TpuZonesError",
    "Unit",
    "UnknownName",
    "Version",
    "What",
    "WorkerType",
    "WrongUsage",
    "Zone",
    "ZoneKind",
    "availability",
    "check",
    "check_pools",
    "check_text",
    "claims",
    "cost",
    "diff",
    "generations",
    "history",
    "offerings",
    "pathways",
    "plan",
    "prices",
    "refresh",
    "require",
    "slices",
    "versions",
    "zones",
]

_HOMES = {
    "Availability": "records.availability",
    "Card": "records.cards",
    "CardTable": "records.cards",
    "Catalog": "facts.catalog",
    "Change": "records.history",
    "Claim": "records.claims",
    "Cost": "records.costs",
    "Difference": "records.differences",
    "Fact": "records.cards",
    "Finding": "records.findings",
    "Fix": "records.findings",
    "Generation": "records.generations",
    "JaxLimit": "records.pathways",
    "Location": "records.findings",
    "Near": "records.availability",
    "NodePool": "lint.things",
    "Note": "records.rows",
    "Offering": "records.offerings",
    "Pathways": "records.pathways",
    "PathwaysPlatform": "records.pathways",
    "PathwaysStage": "records.pathways",
    "Period": "records.period",
    "Placement": "records.placements",
    "Price": "records.prices",
    "PriceReading": "records.prices",
    "Quota": "records.quotas",
    "Refreshed": "records.refreshed",
    "Report": "records.reports",
    "Rows": "records.rows",
    "Scope": "records.claims",
    "Severity": "records.findings",
    "Slice": "records.slices",
    "SourceResult": "records.refreshed",
    "Status": "records.status",
    "TableSize": "records.status",
    "Tier": "records.machines",
    "Version": "records.versions",
    "WorkerType": "records.pathways",
    "Zone": "records.zones",
    "__version__": "version",
    **dict.fromkeys(("check", "check_pools", "check_text"), "lint.check"),
    "diff": "planning.diff",
    "pathways": "planning.pathways",
    "plan": "planning.plan",
    "refresh": "planning.refreshing",
    **dict.fromkeys(
        ("MissingExtra", "NoSuchSlice", "NotOffered", "SnapshotError", "TpuZonesError", "UnknownName", "WrongUsage"),
        "errors",
    ),
    **dict.fromkeys(
        ("Access", "Answer", "Confidence", "Evidence", "Option", "Stage", "Surface", "Unit", "What", "ZoneKind"),
        "records.words",
    ),
}
"""Where each class, and each function above the catalog, lives; the other names are look-ups of the default one."""


def __getattr__(name: str) -> object:
    """Load a public name when it is first asked for, and bind it."""
    if name not in __all__ and name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = _HOMES.get(name)
    if home:
        value: object = getattr(__import__(f"{__name__}.{home}", fromlist=[name]), name)
    else:
        from tpu_zones.errors import SnapshotError
        from tpu_zones.facts.catalog import Catalog

        try:
            value = getattr(Catalog.default(), name)
        except SnapshotError:  # for whoever asks, not for whoever imports
            return _later(name)
    globals()[name] = value
    return value


def _later(name: str) -> object:
    """Return a look-up that reads the snapshot when it is called."""
    from tpu_zones.facts.catalog import Catalog

    def asked(*args: object, **named: object) -> object:
        return getattr(Catalog.default(), name)(*args, **named)

    return asked


def __dir__() -> list[str]:
    """Return the public names."""
    return sorted([*__all__, "__version__"])
