"""Write the real output of every command into the README: `python tests/tools/fill_readme.py`.

Commands are the lines that start with `$ tpu-zones` in console blocks; what follows them is replaced.
"""

import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def filled(block: re.Match[str]) -> str:
    """Return a console block with what its commands print, stdout before stderr."""
    lines = []
    for command in re.findall(r"^\$ (.+)$", block[0], re.M):
        words = [sys.executable, "-m", *shlex.split(command.replace("tpu-zones", "tpu_zones", 1))]
        done = subprocess.run(words, capture_output=True, text=True, cwd=ROOT)
        lines.append(f"$ {command}\n{done.stdout}{done.stderr}")
    return f"```console\n{''.join(lines)}```"


def main() -> None:
    """Fill the README of the repository."""
    readme = ROOT / "README.md"
    text = readme.read_text("utf-8")
    readme.write_text(re.sub(r"```console\n.*?```", filled, text, flags=re.S), "utf-8")


if __name__ == "__main__":
    main()
