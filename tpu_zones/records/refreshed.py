"""What came of asking sources for newer facts."""

import datetime as dt

from tpu_zones.records.dataclass import dataclass
from tpu_zones.records.differences import Difference
from tpu_zones.records.rows import Rows


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceResult:
    """What came of asking one source; fields may be added."""

    source: str
    result: str
    """read, unchanged, refused (it lost what it showed before), or failed."""
    day: dt.date | None
    """Of the reading; of a source that was not read now, of the last reading."""
    asked: str | None
    """When it was asked, ISO 8601 in UTC."""
    project: str | None
    """Whose eyes it looked with; None: it shows the same to everybody."""
    code: str | None
    """Why not, as a word: offline, timeout, tls, redirect, status, denied, credentials, busy, too-large,
    cut-off, not-json, shape, hash, clock, loss, fault."""
    text: str | None
    """Why not, as a sentence."""
    remarks: tuple[str, ...] = ()
    """What was not understood, odd, or left out."""
    lost: tuple[str, ...] = ()
    """Parts that were there before and are gone, where the loss was accepted."""
    requests: int = 0

    @property
    def ok(self) -> bool:
        """Whether it answered with something that could be used."""
        return self.result in ("read", "unchanged")

    def __str__(self) -> str:
        whose = f" ({self.project})" if self.project else ""
        return f"{self.source}{whose}: {self.result}" + (f": {self.text}" if self.text else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Refreshed:
    """What came of a refresh; fields may be added. `ok` says whether any source answered."""

    catalog: object
    """The `Catalog` of what serves now; a running process keeps its own default."""
    diff: Rows[Difference]
    """What it answers otherwise than before."""
    sources: Rows[SourceResult]
    """What came of asking each source."""
    project: object
    """The `Catalog` of what the project sees; None where no source looked with its eyes."""
    project_diff: Rows[Difference]
    """What that one answers otherwise than `catalog`."""
    stored: str | None
    """The file or folder that was written; None: nothing was."""

    @property
    def ok(self) -> bool:
        """Whether at least one source answered with something that could be used."""
        return any(one.ok for one in self.sources)

    def __bool__(self) -> bool:
        raise TypeError("a refresh is neither true nor false: ask .ok, or .diff for what changed")

    def __str__(self) -> str:
        return "\n".join([*map(str, self.sources), *map(str, self.diff)])
