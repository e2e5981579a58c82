"""How far a refresh is, for a person at a terminal."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn


@contextmanager
def progress_bars() -> Iterator[Callable[[str, int, int | None], None]]:
    """Show a bar for each source on stderr; what is yielded takes the source, requests done, requests expected."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        tasks: dict[str, TaskID] = {}
        lock = threading.Lock()

        def advance(source: str, done: int, expected: int | None) -> None:
            with lock:
                if source not in tasks:
                    tasks[source] = shown.add_task(source, total=expected)
            shown.update(tasks[source], completed=done, total=max(expected or 0, done) or None)

        yield advance
