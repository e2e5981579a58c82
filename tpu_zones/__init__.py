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
    from tpu_zones.errors import NoSuchSlice, NotOffered, SnapshotError, TpuZonesError, UnknownName, WrongUsage
    from tpu_zones.facts.catalog import Catalog
    from tpu_zones.planning.diff import diff
    from tpu_zones.planning.pathways import pathways
    from tpu_zones.planning.plan import plan
    from tpu_zones.records.availability import Availability
    from tpu_zones.records.claims import Claim
    from tpu_zones.records.costs import Cost
    from tpu_zones.records.differences import Difference
    from tpu_zones.records.generations import Generation
    from tpu_zones.records.history import Change
    from tpu_zones.records.offerings import Offering
    from tpu_zones.records.pathways import Pathways
    from tpu_zones.records.period import Period
    from tpu_zones.records.placements import Placement
    from tpu_zones.records.prices import Price, PriceReading
    from tpu_zones.records.rows import Note, Rows
    from tpu_zones.records.slices import Slice
    from tpu_zones.records.versions import Version
    from tpu_zones.records.words import Answer, Confidence, Evidence, Option, Surface, What
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

__version__ = "0.1.0"

__all__ = [
    "Answer",
    "Availability",
    "Catalog",
    "Change",
    "Claim",
    "Confidence",
    "Cost",
    "Difference",
    "Evidence",
    "Generation",
    "NoSuchSlice",
    "NotOffered",
    "Note",
    "Offering",
    "Option",
    "Pathways",
    "Period",
    "Placement",
    "Price",
    "PriceReading",
    "Rows",
    "Slice",
    "SnapshotError",
    "Surface",
    "TpuZonesError",
    "UnknownName",
    "Version",
    "What",
    "WrongUsage",
    "Zone",
    "availability",
    "claims",
    "cost",
    "diff",
    "generations",
    "history",
    "offerings",
    "pathways",
    "plan",
    "prices",
    "require",
    "slices",
    "versions",
    "zones",
]

_HOMES = {
    "Availability": "records.availability",
    "Catalog": "facts.catalog",
    "Change": "records.history",
    "Claim": "records.claims",
    "Cost": "records.costs",
    "Difference": "records.differences",
    "Generation": "records.generations",
    "Note": "records.rows",
    "Offering": "records.offerings",
    "Pathways": "records.pathways",
    "Period": "records.period",
    "Placement": "records.placements",
    "Price": "records.prices",
    "PriceReading": "records.prices",
    "Rows": "records.rows",
    "Slice": "records.slices",
    "Version": "records.versions",
    "Zone": "records.zones",
    "diff": "planning.diff",
    "pathways": "planning.pathways",
    "plan": "planning.plan",
    **dict.fromkeys(
        ("NoSuchSlice", "NotOffered", "SnapshotError", "TpuZonesError", "UnknownName", "WrongUsage"), "errors"
    ),
    **dict.fromkeys(("Answer", "Confidence", "Evidence", "Option", "Surface", "What"), "records.words"),
}
"""Where each class, and each function above the catalog, lives; the other names are look-ups of the default one."""


def __getattr__(name: str) -> object:
    """Load a public name when it is first asked for, and bind it."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = _HOMES.get(name)
    if home:
        value: object = getattr(__import__(f"{__name__}.{home}", fromlist=[name]), name)
    else:
        from tpu_zones.facts.catalog import Catalog

        value = getattr(Catalog.default(), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return the public names."""
    return sorted([*__all__, "__version__"])
