"""A run that is longer than flex-start allows, or whose unit is not the format's."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import NodePool, TpuVm
from tpu_zones.lint.values import plain
from tpu_zones.lint.view.pool import Pool
from tpu_zones.lint.view.vm import Vm
from tpu_zones.records.findings import Severity

_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604800}
_WITH_UNIT = ("terraform", "terraform-plan", "gke-json", "config-connector")
"""Formats in which a duration ends in s; gcloud takes a bare number too, and the toolkit's is read as seconds."""


def look(view: Pool | Vm, ask: Ask) -> Iterator[Found]:
    """Find runs above seven days, and units of another format."""
    thing = view.thing
    value, held = thing.run_duration, plain(thing.run_duration)
    if value is None or held is None or held == "" or isinstance(held, bool) or not view.flex:
        return
    word = str(held).strip()
    seconds, most = _seconds(word), ask.tables.longest_run
    if seconds is None:
        return
    if most and seconds > most:
        text = f"run duration {word}: flex-start ends after {most // _UNITS['d']} days ({most} s), longer is refused"
        yield Found(value, text)
    elif word.isdigit() and thing.form in _WITH_UNIT:
        text = f"run duration {word} has no unit here: write {word}s"
        yield Found(value, text, severity=Severity.WARNING, new=f"{word}s")


def _seconds(word: str) -> int | None:
    """Return a duration in seconds: `604800s`, `7d`, `1d12h`, or a bare number; None where it is something else."""
    if word.isascii() and word.isdigit() and len(word) < 16:
        return int(word)
    total, digits = 0.0, ""
    for letter in word:
        if letter.isascii() and (letter.isdigit() or letter == ".") and len(digits) < 16:
            digits += letter
        elif letter in _UNITS and digits and digits.count(".") < 2 and digits != ".":
            total, digits = total + float(digits) * _UNITS[letter], ""
        else:
            return None
    return None if digits or not word else int(total)


_POOL = {"machine_type": "ct6e-standard-4t", "topology": "4x4", "flex_start": True, "num_nodes": 0, "max_nodes": 4}

RULE = Rule(
    "TPZ409",
    "run-duration",
    Severity.ERROR,
    (NodePool, TpuVm),
    look,
    why="A flex-start run lasts seven days at most, which is also what applies when nothing is said. The value"
    " cannot be changed later. Terraform writes 604800s, Cluster Toolkit a number of seconds.",
    source="https://docs.cloud.google.com/kubernetes-engine/docs/how-to/dws-flex-start-training-tpu",
    fact="flex-start-shape",
    wrong={**_POOL, "run_duration": "864000s"},
    right={**_POOL, "run_duration": "604800s"},
)
