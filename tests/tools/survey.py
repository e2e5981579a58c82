"""Check folders of real configs and print what is found: `python tests/tools/survey.py [--findings] FOLDER...`.

A table in Markdown, a row a folder: files that speak of TPUs, what they describe and how many of its values are
unknown, as the summary of the report counts them; findings by severity; seconds in one process for all folders.
`--findings` lists every finding below it, to be read beside its file.
"""

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent.parent))
from tpu_zones import Finding, Report, check

COUNTED = {
    "files": "file",
    "node pools": "node_pool",
    "TPU VMs": "tpu_vm",
    "workloads": "workload",
    "unknown values": "unknown_value",
}
"""Column -> what the summary counts."""
SEVERITIES = {"errors": "error", "warnings": "warning", "information": "info"}


def main() -> None:
    """Print the table, and the findings where they are asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--findings", action="store_true", help="list the findings below the table")
    options = parser.parse_args()
    columns = [*COUNTED, *SEVERITIES]
    print(row("folder", *columns, "seconds"), row(*["---"] * (len(columns) + 2)), sep="\n")
    total: Counter[str] = Counter()
    listed = []
    for folder in options.folders:
        start = time.perf_counter()
        report = check(folder)
        seconds = time.perf_counter() - start
        counts = counted(report)
        total.update({**counts, "seconds": seconds})
        name = folder.name if report.complete else f"{folder.name} (incomplete)"
        print(row(name, *counts.values(), f"{seconds:.1f}"), flush=True)
        listed += [line(folder, one) for one in report.findings]
    print(row("all", *(total[name] for name in columns), f"{total['seconds']:.1f}"))
    if options.findings:
        print("", *listed, sep="\n")


def counted(report: Report) -> dict[str, int]:
    """Return the numbers of a row by column."""
    severities = Counter(str(one.severity) for one in report.findings)
    return {
        **{name: report.summary[key] for name, key in COUNTED.items()},
        **{name: severities[key] for name, key in SEVERITIES.items()},
    }


def row(*cells: object) -> str:
    """Return a line of the table."""
    return f"| {' | '.join(map(str, cells))} |"


def line(folder: Path, one: Finding) -> str:
    """Return a finding with its place and what it rests on."""
    place = f"{folder.name}/{Path(one.path).relative_to(folder)}:{one.line}"
    return f"- {one.severity} {one.rule} {place} {one.value!r}: {one.message} ({one.claim or 'no claim'})"


if __name__ == "__main__":
    main()
