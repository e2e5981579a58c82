"""What a check found."""

from tpu_zones.errors import WrongUsage
from tpu_zones.records.rows import Note, Rows
from tpu_zones.records.table import counted, plain_table

TYPE_CHECKING = False
if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable, Mapping

    from tpu_zones.records.findings import Finding


class Report:
    """The findings of one check, in order of path, line and rule, with what was read.

    `ok` is whether nothing is an error; `complete` whether everything that speaks of TPUs could be read (an
    incomplete check is no verdict). `summary` counts pools, clusters, TPU VMs, workloads, values that are
    unknown, files read and files out of scope; `notes` say what could not be read. `sources` holds the lines
    of the files that have findings.
    """

    def __init__(
        self,
        findings: "Iterable[Finding]",
        *,
        summary: "Mapping[str, int]",
        notes: "Iterable[Note]" = (),
        complete: bool = True,
        version: str,
        compiled: str,
        origin: str,
        hash: str,  # noqa: A002 - the word of the JSON
        evidence_date: "dt.date | None" = None,
        sources: "Mapping[str, list[str]] | None" = None,
    ) -> None:
        from tpu_zones.records.findings import Finding

        self.notes = tuple(notes)
        self.findings: Rows[Finding] = Rows(findings, record=Finding, notes=self.notes, evidence_date=evidence_date)
        self.summary, self.complete = dict(summary), complete
        self.version, self.compiled, self.origin, self.hash = version, compiled, origin, hash
        self.evidence_date, self.sources = evidence_date, dict(sources or {})

    @property
    def ok(self) -> bool:
        """Whether no finding is an error."""
        return self.worst("error") == 0

    def worst(self, fail_on: str) -> int:
        """Return how many findings are at or above a severity: error, warning or info."""
        levels = ("error", "warning", "info")
        if fail_on not in levels:
            raise WrongUsage(f"no severity is called {fail_on[:100]!r}: it is one of {', '.join(levels)}")
        return sum(one.severity in levels[: levels.index(fail_on) + 1] for one in self.findings)

    def __bool__(self) -> bool:
        """Refuse: whether a report is good is `.ok`."""
        raise TypeError("a Report is neither true nor false: ask .ok")

    def __repr__(self) -> str:
        counts = f"{counted(self.worst('error'), 'error')}, {counted(len(self.findings), 'finding')}"
        return f"<Report: {counts}{'' if self.complete else ', incomplete'}>"

    def __str__(self) -> str:
        """Return the findings as a table."""
        rows = [(f"{one.path}:{one.line}", one.severity, one.rule, one.message) for one in self.findings]
        lines = plain_table(["place", "severity", "rule", "message"], rows) or ["no findings"]
        return "\n".join([*lines, *(f"note: {note}" for note in self.notes)])

    def _repr_html_(self) -> str:
        """Return the findings as a notebook shows them."""
        from tpu_zones.notebook.html import answer_html

        return answer_html(self)
