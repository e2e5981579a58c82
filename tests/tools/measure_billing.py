"""Measure how the billing catalog is read: `python tests/tools/measure_billing.py`.

Writes a catalog as large as Google's (32,000 SKUs in pages of 5,000, one in 100 of a TPU) into a temporary
folder, and reads it in processes of their own: through the source `billing`, and with one pydantic `TypeAdapter`
over the same bytes. Prints the medians of their CPU time, their ratio, and the peak memory of the first.
`--check` exits with 1 where a cap is broken.
"""

import argparse
import datetime as dt
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
SKUS, PAGE = 32_000, 5_000
TIME_CAP, MEMORY_CAP = 2.0, 150.0
"""Times the adapter alone; MB."""
GENERATIONS = ("TpuV5e", "TpuV5p", "TpuV6e", "TPU7x")
FORMS = (
    ("{} running in {}", "OnDemand"),
    ("{} attached to Spot Preemptible VMs running in {}", "Preemptible"),
    ("DWS Defined Duration {} running in {}", "OnDemand"),
    ("Reserved {} in {} in Calendar Mode", "OnDemand"),
    ("Capacity Optimized {} running in {}", "OnDemand"),
    ("Commitment v1: {} running in {} for 1 Year", "Commit1Yr"),
    ("Commitment v1: {} running in {} for 3 Years", "Commit3Yr"),
)
PLACES = (
    ("Columbus", "us-east5"),
    ("Netherlands", "europe-west4"),
    ("Tokyo", "asia-northeast1"),
    ("Iowa", "us-central1"),
)


def sku(number: int) -> dict:
    """Return an SKU as Google writes them; every hundredth is of a TPU."""
    turn = number // 100
    generation, (form, usage), (place, region) = (
        GENERATIONS[turn % 4],
        FORMS[turn // 4 % 7],
        PLACES[turn // 28 % 4],
    )
    tpu = number % 100 == 0
    return {
        "name": f"services/6F81-5844-456A/skus/0000-0000-{number:05}",
        "skuId": f"0000-0000-{number:05}",
        "description": form.format(generation, place)
        if tpu
        else f"N{number % 9} Custom Instance Core running in {place}",
        "category": {
            "serviceDisplayName": "Compute Engine",
            "resourceFamily": "Compute",
            "resourceGroup": "TPU" if tpu else "CPU",
            "usageType": usage if tpu else "OnDemand",
        },
        "serviceRegions": [region],
        "pricingInfo": [
            {
                "summary": "",
                "pricingExpression": {
                    "usageUnit": "h",
                    "displayQuantity": 1,
                    "tieredRates": [
                        {
                            "startUsageAmount": 0,
                            "unitPrice": {"currencyCode": "USD", "units": "1", "nanos": (turn % 28 + 1) * 1_000_000},
                        }
                    ],
                    "usageUnitDescription": "hour",
                    "baseUnit": "s",
                    "baseUnitDescription": "second",
                    "baseUnitConversionFactor": 3600,
                },
                "currencyConversionRate": 1,
                "effectiveTime": "2026-11-29T08:00:00.000000Z",
            }
        ],
        "serviceProviderName": "Google",
        "geoTaxonomy": {"type": "REGIONAL", "regions": [region]},
    }


def write(folder: Path) -> None:
    """Write the pages of the catalog."""
    starts = range(0, SKUS, PAGE)
    for start in starts:
        last = start == starts[-1]
        page = {"skus": [sku(n) for n in range(start, min(start + PAGE, SKUS))]}
        page["nextPageToken"] = "" if last else str(start + PAGE)
        (folder / f"{start}.json").write_text(json.dumps(page, indent=2), "utf-8")


def ours(folder: Path) -> int:
    """Return how many prices the source finds."""
    from tpu_zones.facts.index import Index
    from tpu_zones.facts.load import bundled
    from tpu_zones.update._http import Http, Session
    from tpu_zones.update.replies import Reply
    from tpu_zones.update.settings import Settings
    from tpu_zones.update.sources.base import Known
    from tpu_zones.update.sources.billing import source

    day = dt.date(2026, 11, 30)

    class Files(Http):
        def get(self, url, *, params=None, **_):
            token = (params or {}).get("pageToken", "0")
            body = b'{"skus": [{}]}' if "E000" in url else (folder / f"{token}.json").read_bytes()
            return Reply(url, 200, {}, body, day)

    settings, known = Settings(), Known(Index(bundled()))
    start = time.process_time()
    found = source.fetch(Files(Session(600, floor=day), source.address(settings)), known, settings)
    print(time.process_time() - start)
    return len(found.prices)


def adapter(folder: Path) -> int:
    """Return how many SKUs one `TypeAdapter` validates."""
    from tpu_zones.update.sources.payloads import SKUS as ADAPTER

    start = time.process_time()
    count = sum(len(ADAPTER.validate_json((folder / f"{n}.json").read_bytes()).skus) for n in range(0, SKUS, PAGE))
    print(time.process_time() - start)
    return count


def run(work: str, folder: Path) -> tuple[float, int, float]:
    """Return CPU seconds, result and peak memory in MB of one process."""
    command = [sys.executable, __file__, "--work", work, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env={"PYTHONPATH": str(ROOT)})
    seconds, count, memory = done.stdout.split()
    return float(seconds), int(count), float(memory)


def measure(folder: Path, runs: int = 5) -> dict[str, float]:
    """Return the ratio of CPU times, the peak memory, and what was found."""
    write(folder)
    done = [(run("ours", folder), run("adapter", folder)) for _ in range(runs)]
    mine = statistics.median(one[0] for one, _ in done)
    bare = statistics.median(one[0] for _, one in done)
    return {
        "seconds": mine,
        "adapter": bare,
        "ratio": mine / bare,
        "memory": max(one[2] for one, _ in done),
        "prices": done[0][0][1],
        "skus": done[0][1][1],
    }


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="exit with 1 where a cap is broken")
    parser.add_argument("--work", nargs=2, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.work:
        print({"ours": ours, "adapter": adapter}[args.work[0]](Path(args.work[1])))
        status = Path("/proc/self/status").read_text("utf-8")
        print(next(int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmHWM")))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        found = measure(Path(folder))
    print(f"{found['skus']:.0f} SKUs, {found['prices']:.0f} prices: {found['seconds']:.2f} s CPU,")
    print(f"one TypeAdapter {found['adapter']:.2f} s, ratio {found['ratio']:.2f} (cap {TIME_CAP}),")
    print(f"peak memory {found['memory']:.0f} MB (cap {MEMORY_CAP:.0f})")
    return int(args.check and (found["ratio"] > TIME_CAP or found["memory"] > MEMORY_CAP))


if __name__ == "__main__":
    sys.exit(main())
