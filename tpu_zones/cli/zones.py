"""tpu-zones zones."""

from tpu_zones import documents
from tpu_zones.cli import derive, output
from tpu_zones.facts.catalog import Catalog

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

EXAMPLES = (
    "tpu-zones zones v5p --within Europe",
    "tpu-zones zones v6e --within us-central1-b,NL --option spot --format names",
    "tpu-zones zones v5litepod-16 --evidence observed --format json",
)


def add(parser: "argparse.ArgumentParser") -> None:
    """Add the parameters."""
    derive.add(parser, Catalog.zones, positional=("tpu",))
    output.add(parser)


def run(args: "argparse.Namespace") -> int:
    """Answer; with a tpu each zone is joined with its offering."""
    catalog = Catalog.default()
    rows, asked = derive.call(catalog.zones, args)
    records, columns = documents.of_zones(catalog, args.tpu, rows)
    return output.emit(args, catalog, "zones", asked, rows, records, columns, "zone")
