"""A rule is asked only of things that write a field it needs: whatever it is not asked for would have no fault."""

import datetime as dt
import json
from pathlib import Path

import pytest

import tpu_zones as tz
from tpu_zones.lint import rules
from tpu_zones.lint.rules import RULES
from tpu_zones.lint.rules.base import Ask, Rule
from tpu_zones.lint.things import Cluster, NodePool, TpuVm
from tpu_zones.lint.workloads import ComputeClass, Flavor, Workload

CASES = sorted((Path(__file__).parents[3] / "fixtures" / "configs").iterdir())
CATALOG = tz.Catalog.bundled(today=dt.date(2026, 12, 1))


def missed(things, ask):
    """Return rule, kind and field of all that rules would find which are not asked, with and without each field."""
    beside = ask.beside(things)
    found = set()
    for thing in things:
        whole = dict(vars(thing))
        for dropped in (None, *thing.values()):
            vars(thing).pop(dropped, None)
            for kind, view in rules._views(thing, beside):
                asked = rules.rules_for(kind, frozenset(thing.values()))
                others = [one for one in rules.rules_for(kind) if one not in asked]
                found |= {(one.id, kind, dropped) for one in others for _ in one.look(view, beside)}
            vars(thing).clear()
            vars(thing).update(whole)
    return found


@pytest.mark.parametrize("rule", [one for one in RULES if isinstance(one, Rule)], ids=lambda rule: rule.id)
def test_no_example_of_a_rule_is_missed(rule, catalog):
    ask = Ask(catalog, gke_version="1.29.0-gke.1", mode="autopilot")
    for example in (rule.wrong, rule.right):
        assert missed(rule.example(example), ask) == set()


@pytest.fixture(scope="module")
def groups():
    """Return the things of all cases, group by group, with what was asked of them."""
    kept = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rules, "find", lambda things, ask: kept.append((things, ask)) or [])
        for case in CASES:
            asked = json.loads((case / "expect.json").read_text("utf-8")).get("asked", {})
            tz.check(case, exclude="expect.json", catalog=CATALOG, **asked)
    return kept


def test_nothing_in_the_cases_is_missed(groups):
    assert sum(len(things) for things, _ in groups) > 800
    assert set().union(*(missed(things, ask) for things, ask in groups)) == set()


@pytest.mark.parametrize("name", rules._NEEDED)
def test_a_rule_that_needs_too_much_is_noticed(groups, monkeypatch, catalog, name):
    monkeypatch.setitem(rules._NEEDED, name, "")
    rules.rules_for.cache_clear()
    try:
        rule = rules._rule(name)
        examples = [(rule.example(rule.wrong), Ask(catalog, gke_version="1.29.0-gke.1"))]
        assert any(rule.id in {one for one, *_ in missed(*group)} for group in (*examples, *groups))
    finally:
        rules.rules_for.cache_clear()


def test_what_rules_need_are_rules_and_fields():
    assert set(rules._NEEDED) <= {name for name, *_ in rules._MODULES}
    fields = {field for kind in (NodePool, TpuVm, Cluster, Workload, ComputeClass, Flavor) for field in kind.fields}
    assert {field for written in rules._NEEDED.values() for field in written.split()} <= fields
