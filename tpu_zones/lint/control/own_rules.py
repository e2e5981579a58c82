"""What the check says of itself, described as the rules are: why, and a wrong and a right file."""

from tpu_zones.lint.control.own import UNCHECKED, UNREAD, UNUSED_IGNORE, WRONG_IGNORE
from tpu_zones.records.findings import Severity

SOURCE = "tpu-zones itself"


class OwnRule:
    """A rule that looks at no thing: the readers or the control find it.

    `wrong` and `right` are texts of a file called `path`.
    """

    __slots__ = ("id", "name", "path", "right", "severity", "source", "why", "wrong")

    def __init__(
        self, own: tuple[str, str], severity: Severity, path: str, *, why: str, wrong: str, right: str
    ) -> None:
        self.id, self.name = own
        self.severity, self.path, self.source = severity, path, SOURCE
        self.why, self.wrong, self.right = why, wrong, right

    def __repr__(self) -> str:
        return f"<OwnRule {self.id} {self.name}>"


_POOL = """resource "google_container_node_pool" "tpu" {
  node_count = 1
  node_config { machine_type = "ct6e-standard-4t" }%s
}
"""
_COMMAND = "gcloud container node-pools create tpu --cluster=c --machine-type=ct6e-standard-4t"

OWN = (
    OwnRule(
        UNREAD,
        Severity.ERROR,
        "main.tf",
        why="A file that speaks of TPUs cannot be read, or is too large, so that it was not checked whole: an"
        " incomplete check is no verdict, and its exit code is 3. No ignore, severity or baseline hides it; --exclude"
        " leaves the file out.",
        wrong=(_POOL % "").removesuffix("}\n"),
        right=_POOL % "",
    ),
    OwnRule(
        UNCHECKED,
        Severity.INFO,
        "pool.sh",
        why="A part of a file cannot be judged without running or rendering something: a template, eval, a folder that"
        " cannot be opened. The rest of the file is checked.",
        wrong=f'{_COMMAND}\neval "$MORE_POOLS"\n',
        right=f"{_COMMAND}\n",
    ),
    OwnRule(
        WRONG_IGNORE,
        Severity.WARNING,
        "main.tf",
        why="An ignore hides findings only where it names their rules and says why; one without is as good as none.",
        wrong=_POOL % "  # tpu-zones: ignore[TPZ101]",
        right=_POOL % "",
    ),
    OwnRule(
        UNUSED_IGNORE,
        Severity.INFO,
        "main.tf",
        why="An ignore that hides nothing is left over, or names another rule than it means: it would hide what"
        " comes to that line later.",
        wrong=_POOL % "  # tpu-zones: ignore[TPZ101] ticket 12",
        right=_POOL % "",
    ),
)
"""In order of their ids."""
