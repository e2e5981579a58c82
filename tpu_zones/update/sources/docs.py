"""Google's public page of TPU regions and zones, and the page on TPU locations that it may link to.

One reading of both is one version of the list. It covers every generation under every heading, so that
what is no longer there is news; where a row was not understood, its section confirms and withdraws nothing.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from tpu_zones.errors import NoSuchSlice, UnknownName
from tpu_zones.facts.index import Index
from tpu_zones.records.claims import Claim, Scope, ZoneList
from tpu_zones.records.claims import Source as Cited
from tpu_zones.records.period import Period
from tpu_zones.records.words import Confidence, Evidence, What
from tpu_zones.update.addresses import of_google, shown
from tpu_zones.update.faults import SourceFailed
from tpu_zones.update.newcomers import Newcomers
from tpu_zones.update.sources import zone_page
from tpu_zones.update.sources.base import READ, Fetched, Known, Source

if TYPE_CHECKING:
    from tpu_zones.update._http import Http
    from tpu_zones.update.replies import Reply
    from tpu_zones.update.settings import Settings

SEVERAL = "it has several meanings"
_ACCEPT = "text/plain, text/markdown"
_LINKED = re.compile(r"/compute/docs/regions-zones/(?:[a-z-]*-)?tpu[a-z-]*(?:\.md\.txt)?(?:[?#].*)?$")
_HEADINGS = {
    "North America": "us usa unitedstates northamerica nordamerika amériquedunord américadelnorte norteamérica "
    "américadonorte nordamerica 北米 北アメリカ 북미 북아메리카 北美洲 北美 amerikautara vereinigtestaaten",
    "Europe": "europe europa ヨーロッパ 欧州 유럽 欧洲 歐洲 eropa",
    "Asia Pacific": "asiapacific asia asienpazifik asiepacifique asiapacífico ásiapacífico ásiaepacífico asiapacifico "
    "アジア太平洋 アジア 아시아태평양 亚太地区 亚太 亞太地區 亞太 asiapasifik asien asie",
    "South America": "southamerica südamerika amériquedusud américadelsur sudamérica américadosul sudamerica "
    "南米 南アメリカ 남미 남아메리카 南美洲 南美 amerikaselatan",
}
_CANONICAL = {word: heading for heading, words in _HEADINGS.items() for word in words.split()}


class Docs(Source):
    """The list that Google publishes."""

    name = "docs"
    title = "Google's page of TPU regions and zones"

    def address(self, settings: "Settings") -> str:
        """Return the address of the page."""
        return settings.docs_url

    def parts(self, index: Index) -> Sequence[str]:
        """Return the headings and generations of what is documented."""
        return _shape(
            (index.regions[one.region].heading or "", one.generation)
            for one in index.table("offerings")
            if one.evidence is Evidence.DOCUMENTED
        )

    def fetch(self, http: "Http", known: Known, settings: "Settings") -> Fetched:
        """Return the zones that the pages list."""
        url = settings.docs_url
        mine = shown(url)
        first = http.get(url, accept=_ACCEPT, validators=known.validators.get(mine))
        others = [address for address in known.validators if address != mine]
        if first.not_modified:
            again = [http.get(one, accept=_ACCEPT, validators=known.validators[one]) for one in others]
            if all(reply.not_modified for reply in again):
                return Fetched(day=first.day, unchanged=True)
            first = http.get(url, accept=_ACCEPT)
        pages = [(first, _page(first))]
        remarks: list[str] = []
        if second := _second(http, first, pages[0][1], known, remarks):
            pages.append((second, _page(second)))
        reading = Reading(known.index, first, remarks)
        for reply, page in pages:
            reading.add(reply, page)
        return reading.fetched(pages)


def _page(reply: "Reply") -> zone_page.Page:
    """Return what a page shows; `SourceFailed` for what is no such page."""
    text = reply.text()
    if not text.strip():
        raise SourceFailed("shape", f"{reply.address} is empty")
    return zone_page.read(text)


def _second(http: "Http", first: "Reply", page: zone_page.Page, known: Known, remarks: list[str]) -> "Reply | None":
    """Return the page on TPU locations, if the first one links to it."""
    linked = next((link for link in page.links if _LINKED.search(urlsplit(urljoin(first.url, link)).path)), None)
    if linked is None:
        if not page.sections:
            raise SourceFailed("shape", f"{first.address} has no table of TPU zones, and no link to one")
        return None
    address = urljoin(first.url, linked.split("#")[0])
    if not urlsplit(address).path.endswith(".md.txt"):
        address = f"{address}.md.txt"
    try:
        return http.get(address, accept=_ACCEPT)
    except SourceFailed as error:
        if not page.sections or any(claim.source == shown(address) for claim in known.mine):
            raise
        remarks.append(f"the page that it links to was not read: {error}")
        return None


class Reading:
    """One reading of the pages, put together."""

    def __init__(self, index: Index, first: "Reply", remarks: list[str]) -> None:
        self.index, self.day, self.remarks = index, first.day, remarks
        self.address = first.address
        self.newcomers = Newcomers(index, first.address, first.day)
        self.sizes: dict[tuple[str, str], list[str] | None] = {}
        self.said: dict[tuple[str, str], str] = {}
        self.source: dict[tuple[str, str], str] = {}
        self.sections: set[tuple[str, str]] = set()
        self.unsure: set[tuple[str, str]] = set()

    def add(self, reply: "Reply", page: zone_page.Page) -> None:
        """Add what a page shows."""
        headings = self._headings(page)
        for title in dict.fromkeys(page.strange):
            self.remarks.append(f"a table was left out, as it was not understood what it is about: {title}")
        for text, row in page.sections:
            heading = headings[text]
            for label in row.generations:
                generation = self._generation(label)
                if generation is None:
                    continue
                self.sections.add((heading, generation))
                if row.slips or not row.zones:
                    self.unsure.add((heading, generation))
                    what = f"no zone: {', '.join(row.slips)}" if row.slips else "a row without a zone"
                    self.remarks.append(f"{generation} under {heading}: {what}; nothing is withdrawn there")
                for zone, said in row.zones:
                    self._zone(generation, zone, heading, row.sizes, said, reply.address)
        self.sections |= {(heading, "") for text, heading in headings.items() if text in page.headings}

    def _headings(self, page: zone_page.Page) -> dict[str, str]:
        """Return what each heading of a page is called here: by its words, else by the zones below it."""
        found: dict[str, str] = {}
        below: dict[str, list[str]] = defaultdict(list)
        for text, row in page.sections:
            regions = [zone.rpartition("-")[0] for zone, _ in row.zones]
            below[text] += [self.index.regions[one].heading or "" for one in regions if one in self.index.regions]
        for text in page.headings:
            word = re.sub(r"[\W_]+", "", text).casefold()
            if word in _CANONICAL:
                found[text] = _CANONICAL[word]
        for text, named in below.items():
            counted = sorted(filter(None, named), key=named.count)
            found.setdefault(text, counted[-1] if counted and named.count(counted[-1]) * 2 > len(named) else text)
        return found

    def _generation(self, label: str) -> str | None:
        """Return what a generation is called here; a new one gets a record of its own."""
        try:
            return self.newcomers.listed(self.index.names.parse(label).generation)
        except NoSuchSlice:
            pass
        except UnknownName as error:
            if len(error.suggestions) > 1 and error.reason == SEVERAL:
                self.remarks.append(f"a row on {label} was left out: {error}")
                return None
        return self.newcomers.generation(label)

    def _zone(
        self, generation: str, zone: str, heading: str, sizes: Sequence[str], said: str | None, address: str
    ) -> None:
        pair = generation, zone
        region = self.newcomers.zone(zone, heading)
        mine = region.heading
        if mine != heading:
            self.remarks.append(f"{zone} stands under {heading}, and belongs to {mine}")
        if not sizes or self.sizes.get(pair, []) is None:
            self.sizes[pair] = None
        else:
            self.sizes.setdefault(pair, []).extend(sizes)  # type: ignore[union-attr]
        if said:
            self.said[pair] = _qualifier(said)
        self.source.setdefault(pair, address)
        if mine:
            self.sections.add((mine, generation))

    def fetched(self, pages: "Sequence[tuple[Reply, zone_page.Page]]") -> Fetched:
        """Return the claims of the reading, and its list."""
        if not self.source:
            raise SourceFailed("shape", f"{self.address} has no table of TPU zones that could be read")
        seen = Period(first=self.day, last=self.day)
        name = f"{READ}{self.day}"
        known = [part.split(" ", 1) for part in source.parts(self.index)]
        headings = {heading for heading, _ in self.sections} | {what for kind, what in known if kind == "heading"}
        listed = {one for _, one in self.sections if one} | {what for kind, what in known if kind == "generation"}
        covers = [
            f"{generation}/{heading}"
            for generation in sorted(listed)
            for heading in sorted(headings)
            if (heading, generation) not in self.unsure
        ]
        claims = [
            Claim(
                generation=generation,
                zone=zone,
                region=zone.rpartition("-")[0],
                scope=Scope.ZONE,
                what=What.LISTED,
                seen=seen,
                source=address,
                confidence=Confidence.HIGH,
                sizes=tuple(dict.fromkeys(self.sizes[generation, zone] or ())),
                list=name,
                note=self.said.get((generation, zone)),
            )
            for (generation, zone), address in sorted(self.source.items())
        ]
        return Fetched(
            day=self.day,
            claims=claims,
            lists=[
                ZoneList(
                    list=name,
                    about="zones",
                    seen=seen,
                    source=self.address,
                    confidence=Confidence.HIGH,
                    covers=tuple(covers),
                    complete="full",
                )
            ],
            zones=self.newcomers.zones,
            regions=self.newcomers.regions,
            generations=self.newcomers.generations,
            cited=[_cited(reply.address) for reply, _ in pages],
            remarks=list(dict.fromkeys([*self.remarks, *self.newcomers.remarks])),
            validators={reply.address: reply.validators for reply, _ in pages if reply.validators},
            shape=_shape(self.sections),
        )


def _cited(address: str) -> Cited:
    return Cited(source=address, kind="google-page" if of_google(address) else "page", url=address)


def _shape(sections: "Iterable[tuple[str, str]]") -> list[str]:
    """Return the parts of a list, given its pairs of heading and generation."""
    sections = list(sections)
    found = {f"heading {heading}" for heading, _ in sections if heading}
    return sorted(found | {f"generation {generation}" for _, generation in sections if generation})


def _qualifier(said: str) -> str:
    """Return what a page says of a zone in brackets, in the words of the catalog."""
    text = said.casefold()
    if "single" in text and "tenant" in text:
        return "single-tenant, Spot quota excepted" if "spot" in text else "single-tenant"
    return " ".join(said.split())


source = Docs()
