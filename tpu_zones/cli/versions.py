"""tpu-zones versions."""

from tpu_zones.cli import derive, output
from tpu_zones.cli.main import OF_ANSWER
from tpu_zones.facts.catalog import Catalog

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

EXAMPLES = (
    "tpu-zones versions Ironwood --gke 1.34.0-gke.991000",
    "tpu-zones versions v6e --mode autopilot",
    "tpu-zones versions --surface cloud-tpu-api",
)


def add(parser: "argparse.ArgumentParser") -> None:
    """Add the parameters."""
    derive.add(parser, Catalog.versions, positional=("tpu",))
    output.add(parser)


def run(args: "argparse.Namespace") -> int:
    """Answer; with --gke exit with 0 for yes, 1 for no, 5 for unknown. What is not known is written out for people."""
    catalog = Catalog.default()
    rows, asked = derive.call(catalog.versions, args)
    records = rows.to_records()
    for record in records if args.format != "json" else ():
        if record["minimum"] is None:
            record["minimum"] = "none" if record["answer"] == "no" else "unknown"
    code = output.emit(args, catalog, "versions", asked, rows, records, rows.columns, "subject")
    return code if rows.answer is None else OF_ANSWER[rows.answer]
