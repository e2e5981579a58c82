"""Newer facts over HTTP, and what they change in the answers."""

import os

from tpu_zones.errors import SnapshotError, WrongUsage, shown
from tpu_zones.facts.catalog import Catalog
from tpu_zones.planning.diff import diff
from tpu_zones.records.differences import Difference
from tpu_zones.records.refreshed import Refreshed, SourceResult
from tpu_zones.records.rows import Rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

SECONDS = 60.0
_DAY = 86_400


def refresh(
    *sources: str,
    project: str | None = None,
    timeout: float = SECONDS,
    write: "str | os.PathLike[str] | None" = None,
    dry_run: bool = False,
    accept_loss: bool = False,
    progress: "Callable[[str, int, int | None], None] | None" = None,
) -> Refreshed:
    """Ask sources for newer facts and keep them for this user; return what came of each, and what changed.

    Sources: docs (Google's page; the default), snapshot (a published one, at TPU_ZONES_SNAPSHOT_URL), billing
    (list prices), compute and tpu-api (what one project sees, never part of the default answers). A source
    that fails, or is not what it was, leaves what was known as it was; see `sources` of what comes back.
    Raises `SnapshotError` where nothing can be kept, `UnknownName` for a source that there is not.

    project: whose eyes compute and tpu-api look with (default: TPU_ZONES_PROJECT, GOOGLE_CLOUD_PROJECT)
    timeout: seconds for all of it
    write: a folder to write a whole snapshot to, for publishing; the user's own data is left alone
    dry_run: keep nothing
    accept_loss: take a source that no longer shows a generation or heading that it showed before
    progress: called with the source, requests done and requests expected
    """
    from tpu_zones.update.refresh import Refresh
    from tpu_zones.update.settings import from_environment
    from tpu_zones.update.store import Cache, Published

    if not isinstance(timeout, int | float) or isinstance(timeout, bool) or not 0 < timeout <= _DAY:
        raise WrongUsage(f"timeout {shown(timeout)}: it takes seconds, more than 0 and up to {_DAY:,}")
    settings = from_environment(project=project)
    store: Cache | Published | None
    if write is not None:
        store = Published(os.fspath(write))
    else:
        try:
            store = Cache()
        except SnapshotError:
            if not dry_run:
                raise
            store = None
    outcome = Refresh(settings, store, seconds=timeout, accept_loss=accept_loss, progress=progress).run(
        sources, dry=dry_run
    )
    before, after = Catalog(outcome.before), Catalog(outcome.after)
    seen = Catalog(outcome.seen) if outcome.seen else None
    nothing: Rows[Difference] = Rows((), record=Difference)
    return Refreshed(
        catalog=after,
        diff=diff(before, after) if outcome.after is not outcome.before else nothing,
        sources=Rows(outcome.results, record=SourceResult),
        project=seen,
        project_diff=diff(after, seen) if seen else nothing,
        stored=outcome.stored,
    )


def reset() -> tuple[str, ...]:
    """Remove the data that was refreshed for this user, so that the bundled data serves; return the files' names."""
    from tpu_zones.update.store import Cache

    return tuple(Cache().reset())
