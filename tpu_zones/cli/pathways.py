"""tpu-zones pathways."""

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
_PARTS = (
    "generation platform stage named jax answer generations platforms offerings worker_types images image_tags"
    " jax_limits environment fee"
).split()


def add(parser: "argparse.ArgumentParser") -> None:
    """Add the parameters."""
    derive.add(parser, pathways, positional=("tpu",))
    parser.add_argument("--format", choices=("table", "json"), default="table", help="default: table, a card of text")


def run(args: "argparse.Namespace") -> int:
    """Answer: exit with 1 where the JAX is too old or the places have no such TPU, with 5 for unknown.

    JSON says which of the two it is: `works` is of the JAX and the generation, `offered` of the places.
    """
    catalog = Catalog.default()
    found, asked = derive.call(pathways, args)
    missing = args.within is not None and not found.offerings
    answer = "no" if found.answer == "yes" and missing else found.answer
    if args.format == "json":
        parts = {name: getattr(found, name) for name in _PARTS}
        asks = {"answer": answer, "works": found.answer, "offered": None if args.within is None else not missing}
        output.document(catalog, "pathways", asked, found, {**parts, **asks})
    else:
        output.show(found.sheet())
        output.say_notes(catalog, found)
    return _EXIT[answer]
