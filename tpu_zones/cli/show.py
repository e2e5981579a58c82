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
    output.add_card(parser)


def run(args: "argparse.Namespace") -> int:
    """Answer."""
    catalog = Catalog.default()
    card, asked = derive.call(catalog.show, args)
    output.card(args, catalog, "show", asked, card, documents.of_card(card))
    return YES
