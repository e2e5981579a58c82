"""tpu-zones offerings."""

from tpu_zones.cli import derive, output
from tpu_zones.facts.catalog import Catalog

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

EXAMPLES = (
    "tpu-zones offerings v6e --within NL --evidence any",
    "tpu-zones offerings --within us-east5 --evidence observed --fields generation,zone,evidence,last_seen",
)


def add(parser: "argparse.ArgumentParser") -> None:
    """Add the parameters."""
    derive.add(parser, Catalog.offerings, positional=("tpu",))
    output.add(parser)


def run(args: "argparse.Namespace") -> int:
    """Answer."""
    catalog = Catalog.default()
    rows, asked = derive.call(catalog.offerings, args)
    return output.emit(args, catalog, "offerings", asked, rows, rows.to_records(), rows.columns, "zone")
