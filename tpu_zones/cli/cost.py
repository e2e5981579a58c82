"""tpu-zones cost."""

from tpu_zones.cli import derive, output
from tpu_zones.facts.catalog import Catalog

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

EXAMPLES = (
    "tpu-zones cost v5e --within NL --chips 100 --hours 10",
    "tpu-zones cost v5p-8 --within NL --hours 24",
    "tpu-zones cost v6e --within NL --chips 8 --hours 100 --option all",
)


def add(parser: "argparse.ArgumentParser") -> None:
    """Add the parameters."""
    derive.add(parser, Catalog.cost, positional=("tpu",))
    output.add(parser)


def run(args: "argparse.Namespace") -> int:
    """Answer; a cost that is not known is a row."""
    catalog = Catalog.default()
    rows, asked = derive.call(catalog.cost, args)
    return output.emit(args, catalog, "cost", asked, rows, rows.to_records(), rows.columns, "region")
