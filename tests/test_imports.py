"""Imports go one way, and only where they may."""

import ast

from support import ROOT

PACKAGE = ROOT / "tpu_zones"
LEVELS = ["errors", "records", "ordering shapes", "names", "places", "facts", "planning", "lint", "cli notebook mcp"]
LEVEL = {module: level for level, names in enumerate(LEVELS) for module in names.split()}
MAY_IMPORT_UP = {("records", "notebook"), ("records", "planning")}
"""The late imports of Rows.to_pandas, ._repr_html_ and Placement.emit."""


def imported(file):
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names if node.module == "tpu_zones")


def part(module):
    """`tpu_zones.facts.load` -> `facts`."""
    return module.split(".")[1] if module.startswith("tpu_zones.") else None


def test_imports_go_one_way():
    files = [file for file in PACKAGE.rglob("*.py") if file.parent != PACKAGE or file.stem in LEVEL]
    assert len(files) > 30
    for file in files:
        mine = file.relative_to(PACKAGE).with_suffix("").parts[0]
        for theirs in filter(None, map(part, imported(file))):
            if mine == "update":
                assert theirs in ("update", "records", "facts", "errors", "names", "places", "shapes", "ordering"), (
                    file,
                    theirs,
                )
            elif theirs in LEVEL and theirs != mine:
                assert LEVEL[theirs] < LEVEL[mine] or (mine, theirs) in MAY_IMPORT_UP, f"{file} imports {theirs}"


def test_only_facts_reads_the_data():
    for file in PACKAGE.rglob("*.py"):
        text = file.read_text("utf-8")
        if file.relative_to(PACKAGE).parts[0] not in ("facts", "update"):
            assert "BUNDLED" not in text and '.json"' not in text, file


def test_libraries_stay_at_the_border():
    allowed = {"httpx": ("update",), "pydantic": ("facts/outside.py", "update", "lint", "cli"), "rich": ("cli",)}
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
