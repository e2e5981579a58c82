"""tpu-zones slices, versions and pathways: exit codes and formats."""

import json

import pytest

from tpu_zones.cli.main import main


@pytest.mark.parametrize(
    ("words", "code", "out"),
    [
        ("slices v5p --chips 64 --format names", 0, "4x4x4\n"),
        ("slices v5p-16 --fields machine_type,topology,hosts", 0, "ct5p-hightpu-4t\t2x2x2\t2\n"),
        ("slices v6e --topology 2x4 --fields machine_type,hosts", 0, "ct6e-standard-8t\t1\nct6e-standard-4t\t2\n"),
        ("slices v6e --topology 2x4 --machine-type ct6e-standard-4t --fields hosts", 0, "2\n"),
        ("slices tpu8t", 1, ""),
        ("slices v5p --topology 4x", 2, ""),
        ("slices v5p --topology 2x2x2x2", 2, ""),
        ("slices v5p --topology 4x4", 2, ""),
        ("slices v5p --chips -4", 2, ""),
        ("slices v5p --chips 100", 2, ""),
        ("slices v5p-4", 2, ""),
        ("versions tpu7x --mode standard --fields minimum --limit 1", 0, "1.34.0-gke.2201000\n"),
        ("versions v5p --mode standard --fields minimum,answer --limit 1", 0, "unknown\tunknown\n"),
        ("versions v2 --mode standard --fields minimum,answer --limit 1", 0, "none\tno\n"),
        ("versions v6e --gke latest", 2, ""),
        ("versions v6e --mode fast", 2, ""),
        ("pathways v6e --jax 0.10.x", 2, ""),
        ("pathways v6e --platform k8s", 2, ""),
    ],
)
def test_answers_and_exit_codes(words, code, out, capsys):
    assert main(words.split()) == code
    found = capsys.readouterr()
    assert found.out == out and "Traceback" not in found.err
    if code == 2:
        assert len(found.err.splitlines()) == 1 and found.err.startswith("tpu-zones: ")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("versions tpu7x --gke 1.34.0-gke.991000", 1),
        ("versions Ironwood --gke 1.34.0-gke.991000", 1),
        ("versions tpu7x --gke 1.34.0-gke.2201000", 0),
        ("versions tpu7x --gke 1.34", 5),
        ("versions v5p --gke 1.34", 5),
        ("versions tpu7x --gke 1.34.0-gke.2201000 --mode autopilot", 1),
        ("versions v6e --gke 1.31.1-gke.1846000", 5),
        ("versions --gke 1.34", 0),
        ("pathways v6e", 0),
        ("pathways", 0),
        ("pathways v6e --jax 0.10.1 --platform gke", 0),
        ("pathways v6e --jax 0.10.0", 1),
        ("pathways v6e --jax 0.9.2", 1),
        ("pathways tpu8t", 5),
        ("pathways tpu7x --within Europe", 1),
        ("pathways v6e --within NL --platform slurm", 0),
    ],
)
@pytest.mark.parametrize("form", ["table", "json"])
def test_a_verdict_is_an_exit_code_in_every_format(words, code, form, capsys):
    assert main([*words.split(), "--format", form]) == code
    out, err = capsys.readouterr()
    assert out and "fault of ours" not in err
    if form == "json":
        assert json.loads(out)["query"]["command"] == words.split()[0]


def test_json_of_slices(capsys):
    assert main("slices v5p-16 --format json".split()) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["query"] == {
        "command": "slices",
        "tpu": "v5p-16",
        "chips": None,
        "topology": None,
        "machine_type": None,
    }
    assert answer["rows"] == [
        {
            "generation": "v5p",
            "machine_type": "ct5p-hightpu-4t",
            "topology": "2x2x2",
            "chips": 8,
            "tensorcores": 16,
            "hosts": 2,
            "chips_per_host": 4,
            "multi_host": True,
            "gke_accelerator": "tpu-v5p-slice",
            "accelerator_type": "v5p-16",
            "surfaces": ["gke", "compute-engine", "cloud-tpu-api"],
            "tier": "listed",
            "disputed": False,
            "sources": ["https://docs.cloud.google.com/tpu/docs/v5p"],
            "seen": "2026-08-26",
            "note": None,
        }
    ]


def test_json_of_versions(capsys):
    assert main("versions tpu7x --gke 1.34.0-gke.991000 --format json".split()) == 1
    answer = json.loads(capsys.readouterr().out)
    assert {key: answer["rows"][0][key] for key in ("subject", "scope", "surface", "mode", "minimum", "answer")} == {
        "subject": "tpu7x",
        "scope": "generation",
        "surface": "gke",
        "mode": "standard",
        "minimum": "1.34.0-gke.2201000",
        "answer": "no",
    }
    assert answer["notes"][-1]["code"] == "verdict"
    assert (list(answer)[4:6], answer["answer"]) == (["answer", "rows"], "no")


def test_json_has_nothing_where_nothing_is_known(capsys):
    """What is written out for people is None for programs, as in the records."""
    for tpu, settled in (("v5p", "unknown"), ("v2", "no")):
        assert main(f"versions {tpu} --mode standard --format json --limit 1".split()) == 0
        (row,) = json.loads(capsys.readouterr().out)["rows"]
        assert (row["minimum"], row["answer"]) == (None, settled)


def test_json_of_pathways(capsys):
    assert main("pathways v6e --jax 0.10.1 --within NL --format json".split()) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["stage"], answer["answer"], answer["named"], answer["fee"]) == ("ga", "yes", True, None)
    assert [one["zone"] for one in answer["offerings"]] == ["europe-west4-a"]
    assert answer["worker_types"][1]["topologies"] == ["2x4"]
    assert [(one["part"], one["minimum"], one["answer"]) for one in answer["jax_limits"]] == [
        ("images", "0.10.1", "yes"),
        ("client library", "0.8.3", "yes"),
    ]


def test_card_of_pathways(capsys):
    assert main(["pathways", "v5p", "--jax", "0.10.0"]) == 1
    out = capsys.readouterr().out
    assert out.startswith("Pathways, v5p on gke, JAX 0.10.0: no\n  stage: ga\n")
    assert "16x20x28 (96 in all)" in out and "client: JAX_PLATFORMS=proxy" in out
