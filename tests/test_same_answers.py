"""Whoever asks, and wherever: the same 50 questions have the same answers.

Each way of asking is a function from questions to answers, in `WAYS`; another way is another function. What a way
cannot show it leaves as None, and that part is not compared.
"""

import json
import random
import re
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlencode

import anyio
import pytest
from chromium import Look, chromium
from matplotlib.text import Text
from mcp import Client, StdioServerParameters
from support import ROOT

import tpu_zones as tz
import tpu_zones.notebook as nb
from tpu_zones.cli.main import main
from tpu_zones.notebook.signs import SIGNS
from tpu_zones.page.build import availability_page

GENERATIONS = "v3 v4 v5e v5p v6e tpu7x tpu8t Trillium Ironwood".split()
TPUS = [*GENERATIONS, *"v5litepod-16 v5p-8 ct6e-standard-4t ct5lp-hightpu-8t".split()]
PLACES = ["Europe", "NL", "EU", "US", "Asia", "Japan", "Ireland", "us-east5", "us-central1,NL", "North America", None]
ZONES = [
    "europe-west4-a europe-west4-b us-central1-a us-central1-ai1a us-central1-b us-central2-b us-east1-d us-east5-a",
    "us-east5-b us-east5-c us-west4-a asia-northeast1-b asia-southeast1-b europe-west1-b southamerica-west1-a",
]
OPTIONS = [None, None, "on-demand", "spot", "flex-start", "calendar", "reservation"]
SURFACES = [None, None, "gke", "compute-engine", "cloud-tpu-api"]
EVIDENCE = ["documented", "observed", "any"]


@dataclass(frozen=True)
class Question:
    """What is asked: of `within` the zones, and where that is a zone also the availability there."""

    tpu: str
    within: str | None
    option: str | None
    surface: str | None
    evidence: str
    is_zone: bool

    @property
    def of_zones(self):
        """The parameters of `zones`: those that are said."""
        asked = {name: getattr(self, name) for name in ("tpu", "within", "option", "surface", "evidence")}
        return {name: value for name, value in asked.items() if value is not None}

    @property
    def of_availability(self):
        """The parameters of `availability`, where the place is a zone."""
        asked = {name: value for name, value in self.of_zones.items() if name != "evidence"}
        return {"zone": asked.pop("within"), **asked}


@dataclass(frozen=True)
class Answer:
    """What every way of asking comes to; None where it does not show that."""

    zones: list[tuple[str, str]]
    """Zones and their evidence, in order."""
    notes: list[str] | None = None
    evidence_date: str | None = None
    answer: str | None = None
    """yes, no or unknown, where a zone is asked about."""
    reasons: list[str] | None = None
    offered: str | None = None
    """The same of the generation, by whatever option and surface."""


def questions(count=50, seed=20):
    """The questions: the same in every run, half of them on one zone."""
    chance, zones = random.Random(seed), " ".join(ZONES).split()  # noqa: S311
    made = {}
    while len(made) < count:
        is_zone = len(made) % 2 == 0
        one = Question(
            tpu=chance.choice(TPUS),
            within=chance.choice(zones if is_zone else PLACES),
            option=chance.choice(OPTIONS),
            surface=chance.choice(SURFACES),
            evidence=chance.choice(EVIDENCE),
            is_zone=is_zone,
        )
        made[one] = None
    return list(made)


QUESTIONS = questions()


def by_python(asked):
    """What a deployment script gets."""
    for one in asked:
        rows, offerings = tz.zones(**one.of_zones), tz.offerings(**one.of_zones)
        evidence = {offering.zone: str(offering.evidence) for offering in offerings}
        there = tz.availability(**one.of_availability) if one.is_zone else None
        yield Answer(
            zones=[(zone.zone, evidence[zone.zone]) for zone in rows],
            notes=[note.text for note in rows.notes],
            evidence_date=rows.evidence_date and str(rows.evidence_date),
            answer=None if there is None else str(there.answer),
            reasons=None if there is None else list(there.reasons),
            offered=str(tz.availability(one.tpu, one.within).answer) if one.is_zone else None,
        )


def by_cli(asked, capsys):
    """What the command line prints as JSON, and as names."""
    for one in asked:
        options = [f"--{name}={value}" for name, value in one.of_zones.items() if name != "tpu"]
        code = main(["zones", one.tpu, *options, "--format", "json"])
        found = json.loads(capsys.readouterr().out)
        assert code == (0 if found["rows"] else 1)
        main(["zones", one.tpu, *options, "--format", "names"])
        assert capsys.readouterr().out.split() == [row["zone"] for row in found["rows"]]
        there = None
        if one.is_zone:
            options = [
                f"--{name}={value}" for name, value in one.of_availability.items() if name not in ("tpu", "zone")
            ]
            code = main(["availability", one.tpu, one.within, *options, "--format", "json"])
            there = json.loads(capsys.readouterr().out)
            assert code == {"yes": 0, "no": 1, "unknown": 5}[there["answer"]]
        yield of_documents(found, there)


def by_mcp(asked, _):
    """What an agent gets, from one server."""
    server = StdioServerParameters(
        command=sys.executable,
        args=["-m", "tpu_zones", "mcp"],
        env={"PYTHONPATH": str(ROOT), "TPU_ZONES_CACHE": "/nonexistent", "HOME": "/dev/null"},
    )

    async def call(client, name, given):
        done = await client.call_tool(name, given)
        assert not done.is_error, done.content
        return done.structured_content

    async def ask():
        answers = []
        with anyio.fail_after(60):
            async with Client(server) as client:
                for one in asked:
                    found = await call(client, "zones", {**one.of_zones, "limit": 500})
                    there = await call(client, "availability", one.of_availability) if one.is_zone else None
                    answers.append(of_documents(found, there))
        return answers

    return anyio.run(ask)


def of_documents(found, there):
    """The answer in the documents that the command line and MCP return."""
    return Answer(
        zones=[(row["zone"], row["evidence"]) for row in found["rows"]],
        notes=[note["text"] for note in found["notes"]],
        evidence_date=found["evidence_date"],
        answer=there and there["answer"],
        reasons=there and there["reasons"],
    )


class Shown(HTMLParser):
    """What the HTML of an answer says: the lines above its first table, that table, the items of lists, the foot."""

    def __init__(self, answer):
        super().__init__()
        self.table, self.items, self.lines, self.foot = [], [], [], ""
        self._tables, self._texts = 0, None
        self.feed(answer._repr_html_())

    def handle_starttag(self, tag, attrs):
        self._tables += tag == "table"
        if tag == "tr" and self._tables == 1:
            self.table.append([])
        if tag in ("th", "td"):
            self._texts = self.table[-1] if self._tables == 1 else []
        elif tag == "li":
            self._texts = self.items
        elif tag == "p":
            self._texts = [] if self._tables or dict(attrs).get("class") == "tz-foot" else self.lines
        elif tag != "span":
            self._texts = None
        if self._texts is not None and tag != "span":
            self._texts.append("")

    def handle_data(self, data):
        self.foot = data  # it is the last
        if self._texts is not None:
            self._texts[-1] += data

    def column(self, name):
        head, *lines = self.table or [[]]
        return [line[head.index(name)] for line in lines]


def by_notebook(asked, _):
    """What somebody sees in a notebook as HTML, and has in the data frame and in the matrix."""
    for one in asked:
        rows, offerings = tz.zones(**one.of_zones), tz.offerings(**one.of_zones)
        seen, table = Shown(rows), Shown(offerings)
        evidence = dict(zip(table.column("zone"), map(last_word, table.column("evidence")), strict=True))
        zones = [(zone, evidence[zone]) for zone in seen.column("zone")]
        frame, evidence = rows.to_pandas(), offerings.to_pandas().set_index("zone")["evidence"]
        assert [(zone, evidence[zone]) for zone in frame["zone"]] == zones
        assert frame.attrs["notes"] == seen.items
        assert in_matrix(nb.matrix(**one.of_zones)) == dict(zones)
        there = Shown(tz.availability(**one.of_availability)) if one.is_zone else None
        yield Answer(
            zones=zones,
            notes=seen.items,
            evidence_date=found[1] if (found := re.match(r"newest evidence: (\S+?)(;|$)", seen.foot)) else None,
            answer=there and last_word(there.lines[0]),
            reasons=there and [line for line in there.lines[1:] if not line.startswith("evidence of ")],
        )


def last_word(text):
    return text.rpartition(" ")[2]


def in_matrix(figure):
    """The evidence of each zone by the sign that follows it; a region whose zone is not known is no zone."""
    words = {sign.sign: word for word, sign in SIGNS.items()}
    texts = [text.get_text() for text in figure.findobj(Text)]
    return {zone: words[sign] for zone, sign in pairwise(texts) if re.fullmatch(r"[a-z]+-[a-z]+\d+-\w+", zone)}


ROWS = """rows => rows.filter(row => row.checkVisibility()).map(row => [row.dataset.zone,
  [...row.querySelectorAll(".tile:not(.out) .word")].filter(one => one.checkVisibility()).map(one => one.innerText).join()])"""
OFFERED = re.compile(r"offered: (\w+)")


def by_page(asked, _):
    """What the page shows for a link to each question; of a zone it tells whether it has the generation at all."""
    with TemporaryDirectory() as folder, chromium() as browser:
        file = Path(folder, "availability.html")
        file.write_text(availability_page(), "utf-8")
        look, answers = Look(browser.new_page(), file.as_uri()).go(), []
        for one in asked:
            link = "#" + urlencode(one.of_zones)
            look.ask(link)
            zones = [tuple(row) for row in look.page.eval_on_selector_all("#matrix tbody tr", ROWS)]
            offered = in_cell(look, link, one.within) if one.is_zone and one.tpu in GENERATIONS else None
            answers.append(Answer(zones=zones, offered=offered))
    assert look.said == [] and sum(one.offered is not None for one in answers) >= 5
    return answers


def in_cell(look, link, zone):
    """What the dialog of a cell says; None where there is no such cell."""
    columns = look.page.locator("#matrix thead th[data-generation]:not([hidden])").all_text_contents()
    look.ask(f"{link}&cell={''.join(columns)}/{zone}")
    return OFFERED.search(look.text("#cell .verdict"))[1] if look.page.is_visible("#cell") else None


WAYS = {"cli": by_cli, "mcp": by_mcp, "notebook": by_notebook, "page": by_page}


@cache
def expected_answers():
    return list(by_python(QUESTIONS))


@pytest.mark.parametrize("way", WAYS)
def test_the_answers_are_those_of_python(way, capsys):
    with ThreadPoolExecutor(1) as thread:  # as a browser that is open elsewhere holds the event loop of its thread
        answers = thread.submit(lambda: list(WAYS[way](QUESTIONS, capsys))).result()
    assert len(answers) == len(QUESTIONS) == 50
    for question, expected, answer in zip(QUESTIONS, expected_answers(), answers, strict=True):
        for field in fields(Answer):
            said = getattr(answer, field.name)
            if said is not None:
                assert said == getattr(expected, field.name), f"{question}: {field.name}"


def test_the_questions_have_every_kind_of_answer():
    expected = expected_answers()
    answers = Counter(one.answer for one in expected)
    assert all(answers[word] >= 3 for word in ("yes", "no", "unknown")), answers
    assert sum(not one.zones for one in expected) >= 5 and sum(len(one.zones) > 1 for one in expected) >= 5
    evidence = {evidence for one in expected for _, evidence in one.zones}
    assert evidence >= {"documented", "observed"} and evidence & {"withdrawn", "doubtful"}
    assert {one.evidence for one in QUESTIONS} == set(EVIDENCE)
    assert {one.option for one in QUESTIONS} == set(OPTIONS) and {one.surface for one in QUESTIONS} == set(SURFACES)
