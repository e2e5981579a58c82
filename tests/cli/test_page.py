"""tpu-zones page."""

import shlex
import sys

import pytest
from support import run

from tpu_zones.cli.main import main
from tpu_zones.cli.page import EXAMPLES


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("line", EXAMPLES)
def test_examples_run(line, tmp_path, capsys):
    words = shlex.split(line)[1:]
    assert main(words) == 0
    out = capsys.readouterr().out
    html = out if words[-1] == "-" else (tmp_path / words[-1]).read_text("utf-8")
    assert html.startswith("<!doctype html>") and html.endswith("</html>\n")
    assert [file.name for file in tmp_path.iterdir()] == ([] if words[-1] == "-" else [words[-1]])


def test_takes_the_place_of_what_was_there(tmp_path, capsys):
    file = tmp_path / "real.html"
    file.write_text("old")
    (tmp_path / "link.html").symlink_to(file)
    assert main(["page", "--within", "NL", "-o", "link.html"]) == 0
    assert (tmp_path / "link.html").is_symlink()
    assert "<title>Google Cloud TPU availability: Netherlands</title>" in file.read_text("utf-8")
    assert capsys.readouterr().err == f"link.html: {file.stat().st_size:,} bytes\n"


@pytest.mark.parametrize("where", ["/dev/stdout", "/dev/fd/3 3>&1", "/dev/stdout | cat"])
def test_writes_into_a_pipe(where):
    ran = run(["bash", "-c", f"{sys.executable} -m tpu_zones page --within NL -o {where}"])
    assert ran.out.startswith("<!doctype html>") and ran.out.endswith("</html>\n")
    assert ran.code == 0 and ran.err.endswith(" bytes\n")


def test_what_cannot_be_written_and_what_is_not_there(tmp_path, capsys):
    assert main(["page", "--within", "NL", "-o", "no/such/folder.html"]) == 2
    assert capsys.readouterr().err.startswith("tpu-zones: cannot write ")
    assert main(["page", "--within", "Ireland", "-o", "ireland.html"]) == 1
    assert "no Google Cloud region in Ireland" in capsys.readouterr().err
    assert main(["page", "--within", "Atlantis", "-o", "atlantis.html"]) == 2
    assert main(["page"]) == 2
    assert list(tmp_path.iterdir()) == []
