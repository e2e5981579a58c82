"""Images of Pathways that are older than the supported ones, or that float."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.values import Value, absent, given, items, plain, text
from tpu_zones.lint.view.workload import Work
from tpu_zones.lint.workloads import PathwaysJob, Workload
from tpu_zones.records.findings import Severity

_IMAGES = ("/pathways/server", "/pathways/proxy_server")
_TAG = "jax-"


def look(view: PathwaysJob | Work, ask: Ask) -> Iterator[Found]:
    """Find tags below the reported minimum, and those that say no version."""
    minimum = str(_minimum(ask))
    for value, tag in _tags(view):
        version = _version(tag)
        if version is not None and version < (_version(_TAG + minimum) or ()):
            said = f"{tag} is older than JAX {minimum}, the lowest that is reported for Pathways on GKE"
            yield Found(value, said, shown=tag, new=_TAG + minimum if plain(value) == tag else None)
        elif tag == "latest":
            said = "the tag latest moves: name a version, such as jax-" + minimum
            yield Found(value, said, severity=Severity.INFO, shown=tag)
    if isinstance(view, PathwaysJob) and absent(view.version) and plain(view.partial) is not True:
        said = f"no pathwaysVersion means latest, which moves: name a version, such as jax-{minimum}"
        yield Found(view.spot, said, severity=Severity.INFO)


def _minimum(ask: Ask) -> object:
    return ask.index.value("jg-pathways", "min_jax") or "0"


def _tags(view: PathwaysJob | Work) -> Iterator[tuple[Value, str]]:
    """Yield the tags of Pathways' own images, with the values that they stand in."""
    thing = view if isinstance(view, PathwaysJob) else view.thing
    if isinstance(view, PathwaysJob) and view.version is not None and given(view.version):
        yield view.version, str(plain(view.version))
    for one in items(getattr(thing, "images", None)):
        image = text(one) if isinstance(one, Value) else None
        if isinstance(one, Value) and image and any(name in image for name in _IMAGES) and "@" not in image:
            yield one, image.rpartition(":")[2] if ":" in image.rpartition("/")[2] else "latest"


def _version(tag: str) -> tuple[int, ...] | None:
    """Return the numbers of a tag such as jax-0.10.1; None for another form."""
    parts = tag.removeprefix(_TAG).split(".")
    if not tag.startswith(_TAG) or len(parts) != 3 or not all(one.isascii() and one.isdigit() for one in parts):
        return None
    return tuple(int(one[:9]) for one in parts)


_V6E = {"workers": 1, "type": "ct6e-standard-4t", "topology": "4x4", "slices": 1}

RULE = Rule(
    "TPZ705",
    "pathways-version",
    Severity.WARNING,
    (PathwaysJob, Workload),
    look,
    why="Images of Pathways carry a version of JAX, and 0.10.1 is the lowest that is reported as supported on GKE;"
    " older ones exist. Versions are compared as numbers.",
    source="article-2026-11-09",
    fact="jg-pathways",
    wrong={**_V6E, "version": "jax-0.9.2"},
    right={**_V6E, "version": "jax-0.10.1"},
)
