"""tpu-zones refresh."""

import sys

from tpu_zones.cli import output
from tpu_zones.cli.main import DATA, YES, say
from tpu_zones.errors import WrongUsage
from tpu_zones.planning.refreshing import SECONDS, refresh, reset

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from tpu_zones.records.refreshed import Refreshed

EXAMPLES = (
    "tpu-zones refresh",
    "tpu-zones refresh docs billing --dry-run",
    "tpu-zones refresh compute tpu-api --project my-project",
    "tpu-zones refresh docs --write public/tpu-zones",
    "tpu-zones refresh --reset",
)


def add(parser: "argparse.ArgumentParser") -> None:
    """Add the parameters."""
    words = (
        "docs (Google's page of zones), billing (list prices), compute and tpu-api (what one project sees), snapshot"
        " (what your company publishes; default: snapshot where TPU_ZONES_SNAPSHOT_URL is set, else docs)"
    )
    parser.add_argument("sources", nargs="*", metavar="SOURCE", help=words)
    parser.add_argument("--project", metavar="ID", help="the project that compute and tpu-api are asked for")
    parser.add_argument(
        "--timeout", type=float, default=SECONDS, metavar="S", help="seconds for all of it; default: 60"
    )
    parser.add_argument("--write", metavar="FOLDER", help="write a whole snapshot to a folder, for publishing")
    parser.add_argument("--dry-run", action="store_true", help="show what would change, keep nothing")
    parser.add_argument("--accept-loss", action="store_true", help="take a source that lost a generation or a heading")
    parser.add_argument("--reset", action="store_true", help="remove what was refreshed; the bundled data serves again")
    output.add(parser, more=("markdown",))


def run(args: "argparse.Namespace") -> int:
    """Refresh, and show what changed; only where no source answered is it a failure."""
    if args.reset:
        if args.sources or args.write or args.dry_run:
            raise WrongUsage("--reset goes alone: it asks no source")
        gone = reset()
        say(f"removed: {', '.join(gone) or 'nothing, there was no refreshed data'}")
        return YES
    found = _refresh(args)
    for one in found.sources:
        if args.format != "json" or not one.ok:
            say(f"{one}{f' on {one.day}' if one.ok and one.day else ''}")
        for remark in one.remarks:
            say(f"note: {one.source}: {remark}")
        for part in one.lost:
            say(f"note: {one.source}: lost, and accepted: {part}")
    if found.stored:
        say(f"kept in {found.stored}")
    _show(args, found)
    return YES if found.ok else DATA


def _refresh(args: "argparse.Namespace") -> "Refreshed":
    told = {
        "project": args.project,
        "timeout": args.timeout,
        "write": args.write,
        "dry_run": args.dry_run,
        "accept_loss": args.accept_loss,
    }
    if not sys.stderr.isatty():
        return refresh(*args.sources, **told)
    from tpu_zones.cli.progress import progress_bars

    with progress_bars() as progress:
        return refresh(*args.sources, **told, progress=progress)


def _show(args: "argparse.Namespace", found: "Refreshed") -> None:
    """Write what changed in the answers, then what the project sees."""
    rows, catalog = found.diff, found.catalog
    if args.format == "json":
        parts = {
            "ok": found.ok,
            "stored": found.stored,
            "sources": found.sources,
            "rows": rows,
            "project_rows": found.project_diff,
        }
        asked = {"sources": args.sources, "project": args.project, "dry_run": args.dry_run, "write": args.write}
        output.document(catalog, "refresh", asked, rows, parts)  # type: ignore[arg-type]
    elif args.format == "markdown":
        from tpu_zones.planning.changes_page import page

        sys.stdout.write(page(rows, "what served before", "what was read"))
    else:
        output.emit(args, catalog, "refresh", {}, rows, rows.to_records(), rows.columns, "place")  # type: ignore[arg-type]
        if found.project is not None and found.project_diff:
            say(f"as the project {args.project or ''} sees it:".replace("  ", " "))
            seen = found.project_diff
            output.emit(args, found.project, "refresh", {}, seen, seen.to_records(), seen.columns, "place")  # type: ignore[arg-type]
