"""--granted of the look-ups."""

import pytest

from tpu_zones import Catalog
from tpu_zones.cli.main import main


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Catalog, "_default", Catalog.bundled())
    return tmp_path


@pytest.fixture
def run(capsys):
    def call(*words):
        code = main(list(words))
        return code, *capsys.readouterr()

    return call


ASK = ("zones", "v6e", "--within", "us-east5-c", "--format", "names")


def test_a_pair_that_is_written(run):
    assert run(*ASK)[0] == 1
    code, out, err = run(*ASK, "--granted", "trillium:us-east5-c", "--granted", "v5p:us-east1-d")
    assert (code, out) == (0, "us-east5-c\n")
    assert "note: granted to your project, not on Google's list: us-east5-c (observed: " in err


def test_alone_it_reads_the_settings(run, here):
    assert run(*ASK, "--granted")[::2] == (
        2,
        "tpu-zones: --granted alone reads the settings, and there is no .tpu-zones.toml, and no pyproject.toml with"
        " [tool.tpu-zones], from here up; or write --granted v6e:us-east5-c\n",
    )
    (here / "pyproject.toml").write_text('[tool.tpu-zones]\nmode = "standard"\n')
    assert run(*ASK, "--granted")[2].endswith("and pyproject.toml has no granted\n")
    (here / "pyproject.toml").write_text('[tool.tpu-zones]\ngranted = ["v6e:us-east5-c"]\n')
    assert run(*ASK)[0] == 1  # on request only
    assert run(*ASK, "--granted")[:2] == (0, "us-east5-c\n")
    assert run("plan", "v6e", "--chips", "4", "--within", "us-east5-c", "--format", "names", "--granted")[1] != ""
    assert run("availability", "v6e", "us-east5-c", "--granted")[0] == 0


def test_a_wrong_pair(run):
    code, out, err = run(*ASK, "--granted", "trilium:us-east5-c")
    assert (code, out) == (2, "") and "did you mean Trillium" in err
    assert run("zones", "--granted", "v6e")[::2] == (
        2,
        "tpu-zones: granted: 'v6e' is not written like v6e:us-east5-c\n",
    )
