"""The example notebook runs from top to bottom, and answers what its questions ask."""

import json
import re

import nbformat
import pytest
from nbclient import NotebookClient
from support import FIXTURES, ROOT

NOTEBOOK = FIXTURES / "notebook" / "questions.ipynb"


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    """Cell id -> mime type -> what a fresh kernel shows."""
    home = tmp_path_factory.mktemp("home")
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {"PYTHONPATH": str(ROOT), "IPYTHONDIR": str(home), "JUPYTER_CONFIG_DIR": str(home)}.items():
            patch.setenv(name, value)
        NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(home)}}).execute()
    return {cell.id: shown(cell) for cell in notebook.cells if cell.cell_type == "code"}


def shown(cell):
    found = {}
    for output in cell.outputs:
        assert output.output_type != "error" and output.get("name") != "stderr", output
        found.update(output.get("data", {"text/plain": output.get("text")}))
    return found


def table(answer):
    """The cells of the first table of an answer, without their markup."""
    rows = re.findall("<tr.*?</tr>", answer["text/html"].partition("</table>")[0], re.DOTALL)
    return [[re.sub("<.*?>", "", cell) for cell in re.findall("<t[hd].*?</t[hd]>", row, re.DOTALL)] for row in rows]


def test_it_is_stored_without_outputs():
    cells = json.loads(NOTEBOOK.read_text("utf-8"))["cells"]
    assert not any(cell.get("outputs") or cell.get("execution_count") for cell in cells)
    questions = [cell for cell in cells if cell["id"].startswith("question-")]
    assert len(questions) == 10 and all("?" in "".join(cell["source"]) for cell in questions)


def test_where_to_ask_for_quota(answers):
    zones = [row[0] for row in table(answers["answer-1"])[1:]]
    assert zones[:2] == ["asia-northeast1-b", "europe-west4-a"] and len(zones) == 8
    assert "newest evidence: 2026-11-09" in answers["answer-1"]["text/html"]
    assert "TPUS-PER-TPU-FAMILY-per-project-region" in answers["answer-1b"]["text/html"]
    assert answers["answer-1c"]["image/svg+xml"].count("<path") > 50


def test_who_knows_which_zones(answers):
    assert answers["answer-2"]["text/plain"] == "{'documented': 8, 'observed': 20, 'any': 23}"
    assert [row[4] for row in table(answers["answer-2b"])[1:4]] == ["reserved", "type", "absent"]
    assert "image/svg+xml" in answers["answer-2c"]


def test_every_spelling(answers):
    said = answers["answer-3"]["text/plain"]
    assert said.count("'v5e'") == 6 and "'Ironwood': 'tpu7x'" in said


def test_cores_or_chips(answers):
    rows = [row[1:] for row in table(answers["answer-4"])[1:]]
    assert rows == [
        ["v5p-8", "4", "8", "1", "2x2x1"],
        ["v4-8", "4", "8", "1", "2x2x1"],
        ["v5litepod-8", "8", "8", "1", "2x4"],
        ["v6e-8", "8", "8", "1", "2x4"],
    ]


def test_shapes_of_one_count(answers):
    head, *rows = table(answers["answer-5"])
    assert sorted({row[head.index("hosts")] for row in rows}) == ["1", "2"]
    assert dict(table(answers["answer-5b"]))["chips"] == "16"


def test_fails_at_plan(answers):
    head, *rows = table(answers["answer-6"])
    found = [(row[head.index("place")], row[head.index("rule")]) for row in rows]
    assert found == [("pool.tf:4:21", "TPZ201"), ("pool.tf:5:20", "TPZ311")]
    assert (
        "europe-west4-a does not offer v5p; europe-west4-b in the same region does" in answers["answer-6"]["text/html"]
    )


def test_nodes_of_each_zone(answers):
    head, *rows = table(answers["answer-7"])
    found = {row[0]: (row[head.index("nodes")], row[head.index("total usd")]) for row in rows}
    assert found["europe-west4-a"] == ("16", "4561.92") and found["us-east5-a"] == ("16", "4147.20")
    assert "--num-nodes=16" in answers["answer-7b"]["text/plain"].replace("--num-nodes 16", "--num-nodes=16")


def test_before_the_pod_hangs(answers):
    html = answers["answer-8"]["text/html"]
    assert "there is no accelerator label tpu-v6e; it is tpu-v6e-slice" in html and "TPZ601" in html


def test_prices_of_all_regions(answers):
    prices = {row[0]: row[1:] for row in table(answers["answer-9"]) if row[0]}
    assert list(map(float, prices["europe-west4"])) == [2.97, 1.782]
    assert "image/svg+xml" in answers["answer-9b"]


def test_where_flex_start_is_taken(answers):
    assert [row[0] for row in table(answers["answer-10"])[1:]] == [
        *("asia-northeast1-b", "europe-west4-a", "us-east5-a", "us-east5-b"),
    ]
    assert "flex-start not known: southamerica-west1-a" in answers["answer-10"]["text/html"]
    assert answers["answer-10b"]["text/plain"] == ("<Availability v6e in us-central1-b, flex-start, cloud-tpu-api: no>")
