"""What the user decided about a check, applied to what was found."""

import os
from posixpath import dirname, normpath

from tpu_zones.lint.control.config import Config, load
from tpu_zones.lint.control.own import FIXED
from tpu_zones.lint.read.ignore import Patterns
from tpu_zones.records.findings import Finding, Severity
from tpu_zones.records.rows import Note

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from tpu_zones.lint.control.baseline import Baseline
    from tpu_zones.lint.read.files import File
    from tpu_zones.lint.things import Thing


class Control:
    """The config, whether ignores count, the baseline: that of the config, if none is given; an empty name is none.

    `aside` are files that are read, but not reported on; `alone` those that were named one by one, to which rules
    across files do not apply; `whole` is whether folders are checked, and not only single files: what those do not
    have may still be found in a whole folder, and is not called unused.
    """

    __slots__ = ("alone", "aside", "baseline", "config", "ignores", "notes", "whole")

    def __init__(
        self,
        config: "Config | str | os.PathLike[str] | None" = None,
        *,
        baseline: "str | os.PathLike[str] | None" = None,
        ignores: bool = True,
    ) -> None:
        self.config = config if isinstance(config, Config) else load(os.fspath(config)) if config else Config()
        self.baseline: Baseline | None = None
        if named := self.config.baseline if baseline is None else os.fspath(baseline):
            from tpu_zones.lint.control.baseline import load as load_baseline

            self.baseline = load_baseline(named)
        self.ignores = ignores
        self.aside: frozenset[str] = frozenset()
        self.alone: frozenset[str] = frozenset()
        self.whole = True
        self.notes: list[Note] = []

    def taken(self, files: "Iterable[File]") -> "list[File]":
        """Return the files that are neither our own nor excluded by the config; those that were named are told of."""
        patterns, left, named = Patterns(self.config.exclude), [], []
        own = {os.path.abspath(path) for path in (self.config.path, self.baseline and self.baseline.path) if path}
        if not own and patterns.any is None:
            return list(files)
        for file in files:
            if os.path.abspath(file.place) in own:
                continue
            if not _excluded(file.place, self.config.folder, patterns):
                left.append(file)
            elif file.named:
                named.append(file.path)
        if named:
            more = f" and {len(named) - 3:,} more" if len(named) > 3 else ""
            whose = _shown(self.config.path) if self.config.path else "the config"
            text = f"{', '.join(sorted(named)[:3])}{more}: left out by exclude of {whose}"
            self.notes.append(Note(code="out-of-scope", text=text))
        return left

    def sets(self, paths: "Iterable[str]") -> "dict[str, list[list[File]]]":
        """Return the sets of tfvars files that the config has for the folders of Terraform files."""
        if not self.config.roots:
            return {}
        from tpu_zones.lint.control.roots import sets

        return sets(self.config, dict.fromkeys(normpath(dirname(path)) for path in paths))

    def tell_unused_roots(self, paths: "Iterable[str]", found: "Iterable[File]") -> None:
        """Say which roots of the config are none, where all that its folder has was looked at."""
        whole = (os.path.isdir(path) and _lies_in(self.config.folder, path) for path in paths)
        if not self.config.roots or not any(whole):
            return
        from tpu_zones.lint.control.roots import unused

        if names := unused(self.config, list(found)):
            more = f" and {len(names) - 3} more" if len(names) > 3 else ""
            text = f"roots: no Terraform file was found in {', '.join(names[:3])}{more}: the var-files count nowhere"
            self.notes.append(Note(code="unused-root", text=f"{_shown(self.config.path)}: {text}"))

    def reports(self, path: str) -> bool:
        """Whether a file is one to report on, and not only read for the values of others."""
        return path not in self.aside

    def concerns(self, one: Finding) -> bool:
        """Whether a finding stands in a file to report on, or is about something in one, by a value of another."""
        return self.reports(one.path) or any(self.reports(place.path) for place in one.related)

    def joined(self, groups: "Mapping[str, list[Thing]]") -> "Iterable[list[Thing]]":
        """Return the things of each group; folders that the config puts together are one."""
        if not self.config.groups:
            return groups.values()
        found: dict[tuple[str, ...], list[Thing]] = {}
        for name, things in groups.items():
            key = next(
                (
                    ("group", group)
                    for group, folders in self.config.groups.items()
                    if self.alone.isdisjoint(one.spot.file for one in things)
                    and any(_lies_in(things[0].spot.file, os.path.join(self.config.folder, one)) for one in folders)
                ),
                (name,),
            )
            found.setdefault(key, []).extend(things)
        return found.values()

    def applied(
        self, findings: "Iterable[Finding]", texts: "Mapping[str, str]"
    ) -> "tuple[list[Finding], dict[str, int]]":
        """Return the findings to report, in order, and what the summary counts of the others."""
        left = [one for one in findings if self.concerns(one)]
        ignored = baselined = 0
        if self.ignores:
            from tpu_zones.lint.control import ignores

            at_stake = {one.path for one in left}
            mine = {path: text for path, text in texts.items() if path in at_stake or self.reports(path)}
            left, ignored = ignores.apply(left, mine, tell_unused=self.whole)
            left = [one for one in left if self.concerns(one)]
        left = [told for one in left if (told := _severe(one, self.config.severity.get(one.rule)))]
        left.sort(key=lambda one: (one.path, one.line, one.column, one.rule))
        if self.baseline:
            left, baselined = self._new(left, texts)
        return left, {"ignored": ignored, "baselined": baselined}

    def _new(self, findings: "Sequence[Finding]", read: "Collection[str]") -> "tuple[list[Finding], int]":
        """Return the findings that are not in the baseline, and how many are."""
        if self.baseline is None:
            return list(findings), 0
        left, old, gone = self.baseline.split(findings, filter(self.reports, read))
        if gone and self.whole:
            entries = "1 entry matches" if gone == 1 else f"{gone:,} entries match"
            text = f"{_shown(self.baseline.path)}: {entries} nothing any more; --update-baseline leaves them out"
            self.notes.append(Note(code="stale-baseline", text=text))
        return left, old


def _severe(one: Finding, level: str | None) -> Finding | None:
    """Return a finding with the severity that the config gives its rule; None where that is off."""
    if level is None or one.rule in FIXED or level == one.severity:
        return one
    if level == "off":
        return None
    return one.altered(severity=Severity(level))


def _excluded(place: str, folder: str, patterns: Patterns) -> bool:
    """Whether a file, or a folder that it is in, is excluded; patterns count from the config's folder."""
    try:
        inside = os.path.relpath(place, folder).replace(os.sep, "/")
    except ValueError:  # another drive
        return False
    if patterns.any is None or inside.startswith("../"):
        return False
    parts = inside.split("/")
    return any(patterns.says("/".join(parts[: end + 1]), end + 1 < len(parts)) for end in range(len(parts)))


def _lies_in(path: str, folder: str) -> bool:
    try:
        inside = os.path.relpath(path, folder)
    except ValueError:  # another drive
        return False
    return inside.split(os.sep)[0] != os.pardir


def _shown(path: str) -> str:
    return os.path.relpath(path).replace(os.sep, "/")
