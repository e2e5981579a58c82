"""Tables at a terminal: whole words, no empty column, and what had no room is named."""

import re

import pytest

from tpu_zones.cli.fitting import fitting, folded
from tpu_zones.cli.main import main

ASKED = [
    "versions Ironwood --gke 1.34.0-gke.991000",
    "versions",
    "zones v5p",
    "zones",
    "prices v6e --within NL --option all",
    "slices v6e --chips 8",
    "slices v5p",
    "cost v6e --within NL --chips 8 --hours 2 --option all",
    "history v5p",
    "generations",
    "offerings v6e --evidence any",
    "plan v6e --chips 8",
]


@pytest.fixture
def terminal(capsys, monkeypatch):
    def run(words, columns):
        monkeypatch.setenv("COLUMNS", str(columns))
        monkeypatch.setattr("sys.stdout.isatty", lambda: True)
        main(words.split())
        done = capsys.readouterr()
        return re.sub("\x1b\\[[0-9;]*m", "", done.out).splitlines(), done.err

    return run


@pytest.mark.parametrize("columns", [80, 0, 120, 200])
@pytest.mark.parametrize("words", ASKED)
def test_a_table_fits_and_breaks_no_word(terminal, words, columns):
    lines, err = terminal(words, columns)
    assert max(map(len, lines)) <= (columns or 80)
    wide, _ = terminal(words, 10_000)
    whole = set(re.split(r"[\s,]+", " ".join(wide)))
    assert set(re.split(r"[\s,]+", " ".join(lines))) <= whole, "each word of the table is one of the wide one"
    shown, every = lines[0].split(), wide[0].split()
    gone = re.findall(r"note: no room for (.*); --fields", err)
    assert sorted(shown + (gone[0].split(", ") if gone else [])) == sorted(every)


@pytest.mark.parametrize("columns", [1, 20, 40])
@pytest.mark.parametrize("words", ASKED)
def test_the_narrowest_terminal_gets_the_column_that_names_a_row(terminal, words, columns):
    lines, _ = terminal(words, columns)
    assert all(lines) or words == "history v5p", "no empty line, hence no empty column"
    name = {"slices": "topology", "generations": "generation", "versions": "subject", "cost": "region"}
    assert name.get(words.split()[0], "zone") in lines[0].split()


def test_a_row_without_a_zone_shows_its_region(terminal):
    lines, _ = terminal("history v5p", 80)
    place = lines[0].index("region")
    assert {line[place:].split()[0] for line in lines if "appeared" in line} >= {"us-east5", "europe-west4"}


def test_what_tells_rows_apart_is_shown(terminal):
    assert "generation" in terminal("history --within us-east5", 80)[0][0].split()
    assert "generation" not in terminal("history v5p --within us-east5", 80)[0][0].split()
    assert "form" in terminal("prices v2 --within europe-west4-a --option on-demand", 80)[0][0].split()
    assert "form" not in terminal("prices v6e --within europe-west4-a --option on-demand", 80)[0][0].split()


def test_columns_that_are_named_all_stay(terminal):
    lines, err = terminal("zones v5p --fields zone,place,continent,surfaces", 20)
    assert lines[0].split() == ["zone", "place", "continent", "surfaces"]
    assert "no room" not in err


def test_width_is_given_to_what_is_folded():
    columns, gone = fitting(["zone", "note"], [["us-east5-a", "x " * 40]], 60, "zone")
    assert [(one.name, one.width) for one in columns] == [("zone", 10), ("note", 48)] and gone == []
    assert folded("gke,compute-engine,cloud-tpu-api", 24) == ["gke, compute-engine,", "cloud-tpu-api"]
