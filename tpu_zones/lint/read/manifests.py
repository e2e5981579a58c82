"""Manifests in the here-documents of scripts -> what they ask of TPUs.

`kubectl apply -f - <<EOF`, `cat <<EOF > job.yaml`: the text is what the shell makes of it, as far as that is known.
It is a manifest where it looks like one; what cannot be read of it is no fault, for it may be anything.
"""

import re

from tpu_zones.lint.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tpu_zones.lint.read.bash.cells import Text
    from tpu_zones.lint.read.bash.nodes import Heredoc
    from tpu_zones.lint.read.bash.run import Runner
    from tpu_zones.lint.things import Thing

_OBJECT = re.compile(r"^[ \t]*apiVersion[ \t]*:", re.MULTILINE)
_WORDS = ("tpu", "pathways-job.pathways.domain")
_UNKNOWN = "${value}"
"""Stands in YAML for what the script does not say: readers take it for a placeholder."""
_ALONE = re.compile(rf"^[ \t]*{re.escape(_UNKNOWN)}[ \t]*$", re.MULTILINE)
_MARGIN = re.compile(r"^(?=[^\n])(?!---|\.\.\.)", re.MULTILINE)


def speaks(text: str) -> bool:
    """Whether a script may have a manifest of interest in it."""
    return "<<" in text and _is_manifest(text)


def _is_manifest(text: str) -> bool:
    return any(word in text for word in _WORDS) and _OBJECT.search(text) is not None


def read(given: "Heredoc", runner: "Runner") -> "list[Thing]":
    """Return what a here-document asks of TPUs; its lines are those of the file."""
    source = runner.source
    if not _is_manifest(source.text[given.start : given.end]):
        return []
    text = _text(runner.stdin(given), given.start, given.end)
    if text is None:
        return []
    from tpu_zones.lint.read import kubernetes

    whole = _ALONE.sub("", text)
    first = source.spot(given.start)
    placed = "\n" * (first.line - 1) + _MARGIN.sub(" " * (first.column - 1), whole)
    runner.spend(len(placed) // 10)
    found = kubernetes.read(placed, source.file).things
    for thing in found:
        thing.maybe = runner.unsure > 0
        if whole != text and "partial" in thing.fields:  # a line that is filled in may be what seems to lack
            thing.partial = Value(True, thing.spot)  # type: ignore[attr-defined]
    return found


def _text(pieces: "Text", start: int, end: int) -> str | None:
    """Return the text of pieces; None where its lines are not those of the file."""
    parts: list[str] = []
    for piece in pieces:
        inside = isinstance(piece.at, int) and start <= piece.at < end
        if not inside and "\n" in piece.text:
            return None
        parts.append(_UNKNOWN if piece.unknown or piece.maybe else piece.text)
    return "".join(parts)
