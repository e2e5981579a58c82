"""tpu-zones rules."""

import sys

from tpu_zones.cli import output
from tpu_zones.cli.main import YES
from tpu_zones.lint.control.own_rules import OwnRule
from tpu_zones.lint.rules import RULES

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence
    from typing import Any

    from tpu_zones.lint.rules.base import Rule
    from tpu_zones.records.findings import Finding

EXAMPLES = ("tpu-zones rules", "tpu-zones rules TPZ201", "tpu-zones rules node-count --format json")


def add(parser: "argparse.ArgumentParser") -> None:
    """Add the parameters."""
    parser.add_argument("rule", nargs="?", metavar="RULE", help="id or name of one rule; all of them without it")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="default: text")


def run(args: "argparse.Namespace") -> int:
    """Print all rules, or one of them with its examples."""
    rules = RULES if args.rule is None else (_named(args.rule),)
    if args.format == "json":
        output.print_json({"rules": [_record(rule) for rule in rules]})
    elif args.rule is None:
        for rule in rules:
            print(f"{rule.id}  {rule.severity:<8} {rule.name}")
    else:
        sys.stdout.write(_page(rules[0]))
    return YES


def _named(given: str) -> "Rule | OwnRule":
    from tpu_zones.lint.control.rule_names import named

    ident = named(given)
    return next(rule for rule in RULES if rule.id == ident)


def _record(rule: "Rule | OwnRule") -> "dict[str, Any]":
    return {
        "id": rule.id,
        "name": rule.name,
        "severity": str(rule.severity),
        "why": rule.why,
        "source": rule.source,
        "wrong": _example(rule, "wrong", repr),
        "right": _example(rule, "right", repr),
    }


def _page(rule: "Rule | OwnRule") -> str:
    lines = [f"{rule.id} {rule.name} ({rule.severity})", "", f"  {rule.why}", f"  source: {rule.source}", ""]
    lines += ["  wrong:", *(f"    {line}" for line in _example(rule, "wrong", _shown))]
    lines += [f"      -> {one.message}" for one in _found(rule) if one.rule == rule.id]
    lines += ["  right:", *(f"    {line}" for line in _example(rule, "right", _shown))]
    return "\n".join(lines) + "\n"


def _example(rule: "Rule | OwnRule", which: str, show: "Callable[[object], str]") -> list[str]:
    """Return an example's things, or the lines of its file."""
    example = getattr(rule, which)
    return example.splitlines() if isinstance(rule, OwnRule) else [show(thing) for thing in rule.example(example)]


def _found(rule: "Rule | OwnRule") -> "Sequence[Finding]":
    """Return what is found in the wrong example."""
    from tpu_zones.facts.catalog import Catalog
    from tpu_zones.lint.check import check_text
    from tpu_zones.lint.rules import find
    from tpu_zones.lint.rules.base import Ask

    if isinstance(rule, OwnRule):
        return check_text(rule.wrong, name=rule.path).findings
    return find(rule.example(rule.wrong), Ask(Catalog.bundled()))


def _shown(thing: object) -> str:
    values = thing.values()  # type: ignore[attr-defined]
    return f"{type(thing).__name__}({', '.join(f'{name}={value.value!r}' for name, value in values.items())})"
