"""Texts that nobody should have to show, and a snapshot in which every free text is one."""

import json
import shutil

from support import DATA

import tpu_zones as tz
from tpu_zones.facts.outside import hash_of
from tpu_zones.update.write import digest

HOSTILE = (
    "</td><script>alert(1)</script><img src=x onerror=alert(1)>\x1b[31m\x07$\\frac{1}{0}$\u202egnp\u200b\u2066&amp;\"'"
)
LONG = HOSTILE + "x" * 10_000
FREE = {
    "zones": ["place"],
    "offerings": ["note", "qualifiers"],
    "claims": ["note"],
    "generations": ["name", "status", "note"],
    "prices": ["note"],
    "regions": ["place", "note"],
    "shapes": ["note"],
    "gke_versions": ["note"],
}


def hostile_catalog(folder):
    """A catalog whose sources wrote markup, control characters, and texts of 10,000 characters."""
    shutil.copytree(DATA, folder)
    whole = json.loads((folder / "MANIFEST.json").read_text("utf-8"))
    for name, fields in FREE.items():
        rows = json.loads((folder / f"{name}.json").read_text("utf-8"))
        for row in rows:
            row.update({field: [LONG, LONG] if isinstance(row.get(field), list) else LONG for field in fields})
        text = json.dumps(rows)
        (folder / f"{name}.json").write_text(text, "utf-8")
        whole["tables"][name] = {"rows": len(rows), "sha256": digest(text)}
    whole["hash"] = hash_of({table: entry["sha256"] for table, entry in whole["tables"].items()})
    (folder / "MANIFEST.json").write_text(json.dumps(whole), "utf-8")
    return tz.Catalog.load(folder)
