"""tpu-zones generations."""

from tpu_zones.cli import derive, output
from tpu_zones.facts.catalog import Catalog

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

EXAMPLES = (
    "tpu-zones generations --within Netherlands",
    "tpu-zones generations --within Europe --option calendar --format names",
)


def add(parser: "argparse.ArgumentParser") -> None:
    """Add the parameters."""
    derive.add(parser, Catalog.generations)
    output.add(parser)


def run(args: "argparse.Namespace") -> int:
    """Answer."""
    catalog = Catalog.default()
    rows, asked = derive.call(catalog.generations, args)
    return output.emit(args, catalog, "generations", asked, rows, rows.to_records(), rows.columns, "generation")
