import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
os.environ["TPU_ZONES_CACHE"] = "/nonexistent/tpu-zones"  # nobody's own data plays a part


def pytest_configure(config):
    config.addinivalue_line("markers", "slow: walks everything, for a minute at most; CI runs it")
