"""Figures that answers and rules rest on, as their sources give them: a slip of the pen in a table shows here."""

from collections import defaultdict
from decimal import Decimal

import pytest
from support import table

MACHINES = (
    "ct3-hightpu-4t=4,96,340,None,None ct3p-hightpu-4t=4,48,340,None,None ct4p-hightpu-4t=4,240,407,None,None "
    "ct5lp-hightpu-1t=1,24,48,1,None ct5lp-hightpu-4t=4,112,192,1,None ct5lp-hightpu-8t=8,224,384,2,None "
    "ct5p-hightpu-4t=4,208,448,2,1 ct6e-standard-1t=1,44,176,1,None ct6e-standard-4t=4,180,720,1,2 "
    "ct6e-standard-8t=8,360,1440,2,None tpu7x-standard-4t=4,224,960,2,2"
)


def figures(text):
    """`v2=46 v3=123` as a dict of texts."""
    return dict(one.split("=") for one in text.split())


def test_limits_of_slices():
    rules = {
        row["machine_type"]: f"{row['above_chips']},{row['multiple_of']},{row['max_chips']},{row['disputed_max_chips']}"
        for row in table("shape_rules")
    }
    assert rules == figures(
        "ct4p-hightpu-4t=64,4,3072,4096 ct5p-hightpu-4t=64,4,6144,8960 tpu7-standard-4t=64,4,256,None"
        " tpu7x-standard-4t=64,4,9216,None"
    )
    workers = {
        row["worker_type"]: f"{row['chips']},{len(row['topologies'])},{row['max_chips']}"
        for row in table("worker_types")
    }
    assert workers == figures(
        "ct4p-hightpu-4t=4,13,2048 ct5lp-hightpu-4t=4,7,256 ct5lp-hightpu-8t=8,1,8 ct5p-hightpu-4t=4,96,8960"
        " ct6e-standard-4t=4,8,256 ct6e-standard-8t=8,1,8 tpu7x-standard-4t=4,98,9216"
    )


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("peak_bf16", "v2=46 v3=123 v4=275 v4i=137 v5e=197 v5p=459 v6e=918 tpu7x=2307 tpu8t=996 tpu8i=1101"),
        ("hbm_per_chip", "v2=16 v3=32 v4=32 v4i=8.59 v5e=16 v5p=95 v6e=32 tpu7x=192 tpu8t=216 tpu8i=288"),
        ("tensorcores_per_chip", "v2=2 v3=2 v4=2 v4i=1 v5e=1 v5p=2 v6e=1 tpu7=2 tpu7x=2 tpu8t=1 tpu8i=2"),
    ],
)
def test_chips(name, expected):
    assert {row["generation"]: str(row["value"]) for row in table("specs") if row["name"] == name} == figures(expected)


def test_machines():
    """Chips, vCPUs, GB of memory, NUMA nodes and network interfaces of a VM."""
    fields = ("chips", "vcpus", "memory_gb", "numa_nodes", "nics")
    found = {row["machine_type"]: ",".join(str(row[one]) for one in fields) for row in table("machine_types")}
    assert {name: value for name, value in found.items() if name in figures(MACHINES)} == figures(MACHINES)


def test_versions_of_gke():
    floors = {row["id"]: str(row["min_version"]) for row in table("gke_versions")}
    expected = figures(
        "std-v3=None std-v4=1.26.1-gke.1500 std-v5e=1.27.2-gke.1500 std-v5p=None std-v6e=1.31.2-gke.1115000"
        " std-tpu7x=1.34.0-gke.2201000 ap-tpu=1.29.2-gke.1521000 ap-tpu7x=1.34.1-gke.3084001"
        " nap-v3=1.31.0 nap-v4=1.29.0 nap-v5e=1.29.0 nap-v5p=1.29.0 nap-v6e=1.32.0 nap-tpu7x=1.34.1-gke.2541000"
        " flex-tpu=1.33.0-gke.1712000 spot-tpu=None sandbox-tpu=1.31.3-gke.1111001 dranet=1.34.1-gke.1829001"
        " multislice-std=1.27.4-gke.900 multislice-ap=1.29.2-gke.1521000 ccc-tpu=1.31.2-gke.1518000 no-privileged=1.28"
    )
    assert {name: floors[name] for name in expected} == expected
    modes = {row["generation"]: f"{row['standard']},{row['autopilot']}" for row in table("mode_support")}
    assert modes == figures(
        "v2=no,no v3=yes,unknown v4=yes,yes v5e=yes,yes v5p=yes,yes v6e=yes,yes tpu7x=yes,yes"
        " tpu8t=unknown,unknown tpu8i=unknown,unknown"
    )


def test_what_a_project_has_without_asking():
    found = defaultdict(set)
    for row in table("quotas"):
        if row["default"] is not None:
            found[f"{row['generation']} {row['provisioning']}"].add(f"{row['default']} {row['unit']} a {row['per']}")
    assert found == {
        "v2 on-demand": {"40 cores a zone", "32 cores a zone"},
        "v2 spot": {"120 cores a zone", "32 cores a zone"},
        "v3 on-demand": {"40 cores a zone", "32 cores a zone"},
        "v3 spot": {"120 cores a zone", "32 cores a zone"},
        "v4 on-demand": {"0 cores a zone"},
        "v4 spot": {"0 cores a zone"},
        "v5e on-demand": {"512 cores a zone"},
        "v5e spot": {"1536 cores a zone"},
        "v5p on-demand": {"128 cores a zone"},
        "v5p spot": {"768 cores a zone"},
        "v6e on-demand": {"0 chips a region", "512 cores a zone"},
        "v6e spot": {"1536 chips a region", "1536 cores a zone"},
    }


@pytest.mark.parametrize(
    ("option", "sums", "rounded"),
    [
        ("on-demand", "v2=6.6675 v3=10.2 v4=3.22 v5e=22.0038 v5p=32.52195 v6e=34.56 tpu7x=49.2", 0),
        ("spot", "v2=1.8095625 v3=2.331 v4=0.9215 v5e=6.695826 v5p=6.300067 v6e=9.639903 tpu7x=4.332", 1),
        ("commit-1y", "v3=2.52 v4=2.03 v5e=6.46 v5p=5.88 v6e=8.13 tpu7x=8.4", 15),
        ("commit-3y", "v3=1.8 v4=1.45 v5e=4.15 v5p=5.691 v6e=5.24 tpu7x=5.4", 16),
        ("flex-start", "v5e=0.6 v6e=2.7 tpu7x=6", 0),
        ("calendar", "v5e=0.84 v5p=2.94 v6e=1.89", 0),
        ("capacity-optimized", "v6e=2.7", 0),
    ],
)
def test_sums_of_the_prices_of_all_regions(option, sums, rounded):
    found = defaultdict(Decimal)
    rows = [row for row in table("prices") if row["current"] and row["option"] == option]
    for row in rows:
        found[row["generation"]] += Decimal(row["usd_per_chip_hour"])
    assert found == {generation: Decimal(usd) for generation, usd in figures(sums).items()}
    assert sum(row["rounded"] for row in rows) == rounded


def test_sums_of_coordinates():
    known = [row for row in table("regions") if row["latitude"] is not None]
    where = [round(sum(row[field] for row in known), 4) for field in ("latitude", "longitude")]
    assert (len(known), where) == (43, [1249.9664, 411.0432])
