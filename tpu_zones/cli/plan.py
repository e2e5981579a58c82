"""tpu-zones plan."""

from tpu_zones.cli import derive, output
from tpu_zones.cli.main import YES, say
from tpu_zones.errors import NotOffered
from tpu_zones.facts.catalog import Catalog
from tpu_zones.planning.emit import FORMS, compute_class
from tpu_zones.planning.plan import plan

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from tpu_zones.records.placements import Placement
    from tpu_zones.records.rows import Rows

EXAMPLES = (
    "tpu-zones plan v6e --chips 256 --within EU --option spot,on-demand --hours 48",
    "tpu-zones plan --chips 64 --near Amsterdam --format names",
    "tpu-zones plan tpu7x --topology 4x4x4 --emit terraform --cluster training --cluster-location us-central1",
)
_TABLE = (
    "zone machine_type topology nodes option option_answer usd_per_hour total_usd usd_per_pflop_hour read_on"
    " kilometres access evidence"
).split()


def add(parser: "argparse.ArgumentParser") -> None:
    """Add the parameters."""
    derive.add(parser, plan, positional=("tpu",))
    group = parser.add_argument_group("config to paste")
    group.add_argument(
        "--emit", choices=FORMS, help="print the first placement's config; computeclass: of all that fit it"
    )
    group.add_argument("--cluster", metavar="NAME", help="name of the GKE cluster")
    group.add_argument("--cluster-location", metavar="PLACE", help="region or zone of the cluster")
    group.add_argument("--name", metavar="NAME", help="name of the node pool, ComputeClass or Job")
    group.add_argument("--reservation", metavar="NAME", help="reservation that the pool takes its nodes from")
    group.add_argument("--project", metavar="ID", help="project of that reservation")
    output.add(parser, limited=False)


def run(args: "argparse.Namespace") -> int:
    """Answer; the zone names a row. With --emit the config alone goes to stdout."""
    catalog = Catalog.default()
    rows, asked = derive.call(plan, args)
    if args.emit is None:
        return output.emit(args, catalog, "plan", asked, rows, rows.to_records(), rows.columns, "zone", _TABLE)
    if not rows:
        raise NotOffered("no placement, hence no config: " + "; ".join(map(str, rows.notes)))
    print(_config(args, rows), end="")
    output.say_notes(catalog, rows)
    return YES


def _config(args: "argparse.Namespace", rows: "Rows[Placement]") -> str:
    names = {
        "cluster": args.cluster,
        "location": args.cluster_location,
        "reservation": args.reservation,
        "project": args.project,
    }
    first = rows[0]
    if args.emit != "computeclass":
        return first.emit(args.emit, name=args.name, **names)
    alike = [
        one
        for one in rows
        if (one.generation, one.machine_type, one.topology) == (first.generation, first.machine_type, first.topology)
    ]
    if len(alike) < len(rows):
        say(f"note: not in the ComputeClass: {len(rows) - len(alike)} placements of other slices than {first.topology}")
    return compute_class(alike, args.name, **names)
