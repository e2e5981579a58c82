"""The cluster that manifests are for: the one beside them, or what the user said of it."""

from tpu_zones.lint.things import looks_like_tpu
from tpu_zones.lint.values import absent, blank, flag, given, text
from tpu_zones.lint.view.version import of_word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tpu_zones.lint.rules.base import Ask
    from tpu_zones.lint.things import Cluster
    from tpu_zones.lint.values import Value
    from tpu_zones.lint.view.version import Running


def on_autopilot(ask: "Ask") -> bool | None:
    """Whether the cluster is in Autopilot mode; None where nobody says."""
    if ask.mode is not None:
        return ask.mode == "autopilot"
    if ask.automatic is None:
        ask.automatic = {flag(one.autopilot) if given(one.autopilot) else None for one in ask.clusters}
    return next(iter(ask.automatic)) if len(ask.automatic) == 1 else None


def creates_pools(ask: "Ask") -> bool:
    """Whether one of the clusters may make node pools of its own, also for a class that Pods get by default."""
    if ask.creating is None:
        ask.creating = any(not blank(one.resource_limits) or _provisions(one) for one in ask.clusters)
    return ask.creating


def _provisions(cluster: "Cluster") -> bool:
    return not (_off(cluster.auto_provisioning) and _off(cluster.default_class))


def _off(value: "Value | None") -> bool:
    return absent(value) or (given(value) and flag(value) is False)


def all_pools_known(ask: "Ask") -> bool:
    """Whether the clusters certainly have no node pool but those of the group, each of which is of one of them."""
    if ask.closed is None:
        closed = bool(ask.clusters) and not ask.classes and all(map(_closed, ask.clusters))
        ask.closed = closed and all(map(ask.cluster_of, ask.pools))
    return ask.closed


def _closed(cluster: "Cluster") -> bool:
    """Whether a cluster is a Standard one whose pools are all told; its first pool may be in its own fields."""
    first = cluster.machine_type
    return (
        cluster.whole
        and not cluster.maybe
        and _off(cluster.autopilot)
        and (blank(first) or (given(first) and not looks_like_tpu(str(first.value))))
    )


def running_on(ask: "Ask") -> "Running | None":
    """Return the version that the user gave, else that of the one cluster; None where none is a full one."""
    value, word, sure = None, ask.gke_version, True
    if word is None and len(ask.clusters) == 1:
        value, sure = ask.clusters[0].version, blank(ask.clusters[0].channel)
        word = text(value) if given(value) else None
    return of_word(word, value, sure)
