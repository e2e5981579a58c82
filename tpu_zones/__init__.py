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
    from tpu_zones.records.claims import Claim
    from tpu_zones.records.generations import Generation
    from tpu_zones.records.offerings import Offering
    from tpu_zones.records.period import Period
    from tpu_zones.records.rows import Note, Rows
    from tpu_zones.records.words import Answer, Confidence, Evidence, Option, Surface, What
    from tpu_zones.records.zones import Zone

    _default = Catalog.default()
    claims = _default.claims
    generations = _default.generations
    offerings = _default.offerings
    zones = _default.zones

__version__ = "0.1.0"

__all__ = [
    "Answer",
    "Catalog",
    "Claim",
    "Confidence",
    "Evidence",
    "Generation",
    "NoSuchSlice",
    "NotOffered",
    "Note",
    "Offering",
    "Option",
    "Period",
    "Rows",
    "SnapshotError",
    "Surface",
    "TpuZonesError",
    "UnknownName",
    "What",
    "WrongUsage",
    "Zone",
    "claims",
    "generations",
    "offerings",
    "zones",
]

_HOMES = {
    "Catalog": "facts.catalog",
    "Claim": "records.claims",
    "Generation": "records.generations",
    "Note": "records.rows",
    "Offering": "records.offerings",
    "Period": "records.period",
    "Rows": "records.rows",
    "Zone": "records.zones",
    **dict.fromkeys(
        ("NoSuchSlice", "NotOffered", "SnapshotError", "TpuZonesError", "UnknownName", "WrongUsage"), "errors"
    ),
    **dict.fromkeys(("Answer", "Confidence", "Evidence", "Option", "Surface", "What"), "records.words"),
}
"""Where each class lives; the other public names are look-ups of the default catalog."""


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
