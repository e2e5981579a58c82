"""The caps on speed, as ratios to a bare interpreter of the same run; a broken one is measured once more."""

import compileall
import shutil
import sys

import pytest
from support import ROOT

from speed import measure


@pytest.fixture(scope="module", autouse=True)
def _compiled(tmp_path_factory):
    """A compiled copy, as an installed package is."""
    folder = tmp_path_factory.mktemp("site")
    shutil.copytree(ROOT / "tpu_zones", folder / "tpu_zones", ignore=shutil.ignore_patterns("__pycache__"))
    assert compileall.compile_dir(folder, quiet=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TPU_ZONES_UNDER_TEST", str(folder))
        yield


@pytest.mark.speed
def test_start_and_first_answers():
    capped = {case.name: case for case in measure.CASES if case.cap}
    for _ in range(2):
        ratios = measure.measure({name: (sys.executable, case.words) for name, case in capped.items()}, runs=11)
        over = {name: ratios[name][0] for name, case in capped.items() if ratios[name][0] > case.cap}
        if not over:
            return
        capped = {name: capped[name] for name in over}
    raise AssertionError(f"over the cap twice: {over}")


@pytest.mark.speed
@pytest.mark.parametrize(("code", "names"), [(measure.WARM, ("exact", "filter")), (measure.MEMORY, ("memory",))])
def test_warm_look_ups_and_memory(code, names):
    for _ in range(2):
        found = measure.inside(sys.executable, code)
        figures = found if isinstance(found, dict) else {"memory": found}
        over = {name: figures[name] for name in names if figures[name] > measure.FIGURES[name][1]}
        if not over:
            return
    raise AssertionError(f"over the cap twice: {over}")
