"""How long the APIs take over TCP, and how much the billing catalog costs."""

import datetime as dt
import json
import statistics
import threading
import time
from pathlib import Path

import pytest
from apis import INDEX, load, raw
from tools.measure_billing import MEMORY_CAP, SKUS, TIME_CAP, measure

from tpu_zones.update._http import CONNECTIONS, Http, Session
from tpu_zones.update.settings import Settings
from tpu_zones.update.sources import named
from tpu_zones.update.sources.base import Known

pytestmark = pytest.mark.slow
SOURCES = ("compute", "billing", "tpu-api")


@pytest.fixture
def slow_site(site):
    """The recorded replies, each after 50 ms; `site.most` is how many were under way at once."""
    lock, now = threading.Lock(), 0
    site.most = 0

    def slowly(body):
        def answer(request):
            nonlocal now
            with lock:
                now += 1
                site.most = max(site.most, now)
            time.sleep(0.05)
            with lock:
                now -= 1
            request.reply(200, body, {"Content-Type": "application/json"})

        return answer

    locations = load("tpu_locations.json")["locations"]
    project = "projects/example-project"
    site.pages = {
        f"/compute/{project}/aggregated/machineTypes": slowly(raw("compute_machine_types_aggregated_page2.json")),
        "/billing/services/6F81-5844-456A/skus": slowly(raw("billing_skus_sample.json")),
        "/billing/services/E000-3F24-B8AA/skus": slowly(raw("billing_skus_sample.json")),
        f"/tpu/{project}/locations": slowly(raw("tpu_locations.json")),
        **{
            f"/tpu/{project}/locations/{one['locationId']}/acceleratorTypes": slowly(
                raw("tpu_accelerator_types_us-central1-b.json")
            )
            for one in locations
        },
    }
    return site


def seconds(site, names):
    """The time that these sources take together, as a refresh asks them: a thread each, one session."""
    settings = Settings(
        project="example-project",
        compute_url=site.url("/compute/"),
        billing_url=site.url("/billing/"),
        tpu_url=site.url("/tpu/"),
    )
    session = Session(60, floor=dt.date(2026, 11, 30))
    session.client  # noqa: B018 what it costs to load certificates is the same for all
    found = {}

    def work(name):
        source = named(name)
        found[name] = source.fetch(Http(session, source.address(settings)), Known(INDEX), settings)

    threads = [threading.Thread(target=work, args=(name,)) for name in names]
    start = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    spent = time.perf_counter() - start
    session.close()
    assert all(one.claims or one.prices for one in found.values()) and len(found) == len(names)
    return spent


def test_all_sources_take_little_longer_than_the_slowest(slow_site):
    seconds(slow_site, SOURCES)  # warms up
    alone = max(statistics.median(seconds(slow_site, [name]) for _ in range(5)) for name in SOURCES)
    together = statistics.median(seconds(slow_site, SOURCES) for _ in range(5))
    assert together <= 1.5 * alone, (together, alone)
    assert 4 <= slow_site.most <= CONNECTIONS


def test_32000_skus_cost_little_more_than_their_validation(tmp_path: Path):
    found = measure(tmp_path, runs=3)
    assert found["skus"] == SKUS and found["prices"] == 112
    assert found["ratio"] <= TIME_CAP and found["memory"] < MEMORY_CAP, json.dumps(found)
