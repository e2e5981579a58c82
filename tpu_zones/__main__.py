"""`python -m tpu_zones`."""

import sys

from tpu_zones.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
