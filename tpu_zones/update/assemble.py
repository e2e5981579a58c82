"""What was there + what sources said -> a snapshot for everybody, and one for each project's eyes."""

import datetime as dt
import json
from collections.abc import Callable, Mapping
from typing import Any

from tpu_zones.facts import outside, packed
from tpu_zones.facts.load import Snapshot
from tpu_zones.facts.tables import TABLES
from tpu_zones.update import merge
from tpu_zones.update.reconcile import newest_day
from tpu_zones.update.sources.base import Fetched
from tpu_zones.update.write import manifest_text, table_text

Text = Callable[[str, tuple[Any, ...]], bytes | None]


class Made:
    """A snapshot that was put together: its tables, their texts, its manifest; validated as from outside."""

    __slots__ = ("head", "manifest", "snapshot", "tables", "texts", "words")

    def __init__(self, tables: merge.Tables, compiled: dt.date, origin: str, text: "Text | None" = None) -> None:
        self.tables = tables
        self.texts = {name: (text and text(name, tables[name])) or table_text(tables[name]).encode() for name in TABLES}
        day = newest_day(claim.seen for claim in tables["claims"])
        texts = {name: text.decode() for name, text in self.texts.items()}
        self.manifest = manifest_text(texts, compiled, day).encode()
        whole = {**self.texts, "MANIFEST": self.manifest}
        self.snapshot = outside.read(origin, whole.__getitem__, newer=True)
        self.words = bool(self.snapshot.remarks)
        self.head: dict[str, Any] = {}

    def differs(self, other: Snapshot) -> bool:
        """Whether anything is otherwise than in another snapshot."""
        return self.snapshot.compiled != other.compiled or self.tables != merge.tables_of(other)

    def packed(self, head: Mapping[str, Any]) -> bytes:
        """Return the contents of its file in the cache."""
        return packed.pack({**json.loads(self.manifest), "words": self.words, **head}, self.texts)


def kept_beside(fetched: Mapping[str, Fetched]) -> dict[str, Any]:
    """Return what is kept of each source beside its claims, as JSON has it."""
    return {
        name: {
            "day": one.day.isoformat(),
            "validators": one.validators,
            "shape": list(one.shape),
            "cites": sorted({cited.source for cited in one.cited} | {claim.source for claim in one.claims}),
        }
        for name, one in fetched.items()
    }


def base_of(current: Snapshot, kept: Snapshot | None, fetched: Mapping[str, Fetched]) -> tuple[merge.Tables, str]:
    """Return the tables to build on, and their day: the newest of what serves and what is published.

    All that was refreshed before is on top of them.
    """
    published = next((one.snapshot for one in fetched.values() if one.snapshot), None)
    chosen = published or current
    base = merge.tables_of(chosen)
    for other in (current, kept):
        if other is not None and other is not chosen:
            base = merge.add(base, merge.carried(merge.tables_of(other), base))
    return base, chosen.compiled


def finished(
    base: tuple[merge.Tables, str], fetched: Mapping[str, Fetched], origin: str, text: "Text | None" = None
) -> Made:
    """Return the snapshot that serves everybody: what one project sees is not in it.

    `text` returns the text of a table, where these very rows have one already.
    """
    tables, compiled = base
    for one in fetched.values():
        if one.project is None and says(one):
            tables, compiled = merge.add(tables, one), max(compiled, one.day.isoformat())
    return Made(merge.verdicts(tables), dt.date.fromisoformat(compiled), origin, text)


def says(one: Fetched) -> bool:
    """Whether a source said anything that goes into tables."""
    return bool(one.claims or one.prices or one.lists)


def of_projects(fetched: Mapping[str, Fetched]) -> dict[str, dict[str, Fetched]]:
    """Return what was seen with the eyes of each project."""
    found: dict[str, dict[str, Fetched]] = {}
    for name, one in fetched.items():
        if one.project is not None:
            found.setdefault(one.project, {})[name] = one
    return found


def view_of(general: Made, mine: Mapping[str, Fetched], old: Snapshot | None, project: str, origin: str) -> Made:
    """Return what a project sees: the default tables, and on top what was ever fetched with its eyes."""
    states = {**(old.manifest.get("refreshed", {}) if old else {})}
    own = {source for state in states.values() for source in state.get("cites", ())}
    tables = general.tables
    if old:
        tables = merge.add(tables, merge.carried(merge.tables_of(old), tables, own))
    for one in mine.values():
        tables = merge.add(tables, one)
    states.update(kept_beside(mine))
    days = [dt.date.fromisoformat(state["day"]) for state in states.values()]
    compiled = max([dt.date.fromisoformat(general.snapshot.compiled), *days])
    made = Made(merge.verdicts(tables), compiled, origin)
    made.head = {"project": project, "seen": max(state["day"] for state in states.values()), "refreshed": states}
    made.snapshot.manifest.update(made.head)
    packed.tell_project(made.snapshot)
    return made
