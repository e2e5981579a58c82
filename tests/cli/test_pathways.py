"""tpu-zones pathways: the answer of the JSON is that of the exit code."""

import json

import pytest

from tpu_zones.cli.main import main

CODES = {"yes": 0, "no": 1, "unknown": 5}


@pytest.mark.parametrize(
    ("words", "works", "offered"),
    [
        ("v6e", "yes", None),
        ("v6e --within NL", "yes", True),
        ("v6e --within IE", "yes", False),
        ("v6e --jax 0.10.0 --within NL", "no", True),
    ],
)
def test_the_answer_agrees_with_the_exit_code(words, works, offered, capsys):
    code = main(["pathways", *words.split(), "--format", "json"])
    said = json.loads(capsys.readouterr().out)
    assert CODES[said["answer"]] == code
    assert (said["works"], said["offered"]) == (works, offered)
