"""tpu-zones show."""

from tpu_zones import documents
from tpu_zones.cli import derive, output
from tpu_zones.cli.main import YES
from tpu_zones.facts.catalog import Catalog

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

EXAMPLES = (
    "tpu-zones show us-east5-c",
    "tpu-zones show Trillium",
    "tpu-zones show v5p-8 --format json",
)


def add(parser: "argparse.ArgumentParser") -> None:
    """Add the parameters."""
    derive.add(parser, Catalog.show, positional=("name",))
    parser.add_argument("--format", choices=("table", "json"), default="table", help="default: table, a card of text")


def run(args: "argparse.Namespace") -> int:
    """Answer."""
    catalog = Catalog.default()
    card, asked = derive.call(catalog.show, args)
    if args.format == "json":
        output.document(catalog, "show", asked, card, documents.of_card(card))
    else:
        output.show(card.sheet())
        output.say_notes(catalog, card)
    return YES
