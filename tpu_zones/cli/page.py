"""tpu-zones page."""

import os

from tpu_zones.cli import derive
from tpu_zones.cli.main import YES, say
from tpu_zones.errors import WrongUsage
from tpu_zones.page.build import availability_page

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

EXAMPLES = (
    "tpu-zones page -o availability.html",
    "tpu-zones page --within Europe,US -o offers.html",
    "tpu-zones page --within NL -o -",
)


def add(parser: "argparse.ArgumentParser") -> None:
    """Add the parameters."""
    derive.add(parser, availability_page)
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        required=True,
        help="where to write it, in place of what is there; - is stdout",
    )


def run(args: "argparse.Namespace") -> int:
    """Write the page."""
    page, _ = derive.call(availability_page, args)
    if args.output == "-":
        print(page, end="")
        return YES
    data = page.encode("utf-8")
    _write(args.output, data)
    say(f"{args.output}: {len(data):,} bytes")
    return YES


def _write(path: str, data: bytes) -> None:
    from tpu_zones.update.files import write

    place = os.path.abspath(path)  # a current folder that is gone is another fault
    try:
        write(place, data)
    except OSError as error:
        raise WrongUsage(f"cannot write {path!r}: {error.strerror or error}") from error
