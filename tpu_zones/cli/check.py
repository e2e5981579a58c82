"""tpu-zones check."""

import gc
import os
import sys

from tpu_zones.cli.main import NO, UNREADABLE, USAGE, YES, say
from tpu_zones.errors import WrongUsage
from tpu_zones.facts.catalog import Catalog
from tpu_zones.lint.check import check

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

    from tpu_zones.lint.control.config import Config
    from tpu_zones.records.reports import Report

EXAMPLES = (
    "tpu-zones check .",
    "tpu-zones check infra/ --gke-version 1.33.4-gke.1000000 --format github --output sarif=tpu.sarif",
    "tpu-zones check main.tf --var-file prod.tfvars --fail-on warning",
    "tpu-zones check - --stdin-filename pool.sh",
)
FORMATS = {
    "text": "text",
    "json": "json_report",
    "sarif": "sarif",
    "github": "github",
    "junit": "junit",
    "markdown": "markdown",
}
"""Format -> the module of `tpu_zones.lint.report` that renders it."""


def add(parser: "argparse.ArgumentParser") -> None:
    """Add the parameters."""
    several: "dict[str, Any]" = {"action": "append", "default": []}
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a file, a folder, or - for the standard input")
    parser.add_argument("--gke-version", metavar="V", help="GKE version of the clusters, where the files do not say it")
    parser.add_argument(
        "--mode", choices=("standard", "autopilot"), help="GKE mode of the clusters, where the files do not say it"
    )
    parser.add_argument(
        "--exclude", metavar="PATTERN", help="leave out, as in a .gitignore; may be repeated", **several
    )
    parser.add_argument("--var-file", metavar="FILE", help="a tfvars file for every root; may be repeated", **several)
    parser.add_argument(
        "--granted",
        metavar="TPU:ZONE",
        help="what Google gave your project beside its list, such as v6e:us-east5-c; may be repeated",
        **several,
    )
    parser.add_argument(
        "--evidence",
        choices=("documented", "observed", "any"),
        help="the weakest that lets a zone pass: on Google's newest list (default), seen elsewhere, any at all",
    )
    parser.add_argument("--stdin-filename", metavar="NAME", help="the name of what comes in over the standard input")
    parser.add_argument("--snapshot", metavar="FOLDER", help="check by this snapshot, not by the bundled one")
    group = parser.add_argument_group("config, ignores, baseline")
    config = group.add_mutually_exclusive_group()
    config.add_argument(
        "--config", metavar="FILE", help="settings, not those of the nearest .tpu-zones.toml or pyproject.toml"
    )
    config.add_argument("--no-config", action="store_true", help="without any settings")
    group.add_argument(
        "--no-ignore", action="store_true", help="comments such as # tpu-zones: ignore[...] do not count"
    )
    old = group.add_mutually_exclusive_group()
    old.add_argument("--baseline", metavar="FILE", help="old findings, which are counted and not reported")
    old.add_argument(
        "--no-baseline", action="store_const", const="", dest="baseline", help="without that of the config file"
    )
    group.add_argument("--update-baseline", action="store_true", help="write what is found now into the baseline")
    group = parser.add_argument_group("output")
    group.add_argument(
        "--fail-on", choices=("error", "warning"), help="exit with 1 from this severity on (default: error)"
    )
    group.add_argument("--format", choices=FORMATS, default="text", help="what goes to stdout (default: text)")
    group.add_argument(
        "--output",
        metavar="FORMAT=FILE",
        help="write one more report, such as sarif=tpu.sarif; may be repeated",
        **several,
    )


def run(args: "argparse.Namespace") -> int:
    """Check; exit with 3 where something could not be read, else with 1 where a finding is severe enough."""
    gc.set_threshold(50_000)  # what readers make of a file is a tree: there are hardly any cycles to look for
    outputs = [_output(one) for one in args.output]
    config = _config(args)
    report = _updated(args, config) if args.update_baseline else _checked(args, config, args.baseline)
    sys.stdout.write(_rendered(report, args.format, terminal=sys.stdout.isatty()))
    unwritten = [path for form, path in outputs if not _written(path, _rendered(report, form))]
    if args.format == "github" and (summary := os.environ.get("GITHUB_STEP_SUMMARY")):
        _written(summary, _rendered(report, "markdown"), append=True)  # nobody asked for it: no exit code of its own
    if unwritten:
        return USAGE
    if not report.complete:
        return UNREADABLE
    return NO if report.worst(args.fail_on or (config and config.fail_on) or "error") else YES


def _checked(args: "argparse.Namespace", config: "Config | None", baseline: str | None) -> "Report":
    return check(
        *args.paths,
        gke_version=args.gke_version,
        mode=args.mode,
        exclude=args.exclude,
        var_files=args.var_file,
        granted=args.granted,
        evidence=args.evidence,
        stdin_filename=args.stdin_filename,
        config=config,
        baseline=baseline,
        ignores=not args.no_ignore,
        catalog=Catalog.load(args.snapshot) if args.snapshot else None,
    )


def _config(args: "argparse.Namespace") -> "Config | None":
    """Return the config that is named, or else the nearest one of the first path."""
    if args.no_config:
        return None
    from tpu_zones.lint.control.config import find, load

    first = args.paths[0]
    path = args.config or find((args.stdin_filename or ".") if first == "-" else first)
    return load(path) if path else None


def _updated(args: "argparse.Namespace", config: "Config | None") -> "Report":
    """Write the baseline anew, and return what is left with it: nothing. An incomplete check leaves it as it is."""
    from tpu_zones.lint.control import baseline

    path = config.baseline if config and args.baseline is None else args.baseline
    if not path:
        raise WrongUsage("--update-baseline needs the file to write: --baseline FILE, or baseline in the config file")
    if "-" in args.paths:
        raise WrongUsage("--update-baseline reads its files twice, and the standard input can be read once")
    report = _checked(args, config, "")
    if not report.complete:
        say(f"tpu-zones: {path} is left as it is: something could not be read")
        return report
    count = baseline.write(path, report.findings)
    say(f"tpu-zones: {path} has {count:,} finding{'s' * (count != 1)} now")
    return _checked(args, config, path)


def _output(given: str) -> tuple[str, str]:
    form, equals, path = given.partition("=")
    if form not in FORMATS or not equals or not path:
        raise WrongUsage(f"--output {given[:200]!r}: it is FORMAT=FILE, and FORMAT is one of {', '.join(FORMATS)}")
    if path == "-":
        raise WrongUsage(f"--output {given}: it takes a file; what goes to stdout is said by --format {form}")
    return form, path


def _rendered(report: "Report", form: str, *, terminal: bool = False) -> str:
    module = __import__(f"tpu_zones.lint.report.{FORMATS[form]}", fromlist=["render"])
    if form == "text":
        plain = os.environ.get("NO_COLOR") or os.environ.get("TERM", "").lower() in (
            "dumb",
            "unknown",
        )  # as rich has it
        return str(module.render(report, terminal=terminal, colour=terminal and not plain))
    return str(module.render(report))


def _written(path: str, text: str, *, append: bool = False) -> bool:
    """Write a report, or say why it cannot be: the others are written nevertheless."""
    from tpu_zones.update import files

    data = text.encode("utf-8", "backslashreplace")
    try:
        if append:
            with open(path, "ab", buffering=0) as file:  # at once, so that others who append come before or after
                file.write(data)
        else:
            files.write(path, data)
    except OSError as error:
        say(f"tpu-zones: cannot write {path!r}: {error.strerror or error}")
        return False
    return True
