"""Order of versions: numbers compare as numbers, whatever their text looks like."""

from tpu_zones.errors import WrongUsage, shown
from tpu_zones.records.words import Answer

TYPE_CHECKING = False
if TYPE_CHECKING:
    GkeKey = tuple[int, ...]
    JaxKey = tuple[tuple[int, ...], int, int]

_DIGITS = 9
_SHOWN = 40
_PARTS = 4
_HIGHEST = (10**_DIGITS,) * _PARTS
_PHASES = ("dev", "a", "b", "rc", "", "post")
"""Of one release, from the earliest to the latest; the empty one is the release itself."""


def gke_version(text: str) -> "GkeKey":
    """Return the numbers of a GKE version: minor, or minor and patch, or those and the build.

    Raises `WrongUsage` for anything else, also for `latest` or a channel.

    >>> gke_version("1.34.0-gke.991000") < gke_version("1.34.0-gke.2201000")
    True
    >>> gke_version("v1.34")
    (1, 34)
    """
    tidy = text if isinstance(text, str) else ""  # a float has lost the zero of 1.30
    release, dash, build = tidy.strip().casefold().removeprefix("v").partition("-gke.")
    parts = release.split(".")
    if len(parts) == 3 if dash else len(parts) in (2, 3):
        numbers = [*parts, build] if dash else parts
        if all(map(_is_number, numbers)):
            return tuple(map(int, numbers))
    said = shown(text, _SHOWN)
    raise WrongUsage(
        f"GKE version {said}: it is written like 1.34.0-gke.2201000, or 1.34.1 or 1.34 for any build of it"
    )


def gke_at_least(have: "GkeKey", floor: "GkeKey") -> Answer:
    """Return whether a version is a floor or newer: unknown for a bare minor or patch that has builds on both sides.

    >>> [str(gke_at_least(gke_version(have), gke_version("1.34.1-gke.5"))) for have in ("1.34.2", "1.34.0", "1.34")]
    ['yes', 'no', 'unknown']
    """
    lowest = floor + (0,) * (_PARTS - len(floor))
    if have + (0,) * (_PARTS - len(have)) >= lowest:
        return Answer.YES
    return Answer.NO if have + _HIGHEST[len(have) :] < lowest else Answer.UNKNOWN


def jax_version(text: str) -> "JaxKey":
    """Return a sort key of a JAX version; pre-releases and nightly builds come before their release.

    Raises `WrongUsage` for anything else.

    >>> jax_version("0.9.2") < jax_version("0.10.1.dev20260501") < jax_version("0.10.1rc1") < jax_version("0.10.1")
    True
    """
    import re

    tidy = text if isinstance(text, str) else ""
    tidy = tidy.strip().casefold().removeprefix("v").partition("+")[0]
    found = re.fullmatch(r"([0-9]{1,9}(?:\.[0-9]{1,9}){1,3})(?:(?:\.(dev|post)|(a|b|rc))([0-9]{0,9}))?", tidy)
    if found is None:
        raise WrongUsage(
            f"JAX version {shown(text, _SHOWN)}: it is written like 0.10.1, 0.10.1rc1 or 0.10.1.dev20260501"
        )
    release, extra, early, number = found.groups()
    numbers = tuple(map(int, release.split(".")))
    return numbers + (0,) * (_PARTS - len(numbers)), _PHASES.index(extra or early or ""), int(number or 0)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= _DIGITS
