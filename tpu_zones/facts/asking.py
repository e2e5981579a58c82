"""How a catalog asks: a question is answered once from the tables, then from memory."""

import datetime as dt

from tpu_zones.facts.ask import walked
from tpu_zones.facts.index import Index

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tpu_zones.facts.load import Snapshot

_REMEMBERED = 2048


class Asking:
    """A snapshot with its index, and the answers that were given."""

    def __init__(self, snapshot: "Snapshot", *, today: "dt.date | None" = None) -> None:
        self.snapshot = snapshot
        self._today = today
        self.index = Index(snapshot)
        self._memory: dict[Any, Any] = {}

    @property
    def today(self) -> "dt.date":
        """The day from which ages count."""
        return self._today or dt.date.today()

    @property
    def granted(self) -> tuple[str, ...]:
        """What the project that asks was given beside Google's list: `v6e:us-east5-c`."""
        return tuple(sorted(f"{generation}:{zone}" for generation, zone in self.index.granted))

    def _ask(self, module: str, what: str, *asked: "Any") -> "Any":
        """Return the answer to a question, from memory where the same was asked: 8, 8.0 and True are not the same."""
        try:
            return self._memory[module, what, asked, (*map(type, asked),)]
        except (KeyError, TypeError):  # the second: a list is no key
            asked = tuple(map(walked, asked))
        question: Any = (module, what, asked, (*map(type, asked),))
        try:
            if (rows := self._memory.get(question)) is not None:
                return rows
        except TypeError:
            question = None  # it cannot be a key
        rows = getattr(__import__(f"tpu_zones.facts.{module}", fromlist=[what]), what)(self.index, *asked)
        if self.snapshot.remarks and hasattr(rows, "with_notes"):
            from tpu_zones.records.rows import Note

            rows = rows.with_notes(Note(code=self.snapshot.remark_code, text=text) for text in self.snapshot.remarks)
        if len(self._memory) >= _REMEMBERED:
            self._memory.clear()
        if question:
            self._memory[question] = rows
        return rows

    def __repr__(self) -> str:
        granted = f", granted {' '.join(self.granted)}" if self.granted else ""
        return f"<Catalog {self.snapshot.origin}, compiled {self.snapshot.compiled}{granted}>"
