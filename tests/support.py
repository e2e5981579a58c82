"""What several tests need."""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
DATA = ROOT / "tpu_zones" / "data"
FIXTURES = ROOT / "fixtures"


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str


def python(code: str, *flags: str, **env: str) -> Ran:
    """Run code in a fresh interpreter, without a home folder and with nothing of this one's settings."""
    return run([sys.executable, *flags, "-c", code], **env)


def cli(*words: str, stdin: str | None = None, **env: str) -> Ran:
    """Run the command in a process of its own."""
    return run([sys.executable, "-m", "tpu_zones", *words], stdin=stdin, **env)


def run(command: list[str], *, stdin: str | None = None, **env: str) -> Ran:
    base = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", "HOME": "/dev/null"}
    done = subprocess.run(
        command,
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=ROOT,
        env={**base, **env},
        timeout=300,  # against what hangs; no measure of speed
    )
    return Ran(done.returncode, done.stdout, done.stderr)


POD = """apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  nodeSelector:
    cloud.google.com/gke-tpu-accelerator: tpu-v6e-slice
    cloud.google.com/gke-tpu-topology: 2x4
  containers:
  - name: a
    resources: {requests: {google.com/tpu: 8}, limits: {google.com/tpu: 8}}
"""
"""A Pod for ct6e-standard-8t."""


@cache
def table(name: str) -> list[dict[str, Any]]:
    """A bundled table, as JSON."""
    rows: list[dict[str, Any]] = json.loads((DATA / f"{name}.json").read_text("utf-8"))
    return rows


def program(*names: str, package: str) -> str:
    """Return the first of the programs that is installed; without one the test is skipped, and with TPU_ZONES_TEST_ALL it fails."""
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        missing = pytest.fail if os.environ.get("TPU_ZONES_TEST_ALL") else pytest.skip
        missing(f"not installed: apt-get install -y --no-install-recommends {package}")
    return found


def shown_on(leader: int) -> str:
    """Return what a program writes to a pseudo-terminal until it closes its end; then this one is closed, too."""
    shown = b""
    try:
        while block := os.read(leader, 65536):
            shown += block
    except OSError:  # the other end is closed
        pass
    os.close(leader)
    return shown.decode()


def fixture(name: str) -> Any:
    return json.loads((FIXTURES / "data" / name).read_text("utf-8"))
