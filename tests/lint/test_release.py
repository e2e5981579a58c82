"""The release rule: data alone adds no error to an unchanged file; new rules and raised severities are told."""

import json

import pytest
import release

CURE = (
    "\nWhat is meant has to be told: name the rule in a Code part of CHANGELOG.md, above what was released. What only a"
    "\nchange of the data brought is a warning at most (design: a release of data adds no error to an unchanged file)."
    "\nWhile no version was released: python tests/tools/record_release.py"
)


@pytest.fixture(scope="module")
def then():
    return json.loads(release.RECORD.read_text("utf-8"))


@pytest.fixture(scope="module")
def now():
    return release.today()


def test_nothing_is_newly_wrong_without_a_word_in_the_changelog(then, now):
    found = release.complaints(then, now, release.changelog())
    assert not found, "\n".join([*found, CURE])


def test_the_record_is_that_of_the_last_release(then):
    changelog = release.changelog()
    last = next(iter([*release.released(changelog), *reversed(release.unreleased(changelog))]))
    assert then["version"] == last, f"{last} is released: python tests/tools/record_release.py records what it says"


def test_most_fixtures_are_as_they_were(then, now):
    same = sum(now["folders"].get(name) == content for name, content in then["folders"].items())
    assert same > 100, "of changed fixtures nothing can be said; the next release records them anew"
    assert release.written(then) == release.RECORD.read_text("utf-8")


RELEASED = "# Changelog\n\n## 1.0.0 (2026-12-05)\n\n### Code\n\n- TPZ900\n"
NEXT = (
    "# Changelog\n\n## 1.1.0 (unreleased)\n\n### Code\n\n{code}\n\n### Data\n\n{data}\n" + RELEASED.partition("\n\n")[2]
)
THEN = {
    "version": "1.0.0",
    "rules": {"TPZ201": "error", "TPZ202": "warning"},
    "folders": {"configs/a": "1", "configs/b": "2"},
    "findings": [
        ["TPZ201", "configs/a/x.tf", "pool", "v", "error"],
        ["TPZ202", "configs/a/x.tf", "pool", "v", "warning"],
    ],
}
ADDED = ["TPZ201", "configs/a/x.tf", "pool", "w", "error"]


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({}, []),
        ({"findings": []}, []),
        ({"findings": [ADDED]}, ["configs/a/x.tf: TPZ201 is a new error in an unchanged file: pool 'w'"]),
        ({"findings": [[*ADDED[:-1], "warning"]]}, []),
        ({"findings": [ADDED], "folders": {"configs/a": "9", "configs/b": "2"}}, []),
        ({"findings": [["TPZ201", "configs/new/x.tf", "pool", "w", "error"]]}, []),
        (
            {"findings": [["TPZ202", "configs/a/x.tf", "pool", "v", "error"]]},
            ["configs/a/x.tf: TPZ202 is a new error in an unchanged file: pool 'v'"],
        ),
        ({"rules": {"TPZ201": "error", "TPZ202": "error"}}, ["TPZ202 is error, and was warning"]),
        ({"rules": {"TPZ201": "info", "TPZ202": "warning"}}, []),
        ({"rules": {**THEN["rules"], "TPZ203": "info"}}, ["TPZ203 is new"]),
    ],
)
def test_what_is_complained_of(changed, told):
    today = {**THEN, **changed}
    assert release.complaints(THEN, today, RELEASED) == told
    assert release.complaints(THEN, today, NEXT.format(code="- nothing", data="- TPZ201, TPZ202, TPZ203")) == told
    assert release.complaints(THEN, today, NEXT.format(code="- TPZ201, TPZ202 and TPZ203", data="")) == []


def test_versions_of_the_changelog():
    both = NEXT.format(code="", data="")
    assert (release.released(both), release.unreleased(both)) == (["1.0.0"], ["1.1.0"])
    first = "# Changelog\n\n## 0.1.0 (unreleased)\n\n### Code\n\n- TPZ203 is new\n"
    assert (release.released(first), release.unreleased(first)) == ([], ["0.1.0"])
    today = {**THEN, "version": "0.1.0", "rules": {**THEN["rules"], "TPZ203": "info", "TPZ204": "info"}}
    assert release.complaints({**THEN, "version": "0.1.0"}, today, first) == ["TPZ204 is new"]
