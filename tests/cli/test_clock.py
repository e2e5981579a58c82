"""A clock that is wrong, or years that went by: every command answers as before, and says no absurd age."""

import datetime as dt
import re
import shlex

import pytest
from support import FIXTURES

import tpu_zones as tz
from tpu_zones.cli.main import main
from tpu_zones.facts.catalog import Catalog

COMMANDS = {
    "zones v5p --within EU": 0,
    "status": 0,
    "availability v6e us-east5-c": 5,
    "prices v6e --within Europe": 0,
    "cost v5p-8 --within NL --hours 24": 0,
    "plan v6e --chips 16 --within us-east5 --hours 24": 0,
    "plan v6e --chips 16 --within us-east5 --option spot": 0,
    "history v5p --within NL": 0,
    "show v5p": 0,
    "pathways v6e": 0,
    "diff 2025-12-31 bundled": 0,
    "page --within NL -o -": 0,
}
AGES = {dt.date(2019, 1, 1): "2,890 days after", dt.date(2027, 6, 1): "183 days ago", dt.date(2035, 1, 1): "2,954 days"}


@pytest.mark.parametrize("today", AGES, ids=str)
def test_every_command_answers(today, capsys, monkeypatch):
    monkeypatch.setattr(Catalog, "_default", Catalog.bundled(today=today))
    for line, code in COMMANDS.items():
        assert main(shlex.split(line)) == code, line
        out, err = capsys.readouterr()
        assert not re.search(r"(?<![\d-])-\d+ days?\b|Traceback|fault of ours", out + err), line
        assert line != "status" or AGES[today].replace(",", "") in out


@pytest.mark.parametrize("today", AGES, ids=str)
def test_time_alone_makes_a_check_no_sterner(today):
    then = tz.check(FIXTURES / "example", catalog=Catalog.bundled(today=dt.date(2026, 12, 1)))
    now = tz.check(FIXTURES / "example", catalog=Catalog.bundled(today=today))
    order = ["info", "warning", "error"]
    assert [(one.rule, one.line) for one in now.findings] == [(one.rule, one.line) for one in then.findings]
    assert all(
        order.index(one.severity) <= order.index(was.severity)
        for one, was in zip(now.findings, then.findings, strict=True)
    )
    aged = [one.severity for one in now.findings if one.rule == "TPZ201"]
    assert aged == ["error" if today.year == 2019 else "warning"]
