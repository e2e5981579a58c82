"""tpu-zones rules."""

import sys

from tpu_zones.cli.main import YES
from tpu_zones.cli.streams import is_utf8
from tpu_zones.lint.rules import RULES

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

    from tpu_zones.lint.rules.base import Rule

EXAMPLES = ("tpu-zones rules", "tpu-zones rules TPZ201", "tpu-zones rules node-count --format json")


def add(parser: "argparse.ArgumentParser") -> None:
    """Add the parameters."""
    parser.add_argument("rule", nargs="?", metavar="RULE", help="id or name of one rule; all of them without it")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="default: text")


def run(args: "argparse.Namespace") -> int:
    """Print all rules, or one of them with its examples."""
    rules = RULES if args.rule is None else (_named(args.rule),)
    if args.format == "json":
        import json

        print(json.dumps({"rules": [_record(rule) for rule in rules]}, indent=2, ensure_ascii=not is_utf8()))
    elif args.rule is None:
        for rule in rules:
            print(f"{rule.id}  {rule.severity:<8} {rule.name}")
    else:
        sys.stdout.write(_page(rules[0]))
    return YES


def _named(given: str) -> "Rule":
    from tpu_zones.errors import UnknownName
    from tpu_zones.names import nearest_names

    found = {name: rule for rule in RULES for name in (rule.id.casefold(), rule.name)}
    key = given.strip().casefold()
    if key not in found:
        nearest = nearest_names(key, found)
        meant = f"; did you mean {', '.join(nearest)}?" if nearest else "; tpu-zones rules lists them"
        raise UnknownName(f"no rule is called {given[:100]!r}{meant}", name=given, suggestions=tuple(nearest))
    return found[key]


def _record(rule: "Rule") -> "dict[str, Any]":
    return {
        "id": rule.id,
        "name": rule.name,
        "severity": str(rule.severity),
        "why": rule.why,
        "source": rule.source,
        "wrong": [repr(thing) for thing in rule.example(rule.wrong)],
        "right": [repr(thing) for thing in rule.example(rule.right)],
    }


def _page(rule: "Rule") -> str:
    from tpu_zones.facts.catalog import Catalog
    from tpu_zones.lint.rules import find
    from tpu_zones.lint.rules.base import Ask

    wrong = rule.example(rule.wrong)
    lines = [f"{rule.id} {rule.name} ({rule.severity})", "", f"  {rule.why}", f"  source: {rule.source}", ""]
    lines += ["  wrong:", *(f"    {_shown(thing)}" for thing in wrong)]
    found = [one for one in find(wrong, Ask(Catalog.bundled())) if one.rule == rule.id]
    lines += [f"      -> {one.message}" for one in found]
    lines += ["  right:", *(f"    {_shown(thing)}" for thing in rule.example(rule.right))]
    return "\n".join(lines) + "\n"


def _shown(thing: object) -> str:
    values = thing.values()  # type: ignore[attr-defined]
    return f"{type(thing).__name__}({', '.join(f'{name}={value.value!r}' for name, value in values.items())})"
