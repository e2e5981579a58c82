"""The GKE version that a pool runs on."""

from tpu_zones.errors import WrongUsage
from tpu_zones.lint.values import blank, given, text
from tpu_zones.ordering import gke_version

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tpu_zones.lint.rules.base import Ask
    from tpu_zones.lint.values import Value
    from tpu_zones.lint.view.pool import Pool
    from tpu_zones.ordering import GkeKey


class Running:
    """A GKE version: its `key`, the `word` that says it, the value that holds it, and whether that is `sure`.

    It is not where a release channel may have moved the cluster on since.
    """

    __slots__ = ("key", "sure", "value", "word")

    def __init__(self, word: str, key: "GkeKey", value: "Value | None", sure: bool) -> None:
        self.word, self.key, self.value, self.sure = word, key, value, sure


def running(pool: "Pool", ask: "Ask") -> Running | None:
    """Return the pool's own version, else what the user said, else the cluster's; None where none is a full one."""
    thing, cluster = pool.thing, pool.cluster
    if given(thing.version):
        return of_word(text(thing.version), thing.version, True)
    if not blank(thing.version):
        return None
    if ask.gke_version:
        return of_word(ask.gke_version, None, True)
    if cluster and given(cluster.version):
        return of_word(text(cluster.version), cluster.version, blank(cluster.channel))
    return None


def of_word(word: str | None, value: "Value | None", sure: bool) -> Running | None:
    """Return the version that a word says; None for one that is none, or not a full one."""
    try:
        return Running(word or "", gke_version(word or ""), value, sure)
    except WrongUsage:  # a channel, latest, a prefix
        return None
