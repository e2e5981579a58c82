"""tpu-zones versions."""

from tpu_zones.cli import derive, output
from tpu_zones.cli.main import NO, UNKNOWN, YES
from tpu_zones.facts.catalog import Catalog

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

EXAMPLES = (
    "tpu-zones versions Ironwood --gke 1.34.0-gke.991000",
    "tpu-zones versions v6e --mode autopilot",
    "tpu-zones versions --surface cloud-tpu-api",
)
_EXIT = {"yes": YES, "no": NO, "unknown": UNKNOWN}


def add(parser: "argparse.ArgumentParser") -> None:
    """Add the parameters."""
    derive.add(parser, Catalog.versions, positional=("tpu",))
    output.add(parser)


def run(args: "argparse.Namespace") -> int:
    """Answer, with what is not known written out; with --gke exit with 0 for yes, 1 for no, 5 for unknown."""
    catalog = Catalog.default()
    rows, asked = derive.call(catalog.versions, args)
    records = rows.to_records()
    for record in records:
        if record["minimum"] is None:
            record["minimum"] = "none" if record["answer"] == "no" else "unknown"
    code = output.emit(args, catalog, "versions", asked, rows, records, rows.columns, "subject")
    if args.gke is None or args.tpu is None:
        return code
    from tpu_zones.facts.versions import verdict

    return _EXIT[verdict(catalog.index, args.tpu, args.mode, args.gke)[0]]
