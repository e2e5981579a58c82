"""tpu-zones plan and diff: exit codes, formats, configs."""

import json

import parse_back
import pytest
from support import DATA, cli

from tpu_zones.cli.main import main


@pytest.mark.parametrize(
    ("words", "code", "out"),
    [
        ("plan v6e --chips 256 --within EU --format names", 0, "europe-west4-a\n"),
        (
            "plan v6e --chips 256 --within EU --fields nodes,usd_per_hour,total_usd --hours 2",
            0,
            "64\t760.32\t1520.64\n",
        ),
        ("plan v6e --chips 8 --within NL --option on-demand,spot --format names", 0, "europe-west4-a\n"),
        (
            "plan v6e --chips 8 --within NL --fields machine_type,option --option on-demand --option spot --limit 1",
            0,
            None,
        ),
        ("plan v5p-16 --within NL --slices 3 --fields nodes", 0, "6\n"),
        ("plan --topology 16x16 --within EU --fields generation", 0, "v6e\nv5e\nv3\n"),
        ("plan tpu7x --chips 8 --within Europe", 1, ""),
        ("plan tpu7x --chips 8 --within Europe --allow-empty", 0, ""),
        ("plan tpu7x --chips 8 --within Europe --emit gcloud", 1, ""),
        ("plan 8t --chips 8", 1, ""),
        ("plan v6e --chips -4", 2, ""),
        ("plan v6e --chips 8 --hours 0", 2, ""),
        ("plan v6e --topology 4x", 2, ""),
        ("plan v6e --topology 2x2x2x2", 2, ""),
        ("plan v5p --topology 4x4", 2, ""),
        ("plan v6e --chips 8 --option spott", 2, ""),
        ("plan v6e --chips 8 --topology 2x4", 2, ""),
        ("plan v6e", 2, ""),
        ("plan v6e --chips 8 --limit 0", 2, ""),
        ("plan v6e --chips 8 --slices 0", 2, ""),
        ("plan v2-8 --surface cloud-tpu-api --emit gcloud", 2, ""),
        ("plan v6e --chips 8 --emit gcloud --cluster A;b", 2, ""),
        ("diff bundled bundled", 0, ""),
        ("diff 2026-13-01 bundled", 2, ""),
        ("diff bundled /nonexistent", 4, ""),
    ],
)
def test_answers_and_exit_codes(words, code, out, capsys):
    assert main(words.split()) == code
    found = capsys.readouterr()
    assert out is None or found.out == out
    assert "Traceback" not in found.err and "fault of ours" not in found.err
    if code in (2, 4):
        assert len(found.err.splitlines()) == 1 and found.err.startswith("tpu-zones: ")


@pytest.mark.parametrize("words", ["plan v6e --chips x", "plan v6e --chips 8 --emit helm", "diff bundled"])
def test_words_that_the_parser_refuses(words, capsys):
    assert main(words.split()) == 2
    capsys.readouterr()


def test_names_come_once_in_the_order_of_the_plan(capsys):
    assert main("plan v6e --chips 8 --option spot,on-demand --format names --limit 100".split()) == 0
    names = capsys.readouterr().out.split()
    assert len(names) == len(set(names)) == 8 and names[-1] == "us-south1-ai1b"


def test_json_of_a_plan(capsys):
    assert main("plan v6e --chips 256 --within EU --hours 48 --format json".split()) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (
        answer["query"]["command"] == "plan" and answer["query"]["limit"] == 20 and answer["query"]["surface"] == "gke"
    )
    (row,) = answer["rows"]
    assert (row["usd_per_hour"], row["total_usd"], row["nodes"], row["read_on"]) == (
        "760.32",
        "36495.36",
        64,
        "2026-08-25",
    )
    assert row["quota"] == ["compute.googleapis.com/tpus_per_tpu_family, tpu_family CT6E: 256 chips per region"]
    assert answer["notes"][-1]["code"] == "gate-stock"


def test_the_reason_is_on_stderr(capsys):
    assert main("plan tpu7x --chips 8 --within Europe".split()) == 1
    assert "without it: tpu7x in us-central1-c, us-central1-ai1a" in capsys.readouterr().err


def test_emit_prints_the_config_alone():
    ran = cli(
        *"plan v6e --chips 256 --within EU --emit gcloud --cluster training --cluster-location europe-west4".split()
    )
    pool, found = parse_back.gcloud(ran.out)
    assert (ran.code, found["nodes"], pool["--cluster"], pool["--location"]) == (0, 64, "training", "europe-west4")
    assert "next gate: quota" in ran.err


def test_emit_one_compute_class_of_several_options():
    ran = cli(*"plan v6e --chips 8 --within NL --option spot,on-demand,reservation --emit computeclass".split())
    rules = parse_back.priorities(ran.out)
    assert [(one["machine"], one["spot"], one["reserved"]) for one in rules] == [
        ("ct6e-standard-8t", False, False),
        ("ct6e-standard-8t", True, False),
        ("ct6e-standard-8t", False, True),
    ]
    assert "3 placements of other slices" in ran.err


@pytest.mark.parametrize("form", ["terraform", "pod"])
def test_other_forms(form):
    ran = cli(*f"plan v5p-16 --within NL --emit {form} --name pool-a".split())
    assert ran.code == 0 and getattr(parse_back, form)(ran.out)["nodes"] == 2


def test_diff_in_its_formats(capsys):
    assert main("diff 2025-12-31 bundled --format markdown".split()) == 0
    out, err = capsys.readouterr()
    assert out.startswith("# Changes from 2025-12-31 to bundled\n\n") and "| added | tpu7x | us-central1-c |" in out
    assert err == ""
    assert main("diff 2025-12-31 bundled --format markdown --limit 0".split()) == 2
    assert capsys.readouterr() == ("", "tpu-zones: --limit 0: it takes a count of 1 or more\n")
    assert main("diff 2025-12-31 bundled --format json".split()) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["query"] == {"command": "diff", "old": "2025-12-31", "new": "bundled"}
    assert answer["rows"][0]["kind"] == "zone"
    assert main(["diff", "bundled", str(DATA), "--format", "table"]) == 0
    assert "nothing that is compared differs" in capsys.readouterr().err


def test_help_says_that_diff_always_exits_with_0():
    assert "exits with 0 whether or not they differ" in cli("diff", "--help").out
