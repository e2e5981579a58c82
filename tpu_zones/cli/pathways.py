"""tpu-zones pathways."""

from tpu_zones import documents
from tpu_zones.cli import derive, output
from tpu_zones.cli.main import OF_ANSWER
from tpu_zones.facts.catalog import Catalog
from tpu_zones.planning.pathways import pathways

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

EXAMPLES = (
    "tpu-zones pathways v6e --jax 0.10.1 --platform gke",
    "tpu-zones pathways tpu7x --within Europe --format json",
)


def add(parser: "argparse.ArgumentParser") -> None:
    """Add the parameters."""
    derive.add(parser, pathways, positional=("tpu",))
    output.add_card(parser)


def run(args: "argparse.Namespace") -> int:
    """Answer: exit with 1 where the JAX is too old or the places have no such TPU, with 5 for unknown."""
    catalog = Catalog.default()
    found, asked = derive.call(pathways, args)
    parts = documents.of_pathways(found, args.within)
    output.card(args, catalog, "pathways", asked, found, parts)
    return OF_ANSWER[parts["answer"]]
