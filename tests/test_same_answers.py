"""Whoever asks, and wherever: the same 50 questions have the same answers.

Each way of asking is a function from questions to answers, in `WAYS`; another way is another function. What a way
cannot show it leaves as None, and that part is not compared.
"""

import json
import random
import sys
from collections import Counter
from dataclasses import dataclass, fields
from functools import cache

import anyio
import pytest
from mcp import Client, StdioServerParameters
from support import ROOT

import tpu_zones as tz
from tpu_zones.cli.main import main

TPUS = "v3 v4 v5e v5p v6e tpu7x tpu8t Trillium Ironwood v5litepod-16 v5p-8 ct6e-standard-4t ct5lp-hightpu-8t".split()
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
        env={"PYTHONPATH": str(ROOT), "TPU_ZONES_CACHE": "/nonexistent", "HOME": "/nonexistent"},
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


WAYS = {"cli": by_cli, "mcp": by_mcp}


@cache
def expected_answers():
    return list(by_python(QUESTIONS))


@pytest.mark.parametrize("way", WAYS)
def test_the_answers_are_those_of_python(way, capsys):
    answers = list(WAYS[way](QUESTIONS, capsys))
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
