"""Where newer facts come from: one file an origin. Each fetches, and returns claims; none writes."""

from tpu_zones.errors import UnknownName
from tpu_zones.update.sources.base import Source

SOURCES = {
    "docs": "docs",
    "snapshot": "snapshot",
    "compute": "compute",
    "billing": "billing",
    "tpu-api": "tpu_api",
}
"""Name of a source -> its module here, which holds an object `source`."""


def named(name: str) -> Source:
    """Return a source; `UnknownName` where there is none of that name."""
    if name not in SOURCES:
        raise UnknownName(
            f"no source is called {name[:100]!r}: it is one of {', '.join(SOURCES)}",
            name=name,
            suggestions=tuple(SOURCES),
        )
    module = SOURCES[name]
    return __import__(f"tpu_zones.update.sources.{module}", fromlist=["source"]).source  # type: ignore[no-any-return]
