"""tpu-zones diff."""

import sys

from tpu_zones.cli import derive, output
from tpu_zones.cli.main import YES
from tpu_zones.facts.catalog import Catalog
from tpu_zones.planning.diff import diff

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

EXAMPLES = (
    "tpu-zones diff 2025-12-31 bundled",
    "tpu-zones diff 2025-12-31 bundled --format markdown",
    "tpu-zones diff 2025-06-30 2026-01-31 --format json",
)


def add(parser: "argparse.ArgumentParser") -> None:
    """Add the parameters."""
    derive.add(parser, diff, positional=("old", "new"))
    output.add(parser, more=("markdown",))


def run(args: "argparse.Namespace") -> int:
    """Answer; the exit code is 0 whether or not they differ."""
    rows, asked = derive.call(diff, args)
    catalog = Catalog.default()
    if args.format == "markdown":
        from tpu_zones.planning.changes_page import page

        sys.stdout.write(page(rows[: output.limit(args)], args.old, args.new))
    else:
        output.emit(args, catalog, "diff", asked, rows, rows.to_records(), rows.columns, "place")
    return YES
