"""Measure tpu_zones against a bare interpreter: `python tests/speed/measure.py`.

Makes an environment with the core alone in a temporary folder (or takes `--python`), runs each command in
fresh processes, in turn, and prints the median of its CPU time (user + system) and of its wall time as
ratios to `python -c pass` of the same run. CPU time is what the caps are held against: it moves less when
the machine is shared. What is over its cap is said; `--check` exits with 1 where a cap is broken by half of it or
more, which is no longer the noise of a shared machine. `--peer NAME=PYTHON` (gpuhunt, sky,
tldextract, pycountry, cfn-lint, check-jsonschema) adds a peer that is installed for that interpreter; the two
linters get one file and 1,000 files of their own kind: a schema for our YAML pools, and pools of CloudFormation.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))
from speed import corpus

ROOT = Path(__file__).parent.parent.parent
BARE = ("-c", "pass")


@dataclass(frozen=True)
class Case:
    """One command, and the cap on its ratio to a bare interpreter."""

    name: str
    words: tuple[str, ...]
    cap: float | None = None


CASES = [
    Case("import tpu_zones", ("-c", "import tpu_zones"), 1.25),
    Case("first typed answer: zones", ("-c", "import tpu_zones as tz; tz.zones('v5p', within='Europe')"), 4.0),
    Case(
        "first typed answer: zones with an option",
        ("-c", "import tpu_zones as tz; tz.zones('v6e', within='NL', option='spot')"),
    ),
    Case("first answer: availability", ("-c", "import tpu_zones as tz; tz.availability('v6e', 'us-east5-c')"), 4.0),
    Case("first answer: prices", ("-c", "import tpu_zones as tz; tz.prices('v6e', within='NL')"), 4.0),
    Case("first answer: slices", ("-c", "import tpu_zones as tz; tz.slices('v5p', chips=64)"), 4.0),
    Case("first typed answer: plan over everything", ("-c", "import tpu_zones as tz; tz.plan(chips=64)"), 6.0),
    Case("CLI query in a pipe", ("-m", "tpu_zones", "zones", "v5p", "--within", "Europe"), 5.0),
    Case("CLI query, JSON", ("-m", "tpu_zones", "zones", "v5p", "--within", "Europe", "--format", "json"), 5.0),
    Case("check one YAML file", ("-m", "tpu_zones", "check", "one.yaml"), 7.5),
    Case("check one Terraform file", ("-m", "tpu_zones", "check", "one.tf"), 7.5),
    Case("check 1,000 YAML node pools", ("-m", "tpu_zones", "check", "yaml"), 25.0),
    Case("check 1,000 Terraform folders", ("-m", "tpu_zones", "check", "terraform"), 40.0),
    Case("floor: import dataclasses, json", ("-c", "import dataclasses, json")),
]
WALK = "check 20,000 files without TPUs, to git ls-files and reading"
WALK_CAP = 3.0
BULK = "1,000 files"
BULK_RUNS = 1
"""Runs of a peer over 1,000 files: one takes minutes with cfn-lint."""
NOISE = 1.5
"""By how much a cap may be missed on a shared machine before `--check` fails."""
_CFN = "import sys, cfnlint.runner as c; sys.exit(c.main())"
_SCHEMA = "import glob, sys, check_jsonschema as c; c.main(['--schemafile', 'schema.json', *glob.glob(sys.argv[1])])"
PEERS: dict[str, dict[str, tuple[str, ...]]] = {
    "gpuhunt": {"import": ("-c", "import gpuhunt")},
    "sky": {"import": ("-c", "import sky.catalog")},
    "tldextract": {"first": ("-c", "import tldextract; tldextract.TLDExtract(suffix_list_urls=())('a.co.uk')")},
    "pycountry": {"first": ("-c", "import pycountry; pycountry.countries.get(alpha_2='NL')")},
    "check-jsonschema": {"one file": ("-c", _SCHEMA, "one.yaml"), BULK: ("-c", _SCHEMA, "yaml/*.yaml")},
    "cfn-lint": {"one file": ("-c", _CFN, "stack.yaml"), BULK: ("-c", _CFN, "stacks/*.yaml")},
}
FIGURES = {
    "exact": ("warm look-up by exact keys, microseconds", 2.0),
    "filter": ("warm look-up by any filter, microseconds", 50.0),
    "memory": ("peak memory of a first answer, MB", 16.0),
}
MEMORY = """
import tpu_zones as tz
tz.zones("v5p", within="Europe")
print(next(int(line.split()[1]) / 1024 for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""
WARM = """
import json, time
import tpu_zones as tz
catalog = tz.Catalog.bundled()
places = ("NL", "EU", "Europe", "US", "Asia", "us-central1", "us-east5-a", "europe-west4", "DE")
def best(work, count):
    spans = []
    for _ in range(7):
        start = time.perf_counter()
        for _ in range(count):
            work()
        spans.append((time.perf_counter() - start) / count * 1e6)
    return sorted(spans)[3]
def filters():
    catalog._memory.clear()
    for place in places:
        catalog.zones("v6e", place, evidence="any")
filters(); tz.zones("v5p", "Europe")
print(json.dumps({"exact": best(lambda: tz.zones("v5p", "Europe"), 20000), "filter": best(filters, 40) / len(places)}))
"""


@dataclass(frozen=True)
class Run:
    """CPU and wall seconds of one finished process."""

    cpu: float
    wall: float


def run(python: str, words: tuple[str, ...], folder: str) -> Run:
    """Run one process to its end, outside the repository, with the operating system's own accounting."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    if path := os.environ.get("TPU_ZONES_UNDER_TEST"):
        env["PYTHONPATH"] = path
    start = time.perf_counter()
    process = subprocess.Popen(
        [python, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder, env=env
    )
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{python} {' '.join(words)} ended with {process.returncode}")
    return Run(usage.ru_utime + usage.ru_stime, wall)


def measure(commands: dict[str, tuple[str, tuple[str, ...]]], runs: int) -> dict[str, tuple[float, float]]:
    """Return for each command its CPU and its wall ratio to a bare interpreter of its own."""
    pythons = {python for python, _ in commands.values()}
    todo = {**{f"bare {python}": (python, BARE) for python in pythons}, **commands}
    done: dict[str, list[Run]] = {name: [] for name in todo}
    with tempfile.TemporaryDirectory() as folder:
        corpus.write(Path(folder))
        for number in range(runs + 1):
            for name, (python, words) in todo.items():
                one = run(python, words, folder)
                if number:  # the first round warms the disk
                    done[name].append(one)
    found = {}
    for name, (python, _) in commands.items():
        bare = done[f"bare {python}"]
        found[name] = (
            statistics.median(r.cpu for r in done[name]) / statistics.median(r.cpu for r in bare),
            statistics.median(r.wall for r in done[name]) / statistics.median(r.wall for r in bare),
        )
    return found


def inside(python: str, code: str) -> Any:
    """Return the JSON that code prints in a process of its own."""
    env = {**os.environ, "PYTHONPATH": os.environ.get("TPU_ZONES_UNDER_TEST", "")}
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True, cwd=folder, env=env)
    return json.loads(done.stdout)


def walk(python: str, runs: int) -> tuple[float, float]:
    """Return the CPU and wall ratio of a check of files without TPUs to listing and reading them."""
    with tempfile.TemporaryDirectory() as folder:
        corpus.write_plain(Path(folder))
        pairs = [
            (run(python, ("-m", "tpu_zones", "check", "."), folder), run(python, ("-c", corpus.WALK), folder))
            for _ in range(runs)
        ]
    return (
        statistics.median(ours.cpu / floor.cpu for ours, floor in pairs),
        statistics.median(ours.wall / floor.wall for ours, floor in pairs),
    )


def core_environment(folder: str) -> str:
    """Install the package without extras; return its interpreter."""
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    python = os.path.join(folder, "bin", "python")
    subprocess.run([python, "-m", "pip", "install", "-q", "--disable-pip-version-check", str(ROOT)], check=True)
    return python


def main() -> int:
    """Measure, print the table, and compare with the caps."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", help="an interpreter that has the package; default: a new environment, core alone")
    parser.add_argument("--runs", type=int, default=11)
    parser.add_argument("--peer", action="append", default=[], metavar="NAME=PYTHON")
    parser.add_argument("--check", action="store_true", help="exit with 1 where a cap is broken")
    args = parser.parse_args()
    broken: list[tuple[str, float]] = []
    with tempfile.TemporaryDirectory() as folder:
        python = args.python or core_environment(folder)
        commands = {case.name: (python, case.words) for case in CASES}
        bulk: dict[str, tuple[str, tuple[str, ...]]] = {}
        for peer in args.peer:
            name, _, interpreter = peer.partition("=")
            for job, words in PEERS[name].items():
                (bulk if job == BULK else commands)[f"peer: {name}, {job}"] = (interpreter, words)
        ratios = {**measure(commands, args.runs), **(measure(bulk, min(args.runs, BULK_RUNS)) if bulk else {})}
        caps = {case.name: case.cap for case in CASES}
        print(f"{'what':<42} {'CPU':>6} {'wall':>6} {'cap':>6}")
        for name, (cpu, wall) in ratios.items():
            cap = caps.get(name)
            broken += [(name, cpu / cap)] if cap and cpu > cap else []
            print(f"{name:<42} {cpu:>6.2f} {wall:>6.2f} {cap or '':>6}")
        cpu, wall = walk(python, min(args.runs, 5))
        broken += [(WALK, cpu / WALK_CAP)] if cpu > WALK_CAP else []
        print(f"{WALK:<62} {cpu:.2f} {wall:.2f} {WALK_CAP}")
        figures = {**inside(python, WARM), "memory": inside(python, MEMORY)}
        for name, (text, most) in FIGURES.items():
            broken += [(text, figures[name] / most)] if figures[name] > most else []
            print(f"{text:<42} {figures[name]:>6.2f} {'':>6} {most:>6}")
    if broken:
        print("over its cap: " + ", ".join(f"{name} (x{by:.2f})" for name, by in broken), file=sys.stderr)
    return 1 if args.check and any(by > NOISE for _, by in broken) else 0


if __name__ == "__main__":
    sys.exit(main())
