"""Run the installed command outside the tree: `python tests/tools/check_install.py BIN FOLDER`.

BIN is the folder of an environment's programs, FOLDER any place outside the tree. Exits with 1 where the
package is not complete: a command whose help or examples fail, or data or typing that is missing.
"""

import os
import shlex
import subprocess
import sys

PROBE = """
import os, tpu_zones
from tpu_zones.cli.commands import COMMANDS
home = os.path.dirname(tpu_zones.__file__)
for name in ("py.typed", "data/MANIFEST.json", "data/snapshot.schema.json", "notebook/land.json", "page/page.html"):
    assert os.path.exists(os.path.join(home, name)), name
print(home)
for name in COMMANDS:
    print(f"tpu-zones {name} --help")
    print(*__import__(f"tpu_zones.cli.{name}", fromlist=["EXAMPLES"]).EXAMPLES, sep="\\n")
"""
ANSWERS = (0, 1, 5)
"""Yes, no, unknown."""
ELSEWHERE = ("check", "refresh", "page", "mcp", "completion")
"""Commands whose examples name files, write, go to the network, or need an extra: only their help is run."""


def main(programs: str, folder: str) -> int:
    """Return 1 where something fails, and say what."""

    def run(*words: str) -> "subprocess.CompletedProcess[str]":
        words = (os.path.join(programs, words[0]), *words[1:])
        env = {"PATH": os.environ["PATH"], "HOME": folder}
        return subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True)

    probe = run("python", "-c", PROBE)
    home, *lines = probe.stdout.splitlines() or [""]
    failed = [] if probe.returncode == 0 and "site-packages" in home else [f"the package: {probe.stderr or home}"]
    called = [words for words in map(shlex.split, lines) if words[0] == "tpu-zones"]
    calls = [words for words in called if words[1] not in ELSEWHERE or words[-1] == "--help"]
    for words in calls:
        done = run(*words)
        if done.returncode not in ANSWERS or "Traceback" in done.stderr:
            failed.append(f"{shlex.join(words)}: exit {done.returncode}: {done.stderr.strip()}")
    sys.stderr.write("".join(f"{one}\n" for one in failed))
    print(f"{len(calls)} calls of the installed command, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
