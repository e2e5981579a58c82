"""tpu-zones slices."""

from tpu_zones.cli import derive, output
from tpu_zones.facts.catalog import Catalog

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

EXAMPLES = (
    "tpu-zones slices v5p --chips 64",
    "tpu-zones slices v5p-16",
    "tpu-zones slices v6e --topology 2x4",
)


def add(parser: "argparse.ArgumentParser") -> None:
    """Add the parameters."""
    derive.add(parser, Catalog.slices, positional=("tpu",))
    output.add(parser)


def run(args: "argparse.Namespace") -> int:
    """Answer; the topology names a row."""
    catalog = Catalog.default()
    rows, asked = derive.call(catalog.slices, args)
    return output.emit(args, catalog, "slices", asked, rows, rows.to_records(), rows.columns, "topology")
