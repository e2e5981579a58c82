import pytest
from hostile import hostile_catalog


@pytest.fixture(scope="session")
def hostile(tmp_path_factory):
    return hostile_catalog(tmp_path_factory.mktemp("hostile") / "snapshot")
