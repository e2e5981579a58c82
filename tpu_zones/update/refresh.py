"""Ask sources for newer facts, put together what they say, keep it. Nothing that serves gets worse by it."""

import datetime as dt
import queue
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from tpu_zones.errors import SnapshotError, TpuZonesError
from tpu_zones.facts.index import Index
from tpu_zones.facts.load import Snapshot, bundled
from tpu_zones.records.refreshed import SourceResult
from tpu_zones.update import guard, merge
from tpu_zones.update._http import Http, Session
from tpu_zones.update.assemble import base_of, finished, kept_beside, of_projects, says, view_of
from tpu_zones.update.credentials import find
from tpu_zones.update.faults import SourceFailed
from tpu_zones.update.settings import Settings
from tpu_zones.update.sources import SOURCES, named
from tpu_zones.update.sources.base import READ, Fetched, Known, Source
from tpu_zones.update.store import Cache, Published, newest
from tpu_zones.version import __version__

SECONDS = 60.0
_GRACE = 2.0
Progress = Callable[[str, int, int | None], None]


class Outcome:
    """What came of a refresh: the snapshots before and after it, what a project sees, and where it is kept."""

    __slots__ = ("after", "before", "results", "seen", "stored")

    def __init__(self, before: Snapshot) -> None:
        self.before = self.after = before
        self.seen: Snapshot | None = None
        self.results: list[SourceResult] = []
        self.stored: str | None = None


class Refresh:
    """One refresh of a cache, or of a folder that is to be published."""

    def __init__(
        self,
        settings: Settings,
        store: Cache | Published | None,
        *,
        seconds: float = SECONDS,
        accept_loss: bool = False,
        progress: Progress | None = None,
        session: Session | None = None,
    ) -> None:
        self.settings, self.store, self.accept_loss, self.progress = settings, store, accept_loss, progress
        self.seconds = seconds
        self.session = session or Session(seconds, floor=dt.date.fromisoformat(bundled().compiled))

    def run(self, names: Iterable[str] = (), *, dry: bool = False) -> Outcome:
        """Ask the sources of these names, and keep what they say unless it is a dry run."""
        sources = [named(name) for name in dict.fromkeys(names or _usual(self.settings))]
        before, view = self._now()
        outcome = Outcome(before)
        asked = dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
        fetched: dict[str, Fetched] = {}
        for source, answer in self._ask(sources, before, view):
            if isinstance(answer, Answer):
                fetched[source.name] = answer.fetched
                outcome.results.append(_result(source, answer, asked))
            else:
                outcome.results.append(self._failed(source, answer, asked))
        if fetched:
            self._keep(outcome, fetched, dry=dry)
        elif isinstance(self.store, Cache) and not dry:
            self._note(outcome, self.store)
        return outcome

    def _now(self) -> tuple[Snapshot, Snapshot | None]:
        """Return what serves now, and what is kept of the project."""
        if isinstance(self.store, Published):
            return self.store.read() or bundled(), None
        if self.store is None:
            return bundled(), None
        kept = self.store.read()
        return newest(kept), self.store.read(self.settings.project) if self.settings.project else None

    def _ask(
        self, sources: list[Source], before: Snapshot, view: Snapshot | None
    ) -> "list[tuple[Source, Answer | SourceFailed]]":
        """Ask all sources at once; return their answers in the order in which they are merged."""
        answers: dict[str, Answer | SourceFailed] = {}
        done: queue.SimpleQueue[tuple[str, Answer | SourceFailed]] = queue.SimpleQueue()

        def work(source: Source) -> None:
            try:
                done.put((source.name, self._one(source, before, view)))
            except SourceFailed as error:
                done.put((source.name, error))
            except Exception as error:  # one source's fault is not the others'
                kind = "fault" if not isinstance(error, TpuZonesError) else "shape"
                text = f"{error}" if kind == "shape" else f"a fault of ours: {type(error).__name__} (please report it)"
                done.put((source.name, SourceFailed(kind, text)))

        for source in sources:
            threading.Thread(target=work, args=(source,), daemon=True).start()
        while len(answers) < len(sources):
            try:
                name, answer = done.get(timeout=max(self.session.left(), 0) + _GRACE)
            except queue.Empty:
                break
            answers[name] = answer
        self.session.close()  # what still waits for an answer is not listened to any more
        order = list(SOURCES)
        sources = sorted(sources, key=lambda one: order.index(one.name))
        return [(one, answers.get(one.name, self.session.late())) for one in sources]

    def _one(self, source: Source, before: Snapshot, view: Snapshot | None) -> "Answer":
        address = source.address(self.settings)
        credential = find(source.needs, self.settings, source.name)
        progress = self.progress
        http = Http(
            self.session,
            address,
            credential,
            (lambda done, expected: progress(source.name, done, expected)) if progress else None,
        )
        known = _known(source, before, view, self.settings)
        found = source.fetch(http, known, self.settings)
        if found.unchanged:
            found = merge.again(found, known)
        lost = guard.check(source, known, found, accept_loss=self.accept_loss)
        return Answer(found, lost, [*http.remarks, *found.remarks], http.requests)

    def _failed(self, source: Source, error: SourceFailed, asked: str) -> SourceResult:
        last = self.store.last().get(source.name, {}) if isinstance(self.store, Cache) else {}
        return SourceResult(
            source=source.name,
            result="refused" if error.code == "loss" else "failed",
            day=_day(last.get("day")),
            asked=asked,
            project=self.settings.project if source.project else None,
            code=error.code,
            text=str(error),
        )

    def _keep(self, outcome: Outcome, fetched: Mapping[str, Fetched], *, dry: bool) -> None:
        """Merge what was said into what is there now, and keep it."""
        store = self.store
        if isinstance(store, Cache) and not dry:
            try:
                with store.writing(max(self.session.left(), self.seconds)):
                    self._cache(outcome, store, fetched)
                    self._note(outcome, store, locked=True)
            except SnapshotError as error:
                if any(one.snapshot or (says(one) and not one.unchanged) for one in fetched.values()):
                    raise
                outcome.results = [replace(one, remarks=(*one.remarks, str(error))) for one in outcome.results]
            return
        kept = store.read() if store else None
        base = base_of(outcome.before, kept, fetched)
        made = (
            finished(base, fetched, store.folder, store.text)
            if isinstance(store, Published)
            else finished(base, fetched, "a dry run")
        )
        outcome.after = made.snapshot
        if isinstance(store, Published) and not dry:
            outcome.stored = store.write(made.manifest, made.texts)
        for project, mine in of_projects(fetched).items():
            old = store.read(project) if isinstance(store, Cache) else None
            view = view_of(made, mine, old, project, made.snapshot.origin)
            outcome.seen = view.snapshot
            if isinstance(store, Published) and not dry:
                store.write(view.manifest, view.texts, project)

    def _cache(self, outcome: Outcome, store: Cache, fetched: Mapping[str, Fetched]) -> None:
        """Do so in the user's cache, whose lock is held: what others wrote since is in what is read here."""
        kept = store.read(aside=True)
        current = newest(kept)
        before = kept.manifest.get("refreshed", {}) if kept else {}
        states = {**before, **kept_beside({name: one for name, one in fetched.items() if one.project is None})}
        made = finished(base_of(current, kept, fetched), fetched, store.path())
        stale = kept is not None and (states != before or kept.manifest["version"] != __version__)
        if made.differs(current) or stale:
            outcome.stored = store.write(made.packed({"refreshed": states}))
            outcome.after = made.snapshot
        else:
            outcome.after = current
        mine = of_projects(fetched)
        for project in dict.fromkeys([*store.projects(), *mine]):
            view = view_of(made, mine.get(project, {}), store.read(project, aside=True), project, store.path(project))
            store.write(view.packed(view.head), project)
            if project in mine:
                outcome.seen, outcome.stored = view.snapshot, outcome.stored or store.path(project)

    def _note(self, outcome: Outcome, store: Cache, *, locked: bool = False) -> None:
        """Keep what came of asking; where nothing else is kept, only if it can be."""
        plain = {
            one.source: {
                "result": one.result,
                "day": one.day and one.day.isoformat(),
                "asked": one.asked,
                "project": one.project,
                "code": one.code,
                "text": one.text,
                "remarks": one.remarks,
                "lost": one.lost,
            }
            for one in outcome.results
        }
        if locked:
            store.note(plain)
            return
        try:
            with store.writing(1.0):
                store.note(plain)
        except TpuZonesError:
            return


class Answer:
    """What a source said, and what is to be said of it."""

    __slots__ = ("fetched", "lost", "remarks", "requests")

    def __init__(self, fetched: Fetched, lost: tuple[str, ...], remarks: list[str], requests: int) -> None:
        self.fetched, self.lost, self.remarks, self.requests = fetched, lost, remarks, requests


def _usual(settings: Settings) -> list[str]:
    """Return the sources that are asked where none is named."""
    return ["snapshot"] if settings.snapshot_url else ["docs"]


def _known(source: Source, before: Snapshot, view: Snapshot | None, settings: Settings) -> Known:
    """Return what is known before a source is asked, out of the snapshot that holds its claims."""
    holder = view if source.project else before
    state = holder.manifest.get("refreshed", {}).get(source.name, {}) if holder else {}
    if holder is None or not state:
        return Known(Index(before))
    cites = set(state.get("cites", ()))
    lists = [one for one in holder.table("lists") if one.list.startswith(READ)]
    latest = max(lists, key=lambda one: one.seen.age).list if lists else None
    mine = [one for one in holder.table("claims") if one.source in cites and one.list in (None, latest)]
    validators = state.get("validators") if mine or not cites else {}  # those of a body that is not here are no use
    return Known(Index(before), mine=mine, shape=state.get("shape", ()), validators=validators)


def _result(source: Source, answer: Answer, asked: str) -> SourceResult:
    found = answer.fetched
    changed = bool(found.snapshot or (says(found) and not found.unchanged))
    return SourceResult(
        source=source.name,
        result="read" if changed else "unchanged",
        day=found.day,
        asked=asked,
        project=found.project,
        code=None,
        text=None,
        remarks=tuple(answer.remarks),
        lost=answer.lost,
        requests=answer.requests,
    )


def _day(text: Any) -> dt.date | None:
    try:
        return dt.date.fromisoformat(text)
    except (TypeError, ValueError):
        return None
