"""Findings: faults in a config, each with the value at fault and the fix."""

from enum import StrEnum

from tpu_zones.records.dataclass import dataclass


class Severity(StrEnum):
    """What a finding means for the config."""

    ERROR = "error"
    """The service would refuse it, or nothing would ever run, by an undisputed fact."""
    WARNING = "warning"
    """Disputed, undocumented, only observed, withdrawn, or refused in single tests."""
    INFO = "info"
    """Could not be checked, or is good to know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fix:
    """The one change that cures a finding: at `line` and `column` the text `old` becomes `new`."""

    path: str
    line: int
    column: int
    old: str
    new: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Location:
    """A place in a file; line and column count from 1."""

    path: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One fault in a config; fields may be added."""

    rule: str
    name: str
    severity: Severity
    path: str
    line: int
    column: int
    subject: str
    """The thing at fault, such as `node pool tpu`; several, by comma, where one value serves them all."""
    value: str
    """The value at fault, as it is understood; empty where something is missing."""
    message: str
    fix: Fix | None = None
    claim: str | None = None
    """The source that it rests on, with its period."""
    related: tuple[Location, ...] = ()
    """Where else to look, such as the resource that uses a variable's value."""

    @property
    def identity(self) -> tuple[str, str, str, str]:
        """What stays when lines move: path, rule, subject and value."""
        return self.path, self.rule, self.subject, self.value

    def altered(self, **changes: object) -> "Finding":
        """Return the same finding with other values in some fields."""
        held = {name: getattr(self, name) for name in type(self).__annotations__}
        return Finding(**{**held, **changes})

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}: {self.severity} {self.rule} {self.name}: {self.message}"
