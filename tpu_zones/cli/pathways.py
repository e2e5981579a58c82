"""tpu-zones pathways."""

from tpu_zones import documents
from tpu_zones.cli import derive, output
from tpu_zones.cli.main import NO, UNKNOWN, YES
from tpu_zones.facts.catalog import Catalog
from tpu_zones.planning.pathways import pathways

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

EXAMPLES = (
    "tpu-zones pathways v6e --jax 0.10.1 --platform gke",
    "tpu-zones pathways tpu7x --within Europe --format json",
)
_EXIT = {"yes": YES, "no": NO, "unknown": UNKNOWN}


def add(parser: "argparse.ArgumentParser") -> None:
    """Add the parameters."""
    derive.add(parser, pathways, positional=("tpu",))
    parser.add_argument("--format", choices=("table", "json"), default="table", help="default: table, a card of text")


def run(args: "argparse.Namespace") -> int:
    """Answer: exit with 1 where the JAX is too old or the places have no such TPU, with 5 for unknown."""
    catalog = Catalog.default()
    found, asked = derive.call(pathways, args)
    parts = documents.of_pathways(found, args.within)
    if args.format == "json":
        output.document(catalog, "pathways", asked, found, parts)
    else:
        output.show(found.sheet())
        output.say_notes(catalog, found)
    return _EXIT[parts["answer"]]
