"""Draw the README's pictures from real output: `python tests/tools/draw_pictures.py`.

Commands run on a pseudo-terminal, so that a picture shows what a person sees. Needs the extra `notebook`, and a system with terminals.
"""

import os
import pty
import re
import subprocess
import sys
from io import StringIO
from pathlib import Path

import matplotlib
from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT))
from tpu_zones import notebook  # noqa: E402 - of this checkout

UNDATED = {"Date": None}
PICTURES = ROOT / "fixtures" / "pictures"
SHOTS = {
    "table": ("zones v6e --within Europe,US --evidence observed --fields zone,place,evidence,last_seen", 100),
    "check": ("check fixtures/example", 120),
}
FONTS = "Menlo, Consolas, DejaVu Sans Mono"
FRAME = re.sub(r"\s*@font-face \{\{.*?\}\}", "", CONSOLE_SVG_FORMAT, flags=re.S).replace("Fira Code", FONTS)
"""The library's frame, without the fonts that it would load over the network."""


def on_a_terminal(words: str, width: int) -> str:
    """Return what a command prints on a terminal of that width, colours included."""
    ours, theirs = pty.openpty()
    env = {
        **os.environ,
        "TPU_ZONES_SNAPSHOT": "bundled",
        "TERM": "xterm-256color",
        "COLUMNS": str(width),
        "COLORTERM": "truecolor",
    }
    env.pop("NO_COLOR", None)
    command = [sys.executable, "-m", "tpu_zones", *words.split()]
    with subprocess.Popen(command, cwd=ROOT, env=env, stdin=theirs, stdout=theirs, stderr=theirs):
        os.close(theirs)
        parts = []
        try:
            while part := os.read(ours, 65536):
                parts.append(part)
        except OSError:  # how Linux says that the other end was closed
            pass
    os.close(ours)
    return b"".join(parts).decode().replace("\r\n", "\n")


def shot(name: str) -> str:
    """Return the picture of a command and what it prints."""
    words, width = SHOTS[name]
    console = Console(record=True, width=width, file=StringIO(), force_terminal=True, color_system="truecolor")
    console.print(Text(f"$ tpu-zones {words}", style="bold"))
    console.print(Text.from_ansi(on_a_terminal(words, width)))
    return console.export_svg(title="tpu-zones", code_format=FRAME, unique_id=name)


def main() -> None:
    """Draw all of them."""
    PICTURES.mkdir(exist_ok=True)
    for name in SHOTS:
        (PICTURES / f"{name}.svg").write_text(shot(name), "utf-8")
    matplotlib.rcParams["svg.hashsalt"] = "tpu-zones"  # the same picture twice is the same file
    notebook.matrix(within="Europe,US").savefig(PICTURES / "matrix.svg", metadata=UNDATED)
    notebook.map("v6e", evidence="any").savefig(PICTURES / "map.svg", metadata=UNDATED)


if __name__ == "__main__":
    main()
