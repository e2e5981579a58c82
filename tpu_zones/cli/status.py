"""tpu-zones status."""

from tpu_zones.cli import output
from tpu_zones.cli.main import YES, say
from tpu_zones.facts.catalog import Catalog

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

EXAMPLES = ("tpu-zones status", "tpu-zones status --format json")


def add(parser: "argparse.ArgumentParser") -> None:
    """Add the parameters."""
    parser.add_argument("--format", choices=("table", "json"), default="table", help="default: table, lines of text")


def run(args: "argparse.Namespace") -> int:
    """Answer."""
    catalog = Catalog.default()
    found = catalog.status()
    if args.format == "json":
        parts = ("version", "schema_version", "age_days", "tables", "sources")
        output.document(catalog, "status", {}, found, {name: getattr(found, name) for name in parts})
    else:
        print(found)
        for note in found.notes:
            say(f"note: {note}")
    return YES
