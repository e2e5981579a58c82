"""tpu-zones prices."""

from tpu_zones.cli import derive, output
from tpu_zones.facts.catalog import Catalog

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

EXAMPLES = (
    "tpu-zones prices v6e --within Europe",
    "tpu-zones prices v5p --option spot,on-demand --format csv",
    "tpu-zones prices v6e --within us-east5 --fields zone,option,usd_per_chip_hour,read_on,earlier",
)
_TABLE = "generation zone region form option usd_per_chip_hour read_on rounded stale evidence reason".split()


def add(parser: "argparse.ArgumentParser") -> None:
    """Add the parameters."""
    derive.add(parser, Catalog.prices, positional=("tpu",))
    output.add(parser)


def run(args: "argparse.Namespace") -> int:
    """Answer; a price that is not known is a row."""
    catalog = Catalog.default()
    rows, asked = derive.call(catalog.prices, args)
    return output.emit(args, catalog, "prices", asked, rows, rows.to_records(), rows.columns, "zone", _TABLE)
