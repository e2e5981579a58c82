"""Compare our slices with the table of the public package xpk; prints counts and every difference.

    python -m venv /tmp/xpkenv && /tmp/xpkenv/bin/pip install xpk
    /tmp/xpkenv/bin/python tests/tools/compare_xpk.py

Run it in an environment that has xpk; no test imports it. It takes every TPU entry whose shape is sorted
and whose machine type the catalog documents. By machine type and topology, hosts, chips per host and label have
to be equal: exit 1 where they are not. Names such as v5p-768 are compared apart: a name means a shape of the
tool's choice there, and of the Cloud TPU API's here.
"""

import sys
from collections import Counter
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).parents[2]


def is_sorted(topology: str) -> bool:
    sides = [int(side) for side in topology.split("x")]
    return sides == sorted(sides) or topology == "2x2x1"


def main() -> int:
    sys.path.insert(0, str(ROOT))
    from xpk.core.system_characteristics import AcceleratorType, UserFacingNameToSystemCharacteristics

    import tpu_zones as tz

    catalog = tz.Catalog.bundled()
    documented = {one.machine_type for one in catalog.snapshot.table("machine_types") if one.status == "documented"}
    generations = [one.generation for one in catalog.generations()]
    ours = {(one.machine_type, one.topology): one for name in generations for one in catalog.slices(name)}
    skipped: Counter[str] = Counter()
    compared: Counter[str] = Counter()
    different, named = [], []
    for name, theirs in UserFacingNameToSystemCharacteristics.items():
        if theirs.accelerator_type is not AcceleratorType.TPU:
            continue
        if theirs.gce_machine_type not in documented:
            skipped[f"machine type {theirs.gce_machine_type} is not documented"] += 1
            continue
        if not is_sorted(theirs.topology):
            skipped[f"sides of {theirs.gce_machine_type} not in order"] += 1
            continue
        mine = ours.get((theirs.gce_machine_type, theirs.topology))
        if mine is None:
            different.append(f"{name}: {theirs.gce_machine_type} {theirs.topology} is no slice of ours")
            continue
        compared[mine.generation] += 1
        for what, here, there in (
            ("hosts", mine.hosts, theirs.vms_per_slice),
            ("chips per host", mine.chips_per_host, theirs.chips_per_vm),
            ("label", mine.gke_accelerator, theirs.gke_accelerator),
        ):
            if here != there:
                different.append(f"{name}: {what}: ours {here}, xpk {there}")
        if "x" not in name.rpartition("-")[2]:
            named.append((name, theirs))
    print(f"xpk {version('xpk')} against tpu-zones data of {catalog.snapshot.compiled}")
    for reason, count in skipped.items():
        print(f"skipped: {count}, {reason}")
    print(f"compared by machine type and topology: {compared.total()} entries ({dict(compared)})")
    print(f"differences: {len(different)}")
    print("\n".join(different))
    compare_names(catalog, named)
    return 1 if different else 0


def compare_names(catalog, named) -> None:
    """Print which names of slices mean another one in xpk."""
    from tpu_zones import NoSuchSlice

    different: Counter[str] = Counter()
    for name, theirs in named:
        try:
            mine = catalog.slices(name).one()
        except NoSuchSlice as error:
            print(f"name {name}: {error}")
            different["no such slice here"] += 1
            continue
        if (mine.machine_type, mine.topology) == (theirs.gce_machine_type, theirs.topology):
            continue
        if mine.topology == theirs.topology:
            reason = "the Cloud TPU API's name is the one-VM slice, xpk makes it of 4-chip VMs"
        else:
            reason = "xpk takes the first shape of that size in its list, we the most cubic"
        print(f"name {name}: ours {mine}, xpk {theirs.gce_machine_type} {theirs.topology} ({reason})")
        different[reason] += 1
    print(f"names compared: {len(named)}, different: {different.total()} {dict(different)}")


if __name__ == "__main__":
    sys.exit(main())
