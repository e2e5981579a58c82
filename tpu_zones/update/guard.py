"""Whether a source is still what it was: a part that was there and is gone is a fault of the reading, not news.

A list that shrank is news: what is guarded is the shape (headings, generations), never a count.
"""

from tpu_zones.update.faults import SourceFailed
from tpu_zones.update.sources.base import Fetched, Known, Source


def lost(source: Source, known: Known, fetched: Fetched) -> tuple[str, ...]:
    """Return the parts that the source had before and does not show any more."""
    if fetched.unchanged or not fetched.complete:
        return ()
    before = known.shape or source.parts(known.index)
    return tuple(part for part in before if part not in fetched.shape)


def check(source: Source, known: Known, fetched: Fetched, *, accept_loss: bool) -> tuple[str, ...]:
    """Return what was lost, where that is accepted; else refuse the source."""
    gone = lost(source, known, fetched)
    if gone and not accept_loss:
        raise SourceFailed(
            "loss",
            f"it no longer shows what it showed before: {', '.join(gone)}; the earlier data stays "
            "(if Google really dropped it: --accept-loss)",
        )
    return gone
