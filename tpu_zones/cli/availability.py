"""tpu-zones availability."""

from tpu_zones import documents
from tpu_zones.cli import derive, output
from tpu_zones.cli.main import NO, UNKNOWN, YES
from tpu_zones.facts.catalog import Catalog

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

EXAMPLES = (
    "tpu-zones availability v5p europe-west4-a",
    "tpu-zones availability v6e us-east5-c --format json",
    "tpu-zones availability v5p europe-west4-b --option flex-start --surface cloud-tpu-api",
)
_EXIT = {"yes": YES, "no": NO, "unknown": UNKNOWN}


def add(parser: "argparse.ArgumentParser") -> None:
    """Add the parameters."""
    derive.add(parser, Catalog.availability, positional=("tpu", "zone"))
    parser.add_argument("--format", choices=("table", "json"), default="table", help="default: table, a card of text")


def run(args: "argparse.Namespace") -> int:
    """Answer: exit with 0 for yes, 1 for no, 5 for unknown."""
    catalog = Catalog.default()
    found, asked = derive.call(catalog.availability, args)
    if args.format == "json":
        output.document(catalog, "availability", asked, found, documents.of_availability(found))
    else:
        output.show(found.sheet())
        output.say_notes(catalog, found)
    return _EXIT[found.answer]
