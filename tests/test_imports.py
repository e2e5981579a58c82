"""Imports go one way, and only where they may."""

import ast
import re

from support import ROOT

from tpu_zones.facts.tables import TABLES

PACKAGE = ROOT / "tpu_zones"
LEVELS = [
    "errors signatures version",
    "records",
    "ordering shapes",
    "names",
    "places",
    "facts",
    "planning",
    "lint",
    "choices documents",
    "notebook mcp",
    "page",
    "cli",
]
LEVEL = {module: level for level, names in enumerate(LEVELS) for module in names.split()}
LEVEL["update"] = LEVEL["facts"] + 0.5  # what is above may import it; what it may itself import is told below
MAY_IMPORT_UP = {("records", "notebook"), ("records", "planning")}
"""The late imports of Rows.to_pandas and .to_polars, of each record's _repr_html_, and of Placement.emit."""
ABOVE = ("cli", "notebook", "mcp")
"""What may ask as a user does, through the package itself."""


def imported(file):
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [f"tpu_zones.{alias.name}" for alias in node.names] if node.module == "tpu_zones" else []
            yield from (name if part(name) in LEVEL else "tpu_zones" for name in names)
            yield from () if names else [node.module]


def part(module):
    """`tpu_zones.facts.load` -> `facts`; the package itself is its face."""
    return (module.split(".")[1:2] or ["face"])[0] if module.split(".")[0] == "tpu_zones" else None


def test_imports_go_one_way():
    files = [file for file in PACKAGE.rglob("*.py") if file not in (PACKAGE / "__init__.py", PACKAGE / "__main__.py")]
    assert len(files) > 30
    for file in files:
        mine = file.relative_to(PACKAGE).with_suffix("").parts[0]
        assert mine in LEVEL, f"{file}: a part without a level"
        for theirs in filter(None, map(part, imported(file))):
            assert theirs in LEVEL or (theirs == "face" and mine in ABOVE), f"{file} imports {theirs}"
            if mine == "update":
                assert theirs == mine or LEVEL[theirs] <= LEVEL["facts"], f"{file} imports {theirs}"
            elif theirs not in (mine, "face"):
                assert LEVEL[theirs] < LEVEL[mine] or (mine, theirs) in MAY_IMPORT_UP, f"{file} imports {theirs}"


def test_only_facts_reads_the_data():
    for file in PACKAGE.rglob("*.py"):
        text = file.read_text("utf-8")
        if file.relative_to(PACKAGE).parts[0] not in ("facts", "update"):
            assert "BUNDLED" not in text and not re.search(rf"\b({'|'.join([*TABLES, 'MANIFEST'])})\.json", text), file


def test_libraries_stay_at_the_border():
    allowed = {
        "httpx": ("update",),
        "anyio": ("mcp/server.py", "mcp/lines.py"),
        "matplotlib": ("notebook",),
        "mcp": ("mcp/server.py", "mcp/lines.py"),
        "pandas": ("notebook", "records/rows.py"),  # there for its type alone
        "polars": ("notebook", "records/rows.py"),
        "pydantic": ("facts/outside.py", "records/stored.py", "update", "lint", "cli"),
        "rich": ("cli",),
        "shtab": ("cli/completion.py",),
    }
    for file in PACKAGE.rglob("*.py"):
        place = file.relative_to(PACKAGE).as_posix()
        for module in imported(file):
            where = allowed.get(module.split(".")[0])
            assert where is None or place.startswith(where), f"{place} imports {module}"


def test_no_assert_carries_weight():
    for file in PACKAGE.rglob("*.py"):
        assert not [n for n in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(n, ast.Assert)], file


def test_files_hold_one_idea():
    long = {f.name: n for f in PACKAGE.rglob("*.py") if (n := len(f.read_text("utf-8").splitlines())) > 400}
    assert long == {}
