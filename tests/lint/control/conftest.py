import pytest

POOL = """
resource "google_container_node_pool" "{name}" {{
  cluster        = "prod"
  location       = "europe-west4"
  node_locations = ["{zone}"]
  node_count     = {nodes}
  node_config {{ machine_type = "ct6e-standard-4t" }}
  placement_policy {{
    type         = "COMPACT"
    tpu_topology = "4x4"
  }}
}}
"""


@pytest.fixture
def pool():
    """Return a function for one pool of 4 nodes: right, but for what is given. The count is in line 6."""

    def text(*, name="tpu", zone="europe-west4-a", nodes="4"):
        return POOL.format(name=name, zone=zone, nodes=nodes)

    return text


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Return a function that writes a file below the current folder, which is a repository."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".git").mkdir()

    def to(path, text):
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return file

    return to


@pytest.fixture
def run(capsys):
    """Return a function that runs `tpu-zones check`: exit code, stdout, stderr."""
    from tpu_zones.cli.main import main

    def call(*words):
        code = main(["check", *map(str, words)])
        return code, *capsys.readouterr()

    return call
