"""Put the page together: data, matrix and map into the template, one file without a request."""

import json
import os
import re
from base64 import b64encode
from hashlib import sha256

from tpu_zones.errors import NotOffered
from tpu_zones.facts.ask import walked
from tpu_zones.page.details import Details
from tpu_zones.page.matrix import colours, legend, matrix, text
from tpu_zones.page.places import places
from tpu_zones.page.questions import Questions
from tpu_zones.page.texts import Sources, Texts
from tpu_zones.page.world import VIEW, land, marks
from tpu_zones.records.table import JSON_ESCAPES, printable
from tpu_zones.records.words import Evidence, Option, Surface

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from tpu_zones.facts.catalog import Catalog
    from tpu_zones.records.offerings import Offering
    from tpu_zones.records.status import Status

_SCRIPTS = ("find.js", "answer.js", "show.js", "map.js", "details.js", "main.js")


def availability_page(within: "str | Iterable[str] | None" = None, *, catalog: "Catalog | None" = None) -> str:
    """Return a page of HTML that answers where TPUs are: a matrix and a map to filter, with what they rest on.

    It is one file that makes no request, runs under a strict Content-Security-Policy, and answers as
    `Catalog.zones` does. Raises `UnknownName` for a place that nobody knows, `NotOffered` for one without a TPU.

    within: only the zones of these places, by comma: a continent, EU, a country, a city, a region, a zone

    >>> availability_page(within="NL")[:15]
    '<!doctype html>'
    """
    if catalog is None:
        from tpu_zones.facts.catalog import Catalog

        catalog = Catalog.default()
    within = walked(within)
    offerings = catalog.offerings(within=within, evidence="any")
    there = {(one.generation, one.zone): one for one in offerings if one.zone}
    if not there:
        raise NotOffered("no page, as it would be empty: " + "; ".join(map(str, offerings.notes)))
    shown = {zone for _, zone in there}
    zones = [zone for zone in catalog.zones(evidence="any") if zone.zone in shown]
    offered = {generation for generation, _ in there}
    regions = {zone.region for zone in zones}
    status = catalog.status()
    return _filled(
        title=_title(catalog, within),
        matrix=matrix(zones, [one for one in catalog.index.generations if one in offered], there),
        legend=legend(),
        regional=_regional(offerings),
        land=land(),
        marks=marks(one for one in catalog.index.regions.values() if one.region in regions),
        view=" ".join(map(str, VIEW)),
        dates=_dates(status),
        about=text(_about(status)),
        data=_safe(_data(catalog, [zone.zone for zone in zones], there)),
    )


def _data(catalog: "Catalog", zones: "list[str]", offerings: "dict[tuple[str, str], Offering]") -> "dict[str, Any]":
    """Return what the scripts answer from."""
    texts = Texts()
    sources = Sources(catalog.index.table("sources"), texts)
    numbers = {zone: number for number, zone in enumerate(zones)}
    details = Details(catalog, texts, sources)
    found: dict[str, Any] = {
        "zones": list(map(printable, zones)),
        "evidence": list(Evidence),
        "options": list(Option),
        "surfaces": list(Surface),
        **Questions(catalog, numbers, texts).tables(),
        **places(catalog, numbers, texts),
        "generations": [details.generation(generation) for generation in catalog.index.generations],
        "cells": [
            [printable(generation), printable(zone), details.cell(one, zone)]
            for (generation, zone), one in offerings.items()
        ],
        "known": catalog.index.names.known(),
        "view": VIEW,
    }
    return {**found, "disputes": details.disputes, "sources": sources.all, "texts": texts.all}


def _title(catalog: "Catalog", within: "str | Iterable[str] | None") -> str:
    if within is None:
        return "Google Cloud TPU availability"
    return text(f"Google Cloud TPU availability: {', '.join(one.name for one in catalog.index.places.find(within))}")


def _regional(offerings: "Iterable[Offering]") -> str:
    """Return a section on the regions that publish machine types without a zone: no answer, but worth knowing."""
    lines = "".join(
        f'<li data-of="{text(one.generation)}">{text(one.generation)} in {text(one.region)}:'
        f" {text(one.evidence)}, seen {text(one.last_seen)}</li>"
        for one in offerings
        if one.zone is None
    )
    return lines and f'<section id="regional"><h2>Seen in a region, zone not known</h2><ul>{lines}</ul></section>'


def _dates(status: "Status") -> str:
    newest = f", newest evidence {_day(status.evidence_date)}" if status.evidence_date else ""
    return f"Data compiled {_day(status.compiled)}{newest}"


def _day(day: object) -> str:
    return f'<span class="short">{text(day)}</span>'


def _about(status: "Status") -> str:
    """Return what made the page; pages are published, so the path of a snapshot is not told."""
    which = "bundled snapshot" if status.origin == "bundled" else "another snapshot than the bundled one,"
    return f"tpu_zones {status.version}, {which} {status.hash[:12]}"


def _safe(data: object) -> str:
    """Return JSON that cannot end the element it stands in, nor fail to be written, whatever is in it."""
    written = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return re.sub("[<>&\ud800-\udfff]", lambda found: f"\\u{ord(found[0]):04x}", written.translate(JSON_ESCAPES))


def _filled(**parts: str) -> str:
    """Return the template with its parts, each put in once, and with the hashes of its script and style."""
    style = colours() + _part("page.css")
    script = '"use strict";\n(() => {\n' + "".join(map(_part, _SCRIPTS)) + "})();\n"
    filled = {**parts, "style": style, "script": script, "style_hash": _hash(style), "script_hash": _hash(script)}
    return re.sub(r"\{\{(\w+)\}\}", lambda found: filled[found[1]], _part("page.html"))


def _hash(part: str) -> str:
    return "sha256-" + b64encode(sha256(part.encode()).digest()).decode()


def _part(name: str) -> str:
    with open(os.path.join(os.path.dirname(__file__), name), encoding="utf-8") as file:
        return file.read()
