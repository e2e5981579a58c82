"""Compute the verdicts of the bundled snapshot from its claim tables: `python -m tpu_zones.update.build`.

Reads the tables that people and sources fill, writes those that follow from them (offerings, sections,
newest days, regions of machine types), the manifest and the JSON Schema. `--check` writes nothing and
exits with 1 where a file differs from what would be written.
"""

import argparse
import datetime as dt
import json
import sys
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from tpu_zones.facts.load import BUNDLED, records
from tpu_zones.facts.tables import TABLES
from tpu_zones.places import key
from tpu_zones.records.places import Place
from tpu_zones.update import options, reconcile
from tpu_zones.update.schema import schema_text
from tpu_zones.update.write import manifest_text, table_text

COMPUTED = ("offerings", "options", "sections")


def build(folder: Path, compiled: dt.date | None = None) -> dict[str, str]:
    """Return the text of every file that follows from the others, by file name.

    `compiled` is the day of compilation; by default the one that the manifest names.
    """
    tables: dict[str, Any] = {
        name: records(name, json.loads((folder / f"{name}.json").read_text("utf-8")))
        for name in TABLES
        if name not in COMPUTED
    }
    found = {
        **computed(tables),
        "places": keyed(tables["places"]),
        "places_elsewhere": keyed(tables["places_elsewhere"]),
    }
    texts = {f"{name}.json": table_text(found[name]) for name in sorted(found)}
    texts["snapshot.schema.json"] = schema_text()
    if compiled is None:
        compiled = dt.date.fromisoformat(json.loads((folder / "MANIFEST.json").read_text("utf-8"))["compiled"])
    texts["MANIFEST.json"] = manifest_text(
        {name: texts.get(f"{name}.json") or (folder / f"{name}.json").read_text("utf-8") for name in TABLES},
        compiled,
        reconcile.newest_day(claim.seen for claim in tables["claims"]),
    )
    return texts


def computed(tables: Mapping[str, Any]) -> dict[str, list[Any]]:
    """Return the tables that follow from the claims and lists of others."""
    claims = tables["claims"]
    values = (one.value for one in tables["statements"] if one.id == "tpu7x-workload-policy")
    policies = next((one for one in values if isinstance(one, dict)), {})
    generations = reconcile.newest_days(tables["generations"], claims)
    notes = {one.id: one.text for one in tables["statements"] if one.topic == "offerings"}
    offerings = reconcile.offerings(claims, tables["lists"], tables["zones"], tables["regions"], generations, notes)
    serving = {one.generation: reconcile.surfaces(one) for one in generations}
    return {
        "generations": generations,
        "machine_types": reconcile.placed_by_policy(
            reconcile.machine_regions(tables["machine_types"], claims), policies.get("generations", ())
        ),
        "offerings": offerings,
        "options": options.verdicts(claims, tables["lists"], offerings, serving),
        "sections": reconcile.newest_sections(tables["lists"]),
    }


def keyed(places: Iterable[Place]) -> list[Place]:
    """Return the places with what their names are compared by."""
    return [replace(place, keys=tuple(sorted({key(name) for name in (place.name, *place.names)}))) for place in places]


def main(argv: list[str] | None = None) -> int:
    """Write the computed files, or with `--check` compare them."""
    parser = argparse.ArgumentParser(prog="python -m tpu_zones.update.build", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=Path(BUNDLED), help="default: the bundled snapshot")
    parser.add_argument("--check", action="store_true", help="compare only")
    parser.add_argument("--compiled", type=dt.date.fromisoformat, help="day of compilation; default: unchanged")
    args = parser.parse_args(argv)
    stale = []
    for name, text in build(args.folder, args.compiled).items():
        file = args.folder / name
        if not file.exists() or file.read_text("utf-8") != text:
            stale.append(name)
            if not args.check:
                file.write_text(text, "utf-8")
    sys.stderr.write(f"{'differs' if args.check else 'written'}: {', '.join(stale) or 'nothing'}\n")
    return 1 if args.check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
