"""Record what this version says of the fixtures, as the last release: `python tests/tools/record_release.py`.

Part of a release, after its heading in CHANGELOG.md has lost its "(unreleased)"; and whenever the first version, which
nobody has yet, says something else. What a released version said stays as it is: only a newer version replaces it.
"""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent.parent))
sys.path.insert(0, str(Path(__file__).parent.parent))
import release


def main() -> None:
    """Write the record, unless it is that of a version that people have."""
    changelog, record = release.changelog(), release.today()
    version, released = record["version"], release.released(changelog)
    if version not in (*released, *release.unreleased(changelog)):
        sys.exit(f"CHANGELOG.md has no section on {version}")
    if released and version not in released:
        sys.exit(f"{version} is not released: its heading in CHANGELOG.md says so")
    before = json.loads(release.RECORD.read_text("utf-8"))["version"] if release.RECORD.exists() else None
    if version in released and version == before:
        sys.exit(f"what {version} said is recorded; what says something else is a new version")
    release.RECORD.parent.mkdir(parents=True, exist_ok=True)
    release.RECORD.write_text(release.written(record), "utf-8")
    print(f"{version}: {len(record['findings'])} errors and warnings in {len(record['folders'])} folders")


if __name__ == "__main__":
    main()
