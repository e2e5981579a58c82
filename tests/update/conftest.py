import pytest
from local_server import serve

from tpu_zones.facts.catalog import Catalog


@pytest.fixture
def site():
    """A real server on this machine."""
    with serve() as one:
        yield one


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """An empty cache of its own, no settings, and no waiting between tries."""
    for name in ("SNAPSHOT", "SNAPSHOT_URL", "DOCS_URL", "PROJECT", "ACCESS_TOKEN", "API_KEY"):
        monkeypatch.delenv(f"TPU_ZONES_{name}", raising=False)
    monkeypatch.delenv("GOOGLE_CLOUD_PROJECT", raising=False)
    folder = tmp_path / "cache"
    monkeypatch.setenv("TPU_ZONES_CACHE", str(folder))
    monkeypatch.setattr(Catalog, "_default", None)
    monkeypatch.setattr("tpu_zones.update._http.Session._sleep", lambda *_: None, raising=False)
    return folder
