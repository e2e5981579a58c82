"""tpu-zones availability."""

from tpu_zones import documents
from tpu_zones.cli import derive, output
from tpu_zones.cli.main import OF_ANSWER
from tpu_zones.facts.catalog import Catalog

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

EXAMPLES = (
    "tpu-zones availability v5p europe-west4-a",
    "tpu-zones availability v6e us-east5-c --format json",
    "tpu-zones availability v5p europe-west4-b --option flex-start --surface cloud-tpu-api",
)


def add(parser: "argparse.ArgumentParser") -> None:
    """Add the parameters."""
    derive.add(parser, Catalog.availability, positional=("tpu", "zone"))
    output.add_card(parser)


def run(args: "argparse.Namespace") -> int:
    """Answer: exit with 0 for yes, 1 for no, 5 for unknown."""
    catalog = Catalog.default()
    found, asked = derive.call(catalog.availability, args)
    output.card(args, catalog, "availability", asked, found, documents.of_availability(found))
    return OF_ANSWER[found.answer]
