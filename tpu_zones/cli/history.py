"""tpu-zones history."""

from tpu_zones.cli import derive, output
from tpu_zones.facts.catalog import Catalog

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

EXAMPLES = (
    "tpu-zones history v5p",
    "tpu-zones history --within us-central1-ai1a --format json",
    "tpu-zones history v6e --within US --fields when,region,zone,what,list",
)
_TABLE = "when before generation zone region what sizes list note".split()


def add(parser: "argparse.ArgumentParser") -> None:
    """Add the parameters."""
    derive.add(parser, Catalog.history, positional=("tpu",))
    output.add(parser)


def run(args: "argparse.Namespace") -> int:
    """Answer."""
    catalog = Catalog.default()
    rows, asked = derive.call(catalog.history, args)
    return output.emit(args, catalog, "history", asked, rows, rows.to_records(), rows.columns, "zone", _TABLE)
