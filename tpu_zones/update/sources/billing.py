"""List prices: the Cloud Billing Catalog of both services that sell TPUs.

Compute Engine prices a chip-hour (v5e and later), the older service Cloud TPU an hour of a device of four
chips (v2 to v4). A price in a region says nothing of zones, and is no offer.
"""

from typing import TYPE_CHECKING

from tpu_zones.records.claims import Source as Cited
from tpu_zones.update.addresses import shown
from tpu_zones.update.faults import SourceFailed
from tpu_zones.update.settings import Settings
from tpu_zones.update.sources.base import Fetched, Known, Source
from tpu_zones.update.sources.paging import pages
from tpu_zones.update.sources.payloads import SKUS
from tpu_zones.update.sources.skus import SERVICES, Service, Tally, Words

if TYPE_CHECKING:
    from tpu_zones.update._http import Http

ASKED = {"pageSize": "5000", "currencyCode": "USD"}


class Billing(Source):
    """List prices."""

    name = "billing"
    title = "list prices (Cloud Billing Catalog)"
    needs = ("api-key", "token")

    def address(self, settings: Settings) -> str:
        """Return where the Cloud Billing API is."""
        return settings.billing_url

    def fetch(self, http: "Http", known: Known, settings: Settings) -> Fetched:
        """Ask both services for all their SKUs, and return the prices of TPUs.

        Where one service fails, the other's prices are taken; they replace none of the first.
        """
        words, clock = Words(known.index), []

        def ask(service: Service) -> Tally | SourceFailed:
            url, tally = f"{self.address(settings)}services/{service.id}/skus", Tally()
            try:
                for page, reply in pages(http, url, ASKED, SKUS):
                    clock.append(reply.day)
                    tally.add(page.skus, service, shown(url), words)
                    del page, reply  # a page can be large: not two at a time
            except SourceFailed as error:
                return error
            return tally if tally.skus else SourceFailed("shape", f"{shown(url)} lists no SKU at all")

        answers = dict(zip(SERVICES, http.each(ask, SERVICES), strict=True))
        failed = {service: one for service, one in answers.items() if isinstance(one, SourceFailed)}
        if len(failed) == len(SERVICES):
            raise failed[SERVICES[0]]
        tally = Tally()
        for one in answers.values():
            if isinstance(one, Tally):
                tally.take(one)
        day = min(clock)
        prices = tally.readings(day)
        if not prices:
            raise SourceFailed(
                "shape", f"none of the catalog's {tally.skus} SKUs has a price of a TPU that is understood"
            )
        cited = sorted({one for price in prices for one in price.sources})
        return Fetched(
            day=day,
            prices=prices,
            cited=[Cited(source=one, kind="google-api", url=one) for one in cited],
            remarks=[
                *(
                    f"the service {service.name} could not be read, its prices stay: {why}"
                    for service, why in failed.items()
                ),
                *tally.remarks(),
            ],
            shape=sorted({f"generation {one.generation}" for one in prices}.union(known.shape if failed else ())),
            complete=not failed,
        )


source = Billing()
