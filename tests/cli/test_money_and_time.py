"""The commands prices, cost and history."""

import csv
import io
import json

import pytest

from tpu_zones.cli.main import main


@pytest.mark.parametrize(
    ("words", "code", "lines"),
    [
        ("prices v6e --within NL --option spot", 0, 1),
        ("prices v6e --within Europe", 0, 8),
        ("prices tpu7x --within Europe", 0, 1),
        ("prices v6e --within southamerica-west1 --option spot", 0, 1),
        ("prices v6e --within Belgium", 1, 0),
        ("prices v6e --within Belgium --allow-empty", 0, 0),
        ("cost v5e --within NL --chips 100 --hours 10", 0, 1),
        ("cost v5p-8 --within NL --hours 24", 0, 1),
        ("cost v6e --within NL --chips 8 --hours 100 --option all", 0, 5),
        ("cost v6e --within NL --chips 8 --hours 1.5 --option spot --option on-demand", 0, 2),
        ("cost v6e --within southamerica-west1 --chips 4 --hours 1 --option spot", 0, 1),
        ("cost tpu7x --within Europe --chips 4 --hours 1", 1, 0),
        ("cost 8i --chips 4 --hours 1", 1, 0),
        ("history v5p --within us-east1-d", 0, 2),
        ("history v6e --within Belgium", 1, 0),
    ],
)
@pytest.mark.parametrize("form", ["json", "tsv", "csv", "table"])
def test_answers_and_exit_codes_in_every_format(words, code, lines, form, capsys):
    assert main([*words.split(), "--format", form]) == code
    out, err = capsys.readouterr()
    if form == "json":
        assert len(json.loads(out)["rows"]) == lines
    else:
        header = 1 if form == "csv" or (form == "table" and lines) else 0
        assert len(out.splitlines()) == lines + header
    assert code == 0 or "note: " in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("cost v5e --chips 4 --hours 0", "hours must be a number from 0.0001"),
        ("cost v5e --chips 4 --hours nan", "and is 'nan'"),
        ("cost v5e --chips 4 --hours ten", "and is 'ten'"),
        ("cost v5e --chips 0 --hours 1", "chips must be a whole number"),
        ("cost v5e --hours 1", "how many chips of v5e?"),
        ("cost v5p-8 --chips 4 --hours 1", "v5p-8 has 4 chips"),
        ("cost v5e --slices 2 --hours 1", "slices count an accelerator type"),
        ("cost v5e --chips 4 --hours 1 --option cash", "no option is called 'cash'"),
        ("prices v5q", "did you mean v5p, v5e?"),
        ("prices v6e --fields usd", "there is no column 'usd'"),
        ("history v6e --within Holand", "did you mean Holland"),
    ],
)
def test_wrong_usage(words, said, capsys):
    assert main(words.split()) == 2
    out, err = capsys.readouterr()
    assert said in err and out == "" and "fault" not in err


@pytest.mark.parametrize(
    "words", ["cost v5e --chips 4", "cost --chips 4 --hours 1", "cost v5e --chips four --hours 1", "history v5p v5e x"]
)
def test_argparse_errors_are_wrong_usage(words, capsys):
    assert main(words.split()) == 2
    assert "usage: tpu-zones" in capsys.readouterr().err


def answer(words, capsys):
    assert main([*words.split(), "--format", "json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_json_of_prices(capsys):
    found = answer("prices v6e --within NL --option spot", capsys)
    assert found["query"] == {
        "command": "prices",
        "tpu": "v6e",
        "within": "NL",
        "option": "spot",
        "evidence": "documented",
    }
    (row,) = found["rows"]
    assert (row["usd_per_chip_hour"], row["read_on"], row["earlier"]) == (
        "1.782",
        "2026-08-25",
        ["1.037476 (2026-01/2026-06)"],
    )
    assert list(row)[:7] == ["generation", "form", "zone", "region", "option", "usd_per_chip_hour", "read_on"]
    (row,) = answer("prices v6e --within southamerica-west1 --option spot", capsys)["rows"]
    assert (row["usd_per_chip_hour"], row["read_on"]) == (None, None) and "no spot price" in row["reason"]


def test_json_of_cost(capsys):
    found = answer("cost v5e --within Netherlands --chips 100 --hours 10", capsys)
    assert found["query"]["option"] == "on-demand" and found["query"]["hours"] == "10"
    assert found["rows"] == [
        {
            "generation": "v5e",
            "region": "europe-west4",
            "zones": ["europe-west4-b"],
            "option": "on-demand",
            "form": None,
            "chips": 100,
            "hours": "10",
            "chip_hours": "1000",
            "usd_per_chip_hour": "1.56",
            "total_usd": "1560.00",
            "read_on": "2026-07",
            "rounded": False,
            "reason": None,
            "price_sources": ["github:skypilot-org/skypilot-catalog:catalogs/v9/gcp/vms.csv@2c3d7ea"],
        }
    ]
    assert {"no-slice", "included", "excluded", "billing"} <= {note["code"] for note in found["notes"]}


def test_json_of_history(capsys):
    row = answer("history v5p --within us-east1-d", capsys)["rows"][1]
    assert (row["what"], row["before"], row["when"], row["list"]) == ("removed", "2024-01/2024-04", "2024", "V3b")


def test_names_and_fields(capsys):
    assert main("prices v6e --within NL,europe-west2 --format names".split()) == 0
    assert capsys.readouterr().out == "europe-west4-a\n"
    assert main("cost v6e --within US --chips 4 --hours 1 --format names".split()) == 0
    assert capsys.readouterr().out.split() == ["us-central1", "us-east1", "us-east5", "us-south1"]
    assert main("cost v6e --within NL --chips 4 --hours 1 --fields region,total_usd --format csv".split()) == 0
    assert list(csv.reader(io.StringIO(capsys.readouterr().out))) == [
        ["region", "total_usd"],
        ["europe-west4", "11.88"],
    ]


def test_a_table_of_history_shows_the_notes(capsys):
    assert main("history v6e --within asia-south1 --format table".split()) == 0
    assert "Short gap; probably a dump hiccup." in capsys.readouterr().out
